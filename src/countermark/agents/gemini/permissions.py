"""What Gemini CLI asks to do, and how it is told what was decided: whatever is no allow is a no."""

import json

from countermark.agents.base import HookReply
from countermark.agents.decision_words import NO_LONGER_ASKED, NOBODY, STILL_OPEN, refusal
from countermark.agents.fields import Fields
from countermark.agents.gemini.calls import tool_call
from countermark.agents.gemini.forms import no, yes
from countermark.model.asked import Asker
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk


def permission_asked(asker: Asker, event: Fields) -> PermissionAsk:
    """A call that waits to be allowed. Raises `Malformed`."""
    call = tool_call(event)
    given = event["tool_input"].get("description") if call.command is not None else None
    reason = given if isinstance(given, str) and given.strip() else None
    return PermissionAsk(asker=asker, call=call, reason=reason, takes_edits=True, asks_when_told=False)


def answer_to_permission(answer: PermissionAnswer) -> HookReply:
    """What was decided; how long an allow lasts is not passed on, the next call is asked about again."""
    match answer.outcome:
        case Outcome.ALLOWED if answer.decision is not None and answer.decision.edited is not None:
            edited = {"hookEventName": "BeforeTool", "tool_input": json.loads(answer.decision.edited)}
            return yes(hookSpecificOutput=edited)
        case Outcome.ALLOWED:
            return yes()
        case Outcome.DENIED:
            words = refusal(answer)
            if answer.decision is not None and answer.decision.stops_turn:
                return no(words, **{"continue": False, "stopReason": words})
            return no(words)
        case Outcome.EXPIRED:
            return no(NOBODY)
        case Outcome.WITHDRAWN:
            return no(NO_LONGER_ASKED)
        case None:
            return no(STILL_OPEN)
