"""What Copilot asks to do, and how it is told what was decided."""

import json
from collections.abc import Mapping

from countermark.agents.base import HookReply
from countermark.agents.copilot.calls import tool_call
from countermark.agents.copilot.forms import decision, silence, verdict_before_use
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
from countermark.model.asked import Asker, CallPoint
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk, PermissionDecision

STOP = "Stop here: end your turn now and wait for the user."


def permission_asked(asker: Asker, event: Fields) -> PermissionAsk:
    """A call that waits to be allowed. Raises `Malformed`."""
    call = tool_call(event)
    given = event["tool_input"].get("description") if call.command is not None else None
    reason = given if isinstance(given, str) and given.strip() else None
    return PermissionAsk(asker=asker, call=call, reason=reason, takes_edits=asker.point is CallPoint.BEFORE_USE)


def answer_before_use(answer: PermissionAnswer) -> HookReply:
    """What was decided about a call that is held before its use: whatever is no allow is a no.

    How long an allow lasts is not passed on: the next call is asked about again, and the desk's own grants and rules
    answer it.
    """
    match answer.outcome:
        case Outcome.ALLOWED:
            return verdict_before_use("allow", f"Allowed by {name_of(answer.decider)}.", **edited(answer.decision))
        case Outcome.DENIED:
            words = refusal(answer)
            return verdict_before_use("deny", f"{words}\n\n{STOP}" if stops_turn(answer) else words)
        case Outcome.EXPIRED:
            return verdict_before_use("deny", NOBODY)
        case Outcome.WITHDRAWN:
            return verdict_before_use("deny", NO_LONGER_ASKED)
        case None:
            return verdict_before_use("ask", STILL_OPEN)


def answer_beside_dialog(answer: PermissionAnswer) -> HookReply:
    """What was decided about a call that Copilot's own rules or its dialog decide about when we are silent."""
    match answer.outcome:
        case Outcome.ALLOWED:
            return decision("allow")
        case Outcome.DENIED:
            interrupt = {"interrupt": True} if stops_turn(answer) else {}
            return decision("deny", message=refusal(answer), **interrupt)
        case Outcome.EXPIRED:
            return silence(DIALOG_STAYS)
        case Outcome.WITHDRAWN | None:
            return silence(NO_LONGER)


def edited(decided: PermissionDecision | None) -> Mapping[str, object]:
    """All arguments anew, where the call was allowed with other ones."""
    return {} if decided is None or decided.edited is None else {"modifiedArgs": json.loads(decided.edited)}


def stops_turn(answer: PermissionAnswer) -> bool:
    """Whether the person has also ended the turn."""
    return answer.decision is not None and answer.decision.stops_turn
