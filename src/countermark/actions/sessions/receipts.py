"""What somebody has missed who was away since an event: what happened, what waits, what has to be looked at again."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from countermark.actions.desk import Desk, must
from countermark.actions.live_sessions.codec import decoded
from countermark.actions.sessions.words import line_of
from countermark.model.sessions import events
from countermark.model.sessions.events import NumberedEvent
from countermark.model.sessions.parts import CallPart, CallStatus, DiffOutput, ItemPart
from countermark.model.sessions.state import SessionState
from countermark.store.base import Reader

MOST_LINES = 200


class Missed(StrEnum):
    """Why a line stands in a receipt."""

    PROMPT = "prompt"  # words were sent
    MESSAGE = "message"
    CALL = "call"  # a tool call has ended
    FAILURE = "failure"  # a call, a turn or the connection has failed
    NOTICE = "notice"
    ITEM = "item"  # something waits for a person
    CHANGE = "change"  # a call has changed files
    JUDGED = "judged"  # a call was done without asking that the rules would have asked about, or denied


@dataclass(frozen=True)
class ReceiptLine:
    """One thing in a receipt; `part` is where it stands in the ledger."""

    why: Missed
    part: str | None
    at: int
    words: str


@dataclass(frozen=True)
class Receipt:
    """What has happened after event `since`, up to event `number`."""

    since: int
    number: int
    prompts: int  # sent
    messages: int
    calls: int  # ended
    failures: int
    files: tuple[str, ...]  # that calls have changed, in the order in which they first did
    happened: tuple[ReceiptLine, ...]  # the newest ones, oldest first
    left_out: int  # older ones
    waiting: tuple[ReceiptLine, ...]  # items that wait for a person
    look_again: tuple[ReceiptLine, ...]  # calls with differences, and judged ones, that are newer than `since`


async def receipt(desk: Desk, session_id: str, since: int) -> Receipt:
    """The receipt for somebody who has seen everything up to event `since`. Raises `NotFound`."""
    state = await desk.sessions.state(session_id)

    def work(reader: Reader) -> Sequence[NumberedEvent]:
        must(reader.session(session_id))
        return [decoded(each) for each in reader.session_events(session_id, after=since)]

    missed = [each for each in await desk.read(work) if each.number <= state.number]
    return await asyncio.to_thread(receipt_of, state, missed, since=since)


def receipt_of(state: SessionState, missed: Sequence[NumberedEvent], *, since: int) -> Receipt:
    """A receipt of these events, of which each thing that was told several times counts once."""
    lines = list(newest_of_each(line for each in missed if (line := line_about(each)) is not None))
    again = look_again(state, missed)
    parts = [part for line in again if isinstance(part := state.part(line.part or ""), CallPart)]
    files = [each.path for part in parts for each in part.outputs if isinstance(each, DiffOutput)]
    return Receipt(
        since=since, number=state.number,
        prompts=count(lines, Missed.PROMPT), messages=count(lines, Missed.MESSAGE), calls=count(lines, Missed.CALL),
        failures=count(lines, Missed.FAILURE),
        files=tuple(dict.fromkeys(files)),
        happened=tuple(lines[-MOST_LINES:]), left_out=max(0, len(lines) - MOST_LINES),
        waiting=tuple(waits(state)), look_again=tuple(again),
    )  # fmt: skip


def line_about(numbered: NumberedEvent) -> ReceiptLine | None:
    """What a receipt says of an event; None for one that nobody has to hear of."""
    event, at = numbered.event, numbered.at
    match event:
        case events.PromptTaken():
            return ReceiptLine(Missed.PROMPT, event.id, at, line_of(event))
        case events.MessageFinished():
            return None if event.part.replayed else ReceiptLine(Missed.MESSAGE, event.part.id, at, line_of(event))
        case events.CallChanged():
            return call_line(event, at)
        case events.PromptInterrupted():
            return ReceiptLine(Missed.FAILURE, event.id, at, line_of(event))
        case events.Disconnected():
            return ReceiptLine(Missed.FAILURE if event.failed else Missed.NOTICE, None, at, line_of(event))
        case events.Noticed():
            return ReceiptLine(Missed.NOTICE, event.part.id, at, line_of(event))
        case _:
            return None


def call_line(event: events.CallChanged, at: int) -> ReceiptLine | None:
    """What it says of a call: nothing as long as that goes on."""
    if event.part.replayed or event.part.status in (CallStatus.PENDING, CallStatus.RUNNING):
        return None
    why = Missed.FAILURE if event.part.status is CallStatus.FAILED else Missed.CALL
    return ReceiptLine(why, event.part.id, at, line_of(event))


def newest_of_each(lines: Iterable[ReceiptLine]) -> Iterable[ReceiptLine]:
    """Of several lines about one part the last one, in the place of the first."""
    newest: dict[object, ReceiptLine] = {}
    for place, line in enumerate(lines):
        newest[place if line.part is None else line.part] = line
    return newest.values()


def look_again(state: SessionState, missed: Sequence[NumberedEvent]) -> Sequence[ReceiptLine]:
    """Calls that have changed files since, and calls that were judged since."""
    told = dict.fromkeys(
        each.event.part.id if isinstance(each.event, events.CallChanged) else each.event.call
        for each in missed
        if isinstance(each.event, events.CallChanged | events.CallJudged)
    )
    parts = [part for name in told if isinstance(part := state.part(name), CallPart) and not part.replayed]
    return [line for part in parts if (line := call_to_look_at(part)) is not None]


def call_to_look_at(part: CallPart) -> ReceiptLine | None:
    """Why a person should look at a call again, if so."""
    if part.judgement is not None and part.judgement.decision != "allow":
        return ReceiptLine(Missed.JUDGED, part.id, part.at, part.judgement.words)
    paths = dict.fromkeys(each.path for each in part.outputs if isinstance(each, DiffOutput))
    return ReceiptLine(Missed.CHANGE, part.id, part.at, ", ".join(paths)) if paths else None


def waits(state: SessionState) -> Iterable[ReceiptLine]:
    """The items that wait for a person."""
    for name in state.waiting:
        part = state.part(name)
        if isinstance(part, ItemPart):
            yield ReceiptLine(Missed.ITEM, part.id, part.at, part.title)


def count(lines: Sequence[ReceiptLine], why: Missed) -> int:
    """How many lines stand there for one reason."""
    return sum(line.why is why for line in lines)
