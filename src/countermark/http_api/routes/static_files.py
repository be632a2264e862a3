"""The desk's own page and its parts, served from memory: one page for every view, hashed parts cached for ever."""

import gzip
import hashlib
import os
import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from countermark.http_api.guards.edge import SAFE_METHODS, is_api
from countermark.http_api.guards.errors import JSON_TYPE, refusal_body
from countermark.http_api.guards.refusals import MethodRefused, NoSuchPath

STATIC_FOLDER = Path(__file__).resolve().parents[2] / "static"
INDEX = "/index.html"
HASHED = "/assets/"

ONE_YEAR = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
ANY_TYPE = "application/octet-stream"
WORTH_PACKING = frozenset({".css", ".html", ".js", ".json", ".map", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest"})
SMALLEST_PACKED = 512
GZIP_LEVEL = 6  # at start, within milliseconds; the build brings its own .gz with a better one

NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Countermark</title></head>
<body>
<h1>The desk's page is not built yet</h1>
<p>This is a source tree. Run <code>make web</code> in it, then reload this page.</p>
<p>The hub itself runs: agents are heard, and nothing they ask is lost.</p>
</body>
</html>
"""


@dataclass(frozen=True)
class ReadyFile:
    """One file, ready to send."""

    content_type: str
    cache: str
    plain: bytes
    packed: bytes | None
    digest: str = field(default="")


class StaticFiles:
    """An ASGI app; names are looked up in a table made at start, so no request ever becomes a file name.

    It stands beside the API, not in a mount at `/`: that would swallow the 405 of the routes before it.
    """

    def __init__(self, folder: Path = STATIC_FOLDER) -> None:
        self._folder = folder
        self._parts = read_parts(folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        path, none_such = scope["path"], Response(refusal_body(NoSuchPath()), 404, media_type=JSON_TYPE)
        if is_api(path):
            return none_such
        if scope["method"] not in SAFE_METHODS:
            return Response(refusal_body(MethodRefused()), 405, {"allow": "GET, HEAD"}, media_type=JSON_TYPE)
        if not self._parts:  # a developer may build the page while the hub runs
            self._parts = read_parts(self._folder)
        part = self._parts.get(INDEX if is_view(path) else path)
        if part is not None:
            return part_response(part, scope=scope)
        if not self._parts and is_view(path):
            return Response(NOT_BUILT, 503, media_type=TYPES[".html"])
        return none_such


def is_view(path: str) -> bool:
    """Whether a path is a place inside the one page: no file extension."""
    return not PurePosixPath(path).suffix


def read_parts(folder: Path) -> dict[str, ReadyFile]:
    """Every file under the folder by the path it is asked for; links are not followed."""
    found: dict[str, ReadyFile] = {}
    for parent, folders, names in os.walk(folder, followlinks=False):
        folders.sort()
        for file in sorted(Path(parent, name) for name in names):
            if not file.is_symlink() and file.suffix != ".gz":
                found["/" + file.relative_to(folder).as_posix()] = read_part(file, folder=folder)
    return found if INDEX in found else {}


def read_part(file: Path, *, folder: Path) -> ReadyFile:
    """One file with its packed form."""
    plain = file.read_bytes()
    hashed = ("/" + file.relative_to(folder).as_posix()).startswith(HASHED)
    return ReadyFile(
        content_type=TYPES.get(file.suffix, ANY_TYPE),
        cache=ONE_YEAR if hashed else ASK_EACH_TIME,
        plain=plain,
        packed=_packed(file, plain),
        digest=hashlib.sha256(plain).hexdigest()[:32],
    )


def _packed(file: Path, plain: bytes) -> bytes | None:
    built = file.with_name(file.name + ".gz")
    if built.is_file() and not built.is_symlink() and built.stat().st_mtime >= file.stat().st_mtime:
        return built.read_bytes()
    if file.suffix not in WORTH_PACKING or len(plain) < SMALLEST_PACKED:
        return None
    packed = gzip.compress(plain, GZIP_LEVEL, mtime=0)
    return packed if len(packed) < len(plain) else None


def part_response(part: ReadyFile, *, scope: Scope) -> Response:
    """A part, packed if the client can read that; or that the one it has is still right."""
    packed = part.packed if accepts_gzip(scope) else None
    etag = f'"{part.digest}{"" if packed is None else "-gz"}"'
    headers = {"etag": etag, "cache-control": part.cache}
    if part.packed is not None:
        headers["vary"] = "accept-encoding"
    if has_already(etag, scope=scope):
        return Response(status_code=304, headers=headers)
    if packed is None:
        return Response(part.plain, headers=headers, media_type=part.content_type)
    return Response(packed, headers={**headers, "content-encoding": "gzip"}, media_type=part.content_type)


def accepts_gzip(scope: Scope) -> bool:
    """Whether Accept-Encoding names gzip and does not refuse it with q=0."""
    offers = _list(scope, b"accept-encoding")
    return any(re.fullmatch(r"gzip(?:\s*;\s*q=(?!0(?:\.0*)?$)[0-9.]+)?", offer.lower()) for offer in offers)


def has_already(etag: str, *, scope: Scope) -> bool:
    """Whether If-None-Match names this very form."""
    return any(known == "*" or known.removeprefix("W/") == etag for known in _list(scope, b"if-none-match"))


def _list(scope: Scope, name: bytes) -> list[str]:
    values = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return [item.strip() for value in values for item in value.split(",") if item.strip()]
