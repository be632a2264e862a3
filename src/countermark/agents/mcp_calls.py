"""Tools of MCP servers, as agents of Claude Code's kind name them: `mcp__SERVER__TOOL`."""

import re
from dataclasses import replace

from countermark.agents.fields import Malformed
from countermark.model.tool_calls import ToolCall, ToolKind

PREFIX = "mcp__"
MCP_NAME = re.compile(r"mcp__(?P<server>.+?)__(?P<tool>.+)", re.DOTALL)
NOT_IN_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")


def server_call(call: ToolCall, server: str | None) -> ToolCall:
    """A tool of an MCP server; `server` is its own name, where it is told, with an underscore for what names lack."""
    prefix = None if server is None else f"{PREFIX}{NOT_IN_A_NAME.sub('_', server)}__"
    if prefix is not None and call.name.startswith(prefix) and len(call.name) > len(prefix):
        return replace(call, kind=ToolKind.MCP, server=server, tool=call.name.removeprefix(prefix))
    named = MCP_NAME.fullmatch(call.name)
    if named is None:
        raise Malformed("tool_name names no server and tool")
    return replace(call, kind=ToolKind.MCP, server=named["server"], tool=named["tool"])
