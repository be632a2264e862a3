"""A small reader of HTML as it arrives: it knows where the `</body>` is that a browser would take for one.

It follows the tokenizer of the HTML standard (13.2.5) as far as that decides what is markup and what is text: attribute
values, comments, raw text such as scripts with their odd escapes, CDATA inside SVG, templates. How the bytes are cut
into chunks never changes what it finds.
"""

import re
from collections.abc import Callable

BLANK = rb"\t\n\f\r "
LONGEST_KEPT_TAG = 64 * 1024
RAW = (b"script", b"style", b"textarea", b"title", b"noscript", b"iframe", b"xmp", b"noembed", b"noframes")
FOREIGN = (b"svg", b"math")
TOLD = (b"script", b"meta")
TELLING = (b"html", b"body", b"meta", b"template", b"plaintext", *RAW, *FOREIGN)
BODY_END = b"</body"
OPENINGS = (b"<!--", b"<!doctype", b"<![cdata[")
# As long as the longest beginning of an end tag that raw text can have at the edge of a chunk.
RAW_TAIL = len(b"</noscript") + 1

ATTRIBUTE = (
    rb"[^%(b)s/>][^%(b)s/>=]*+"
    rb"(?:[%(b)s]*+=[%(b)s]*+(?:\"[^\"]*\"|'[^']*'|[^%(b)s>\"'][^%(b)s>]*+(?=[%(b)s>])|(?=>))|[%(b)s]*+(?=[^%(b)s=]))"
) % {b"b": BLANK}
ATTRIBUTES = rb"(?:[%b/]++|%b)*+" % (BLANK, ATTRIBUTE)
TAG_NAME = rb"[a-zA-Z][^%b/>]*+(?=[%b/>])" % (BLANK, BLANK)
DULL = re.compile(
    rb"(?:[^<]++|<(?!/?(?i:%b)[%b/>])/?%b%b>)*+" % (b"|".join(TELLING), BLANK, TAG_NAME, ATTRIBUTES), re.DOTALL
)
NAMED = re.compile(rb"<(/?)(%b)" % TAG_NAME)
INSIDE_TAG = re.compile(ATTRIBUTES, re.DOTALL)
OPEN_QUOTE = re.compile(rb"[^%(b)s/>][^%(b)s/>=]*+[%(b)s]*+=[%(b)s]*+([\"'])" % {b"b": BLANK})
COMMENT_END = re.compile(rb"--!?>")
SCRIPT_TURN = re.compile(rb"<!--|-->|</?script(?=[%b/>])" % BLANK, re.IGNORECASE)
RAW_ENDS = {name: re.compile(rb"</%b(?=[%b/>])" % (name, BLANK), re.IGNORECASE) for name in RAW}


