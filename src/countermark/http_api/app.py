"""The apps behind the three doors: one for browsers, one for agents, one for the person's own programs."""

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp

from countermark.http_api.context import Hub
from countermark.http_api.guards.doors import AgentGuard, BrowserGuard, PersonGuard
from countermark.http_api.guards.edge import Beside, is_api
from countermark.http_api.guards.errors import error_responses, install_error_map
from countermark.http_api.guards.mcp import McpGuard, McpSocketGuard, is_mcp
from countermark.http_api.routes import (
    annotations,
    comparisons,
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
from countermark.http_api.routes.page_door import PageEdge, is_below_a_site
from countermark.http_api.routes.static_files import StaticFiles


def browser_api(hub: Hub | None = None) -> FastAPI:
    """The browser's API; without a hub it serves for its OpenAPI description alone."""
    return api(
        hub, sign_in.router, reviews.router, document_stream.router, annotations.router, comparisons.router,
        images.router, feed.router, journal.router, status.router, pages.router,
    )  # fmt: skip


def browser_app(hub: Hub, *, mcp: ASGIApp | None = None) -> ASGIApp:
    """The door for browsers, and beside it the one for MCP clients with the key, both guarded."""
    # All that is not below /api is the desk's page and its parts.
    page = Beside(browser_api(hub), StaticFiles(), owns=lambda scope: not is_api(scope["path"]))
    browsers = BrowserGuard(page, hub)
    if mcp is None:
        return browsers
    return Beside(browsers, McpGuard(hub.mcp_clients.noted(mcp), hub, key=hub.mcp_key), owns=is_mcp)


def agent_app(hub: Hub, *, mcp: ASGIApp | None = None) -> ASGIApp:
    """The door for agents, and beside it those for reviewed pages and for MCP clients, all guarded."""
    agents: ASGIApp = AgentGuard(api(hub, hooks.router, status.router, pages.way_in))
    if mcp is not None:
        agents = Beside(agents, McpSocketGuard(mcp), owns=is_mcp)
    return Beside(agents, PageEdge(PageApi(hub), hub), owns=is_below_a_site)


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
