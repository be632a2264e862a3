"""Requests as lines of JSON: what an agent might ask, for trying rules out."""

import json
from collections.abc import Mapping

from countermark.model.errors import BadInput
from countermark.model.tool_calls import ToolCall, ToolKind

# What a request about each tool has to say.
NEEDED = {
    ToolKind.BASH: ("command",),
    ToolKind.READ: ("path",),
    ToolKind.EDIT: ("path",),
    ToolKind.FETCH: ("url",),
    ToolKind.MCP: ("server", "name"),
}


def read_request(line: bytes, *, folder: str) -> ToolCall:
    """The call that a line asks about; `folder` is where it is made unless it says so. Raises `BadInput`."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is no JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadInput("a request is one object")
    tool = request.get("tool")
    if not isinstance(tool, str) or tool not in {each.value for each in NEEDED}:
        raise BadInput(f"`tool` has to be one of {', '.join(NEEDED)}")
    kind = ToolKind(tool)
    for key in NEEDED[kind]:
        _text(request, key)
    cwd = _text(request, "cwd") if "cwd" in request else folder
    if not cwd.startswith("/"):
        raise BadInput("`cwd` has to be an absolute path")
    return ToolCall(
        kind,
        tool,
        cwd,
        json.dumps(request.get("arguments"), sort_keys=True),
        command=_text(request, "command") if kind is ToolKind.BASH else None,
        paths=(_text(request, "path"),) if "path" in NEEDED[kind] else (),
        url=_text(request, "url") if kind is ToolKind.FETCH else None,
        server=_text(request, "server") if kind is ToolKind.MCP else None,
        tool=_text(request, "name") if kind is ToolKind.MCP else None,
    )


def _text(request: Mapping[str, object], key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise BadInput(f"`{key}` has to be a text")
    return value