class Markup:
    """Reads HTML piece by piece.

    `read` takes the bytes that were left over, with the next ones behind them, and tells how many of them it has done
    with. `found` is then the place of the end of the body, if it has come.
    """

    def __init__(self) -> None:
        self.is_document = False
        self.found: int | None = None
        # Start tags that matter to a reader outside: their name and the text of their attributes, at most 64 KB of it.
        self.told: list[tuple[bytes, bytes]] = []
        self._step: Callable[[bytes, int], int] = self._in_text
        self._name = b""  # of the tag we are in; an end tag's begins with a slash
        self._inside = b""
        self._quote = b""
        self._escape = 0  # of a script: 1 after "<!--", 2 after "<!-- <script"
        self._templates = 0
        self._foreign = 0

    @property
    def is_in_text(self) -> bool:
        """Whether the next byte would be plain text of the page: outside of tags, scripts and comments."""
        return self._step == self._in_text

    def read(self, text: bytes) -> int:
        """How many of these bytes are understood; the others are wanted again, with more behind them."""
        place = 0
        while self.found is None:
            after = self._step(text, place)
            if after < 0:
                return ~after
            place = after
        return place

    # Each step gives the place where the next one goes on, or the inverse (~) of the place where it lacks bytes.

    def _in_text(self, text: bytes, place: int) -> int:
        dull = DULL.match(text, place)
        place = dull.end() if dull else place
        if place == len(text):
            return ~place
        following = text[place + 1 : place + 2]
        if following == b"!":
            return self._after_bang(text, place)
        if following == b"?":
            return self._go(self._in_bogus, place + 2)
        if following == b"/":
            return self._after_slash(text, place)
        if following.isalpha():
            return self._tag(text, place)
        return place + 1 if following else ~place

    def _go(self, step: "Callable[[bytes, int], int]", place: int) -> int:
        self._step = step
        return place

    def _after_bang(self, text: bytes, place: int) -> int:
        opening = text[place : place + 9].lower()
        if len(opening) < 9 and any(name.startswith(opening) for name in OPENINGS):
            return ~place
        if opening.startswith(b"<!--"):
            # The dashes are looked at again: "<!-->" is a whole comment.
            return self._go(self._in_comment, place + 2)
        if opening == b"<![cdata[" and self._foreign:
            return self._go(self._in_cdata, place + 9)
        self.is_document = self.is_document or opening == b"<!doctype"
        return self._go(self._in_bogus, place + 2)

    def _after_slash(self, text: bytes, place: int) -> int:
        third = text[place + 2 : place + 3]
        if not third:
            return ~place
        if third.isalpha():
            return self._tag(text, place)
        return place + 3 if third == b">" else self._go(self._in_bogus, place + 2)

    def _tag(self, text: bytes, place: int) -> int:
        named = NAMED.match(text, place)
        if named is None:
            return ~place
        name = named[2].lower()
        if named[1]:
            return self._end_tag(name, named.start(), named.end())
        self.is_document = self.is_document or name in (b"html", b"body")
        self._name, self._inside = name, b""
        return self._go(self._in_tag, named.end())

    def _end_tag(self, name: bytes, start: int, end: int) -> int:
        if name == b"body" and not self._templates and self.is_document:
            self.found = start
            return start
        if name == b"template":
            self._templates = max(0, self._templates - 1)
        if name in FOREIGN:
            self._foreign = max(0, self._foreign - 1)
        self._name, self._inside = b"/" + name, b""
        return self._go(self._in_tag, end)

    def _in_tag(self, text: bytes, place: int) -> int:
        inside = INSIDE_TAG.match(text, place)
        end = inside.end() if inside else place
        self._keep(text[place:end])
        if text[end : end + 1] == b">":
            return self._close_tag(end + 1)
        opened = OPEN_QUOTE.match(text, end)
        if opened is None:
            return ~end
        self._quote = opened[1]
        self._keep(opened[0])
        return self._go(self._in_quote, opened.end())

    def _keep(self, inside: bytes) -> None:
        if self._name in TOLD:
            inside = self._inside + inside
            self._inside = inside[:LONGEST_KEPT_TAG]
        else:
            self._inside = inside[-1:] or self._inside

    def _in_quote(self, text: bytes, place: int) -> int:
        end = text.find(self._quote, place)
        if end < 0:
            self._keep(text[place:])
            return ~len(text)
        self._keep(text[place : end + 1])
        return self._go(self._in_tag, end + 1)

    def _close_tag(self, place: int) -> int:
        name, closed = self._name, self._inside.endswith(b"/")
        if name in TOLD:
            self.told.append((name, self._inside))
        if name == b"template":
            self._templates += 1
        elif name in FOREIGN and not closed:
            self._foreign += 1
        elif name == b"plaintext":
            return self._go(self._in_plain_text, place)
        elif name in RAW and not (closed and self._foreign):
            self._escape = 0
            return self._go(self._in_script if name == b"script" else self._in_raw_text, place)
        return self._go(self._in_text, place)

    def _in_raw_text(self, text: bytes, place: int) -> int:
        end = RAW_ENDS[self._name].search(text, place)
        return ~max(place, len(text) - RAW_TAIL) if end is None else self._leave_raw_text(end.end())

    def _leave_raw_text(self, place: int) -> int:
        self._name, self._inside = b"/" + self._name, b""
        return self._go(self._in_tag, place)

    def _in_script(self, text: bytes, place: int) -> int:
        turn = SCRIPT_TURN.search(text, place)
        if turn is None:
            return ~max(place, len(text) - RAW_TAIL)
        word = turn[0].lower()
        if word == b"</script":
            if self._escape < 2:
                return self._leave_raw_text(turn.end())
            self._escape = 1
        elif word == b"-->":
            self._escape = 0
        elif word == b"<!--":
            self._escape = self._escape or 1
            return turn.start() + 2
        elif self._escape:
            self._escape = 2
        return turn.end()

    def _in_comment(self, text: bytes, place: int) -> int:
        end = COMMENT_END.search(text, place)
        return ~max(place, len(text) - 3) if end is None else self._go(self._in_text, end.end())

    def _in_cdata(self, text: bytes, place: int) -> int:
        end = text.find(b"]]>", place)
        return ~max(place, len(text) - 2) if end < 0 else self._go(self._in_text, end + 3)

    def _in_bogus(self, text: bytes, place: int) -> int:
        end = text.find(b">", place)
        return ~len(text) if end < 0 else self._go(self._in_text, end + 1)

    def _in_plain_text(self, text: bytes, _place: int) -> int:
        return ~len(text)
