"""What a rendered document consists of: blocks, headings, slices."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

BlockKind = Literal[
    "front_matter",
    "heading",
    "paragraph",
    "item",
    "row",
    "cell",
    "code",
    "math",
    "quote",
    "alert",
    "footnote",
    "rule",
    "html",
]


# Words that the page does not show, by where they stand; `words` is anywhere else.
UnshownKind = Literal[
    "link_address",
    "link_title",
    "link_label",
    "definition",
    "footnote",
    "picture",
    "picture_data",
    "code_label",
    "attribute",
    "cell",
    "comment",
    "words",
]


@dataclass(frozen=True, slots=True)
class Block:
    """A place in a document that a mark can stand on."""

    id: str  # the value of data-block
    kind: BlockKind
    start_line: int  # 1 is the first line of the source, front matter included
    end_line: int
    text: str  # the visible text of the element, trimmed; an item's without the lists inside it


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the table of contents."""

    id: str  # the heading's HTML id, always with the prefix doc-
    level: int  # 1 to 4
    text: str


@dataclass(frozen=True, slots=True)
class Unshown:
    """A piece of the source that holds words which the page does not show."""

    kind: UnshownKind
    line: int  # 1 is the first
    text: str  # as it is written there


@dataclass(frozen=True, slots=True)
class Document:
    """A rendered text, safe to show; the same for the same text, but for the ink of a fence too slow to colour."""

    slices: tuple[str, ...]  # each is well-formed HTML by itself; never empty
    blocks: tuple[Block, ...]  # in the order in which they open in the HTML
    toc: tuple[Heading, ...]
    title: str | None
    front_matter: tuple[tuple[str, str], ...] | None
    sha256: str  # of the source text in UTF-8, as it was handed in
    unshown: tuple[Unshown, ...] = ()  # in the order of the source
    is_source: bool = False  # the source itself, of a text that takes too much to be rendered

    @property
    def html(self) -> str:
        """The whole document."""
        return "".join(self.slices)


def identified(described: Iterable[tuple[BlockKind, str]]) -> Iterator[str]:
    """An id for each (kind, text), in document order.

    The id depends on what the block says and, for equal blocks, on which of them it is: editing one block leaves the
    ids of all the others as they were.
    """
    met: Counter[str] = Counter()
    for kind, text in described:
        digest = blake2b(f"{kind}\0{text}".encode("utf-8", "replace"), digest_size=6).hexdigest()
        met[digest] += 1
        yield f"b{digest}" if met[digest] == 1 else f"b{digest}-{met[digest]}"
