"""Images for the browser: taken in as base 64, served as what they are and nothing else."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from countermark.actions import images
from countermark.http_api.dependencies import TheDesk, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import annotation_wire as wire
from countermark.model.images import ENDINGS

router = APIRouter(prefix="/api/images", tags=["images"])

# Kept for requests with the same token only, so that a browser that was signed out shows none of them.
KEPT = {"cache-control": "private, max-age=31536000, immutable", "vary": "Authorization"}
PICTURE = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in ENDINGS}


@router.post("", responses=error_responses(429))
async def add_image(desk: TheDesk, by: ThePerson, given: wire.ImageGiven) -> wire.Image:
    """Keep a PNG, JPEG, GIF or WebP image of at most 5 MB; the same bytes are the same image."""
    picture = await images.add_image(desk, given.data, by=by)
    return wire.Image(name=given.name, sha256=picture.sha256, media_type=picture.media_type)


@router.get("/{sha256}", response_class=Response, responses={**error_responses(404), 200: {"content": PICTURE}})
async def read_image(desk: TheDesk, sha256: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]) -> Response:
    """An image's bytes; they never change."""
    picture = await images.image(desk, sha256)
    return Response(picture.content, media_type=picture.media_type, headers=KEPT)
