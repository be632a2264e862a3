"""What OpenCode is told of what became of its requests: once, no, answers, or nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.agents.decision_words import NOBODY, refusal
from countermark.model.any_item import AnyAnswer
from countermark.model.asked import DeciderKind
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionDecision
from countermark.model.questions import QuestionAnswer, QuestionOutcome
from countermark.model.review_answers import ReviewAnswer

PLAIN_NO = "The user said no."
NOT_ANSWERED = "The user does not answer this question."
MALFORMED = "This request could not be understood, so nobody was asked: {why}."


@dataclass(frozen=True)
class Allow:
    """Once."""


@dataclass(frozen=True)
class Reject:
    """No. With words the turn goes on, and the model reads them; without any it ends."""

    words: str | None


@dataclass(frozen=True)
class Answers:
    """Answers to questions, in their order."""

    answers: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Silence:
    """OpenCode's own dialog decides, or nobody asks any longer."""


Say = Allow | Reject | Answers | Silence


def say_of(answer: AnyAnswer, *, is_alone: bool) -> Say:
    """What to tell; `is_alone` where only the desk is to be asked, so that what nobody has answered is not done."""
    match answer:
        case PermissionAnswer():
            return permission_said(answer, is_alone=is_alone)
        case QuestionAnswer():
            return question_said(answer, is_alone=is_alone)
        case ReviewAnswer():
            return Silence()


def permission_said(answer: PermissionAnswer, *, is_alone: bool) -> Say:
    """How long an allow lasts is not passed on: OpenCode would allow more than the person was shown."""
    match answer.outcome:
        case Outcome.ALLOWED:
            return Allow()
        case Outcome.DENIED:
            return Reject(words_of(answer, answer.decision))
        case Outcome.EXPIRED:
            return Reject(NOBODY) if is_alone else Silence()
        case Outcome.WITHDRAWN | None:
            return Silence()


def words_of(answer: PermissionAnswer, decision: PermissionDecision | None) -> str | None:
    """Why not, for the model; None where the turn is to end."""
    if decision is not None and decision.stops_turn:
        return None
    if answer.decider is None or answer.decider.kind is not DeciderKind.PERSON:
        return refusal(answer)
    words = None if decision is None else decision.words
    return PLAIN_NO if words is None else words


def question_said(answer: QuestionAnswer, *, is_alone: bool) -> Say:
    """A rejected question ends the turn as *cancelled* does; every other end is words, so that the turn goes on."""
    match answer.outcome:
        case QuestionOutcome.ANSWERED:
            given = {} if answer.reply is None else answer.reply.answers
            return Answers([given.get(prompt.name, ()) for prompt in answer.prompts])
        case QuestionOutcome.DECLINED:
            words = None if answer.reply is None else answer.reply.words
            return same_for_all(answer, NOT_ANSWERED if words is None else f"{NOT_ANSWERED} {words}")
        case QuestionOutcome.CANCELLED:
            return Reject(None)
        case QuestionOutcome.EXPIRED:
            return same_for_all(answer, "Nobody answered this question in time.") if is_alone else Silence()
        case QuestionOutcome.WITHDRAWN | None:
            return Silence()


def same_for_all(answer: QuestionAnswer, words: str) -> Answers:
    """The same words as the answer to each question."""
    return Answers([(words,) for _ in answer.prompts])
