"""What Gemini CLI's tools do: the name and the input of a tool as a call in our words (measured on 0.61)."""

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from countermark.agents.fields import (
    Fields,
    Malformed,
    arguments_field,
    folder_field,
    name_field,
    object_field,
    optional_flag,
    text_field,
    word_field,
)
from countermark.agents.globs import leaves_folder
from countermark.agents.tool_readers import ReadsFiles, other_call
from countermark.model.tool_calls import ToolCall, ToolKind

PLAN_TOOL = "exit_plan_mode"
QUESTION_TOOL = "ask_user"
# Tools that reach neither files nor programs nor the network: there is nothing to ask about before they run.
TOUCHES_NOTHING = frozenset(
    {
        *("write_todos", "update_topic", "complete_task"),  # Gemini's own notes of what is to be done
        *("invoke_agent", "activate_skill"),  # each call of theirs is asked about
        *("list_background_processes", "read_background_output"),  # what a command that was allowed has printed
        *("enter_plan_mode", "get_internal_docs", "list_mcp_resources"),
    }
)
READS: Mapping[str, ReadsFiles] = {
    "read_file": ReadsFiles("file_path"),
    "list_directory": ReadsFiles("dir_path"),
    "glob": ReadsFiles("dir_path", searches=True, takes_glob=True),
    "grep_search": ReadsFiles("dir_path", searches=True),
    "search_file_content": ReadsFiles("dir_path", searches=True),
}
SERVER_PREFIX = "mcp_"
ADDRESS = re.compile(r"\S*://\S*")
MOST_PATTERNS = 1000


def tool_call(event: Fields) -> ToolCall:
    """The call that a payload is about. Raises `Malformed`."""
    name = name_field(event, "tool_name")
    arguments, written = arguments_field(event, "tool_input")
    call = ToolCall(ToolKind.OTHER, name, folder_field(event, "cwd"), written)
    if "mcp_context" in event or name.startswith(SERVER_PREFIX):
        return server_call(call, object_field(event, "mcp_context"))
    return reader_of(name)(call, arguments)


def reader_of(name: str) -> Callable[[ToolCall, Fields], ToolCall]:
    """What reads the input of a tool."""
    if name in READS:
        return READS[name]
    match name:
        case "run_shell_command":
            return command_call
        case "read_many_files":
            return many_files_call
        case "write_file" | "replace":
            return editing_call
        case "web_fetch":
            return fetching_call
        case _:
            return other_call


def command_call(call: ToolCall, given: Fields) -> ToolCall:
    """A command for the shell, in the folder that it names."""
    cwd = call.cwd if given.get("dir_path") is None else posixpath.join(call.cwd, name_field(given, "dir_path"))
    return replace(call, kind=ToolKind.BASH, command=word_field(given, "command"), cwd=posixpath.normpath(cwd))


def many_files_call(call: ToolCall, given: Fields) -> ToolCall:
    """Files that patterns name."""
    patterns = given.get("include")
    if not isinstance(patterns, list) or not 1 <= len(patterns) <= MOST_PATTERNS:
        raise Malformed("include is no list of patterns")
    names = [name_field({"include": pattern}, "include") for pattern in patterns]
    paths = ["/" if leaves_folder(name) else call.cwd for name in names]
    return replace(call, kind=ToolKind.READ, paths=tuple(dict.fromkeys(paths)))


def editing_call(call: ToolCall, given: Fields) -> ToolCall:
    """A file that is written or changed, with the bytes that are written where they are known."""
    size: int | None
    if call.name == "write_file":
        size = len(text_field(given, "content").encode())
    else:
        text_field(given, "old_string")
        text = text_field(given, "new_string")
        size = None if optional_flag(given, "allow_multiple") else len(text.encode())
    return replace(call, kind=ToolKind.EDIT, paths=(name_field(given, "file_path"),), size=size)


def fetching_call(call: ToolCall, given: Fields) -> ToolCall:
    """An address that is fetched; of words with several addresses no rule can speak."""
    if given.get("prompt") is None:
        return replace(call, kind=ToolKind.FETCH, url=word_field(given, "url"))
    addresses = ADDRESS.findall(word_field(given, "prompt"))
    if len(addresses) != 1:
        return call
    return replace(call, kind=ToolKind.FETCH, url=addresses[0])


def server_call(call: ToolCall, told: Fields) -> ToolCall:
    """A tool of an MCP server: its name alone does not say where the server's ends, the context does."""
    server, tool = name_field(told, "server_name"), name_field(told, "tool_name")
    return replace(call, kind=ToolKind.MCP, server=server, tool=tool)
