"""Done means: a thousand random changes of a real journal, and each is found, and named."""

import asyncio
import random
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from countermark.actions.checkpoints import sign_newest
from countermark.actions.desk import Desk, open_desk
from countermark.actions.journal import Verified, note_start, note_stop, verify
from countermark.model import actors
from countermark.model.happenings import PlanMissing, ReviewDecided
from countermark.model.journal_check import JournalFault
from countermark.model.journal_end import Cut
from countermark.model.reviews import Revision, Verdict
from countermark.store.checkpoint_files import CheckpointFiles
from countermark.store.sqlite import open_file
from tests.contract.store.journal_forger import MUTATIONS, Expected, Journal, is_noticed_by_head
from tests.contract.store.test_migrated_items import brought_over
from tests.figures import figure

SEED = 11
REVISION = Revision("rv_1", 1, "a" * 64, "Plan", opened_at=1, expires_at=None, verdict=Verdict.APPROVED)


async def opened(folder: Path) -> Desk:
    return await open_desk(open_file(folder / "countermark.db"), images=folder, checkpoints=CheckpointFiles(folder))


async def write_some(desk: Desk, words: str) -> None:
    """Entries with texts and without, about something and not."""
    decided = ReviewDecided(REVISION, Verdict.APPROVED, f"“{words}” – ja", feedback=f"Approved.\n\n{words}")
    await desk.change(actors.person("si_me"), lambda change: change.save(None, decided))
    missing = PlanMissing("claude-code", f"/home/ana/{words}", "c-1")
    await desk.change(actors.agent("claude-code"), lambda change: change.save(None, missing))
    await note_start(desk, version="1")


async def written(folder: Path) -> Journal:
    """Entries of both formats, in three times with a checkpoint behind each, and what that says of itself."""
    brought_over(folder)
    desk = await opened(folder)
    sizes = []
    for words in ("one", "two", "three"):
        for _ in range(3):
            await write_some(desk, words)
        sizes.append((await sign_newest(desk)).checkpoint.size)
    await note_stop(desk, version="1")
    sizes.append((await sign_newest(desk)).checkpoint.size)
    entries = await desk.read(lambda reader: reader.entries())
    await desk.close()
    return Journal(folder, entries, sizes)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Journal:
    return asyncio.run(written(tmp_path_factory.mktemp("journal")))


async def examined(folder: Path) -> tuple[Cut | None, Verified]:
    """What the next start and `journal verify` say."""
    desk = await opened(folder)
    found = desk.store.cut, await verify(desk)
    await desk.close()
    return found


def is_named(expected: Expected, faults: Sequence[JournalFault]) -> bool:
    """Whether the gravest fault is the right one, and says where."""
    if not expected.kinds:
        return not faults
    first = faults[0] if faults else None
    if first is None or first.kind not in expected.kinds or first.first is None or first.last is None:
        return False
    return first.first <= expected.seq <= first.last


async def test_a_journal_as_it_was_written_has_no_fault(journal: Journal) -> None:
    cut, verified = await examined(journal.folder)
    assert (cut, verified.broken, verified.faults) == (None, None, [])
    assert verified.entries == len(journal.entries)
    assert verified.signed == journal.signed == journal.last - 1
    assert {entry.format for entry in journal.entries} == {1, 2}


@pytest.mark.tenth
async def test_every_change_is_found_and_named(journal: Journal, tmp_path: Path) -> None:
    chance = random.Random(SEED)
    names = [name for name, (_, count) in MUTATIONS.items() for _ in range(count)]
    assert len(names) == 1000
    chance.shuffle(names)
    missed, unseen = [], []
    for number, name in enumerate(names[: figure(1000)]):
        folder = tmp_path / "journal"
        shutil.copytree(journal.folder, folder)
        expected: Expected = MUTATIONS[name][0](journal, folder, chance)
        head_tells = is_noticed_by_head(folder)
        cut, verified = await examined(folder)
        shutil.rmtree(folder)
        if not (is_named(expected, verified.faults) and (cut is not None) == head_tells):
            missed.append((number, name, expected, cut, [fault.words for fault in verified.faults]))
        if not expected.kinds and not head_tells:
            unseen.append(expected.seq)
    assert missed == []
    # What nothing can see, as the help of the command says: the end behind the newest checkpoint, where `journal.head`
    # was forged with it.
    assert unseen
    assert min(unseen) > journal.signed
