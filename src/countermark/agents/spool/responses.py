"""What the hub writes into `{planId}.response`: only a person's *approve* ever says `approved`."""

import json
from enum import StrEnum
from typing import assert_never

from countermark.agents.spool.requests import PLAN_ID, PlanRequest
from countermark.model.errors import CountermarkError
from countermark.model.feedback import feedback
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Verdict

NOBODY = "Countermark has refused the files of this plan, and nobody has seen it."


class FileDecision(StrEnum):
    """Two decisions of the seed, and two that a client which knows only those takes for no approval."""

    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"


def response_to(request: PlanRequest, answer: ReviewAnswer) -> bytes | None:
    """The content of the response; None where nobody has answered: silence is written nowhere."""
    decision = decision_in(answer)
    if decision is None:
        return None
    return content(decision, feedback(answer), plan_id=request.plan_id, token=request.token)


def decision_in(answer: ReviewAnswer) -> FileDecision | None:
    """What a client is told."""
    match answer.verdict:
        case Verdict.APPROVED:
            return FileDecision.APPROVED
        case Verdict.CHANGES_REQUESTED:
            return FileDecision.REJECTED
        case Verdict.WITHDRAWN:
            return FileDecision.WITHDRAWN
        case Verdict.EXPIRED | None:
            return None
        case _:
            assert_never(answer.verdict)


def refusal(error: CountermarkError, *, plan_id: str, token: str | None) -> bytes:
    """The content of a response that says why nobody is asked."""
    return content(FileDecision.REFUSED, f"{NOBODY} {error} {error.hint}\n", plan_id=plan_id, token=token)


def content(decision: FileDecision, words: str, *, plan_id: str, token: str | None) -> bytes:
    """One line of JSON in ASCII; `behavior` is the seed's second name for the decision."""
    behavior = "allow" if decision is FileDecision.APPROVED else "deny"
    known = {"planId": plan_id if PLAN_ID.fullmatch(plan_id) else None, "token": token}
    told = {"decision": decision.value, "behavior": behavior, "feedback": words}
    fields = {name: value for name, value in known.items() if value is not None} | told
    return json.dumps(fields, ensure_ascii=True).encode("ascii") + b"\n"
