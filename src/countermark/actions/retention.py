"""Retention: whole segments of old entries are dropped, each up to a checkpoint, and an entry stands for them."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from countermark.actions.desk import Change, Desk, must
from countermark.actions.items import open_items, waits
from countermark.model.actors import THE_HUB
from countermark.model.checkpoints import Checkpoint
from countermark.model.journal import FIRST_PREV, NO_END, first_break
from countermark.model.journal_check import Dropped, gaps_in, joined
from countermark.model.journal_happenings import EntriesDropped
from countermark.model.journal_lookups import EntryQuery
from countermark.store.base import Reader

DAY = 24 * 60 * 60 * 1000
MOST_AT_ONCE = 5000  # entries in one transaction, but for a single segment that is longer
PAGE = 500
Segment = tuple[int, int]  # the numbers of its first and its last entry


@dataclass(frozen=True)
class Retained:
    """What retention has done: how many entries went now, and all that is gone."""

    dropped: int
    gaps: Sequence[Dropped]


async def drop_old(desk: Desk, *, days: int) -> Retained:
    """Drop what is older than so many days, but for segments with something that still waits.

    Segments go in a transaction with the entry that stands for them. Raises `NotFound` for a journal without
    checkpoints, and `StoreFailed`.
    """
    files = must(desk.checkpoints)
    kept = [it.signed.checkpoint for it in await asyncio.to_thread(files.all) if it.signed and not it.fault]
    until = desk.now() - days * DAY
    segments = await desk.read(lambda reader: list(together(old_segments(reader, kept, until=until))))
    dropped = [
        await desk.change(THE_HUB, lambda change, it=each: drop(change, it, days=days))  # type: ignore[misc]
        for each in segments
    ]
    gaps = await desk.read(gaps_known)
    for gap in gaps:  # what a crash has left of the last time, too
        await asyncio.to_thread(files.forget, above=gap.first - 1, below=gap.last)
    return Retained(sum(dropped), gaps)


def old_segments(reader: Reader, checkpoints: Sequence[Checkpoint], *, until: int) -> Iterator[Segment]:
    """What lies between two checkpoints and is old enough, if it is as it was signed and nothing in it still waits."""
    needed = numbers_needed(reader)
    for (before, prev), (last, _) in pairwise([(0, FIRST_PREV), *boundaries(reader, checkpoints)]):
        first = before + 1
        if any(first <= number <= last for number in needed):
            continue
        young = reader.entries_matching(EntryQuery(after=before, before=last + 1, since=until, limit=1))
        if not young and holds(reader, (first, last), prev=prev):
            yield first, last


def boundaries(reader: Reader, checkpoints: Sequence[Checkpoint]) -> Iterator[tuple[int, str]]:
    """The entries that are as they were signed, by number and hash; also the last ones of what is gone."""
    signed = sorted({(each.size, each.hash) for each in checkpoints})
    gone = {(gap.last, gap.hash) for gap in gaps_known(reader)}
    for size, hashed in signed:
        entries = reader.entries(after=size - 1, limit=1)
        if (size, hashed) in gone or (entries and (entries[0].seq, entries[0].hash) == (size, hashed)):
            yield size, hashed


def holds(reader: Reader, segment: Segment, *, prev: str) -> bool:
    """Whether all entries of a segment are there, and as they were written: what was changed is no rubbish."""
    first, last = segment
    seq = first - 1
    while seq < last:
        page = reader.entries_matching(EntryQuery(after=seq, before=last + 1, oldest_first=True, limit=PAGE))
        if not page or first_break(page, prev=prev, seq=seq) is not None:
            return False
        seq, prev = page[-1].seq, page[-1].hash
    return True


def together(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Neighbours as one, up to a length."""
    joint: Segment | None = None
    for first, last in segments:
        if joint is not None and joint[1] + 1 == first and last - joint[0] < MOST_AT_ONCE:
            joint = joint[0], last
            continue
        if joint is not None:
            yield joint
        joint = first, last
    if joint is not None:
        yield joint


def drop(change: Change, segment: Segment, *, days: int) -> int:
    """Drop a segment, unless something in it waits by now; how many entries that are."""
    first, last = segment
    if any(first <= number <= last for number in numbers_needed(change.read)):
        return 0
    [start, end] = (change.read.entries(after=number - 1, limit=1)[0] for number in segment)
    gaps = gaps_known(change.read)
    gap = joined(Dropped(first, last, start.prev, end.hash, told_by=0, at=change.at), gaps)
    change.drop_entries(first, last, stands_for(gap, days=days))
    for other in gaps:  # what stood for them is dropped, too
        if first <= other.told_by <= last and not gap.first <= other.first <= gap.last:
            change.save(None, stands_for(other, days=days))
    return last - first + 1


def stands_for(gap: Dropped, *, days: int) -> EntriesDropped:
    """The entry that stands for what is gone."""
    return EntriesDropped(gap.first, gap.last, gap.prev, gap.hash, days)


def gaps_known(reader: Reader) -> list[Dropped]:
    """What retention has dropped so far, by the entries that say so."""
    asked = EntryQuery(kinds=(EntriesDropped.kind,), oldest_first=True, limit=NO_END)
    return gaps_in(reader.entries_matching(asked))


async def last_dropped(desk: Desk) -> int:
    """The last entry that is gone; 0 for none. Who has followed the journal up to an earlier one has missed some."""
    return max((gap.last for gap in await desk.read(gaps_known)), default=0)


def numbers_needed(reader: Reader) -> Sequence[int]:
    """The entries about everything that waits: for an answer, or for the proof that one has arrived."""
    items = {item.version.id for item in open_items(reader)} | {wait.version.id for wait in waits(reader)}
    return reader.entry_numbers(items)
