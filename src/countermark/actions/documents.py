"""Documents as they are kept: rendered once per text, off the event loop, and cached beside the journal."""

import asyncio
import json
from dataclasses import asdict, dataclass

from countermark.actions.desk import Desk
from countermark.documents.markdown import RENDERER_VERSION, Block, Document, Heading, render
from countermark.model.errors import NotFound, TooLarge
from countermark.model.reviews import MAX_DOCUMENT_BYTES
from countermark.store.base import Rendering


@dataclass(frozen=True)
class Prepared:
    """A text with its rendering, ready to be submitted."""

    text: str
    document: Document


async def prepare(desk: Desk, text: str) -> Prepared:
    """Render a text that an agent submits. Raises `TooLarge` over 1 MB."""
    valid = text.encode("utf-8", "replace").decode()  # a lone surrogate cannot be stored; it becomes "?"
    size = len(valid.encode())
    if size > MAX_DOCUMENT_BYTES:
        raise TooLarge(
            f"The document has {size:,} bytes; 1,048,576 is the limit.",
            hint="Split it, or submit the part that needs a decision.",
        )
    document = await asyncio.to_thread(render, valid)
    return Prepared(valid, desk.renderings.keep(document))


async def store_rendering(desk: Desk, document: Document) -> None:
    """Cache a rendering beside the journal, so that a restarted hub need not render again."""
    content = await asyncio.to_thread(json.dumps, asdict(document), ensure_ascii=False)
    await desk.beside(lambda txn: txn.put_rendering(Rendering(document.sha256, RENDERER_VERSION, content)))


async def document_of(desk: Desk, sha256: str) -> Document:
    """The rendering of a stored text: from memory, from the cache, or made anew."""
    remembered = desk.renderings.get(sha256)
    if remembered is not None:
        return remembered
    cached = await desk.read(lambda reader: reader.rendering(sha256, version=RENDERER_VERSION))
    if cached is not None:
        return desk.renderings.keep(await asyncio.to_thread(revived, cached))
    document = await asyncio.to_thread(render, await text_of(desk, sha256))
    await store_rendering(desk, document)
    return desk.renderings.keep(document)


async def text_of(desk: Desk, sha256: str) -> str:
    """The text as the agent submitted it."""
    text = await desk.read(lambda reader: reader.text(sha256))
    if text is None:
        raise NotFound("The text of this revision is not kept any more.")
    return text


def revived(cached: Rendering) -> Document:
    """A document from its cached JSON."""
    found = json.loads(cached.content)
    front_matter = found["front_matter"]
    return Document(
        **{
            **found,
            "blocks": tuple(Block(**block) for block in found["blocks"]),
            "toc": tuple(Heading(**heading) for heading in found["toc"]),
            "slices": tuple(found["slices"]),
            "front_matter": None if front_matter is None else tuple((key, value) for key, value in front_matter),
        }
    )
