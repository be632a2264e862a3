"""What an agent wants to know, or wants to be opened: a question at the desk, and its answer for the protocol."""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from countermark.actions import questions
from countermark.actions.desk import must
from countermark.actions.waiting import answer_to
from countermark.agents.acp.context import SessionContext
from countermark.agents.acp.gate import asker_of
from countermark.agents.acp.waiting import held
from countermark.agents.asked_forms import prompts_of, values_of
from countermark.agents.base import text_at
from countermark.agents.fields import Fields, Malformed, arguments_field, optional_text, word_field
from countermark.model.items import ItemKind
from countermark.model.questions import Prompt, Question, QuestionAsk, QuestionOutcome, QuestionSource
from countermark.model.redaction import redacted
from countermark.model.sessions.events import ItemAsked, ItemEnded

Result = Mapping[str, object]
SCHEMES = frozenset({"http", "https"})
ENDED_WORDS: Mapping[QuestionOutcome, str] = {
    QuestionOutcome.ANSWERED: "Answered",
    QuestionOutcome.DECLINED: "Declined",
    QuestionOutcome.CANCELLED: "Cancelled",
    QuestionOutcome.EXPIRED: "Nobody answered in time",
    QuestionOutcome.WITHDRAWN: "No longer asked",
}


async def answer_elicitation(context: SessionContext, agent: str, params: object) -> Result:
    """The result of `elicitation/create`; `agent` is what the agent is called on the desk.

    Raises `Malformed` for a form that cannot be shown, and what asking raises.
    """
    if not isinstance(params, dict):
        raise Malformed("params is no object")
    call = text_at(params, "toolCallId")
    form = params.get("requestedSchema")
    asked = question_of(context, agent, params, call=call)
    ended = await ask(context, asked, call=call)
    match ended.outcome:
        case QuestionOutcome.ANSWERED:
            assert ended.reply is not None, "it is answered"
            accepted: dict[str, object] = {"action": "accept"}
            if isinstance(form, dict):
                accepted["content"] = values_of(form, ended.reply)
            return accepted
        case QuestionOutcome.DECLINED:
            return {"action": "decline"}
        case QuestionOutcome.CANCELLED | QuestionOutcome.EXPIRED | QuestionOutcome.WITHDRAWN | None:
            return {"action": "cancel"}


def question_of(context: SessionContext, agent: str, params: Fields, *, call: str | None) -> QuestionAsk:
    """The question as the desk asks it. Raises `Malformed`."""
    asker, message = asker_of(context, call_id=call), optional_text(params, "message")
    match params.get("mode", "form"):
        case "form":
            form, written = arguments_field(params, "requestedSchema")
            prompts = with_message(tuple(prompts_of(form)), message)
            return QuestionAsk(
                asker=asker, source=QuestionSource.AGENT, prompts=prompts, message=message, arguments=written
            )
        case "url":
            url = word_field(params, "url")
            check_url(url)
            return QuestionAsk(
                asker=asker, source=QuestionSource.SERVER_PAGE, prompts=(), message=message, server=agent, url=url
            )
        case _:
            raise Malformed("mode is neither form nor url")


def with_message(prompts: tuple[Prompt, ...], message: str) -> tuple[Prompt, ...]:
    """The fields of a form, the first of which says what they are for: agents put their question there."""
    if not prompts or not message.strip():
        return prompts
    first, *others = prompts
    is_bare = first.text in (first.name, first.header)
    return (replace(first, text=message if is_bare else f"{message}\n\n{first.text}"), *others)


def check_url(url: str) -> None:
    """Raise `Malformed` for an address that no browser should be sent to."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Malformed("url is no address") from None
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise Malformed("url is no http or https address")


async def ask(context: SessionContext, asked: QuestionAsk, *, call: str | None) -> Question:
    """What became of it. Raises `Busy`, `StoreFailed` and what else asking can raise."""
    desk = context.desk
    receipt = await questions.ask_question(desk, asked, key=desk.new_uuid(), gate=context.gate, by=context.by)
    version = receipt.item.version
    async with held(context, version):
        await context.record(ItemAsked(version.id, ItemKind.QUESTION, redacted(receipt.item.title), call))
        await answer_to(desk, version, since=receipt.entry)
    ended = must(await desk.read(lambda reader: reader.question(version.id)))
    if ended.is_answered:
        context.memory.untold.append(version)
    outcome = ended.outcome or QuestionOutcome.WITHDRAWN
    await context.record(ItemEnded(version.id, ended.state, ENDED_WORDS[outcome]))
    return ended
