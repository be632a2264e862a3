"""How a page file and the journal stay together: intent, file, confirmation (decision record 0012), and catching up.

The file is the record: a hand, git and other programs change it too. So whatever the hub finds in it that the journal
does not know is written down as a hand's work, and a change that a crash has cut in two is settled by looking into the
file. All of this is done by who is alone in the open_site.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from countermark.actions.desk import Change, Desk
from countermark.actions.open_sites import OpenSite
from countermark.actions.pages.records import (
    ADDITIONS,
    REMOVALS,
    before_reply,
    change_of,
    cut,
    differences,
    digest_of,
    digests,
    entry_in,
    file_changed,
    known_after,
    name_of,
)
from countermark.actions.pages.repeats import check_same, is_reworded, note_write, write_of
from countermark.model.actors import A_HAND, THE_HUB, Actor, ActorKind
from countermark.model.errors import Conflict, CountermarkError, NotFound, PageFileBroken, PageFileFailed, StoreFailed
from countermark.model.journal import Entry
from countermark.model.pages.annotations import PageAnnotation, PageNote, PageStore, Where
from countermark.model.pages.journal import (
    PageChangeDropped,
    PageChangeIntended,
    PageFileChanged,
    PageFileFoundBroken,
    PageFileSetAside,
)
from countermark.model.pages.sites import KnownEntry, PageSite, Pending
from countermark.model.pages.writes import RepeatedRequest, Written
from countermark.store.base import Value

logger = logging.getLogger(__name__)

LONGEST_WHY = 500
EntryValue = PageAnnotation | PageNote | None


@dataclass(frozen=True)
class Edit:
    """One change of one entry; `apply` may be tried more than once, on states that others have made meanwhile."""

    kind: str  # of the entry that confirms it
    where: Where
    entry: str
    apply: Callable[[PageStore], PageStore]
    # What must be alike when it is sent again under its name.
    asked: RepeatedRequest = field(default_factory=RepeatedRequest)


@dataclass(frozen=True)
class WriteOutcome:
    """How an entry was before and after."""

    before: EntryValue
    after: EntryValue
    store: PageStore
    repeats: Written | None = None  # nothing was done: this write of the same name was made before

    def has_other_words(self, note: str) -> bool:
        """Whether an addition was asked for again in other words; what others have made of it since stays."""
        if self.repeats is None or self.after is None or self.after.note == note:
            return False
        return is_reworded(self.repeats, note)


async def carry_out(desk: Desk, open_site: OpenSite, edit: Edit, *, by: Actor, write: str | None) -> WriteOutcome:
    """Make the change in the file, with an entry before and one after it; once for each name of a write.

    Raises what `edit.apply` raises, `NotFound`, `Conflict` (the name stands for another write), `PageFileBroken`,
    `PageFileFailed` or `StoreFailed`; then the file is as it was.
    """
    async with open_site.alone():
        store = await read_to_write(desk, open_site)
        if (made_before := await write_of(desk, open_site, write)) is not None:
            found = entry_in(store, edit.where, made_before.entry)
            check_same(made_before, kind=edit.kind, entry=edit.entry, asked=edit.asked, now=found)
            return WriteOutcome(found, found, store, repeats=made_before)
        planned = await desk.pages.think(lambda: outcome(edit, store, edit.apply(store)))
        # While the journal takes the intention in, the new file is written beside the old one; then it takes its place.
        intention = asyncio.run_coroutine_threadsafe(
            intend(desk, open_site, edit, planned, by=by, write=write), asyncio.get_running_loop()
        )
        seen: list[PageStore] = []

        def work(now: PageStore) -> PageStore:
            seen[:] = [now]
            return edit.apply(now)

        try:
            after = await desk.pages.think(lambda: open_site.change(work, before_swap=intention.result))
            await asyncio.wrap_future(intention)  # nothing waits for it where nothing was to be changed
        except CountermarkError as error:
            with suppress(StoreFailed):  # not announced; or the next look into the file finds the intent and settles it
                await asyncio.wrap_future(intention)
                await drop(desk, open_site, why=str(error))
            raise
        made = outcome(edit, seen[0], after)
        try:
            if seen[0].sha256 != store.sha256:  # somebody was faster than our lock
                await note_others(desk, open_site, seen[0])
            await confirm(desk, open_site, edit, made, by=by, write=write)
        except StoreFailed:
            # The file has the change, so it is made; the next look into the file finds the intent and settles it.
            logger.exception("a change of %s could not be confirmed", open_site.site.storage)
        return made


def outcome(edit: Edit, before: PageStore, after: PageStore) -> WriteOutcome:
    """What the edit does to its entry."""
    return WriteOutcome(entry_in(before, edit.where, edit.entry), entry_in(after, edit.where, edit.entry), after)


async def intend(
    desk: Desk, open_site: OpenSite, edit: Edit, planned: WriteOutcome, *, by: Actor, write: str | None
) -> None:
    """Say what is about to happen."""
    before, after = digest_of(planned.before), digest_of(planned.after)

    def work(change: Change) -> PageSite:
        seq = change.read.head() + 1
        pending = Pending(seq, edit.kind, edit.entry, after, by.kind.value, by.id, write)
        site = replace(open_site.site, pending=pending)
        entry = cut(edit.entry, 200)
        change.save(site, PageChangeIntended(site.id, entry=entry, intends=edit.kind, before=before, after=after))
        return site

    open_site.site = await desk.change(by, work, wakes=False)


async def drop(desk: Desk, open_site: OpenSite, *, why: str) -> None:
    """Say that it has not happened."""
    pending = open_site.site.pending
    assert pending is not None, "only what was intended can be dropped"
    site = replace(open_site.site, pending=None)
    dropped = PageChangeDropped(site.id, entry=cut(pending.entry, 200), intent=pending.seq, why=cut(why, LONGEST_WHY))
    await desk.change(THE_HUB, lambda change: change.save(site, dropped))
    open_site.site = site


async def confirm(
    desk: Desk, open_site: OpenSite, edit: Edit, made: WriteOutcome, *, by: Actor, write: str | None
) -> Entry:
    """Say what has happened."""
    pending, known = open_site.site.pending, await known_of(desk, open_site)
    name, digest = name_of(edit.where, edit.entry), digest_of(made.after)
    fingerprint = open_site.fingerprint(made.store)
    told = change_of(
        edit.kind, open_site.site.id, before=made.before, after=made.after, fingerprint=fingerprint, write=write,
        intent=pending.seq if pending else None,
    )  # fmt: skip
    site = replace(open_site.site, known=fingerprint, pending=None)
    values: list[Value] = [site, KnownEntry(site.id, name, digest)]
    entry = await desk.change(by, lambda change: change.save_all(values, told))
    open_site.site = site
    note_write(open_site, told, edit.asked)
    known.pop(name, None) if digest is None else known.update({name: digest})
    return entry


async def read_to_write(desk: Desk, open_site: OpenSite) -> PageStore:
    """The same for somebody who is going to change the file: of one that cannot be read a copy is kept beside it."""
    try:
        return await read_and_take_in(desk, open_site)
    except PageFileBroken:
        # Keeps the copy and raises, or it is whole.
        await desk.pages.think(lambda: open_site.change(lambda store: store))
        return await read_and_take_in(desk, open_site)


async def read_and_take_in(desk: Desk, open_site: OpenSite) -> PageStore:
    """The file as it is, with everything in the journal that others have done to it. Raises `PageFileBroken`."""
    try:
        store = await desk.pages.think(open_site.read)
    except PageFileBroken as error:
        await say_broken(desk, open_site, error)
        raise
    await take_in(desk, open_site, store)
    return store


async def say_broken(desk: Desk, open_site: OpenSite, error: PageFileBroken) -> None:
    """Say once of a file that it cannot be read."""
    why = cut(error.why, LONGEST_WHY)
    if open_site.broken != why:
        found = PageFileFoundBroken(open_site.site.id, why=why)
        await desk.change(A_HAND, lambda change: change.save(None, found))
        open_site.broken = why


async def take_in(desk: Desk, open_site: OpenSite, store: PageStore) -> None:
    """Write down what the file holds and the journal does not know."""
    if open_site.site.pending is not None:
        await settle(desk, open_site, store)
    await note_others(desk, open_site, store)


async def note_others(desk: Desk, open_site: OpenSite, store: PageStore) -> None:
    """Write down what differs from what the journal knows: others have done that."""
    fingerprint = open_site.fingerprint(store)
    if fingerprint == open_site.site.known and open_site.broken is None:
        return
    site = replace(open_site.site, known=fingerprint)
    known = await known_of(desk, open_site)

    def compare() -> tuple[dict[str, str], PageFileChanged, Sequence[KnownEntry]]:
        now = digests(store)
        found = differences(known, now)
        return now, file_changed(site.id, store, found, fingerprint), known_after(site.id, found, now)

    now, told, entries = await desk.pages.think(compare)
    await desk.change(A_HAND, lambda change: change.save_all([site, *entries], told))
    open_site.site, open_site.known, open_site.broken = site, now, None


async def settle(desk: Desk, open_site: OpenSite, store: PageStore) -> None:
    """Finish or drop a change that was announced before the hub was killed, or the disk was full."""
    pending = open_site.site.pending
    assert pending is not None, "there is something to settle"
    where: Where = "pageNotes" if pending.intends.startswith("page_note_") else "annotations"
    there = entry_in(store, where, pending.entry)
    name, known = name_of(where, pending.entry), await known_of(desk, open_site)
    # What was added and is there was added, whatever somebody has made of it since.
    if digest_of(there) != pending.after and not (there is not None and pending.intends in ADDITIONS):
        await drop(desk, open_site, why="The file does not hold it.")
        return
    gone = (PageNote if where == "pageNotes" else PageAnnotation)({"id": pending.entry})
    before = gone if pending.intends in REMOVALS else before_reply(there)
    told = change_of(
        pending.intends, open_site.site.id, before=before, after=there,
        fingerprint=open_site.fingerprint(store), write=pending.write, intent=pending.seq,
    )  # fmt: skip
    after = {key: value for key, value in (known | {name: pending.after}).items() if value is not None}
    alone = after == await desk.pages.think(lambda: digests(store))  # nobody else has changed anything
    site = replace(open_site.site, pending=None, known=open_site.fingerprint(store) if alone else open_site.site.known)
    by = Actor(ActorKind(pending.by_kind), pending.by_id)
    values: list[Value] = [site, KnownEntry(site.id, name, pending.after)]
    await desk.change(by, lambda change: change.save_all(values, told))
    open_site.site, open_site.known = site, after
    note_write(open_site, told, RepeatedRequest())


async def known_of(desk: Desk, open_site: OpenSite) -> dict[str, str]:
    """What the journal knows of the file's entries."""
    if open_site.known is None:
        open_site.known = dict(await desk.read(lambda reader: reader.known_entries(open_site.site.id)))
    return open_site.known


