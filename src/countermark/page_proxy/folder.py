"""A folder as a site: its files, `index.html` for a folder, `about.html` for `/about`, never anything outside of it."""

import mimetypes
import os
import re
import stat
from collections.abc import AsyncIterator
from email.utils import formatdate, parsedate_to_datetime
from html import escape
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from countermark.page_proxy.words import Headers, SiteRequest, SiteResponse, page_response, pieces, text_response

PIECE = 256 * 1024
# Said here so that a page looks the same on every machine, whatever its own tables say.
TYPES = {
    ".avif": "image/avif",
    ".css": "text/css",
    ".html": "text/html",
    ".htm": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "text/xml",
}
IN_UTF_8 = re.compile(r"text/|application/(?:json|manifest\+json)")
SAYS_ITS_LETTERS = re.compile(rb"^(?:\xff\xfe|\xfe\xff)|<meta[^>]+charset", re.IGNORECASE)
RANGE = re.compile(rb"bytes=([0-9]{0,18})-([0-9]{0,18})")
HIDDEN = re.compile(r"\.(?!well-known$)")


class ServedFolder:
    """What lies below `root`; `kept_back` is the file with the notes, which is no part of the site."""

    def __init__(self, root: Path, *, kept_back: Path) -> None:
        self._root = root
        self._kept_back = kept_back

    async def ask(self, asked: SiteRequest) -> SiteResponse:
        """The file for a path."""
        if asked.method not in (b"GET", b"HEAD"):
            return text_response(405, "A folder of files can only be read.", (b"allow", b"GET, HEAD"))
        try:
            return self._found(asked)
        except PermissionError:
            return page_response(403, "Not readable", "The file system does not let page review read this.")

    def _found(self, asked: SiteRequest) -> SiteResponse:
        words = self._words(asked.path)
        if words is None:
            return self._missing()
        place = self._root.joinpath(*words)
        if self._is_folder(place):
            return self._in_folder(asked, place, words)
        for found in (place, place.with_name(f"{place.name}.html")):
            answer = None if asked.path.endswith(b"/") else self._file(asked, found)
            if answer is not None:
                return answer
        return self._missing()

    def leave(self) -> None:
        """There is nothing to give up."""

    def _words(self, path: bytes) -> list[str] | None:
        """The steps from the root; None if one of them leads out of it, is hidden, or can be no name of a file."""
        words = [os.fsdecode(unquote_to_bytes(part)) for part in path.split(b"/")]
        words = [word for word in words if word]
        if any(HIDDEN.match(word) or "/" in word or "\0" in word for word in words):
            return None
        return words

    def _is_inside(self, place: Path) -> bool:
        """Whether it is what it seems: no link leads out or to what is hidden, and the notes stay ours."""
        try:
            real = place.resolve(strict=True)
        except (OSError, ValueError, RuntimeError):
            return False
        if not real.is_relative_to(self._root) or self._is_kept_back(real):
            return False
        return not any(HIDDEN.match(step) for step in real.relative_to(self._root).parts)

    def _is_kept_back(self, real: Path) -> bool:
        """Whether it is the file with the notes, or a copy of one that could not be read (store/pages/disk.py)."""
        kept_back = self._kept_back
        return real == kept_back or (real.parent == kept_back.parent and real.name.startswith(f"{kept_back.name}."))

    def _is_folder(self, place: Path) -> bool:
        return self._is_inside(place) and place.is_dir()

    def _in_folder(self, asked: SiteRequest, place: Path, words: list[str]) -> SiteResponse:
        here = "".join(f"/{quote(os.fsencode(word))}" for word in words)
        if not asked.path.endswith(b"/"):
            _, mark, query = asked.target.partition(b"?")
            return SiteResponse(301, [(b"location", here.encode("ascii") + b"/" + mark + query), NONE], pieces())
        return self._file(asked, place / "index.html") or self._contents(place, here)

    def _contents(self, place: Path, here: str) -> SiteResponse:
        names = sorted(each.name + "/" * each.is_dir() for each in place.iterdir() if self._is_shown(each))
        links = "".join(f'<li><a href="{quote(os.fsencode(name))}">{escape(_shown(name))}</a></li>' for name in names)
        title = escape(_shown(f"{self._root.name}{here}"))
        body = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
        body += f"<body><h1>{title}</h1><ul>{links}</ul></body></html>\n"
        return SiteResponse(200, [(b"content-type", b"text/html; charset=utf-8")], pieces(body.encode()))

    def _is_shown(self, place: Path) -> bool:
        return not HIDDEN.match(place.name) and self._is_inside(place)

    def _missing(self) -> SiteResponse:
        own = self._root / "404.html"
        if self._is_inside(own) and own.is_file():
            return SiteResponse(404, [(b"content-type", type_of(own))], pieces(own.read_bytes()))
        return page_response(404, "Not found", "There is no such file in this folder.")

    def _file(self, asked: SiteRequest, place: Path) -> SiteResponse | None:
        """The file, a part of it, or that it has not changed; None if there is none."""
        if not self._is_inside(place):
            return None
        found = place.stat()
        if not stat.S_ISREG(found.st_mode):
            return None
        headers: Headers = [
            (b"etag", b'"%x-%x-%x"' % (found.st_mtime_ns, found.st_size, found.st_ino)),
            (b"last-modified", formatdate(found.st_mtime, usegmt=True).encode("ascii")),
            (b"cache-control", b"no-cache"),
        ]
        if is_unchanged(asked, headers, int(found.st_mtime)):
            return SiteResponse(304, headers, pieces())
        place.open("rb").close()  # one that may not be read is refused before the answer begins
        return _sent(asked, place, [*headers, (b"content-type", type_of(place))], found.st_size)


