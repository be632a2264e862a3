"""The forms in which Codex takes an answer: one for each event that can be answered.

Measured on 0.169: an answer with a field more than these (`updatedInput`, `continue`, `interrupt`, `permissionDecision:
ask`) counts as none, and before its use the call is then done.
"""

import json
from collections.abc import Mapping
from enum import StrEnum

from countermark.agents.base import HookReply, text_at
from countermark.agents.fields import Fields

NAME = "codex"


class AskEvent(StrEnum):
    """The events at which Codex takes an answer to what it asks."""

    PRE_TOOL_USE = "PreToolUse"
    PERMISSION_REQUEST = "PermissionRequest"


def yes(event: Fields, why: str) -> HookReply:
    """The call is allowed."""
    if is_before_use(event):
        return hook_output(AskEvent.PRE_TOOL_USE, {"permissionDecision": "allow", "permissionDecisionReason": why})
    return hook_output(AskEvent.PERMISSION_REQUEST, {"decision": {"behavior": "allow"}})


def no(event: Fields, why: str) -> HookReply:
    """The call is not done, and the model reads why; an event that takes no answer gets none."""
    match text_at(event, "hook_event_name"):
        case AskEvent.PRE_TOOL_USE:
            return hook_output(AskEvent.PRE_TOOL_USE, {"permissionDecision": "deny", "permissionDecisionReason": why})
        case AskEvent.PERMISSION_REQUEST:
            return hook_output(AskEvent.PERMISSION_REQUEST, {"decision": {"behavior": "deny", "message": why}})
        case _:
            return silence(why)


def hook_output(event: AskEvent, said: Mapping[str, object]) -> HookReply:
    """What a hook prints."""
    return HookReply(stdout=json.dumps({"hookSpecificOutput": {"hookEventName": event.value, **said}}))


def silence(why: str) -> HookReply:
    """Nothing for the agent, and a line for whoever reads its hooks' errors."""
    return HookReply(stderr=f"countermark: {why}\n")


def is_before_use(event: Fields) -> bool:
    """Whether Codex asks before the tool is used: nothing else may lead to a person then."""
    return text_at(event, "hook_event_name") == AskEvent.PRE_TOOL_USE
