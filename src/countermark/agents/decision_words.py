"""The words in which an agent reads what was decided or answered: who says so, and why nothing was."""

from countermark.model.asked import Decider, DeciderKind
from countermark.model.permissions import PermissionAnswer
from countermark.model.questions import QuestionAnswer

NOBODY = "Nobody answered in time, so this was not done. It is no person's refusal: it may be asked again."
NO_LONGER_ASKED = "This was withdrawn before anybody had answered, so it was not done."
STILL_OPEN = "This still waits for an answer on the desk."
DIALOG_STAYS = "nobody answered in time; the prompt in the terminal is still open"
NO_LONGER = "this is no longer asked about"
NOT_ANSWERED = "The user does not answer this."
CLOSED = "The user has put this aside without an answer."
# For an agent whose hook can only say that the tool of its question is not used.
ANSWERED = "No error: the user has answered at the desk instead. The answers:"
DIALOG_COMES = "nobody answered in time; the question comes in the terminal"


def refusal(answer: PermissionAnswer) -> str:
    """Why not, for the model: who says so, and their words as they were written."""
    words = answer.decision.words if answer.decision is not None else None
    said = f"Not allowed by {name_of(answer.decider)}."
    return said if words is None else f"{said} The words with it:\n\n{words}"


def declined(answer: QuestionAnswer) -> str:
    """That a person does not answer, for the model, and their words as they were written."""
    words = answer.reply.words if answer.reply is not None else None
    return NOT_ANSWERED if words is None else f"{NOT_ANSWERED} The words with it:\n\n{words}"


def name_of(decider: Decider | None) -> str:
    """Who has decided, as the model reads it."""
    match decider.kind if decider is not None else DeciderKind.PERSON:
        case DeciderKind.PERSON:
            return "the user"
        case DeciderKind.RULE:
            return "a rule of the user"
        case DeciderKind.GRANT:
            return "the user, for this conversation"
        case DeciderKind.SESSION:
            return "the user, for this session"
        case DeciderKind.MODE:
            return "the mode that the user has set"
        case DeciderKind.TIMEOUT | DeciderKind.AGENT | DeciderKind.POLICY:
            return "Countermark"
