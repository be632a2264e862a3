"""One exchange between a browser and a site, as a way in changes it: what goes on to the site, what comes back."""

from collections.abc import AsyncIterator, Iterator, Sequence

from countermark.page_side.activation import tell_blocked
from countermark.page_side.decoding import Decoder, Undecoded, decoder
from countermark.page_side.injection import Injection
from countermark.page_side.policy import admits_own_scripts, nonce_of

PREFIX = "/__inline-review"
Headers = Sequence[tuple[bytes, bytes]]  # as ASGI and h11 have them; names in lower case
# A page with our script is another page for every cache: its tag says so, and is known again by its end.
MARK = b"-countermark"
# What tells a length, a digest or a moment of the body as the site made it.
OUTDATED = {
    *(b"content-length", b"content-encoding", b"content-md5", b"digest", b"content-digest", b"repr-digest"),
    *(b"accept-ranges", b"last-modified"),
}
# Pages of their own kind: no content, a part of one, or a redirect that nobody sees.
NEVER = {204, 205, 206, *range(300, 400)}
WIDE = (b"utf-16", b"utf-32", b"ucs-2", b"unicode")


def is_review_path(path: str) -> bool:
    """Whether a path belongs to the review and not to the site: `/__inline-reviewer` is the site's own."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")


class Exchange:
    """Ask for `onward`, then tell what was `answered`, then pass the body through."""

    def __init__(self, method: bytes, headers: Headers, *, path: str = "/") -> None:
        self._method = method.upper()
        self._path = path
        self._is_ours_again = False  # the browser asks whether the page with our script in it has changed
        self._host = _first(headers, b"host").decode("latin-1")
        self.onward: list[tuple[bytes, bytes]] = list(self._changed(headers))
        # After `answered`: whether the body changes, and how long the site says that it is.
        self.changes = False
        self.length: int | None = None
        self._decoder: Decoder = Undecoded()
        self._injection = Injection()

    def _changed(self, headers: Headers) -> Iterator[tuple[bytes, bytes]]:
        """The request as the site gets it: nothing compressed, and no question about a page that is not the site's."""
        wants_page = b"text/html" in _first(headers, b"accept")
        for name, value in headers:
            if name == b"if-none-match":
                kept = list(self._tags(value, wants_page=wants_page))
                if kept:
                    yield name, b", ".join(kept)
            elif name == b"accept-encoding":
                continue
            elif name != b"if-modified-since" or not wants_page:
                yield name, value
        yield b"accept-encoding", b"identity"

    def _tags(self, value: bytes, *, wants_page: bool) -> Iterator[bytes]:
        """A browser that had the page before we came must not be told that it has not changed."""
        for tag in (part.strip() for part in value.split(b",")):
            if tag.endswith(MARK + b'"'):
                self._is_ours_again = True
                yield tag[: -len(MARK) - 1] + b'"'
            elif not wants_page:
                yield tag

    def answered(self, status: int, headers: Headers) -> list[tuple[bytes, bytes]]:
        """The headers for the browser; those of a changed body tell no length (see `length`)."""
        if status == 304 and self._is_ours_again:
            return [(name, _marked(value) if name == b"etag" else value) for name, value in headers]
        opened = self._opened(status, headers)
        if opened is None:
            return list(headers)
        self.changes, self._decoder = True, opened
        length = _first(headers, b"content-length")
        self.length = int(length) if length.isdigit() else None
        self._heed_policies(headers)
        return [(name, _marked(value) if name == b"etag" else value) for name, value in headers if name not in OUTDATED]

    def _opened(self, status: int, headers: Headers) -> Decoder | None:
        """How to read the body, if it is a page that gets our script."""
        if self._method in (b"HEAD", b"CONNECT") or status < 200 or status in NEVER:
            return None
        if not _is_html([value for name, value in headers if name == b"content-type"]):
            return None
        if _first(headers, b"content-disposition").lower().startswith(b"attachment"):
            return None
        if any(name == b"content-range" for name, _ in headers):
            return None
        codings = [value for name, value in headers if name == b"content-encoding"]
        return decoder(b",".join(codings).decode("latin-1"))

    def _heed_policies(self, headers: Headers) -> None:
        policies = [value.decode("latin-1") for name, value in headers if name == b"content-security-policy"]
        is_blocked = not all(admits_own_scripts(policy, host=self._host) for policy in policies)
        self._injection = Injection(nonce=nonce_of(",".join(policies)), host=self._host, is_blocked=is_blocked)
        self._tell_if_blocked()

    def _tell_if_blocked(self) -> None:
        if self._injection.is_blocked:
            tell_blocked(self._path)

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """What goes on for these bytes of the body; raises CannotDecode."""
        for piece in self._decoder.pieces(chunk):
            given = self._injection.feed(piece)
            self._tell_if_blocked()
            if given:
                yield given

    def end(self) -> bytes:
        """What is left at the end of the body."""
        return self._injection.end()

    def whole(self, body: bytes) -> bytes:
        """A body that is there as a whole; raises CannotDecode."""
        return b"".join(self.feed(body)) + self.end()

    async def stream(self, body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """A body that comes piece by piece; raises CannotDecode."""
        async for piece in body:
            for given in self.feed(piece):
                yield given
        if rest := self.end():
            yield rest


def _first(headers: Headers, wanted: bytes) -> bytes:
    return next((value for name, value in headers if name == wanted), b"")


def _marked(tag: bytes) -> bytes:
    return tag[:-1] + MARK + b'"' if tag.endswith(b'"') else tag


def _is_html(types: list[bytes]) -> bool:
    if len(types) != 1:
        return False
    kind, _, parameters = types[0].lower().partition(b";")
    return kind.strip() == b"text/html" and not any(wide in parameters for wide in WIDE)
