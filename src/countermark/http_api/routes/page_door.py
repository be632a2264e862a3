"""The door for reviewed pages, on the agents' socket: ways in hand on what the overlay asks, site by site.

Nothing is routed before the guard has read the browser's own headers, and no answer ever carries a CORS header: the
overlay is of the same origin as its page, or it is nobody's.
"""

import asyncio
import json

from starlette.types import ASGIApp, Receive, Scope

from countermark.actions.pages import annotations as pages
from countermark.http_api.context import Hub
from countermark.http_api.guards import hosts
from countermark.http_api.guards.doors import SocketGuard, refuse_upgrade
from countermark.http_api.guards.edge import EdgeResponse, GuardedApp, values_of
from countermark.http_api.guards.errors import internal_body
from countermark.http_api.guards.limits import MB, announced_body, body_within, check_json, handing_on, too_large
from countermark.http_api.guards.pages import PageRequest, below_a_site, check_page_request, page_headers
from countermark.http_api.guards.refusals import OriginRefused, TooSlow, UnknownSite
from countermark.http_api.guards.response_headers import HeaderList, protected
from countermark.model.errors import CountermarkError

SCRIPT = b"/client.js"
PAGE_BYTES = MB
MOST_DRAINED = 32 * MB  # of a body that is too large: read to its end, so that the browser hears why
SAME_ORIGIN = (b"cross-origin-resource-policy", b"same-origin")


class PageAnswer(EdgeResponse):
    """An answer to a page: errors in the page API's own shape, and for nobody but the page itself."""

    def headers(self, status: int, given: HeaderList) -> HeaderList:
        script = self.scope.get("state", {}).get("below") == SCRIPT and status in {200, 304}
        return [*protected(given, kind=self.kind, keep=script), SAME_ORIGIN]

    def body_of(self, error: CountermarkError) -> bytes:
        return page_error(str(error), code=error.code, hint=error.hint)

    def internal_body(self) -> bytes:
        told = json.loads(internal_body())["error"]
        return page_error(told["message"], code=told["code"], hint=told["hint"])


class PageEdge(GuardedApp):
    """What every request from a page passes, whatever it asks for."""

    kind = "agent"
    methods = frozenset({"DELETE", "GET", "HEAD", "PATCH", "POST"})
    answers = PageAnswer

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        super().__init__(app)
        self._hub = hub

    async def admit(self, scope: Scope) -> None:
        hosts.the_host(scope["headers"], allowed=SocketGuard.allowed_hosts)
        refuse_upgrade(scope)
        if values_of(scope, b"origin") or values_of(scope, b"sec-fetch-site"):
            raise OriginRefused("This socket is not for browsers.")
        found = below_a_site(scope)
        assert found is not None, "only such requests come here"
        site = await pages.find_site(self._hub.desk, found[1].decode("latin-1"))
        if site is None:
            raise UnknownSite
        request = PageRequest(scope["method"], page_headers(scope["headers"]))
        token = self._hub.site_token(site.id)
        check_page_request(request, hosts=site.hosts, token=token, script=request.reads and found[2] == SCRIPT)
        scope.setdefault("state", {}).update(page_request=request, site=site.id, below=found[2] or b"")

    async def take_body(self, scope: Scope, receive: Receive) -> Receive | None:
        """The body, at most 1 MB of it; more is read to its end and then refused."""
        announced = announced_body(scope["headers"])
        if announced == 0:
            return receive
        if announced is not None and announced > MOST_DRAINED:
            raise too_large(PAGE_BYTES)
        try:
            async with asyncio.timeout(self.body_seconds):
                body = await body_within(receive, limit=PAGE_BYTES, drained=MOST_DRAINED)
        except TimeoutError:
            raise TooSlow(f"The body took longer than {self.body_seconds:.0f} seconds.") from None
        if body is None:
            return None
        check_json(body)
        return handing_on(body, receive)


def page_error(message: str, *, code: str, hint: str) -> bytes:
    """`{"error": message}`, with the code and what to do beside it."""
    told = {"error": message, "code": code, "hint": hint}
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
