"""What Claude Code asks to do, and how it is told what was decided."""

import json
from collections.abc import Mapping
from typing import Any

from countermark.agents.base import HookReply
from countermark.agents.claude_code.calls import tool_call
from countermark.agents.claude_code.forms import AskEvent, decision, hook_output, silence, verdict_before_use
from countermark.agents.decision_words import (
    DIALOG_STAYS,
    NO_LONGER,
    NO_LONGER_ASKED,
    NOBODY,
    STILL_OPEN,
    name_of,
    refusal,
)
from countermark.agents.fields import Fields
from countermark.model.asked import Asker
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk, PermissionDecision


def permission_asked(asker: Asker, event: Fields) -> PermissionAsk:
    """A call that waits to be allowed. Raises `Malformed`."""
    call = tool_call(event)
    given = event["tool_input"].get("description") if call.command is not None else None
    reason = given if isinstance(given, str) and given.strip() else None
    return PermissionAsk(asker=asker, call=call, reason=reason, takes_edits=True)


def answer_before_use(answer: PermissionAnswer) -> HookReply:
    """What was decided about a call that is held before its use: whatever is no allow is a no.

    How long an allow lasts is not passed on: what Claude Code would allow by itself from then on is wider than what
    the person has allowed. The next call is asked about again, and the desk's own grants and rules answer it.
    """
    match answer.outcome:
        case Outcome.ALLOWED:
            return verdict_before_use("allow", f"Allowed by {name_of(answer.decider)}.", **edited(answer.decision))
        case Outcome.DENIED:
            words = refusal(answer)
            if answer.decision is not None and answer.decision.stops_turn:
                said = {"permissionDecision": "deny", "permissionDecisionReason": words}
                return hook_output(AskEvent.PRE_TOOL_USE, said, **{"continue": False, "stopReason": words})
            return verdict_before_use("deny", words)
        case Outcome.EXPIRED:
            return verdict_before_use("deny", NOBODY)
        case Outcome.WITHDRAWN:
            return verdict_before_use("deny", NO_LONGER_ASKED)
        case None:
            return verdict_before_use("ask", STILL_OPEN)


def answer_beside_dialog(answer: PermissionAnswer) -> HookReply:
    """What was decided about a call for which Claude's own dialog is open: without a decision it stays open."""
    match answer.outcome:
        case Outcome.ALLOWED:
            return decision({"behavior": "allow", **edited(answer.decision)})
        case Outcome.DENIED:
            stops = answer.decision is not None and answer.decision.stops_turn
            interrupt = {"interrupt": True} if stops else {}
            return decision({"behavior": "deny", "message": refusal(answer), **interrupt})
        case Outcome.EXPIRED:
            return silence(DIALOG_STAYS)
        case Outcome.WITHDRAWN | None:
            return silence(NO_LONGER)


def edited(decided: PermissionDecision | None) -> Mapping[str, Any]:
    """All arguments anew, where the call was allowed with other ones."""
    return {} if decided is None or decided.edited is None else {"updatedInput": json.loads(decided.edited)}
