"""The apps behind the three doors, each behind its guard. Hooks are heard at once; the rest is built after that."""

from typing import TYPE_CHECKING

from starlette.types import ASGIApp

from countermark.actions import sign_ins
from countermark.http_api.context import Hub
from countermark.http_api.guards.doors import AgentGuard, BrowserGuard, PersonGuard, SignInIdentity
from countermark.http_api.guards.mcp import McpBeside, McpGuard, McpSocketGuard
from countermark.http_api.guards.pages import PagesBeside
from countermark.http_api.late import Late
from countermark.http_api.routes.hooks import HooksBeside

if TYPE_CHECKING:
    from countermark.http_api.api import Apis


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


def late_apis(hub: Hub) -> "Late[Apis]":
    """What stands behind the guards but for the hooks."""

    def build() -> "Apis":
        from countermark.http_api import api  # with FastAPI: as much to import as everything before it

        return api.apis(hub)

    return Late(build)


def browser_app(hub: Hub, apis: "Late[Apis]", *, mcp: ASGIApp) -> ASGIApp:
    """The door for browsers, and beside it the one for MCP clients with the key, both guarded."""
    browsers = BrowserGuard(apis.app(lambda built: built.browsers), HubGate(hub))
    return McpBeside(browsers, McpGuard(hub.mcp_clients.noted(mcp), HubGate(hub), key=hub.mcp_key))


def agent_app(hub: Hub, apis: "Late[Apis]", *, mcp: ASGIApp) -> ASGIApp:
    """The door for agents, and beside it those for reviewed pages and for MCP clients, all guarded."""
    agents = AgentGuard(HooksBeside(apis.app(lambda built: built.agents), hub))
    return PagesBeside(McpBeside(agents, McpSocketGuard(mcp)), apis.app(lambda built: built.pages))


def person_app(apis: "Late[Apis]") -> ASGIApp:
    """The door for the person's own programs, guarded."""
    return PersonGuard(apis.app(lambda built: built.persons))
