"""The apps behind the three doors, each behind its guard. Hooks are heard at once; the rest is built after that."""

from typing import TYPE_CHECKING

from starlette.types import ASGIApp

from countermark.http_api.context import Hub
from countermark.http_api.guards.doors import AgentGuard, BrowserGuard, PersonGuard
from countermark.http_api.guards.edge import Beside
from countermark.http_api.guards.mcp import McpGuard, McpSocketGuard, is_mcp
from countermark.http_api.guards.pages import is_below_a_site
from countermark.http_api.late import Late
from countermark.http_api.routes.hooks import HooksBeside

if TYPE_CHECKING:
    from countermark.http_api.api import Apis


def late_apis(hub: Hub) -> "Late[Apis]":
    """What stands behind the guards but for the hooks."""

    def build() -> "Apis":
        from countermark.http_api import api  # with FastAPI: as much to import as everything before it

        return api.apis(hub)

    return Late(build)


def browser_app(hub: Hub, apis: "Late[Apis]", *, mcp: ASGIApp) -> ASGIApp:
    """The door for browsers, and beside it the one for MCP clients with the key, both guarded."""
    browsers = BrowserGuard(apis.app(lambda built: built.browsers), hub)
    return Beside(browsers, McpGuard(hub.mcp_clients.noted(mcp), hub, key=hub.mcp_key), owns=is_mcp)


def agent_app(hub: Hub, apis: "Late[Apis]", *, mcp: ASGIApp) -> ASGIApp:
    """The door for agents, and beside it those for reviewed pages and for MCP clients, all guarded."""
    agents = AgentGuard(HooksBeside(apis.app(lambda built: built.agents), hub))
    clients = Beside(agents, McpSocketGuard(mcp), owns=is_mcp)
    return Beside(clients, apis.app(lambda built: built.pages), owns=is_below_a_site)


def person_app(apis: "Late[Apis]") -> ASGIApp:
    """The door for the person's own programs, guarded."""
    return PersonGuard(apis.app(lambda built: built.persons))
