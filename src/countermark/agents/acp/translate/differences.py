"""What one state of a session has that another lacks, as the events that make it so: for lines translated again."""

from collections.abc import Iterator

from countermark.model.sessions import events
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.parts import (
    CallPart,
    CompactionPart,
    MessagePart,
    NoticePart,
    Part,
    PromptPart,
    PromptState,
    UnknownPart,
)
from countermark.model.sessions.state import SessionState


def missing_events(stored: SessionState, translated: SessionState) -> Iterator[SessionEvent]:
    """The events after which `stored` shows what `translated` shows, as far as an agent has told it."""
    yield from missing_offers(stored, translated)
    known = {part.id: part for part in stored.ledger}
    for part in translated.ledger:
        if known.get(part.id) != part:
            yield from part_events(part)


def missing_offers(stored: SessionState, translated: SessionState) -> Iterator[SessionEvent]:
    """What the agent has told of itself."""
    if translated.conversation is not None and translated.conversation != stored.conversation:
        yield events.ConversationBegun(translated.conversation, "new")
    if (translated.mode, translated.modes) != (stored.mode, stored.modes):
        yield events.ModesChanged(translated.mode, translated.modes)
    if translated.options != stored.options:
        yield events.OptionsChanged(translated.options)
    if translated.commands != stored.commands:
        yield events.CommandsChanged(translated.commands)
    if translated.title != stored.title:
        yield events.TitleChanged(translated.title)
    if translated.plan != stored.plan:
        yield events.PlanChanged(translated.plan)
    if translated.usage is not None and translated.usage != stored.usage:
        yield events.UsageChanged(translated.usage)


def part_events(part: Part) -> Iterator[SessionEvent]:
    """What tells of a part, whole."""
    match part:
        case MessagePart():
            yield events.MessageFinished(part)
        case CallPart():
            yield events.CallChanged(part)
        case NoticePart():
            yield events.Noticed(part)
        case CompactionPart():
            yield events.Compacted(part)
        case UnknownPart():
            yield events.UnknownCame(part)
        case PromptPart(id=name, prompt=prompt) if prompt.state is PromptState.ANSWERED:
            yield events.PromptAnswered(name, prompt.stop_reason or "")
        case PromptPart(id=name, prompt=prompt) if prompt.state is PromptState.INTERRUPTED:
            yield events.PromptInterrupted(name, prompt.why or "")
        case _:  # what a person does stands in events of its own
            pass
