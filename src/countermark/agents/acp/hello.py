"""What the desk says of itself to an agent, and what it asks it to begin."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from countermark.model.errors import BadInput
from countermark.model.sessions.offers import AgentFacts

VERSION = 1  # of the protocol
Params = Mapping[str, Any]


def initialize_params(version: str, *, terminals: bool) -> Params:
    """The first request; nothing is offered that the desk does not do."""
    return {
        "protocolVersion": VERSION,
        "clientCapabilities": {
            "fs": {"readTextFile": True, "writeTextFile": True},
            "terminal": terminals,
            "auth": {"terminal": True},
            "elicitation": {"form": {}, "url": {}},
            "session": {"configOptions": {"boolean": {}}, "notices": {}, "compaction": {}},
        },
        "clientInfo": {"name": "countermark", "title": "Countermark", "version": version},
    }


def conversation_params(folder: str, folders: Sequence[str], mcp_servers: str, facts: AgentFacts) -> Params:
    """Where a conversation is to work, and with which servers; what the agent does not take is left out.

    Raises `BadInput` for a folder without an absolute path, or servers that are no list.
    """
    for each in (folder, *folders):
        if not each.startswith("/"):
            raise BadInput(f"The folder {each!r} has no absolute path.", hint="Name it from the root on.")
    params: dict[str, Any] = {"cwd": folder, "mcpServers": servers_of(mcp_servers, facts)}
    if folders and facts.takes_folders:
        params["additionalDirectories"] = list(folders)
    return params


def servers_of(written: str, facts: AgentFacts) -> Sequence[object]:
    """The MCP servers that this agent can reach: those by HTTP and SSE only where it says so. Raises `BadInput`."""
    try:
        servers = json.loads(written or "[]")
    except ValueError:
        servers = None
    if not isinstance(servers, list) or not all(isinstance(each, dict) for each in servers):
        raise BadInput("The MCP servers of the session are no list of objects.", hint="Open the session anew.")
    taken = {"http": facts.mcp_http, "sse": facts.mcp_sse}
    return [each for each in servers if taken.get(each.get("type", "stdio"), True)]
