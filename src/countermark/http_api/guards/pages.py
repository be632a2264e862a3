"""Who may ask through a page's door: one pure reading of what the browser's own headers say.

A way in (proxy, middleware, adapter) hands on the headers of a browser under names `x-page-…`. What is decided:

* the Host is a loopback name or one that the site is configured with: no other name can be pointed at this machine;
* an Origin is that very host, and the browser says that the request is the page's own;
* a change is JSON, which no form and no foreign page can send without asking first;
* whoever shows itself as a browser brings the site's token: for changes always, for reading unless the browser says
  itself that the page is of the same origin.

Programs without a browser's headers need no token: the way in has seen that they are the user's own, who can open the
file, or that they ask under a name that the person has named (docs/reference/ways-in.md, "Who may write").
"""

import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from starlette.types import Scope

from countermark.doorbell.loopback import is_loopback_name
from countermark.http_api.guards.refusals import ContentTypeRefused, HostRefused, OriginRefused, TokenRefused

PREFIX = b"x-page-"
BELOW_A_SITE = re.compile(rb"/pages/([^/]+)/__inline-review(/.*)?", re.DOTALL)
READING = frozenset({"GET", "HEAD", "OPTIONS"})
OWN = frozenset({"same-origin", "none"})
MODES_OF_FETCH = frozenset({"cors", "no-cors", "same-origin"})
WITH_PORT = re.compile(r"(?P<name>[^:]*|\[::1\])(?::(?P<port>[0-9]{1,5}))?")
JSON = re.compile(r'application/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?', re.IGNORECASE)
NAME_IT = 'Name the host in the settings of the dev server\'s review tool: hosts = ["{host}"].'
RELOAD = "Reload the page."


def is_below_a_site(scope: Scope) -> bool:
    """Whether a request on the agents' socket is one of a page."""
    return below_a_site(scope) is not None


def below_a_site(scope: Scope) -> re.Match[bytes] | None:
    """The site and the rest of the path behind `/__inline-review`, still percent-encoded."""
    return BELOW_A_SITE.fullmatch(scope["raw_path"])


@dataclass(frozen=True)
class PageRequest:
    """What a browser, or a program, said of its request; names in lower case, without the prefix."""

    method: str
    headers: Mapping[str, str]

    @property
    def reads(self) -> bool:
        """Whether the method changes nothing."""
        return self.method in READING

    @property
    def of_a_browser(self) -> bool:
        """Whether it shows itself as a browser's.

        Node's own `fetch()` says a `Sec-Fetch-Mode` and nothing else of its kind (undici does what the Fetch standard
        says, but for what is about sites). No browser does so: each that says a mode has said the site as well from
        its first version on (Chrome 76, Firefox 90, Safari 16.4). An older one says neither, and is as good as a
        program: what it sends for another page has an Origin, or changes nothing and cannot be read there.
        """
        fetching = {name for name in self.headers if name.startswith("sec-fetch-")}
        is_nodes = fetching == {"sec-fetch-mode"} and self.headers["sec-fetch-mode"] in MODES_OF_FETCH
        return "origin" in self.headers or (bool(fetching) and not is_nodes)


def page_headers(headers: Iterable[tuple[bytes, bytes]]) -> Mapping[str, str]:
    """The browser's headers out of a forwarded request; one that comes twice is joined, and so good for nothing."""
    found: dict[str, str] = {}
    for name, value in headers:
        if name.startswith(PREFIX):
            key, text = name[len(PREFIX) :].decode("latin-1"), value.decode("latin-1")
            found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def check_page_request(request: PageRequest, *, hosts: Iterable[str], token: str, script: bool = False) -> None:
    """Let the request pass, or raise the refusal; `script` is the request for client.js, which brings the token."""
    host = check_host(request.headers, hosts=hosts)
    check_origin(request.headers, host=host)
    if not request.reads:
        check_content_type(request)
    if not script and not may(request, token=token):
        raise TokenRefused


def check_host(headers: Mapping[str, str], *, hosts: Iterable[str]) -> str:
    """The Host in lower case, if the site answers under it."""
    host = headers.get("host", "").lower()
    parts = WITH_PORT.fullmatch(host)
    if parts is not None and is_loopback_name(parts["name"]) and int(parts["port"] or 0) <= 65535:
        return host
    allowed = {name.lower() for name in hosts}
    name, _, port = host.partition(":")
    if host in allowed or (name in allowed and re.fullmatch(r"[0-9]{0,5}", port)):
        return host
    shown = host if re.fullmatch(r"[a-z0-9.:-]{1,80}", host) else "…"
    raise HostRefused("Page review does not answer under this host name.", hint=NAME_IT.format(host=shown))


def check_origin(headers: Mapping[str, str], *, host: str) -> None:
    """Refuse what another page sends."""
    origin = headers.get("origin")
    if origin is not None and origin.lower() not in {f"http://{host}", f"https://{host}"}:
        raise OriginRefused("Only the reviewed page itself may ask here.", hint=RELOAD)
    site = headers.get("sec-fetch-site")
    if site is not None and site not in OWN:
        raise OriginRefused("Only the reviewed page itself may ask here.", hint=RELOAD)


def check_content_type(request: PageRequest) -> None:
    """A change says that it is JSON; a program's DELETE needs to say nothing, for it has nothing to send."""
    kind = request.headers.get("content-type")
    if kind is None and request.method == "DELETE" and not request.of_a_browser:
        return
    if kind is None or not JSON.fullmatch(kind):
        raise ContentTypeRefused


def may(request: PageRequest, *, token: str) -> bool:
    """Whether the request shows that it comes from the reviewed page, or from no browser at all."""
    headers = request.headers
    if not request.of_a_browser or hmac.compare_digest(
        headers.get("x-countermark-site", "").encode("latin-1"), token.encode("latin-1")
    ):
        return True
    if not request.reads:
        return False
    site = headers.get("sec-fetch-site")
    return site == "same-origin" or (site == "none" and headers.get("sec-fetch-mode") == "navigate")
