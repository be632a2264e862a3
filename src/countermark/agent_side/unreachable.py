"""What an agent is told where there is no answer of a hub: to ask its person, or no. Loaded only then."""

import json
import re

# Of a payload that is cut or broken this much can still be read: inside a text these quotes would have backslashes.
BEFORE_USE = re.compile(rb'"hook_event_name"\s*:\s*"(PreToolUse|BeforeTool)"')
BEFORE_USE_EVENTS = ("PreToolUse", "BeforeTool")
# These ask their person in any case, by a dialog of their own.
ASK_THEMSELVES = ("ExitPlanMode", "AskUserQuestion", "request_user_input", "ask_user", "ask_user_question")
# Codex cannot be made to ask: to it, *ask* is as good as nothing (0051). Gemini without a terminal waits for ever then.
SAID = {"claude-code": "ask", "codex": "deny", "copilot": "ask", "gemini": "deny", "qwen": "ask"}
PLAINLY = "gemini"  # takes a decision without an event around it


def printed(agent: str, payload: bytes, why: str) -> bytes:
    """An explicit *ask* or *deny* before a tool is used; nothing where the agent's own dialog comes anyway."""
    if not is_before_use(payload):
        return b""
    reason = f"Countermark's rules could not be asked ({why}). `countermark doctor` tells more."
    if agent == PLAINLY:
        return json.dumps({"decision": SAID[agent], "reason": reason}).encode("ascii")
    said = {"hookEventName": "PreToolUse", "permissionDecision": SAID[agent], "permissionDecisionReason": reason}
    return json.dumps({"hookSpecificOutput": said}).encode("ascii")


def is_before_use(payload: bytes) -> bool:
    """Whether a tool is about to be used that no dialog of the agent's own stands in front of."""
    try:
        event = json.loads(payload)
    except (ValueError, RecursionError):
        return BEFORE_USE.search(payload) is not None
    if not isinstance(event, dict):
        return False
    return event.get("hook_event_name") in BEFORE_USE_EVENTS and event.get("tool_name") not in ASK_THEMSELVES
