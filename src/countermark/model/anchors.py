"""Anchors: where a mark sits, stored so that it can be found again after the text has changed."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final, Literal, cast, get_args

from countermark.model.errors import BadInput

FoundState = Literal["there", "changed", "gone"]
DocumentKind = Literal["plan", "page"]

VERSION: Final = 1
NEIGHBOURS: Final = 6


@dataclass(frozen=True)
class Place:
    """A piece of a rendered document, from a character of a block up to before a character of the same or a later one.

    Offsets count UTF-16 units, as a browser does, in the block's own text: everything the block's element shows,
    without what blocks inside it show, word for word, nothing trimmed.
    """

    start_block: str
    start: int
    end_block: str
    end: int


@dataclass(frozen=True)
class Found:
    """Where the place of an anchor is in another revision."""

    state: FoundState
    place: Place | None  # None when it is gone
    hint: Place | None = None  # a doubtful candidate for what is gone
    confidence: float = 0.0  # 0 to 1


@dataclass(frozen=True)
class BlockAnchor:
    """One end of an anchor (or both): the block it stands in, as it was."""

    block: str  # the block's id
    kind: str
    hash: str  # of the block's words in normal form: evidence, no identity
    text: str  # the block's own text, or a window of it around the quote
    text_at: int | None  # where in the block the window begins; None when it is the whole text
    offset: int  # of the quote's part in the block
    length: int
    ordinal: int  # it was the n-th of the blocks that read the same
    copies: int
    neighbours: tuple[str, ...]  # hashes: three before, the nearest first, then three after; "" beyond the document
    section: tuple[str, ...]  # hashes of the headings above it, outermost first
    lines: tuple[int, int] | None  # of the quote's part in the source


@dataclass(frozen=True)
class Route:
    """Where a range lies in a page's tree: XPaths of text nodes, and offsets in them. Plans have none."""

    start_xpath: str
    start_offset: int
    end_xpath: str
    end_offset: int


@dataclass(frozen=True)
class Anchor:
    """A quote with everything by which it can be found again. All offsets and lengths count UTF-16 units."""

    kind: DocumentKind
    rev: str  # sha256 of the whole text
    exact: str
    prefix: str  # up to 64 characters, across blocks
    suffix: str
    start: int  # in the whole text
    end: int
    blocks: tuple[BlockAnchor, ...]  # one, or the first and the last
    between: int = 0  # how many blocks lie between the two
    route: Route | None = None  # pages only


@dataclass(frozen=True)
class SerializedRange:
    """A range as seed 002 (section 3.5) stores it; contexts are up to 80 characters of the same block."""

    start_xpath: str
    start_offset: int
    end_xpath: str
    end_offset: int
    selected_text: str
    context_before: str
    context_after: str


def serialized(anchor: Anchor, *, context: int = 80) -> SerializedRange:
    """The anchor as seed 002 has it. One without a route (a plan's) has empty XPaths, which no page resolves."""
    route = anchor.route or Route("", 0, "", 0)
    first, last = anchor.blocks[0], anchor.blocks[-1]
    before = _cut(first.text, 0, first.offset - (first.text_at or 0))
    after = _cut(last.text, last.offset + last.length - (last.text_at or 0), None)
    return SerializedRange(
        **asdict(route), selected_text=anchor.exact, context_before=before[-context:], context_after=after[:context]
    )


def from_serialized(range_: SerializedRange, *, rev: str = "") -> Anchor:
    """An anchor with what seed 002 knows: quote, contexts of one block, and the way through the tree.

    The block it stands in is known by a window of quote and contexts alone, so that it is found by its words.
    """
    route = Route(range_.start_xpath, range_.start_offset, range_.end_xpath, range_.end_offset)
    before, exact, after = range_.context_before, range_.selected_text, range_.context_after
    block = BlockAnchor(
        block="",
        kind="",
        hash="",
        text=before + exact + after,
        text_at=0,
        offset=_utf16(before),
        length=_utf16(exact),
        ordinal=1,
        copies=1,
        neighbours=("",) * NEIGHBOURS,
        section=(),
        lines=None,
    )
    return Anchor("page", rev, exact, before[-64:], after[:64], 0, _utf16(exact), (block,), route=route)


