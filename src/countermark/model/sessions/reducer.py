"""The fold: one event after the other makes the state of a session.

web/src/state/sessions/reducer.ts has the same cases; tests/vectors/sessions holds both to them.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from countermark.model.items import ItemState
from countermark.model.sessions import events
from countermark.model.sessions.events import ConnectionEvent, LedgerEvent, PromptEvent, SessionEvent, SetUpEvent
from countermark.model.sessions.ledger import Ledger
from countermark.model.sessions.parts import (
    CallPart,
    CallStatus,
    ItemPart,
    Part,
    Prompt,
    PromptPart,
    PromptState,
)
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Connection

OPEN_CALLS = frozenset({CallStatus.PENDING, CallStatus.RUNNING})


def folded(happened: Iterable[tuple[int, SessionEvent]], *, start: SessionState | None = None) -> SessionState:
    """The state after all of them; each comes with its time in milliseconds since 1970."""
    state = start or SessionState()
    for at, event in happened:
        state = reduced(state, event, at=at)
    return state


def reduced(state: SessionState, event: SessionEvent, *, at: int) -> SessionState:
    """The state after one more event. One that does not fit changes nothing but the number: nothing is an error."""
    return replace(changed(state, event, at), number=state.number + 1)


def changed(state: SessionState, event: SessionEvent, at: int) -> SessionState:
    """What one event changes, by what it is about."""
    if isinstance(event, ConnectionEvent):
        return connected(state, event, at)
    if isinstance(event, SetUpEvent):
        return set_up(state, event)
    if isinstance(event, PromptEvent):
        return prompted(state, event, at)
    return told(state, event, at)


def connected(state: SessionState, event: ConnectionEvent, at: int) -> SessionState:
    """The life of the agent's program."""
    match event:
        case events.Opened():
            return replace(state, agent=event.agent, folder=event.folder, title=event.title)
        case events.Starting():
            return replace(state, connection=Connection.STARTING, why=None, hint=None, command=event.command,
                           closed=False)  # fmt: skip
        case events.Initialised():
            return replace(state, connection=Connection.INITIALISED, facts=event.facts, startup_ms=event.startup_ms,
                           sign_in=None)  # fmt: skip
        case events.ConversationBegun():
            return replace(state, conversation=event.conversation, sign_in=None)
        case events.SignInNeeded():
            return replace(state, sign_in=event.words)
        case events.Disconnected():
            return replace(
                ended_calls(state, CallStatus.FAILED, at=at),
                connection=Connection.FAILED if event.failed else Connection.DISCONNECTED,
                why=event.why, hint=event.hint, startup_ms=None, cancelling=False,
            )  # fmt: skip
        case events.Closed():
            return replace(state, closed=True, deleted=state.deleted or event.deleted)
        case _:
            assert_never(event)


def set_up(state: SessionState, event: SetUpEvent) -> SessionState:
    """What is told whole, and replaces what was told before."""
    match event:
        case events.ModesChanged():
            return replace(state, mode=event.current, modes=event.modes)
        case events.OptionsChanged():
            return replace(state, options=event.options)
        case events.CommandsChanged():
            return replace(state, commands=event.commands)
        case events.AskingChanged():
            return replace(state, asking=event.asking)
        case events.TitleChanged():
            return replace(state, title=event.title)
        case events.UsageChanged():
            return replace(state, usage=event.usage)
        case events.PlanChanged():
            return replace(state, plan=event.entries)
        case events.AutoAllowed():
            return replace(state, auto_allow_until=event.until)
        case _:
            assert_never(event)


def prompted(state: SessionState, event: PromptEvent, at: int) -> SessionState:
    """The way of a person's words: queued, taken, answered or interrupted."""
    match event:
        case events.PromptQueued():
            return replace(state, queue=(*state.queue, event.prompt))
        case events.PromptChanged():
            fresh = tuple(
                replace(each, text=event.text, attachments=event.attachments) if each.id == event.id else each
                for each in state.queue
            )
            return replace(state, queue=fresh)
        case events.PromptsReordered():
            return replace(state, queue=in_order(state.queue, event.ids))
        case events.PromptRemoved():
            return replace(state, queue=tuple(each for each in state.queue if each.id != event.id))
        case events.PromptTaken():
            return taken(state, event, at)
        case events.PromptAnswered():
            ended = ended_prompt(state, event.id, PromptState.ANSWERED, stop_reason=event.stop_reason)
            return ended_calls(ended, CallStatus.CANCELLED, at=at) if event.stop_reason == "cancelled" else ended
        case events.PromptInterrupted():
            return ended_prompt(state, event.id, PromptState.INTERRUPTED, why=event.why)
        case events.CancelAsked():
            return replace(ended_calls(state, CallStatus.CANCELLED, at=at), cancelling=True)
        case _:
            assert_never(event)


