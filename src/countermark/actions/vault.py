"""Each review that a person has decided is written into a folder of notes, once, and none is left out."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from countermark.actions.desk import Desk
from countermark.actions.exporting_items import exported_revision, name_of, written
from countermark.exports.folders import keep, opened, put
from countermark.model.errors import Forgotten
from countermark.model.exports import ExportedItem, ExportForm
from countermark.model.happenings import ReviewDecided
from countermark.model.journal import Entry
from countermark.model.journal_lookups import EntryQuery
from countermark.model.reviews import CANARY
from countermark.store.base import Reader

PROGRESS = "exported.json"  # in the data folder
TRY_AGAIN_SECONDS = 20.0
BATCH = 100
TROUBLE = "vault"


@dataclass(frozen=True)
class Vault:
    """The folder, what its notes are tagged with, and how agents are called there."""

    folder: Path
    tags: Sequence[str]
    agent_name: Callable[[str], str]


async def keep_vault(desk: Desk, vault: Vault, *, since: int) -> None:
    """Write what is decided after the last entry that was looked at, or after `since` in a new folder; for ever."""
    progress = desk.home / PROGRESS
    at = await asyncio.to_thread(begun, progress, vault.folder, since)
    while True:
        head = desk.feed.head
        while entries := await desk.read(partial(decisions, after=at)):
            for entry in entries:
                await export_decision(desk, vault, entry)
                at = entry.seq
                await asyncio.to_thread(note, progress, vault.folder, at)
        await desk.feed.grown(head)


def begun(progress: Path, folder: Path, since: int) -> int:
    """The last entry that was looked at for this folder."""
    try:
        found = json.loads(progress.read_bytes())
        if found["folder"] == str(folder):
            return int(found["seq"])
    except (OSError, ValueError, KeyError, TypeError):  # none yet, or one that nobody can read
        pass
    note(progress, folder, since)
    return since


def note(progress: Path, folder: Path, seq: int) -> None:
    """Keep how far the folder has come."""
    with opened(progress.parent) as home:
        keep(home, progress.name, json.dumps({"folder": str(folder), "seq": seq}).encode())


def decisions(reader: Reader, *, after: int) -> Sequence[Entry]:
    """What persons have decided next."""
    return reader.entries_matching(EntryQuery(after=after, kinds=(ReviewDecided.kind,), oldest_first=True, limit=BATCH))


async def export_decision(desk: Desk, vault: Vault, entry: Entry) -> None:
    """Write what was decided, again and again until that is done; the desk says why it is not."""
    while (item := await desk.read(partial(decided_by, entry=entry))) is not None:
        try:
            await asyncio.to_thread(write_note, vault, item)
        except OSError as error:
            desk.troubles[TROUBLE] = (
                f"Decided reviews are not exported: {vault.folder} cannot be written ({error.strerror}). "
                "What is missing there follows as soon as it can."
            )
            await asyncio.sleep(TRY_AGAIN_SECONDS)
        else:
            break
    desk.troubles.pop(TROUBLE, None)


def write_note(vault: Vault, item: ExportedItem) -> str:
    """Write one note and give its name. Raises OSError."""
    named = replace(item, agent_name=vault.agent_name(item.agent), tags=(*item.tags, *vault.tags))
    content = written(named, ExportForm.MARKDOWN).encode("utf-8", "replace")
    with opened(vault.folder) as folder:
        return put(folder, name_of(named, ExportForm.MARKDOWN), content)


def decided_by(reader: Reader, *, entry: Entry) -> ExportedItem | None:
    """The revision that an entry has decided; None for the doctor's own, and for what was forgotten since."""
    review = None if entry.item is None else reader.review(entry.item.id)
    if review is None or entry.item is None or review.agent == CANARY:
        return None
    revision = reader.revision(review.id, entry.item.number)
    if revision is None or revision.verdict is None:
        return None
    try:
        return exported_revision(reader, review, revision)
    except Forgotten:
        return None
