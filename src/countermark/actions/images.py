"""Images: taken in by what they are, kept by their digest, and put where an agent can open them."""

import asyncio
import hashlib
from collections.abc import Iterable
from pathlib import Path

from countermark.actions.desk import Change, Desk, must
from countermark.model.actors import Actor
from countermark.model.annotations import Image
from countermark.model.errors import BadInput, Busy, StoreFailed, TooLarge
from countermark.model.happenings import ImageAdded
from countermark.model.images import MAX_ALL_BYTES, MAX_IMAGE_BYTES, Picture, file_name, media_type_of
from countermark.store.base import Reader
from countermark.workspace.files import put_private


async def add_image(desk: Desk, content: bytes, *, by: Actor) -> Picture:
    """Keep an image. The same bytes are the same image. Raises `TooLarge`, `BadInput` or `Busy`."""
    if len(content) > MAX_IMAGE_BYTES:
        raise TooLarge("The image is larger than 5 MB.", hint="Make it smaller, then add it again.")
    media_type = media_type_of(content)
    if media_type is None:
        raise BadInput("This is no PNG, JPEG, GIF or WebP image.", hint="Save it as PNG, then add it again.")
    picture = Picture(await asyncio.to_thread(image_digest, content), media_type, content)

    def work(change: Change) -> Picture:
        if change.read.media_type(picture.sha256) is None:
            if change.read.picture_bytes() + len(content) > MAX_ALL_BYTES:
                raise Busy("Images fill the 500 MB that they may take.", hint="Describe it in words.")
            change.save(picture, ImageAdded(picture.sha256, media_type, len(content)))
        return picture

    return await desk.change(by, work)


def image_digest(content: bytes) -> str:
    """The SHA-256 of bytes."""
    return hashlib.sha256(content).hexdigest()


async def image(desk: Desk, sha256: str) -> Picture:
    """A kept image, or `NotFound`."""
    return must(await desk.read(lambda reader: reader.picture(sha256)))


def path_of(folder: Path, image: Image) -> str:
    """Where an agent opens an image."""
    return str(folder / file_name(image.sha256, image.media_type))


def put_for_agent(folder: Path, reader: Reader, images: Iterable[Image]) -> None:
    """Write images where the agent can open them, before it is told about them. Raises `StoreFailed`."""
    for each in {image.sha256: image for image in images}.values():
        path = Path(path_of(folder, each))
        try:
            if not path.exists():
                put_private(path, must(reader.picture(each.sha256)).content)
        except OSError as error:
            raise StoreFailed(f"The images cannot be put where the agent can open them: {error.strerror}.") from error
