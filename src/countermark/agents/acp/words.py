"""What the ledger says of things that ended, and what an agent is told with the next prompt of what it had asked."""

from collections.abc import Sequence
from operator import itemgetter

from countermark.agents.decision_words import NOBODY, refusal
from countermark.model.asked import DeciderKind
from countermark.model.feedback import feedback
from countermark.model.permissions import Outcome, Permission, Scope, permission_answer
from countermark.model.redaction import redacted
from countermark.model.review_answers import answer_about
from countermark.model.reviews import Review, Verdict
from countermark.model.sessions.parts import PromptPart, PromptState
from countermark.model.sessions.state import SessionState

BEFORE = "What became of what you have asked before:"
MOST_TOLD = 20  # the newest ones
ALLOWED = {Scope.ONCE: "Allowed once", Scope.CONVERSATION: "Allowed for this session", Scope.ALWAYS: "Allowed always"}


def ended_words(ended: Permission) -> str:
    """What became of a permission, as the ledger has it."""
    match ended.outcome:
        case Outcome.ALLOWED:
            scope = Scope.ONCE if ended.decision is None else ended.decision.scope
            return ALLOWED[scope]
        case Outcome.DENIED:
            words = None if ended.decision is None else ended.decision.words
            return "Not allowed" if words is None else f"Not allowed: {redacted(words)}"
        case Outcome.EXPIRED:
            return "Nobody answered in time"
        case Outcome.WITHDRAWN | None:
            return "No longer asked"


def ended_plan_words(verdict: Verdict | None) -> str:
    """The same of a plan."""
    match verdict:
        case Verdict.APPROVED:
            return "Approved"
        case Verdict.CHANGES_REQUESTED:
            return "Changes requested"
        case Verdict.EXPIRED:
            return "Nobody answered in time"
        case Verdict.WITHDRAWN | None:
            return "No longer asked"


def told_until(state: SessionState) -> int:
    """From when on nothing has been told to the agent: the beginning of the last turn that came to its end.

    Words that were taken and not answered may never have arrived, so what went with them goes once more.
    """
    turns = (each for each in state.ledger if isinstance(each, PromptPart))
    return max((each.at for each in turns if each.prompt.state is PromptState.ANSWERED), default=0)


def next_words(permissions: Sequence[Permission], reviews: Sequence[Review], *, since: int) -> str:
    """What goes with the next prompt, oldest first; empty where there is nothing to say."""
    told = [
        *((each.ended_at or 0, permission_words(each)) for each in permissions if (each.ended_at or 0) >= since),
        *(
            (each.latest.decided_at or 0, plan_words(each))
            for each in reviews
            if (each.latest.decided_at or 0) >= since
        ),
    ]
    said = [words for _, words in sorted(told, key=itemgetter(0)) if words is not None][-MOST_TOLD:]
    return "\n\n".join([BEFORE, *said]) if said else ""


def permission_words(ended: Permission) -> str | None:
    """What the protocol had no field for; only of what is answered by one of the agent's own choices."""
    if not ended.offered:
        return None
    about = f"“{ended.title}”"
    if ended.outcome is Outcome.EXPIRED:
        return f"{about}: {NOBODY}"
    made, decider = ended.decision, ended.decider
    if ended.outcome is not Outcome.DENIED or made is None:
        return None
    is_plain = decider is not None and decider.kind is DeciderKind.PERSON and made.words is None
    return None if is_plain else f"{about}: {refusal(permission_answer(ended))}"


def plan_words(review: Review) -> str | None:
    """A person's words to a plan, or that nobody had any."""
    latest = review.latest
    is_bare = latest.verdict is Verdict.APPROVED and latest.notes is None and not latest.marks
    if is_bare or latest.verdict in (None, Verdict.WITHDRAWN):
        return None
    return feedback(answer_about(review, latest)).strip()
