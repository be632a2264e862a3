"""Annotations of pages as Markdown for an agent: seed 002, section 9.

Plain words come out as the seed has them. Other words stay in their place: every line of a note stands in its quote,
what is quoted in one line stays one line, and what nobody would see (control, direction and zero-width characters) is
written as an escape. tests/vectors/pages_export.json has the text of many cases.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from countermark.model.pages.annotations import PageAnnotation, PageNote, PageStatus, PageStore, Reply
from countermark.model.pages.raw import Fields, list_in, word

HEADING = "# Inline Review — Copy Annotations"
NOTHING = "No annotations or notes yet."
NOTHING_SUCH = "No annotations or notes with this status."
LABELS = {"addressed": " 🔧 [Addressed]"}  # an open one has none, nor one in progress (seed 9.2)
RULE = "\n\n---\n\n"
INDENT = "   "
BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
BREAKS = re.compile("[\n\r\x0b\x0c\x85\u2028\u2029]+")
BACKTICKS = re.compile("`+")
# Never seen, so shown: controls, directions, zero widths, halves of a pair, tags, selectors of another look that no
# emoji needs. A joiner between two letters or emoji, and one selector after an emoji, belong to what is seen.
HIDDEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufe00-\ufe0d\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff"
)
UNSEEN = re.compile(
    f"[{HIDDEN}]|(?<![^\x00-\x7f{HIDDEN}])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f{HIDDEN}])"
    "|(?<=[\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?=[\u200c\u200d])"
    "|(?<=[\ufe0e\ufe0f]{2})[\u200c\u200d]|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]"
)
BLOCK = re.compile(r"#{1,6}(?!\S)|[-+*](?!\S)|>|`{3}|~{3}|[-*_=][-*_=\t ]*$|[<|]")  # at the beginning of a line
NUMBER = re.compile(r"([0-9]{1,9})[.)](?!\S)")
ROLE = re.compile(r"([ \t]*)([*_]+[ \t]*(?:Agent|Reviewer)(?![A-Za-z]))", re.IGNORECASE | re.ASCII)
SAID = re.compile(r"[^ \t\r\n]")


def export(store: PageStore, *, now: str, statuses: Collection[PageStatus] | None = None) -> str:
    """All pages, or what has one of the statuses; `now` is ISO 8601 in UTC. Notes on pages have no status."""
    annotations = [each for each in store.annotations if statuses is None or each.status in statuses]
    pages: dict[str, tuple[list[PageNote], list[PageAnnotation]]] = {}
    for annotation in annotations:
        pages.setdefault(annotation.page_url, ([], []))[1].append(annotation)
    for note in store.notes:
        pages.setdefault(note.page_url, ([], []))[0].append(note)
    head = f"{HEADING}\nExported: {now[:10]} {now[11:16]}"
    if not pages:
        return f"{head}\n\n{NOTHING_SUCH if store.annotations else NOTHING}\n"
    return RULE.join([head, *(group(url, *found) for url, found in pages.items())]) + "\n"


def group(url: str, notes: Sequence[PageNote], annotations: Sequence[PageAnnotation]) -> str:
    """One page."""
    title = next((each.page_title for each in (*annotations, *notes) if says(each.page_title)), "")
    parts = [f"## {line(url)}" + (f" — {line(title)}" if title else "")]
    if notes:
        parts.append("### Page Notes\n" + "\n".join(bullet(each.note) for each in notes))
    for heading, kind in (("### Text Annotations", "text"), ("### Element Annotations", "element")):
        if found := [each for each in annotations if each.type == kind]:
            numbered = (f"{number}. {item(each)}" for number, each in enumerate(found, start=1))
            parts.append(f"{heading}\n" + "\n\n".join(numbered))
    return "\n\n".join(parts)


def item(annotation: PageAnnotation) -> str:
    """One annotation: what it stands on, where that comes from, what is said and answered."""
    if annotation.type == "text":
        first = f'**"{stars(line(annotation.selected_text))}"**'
    else:
        first = element(annotation.selector)
    about = [f"{INDENT}{each}" for each in whereabouts(annotation.raw)]
    said = quote(annotation.note) if says(annotation.note) else []
    answers = (each for one in annotation.replies for each in reply_lines(one))
    return "\n".join([first + LABELS.get(annotation.status, ""), *about, *said, *answers])


def element(selector: Fields) -> str:
    """An element by its selector, and how it begins."""
    name = next((word(selector, part) for part in ("cssSelector", "xpath") if says(word(selector, part))), "?")
    preview = word(selector, "outerHtmlPreview")
    return f"**{code(name)}**" + (f" ({code(preview)})" if says(preview) else "")


def whereabouts(raw: Fields) -> Iterator[str]:
    """What is known beyond the seed; nothing for an annotation that has nothing of it."""
    source = raw.get("source")
    if isinstance(source, dict) and word(source, "file"):
        place = [word(source, "file"), *(str(source[part]) for part in ("line", "column") if is_place(source, part))]
        component = word(source, "component")
        yield f"Source: {code(':'.join(place))}" + (f" in {code(component)}" if component else "")
    for name, words in (("frames", "In the frame"), ("shadow", "In the shadow root of")):
        if steps := [code(each) for each in list_in(raw, name) if isinstance(each, str)]:
            yield f"{words}: {' → '.join(steps)}"
    for each in list_in(raw, "also"):
        if isinstance(each, dict):
            yield f"Also: {element(each)}"
    if word(raw, "picture"):
        yield "Picture: kept with the annotation"


def is_place(source: Fields, part: str) -> bool:
    """Whether a line or a column is given; without a line, a column says nothing."""
    found = source.get(part)
    line_known = part == "line" or is_place(source, "line")
    return isinstance(found, int) and not isinstance(found, bool) and line_known


def reply_lines(reply: Reply) -> list[str]:
    """A reply in the same quote."""
    who = "Reviewer" if reply.role == "reviewer" else "Agent"
    first, *others = quote(reply.message)
    return [f"{INDENT}> **{who}:** {first.removeprefix(INDENT).removeprefix('> ')}", *others]


def quote(text: str) -> list[str]:
    """A note's lines, none of which can leave the quote, or be taken for somebody's answer."""
    return [f"{INDENT}> {own(each)}" if each else f"{INDENT}>" for each in lines(text)]


def bullet(note: str) -> str:
    """A note on a page: one point of a list; a longer one goes on in a quote."""
    first, *others = lines(note)
    return "\n".join([f"- {plain_line(first)}", *(f"  > {each}" if each else "  >" for each in others)])


def lines(text: str) -> Iterable[str]:
    """The lines of a text, whoever ends them."""
    return [with_visible_characters(each) for each in BREAK.split(text)]


def own(words: str) -> str:
    """A line that does not begin as an answer does."""
    return ROLE.sub(r"\1\\\2", words, count=1) if ROLE.match(words) else words


def plain_line(words: str) -> str:
    """A line that begins no heading, rule, list, quote, fence, table or HTML where it stands."""
    start = words.lstrip(" \t")
    if numbered := NUMBER.match(start):
        return f"{numbered[1]}\\{start[numbered.end(1) :]}"
    return f"\\{start}" if BLOCK.match(start) else start


def says(text: str) -> bool:
    """Whether there is anything but blanks."""
    return SAID.search(text) is not None


def line(text: str) -> str:
    """A text in one line."""
    return with_visible_characters(BREAKS.sub(" ", text))


def stars(words: str) -> str:
    """Words that cannot end their own bold type."""
    return words.replace("**", "\\*\\*")


def code(text: str) -> str:
    """A text as code in one line."""
    body = line(text)
    fence = "`" * (max((len(run) for run in BACKTICKS.findall(body)), default=0) + 1)
    pad = " " if body.startswith("`") or body.endswith("`") else ""
    return f"{fence}{pad}{body}{pad}{fence}"


def with_visible_characters(text: str) -> str:
    """A text with an escape for each character that nobody would see."""
    return UNSEEN.sub(lambda found: escape(ord(found.group())), text)


def escape(point: int) -> str:
    """A character as programs write it."""
    return f"\\u{point:04x}" if point < 0x10000 else f"\\u{{{point:x}}}"
