"""What Qwen Code asks to do, and how it is told what was decided."""

import json

from countermark.agents.base import HookReply
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
from countermark.agents.qwen.calls import tool_call
from countermark.agents.qwen.forms import is_before_use, no, silence, yes
from countermark.model.asked import Asker
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk

STOP = "Stop here: end your turn now and wait for the user."
EDITS_LOST = "The user has allowed this with other arguments, which Qwen Code does not take here, so it was not done."


def permission_asked(asker: Asker, event: Fields) -> PermissionAsk:
    """A call that waits to be allowed. Raises `Malformed`."""
    call = tool_call(event)
    given = event["tool_input"].get("description") if call.command is not None else None
    reason = given if isinstance(given, str) and given.strip() else None
    return PermissionAsk(asker=asker, call=call, reason=reason, takes_edits=not is_before_use(event))


def answer_to_permission(event: Fields, answer: PermissionAnswer) -> HookReply:
    """What was decided. Before its use whatever is no allow is a no; before Qwen's own dialog silence opens that."""
    last = is_before_use(event)
    match answer.outcome:
        case Outcome.ALLOWED if answer.decision is not None and answer.decision.edited is not None:
            edited = json.loads(answer.decision.edited)
            if not last:
                return yes(event, "", updatedInput=edited)
            kept = event["tool_input"] == edited  # by the dialog before, which takes them
            return yes(event, f"Allowed by {name_of(answer.decider)}.") if kept else no(event, EDITS_LOST)
        case Outcome.ALLOWED:
            return yes(event, f"Allowed by {name_of(answer.decider)}.")
        case Outcome.DENIED:
            stops = answer.decision is not None and answer.decision.stops_turn
            return no(event, f"{refusal(answer)}\n\n{STOP}" if stops else refusal(answer))
        case Outcome.EXPIRED:
            return no(event, NOBODY) if last else silence(DIALOG_STAYS)
        case Outcome.WITHDRAWN:
            return no(event, NO_LONGER_ASKED) if last else silence(NO_LONGER)
        case None:
            return no(event, STILL_OPEN) if last else silence(NO_LONGER)
