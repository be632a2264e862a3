"""What our plugin in OpenCode sends: a call before it is done, a plan, and what has become of a conversation."""

from collections.abc import Mapping
from enum import StrEnum

from countermark.agents.base import LONGEST_NAME, Nothing, name_at, text_at
from countermark.agents.fields import Fields, Malformed, folder_field, name_field
from countermark.agents.opencode.calls import tool_call
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import ConversationEvent, ConversationStep, MalformedCall
from countermark.model.errors import BadInput, TooLarge
from countermark.model.permissions import PermissionAsk
from countermark.model.reviews import Submission
from countermark.model.tool_calls import ToolKind

NAME = "opencode"
MAX_SUMMARY_BYTES = 2048
MOST_SERVERS = 1000
# OpenCode has read these arguments before it asks the plugin: a change of them would not be carried out.
READ_BEFORE = frozenset({"list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"})


class PluginEvent(StrEnum):
    """What the plugin tells."""

    TOOL = "tool"
    PLAN = "plan"
    STARTED = "started"  # told by the doctor, to try the way
    IDLE = "idle"
    DELETED = "deleted"


STEPS: Mapping[PluginEvent, ConversationStep] = {
    PluginEvent.STARTED: ConversationStep.STARTED,
    PluginEvent.IDLE: ConversationStep.TURN_ENDED,
    PluginEvent.DELETED: ConversationStep.ENDED,
}


def event_of(told: Fields) -> PluginEvent:
    """What is told. Raises `BadInput`."""
    try:
        return PluginEvent(str(told.get("event")))
    except ValueError:
        raise BadInput(
            "event is missing, or none that this version knows.", hint="Run `countermark install opencode` again."
        ) from None


def call_asked(told: Fields) -> PermissionAsk | MalformedCall:
    """A call that OpenCode is about to do; one that cannot be understood is refused, and it is said why."""
    try:
        asker = asker_of(told)
        call = tool_call(told.get("tool"), told.get("args"), told.get("directory"), servers=servers_of(told))
    except Malformed as problem:
        return MalformedCall(asker=asker_as_far_as_told(told), tool=text_at(told, "tool") or "", why=str(problem))
    reason = text_at(told["args"], "description") if call.kind is ToolKind.BASH else None
    return PermissionAsk(asker=asker, call=call, reason=reason, takes_edits=call.name not in READ_BEFORE)


def plan_submitted(told: Fields) -> Submission:
    """A plan of the tool `submit_plan`. Raises `BadInput` without one, `TooLarge` for a summary that is none."""
    text, summary = text_at(told, "plan"), text_at(told, "summary")
    if text is None:
        raise BadInput("There is no plan.", hint="Give the whole plan as Markdown in `plan`.")
    if summary is not None and len(summary.encode()) > MAX_SUMMARY_BYTES:
        raise TooLarge(f"The summary has more than {MAX_SUMMARY_BYTES} bytes.", hint="Say it in one sentence.")
    return Submission(NAME, text, summary, name_at(told, "directory") or "", conversation_of(told), None)


def step_told(told: Fields, step: ConversationStep) -> ConversationEvent | Nothing:
    """A step of a conversation; a sub-agent that is deleted ends no conversation."""
    conversation, part = conversation_of(told), part_of(told)
    if conversation is None:
        return Nothing()
    if part is not None and step is ConversationStep.ENDED:
        step = ConversationStep.TURN_ENDED
    return ConversationEvent(
        agent=NAME,
        workspace=name_at(told, "directory") or "",
        conversation=conversation,
        step=step,
        sub_agent=part,
    )


def asker_of(told: Fields) -> Asker:
    """Who asks. Raises `Malformed` without the session and the folder that it works in."""
    session = name_field(told, "sessionID")
    return Asker(
        agent=NAME,
        workspace=folder_field(told, "directory"),
        conversation=name_field(told, "rootID") if "rootID" in told else session,
        point=CallPoint.ALONE,
        call_id=name_field(told, "callID") if "callID" in told else None,
        sub_agent=part_of(told),
    )


def asker_as_far_as_told(told: Fields) -> Asker:
    """Who asks, where the payload does not say all of it."""
    workspace, root, session = (text_at(told, name) or "" for name in ("directory", "rootID", "sessionID"))
    conversation = (root or session)[:LONGEST_NAME] or None
    return Asker(agent=NAME, workspace=workspace[:LONGEST_NAME], conversation=conversation, point=CallPoint.ALONE)


def conversation_of(told: Fields) -> str | None:
    """The session that a person has begun: those of sub-agents are parts of it."""
    return name_at(told, "rootID") or name_at(told, "sessionID")


def part_of(told: Fields) -> str | None:
    """The session of the sub-agent, if one works."""
    session = name_at(told, "sessionID")
    return None if session == conversation_of(told) else session


def servers_of(told: Fields) -> list[str]:
    """The names of the MCP servers that are configured. Raises `Malformed` for what can be none."""
    names = told.get("servers", [])
    if not isinstance(names, list) or len(names) > MOST_SERVERS or not all(isinstance(name, str) for name in names):
        raise Malformed(f"servers is no list of at most {MOST_SERVERS} names")
    return names
