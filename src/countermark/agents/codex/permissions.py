"""What Codex asks to do, and how it is told what was decided."""

from countermark.agents.base import HookReply
from countermark.agents.codex.calls import reason_in, tool_call
from countermark.agents.codex.forms import is_before_use, no, silence, yes
from countermark.agents.decision_words import DIALOG_STAYS, NO_LONGER, NO_LONGER_ASKED, NOBODY, name_of, refusal
from countermark.agents.fields import Fields
from countermark.model.asked import Asker
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk

STOP = "Stop here: end your turn now and wait for the user."
STILL_WAITS = "Nobody has answered yet, so this was not done. It may be asked again."


def permission_asked(asker: Asker, event: Fields) -> PermissionAsk:
    """A call that waits to be allowed. Raises `Malformed`."""
    return PermissionAsk(asker=asker, call=tool_call(event), reason=reason_in(event), asks_when_told=False)


def answer_to_permission(event: Fields, answer: PermissionAnswer) -> HookReply:
    """What was decided. Before its use whatever is no allow is a no; beside Codex's own dialog silence opens that.

    How long an allow lasts is not passed on: the next call is asked about again, and the desk's own grants and rules
    answer it.
    """
    match answer.outcome:
        case Outcome.ALLOWED:
            return yes(event, f"Allowed by {name_of(answer.decider)}.")
        case Outcome.DENIED:
            stops = answer.decision is not None and answer.decision.stops_turn
            return no(event, f"{refusal(answer)}\n\n{STOP}" if stops else refusal(answer))
        case Outcome.EXPIRED:
            return no(event, NOBODY) if is_before_use(event) else silence(DIALOG_STAYS)
        case Outcome.WITHDRAWN:
            return no(event, NO_LONGER_ASKED) if is_before_use(event) else silence(NO_LONGER)
        case None:
            return no(event, STILL_WAITS) if is_before_use(event) else silence(NO_LONGER)
