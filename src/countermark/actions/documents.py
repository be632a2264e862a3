"""Documents: the text is kept, its rendering is made from it, off the event loop, once while it is remembered."""

import asyncio
import hashlib
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.documents.markdown.blocks import Document
from countermark.documents.markdown.packed import PackedDocument
from countermark.model.errors import NotFound, TooLarge
from countermark.model.reviews import MAX_DOCUMENT_BYTES

SHORT_PAIR = 64_000  # characters of two texts: paired and compared within some 200 ms, whatever they are


@dataclass(frozen=True)
class Prepared:
    """A text with its rendering, ready to be submitted."""

    text: str
    document: PackedDocument


async def prepare(desk: Desk, text: str) -> Prepared:
    """Render a text that an agent submits. Raises `TooLarge` over 1 MB, `WorkFailed` if it takes too long."""
    encoded = text.encode("utf-8", "replace")  # a lone surrogate cannot be stored; it becomes "?"
    if len(encoded) > MAX_DOCUMENT_BYTES:
        raise TooLarge(
            f"The document has {len(encoded):,} bytes; 1,048,576 is the limit.",
            hint="Split it, or submit the part that needs a decision.",
        )
    valid = encoded.decode()
    return Prepared(valid, await desk.renderings.of(hashlib.sha256(encoded).hexdigest(), valid))


async def document_of(desk: Desk, sha256: str) -> Document:
    """The rendering of a stored text, whole: large, and to be let go of soon. Raises `NotFound` or `WorkFailed`."""
    packed = await packed_of(desk, sha256)
    return await asyncio.to_thread(packed.document)


async def packed_of(desk: Desk, sha256: str) -> PackedDocument:
    """The rendering of a stored text, to read parts of it. Raises `NotFound` or `WorkFailed`."""
    return desk.renderings.remembered(sha256) or await desk.renderings.of(sha256, await text_of(desk, sha256))


async def text_of(desk: Desk, sha256: str) -> str:
    """The text as the agent submitted it."""
    text = await desk.read(lambda reader: reader.text(sha256))
    if text is None:
        raise NotFound("The text of this revision is not kept any more.")
    return text


async def are_long(desk: Desk, old: str, new: str) -> bool:
    """Are two texts, given their digests, so long that work on both belongs into a worker?"""
    return len(await text_of(desk, old)) + len(await text_of(desk, new)) > SHORT_PAIR
