"""What a client is told of an answer: words for the agent and a record for programs, by the kind of what it asked."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from countermark.agents.decision_words import NO_LONGER_ASKED, NOBODY, name_of, refusal
from countermark.model.any_item import AnyAnswer
from countermark.model.feedback import feedback
from countermark.model.items import ItemKind
from countermark.model.markdown_words import fenced, inline, quoted
from countermark.model.permissions import Outcome, PermissionAnswer
from countermark.model.questions import QuestionAnswer, QuestionOutcome
from countermark.model.review_answers import ReviewAnswer

Json = dict[str, object]
PENDING = "pending"  # the outcome of what nobody has answered yet
ONLY_EDITED = "Only with another command. Run exactly this one, once:"
STOP = "Do not try another way: end your turn."
NOT_ANSWERED = "Nobody answered in time. That is neither a yes nor a no; it may be asked again."
WITHDRAWN = "This question was withdrawn before anybody had answered."
DECLINED = "The user does not want to answer this."
CANCELLED = "The user has closed this without an answer: neither a yes nor a no."


@dataclass(frozen=True)
class Told:
    """What became of one item, as a client gets it."""

    is_open: bool
    words: str  # empty while it is open
    record: Json
    tool: str  # with which the client goes on waiting


def told_of(answer: AnyAnswer) -> Told:
    """An answer of any kind."""
    match answer:
        case ReviewAnswer():
            return Told(answer.verdict is None, feedback(answer), review_record(answer), "get_review")
        case PermissionAnswer():
            return Told(answer.outcome is None, permission_words(answer), permission_record(answer), "get_answer")
        case QuestionAnswer():
            return Told(answer.outcome is None, question_words(answer), question_record(answer), "get_answer")
        case _:
            assert_never(answer)


def review_record(answer: ReviewAnswer) -> Json:
    """What became of a plan."""
    return {
        "review": answer.version.id,
        "revision": answer.version.number,
        "decision": None if answer.verdict is None else answer.verdict.value,
    }


def permission_words(answer: PermissionAnswer) -> str:
    """What was decided, who has decided it, and what the person says with it."""
    match answer.outcome:
        case Outcome.ALLOWED:
            command, said = edited_command(answer), f"Allowed by {name_of(answer.decider)}."
            return said if command is None else f"{said} {ONLY_EDITED}\n\n{fenced(command)}"
        case Outcome.DENIED:
            stops = answer.decision is not None and answer.decision.stops_turn
            return f"{refusal(answer)}\n\n{STOP}" if stops else refusal(answer)
        case Outcome.EXPIRED:
            return NOBODY
        case Outcome.WITHDRAWN:
            return NO_LONGER_ASKED
        case None:
            return ""


def permission_record(answer: PermissionAnswer) -> Json:
    """The same for programs; what says nothing is left out."""
    decision, command = answer.decision, edited_command(answer)
    return {
        "item": answer.version.id,
        "kind": ItemKind.PERMISSION.value,
        "outcome": PENDING if answer.outcome is None else answer.outcome.value,
        **({} if answer.decider is None else {"decidedBy": answer.decider.kind.value}),
        **({} if decision is None or decision.words is None else {"words": decision.words}),
        **({} if decision is None or not decision.stops_turn else {"stopsTurn": True}),
        **({} if command is None else {"command": command}),
    }


def edited_command(answer: PermissionAnswer) -> str | None:
    """The command that the person has written in the place of the agent's."""
    edited = None if answer.decision is None else answer.decision.edited
    return None if edited is None else str(json.loads(edited)["command"])


def question_words(answer: QuestionAnswer) -> str:
    """What the person has answered, prompt by prompt; their own words stand in quotes."""
    words = None if answer.reply is None else answer.reply.words
    with_it = "" if words is None else f" The words with it:\n\n{words}"
    match answer.outcome:
        case QuestionOutcome.ANSWERED:
            return "\n\n".join(
                ["The user has answered.", *(prompt_words(text, given) for text, given in pairs(answer))]
            )
        case QuestionOutcome.DECLINED:
            return DECLINED + with_it
        case QuestionOutcome.CANCELLED:
            return CANCELLED + with_it
        case QuestionOutcome.EXPIRED:
            return NOT_ANSWERED
        case QuestionOutcome.WITHDRAWN:
            return WITHDRAWN
        case None:
            return ""


def prompt_words(text: str, given: Sequence[str]) -> str:
    """One question with its answers."""
    answers = "\n>\n".join(quoted(each) for each in given) or "> (no answer)"
    return f"{inline(text)}\n\n{answers}"


def question_record(answer: QuestionAnswer) -> Json:
    """The same for programs."""
    words = None if answer.reply is None else answer.reply.words
    return {
        "item": answer.version.id,
        "kind": ItemKind.QUESTION.value,
        "outcome": PENDING if answer.outcome is None else answer.outcome.value,
        "answers": [{"question": text, "answers": list(given)} for text, given in pairs(answer)],
        **({} if words is None else {"words": words}),
    }


def pairs(answer: QuestionAnswer) -> Sequence[tuple[str, Sequence[str]]]:
    """Each prompt with what was answered to it, if it was."""
    if answer.reply is None or answer.outcome is not QuestionOutcome.ANSWERED:
        return []
    return [(each.text, answer.reply.answers.get(each.name, ())) for each in answer.prompts]
