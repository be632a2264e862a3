"""What an event says in one line, what it is about, and what of it is searched."""

import unicodedata
from collections.abc import Mapping
from typing import assert_never

from countermark.actions.reviews import one_line
from countermark.model.redaction import redacted
from countermark.model.sessions import events, happenings
from countermark.model.sessions.events import ConnectionEvent, LedgerEvent, PromptEvent, SessionEvent, SetUpEvent
from countermark.model.sessions.given_secrets import hidden_in
from countermark.model.sessions.happenings import AboutSession
from countermark.model.sessions.parts import CallPart, CompactionPart, MessagePart, NoticePart, UnknownPart

KINDS: Mapping[type[SessionEvent], type[AboutSession]] = {  # of entries; a test knows that every event has one
    events.Opened: happenings.SessionOpened,
    **dict.fromkeys(
        (events.Starting, events.Initialised, events.ConversationBegun, events.SignInNeeded),
        happenings.SessionConnected,
    ),
    events.Disconnected: happenings.SessionDisconnected,
    **dict.fromkeys(
        (events.ModesChanged, events.OptionsChanged, events.CommandsChanged, events.AskingChanged, events.TitleChanged,
         events.UsageChanged, events.AutoAllowed),
        happenings.SessionAdjusted,
    ),
    events.PlanChanged: happenings.SessionPlanned,
    **dict.fromkeys(
        (events.PromptQueued, events.PromptChanged, events.PromptsReordered, events.PromptRemoved),
        happenings.SessionPrompted,
    ),
    events.PromptTaken: happenings.SessionTurnBegan,
    **dict.fromkeys(
        (events.PromptAnswered, events.PromptInterrupted, events.CancelAsked), happenings.SessionTurnEnded
    ),
    events.MessageFinished: happenings.SessionMessage,
    **dict.fromkeys((events.CallChanged, events.CallJudged), happenings.SessionCall),
    **dict.fromkeys((events.Noticed, events.Compacted, events.UnknownCame), happenings.SessionNoted),
    **dict.fromkeys((events.ItemAsked, events.ItemEnded), happenings.SessionItem),
    **dict.fromkeys((events.MarkSet, events.MarkRemoved), happenings.SessionMarked),
    events.Closed: happenings.SessionClosed,
}  # fmt: skip
LOOKED_AT = 10_000  # characters that are searched for secrets; the line shows fewer
LONGEST_LINE = 300
LONGEST_SEARCHED = 20_000  # characters of one message


def line_of(event: SessionEvent, secrets: frozenset[str] = frozenset()) -> str:
    """One line of what an event says, without known secrets and without these."""
    said = redacted(hidden_in(words_of(event)[:LOOKED_AT], secrets))
    return one_line(said)[:LONGEST_LINE]


def words_of(event: SessionEvent) -> str:
    """What an event says."""
    if isinstance(event, ConnectionEvent):
        return connection_words(event)
    if isinstance(event, SetUpEvent):
        return set_up_words(event)
    if isinstance(event, PromptEvent):
        return prompt_words(event)
    return ledger_words(event)


def connection_words(event: ConnectionEvent) -> str:
    """What is said about the life of the agent's program."""
    match event:
        case events.Opened():
            return f"{event.title} in {event.folder}" if event.title else event.folder
        case events.Starting():
            again = f" (attempt {event.attempt})" if event.attempt > 1 else ""
            return f"starts {event.command}{again}"
        case events.Initialised():
            who = " ".join(filter(None, (event.facts.name or "the agent", event.facts.version)))
            return f"{who} has answered after {event.startup_ms} ms"
        case events.ConversationBegun():
            return f"conversation {event.conversation} ({event.how})"
        case events.SignInNeeded():
            return event.words
        case events.Disconnected():
            return event.why
        case events.Closed():
            return "deleted at the agent" if event.deleted else ""
        case _:
            assert_never(event)


