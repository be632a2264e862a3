"""What Codex's tools do: the name and the input of a tool as a call in our words.

Measured on 0.169: a command is "Bash" whatever tool the model has used for it, and `cwd` the folder that it runs in.
Only a dialog's input has a `description`, which is why the agent asks and no part of what is done.
"""

from dataclasses import replace

from countermark.agents.codex.patches import read_patch, unique
from countermark.agents.fields import Fields, arguments_field, folder_field, name_field, word_field
from countermark.agents.mcp_calls import PREFIX, server_call
from countermark.model.annotation_records import canonical
from countermark.model.tool_calls import ToolCall, ToolKind

COMMAND_TOOLS = ("Bash", "apply_patch")
QUESTION_TOOL = "request_user_input"
# Tools that reach neither files nor programs nor the network: there is nothing to ask about before they run.
TOUCHES_NOTHING = frozenset(
    {
        *("get_goal", "create_goal", "update_goal", "update_plan"),  # Codex's own notes of what is to be done
        *("spawn_agent", "send_input", "wait_agent", "resume_agent", "close_agent"),  # each call of theirs is asked
        *("list_mcp_resources", "list_mcp_resource_templates", "tool_search"),  # what there is, not what is in it
    }
)


def tool_call(event: Fields) -> ToolCall:
    """The call that a payload is about. Raises `Malformed`."""
    name = name_field(event, "tool_name")
    given, written = arguments_field(event, "tool_input")
    if name in COMMAND_TOOLS and "description" in given:
        written = canonical({field: value for field, value in given.items() if field != "description"})
    call = ToolCall(ToolKind.OTHER, name, folder_field(event, "cwd"), written)
    match name:
        case "Bash":
            return replace(call, kind=ToolKind.BASH, command=word_field(given, "command"))
        case "apply_patch":
            return patching_call(call, word_field(given, "command"))
        case "view_image":
            return replace(call, kind=ToolKind.READ, paths=(name_field(given, "path"),))
        case _ if name.startswith(PREFIX):
            return server_call(call, None)
        case _:
            return call


def patching_call(call: ToolCall, text: str) -> ToolCall:
    """Files that a patch writes, moves or deletes."""
    patch = read_patch(text)
    return replace(call, kind=ToolKind.EDIT, paths=unique(patch.paths), deletes=patch.deletes, size=patch.size)


def reason_in(event: Fields) -> str | None:
    """Why the agent asks, in its own words."""
    given = event["tool_input"].get("description") if event["tool_name"] in COMMAND_TOOLS else None
    return given if isinstance(given, str) and given.strip() else None
