"""Questions: an agent, or a server that it uses, wants words or a choice from a person."""

import json

from countermark.actions import asking
from countermark.actions.asking import AskedReceipt
from countermark.actions.desk import Change, Desk, must
from countermark.actions.idempotency import stored_key
from countermark.actions.reviews import one_line
from countermark.model.actors import Actor
from countermark.model.asked import CallPoint, Decider, DeciderKind
from countermark.model.errors import Busy
from countermark.model.gate_happenings import QuestionAnswered, QuestionAsked
from countermark.model.gate_settings import GateSettings
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.items import check_answerable
from countermark.model.questions import Question, QuestionAsk, QuestionReply, QuestionSource
from countermark.model.redaction import redacted

QUESTION_TOOL = "question"  # under which a wait can be set: `"claude-code:question" = 600`


async def ask_question(
    desk: Desk, asked: QuestionAsk, *, key: str, gate: GateSettings, by: Actor, key_scope: str | None = None
) -> AskedReceipt:
    """Ask a person. The same key, in its `key_scope`, is the same question. Raises `Busy` or `Conflict`."""
    name = stored_key(by, key, conversation=key_scope)

    def work(change: Change) -> AskedReceipt:
        record = change.read.idempotency_record(name)
        if record is not None:
            return asking.asked_again(change, record, asked.digest, asked.asker)
        receipt = joined(change, asked) or opened(change, asked, gate)
        change.keep_idempotency_record(IdempotencyRecord(name, receipt.item.version))
        return receipt

    return await desk.change(by, work)


def joined(change: Change, asked: QuestionAsk) -> AskedReceipt | None:
    """The answer of the point of this call that came before, if this is a later one."""
    it = asked.asker
    if it.point is not CallPoint.DIALOG or it.conversation is None:
        return None
    earlier = change.read.question_of_call(it.agent, it.conversation, call_id=it.call_id, sha256=asked.digest)
    if earlier is None or not earlier.is_answered or asking.is_too_old(earlier, at=change.at):
        return None
    if earlier.forgotten_at is not None:
        return None  # what was answered is no longer known
    return asking.join(change, earlier)


def opened(change: Change, asked: QuestionAsk, gate: GateSettings) -> AskedReceipt:
    """A person is asked."""
    it = asked.asker
    if change.read.has_open_questions(it.agent, at_least=asking.MOST_OPEN_PER_AGENT):
        raise Busy(f"{asking.MOST_OPEN_PER_AGENT} questions of this agent wait already.")
    asking.check_client(it, change.read.open_questions_of(it.agent, it.conversation))
    expires_at, waits_until = asking.times(it, wait_seconds=gate.wait_seconds(it.agent, QUESTION_TOOL), at=change.at)
    question = Question(
        id=change.new_id("qu"), asker=it, title=title_of(asked), sha256=asked.digest, opened_at=change.at,
        expires_at=expires_at, waits_until=waits_until, source=asked.source, prompts=asked.prompts,
        message=asked.message, server=asked.server, url=asked.url, arguments=asked.arguments,
    )  # fmt: skip
    entry = change.save(
        question,
        QuestionAsked(
            question, redacted(question.title), it.agent, it.workspace, it.conversation, asked.source, asked.server,
            redacted(asked.arguments),
        ),
    )  # fmt: skip
    return AskedReceipt(question, entry.seq)


def title_of(asked: QuestionAsk) -> str:
    """One line for lists: the first question, or what the server says."""
    if asked.source is QuestionSource.AGENT and asked.prompts:
        return one_line(asked.prompts[0].text) or "A question"
    return one_line(asked.message) or one_line(f"A question of {asked.server}")


async def answer_question(
    desk: Desk, question_id: str, reply: QuestionReply, *, shown_sha256: str | None, by: Actor
) -> Question:
    """A person's answer, durable when this returns.

    Raises `NotFound`, `Forbidden`, `DigestMissing`, `Stale`, `AlreadyDecided`, `BadInput` or `TooLarge`.
    """

    def work(change: Change) -> Question:
        asked = must(change.read.question(question_id))
        check_answerable(asked, by)
        asked.check_open()
        asked.check_shown(shown_sha256)
        answered = asked.answer(reply, decider=Decider(DeciderKind.PERSON, by.id), at=change.at)
        told = reply.redact()
        answers = json.dumps({name: list(values) for name, values in told.answers.items()}, ensure_ascii=False)
        change.save(answered, QuestionAnswered(answered, reply.outcome, answers, told.words))
        return answered

    return await desk.change(by, work)
