"""The forms in which Copilot asks and takes an answer (measured on 1.0.102).

Its hooks are registered by the names that Claude Code has, and then say which event they are about; a dialog's request
has names of its own in any case. What a hook registered as `preToolUse` sends is known by its arguments.
"""

import json
from collections.abc import Mapping
from enum import StrEnum

from countermark.agents.base import HookReply, json_object, text_at
from countermark.agents.fields import Fields
from countermark.model.errors import BadInput

NAME = "copilot"
UNNAMED = "Register the hooks by the names that `countermark install copilot` gives them."
OTHER_NAMES = {"sessionId": "session_id", "toolName": "tool_name", "toolInput": "tool_input", "toolArgs": "tool_input"}


class AskEvent(StrEnum):
    """The events at which Copilot takes an answer to what it asks."""

    PRE_TOOL_USE = "PreToolUse"
    PERMISSION_REQUEST = "PermissionRequest"


def event_in(payload: bytes) -> Fields:
    """The event, by one set of names. Raises `BadInput` for JSON that is none and for an event that has no name."""
    sent = json_object(payload)
    event = {OTHER_NAMES.get(name, name): value for name, value in sent.items()}
    if text_at(sent, "hookName") == "permissionRequest":
        event["hook_event_name"] = AskEvent.PERMISSION_REQUEST.value
    elif "toolArgs" in sent and "toolResult" not in sent and "hook_event_name" not in sent:
        event["hook_event_name"] = AskEvent.PRE_TOOL_USE.value
    if text_at(event, "hook_event_name") is None:
        raise BadInput("The payload does not say which event it is about.", hint=UNNAMED)
    return event


def verdict_before_use(decided: str, why: str, **more: object) -> HookReply:
    """A decision before a tool is used: allow, deny or ask. After an allow Copilot does not ask again."""
    return printed({"permissionDecision": decided, "permissionDecisionReason": why, **more})


def decision(behavior: str, **more: object) -> HookReply:
    """A decision about a permission that Copilot's own rules or its dialog would decide about."""
    return printed({"behavior": behavior, **more})


def printed(said: Mapping[str, object]) -> HookReply:
    """What a hook prints."""
    return HookReply(stdout=json.dumps(said))


def silence(why: str) -> HookReply:
    """Nothing for the agent, and a line for whoever reads its hooks' errors."""
    return HookReply(stderr=f"countermark: {why}\n")


def is_before_use(event: Fields) -> bool:
    """Whether Copilot asks before the tool is used, without a dialog of its own."""
    return event.get("hook_event_name") == AskEvent.PRE_TOOL_USE
