"""The hop from a way in to the hub, without any I/O: what is sent, and how the answer is read while it comes.

The words of both sides: `POST /pages/sites` makes a site known, `ANY /pages/<site>/__inline-review/…` is one request of
a page, its headers renamed so that the hub can judge the browser's own.
"""

import json
import re
from collections.abc import Iterable, Iterator

from countermark.doorbell.errors import BadAnswer, DoorbellError, HubRefused
from countermark.doorbell.loopback import is_loopback_name
from countermark.doorbell.ring import Response
from countermark.page_side.peer import Peer

CARRIED = {
    *(b"host", b"origin", b"content-type", b"accept", b"if-none-match", b"last-event-id"),
    *(b"x-countermark-site", b"x-countermark-write"),
}
FAMILY = b"sec-fetch-"
# Of the hub's answer, what belongs to its own connection.
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "date", "server"}
# A body up to here is kept, so that a request can be repeated when the hub was gone or had forgotten the site.
KEPT_BODY = 1024 * 1024 + 64 * 1024
# So much of a body that nobody wants is still read: a browser that is cut off while it sends sees no answer at all.
MOST_DRAINED = 64 * 1024 * 1024
LONGEST_REFUSAL = 4096
NO_LIMIT = 1 << 40
PORT = re.compile(r":[0-9]*$")
METHOD = re.compile(r"[A-Z!#$%&'*+.^_`|~0-9-]{1,40}")
NOBODY = Peer()
SAFE_IN_TARGET = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?%")


class BadPageRequest(Exception):
    """A request that cannot be carried on as it is."""


class Stranger(Exception):
    """A request under a name that the person has not named, from somebody whose Host header proves nothing."""

    code: str
    says: str
    hint: str


class FarAway(Stranger):
    """It comes from another machine."""

    code = "far_away"
    says = "Page review does not answer to other machines."
    hint = 'Name the host in the settings of the dev server\'s review tool: hosts = ["…"].'


class OtherUser(Stranger):
    """It comes from another user of this machine, or nobody can see from whom."""

    code = "other_user"
    says = (
        "Page review answers on this machine only to the user of the dev server, and this request is not seen to be "
        "theirs."
    )
    hint = (
        "Open the page as that user. If a reverse proxy stands in between, name the host that you ask for "
        'in the settings of the dev server\'s review tool: hosts = ["…"].'
    )


class CarriedRequest:
    """One request below `/__inline-review`, as the site's server has read it; `target` is its path with its query."""

    __slots__ = ("headers", "length", "method", "peer", "scheme", "target")

    def __init__(
        self,
        method: str,
        target: bytes,
        headers: Iterable[tuple[bytes, bytes]],
        *,
        scheme: str = "http",
        length: int | None = 0,
        peer: Peer = NOBODY,
    ) -> None:
        self.method = method.upper()
        self.target = target
        self.headers = list(headers)
        self.scheme = scheme
        self.length = length  # of the body; None if only its end tells
        self.peer = peer

    def check_peer(self, hosts: Iterable[str]) -> None:
        """Only under a name that the person has named is a page reviewed by others; raises Stranger."""
        is_named = self.is_for(hosts)
        if not self.peer.is_near and (not is_named or is_loopback_name(PORT.sub("", self._host))):
            raise FarAway  # a loopback name from elsewhere proves nothing
        if not is_named and not self.peer.is_of_this_user():
            raise OtherUser

    def is_for(self, hosts: Iterable[str]) -> bool:
        """Whether its Host is one of these; a port in it matters only where one is named."""
        host = self._host
        return bool({host, PORT.sub("", host)} & {each.lower() for each in hosts})

    @property
    def _host(self) -> str:
        return b", ".join(value for name, value in self.headers if name.lower() == b"host").decode("latin-1").lower()

    def check_whole(self, length: int) -> None:
        """A body that is shorter than its head says would keep the hub waiting; raises BadPageRequest."""
        if self.length is not None and length < self.length:
            raise BadPageRequest("its body ends too soon")

    def head(self, site: str) -> bytes:
        """The first bytes for the hub; raises BadPageRequest."""
        if not METHOD.fullmatch(self.method):
            raise BadPageRequest("its method is none")
        lines = [
            b"%b /pages/%b%b HTTP/1.1" % (self.method.encode("ascii"), site.encode("ascii"), self.target),
            b"host: countermark",
            b"connection: close",
            b"x-page-scheme: " + self.scheme.encode("ascii"),
            *(b"x-page-%b: %b" % pair for pair in self._carried()),
        ]
        if self.length is None:
            lines.append(b"transfer-encoding: chunked")
        elif self.length or self.method not in ("GET", "HEAD"):
            lines.append(b"content-length: %d" % self.length)
        if any(not _is_one_line(line) for line in lines):
            raise BadPageRequest("a header holds a control character")
        return b"\r\n".join([*lines, b"", b""])

    def _carried(self) -> Iterator[tuple[bytes, bytes]]:
        """What the hub may know of the browser's request: no cookies. Twice the same header is refused there."""
        joined: dict[bytes, bytes] = {}
        for name, value in self.headers:
            key = name.lower()
            if key in CARRIED or key.startswith(FAMILY):
                joined[key] = f"{joined[key].decode('latin-1')}, ".encode("latin-1") + value if key in joined else value
        return iter(joined.items())

    @property
    def is_reading(self) -> bool:
        """Whether asking twice is harmless even if the hub had begun to work on it."""
        return self.method in ("GET", "HEAD")


