"""The form in which Gemini CLI takes an answer: one for all events.

Measured on 0.61: anything else that a hook does (no JSON, an exit code but 0 and 2, its timeout) counts as a yes, and
*ask* without a terminal is never answered, so it is never said.
"""

import json

from countermark.agents.base import HookReply

NAME = "gemini"


def yes(**more: object) -> HookReply:
    """The tool is used, after Gemini's own dialog where its mode has one."""
    return HookReply(stdout=json.dumps({"decision": "allow", **more}))


def no(why: str, **more: object) -> HookReply:
    """The tool is not used, and the model reads why."""
    return HookReply(stdout=json.dumps({"decision": "deny", "reason": why, **more}))


def silence(why: str) -> HookReply:
    """Nothing for the agent, and a line for whoever reads its hooks' errors."""
    return HookReply(stderr=f"countermark: {why}\n")
