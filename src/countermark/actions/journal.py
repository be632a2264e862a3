"""Reading and checking the journal, and what the hub itself writes into it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk, must
from countermark.actions.retention import gaps_known
from countermark.model.actors import THE_HUB
from countermark.model.checkpoints import Checkpoint
from countermark.model.happenings import HubStarted, HubStopped, JournalCut
from countermark.model.journal import Break
from countermark.model.journal_check import Dropped, FaultKind, JournalCheck, JournalFault
from countermark.store.checkpoint_files import KeptCheckpoint

PAGE = 500


@dataclass(frozen=True)
class Verified:
    """What following the chain has shown.

    `forgotten` are the numbers of the entries with a text that was forgotten: the chain holds, and the text is gone.
    `dropped` is what retention has removed, `unseen` are checkpoints of entries in there.
    """

    entries: int
    last: int  # the number of the last sound entry
    signed: int  # the last entry that a checkpoint vouches for
    broken: Break | None
    faults: Sequence[JournalFault]
    forgotten: Sequence[int]
    dropped: Sequence[Dropped]
    unseen: Sequence[int]


async def verify(desk: Desk, *, notes: Sequence[str] = ()) -> Verified:
    """Follow the journal from its first entry, and hold its checkpoints against it; `notes` were kept elsewhere."""
    kept = await asyncio.to_thread(checkpoints_of, desk, notes)
    sound = [each.signed.checkpoint for each in kept if each.signed is not None and each.fault is None]
    check = await followed(desk, sound)
    # Looked up now: one that was signed meanwhile is there before the entry that says so.
    present = set[int]() if desk.checkpoints is None else await asyncio.to_thread(desk.checkpoints.sizes)
    key_faults = await asyncio.to_thread(faults_of_key, desk) if kept else ()
    bad = [*(fault_of_checkpoint(each) for each in kept if each.fault is not None), *key_faults]
    return Verified(
        check.entries, check.seq, check.signed, check.broken, [*check.faults(present=present), *bad],
        check.forgotten, check.dropped, check.unseen,
    )  # fmt: skip


async def followed(desk: Desk, checkpoints: Sequence[Checkpoint]) -> JournalCheck:
    """A check that has taken in all entries; once more, if retention has dropped some of them meanwhile."""
    while True:
        gaps = await desk.read(gaps_known)
        check, seq = JournalCheck(gaps=gaps, checkpoints=checkpoints), 0
        while page := await desk.read(lambda reader, after=seq: reader.entries(after=after, limit=PAGE)):  # type: ignore[misc]
            await asyncio.to_thread(check.follow, page)
            seq = page[-1].seq
        if check.broken is None or gaps == await desk.read(gaps_known):
            return check


def checkpoints_of(desk: Desk, notes: Sequence[str]) -> Sequence[KeptCheckpoint]:
    """Those beside the journal, and those that were kept elsewhere."""
    if desk.checkpoints is None:
        return ()
    given = [desk.checkpoints.given(f"number {number}", note) for number, note in enumerate(notes, start=1)]
    return [*desk.checkpoints.all(), *given]


def faults_of_key(desk: Desk) -> Sequence[JournalFault]:
    """What is wrong with the file that others check signatures with."""
    fault = must(desk.checkpoints).key.fault()
    return () if fault is None else [JournalFault(FaultKind.CHECKPOINT_BAD, fault)]


def fault_of_checkpoint(kept: KeptCheckpoint) -> JournalFault:
    """What is said of a checkpoint that proves nothing."""
    words = f"the checkpoint {kept.name} proves nothing: {kept.fault}"
    return JournalFault(FaultKind.CHECKPOINT_BAD, words, kept.size, kept.size)


async def problems(desk: Desk) -> Sequence[str]:
    """What a person has to know of files: copies of a journal that was cut, why nothing is written or exported."""
    fault = desk.store.fault()
    return [*await desk.store.copies(), *([] if fault is None else [fault]), *desk.troubles.values()]


async def note_cut(desk: Desk) -> None:
    """The journal had lost its end when the store was opened."""
    cut = desk.store.cut
    if cut is not None:
        told = JournalCut(had=cut.had.seq, had_hash=cut.had.hash, found=cut.found, kept_as=cut.kept_as)
        await desk.change(THE_HUB, lambda change: change.save(None, told))


async def note_start(desk: Desk, *, version: str) -> None:
    """The hub started."""
    await desk.change(THE_HUB, lambda change: change.save(None, HubStarted(version)))


async def note_stop(desk: Desk, *, version: str) -> None:
    """The hub stops on request."""
    await desk.change(THE_HUB, lambda change: change.save(None, HubStopped(version)))
