"""One request and one answer, as the parts of the proxy hand them to each other."""

from collections.abc import AsyncIterator
from html import escape
from typing import NamedTuple, Protocol

Headers = list[tuple[bytes, bytes]]  # names in lower case
# What changes nothing (RFC 9110 9.2.1) can be asked twice.
SAFE = frozenset({b"GET", b"HEAD", b"OPTIONS"})
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>{refresh}
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}}</style></head>
<body><h1>{title}</h1><p>{text}</p></body></html>
"""


class SiteRequest(NamedTuple):
    """What a browser asks."""

    method: bytes
    target: bytes  # path and query
    headers: Headers
    host: bytes
    body: AsyncIterator[bytes]
    length: int | None  # of the body; None if only its end tells

    @property
    def path(self) -> bytes:
        """The target without its query."""
        return self.target.partition(b"?")[0]

    @property
    def can_be_repeated(self) -> bool:
        """Whether asking once more does no harm, and nothing of it has gone by."""
        return self.method in SAFE and self.length == 0

    def header(self, wanted: bytes) -> bytes:
        """The first header of this name; empty if there is none."""
        return next((value for name, value in self.headers if name == wanted), b"")


class SiteResponse(NamedTuple):
    """What it gets."""

    status: int
    headers: Headers
    body: AsyncIterator[bytes]
    reason: bytes = b""
    is_the_proxys: bool = False  # a page of ours, which nobody reviews


class PageOrigin(Protocol):
    """Where pages come from."""

    async def ask(self, asked: SiteRequest) -> SiteResponse:
        """The answer; its body is read to the end, or `leave` is called."""

    def leave(self) -> None:
        """Forget what is left of an answer; the browser has gone, or all has been said."""


async def pieces(*given: bytes) -> AsyncIterator[bytes]:
    """A body that is there already."""
    for piece in given:
        if piece:
            yield piece


def text_response(status: int, text: str, *headers: tuple[bytes, bytes]) -> SiteResponse:
    """A line of text."""
    body = f"{text}\n".encode()
    described = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
        (b"x-content-type-options", b"nosniff"),
    ]
    return SiteResponse(status, [*described, (b"cache-control", b"no-store"), *headers], pieces(body))


def page_response(status: int, title: str, text: str, *, asks_again: bool = False) -> SiteResponse:
    """A page of ours; `asks_again`: it loads itself anew each second."""
    refresh = '<meta http-equiv="refresh" content="1">' if asks_again else ""
    body = PAGE.format(title=escape(title), text=escape(text), refresh=refresh).encode()
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'"),
    ]
    asking = [(b"retry-after", b"1")] if asks_again else []
    return SiteResponse(status, [*headers, *asking], pieces(body), is_the_proxys=True)
