"""A small reader of HTML as it arrives: it knows where the `</body>` is that a browser would take for one.

It follows the tokenizer of the HTML standard (13.2.5) as far as that decides what is markup and what is text: attribute
values, comments, raw text such as scripts with their odd escapes, CDATA inside SVG, templates. How the bytes are cut
into chunks never changes what it finds.
"""

import re
from collections.abc import Callable, Iterable

from countermark.page_side import foreign
from countermark.page_side.foreign import Foreign

BLANK = rb"\t\n\f\r "
LONGEST_KEPT_TAG = 64 * 1024
RAW = (b"script", b"style", b"textarea", b"title", b"noscript", b"iframe", b"xmp", b"noembed", b"noframes")
TOLD = (b"script", b"meta")
TELLING = (b"html", b"body", b"meta", b"template", b"plaintext", *RAW, *foreign.ROOTS)
OPENINGS = (b"<!--", b"<!doctype", b"<![cdata[")
# As long as the longest beginning of an end tag that raw text can have at the edge of a chunk.
RAW_TAIL = len(b"</noscript") + 1

# No possessive quantifiers and no atomic groups: Python before 3.11.5 matches them wrongly (python/cpython#106052).
# Each piece below can match in one way only, which a lookahead behind it says, so that there is nothing to go back to.
NAME = rb"[^%(b)s/>][^%(b)s/>=]*(?=[%(b)s/>=])" % {b"b": BLANK}
VALUE = rb"(?:\"[^\"]*\"|'[^']*'|[^%(b)s>\"'][^%(b)s>]*(?=[%(b)s>])|(?=>))" % {b"b": BLANK}
ATTRIBUTE = rb"%(name)b(?:[%(b)b]*=[%(b)b]*%(value)b|[%(b)b]*(?=[^%(b)b=]))" % {
    b"b": BLANK, b"name": NAME, b"value": VALUE
}  # fmt: skip
ATTRIBUTES = rb"(?:[%(b)b/]+(?![%(b)b/])|%(attribute)b)" % {b"b": BLANK, b"attribute": ATTRIBUTE}
TAG_NAME = rb"[a-zA-Z][^%b/>]*(?=[%b/>])" % (BLANK, BLANK)
# A repetition remembers each of its rounds, so that one match takes a bounded number of them.
ROUNDS = rb"{0,1000}"


def dull(telling: Iterable[bytes]) -> re.Pattern[bytes]:
    """Text, and whole tags with none of these names."""
    return re.compile(
        rb"(?:[^<]+|<(?!/?(?i:%b)[%b/>])/?%b%b*>)%b" % (b"|".join(telling), BLANK, TAG_NAME, ATTRIBUTES, ROUNDS),
        re.DOTALL,
    )


TEXT = re.compile(rb"[^<]+")
DULL = dull(TELLING)
DULL_IN_FOREIGN = dull(dict.fromkeys((*TELLING, *foreign.TELLING)))
NAMED = re.compile(rb"<(/?)(%b)" % TAG_NAME)
INSIDE_TAG = re.compile(ATTRIBUTES + ROUNDS, re.DOTALL)
OPEN_QUOTE = re.compile(rb"%(name)b[%(b)b]*=[%(b)b]*([\"'])" % {b"b": BLANK, b"name": NAME})
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
        self._foreign = Foreign()

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
        skipped = self._dull().match(text, place)
        if skipped and skipped.end() > place:
            return skipped.end()
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

    def _dull(self) -> re.Pattern[bytes]:
        """What can be skipped here."""
        if not self._foreign.is_inside:
            return DULL
        return TEXT if self._foreign.awaits_html else DULL_IN_FOREIGN

    def _go(self, step: "Callable[[bytes, int], int]", place: int) -> int:
        self._step = step
        return place

    def _after_bang(self, text: bytes, place: int) -> int:
        opening = text[place : place + 9].lower()
        if len(opening) < 9 and any(name.startswith(opening) for name in OPENINGS):
            return ~place
        if opening.startswith(b"<!--"):
            return self._go(self._after_comment_opening, place + 4)
        if opening == b"<![cdata[" and self._foreign.is_here:
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
        if name == b"body" and not self._foreign.is_in_template and self.is_document:
            self.found = start
            return start
        self._foreign.close(name)
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
            return end if end > place else ~end
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
        name = self._name
        if name in TOLD:
            self.told.append((name, self._inside))
        if name.startswith(b"/") or not self._foreign.open(name, is_closed=self._inside.endswith(b"/")):
            return self._go(self._in_text, place)
        if name == b"plaintext":
            return self._go(self._in_plain_text, place)
        if name in RAW:
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

    def _after_comment_opening(self, text: bytes, place: int) -> int:
        """`<!-->` and `<!--->` are whole comments; `<!--!>` is none: its dashes are those of the opening."""
        following = text[place : place + 2]
        if following in (b"", b"-"):
            return ~place
        dash = following == b"->"
        if dash or following[:1] == b">":
            return self._go(self._in_text, place + 1 + dash)
        return self._go(self._in_comment, place)

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