def _is_one_line(line: bytes) -> bool:
    return not any(byte < 32 and byte != 9 for byte in line) and b"\x7f" not in line


def target_of(path: bytes, query: bytes) -> bytes:
    """A request target from a decoded path, for servers that do not keep the bytes of the request."""
    quoted = b"".join(
        bytes((byte,)) if byte in SAFE_IN_TARGET and byte not in b"?%" else b"%%%02X" % byte for byte in path
    )
    return quoted + (b"?" + query if query else b"")


class HubAnswer(Response):
    """The hub's answer while it comes: `take` gives the body so far."""

    def __init__(self, *, to: str) -> None:
        super().__init__(body_limit=NO_LIMIT, bodiless=to == "HEAD")

    def take(self) -> bytes:
        """The bytes of the body that have come since the last time."""
        taken = bytes(self.body)
        self.body.clear()
        return taken

    def onward(self) -> list[tuple[str, str]]:
        """Its headers for the browser."""
        return [(name, value) for name, value in self.headers.items() if name not in HOP_BY_HOP]

    @property
    def may_be_forgetful(self) -> bool:
        """Whether the body must be read before anybody knows that this is the answer for the browser."""
        length = self.headers.get("content-length", "")
        return self.status in (403, 404) and length.isdigit() and int(length) <= LONGEST_REFUSAL


def has_forgotten(body: bytes, *, named: bool) -> bool:
    """Whether the hub must be told of the site again: it has lost its data, or refuses a name that was `named` to it.

    The latter where the site has a second way in: the hub knows the names that it was told last.
    """
    try:
        told = json.loads(body)
    except ValueError:
        return False
    code = _code(told) if isinstance(told, dict) else None
    return code == "unknown_site" or (named and code == "host_refused")


def _code(told: dict[str, object]) -> object:
    error = told.get("error")
    return error.get("code") if isinstance(error, dict) else told.get("code")


def refusal(error: DoorbellError | BadPageRequest | Stranger) -> tuple[int, list[tuple[str, str]], bytes]:
    """What a page hears when the hub cannot be asked: status, headers, body."""
    if isinstance(error, Stranger):
        status, code, hint, said = 403, error.code, error.hint, error.says
    elif isinstance(error, HubRefused):
        status, code, hint, said = error.status, error.code, error.hint, str(error)
    elif isinstance(error, BadPageRequest):
        status, code, hint, said = 400, "bad_request", "", f"This request cannot be read: {error}."
    else:
        cut = "the answer was cut off" if isinstance(error, BadAnswer) else str(error).rstrip(".")
        status, code, hint = 503, "no_hub", "Run `countermark doctor`; it tells what is wrong."
        said = f"The countermark hub cannot be reached. {cut[:1].upper()}{cut[1:]}."
    body = json.dumps({"error": said, "code": code, "hint": hint}).encode("ascii")
    headers = [
        ("content-type", "application/json"),
        ("content-length", str(len(body))),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
    ]
    return status, headers, body
