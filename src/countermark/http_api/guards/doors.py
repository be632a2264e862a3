"""Who may say what at each door: Host, Origin, content type, token, and the routes of each socket."""

import re
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import unquote

from starlette.types import ASGIApp, Scope

from countermark.http_api.guards import hosts
from countermark.http_api.guards.edge import SAFE_METHODS, GuardedApp, check_method, is_api, values_of
from countermark.http_api.guards.limits import agent_limit, browser_limit, person_limit
from countermark.http_api.guards.refusals import ContentTypeRefused, NoSuchPath, OriginRefused, UpgradeRefused
from countermark.model.errors import NotSignedIn

JSON = re.compile(rb'application/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?', re.IGNORECASE)
OWN_PAGE = frozenset({b"same-origin", b"none"})
SIGN_IN = "/api/sign-in"

BEARER = re.compile(rb"Bearer ([A-Za-z0-9_-]{16,256})", re.IGNORECASE)


@dataclass(frozen=True)
class SignInIdentity:
    """Who a request comes from; routers find it in `request.state.signed_in`."""

    id: str


class Gate(Protocol):
    """What the guard asks of the hub."""

    @property
    def port(self) -> int:
        """The TCP port that browsers use."""
        ...

    @property
    def hosts(self) -> frozenset[str]:
        """More host names this desk answers to, without a port (or with the one they are reached at)."""
        ...

    async def who(self, token: str) -> SignInIdentity | None:
        """Whose sign-in a token names; the comparison is constant-time or a look-up of a digest."""
        ...


class BrowserGuard(GuardedApp):
    """The TCP side: everything that a page, a browser or another program on this machine might send."""

    kind = "browser"
    methods = frozenset({"DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"})
    body_limit = staticmethod(browser_limit)

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        super().__init__(app)
        self._gate = gate
        self._hosts: tuple[int, frozenset[bytes]] = (-1, frozenset())

    async def admit(self, scope: Scope) -> None:
        host = hosts.the_host(scope["headers"], allowed=self._own_hosts())
        check_method(scope, allowed=self.methods)
        settle_path(scope, host=host)
        refuse_upgrade(scope)
        if scope["method"] not in SAFE_METHODS:
            check_content_type(scope)
            check_origin(scope, host=host)
        if is_api(scope["path"]):
            check_fetch_site(scope)
            await self._check_sign_in(scope)

    def _own_hosts(self) -> frozenset[bytes]:
        if self._hosts[0] != self._gate.port:
            self._hosts = (self._gate.port, hosts.own_hosts(self._gate.port, self._gate.hosts))
        return self._hosts[1]

    async def _check_sign_in(self, scope: Scope) -> None:
        if scope["path"] == SIGN_IN and scope["method"] == "POST":
            return
        person = await self._signed_in(scope)
        if person is None:
            raise NotSignedIn
        scope.setdefault("state", {})["signed_in"] = person

    async def _signed_in(self, scope: Scope) -> SignInIdentity | None:
        """Who has the token of the one Authorization header. No cookie counts: a browser sends it to every port."""
        given = values_of(scope, b"authorization")
        bearer = BEARER.fullmatch(given[0]) if len(given) == 1 else None
        return None if bearer is None else await self._gate.who(bearer[1].decode("ascii"))


class SocketGuard(GuardedApp):
    """A unix socket's side: our own programs, which name our own host and send no browser's headers."""

    allowed_hosts = frozenset({b"countermark", b"localhost"})
    methods = frozenset({"GET", "HEAD", "POST"})
    routes: re.Pattern[str]

    async def admit(self, scope: Scope) -> None:
        host = hosts.the_host(scope["headers"], allowed=self.allowed_hosts)
        check_method(scope, allowed=self.methods)
        settle_path(scope, host=host)
        refuse_upgrade(scope)
        if values_of(scope, b"origin") or values_of(scope, b"sec-fetch-site"):
            raise OriginRefused("This socket is not for browsers.")
        if not self.routes.fullmatch(scope["path"]):
            raise NoSuchPath
        if scope["method"] == "POST":  # no other one has anything to say
            check_content_type(scope)


class AgentGuard(SocketGuard):
    """The agents' socket: hooks ring here; nothing here can answer a review."""

    kind = "agent"
    body_limit = staticmethod(agent_limit)
    routes = re.compile(r"/api/status|/api/hooks/[a-z0-9-]{1,64}(?:/(?:acknowledgement|goodbye))?|/pages/sites")


class PersonGuard(SocketGuard):
    """The person's socket: what a person asks the hub for at a terminal, such as launch codes and the journal."""

    kind = "person"
    body_limit = staticmethod(person_limit)
    routes = re.compile(
        r"/api/status|/api/launch-codes|/api/stop|/api/journal(?:/[a-z]{1,16})?|/api/permissions/[a-z0-9_]{1,40}/explanation"
        r"|/api/history(?:/facets|/[a-z]{1,16}/[a-z0-9_]{1,40}/[a-z]{1,16})?"
        r"|/api/shares/(?:link|into|open)"
        r"|/api/agent-servers(?:/attach|/[0-9a-f]{20}/(?:detach|saved/[A-Za-z0-9_.:-]{1,200}/take-back))?"
        r"|/api/agents(?:/[a-z][a-z0-9-]{0,63}/(?:check|remove))?|/api/notices/test"
    )


def settle_path(scope: Scope, *, host: bytes) -> None:
    """Refuse ambiguous paths, and leave one reading of the path for everything behind the guard."""
    raw_path = hosts.plain_path(scope["raw_path"], host=host)
    scope["raw_path"] = raw_path
    scope["path"] = unquote(raw_path.decode("ascii"))


def refuse_upgrade(scope: Scope) -> None:
    """No WebSocket exists here; other upgrades are ignored, as RFC 9110 7.8 allows."""
    wanted = b",".join(values_of(scope, b"upgrade")).lower()
    if b"websocket" in wanted or any(name.startswith(b"sec-websocket-") for name, _ in scope["headers"]):
        raise UpgradeRefused


def check_content_type(scope: Scope) -> None:
    """A change is JSON and says so: a page of another origin cannot send that without asking first."""
    types = values_of(scope, b"content-type")
    if len(types) != 1 or not JSON.fullmatch(types[0]):
        raise ContentTypeRefused
    if values_of(scope, b"content-encoding"):
        raise ContentTypeRefused("A compressed body is not taken.", hint="Send the JSON as it is.")


def check_origin(scope: Scope, *, host: bytes) -> None:
    """A change names exactly the origin it is sent to; a missing one and `null` are refused."""
    if values_of(scope, b"origin") != [b"http://" + host]:
        raise OriginRefused
    check_fetch_site(scope)


def check_fetch_site(scope: Scope) -> None:
    """A browser that says where the request comes from must say: from this page, or from the person."""
    sites = values_of(scope, b"sec-fetch-site")
    if sites and (len(sites) > 1 or sites[0] not in OWN_PAGE):
        raise OriginRefused
