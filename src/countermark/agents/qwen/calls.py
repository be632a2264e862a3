"""What Qwen Code's tools do: the name and the input of a tool as a call in our words (measured on 0.24)."""

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import replace

from countermark.agents.fields import (
    Fields,
    arguments_field,
    folder_field,
    name_field,
    optional_flag,
    optional_text,
    text_field,
    word_field,
)
from countermark.agents.mcp_calls import PREFIX, server_call
from countermark.agents.tool_readers import ReadsFiles, fetching_call, other_call
from countermark.model.tool_calls import ToolCall, ToolKind

PLAN_TOOL = "exit_plan_mode"
QUESTION_TOOL = "ask_user_question"
# Tools that reach neither files nor programs nor the network: there is nothing to ask about before they run.
TOUCHES_NOTHING = frozenset(
    {
        *("todo_write", "get_goal", "update_goal", "propose_goal"),  # Qwen's own notes of what is to be done
        *("agent", "list_agents", "skill", "tool_search", "enter_plan_mode"),  # each call of theirs is asked about
        *(PLAN_TOOL, QUESTION_TOOL),  # asked about before their own dialog, which always comes
    }
)
READS: Mapping[str, ReadsFiles] = {
    "read_file": ReadsFiles("file_path"),
    "list_directory": ReadsFiles("path"),
    "glob": ReadsFiles("path", searches=True, takes_glob=True),
    "grep_search": ReadsFiles("path", searches=True),
}
WRITES: Mapping[str, str] = {"write_file": "file_path", "edit": "file_path", "notebook_edit": "notebook_path"}


def tool_call(event: Fields) -> ToolCall:
    """The call that a payload is about. Raises `Malformed`."""
    name = name_field(event, "tool_name")
    arguments, written = arguments_field(event, "tool_input")
    call = ToolCall(ToolKind.OTHER, name, folder_field(event, "cwd"), written)
    if name.startswith(PREFIX):
        return server_call(call, None)
    return reader_of(name)(call, arguments)


def reader_of(name: str) -> Callable[[ToolCall, Fields], ToolCall]:
    """What reads the input of a tool."""
    if name in READS:
        return READS[name]
    if name in WRITES:
        return editing_call
    match name:
        case "run_shell_command":
            return command_call
        case "web_fetch":
            return fetching_call
        case _:
            return other_call


def command_call(call: ToolCall, given: Fields) -> ToolCall:
    """A command for the shell, in the folder that it names."""
    cwd = call.cwd if given.get("directory") is None else posixpath.join(call.cwd, name_field(given, "directory"))
    return replace(call, kind=ToolKind.BASH, command=word_field(given, "command"), cwd=posixpath.normpath(cwd))


def editing_call(call: ToolCall, given: Fields) -> ToolCall:
    """A file that is written or changed, with the bytes that are written where they are known."""
    size: int | None
    match call.name:
        case "write_file":
            size = len(text_field(given, "content").encode())
        case "edit":
            text_field(given, "old_string")
            text = text_field(given, "new_string")
            size = None if optional_flag(given, "replace_all") else len(text.encode())
        case _:
            size = len(optional_text(given, "new_source").encode())
    return replace(call, kind=ToolKind.EDIT, paths=(name_field(given, WRITES[call.name]),), size=size)
