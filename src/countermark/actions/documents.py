"""Documents: the text is kept, its rendering is made from it, off the event loop, once while it is remembered."""

import hashlib
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.documents.markdown import Document
from countermark.model.errors import NotFound, TooLarge
from countermark.model.reviews import MAX_DOCUMENT_BYTES


@dataclass(frozen=True)
class Prepared:
    """A text with its rendering, ready to be submitted."""

    text: str
    document: Document


async def prepare(desk: Desk, text: str) -> Prepared:
    """Render a text that an agent submits. Raises `TooLarge` over 1 MB."""
    encoded = text.encode("utf-8", "replace")  # a lone surrogate cannot be stored; it becomes "?"
    if len(encoded) > MAX_DOCUMENT_BYTES:
        raise TooLarge(
            f"The document has {len(encoded):,} bytes; 1,048,576 is the limit.",
            hint="Split it, or submit the part that needs a decision.",
        )
    valid = encoded.decode()
    return Prepared(valid, await desk.renderings.of(hashlib.sha256(encoded).hexdigest(), valid))


async def document_of(desk: Desk, sha256: str) -> Document:
    """The rendering of a stored text."""
    return desk.renderings.remembered(sha256) or await desk.renderings.of(sha256, await text_of(desk, sha256))


async def text_of(desk: Desk, sha256: str) -> str:
    """The text as the agent submitted it."""
    text = await desk.read(lambda reader: reader.text(sha256))
    if text is None:
        raise NotFound("The text of this revision is not kept any more.")
    return text