def to_json(anchor: Anchor) -> str:
    """Canonical JSON: W3C Web Annotation selectors, and our blocks beside them."""
    selectors: list[dict[str, object]] = [
        {"type": "TextQuoteSelector", "exact": anchor.exact, "prefix": anchor.prefix, "suffix": anchor.suffix},
        {"type": "TextPositionSelector", "start": anchor.start, "end": anchor.end},
    ]
    if (route := anchor.route) is not None:
        selectors.append(
            {
                "type": "RangeSelector",
                "startSelector": _step(route.start_xpath, route.start_offset),
                "endSelector": _step(route.end_xpath, route.end_offset),
            }
        )
    whole = {
        "v": VERSION,
        "unit": "utf16",
        "doc": {"kind": anchor.kind, "rev": anchor.rev},
        "selectors": selectors,
        "blocks": [asdict(block) for block in anchor.blocks],
        "between": anchor.between,
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _step(xpath: str, offset: int) -> dict[str, object]:
    return {"type": "XPathSelector", "value": xpath, "offset": offset}


def from_json(text: str) -> Anchor:
    """The anchor of a JSON text; anything that is not exactly one is refused."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput("An anchor is JSON.") from error
    fields = _Fields(whole)
    if fields.whole("v") != VERSION or fields.word("unit") != "utf16":
        raise BadInput("This anchor is of another version.")
    document = _Fields(fields.any("doc"))
    by_type = {one.word("type"): one for one in map(_Fields, fields.list_of("selectors"))}
    quote, position = by_type.get("TextQuoteSelector"), by_type.get("TextPositionSelector")
    kind = document.word("kind")
    if quote is None or position is None or kind not in get_args(DocumentKind):
        raise BadInput("An anchor has a quote, a position and the kind of its document.")
    blocks = tuple(_block(_Fields(block)) for block in fields.list_of("blocks"))
    if len(blocks) not in (1, 2):
        raise BadInput("An anchor stands in one block or has two ends.")
    return Anchor(
        kind=cast(DocumentKind, kind),
        rev=document.word("rev"),
        exact=quote.word("exact"),
        prefix=quote.word("prefix"),
        suffix=quote.word("suffix"),
        start=position.whole("start"),
        end=position.whole("end"),
        blocks=blocks,
        between=fields.whole("between"),
        route=_route(by_type.get("RangeSelector")),
    )


def _route(selector: "_Fields | None") -> Route | None:
    if selector is None:
        return None
    start, end = _Fields(selector.any("startSelector")), _Fields(selector.any("endSelector"))
    return Route(start.word("value"), start.whole("offset"), end.word("value"), end.whole("offset"))


def _block(fields: "_Fields") -> BlockAnchor:
    neighbours = fields.words("neighbours")
    lines = fields.any("lines")
    if len(neighbours) != NEIGHBOURS:
        raise BadInput("An anchor's block has six neighbours.")
    return BlockAnchor(
        block=fields.word("block"),
        kind=fields.word("kind"),
        hash=fields.word("hash"),
        text=fields.word("text"),
        text_at=None if fields.any("text_at") is None else fields.whole("text_at"),
        offset=fields.whole("offset"),
        length=fields.whole("length"),
        ordinal=fields.whole("ordinal"),
        copies=fields.whole("copies"),
        neighbours=neighbours,
        section=fields.words("section"),
        lines=None if lines is None else _pair(lines),
    )


def _pair(lines: object) -> tuple[int, int]:
    if not isinstance(lines, list) or len(lines) != 2 or not all(type(line) is int and line >= 0 for line in lines):
        raise BadInput("Lines are two numbers.")
    return lines[0], lines[1]


class _Fields:
    """A JSON object whose fields are read by their type, or refused."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, Mapping):
            raise BadInput("A part of an anchor is no object.")
        self.value: Mapping[str, object] = value

    def any(self, name: str) -> object:
        if name not in self.value:
            raise BadInput(f"An anchor lacks `{name}`.")
        return self.value[name]

    def word(self, name: str) -> str:
        value = self.any(name)
        if not isinstance(value, str):
            raise BadInput(f"An anchor's `{name}` is text.")
        return value

    def whole(self, name: str) -> int:
        value = self.any(name)
        if type(value) is not int or not 0 <= value < 2**53:
            raise BadInput(f"An anchor's `{name}` is a whole number.")
        return value

    def list_of(self, name: str) -> list[object]:
        value = self.any(name)
        if not isinstance(value, list):
            raise BadInput(f"An anchor's `{name}` is a list.")
        return value

    def words(self, name: str) -> tuple[str, ...]:
        value = self.list_of(name)
        if not all(isinstance(one, str) for one in value):
            raise BadInput(f"An anchor's `{name}` is a list of texts.")
        return tuple(cast(list[str], value))


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _cut(text: str, start: int, end: int | None) -> str:
    """A piece of a text between offsets of UTF-16 units."""
    piece = text.encode("utf-16-le", "surrogatepass")[max(start, 0) * 2 : None if end is None else max(end, 0) * 2]
    return piece.decode("utf-16-le", "surrogatepass")
