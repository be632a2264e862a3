"""Checkpoints of the journal: signed every so many entries, for an export, and when the hub stops."""

import asyncio

from countermark.actions.desk import Desk, must
from countermark.model.actors import THE_HUB
from countermark.model.checkpoints import SignedCheckpoint
from countermark.model.journal import NO_END, Entry
from countermark.model.journal_happenings import CheckpointSigned, SigningKeyMade
from countermark.model.journal_lookups import EntryQuery
from countermark.store.base import Reader

EVERY = 1000  # entries


async def sign_newest(desk: Desk) -> SignedCheckpoint:
    """Sign the newest entry, unless it only says that the one before it was signed.

    The file is there before the entry about it: after a crash in between there is one checkpoint more than the journal
    says, and never one less. Raises `NotFound` for a journal without files, and `StoreFailed`.
    """
    files = must(desk.checkpoints)
    async with desk.signing:
        newest = await asyncio.to_thread(files.newest)
        if newest is not None and await desk.read(lambda reader: is_at_end(reader, newest)):
            return newest
        await say_key(desk, await asyncio.to_thread(lambda: files.key.name))
        end = must(await desk.read(newest_entry))
        signed = await asyncio.to_thread(files.keep, end.seq, end.hash, at=desk.now())
        await say_signed(desk, signed)
        return signed


async def sign_when_due(desk: Desk) -> None:
    """Wait until enough has been written since the newest checkpoint, then sign."""
    files = must(desk.checkpoints)
    newest = await asyncio.to_thread(files.newest)
    last = 0 if newest is None else newest.checkpoint.size
    # A journal that lost its end is shorter than its newest checkpoint: it begins to count where it is.
    await desk.feed.grown(min(last, desk.feed.head) + EVERY - 1)
    await sign_newest(desk)


async def note_unsaid(desk: Desk) -> None:
    """At the start: a checkpoint whose entry a crash has left out gets it, so that its absence would be noticed."""
    files = must(desk.checkpoints)
    newest = await asyncio.to_thread(files.newest)
    if newest is not None and not await desk.read(lambda reader: is_said(reader, newest)):
        await say_signed(desk, newest)


def is_at_end(reader: Reader, signed: SignedCheckpoint) -> bool:
    """Whether nothing has been written behind a checkpoint but the entry about it."""
    its = signed.checkpoint
    entries = reader.entries(after=its.size - 1, limit=3)
    is_its = bool(entries) and (entries[0].seq, entries[0].hash) == (its.size, its.hash)
    return is_its and [entry.kind for entry in entries[1:]] in ([], [CheckpointSigned.kind])


def is_said(reader: Reader, signed: SignedCheckpoint) -> bool:
    """Whether the journal has an entry about a checkpoint; also if it has lost what that is about."""
    its = signed.checkpoint
    about = reader.entries_matching(
        EntryQuery(kinds=(CheckpointSigned.kind,), after=its.size, limit=1, oldest_first=True)
    )
    entry = next(iter(reader.entries(after=its.size - 1, limit=1)), None)
    is_lost = entry is None or (entry.seq, entry.hash) != (its.size, its.hash)
    return is_lost or any(entry.body.get("size") == its.size for entry in about)


async def say_signed(desk: Desk, signed: SignedCheckpoint) -> None:
    """The journal says that there is a checkpoint."""
    its = signed.checkpoint
    await desk.change(THE_HUB, lambda change: change.save(None, CheckpointSigned(its.size, its.origin)))


async def say_key(desk: Desk, name: str) -> None:
    """The journal says with which key is signed, unless it has said so last."""
    asked = EntryQuery(kinds=(SigningKeyMade.kind,), limit=1)
    known = [entry.body.get("key") for entry in await desk.read(lambda reader: reader.entries_matching(asked))]
    if known != [name]:
        await desk.change(THE_HUB, lambda change: change.save(None, SigningKeyMade(name)))


def newest_entry(reader: Reader) -> Entry | None:
    """Where the journal ends."""
    return next(iter(reader.entries(before=NO_END, limit=1)), None)
