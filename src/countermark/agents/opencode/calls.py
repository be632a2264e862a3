"""What OpenCode's tools do: the name and the arguments of a tool as a call in our words, whichever door tells them.

Names and arguments are those of OpenCode 1.18.33; `list`, `multiedit`, `patch`, `todoread` are of versions before it,
`shell` and `subagent` of version 2 (from its documents).
"""

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from countermark.agents.fields import (
    Fields,
    Malformed,
    arguments_field,
    folder_field,
    name_field,
    objects_field,
    optional_flag,
    text_field,
    word_field,
)
from countermark.agents.globs import leaves_folder
from countermark.agents.tool_readers import fetching_call, other_call
from countermark.model.tool_calls import ToolCall, ToolKind

PLAN_TOOL = "submit_plan"  # our plugin's own
QUESTION_TOOL = "question"
# Tools that reach neither files nor programs nor the network: there is nothing to ask about before they run. What a
# sub-agent or a skill then does goes through the gate call by call.
TOUCHES_NOTHING = frozenset(
    {
        *("todowrite", "todoread"),  # OpenCode's own list of what is to be done
        *("task", "subagent"),  # starts a sub-agent, each of whose calls is asked about
        *("plan_enter", "plan_exit"),  # OpenCode's own mode; it asks a question of its own
        *("skill", "invalid", QUESTION_TOOL, PLAN_TOOL),
    }
)
COMMANDS = frozenset({"bash", "shell"})
SEARCHES = frozenset({"glob", "grep", "list"})  # without a path they start in the working folder
READS: Mapping[str, str] = {  # the tool and the argument that names the file or the folder
    "read": "filePath", "lsp": "filePath", **dict.fromkeys(SEARCHES, "path"),
}  # fmt: skip
WRITES = frozenset({"write", "edit", "multiedit"})
PATCHES = frozenset({"apply_patch", "patch"})
# OpenCode's own tools that have the name that a tool of an MCP server could have.
LIKE_A_SERVERS = frozenset(
    {*PATCHES, *TOUCHES_NOTHING, "list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"}
)
PATCHED_FILE = re.compile(r"^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$", re.MULTILINE)
REMOVES = frozenset({"Delete File", "Move to"})
# What JavaScript's `trim` takes away.
TRIMMED = "\t\n\v\f\r \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
NOT_IN_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")
MOST_EDITS = 1000


def tool_call(tool: object, arguments: object, directory: object, *, servers: Collection[str] = ()) -> ToolCall:
    """The call of a tool in the folder that OpenCode works in. Raises `Malformed`.

    `servers` are the names of the MCP servers that are configured, as far as they are known.
    """
    told = {"tool": tool, "args": arguments, "directory": directory}
    name = name_field(told, "tool")
    given, written = arguments_field(told, "args")
    call = ToolCall(ToolKind.OTHER, name, folder_field(told, "directory"), written)
    at_servers = [server for server in servers if name.startswith(prefix_of(server)) and name != prefix_of(server)]
    if at_servers:
        return server_call(call, at_servers)
    return reader_of(name)(call, given)


def prefix_of(server: str) -> str:
    """What the names of a server's tools begin with."""
    return f"{NOT_IN_A_NAME.sub('_', server)}_"


def server_call(call: ToolCall, servers: list[str]) -> ToolCall:
    """A tool of an MCP server: `SERVER_TOOL`. Where it could be another's too, only the person decides."""
    if len(servers) > 1 or call.name in LIKE_A_SERVERS:
        return call
    return replace(call, kind=ToolKind.MCP, server=servers[0], tool=call.name.removeprefix(prefix_of(servers[0])))


def reader_of(name: str) -> Callable[[ToolCall, Fields], ToolCall]:
    """What reads the arguments of a tool."""
    if name in COMMANDS:
        return command_call
    if name in READS:
        return reading_call
    if name in WRITES:
        return editing_call
    if name in PATCHES:
        return patching_call
    if name == "webfetch":
        return fetching_call
    return other_call


def command_call(call: ToolCall, given: Fields) -> ToolCall:
    """A command for the shell; its `workdir` is where its relative paths start."""
    command = word_field(given, "command")
    if given.get("workdir") in (None, ""):
        return replace(call, kind=ToolKind.BASH, command=command)
    cwd = posixpath.normpath(posixpath.join(call.cwd, name_field(given, "workdir")))
    return replace(call, kind=ToolKind.BASH, command=command, cwd=cwd)


def reading_call(call: ToolCall, given: Fields) -> ToolCall:
    """A file that is read, or folders that are searched."""
    field = READS[call.name]
    without = call.name in SEARCHES and given.get(field) is None
    paths = [call.cwd if without else path_at(call, given, field)]
    if call.name == "glob" and leaves_folder(word_field(given, "pattern")):
        paths.append("/")  # anything on the disk
    return replace(call, kind=ToolKind.READ, paths=tuple(paths))


def editing_call(call: ToolCall, given: Fields) -> ToolCall:
    """A file that is written or changed, with the bytes that are written where they are known."""
    paths = (path_at(call, given, "filePath"), *other_paths(call, given))
    return replace(call, kind=ToolKind.EDIT, paths=tuple(dict.fromkeys(paths)), size=size_of(new_texts(call, given)))


def other_paths(call: ToolCall, given: Fields) -> Iterator[str]:
    """The files that the single edits of one call name beside it."""
    for edit in objects_field(given, "edits", most=MOST_EDITS) if call.name == "multiedit" else ():
        if edit.get("filePath") is not None:
            yield path_at(call, edit, "filePath")


def new_texts(call: ToolCall, given: Fields) -> Iterable[str | None]:
    """The texts that a tool writes; None for one that it writes nobody knows how often."""
    match call.name:
        case "write":
            return [text_field(given, "content")]
        case "edit":
            return [replacement(given)]
        case _:
            return [replacement(edit) for edit in objects_field(given, "edits", most=MOST_EDITS)]


def replacement(given: Fields) -> str | None:
    """The text that takes another's place."""
    text_field(given, "oldString")
    text = text_field(given, "newString")
    return None if optional_flag(given, "replaceAll") else text


def size_of(texts: Iterable[str | None]) -> int | None:
    """Their bytes together; None where one is not known."""
    sizes = [None if text is None else len(text.encode()) for text in texts]
    return sum(size for size in sizes if size is not None) if None not in sizes else None


def patching_call(call: ToolCall, given: Fields) -> ToolCall:
    """Files that a patch adds, changes, moves or deletes: every line that could name one is taken for one."""
    patch = text_field(given, "patchText")
    lines = PATCHED_FILE.findall(patch)
    names = [{"patchText": name.strip(TRIMMED)} for _, name in lines]
    if not names:
        raise Malformed("patchText names no file")
    paths = dict.fromkeys(path_at(call, name, "patchText") for name in names)
    added = sum(len(line.encode()) for line in patch.split("\n") if line.startswith("+"))
    deletes = any(what in REMOVES for what, _ in lines)
    return replace(call, kind=ToolKind.EDIT, paths=tuple(paths), deletes=deletes, size=added)


def path_at(call: ToolCall, given: Fields, name: str) -> str:
    """A path as the agent wrote it; in a relative one OpenCode takes ".." away before any link is followed."""
    path = name_field(given, name)
    if path.startswith("/") or ".." not in path.split("/"):
        return path
    return posixpath.normpath(posixpath.join(call.cwd, path))