NONE = (b"content-length", b"0")


def _shown(name: str) -> str:
    """A file's name as text, also one that is no UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")


def _sent(asked: SiteRequest, place: Path, headers: Headers, size: int) -> SiteResponse:
    headers.append((b"accept-ranges", b"bytes"))
    wanted = asked.header(b"range")
    is_current = asked.header(b"if-range") in (b"", *(value for name, value in headers if name == b"etag"))
    part = part_of(wanted, size) if is_current else None
    if part is None:
        return SiteResponse(200, [*headers, (b"content-length", b"%d" % size)], _read(place, 0, size))
    first, last = part
    if first > last:
        return SiteResponse(416, [(b"content-range", b"bytes */%d" % size), NONE], pieces())
    told = [
        (b"content-range", b"bytes %d-%d/%d" % (first, last, size)),
        (b"content-length", b"%d" % (last - first + 1)),
    ]
    return SiteResponse(206, [*headers, *told], _read(place, first, last - first + 1))


def part_of(wanted: bytes, size: int) -> tuple[int, int] | None:
    """First and last byte of the one part that is asked for (first > last: there is no such part); None: send all."""
    found = RANGE.fullmatch(wanted.strip())
    if found is None or found[1] == found[2] == b"":
        return None
    if not found[1]:
        return (max(0, size - int(found[2])), size - 1) if int(found[2]) else (1, 0)
    first, last = int(found[1]), min(int(found[2] or size - 1), size - 1)
    if found[2] and int(found[2]) < first:
        return None
    return (first, last) if first < size else (1, 0)


def is_unchanged(asked: SiteRequest, headers: Headers, changed_at: int) -> bool:
    """Whether the browser's copy is still good (RFC 9110 13.2.2)."""
    tags = asked.header(b"if-none-match")
    if tags:
        known = {tag.strip().removeprefix(b"W/") for tag in tags.split(b",")}
        return b"*" in known or any(name == b"etag" and value in known for name, value in headers)
    since = asked.header(b"if-modified-since")
    try:
        return bool(since) and changed_at <= parsedate_to_datetime(since.decode("latin-1")).timestamp()
    except ValueError:
        return False


def type_of(place: Path) -> bytes:
    """The content type; text is UTF-8 unless a page says otherwise itself."""
    ending = place.suffix.lower()
    kind = TYPES.get(ending) or mimetypes.guess_type(f"x{ending}")[0] or "application/octet-stream"
    if not IN_UTF_8.match(kind):
        return kind.encode("ascii")
    if kind == "text/html":
        with place.open("rb") as file:
            if SAYS_ITS_LETTERS.search(file.read(1024)):
                return b"text/html"
    return f"{kind}; charset=utf-8".encode("ascii")


async def _read(place: Path, start: int, length: int) -> AsyncIterator[bytes]:
    with place.open("rb") as file:
        file.seek(start)
        while length > 0 and (piece := file.read(min(PIECE, length))):
            length -= len(piece)
            yield piece
