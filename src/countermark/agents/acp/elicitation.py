"""What an agent wants to know, or wants to be opened: a question at the desk, and its answer for the protocol."""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from countermark.actions import questions
from countermark.actions.asking import withdraw
from countermark.actions.desk import Change, must
from countermark.actions.waiting import answer_to
from countermark.agents.acp.context import AskedPage, SessionContext
from countermark.agents.acp.gate import asker_of
from countermark.agents.acp.waiting import held
from countermark.agents.asked_forms import prompts_of, values_of
from countermark.agents.base import text_at
from countermark.agents.fields import Fields, Malformed, arguments_field, optional_text, word_field
from countermark.model.asked import Ending
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.questions import Prompt, Question, QuestionAsk, QuestionOutcome, QuestionSource
from countermark.model.redaction import redacted
from countermark.model.sessions.events import ItemAsked, ItemEnded

Result = Mapping[str, object]
CANCELLED: Result = {"action": "cancel"}
SCHEMES = frozenset({"http", "https"})
ENDED_WORDS: Mapping[QuestionOutcome, str] = {
    QuestionOutcome.ANSWERED: "Answered",
    QuestionOutcome.DECLINED: "Declined",
    QuestionOutcome.CANCELLED: "Cancelled",
    QuestionOutcome.EXPIRED: "Nobody answered in time",
    QuestionOutcome.WITHDRAWN: "No longer asked",
}
WITHDRAWN = QuestionOutcome.WITHDRAWN
COMPLETED = "Completed there, the agent says"


async def answer_elicitation(context: SessionContext, agent: str, params: object) -> Result:
    """The result of `elicitation/create`; `agent` is what the agent is called on the desk.

    Raises `Malformed` for a form that cannot be shown, and what asking raises.
    """
    if not isinstance(params, dict):
        raise Malformed("params is no object")
    call, name = text_at(params, "toolCallId"), text_at(params, "elicitationId")
    form = params.get("requestedSchema")
    asked = question_of(context, agent, params, call=call)
    # Before anything is waited for: the agent may say that it was completed a moment later.
    page = context.memory.page(name) if asked.url is not None and name is not None else AskedPage()
    if (await context.state()).cancelling:  # nobody is asked any more
        return CANCELLED
    ended = await ask(context, asked, page, call=call)
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
            return CANCELLED


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


async def ask(context: SessionContext, asked: QuestionAsk, page: AskedPage, *, call: str | None) -> Question:
    """What became of it. Raises `Busy`, `StoreFailed` and what else asking can raise."""
    desk = context.desk
    receipt = await questions.ask_question(desk, asked, key=desk.new_uuid(), gate=context.gate, by=context.by)
    version = receipt.item.version
    async with held(context, version):
        await context.record(ItemAsked(version.id, ItemKind.QUESTION, redacted(receipt.item.title), call))
        page.version = version
        if page.completed:
            await note_completed(context, version)
        await answer_to(desk, version, since=receipt.entry)
    ended = must(await desk.read(lambda reader: reader.question(version.id)))
    if ended.is_answered:
        context.memory.untold.append(version)
    await context.record(ItemEnded(version.id, ended.state, ended_words(ended, page)))
    return ended


def ended_words(ended: Question, page: AskedPage) -> str:
    """What became of it, as the ledger has it."""
    if page.completed and ended.outcome is QuestionOutcome.ANSWERED:
        return f"{ENDED_WORDS[QuestionOutcome.ANSWERED]}. {COMPLETED}"
    return COMPLETED if ended.ending is Ending.PAGE_COMPLETED else ENDED_WORDS[ended.outcome or WITHDRAWN]


async def complete_elicitation(context: SessionContext, params: Fields) -> None:
    """What the agent had wanted on a page is done, it says; nothing happens for a page that is not known.

    Raises `StoreFailed`, `NotFound`.
    """
    page = context.memory.pages.pop(text_at(params, "elicitationId") or "", None)
    if page is None:
        return
    page.completed = True
    if page.version is not None:
        await note_completed(context, page.version)


async def note_completed(context: SessionContext, version: ItemVersion) -> None:
    """The card of a page is closed where it is open; of one that the person has agreed to, the ledger says it."""

    def work(change: Change) -> Question:
        asked = must(change.read.question(version.id))
        if asked.is_open:
            withdraw(change, asked, Ending.PAGE_COMPLETED)
        return asked

    before = await context.desk.change(context.by, work)
    if before.outcome is QuestionOutcome.ANSWERED:
        words = ended_words(before, AskedPage(completed=True))
        await context.record(ItemEnded(version.id, before.state, words))
