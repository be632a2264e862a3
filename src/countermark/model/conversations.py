"""What an agent's hooks tell of its conversation beside what they ask: evidence of how something ended."""

from dataclasses import dataclass
from enum import StrEnum

from countermark.model.asked import Asker
from countermark.model.tool_calls import ToolCall


class ConversationStep(StrEnum):
    """What has happened in a conversation."""

    STARTED = "started"
    PROMPTED = "prompted"  # the person has written to the agent
    CALL_ENDED = "call_ended"  # a tool has run
    NOTIFIED = "notified"  # the agent has told its person that it waits
    TURN_ENDED = "turn_ended"
    ENDED = "ended"


@dataclass(frozen=True, kw_only=True)
class ConversationEvent:
    """One step of a conversation."""

    agent: str
    workspace: str
    conversation: str
    step: ConversationStep
    call_id: str | None = None
    sub_agent: str | None = None


@dataclass(frozen=True, kw_only=True)
class CallDenied:
    """The agent itself has refused a call: a rule or a classifier of its own."""

    asker: Asker
    call: ToolCall
    why: str


@dataclass(frozen=True, kw_only=True)
class MalformedCall:
    """A request to do something that cannot be understood: it is refused at once and recorded."""

    asker: Asker
    tool: str  # the agent's own name of it, as far as it can be read
    why: str
