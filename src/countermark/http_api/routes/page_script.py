"""The overlay's scripts as one site gets them: the first begins with the site's token, and fetches the late one.

Both have one address: whatever way in serves the script, and wherever, serves its late part as well.
"""

import hashlib
import json
from pathlib import Path

from starlette.responses import Response

OVERLAY = Path(__file__).resolve().parents[2] / "static" / "overlay.js"
LATE = OVERLAY.with_name("overlay-late.js")
TYPE = "text/javascript; charset=utf-8"
NOT_BUILT = (
    b'console.error("Countermark: the overlay is not built yet. Run `make web`, then reload.", import.meta.url);\n'
)


class OverlayScript:
    """One built script, read anew when a developer has built it anew."""

    def __init__(self, path: Path = OVERLAY) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._module = NOT_BUILT

    def module(self) -> bytes:
        """The script without a token."""
        try:
            found = self._path.stat()
            if (found.st_mtime_ns, found.st_size) != self._seen:
                self._module = self._path.read_bytes()
                self._seen = (found.st_mtime_ns, found.st_size)
        except FileNotFoundError:
            self._module, self._seen = NOT_BUILT, None
        return self._module

    def answer(self, *, token: str | None, if_none_match: str | None) -> Response:
        """The script, behind a site's token if there is one; or that the browser's copy is still good."""
        told = json.dumps({"token": token}, separators=(",", ":"))
        body = (b"" if token is None else f"const COUNTERMARK_SITE={told};\n".encode()) + self.module()
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        headers = {"etag": etag, "cache-control": "no-cache"}
        if if_none_match is not None and etag in {each.strip().removeprefix("W/") for each in if_none_match.split(",")}:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=TYPE, headers=headers)
