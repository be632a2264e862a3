"""Where Markdown keeps words that its page does not show: addresses, titles, labels, attributes, definitions.

What has their form may be words that everybody sees all the same: the words of its block tell (regions.py).
"""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from heapq import merge
from operator import itemgetter

from countermark.documents.markdown.blocks import UnshownKind
from countermark.documents.markdown.code import ALIASES, LANGUAGES
from countermark.documents.markdown.sanitise import BLOCKS, INLINE, RENAMED

LEAD = r"[ \t>]{0,40}(?:(?:[-+*]|\d{1,9}[.)])[ \t>]+){0,9}"
FENCE = re.compile(rf"{LEAD}(?:`{{3,}}(?=[^`\n]*(?:\n|\Z))|~{{3,}})[ \t]*(?P<language>[^\s`]*)(?P<info>[^\n]*)")
ADDRESS = r"<[^<>\n]{0,2000}>|(?:[^\s()<>]|\([^\s()]*\)){0,3000}"
TITLE = r"\"(?:[^\"\\]|\\[\s\S]){0,1000}\"|'(?:[^'\\]|\\[\s\S]){0,1000}'|\((?:[^()\\]|\\[\s\S]){0,1000}\)"
LABEL = r"(?=[^\]])[^\]\n]{0,999}(?:\n[^\]\n]{1,999})?"
# Both expressions begin with a literal character, or with one of a few: `re` then skips all others, which is six times
# faster than with anchors and lookbehinds first. What begins a line is looked for behind the end of the line before it.
BEGINNING = re.compile(
    rf"\n(?:(?P<fence>{FENCE.pattern})"
    rf"|(?P<definition>{LEAD}\[(?!\^){LABEL}\]:(?:[ \t]*\n[ \t>]{{0,40}})?[^\n]*"
    rf"(?:\n[ \t>]{{0,40}}(?:{TITLE})[ \t]*(?=\n|\Z))?)"
    r"|(?P<number>[ \t>]{0,40}(?:[-+*][ \t>]+){0,9}\d{1,9}(?=[.)])))"
)
INSIDE = re.compile(
    r"[`!\[\]<](?:"
    r"(?P<code>(?<=`)(?<!``)(?P<ticks>`{0,7})(?!`)[^\n]{0,400}?(?<!`)`(?P=ticks)(?!`))"
    r"|(?<=!)\[(?P<picture>[^\]\n]{0,500})\]\((?P<picture_data>data:[A-Za-z0-9+/=;,:.-]+)"
    rf"(?:\s{{1,9}}(?P<picture_title>{TITLE}))?"
    rf"|(?<=\])\(\s{{0,9}}(?P<link_address>{ADDRESS})(?:\s{{1,9}}(?P<link_title>{TITLE}))?\s{{0,9}}\)"
    r"|(?<=\[)\^(?P<footnote>[^\]\s]{1,200})(?=\])"
    r"|(?<=\[)(?P<task>[xX]|!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION))(?=\])"
    r"|(?<=\])\[(?P<link_label>[^\]\n]{1,999})(?=\])"  # what is behind the bracket may be an address
    r"|(?<=<)/?(?P<tag>[A-Za-z][A-Za-z0-9-]*)(?P<attribute>[^<>]{0,9000})>)",
    re.IGNORECASE,
)
NAMED: tuple[UnshownKind, ...] = ("picture", "picture_data", "link_address", "link_title", "attribute")
SIMPLE = ("task", "tag")
TAGS = INLINE | BLOCKS | RENAMED.keys()
# Names of languages hold no words of an agent: they are one of these.
LABELS = (
    LANGUAGES
    | ALIASES.keys()
    | frozenset("console csv dot graphviz gv http log markdown md mermaid output text txt".split())
)
NUMBERED = re.compile(r"\d+")
AROUND_FOOTNOTE = len("[^"), len("]")
EMPTY = " \t>"  # of a line
BLANK = " \t\n/"  # the slash ends a tag
# Each place that has a name has one of these, but for a comment: that stands in front matter.
MARKS = re.compile(r"[]|<]|```|~~~|\A---")


@dataclass(frozen=True, slots=True)
class HiddenPlace:
    """From where to where in the source; without a kind where the page says the same in its own way."""

    start: int
    end: int
    kind: UnshownKind | None


def places(source: str, coded: AbstractSet[int]) -> list[HiddenPlace]:
    """All places, in order; none on the lines of code."""
    found: list[HiddenPlace] = []
    line, counted, end = 1, 0, 0
    for start, match in _matches(source):
        if start < end:  # inside of the one before it
            continue
        line += source.count("\n", counted, start)
        counted, end = start, match.end() - (match.re is BEGINNING)
        if line not in coded:
            found += _places_at_beginning(match) if match.re is BEGINNING else _places_inside(match)
    return sorted(found, key=lambda place: place.start)


def _matches(source: str) -> Iterator[tuple[int, re.Match[str]]]:
    """What each expression finds, by its start in the source; what begins a line first."""
    lines = ((match.start(), match) for match in BEGINNING.finditer("\n" + source))
    return merge(lines, ((match.start(), match) for match in INSIDE.finditer(source)), key=itemgetter(0))


def _places_at_beginning(match: re.Match[str]) -> list[HiddenPlace]:
    """These were found in a text with one character more before it."""
    if match["fence"] is None:
        kind: UnshownKind | None = "definition" if match["definition"] is not None else None
        start, end = match.span("number" if kind is None else "definition")
        return [HiddenPlace(start - 1, end - 1, kind)]
    (start, middle), end = match.span("language"), match.end("info")
    known = match["language"].lower() in LABELS
    return [
        HiddenPlace(start - 1, middle - 1, None if known else "code_label"),
        HiddenPlace(middle - 1, end - 1, "code_label"),
    ]


def _places_inside(match: re.Match[str]) -> list[HiddenPlace]:
    if match["code"] is not None:
        return []
    named = [HiddenPlace(*match.span(kind), kind) for kind in NAMED if match[kind]]
    if match["link_label"]:
        start, end = match.span("link_label")
        named.append(HiddenPlace(start - 1, end + 1, "link_label"))
    if match["picture_title"]:
        named.append(HiddenPlace(*match.span("picture_title"), "link_title"))
    if match["attribute"] and not match["attribute"].strip(BLANK):
        named = []
    if match["footnote"]:
        start, end = match.span("footnote")
        kind: UnshownKind | None = None if NUMBERED.fullmatch(match["footnote"]) else "footnote"
        named = [HiddenPlace(start - AROUND_FOOTNOTE[0], end + AROUND_FOOTNOTE[1], kind)]
    simple = [HiddenPlace(*match.span(name), None) for name in SIMPLE if match[name]]
    if match["tag"] and match["tag"].lower() not in TAGS:
        simple = []  # a word of the agent's
    return named + simple


def may_have(source: str) -> bool:
    """Whether any place could be in the source: a quick look."""
    return MARKS.search(source) is not None
