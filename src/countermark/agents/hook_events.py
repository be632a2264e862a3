"""What hooks in Claude Code's shape say of a conversation, whatever the agent: which it is, where, and who speaks."""

from countermark.agents.base import LONGEST_NAME, Nothing, name_at, text_at
from countermark.agents.fields import Fields, folder_field, name_field
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import ConversationEvent, ConversationStep


def step_in(agent: str, event: Fields, step: ConversationStep) -> ConversationEvent | Nothing:
    """A step of a conversation; without the conversation's id there is nothing that it could be about."""
    conversation = name_at(event, "session_id")
    if conversation is None:
        return Nothing()
    return ConversationEvent(
        agent=agent,
        workspace=name_at(event, "cwd") or "",
        conversation=conversation,
        step=step,
        call_id=name_at(event, "tool_use_id"),
        sub_agent=sub_agent_of(event),
    )


def asker_in(agent: str, event: Fields, point: CallPoint, *, waits_seconds: int | None = None) -> Asker:
    """Who asks. Raises `Malformed` without the conversation and the folder that it works in."""
    return Asker(
        agent=agent,
        workspace=folder_field(event, "cwd"),
        conversation=name_field(event, "session_id"),
        point=point,
        call_id=name_field(event, "tool_use_id") if "tool_use_id" in event else None,
        sub_agent=sub_agent_of(event),
        waits_seconds=waits_seconds,
    )


def asker_as_far_as_told(agent: str, event: Fields, point: CallPoint) -> Asker:
    """Who asks, where the payload does not say all of it."""
    workspace, conversation = (text_at(event, name) or "" for name in ("cwd", "session_id"))
    return Asker(
        agent=agent, workspace=workspace[:LONGEST_NAME], conversation=conversation[:LONGEST_NAME] or None, point=point
    )


def sub_agent_of(event: Fields) -> str | None:
    """The part of an agent that works, with its kind: two of a kind may work at the same time."""
    name, kind = name_at(event, "agent_id"), name_at(event, "agent_type")
    return f"{kind} {name}" if name and kind else name or kind
