"""The apps behind the three doors: one for browsers, one for agents, one for the person's own programs."""

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from countermark.actions import sign_ins
from countermark.http_api.context import Hub
from countermark.http_api.guards.doors import AgentGuard, BrowserGuard, PersonGuard, SignInIdentity
from countermark.http_api.guards.edge import is_api
from countermark.http_api.guards.errors import error_responses, install_error_map
from countermark.http_api.guards.mcp import McpBeside, McpGuard, McpSocketGuard
from countermark.http_api.routes import (
    annotations,
    comparisons,
    desk,
    document_stream,
    feed,
    hooks,
    images,
    journal,
    pages,
    reviews,
    sign_in,
    status,
)
from countermark.http_api.routes.page_api import PageApi
from countermark.http_api.routes.page_door import PageEdge, PagesBeside
from countermark.http_api.routes.static_files import StaticFiles


class HubGate:
    """What the guard asks: which port, which names, whose token."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    @property
    def port(self) -> int:
        """The TCP port that browsers use."""
        return self._hub.port

    @property
    def hosts(self) -> frozenset[str]:
        """More names this desk answers to."""
        return self._hub.hosts

    async def who(self, token: str) -> SignInIdentity | None:
        """Whose sign-in a token names."""
        known = await sign_ins.who(self._hub.desk, token)
        return SignInIdentity(known.id) if known else None


class ApiOrPage:
    """The API under /api; everything else is the desk's page and its parts."""

    def __init__(self, api: ASGIApp, page: ASGIApp) -> None:
        self._api = api
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        chosen = self._api if scope["type"] == "lifespan" or is_api(scope["path"]) else self._page
        await chosen(scope, receive, send)


def browser_api(hub: Hub | None = None) -> FastAPI:
    """The browser's API; without a hub it serves for its OpenAPI description alone."""
    return api(
        hub, sign_in.router, desk.router, reviews.router, document_stream.router, annotations.router,
        comparisons.router, images.router, feed.router, journal.router, status.router, pages.router,
    )  # fmt: skip


def browser_app(hub: Hub, *, mcp: ASGIApp | None = None) -> ASGIApp:
    """The door for browsers, and beside it the one for MCP clients with the key, both guarded."""
    browsers = BrowserGuard(ApiOrPage(browser_api(hub), StaticFiles()), HubGate(hub))
    if mcp is None:
        return browsers
    return McpBeside(browsers, McpGuard(hub.mcp_clients.noted(mcp), HubGate(hub), key=hub.mcp_key))


def agent_app(hub: Hub, *, mcp: ASGIApp | None = None) -> ASGIApp:
    """The door for agents, and beside it those for reviewed pages and for MCP clients, all guarded."""
    agents: ASGIApp = AgentGuard(api(hub, hooks.router, status.router, pages.way_in))
    if mcp is not None:
        agents = McpBeside(agents, McpSocketGuard(mcp))
    return PagesBeside(agents, PageEdge(PageApi(hub), hub))


def person_app(hub: Hub) -> ASGIApp:
    """The door for the person's own programs, guarded."""
    return PersonGuard(api(hub, status.router, status.person_router))


def api(hub: Hub | None, *routers: APIRouter) -> FastAPI:
    """A FastAPI app without pages of its own, with our error shape."""
    app = FastAPI(
        title="Countermark", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False,
        responses=error_responses(400, 401, 403, 413, 415, 422, 503),
    )  # fmt: skip
    app.state.hub = hub
    for router in routers:
        app.include_router(router)
    install_error_map(app)
    return app