def told(state: SessionState, event: LedgerEvent, at: int) -> SessionState:
    """What stands in the ledger."""
    match event:
        case (
            events.MessageFinished()
            | events.CallChanged()
            | events.Noticed()
            | events.Compacted()
            | events.UnknownCame()
        ):
            return with_part(state, event.part)
        case events.CallJudged():
            return with_change(state, event.call, lambda part: replace(part, judgement=event.judgement)
                               if isinstance(part, CallPart) else part)  # fmt: skip
        case events.ItemAsked():
            waits = (*(each for each in state.waiting if each != event.item), event.item)
            return replace(
                with_part(state, ItemPart(event.item, at, event.kind, event.title, event.call)), waiting=waits
            )
        case events.ItemEnded():
            waits = tuple(each for each in state.waiting if each != event.item)
            return replace(with_ended_item(state, event.item, event.state, event.outcome), waiting=waits)
        case events.MarkSet():
            others = tuple(each for each in state.marks if each.id != event.mark.id)
            return replace(state, marks=(*others, event.mark))
        case events.MarkRemoved():
            return replace(state, marks=tuple(each for each in state.marks if each.id != event.id))
        case _:
            assert_never(event)


def taken(state: SessionState, event: events.PromptTaken, at: int) -> SessionState:
    """Queued words become a part of the ledger; the marks that go along are sent with them."""
    prompt = state.queued(event.id)
    if prompt is None:
        return state
    now = replace(prompt, state=PromptState.TAKEN, sent=event.sent)
    marks = tuple(replace(each, sent_with=prompt.id) if each.id in prompt.marks else each for each in state.marks)
    queue = tuple(each for each in state.queue if each.id != event.id)
    return replace(with_part(state, PromptPart(now.id, at, now)), queue=queue, taken=now.id, marks=marks)


def ended_prompt(
    state: SessionState, prompt_id: str, how: PromptState, *, stop_reason: str | None = None, why: str | None = None
) -> SessionState:
    """Its turn is over."""

    def end(part: Part) -> Part:
        if not isinstance(part, PromptPart):
            return part
        ended: Prompt = replace(part.prompt, state=how, stop_reason=stop_reason, why=why)
        return replace(part, prompt=ended)

    over = state.taken == prompt_id
    return replace(
        with_change(state, prompt_id, end), taken=None if over else state.taken,
        cancelling=False if over else state.cancelling,
    )  # fmt: skip


def ended_calls(state: SessionState, status: CallStatus, *, at: int) -> SessionState:
    """Calls that have not ended do so at once; the agent may still tell more of them."""

    def end(part: Part) -> Part:
        if isinstance(part, CallPart) and part.status in OPEN_CALLS:
            return replace(part, status=status, ended_at=at)
        return part

    return replace(state, ledger=Ledger.of(state.ledger).with_each(end))


def with_ended_item(state: SessionState, item: str, how: ItemState, outcome: str) -> SessionState:
    """What waited has an outcome."""
    return with_change(state, item, lambda part: replace(part, state=how, outcome=outcome)
                       if isinstance(part, ItemPart) else part)  # fmt: skip


def with_part(state: SessionState, part: Part) -> SessionState:
    """The ledger with a part: a new one at its end, or in the place of the one with its id, whose time it keeps."""
    ledger = Ledger.of(state.ledger)
    place = ledger.place_of(part.id)
    if place is None:
        return replace(state, ledger=ledger.with_new(part))
    known = ledger[place]
    kept = replace(part, at=known.at)
    if isinstance(kept, CallPart) and isinstance(known, CallPart) and kept.judgement is None:
        kept = replace(kept, judgement=known.judgement)
    return replace(state, ledger=ledger.with_part_at(place, kept))


def with_change(state: SessionState, part_id: str, change: Callable[[Part], Part]) -> SessionState:
    """The ledger with one part changed, if it is there; of two with one id the newest."""
    ledger = Ledger.of(state.ledger)
    place = ledger.place_of(part_id)
    if place is None:
        return state
    return replace(state, ledger=ledger.with_part_at(place, change(ledger[place])))


def in_order(queue: tuple[Prompt, ...], ids: tuple[str, ...]) -> tuple[Prompt, ...]:
    """What waits in the order that was given; what it does not name stays behind it."""
    places = {name: place for place, name in enumerate(ids)}
    return tuple(sorted(queue, key=lambda each: places.get(each.id, len(ids))))