def set_up_words(event: SetUpEvent) -> str:
    """What is said about modes, options and the like."""
    match event:
        case events.ModesChanged():
            return f"mode: {event.current or 'none'}"
        case events.OptionsChanged():
            return "options: " + ", ".join(f"{each.name}: {each.current}" for each in event.options)
        case events.CommandsChanged():
            return f"{len(event.commands)} commands"
        case events.AskingChanged():
            return event.asking.words
        case events.TitleChanged():
            return f"title: {event.title}"
        case events.UsageChanged():
            return f"context: {event.usage.used} of {event.usage.size} tokens"
        case events.PlanChanged():
            done = sum(each.status == "completed" for each in event.entries)
            return f"plan: {done} of {len(event.entries)} steps are done"
        case events.AutoAllowed():
            return "what it asks is allowed for some time" if event.until else "what it asks is asked again"
        case _:
            assert_never(event)


def prompt_words(event: PromptEvent) -> str:
    """What is said about a person's words."""
    match event:
        case events.PromptQueued():
            return event.prompt.text
        case events.PromptChanged():
            return event.text
        case events.PromptsReordered():
            return "in another order"
        case events.PromptRemoved():
            return "taken back"
        case events.PromptTaken():
            return event.sent
        case events.PromptAnswered():
            return event.stop_reason
        case events.PromptInterrupted():
            return event.why
        case events.CancelAsked():
            return "a person stops it"
        case _:
            assert_never(event)


def ledger_words(event: LedgerEvent) -> str:
    """What is said about a part of the ledger."""
    match event:
        case (
            events.MessageFinished()
            | events.CallChanged()
            | events.Noticed()
            | events.Compacted()
            | events.UnknownCame()
        ):
            return part_words(event.part)
        case events.CallJudged():
            return event.judgement.words
        case events.ItemAsked():
            return event.title
        case events.ItemEnded():
            return event.outcome
        case events.MarkSet():
            return event.mark.words
        case events.MarkRemoved():
            return "taken back"
        case _:
            assert_never(event)


def part_words(part: MessagePart | CallPart | NoticePart | CompactionPart | UnknownPart) -> str:
    """What a part says that is told whole."""
    match part:
        case MessagePart():
            return part.text
        case CallPart():
            return f"{part.title}: {part.status.words}"
        case NoticePart():
            return part.title
        case CompactionPart():
            return f"context shortened: {part.status}"
        case UnknownPart():
            return f"unknown: {part.kind}"
        case _:
            assert_never(part)


def subject_of(event: SessionEvent) -> str | None:
    """The id of the prompt, part, item or mark that an event is about."""
    match event:
        case events.PromptQueued():
            return event.prompt.id
        case (
            events.PromptChanged()
            | events.PromptRemoved()
            | events.PromptTaken()
            | events.PromptAnswered()
            | events.PromptInterrupted()
            | events.MarkRemoved()
        ):
            return event.id
        case (
            events.MessageFinished()
            | events.CallChanged()
            | events.Noticed()
            | events.Compacted()
            | events.UnknownCame()
        ):
            return event.part.id
        case events.CallJudged():
            return event.call
        case events.ItemAsked() | events.ItemEnded():
            return event.item
        case events.MarkSet():
            return event.mark.id
        case _:
            return None


def searched_text(event: SessionEvent) -> str:
    """What of an event is searched: titles, prompts and messages, folded."""
    match event:
        case events.Opened() | events.TitleChanged():
            return folded(event.title)
        case events.PromptQueued():
            return folded(event.prompt.text)
        case events.PromptChanged():
            return folded(event.text)
        case events.MessageFinished():
            return folded(event.part.text)
        case _:
            return ""


def folded(text: str) -> str:
    """A text as it is searched: no difference between capitals and small letters, single blanks."""
    compared = unicodedata.normalize("NFKC", storable_text(text[:LONGEST_SEARCHED])).casefold()
    return " ".join(compared.split())


def storable_text(text: str) -> str:
    """A text without half characters and NUL, which no database takes."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