async def catch_up(desk: Desk, open_site: OpenSite) -> bool:
    """Write down what others have done to the file, unless that is being done; a file that cannot be read is said.

    Whether the journal has everything now; if not, it is worth trying again. It has to be done to its end.
    """
    if open_site.catching_up:
        return False
    open_site.catching_up = True
    try:
        async with open_site.alone():
            await read_and_take_in(desk, open_site)
    except (NotFound, PageFileBroken):  # nobody asks for it any more, or it is said in the journal
        return True
    except (PageFileFailed, StoreFailed) as error:
        logger.debug("%s is not caught up with: %s", open_site.site.storage, error)
        return False
    finally:
        open_site.catching_up = False
    return True


async def put_aside(desk: Desk, open_site: OpenSite, *, by: Actor) -> Path:
    """Move a file that cannot be read out of the way."""
    async with open_site.alone():
        try:
            await desk.pages.think(open_site.read)
        except PageFileBroken:
            kept = await desk.pages.think(open_site.file.set_aside)
        else:
            raise Conflict("The file can be read, so it stays.", hint="Look at the list again.")
        try:
            await say_set_aside(desk, open_site, kept, by=by)
        except StoreFailed:
            # It has its new name; the next look at the place where it was tells the journal the rest.
            logger.exception("it could not be written down that %s was set aside", open_site.site.storage)
        return kept


async def say_set_aside(desk: Desk, open_site: OpenSite, kept: Path, *, by: Actor) -> None:
    """Write down that there is no file any more: whatever has come in its place since is somebody's work."""
    if open_site.site.pending is not None:
        await drop(desk, open_site, why="The file was set aside.")
    empty = PageStore()
    found = differences(await known_of(desk, open_site), {})
    site = replace(open_site.site, known=open_site.fingerprint(empty))
    told = PageFileSetAside(site.id, kept_as=cut(str(kept), 4096), fingerprint=site.known)
    values: list[Value] = [site, *known_after(site.id, found, {})]
    await desk.change(by, lambda change: change.save_all(values, told))
    open_site.site, open_site.known, open_site.broken = site, {}, None
