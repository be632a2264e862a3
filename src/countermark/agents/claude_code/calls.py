"""What Claude Code's tools do: the name and the input of a tool as a call in our words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from countermark.agents.fields import (
    Fields,
    arguments_field,
    folder_field,
    name_field,
    objects_field,
    optional_flag,
    optional_text,
    text_field,
    word_field,
)
from countermark.agents.mcp_calls import PREFIX, server_call
from countermark.agents.tool_readers import ReadsFiles, fetching_call, other_call
from countermark.model.tool_calls import ToolCall, ToolKind

PLAN_TOOL = "ExitPlanMode"
QUESTION_TOOL = "AskUserQuestion"
# Tools that reach neither files nor programs nor the network: there is nothing to ask about before they run. What a
# sub-agent or a skill then does goes through the gate call by call. Where Claude Code opens a dialog for one of them
# (EnterPlanMode), that is asked at the desk like any other.
TOUCHES_NOTHING = frozenset(
    {
        *("TodoWrite", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList"),  # Claude's own list of what is to be done
        *("Task", "Agent"),  # starts a sub-agent, each of whose calls is asked about
        *("TaskOutput", "BashOutput", "AgentOutputTool"),  # reads what a command that was allowed has printed
        *("TaskStop", "KillShell", "KillBash"),  # ends a command that was allowed
        *("EnterPlanMode", "ToolSearch", "Skill", "StructuredOutput"),  # Claude's own mode, tools, words and form
    }
)
READS: Mapping[str, ReadsFiles] = {
    "Read": ReadsFiles("file_path"),
    "NotebookRead": ReadsFiles("notebook_path"),
    "LS": ReadsFiles("path", searches=True),
    "Glob": ReadsFiles("path", searches=True, takes_glob=True),
    "Grep": ReadsFiles("path", searches=True),
}
WRITES: Mapping[str, str] = {
    "Write": "file_path", "Edit": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path",
}  # fmt: skip
MOST_EDITS = 1000


def tool_call(event: Fields) -> ToolCall:
    """The call that a payload is about. Raises `Malformed`."""
    name = name_field(event, "tool_name")
    arguments, written = arguments_field(event, "tool_input")
    call = ToolCall(ToolKind.OTHER, name, folder_field(event, "cwd"), written)
    if name.startswith(PREFIX):
        return server_call(call, server_told(event))
    return reader_of(name)(call, arguments)


def reader_of(name: str) -> Callable[[ToolCall, Fields], ToolCall]:
    """What reads the input of a tool."""
    if name == "Bash":
        return command_call
    if name in READS:
        return READS[name]
    if name in WRITES:
        return editing_call
    if name == "WebFetch":
        return fetching_call
    return other_call


def command_call(call: ToolCall, given: Fields) -> ToolCall:
    """A command for the shell."""
    return replace(call, kind=ToolKind.BASH, command=word_field(given, "command"))


def editing_call(call: ToolCall, given: Fields) -> ToolCall:
    """A file that is written or changed, with the bytes that are written where they are known."""
    written = tuple(new_texts(call.name, given))
    size = None if None in written else sum(len(text.encode()) for text in written if text is not None)
    return replace(call, kind=ToolKind.EDIT, paths=(name_field(given, WRITES[call.name]),), size=size)


def new_texts(tool: str, given: Fields) -> Iterable[str | None]:
    """The texts that a tool writes; None for one that it writes nobody knows how often."""
    match tool:
        case "Write":
            return [text_field(given, "content")]
        case "Edit":
            return [replacement(given)]
        case "MultiEdit":
            return [replacement(edit) for edit in objects_field(given, "edits", most=MOST_EDITS)]
        case _:
            return [optional_text(given, "new_source")]


def replacement(given: Fields) -> str | None:
    """The text that takes another's place."""
    text_field(given, "old_string")
    text = text_field(given, "new_string")
    return None if optional_flag(given, "replace_all") else text


def server_told(event: Fields) -> str | None:
    """The name of the server as the person has given it, where the payload tells it."""
    told = event.get("mcp_server")
    name = told.get("name") if isinstance(told, dict) else None
    return name if isinstance(name, str) else None
