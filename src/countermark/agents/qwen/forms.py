"""The forms in which Qwen Code takes an answer: one for each event that can be answered.

Measured on 0.24: before its dialog opens (`PermissionRequest`) silence opens it; right before a tool is used
(`PreToolUse`, the last event) silence is a yes, and other arguments are passed over.
"""

import json
from collections.abc import Mapping
from enum import StrEnum

from countermark.agents.base import HookReply, text_at
from countermark.agents.fields import Fields

NAME = "qwen"


class AskEvent(StrEnum):
    """The events at which Qwen Code takes an answer."""

    PRE_TOOL_USE = "PreToolUse"
    PERMISSION_REQUEST = "PermissionRequest"


def yes(event: Fields, why: str, **more: object) -> HookReply:
    """The call is allowed; `more` counts before the dialog only."""
    if is_before_use(event):
        return before_use("allow", why)
    return hook_output(AskEvent.PERMISSION_REQUEST, {"decision": {"behavior": "allow", **more}})


def no(event: Fields, why: str) -> HookReply:
    """The call is not done, and the model reads why; an event that takes no answer gets none."""
    match text_at(event, "hook_event_name"):
        case AskEvent.PRE_TOOL_USE:
            return before_use("deny", why)
        case AskEvent.PERMISSION_REQUEST:
            return hook_output(AskEvent.PERMISSION_REQUEST, {"decision": {"behavior": "deny", "message": why}})
        case _:
            return silence(why)


def before_use(decided: str, why: str) -> HookReply:
    """Allow, deny, or ask: that opens a dialog, and is a no where there is no terminal."""
    return hook_output(AskEvent.PRE_TOOL_USE, {"permissionDecision": decided, "permissionDecisionReason": why})


def hook_output(event: AskEvent, said: Mapping[str, object]) -> HookReply:
    """What a hook prints."""
    return HookReply(stdout=json.dumps({"hookSpecificOutput": {"hookEventName": event.value, **said}}))


def silence(why: str) -> HookReply:
    """Nothing for the agent, and a line for whoever reads its hooks' errors."""
    return HookReply(stderr=f"countermark: {why}\n")


def is_before_use(event: Fields) -> bool:
    """Whether the tool is used next, unless we say no."""
    return text_at(event, "hook_event_name") == AskEvent.PRE_TOOL_USE
