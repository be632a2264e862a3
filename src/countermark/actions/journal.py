"""Reading and checking the journal, and what the hub itself writes into it."""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.model.actors import THE_HUB
from countermark.model.happenings import HubStarted, HubStopped, JournalCut
from countermark.model.journal import FIRST_PREV, Break, Entry, first_break
from countermark.model.journal_end import cut_words

PAGE = 1000


@dataclass(frozen=True)
class Verified:
    """What following the chain has shown; `cuts` tell of entries that were lost although the chain holds.

    `forgotten` are the numbers of the entries with a text that was forgotten: the chain holds, and the text is gone.
    """

    entries: int
    broken: Break | None
    cuts: Sequence[str] = ()
    forgotten: Sequence[int] = ()


async def verify(desk: Desk) -> Verified:
    """How many entries the journal has, where its chain breaks first, and what it says up to there that was lost."""
    seq, prev = 0, FIRST_PREV
    cuts: list[str] = []
    forgotten: list[int] = []
    while page := await desk.read(lambda reader, after=seq: reader.entries(after=after, limit=PAGE)):  # type: ignore[misc]
        broken = first_break(page, prev=prev, seq=seq)
        sound = [entry for entry in page if broken is None or entry.seq < broken.seq]
        cuts += [words_of(entry) for entry in sound if entry.kind == JournalCut.kind]
        forgotten += [entry.seq for entry in sound if entry.forgotten]
        if broken is not None:
            return Verified(broken.seq - 1, broken, cuts, forgotten)
        seq, prev = page[-1].seq, page[-1].hash
    return Verified(seq, None, cuts, forgotten)


def words_of(cut: Entry) -> str:
    """What an entry about a cut says; whoever writes the chain anew can give it any body."""
    had, found, kept_as = (cut.body.get(name) for name in ("had", "found", "kept_as"))
    if not isinstance(had, int) or not isinstance(found, int):
        return f"Entry {cut.seq} says that the journal was cut, and not where."
    return f"Entry {cut.seq}: {cut_words(had=had, found=found)}; a copy was kept as {kept_as}."


async def problems(desk: Desk) -> Sequence[str]:
    """What a person has to know of the desk's files: copies of a journal that was cut, why nothing is written."""
    fault = desk.store.fault()
    return [*await desk.store.copies(), *([] if fault is None else [fault])]


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
