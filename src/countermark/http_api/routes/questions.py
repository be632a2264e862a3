"""Questions for the browser: the card and the answer."""

from fastapi import APIRouter

from countermark.actions import asking, questions
from countermark.actions.desk import must
from countermark.actions.previews import previews_of
from countermark.http_api.dependencies import TheDesk, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import gate_wire, render_gate
from countermark.model.errors import BadInput
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.questions import Question, QuestionOutcome, QuestionReply

router = APIRouter(prefix="/api/questions", tags=["questions"], responses=error_responses(404))


@router.get("/{question_id}")
async def read_question(desk: TheDesk, question_id: gate_wire.QuestionId) -> gate_wire.QuestionCard:
    """Everything that the card of a question shows."""
    question, seq = await desk.read(lambda reader: (must(reader.question(question_id)), reader.head()))
    return render_gate.question_card(question, previews=await previews_of(desk, question), seq=seq)


@router.post("/{question_id}/answer", responses=error_responses(409))
async def answer(
    desk: TheDesk, by: ThePerson, question_id: gate_wire.QuestionId, given: gate_wire.QuestionReplied
) -> gate_wire.QuestionNow:
    """A person's answer: 409 `already_decided` or `stale`, 422 without the digest of what was shown."""
    answers = {each.name: tuple(each.values) for each in given.answers}
    if len(answers) < len(given.answers):
        raise BadInput("A question is answered twice.", hint="Send one answer for each.")
    reply = QuestionReply(outcome=QuestionOutcome(given.outcome), answers=answers, words=given.words)
    answered = await questions.answer_question(desk, question_id, reply, shown_sha256=given.shown_sha256, by=by)
    return now(desk, answered)


@router.post("/{question_id}/seen")
async def see(desk: TheDesk, by: ThePerson, question_id: gate_wire.QuestionId) -> gate_wire.QuestionNow:
    """The person has it before their eyes."""
    await asking.see(desk, version_of(question_id), by=by)
    return now(desk, must(await desk.read(lambda reader: reader.question(question_id))))


@router.post("/{question_id}/countdown/stop", responses=error_responses(409))
async def stop_countdown(desk: TheDesk, by: ThePerson, question_id: gate_wire.QuestionId) -> gate_wire.QuestionNow:
    """It waits as long as the agent's side can."""
    stopped = await asking.stop_countdown(desk, version_of(question_id), by=by)
    assert isinstance(stopped, Question), "the id is a question's"
    return now(desk, stopped)


def now(desk: TheDesk, question: Question) -> gate_wire.QuestionNow:
    """A question after a change."""
    return gate_wire.QuestionNow(question=render_gate.question(question), seq=desk.feed.head)


def version_of(question_id: str) -> ItemVersion:
    """There is one version of a question."""
    return ItemVersion(ItemKind.QUESTION, question_id, 1)
