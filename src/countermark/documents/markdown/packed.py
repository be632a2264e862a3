"""A rendered document as it is kept in memory: compressed, each slice by itself, because few of them are asked for."""

import pickle
import zlib
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from countermark.documents.markdown.blocks import Block, Document, Heading, Unshown
from countermark.documents.markdown.rendering import read_source, render, weave, whole_document
from countermark.documents.markdown.unset import unset

LEVEL = 1  # HTML becomes a sixth of its size in a hundredth of a second for each megabyte


@dataclass(frozen=True, slots=True)
class PackedDocument:
    """What `render` made, in a tenth of the memory. Made and read by this program alone."""

    sha256: str
    title: str | None
    parts: tuple[bytes, ...]  # the slices
    about: bytes  # the table of contents, the front matter, and what is not shown
    the_blocks: bytes
    is_source: bool = False

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return len(self.about) + len(self.the_blocks) + sum(map(len, self.parts))

    def slice(self, number: int) -> str:
        """The HTML of one slice."""
        return zlib.decompress(self.parts[number]).decode("utf-8")

    @property
    def toc(self) -> tuple[Heading, ...]:
        """The headings."""
        headings: tuple[Heading, ...] = _unpacked(self.about)[0]
        return headings

    @property
    def front_matter(self) -> tuple[tuple[str, str], ...] | None:
        """What stood before the document."""
        pairs: tuple[tuple[str, str], ...] | None = _unpacked(self.about)[1]
        return pairs

    @property
    def unshown(self) -> tuple[Unshown, ...]:
        """What the source says and the page does not."""
        items: tuple[Unshown, ...] = _unpacked(self.about)[2]
        return items

    def document(self) -> Document:
        """The whole document, as it was before."""
        slices = tuple(self.slice(number) for number in range(len(self.parts)))
        blocks: tuple[Block, ...] = _unpacked(self.the_blocks)
        toc, front_matter, unshown = _unpacked(self.about)
        return Document(slices, blocks, toc, self.title, front_matter, self.sha256, unshown, self.is_source)


def pack(document: Document) -> PackedDocument:
    """A document, packed."""
    return PackedDocument(
        document.sha256,
        document.title,
        tuple(zlib.compress(html.encode("utf-8"), LEVEL) for html in document.slices),
        _packed((document.toc, document.front_matter, document.unshown)),
        _packed(document.blocks),
        document.is_source,
    )


def render_packed(text: str) -> PackedDocument:
    """Render a text, for somebody who keeps it."""
    return pack(render(text))


def render_growing(text: str) -> Generator[tuple[str, ...], None, PackedDocument]:
    """The same, which tells the slices as soon as they are known: before what they do not show is looked for."""
    source = read_source(text)
    woven = weave(source)
    yield woven.slices
    return pack(whole_document(text, source, woven))


def load_renderer() -> None:
    """Load what the first document of a process would load, that of the usual languages of code included."""
    render("".join(f"```{language}\nx\n```\n" for language in ("bash", "json", "python", "sql", "ts")))


def unset_packed(text: str) -> PackedDocument:
    """The source of a text, as a page."""
    return pack(unset(text))


def _packed(value: object) -> bytes:
    return zlib.compress(pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL), LEVEL)


def _unpacked(packed: bytes) -> Any:
    return pickle.loads(zlib.decompress(packed))
