"""What a dev server and a browser say of themselves, translated: each is to believe that the other is its own.

The dev server hears its own name in Host, Origin and Referer, so that its own guards let the page in; the browser hears
the proxy's in redirects and cookies. A foreign Origin stays foreign.
"""

import re
from collections.abc import Iterator, Sequence

from countermark.page_proxy.target import USUAL_PORTS, DevServer

Headers = Sequence[tuple[bytes, bytes]]
HOP_BY_HOP = {
    *(b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade"),
    *(b"expect", b"http2-settings"),
}
# They would speak for every server on this host, or send the browser past us.
NOT_FOR_US = {b"strict-transport-security", b"alt-svc"}
LEADING_SOMEWHERE = {b"location", b"content-location", b"access-control-allow-origin"}


class Rewriting:
    """For one browser, that calls the proxy `host`."""

    def __init__(self, server: DevServer, *, host: bytes) -> None:
        self._server = server
        self._ours = b"http://" + host
        self._theirs = server.origin.encode("ascii")
        name, _, _ = host.partition(b":")
        # A name of its own below localhost is kept: sites with many tenants tell them by it.
        is_tenant = server.is_loopback and name.endswith(b".localhost")
        self._host = b"%b:%d" % (name, server.port) if is_tenant else server.authority.encode("ascii")
        if is_tenant:
            self._theirs = server.scheme.encode("ascii") + b"://" + self._host
        names = b"|".join(re.escape(each.encode("ascii")) for each in (*server.names, name.decode("latin-1")))
        is_usual = server.port == USUAL_PORTS[server.scheme]
        port = b"(?::%d)?" % server.port if is_usual else b":%d" % server.port
        self._theirs_at_start = re.compile(rb"(?:https?:)?//(?:%b)%b(?=[/?#]|$)" % (names, port), re.IGNORECASE)

    def request(self, headers: Headers, *, keep: frozenset[bytes] = frozenset()) -> Iterator[tuple[bytes, bytes]]:
        """The headers for the dev server; `keep` are those of the hop that go on nevertheless."""
        yield b"host", self._host
        dropped = (HOP_BY_HOP | named_in_connection(headers) | {b"host"}) - keep
        for name, value in headers:
            if name == b"origin" and value.lower() == self._ours.lower():
                yield name, self._theirs
            elif name == b"referer" and _is_below(value, self._ours):
                yield name, self._theirs + value[len(self._ours) :]
            elif name not in dropped:
                yield name, value

    def answer(self, headers: Headers) -> Iterator[tuple[bytes, bytes]]:
        """The headers for the browser."""
        dropped = HOP_BY_HOP | named_in_connection(headers) | NOT_FOR_US
        if any(name == b"transfer-encoding" for name, _ in headers):
            dropped = dropped | {b"content-length"}  # it says nothing then (RFC 9112 6.3)
        for name, value in headers:
            if name in LEADING_SOMEWHERE:
                yield name, self._led_back(value)
            elif name == b"refresh":
                before, url, rest = _split_refresh(value)
                yield name, before + url + self._led_back(rest)
            elif name == b"set-cookie":
                yield name, self._at_home(value)
            elif name not in dropped:
                yield name, value

    def _led_back(self, url: bytes) -> bytes:
        found = self._theirs_at_start.match(url)
        return self._ours + url[found.end() :] if found else url

    def _at_home(self, cookie: bytes) -> bytes:
        """A cookie for the dev server's host is one for the proxy's: without a domain it stays where it came from."""
        pair, *attributes = cookie.split(b";")
        return b";".join([pair, *(part for part in attributes if not self._is_their_domain(part))])

    def _is_their_domain(self, part: bytes) -> bool:
        name, _, value = part.partition(b"=")
        domain = value.strip().lstrip(b".").lower().decode("latin-1")
        if name.strip().lower() != b"domain" or not domain:
            return False
        return any(own == domain or own.endswith(f".{domain}") for own in (*self._server.names, self._server.name))


def named_in_connection(headers: Headers) -> set[bytes]:
    """Headers that were meant for the hop alone (RFC 9110 7.6.1)."""
    values = [value for name, value in headers if name == b"connection"]
    return {word.strip().lower() for value in values for word in value.split(b",")}


def _is_below(url: bytes, origin: bytes) -> bool:
    return url[: len(origin)].lower() == origin.lower() and url[len(origin) : len(origin) + 1] in (b"", b"/", b"?")


def _split_refresh(value: bytes) -> tuple[bytes, bytes, bytes]:
    found = re.search(rb"url\s*=\s*[\"']?", value, re.IGNORECASE)
    return (value[: found.start()], found[0], value[found.end() :]) if found else (value, b"", b"")
