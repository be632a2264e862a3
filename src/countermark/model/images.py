"""Images: pictures that a person puts beside words; what they are is read from their first bytes."""

from collections.abc import Mapping
from dataclasses import dataclass

MAX_IMAGE_BYTES = 5 * 1024 * 1024
MAX_ALL_BYTES = 500 * 1024 * 1024  # of all images of a hub
ENDINGS: Mapping[str, str] = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}


@dataclass(frozen=True)
class Picture:
    """An image's bytes under their digest."""

    sha256: str
    media_type: str
    content: bytes


def media_type_of(content: bytes) -> str | None:
    """Which of the four kinds of image these bytes are; None for anything else, SVG above all."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        return "image/png"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "image/webp"
    return None


def file_name(sha256: str, media_type: str) -> str:
    """What an image is called where an agent opens it."""
    return f"{sha256}.{ENDINGS[media_type]}"
