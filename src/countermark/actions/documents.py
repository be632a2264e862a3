"""Documents: the text is kept as it comes; it is rendered when somebody opens it, and the first screen of it first."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.documents.markdown.blocks import Document
from countermark.documents.markdown.packed import PackedDocument
from countermark.documents.markdown.title import TooFar, title_of
from countermark.model.errors import NotFound, TooLarge
from countermark.model.reviews import MAX_DOCUMENT_BYTES

SHORT_PAIR = 64_000  # characters of two texts: paired and compared within some 200 ms, whatever they are


@dataclass(frozen=True)
class Prepared:
    """A text, ready to be submitted: not rendered yet."""

    text: str
    sha256: str
    title: str | None


async def prepare(desk: Desk, text: str) -> Prepared:
    """Take in a text that an agent submits. Raises `TooLarge` over 1 MB."""
    encoded = text.encode("utf-8", "replace")  # a lone surrogate cannot be stored; it becomes "?"
    if len(encoded) > MAX_DOCUMENT_BYTES:
        raise TooLarge(
            f"The document has {len(encoded):,} bytes; 1,048,576 is the limit.",
            hint="Split it, or submit the part that needs a decision.",
        )
    valid, sha256 = encoded.decode(), hashlib.sha256(encoded).hexdigest()
    try:
        title = await asyncio.to_thread(title_of, valid)
    except TooFar:  # rare: no heading for pages, or one whose words are defined further down
        title = (await desk.renderings.of(sha256, valid)).title
    desk.renderings.expect(valid)
    return Prepared(valid, sha256, title)


async def document_of(desk: Desk, sha256: str) -> Document:
    """The rendering of a stored text, whole: large, and to be let go of soon. Raises `NotFound` or `WorkNotDone`."""
    packed = await packed_of(desk, sha256)
    return await asyncio.to_thread(packed.document)


async def packed_of(desk: Desk, sha256: str) -> PackedDocument:
    """The rendering of a stored text, to read parts of it. Raises `NotFound` or `WorkNotDone`."""
    return desk.renderings.remembered(sha256) or await desk.renderings.of(sha256, await text_of(desk, sha256))


async def early_slices(desk: Desk, sha256: str) -> AsyncIterator[tuple[int, str]]:
    """Slices of a long text that is not rendered yet, with their numbers, when each is known. Raises `NotFound`."""
    if desk.renderings.remembered(sha256) is None:
        async for numbered in desk.renderings.early(sha256, await text_of(desk, sha256)):
            yield numbered


async def text_of(desk: Desk, sha256: str) -> str:
    """The text as the agent submitted it."""
    text = await desk.read(lambda reader: reader.text(sha256))
    if text is None:
        raise NotFound("The text of this revision is not kept any more.")
    return text


async def are_long(desk: Desk, old: str, new: str) -> bool:
    """Are two texts, given their digests, so long that work on both belongs into a worker?"""
    return len(await text_of(desk, old)) + len(await text_of(desk, new)) > SHORT_PAIR
