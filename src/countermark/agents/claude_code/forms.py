"""The forms in which Claude Code takes an answer: one for each event that can be answered."""

import json
from collections.abc import Mapping
from enum import StrEnum

from countermark.agents.base import HookReply

NAME = "claude-code"
Json = object


class AskEvent(StrEnum):
    """The events at which Claude Code takes an answer to what it asks."""

    PRE_TOOL_USE = "PreToolUse"
    PERMISSION_REQUEST = "PermissionRequest"
    ELICITATION = "Elicitation"


def decision(chosen: Mapping[str, Json]) -> HookReply:
    """A decision about a permission that Claude's own dialog asks for too."""
    return hook_output(AskEvent.PERMISSION_REQUEST, {"decision": chosen})


def verdict_before_use(decided: str, why: str, **more: Json) -> HookReply:
    """A decision before a tool is used: allow, deny or ask."""
    said = {"permissionDecision": decided, "permissionDecisionReason": why, **more}
    return hook_output(AskEvent.PRE_TOOL_USE, said)


def hook_output(event: AskEvent, said: Mapping[str, Json], **more: Json) -> HookReply:
    """What a hook prints."""
    return HookReply(stdout=json.dumps({**more, "hookSpecificOutput": {"hookEventName": event.value, **said}}))


def silence(why: str) -> HookReply:
    """Nothing for the agent, and a line for whoever reads its hooks' errors."""
    return HookReply(stderr=f"countermark: {why}\n")
