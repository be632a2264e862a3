"""The words in which an agent reads what was decided about a call: who says so, and why nothing was decided."""

from countermark.model.asked import Decider, DeciderKind
from countermark.model.permissions import PermissionAnswer

NOBODY = "Nobody answered in time, so this was not done. It is no person's refusal: it may be asked again."
NO_LONGER_ASKED = "This was withdrawn before anybody had answered, so it was not done."
STILL_OPEN = "This still waits for an answer on the desk."
DIALOG_STAYS = "nobody answered in time; the prompt in the terminal is still open"
NO_LONGER = "this is no longer asked about"


def refusal(answer: PermissionAnswer) -> str:
    """Why not, for the model: who says so, and their words as they were written."""
    words = answer.decision.words if answer.decision is not None else None
    said = f"Not allowed by {name_of(answer.decider)}."
    return said if words is None else f"{said} The words with it:\n\n{words}"


def name_of(decider: Decider | None) -> str:
    """Who has decided, as the model reads it."""
    match decider.kind if decider is not None else DeciderKind.PERSON:
        case DeciderKind.PERSON:
            return "the user"
        case DeciderKind.RULE:
            return "a rule of the user"
        case DeciderKind.GRANT:
            return "the user, for this conversation"
        case DeciderKind.MODE:
            return "the mode that the user has set"
        case DeciderKind.TIMEOUT | DeciderKind.AGENT | DeciderKind.POLICY:
            return "Countermark"
