"""What Copilot's tools do: the name and the input of a tool as a call in our words.

A tool has its own name in a dialog's request ("bash") and Claude Code's before its use ("Bash"): its own one counts.
"""

from collections.abc import Mapping
from dataclasses import replace

from countermark.agents.base import LONGEST_NAME
from countermark.agents.fields import (
    Fields,
    Malformed,
    arguments_field,
    folder_field,
    name_field,
    text_field,
    word_field,
)
from countermark.agents.globs import leaves_folder
from countermark.model.tool_calls import ToolCall, ToolKind

OWN_NAMES: Mapping[str, str] = {
    "Bash": "bash", "Read": "view", "Write": "create", "Edit": "edit", "Grep": "grep", "Glob": "glob", "Agent": "task",
    "AskUserQuestion": "ask_user",
}  # fmt: skip
# Tools that reach neither files nor programs nor the network: there is nothing to ask about before they run.
TOUCHES_NOTHING = frozenset(
    {
        *("task", "read_agent", "list_agents", "write_agent"),  # each call of another agent's is asked about
        *("read_bash", "stop_bash", "list_bash"),  # what a command that was allowed has printed, and its end
        *("sql", "skill", "fetch_copilot_cli_documentation"),  # Copilot's own list of what is to be done, its words
    }
)
QUESTION_TOOL = "ask_user"
MOST_PATHS = 1000


def own_name(tool: str | None) -> str | None:
    """Copilot's own name of a tool."""
    return None if tool is None else OWN_NAMES.get(tool, tool)


def tool_call(event: Fields) -> ToolCall:
    """The call that a payload is about. Raises `Malformed`."""
    named = name_field(event, "tool_name")
    name = OWN_NAMES.get(named, named)
    given, written = arguments_field(event, "tool_input")
    call = ToolCall(ToolKind.OTHER, name, folder_field(event, "cwd"), written)
    match name:
        case "bash":
            return replace(call, kind=ToolKind.BASH, command=word_field(given, "command"))
        case "view":
            return replace(call, kind=ToolKind.READ, paths=(name_field(given, "path"),))
        case "grep" | "glob":
            return replace(call, kind=ToolKind.READ, paths=searched(call, given))
        case "create":
            size = len(text_field(given, "file_text").encode())
            return replace(call, kind=ToolKind.EDIT, paths=(name_field(given, "path"),), size=size)
        case "edit":
            return editing_call(call, given)
        case _:
            return server_call(call)


def searched(call: ToolCall, given: Fields) -> tuple[str, ...]:
    """The folders that are searched: one, several, or the working folder. Raises `Malformed`."""
    told = given.get("paths", call.cwd)
    paths = [told] if isinstance(told, str) else told
    if not isinstance(paths, list) or not 1 <= len(paths) <= MOST_PATHS:
        raise Malformed("paths is neither a path nor a list of paths")
    if not all(isinstance(path, str) and 0 < len(path) <= LONGEST_NAME and "\0" not in path for path in paths):
        raise Malformed("paths has something in it that is no path")
    everything = call.name == "glob" and leaves_folder(word_field(given, "pattern"))
    return (*paths, "/") if everything else tuple(paths)


def editing_call(call: ToolCall, given: Fields) -> ToolCall:
    """A file that is changed: the texts before its use, the difference in a dialog's request."""
    if "diff" in given:
        text_field(given, "diff")
        return replace(call, kind=ToolKind.EDIT, paths=(name_field(given, "file_path"),))
    text_field(given, "old_str")
    size = len(text_field(given, "new_str").encode())
    return replace(call, kind=ToolKind.EDIT, paths=(name_field(given, "path"),), size=size)


def server_call(call: ToolCall) -> ToolCall:
    """A tool of an MCP server, SERVER/TOOL in a dialog's request; any other is of no kind that rules know.

    Before its use it is SERVER-TOOL, which does not tell where the server's name ends: rules then decide nothing.
    """
    server, _, tool = call.name.partition("/")
    if server and tool and "/" not in tool:
        return replace(call, kind=ToolKind.MCP, server=server, tool=tool)
    return call
