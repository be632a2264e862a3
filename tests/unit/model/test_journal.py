"""The chain of the journal: unbroken as written, and every tampering is named."""

from dataclasses import replace

import pytest

from countermark.model import actors, happenings, journal
from countermark.model.happening import Happening
from countermark.model.happenings import HubStarted, ReviewDecided
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.journal import Entry, first_break
from countermark.model.reviews import Revision, Verdict

REVISION = Revision("rv_1", 1, "a" * 64, "Plan", opened_at=1, expires_at=None, verdict=Verdict.APPROVED)


def chain(length: int) -> list[Entry]:
    written: list[Entry] = []
    for seq in range(1, length + 1):
        prev = written[-1].hash if written else journal.FIRST_PREV
        happening = ReviewDecided(REVISION, Verdict.APPROVED, "wörds") if seq % 2 else HubStarted("0.1.0")
        written.append(journal.entry(happening, seq=seq, prev=prev, by=actors.THE_HUB, at=seq, salt=f"{seq:032}"))
    return written


def test_a_chain_as_written_is_unbroken() -> None:
    assert first_break(chain(9)) is None
    assert first_break(chain(9)[4:], prev=chain(9)[3].hash, seq=4) is None


def test_an_entry_says_what_it_is_about() -> None:
    line = chain(1)[0]
    assert (line.kind, line.item, line.shown_sha256) == ("review_decided", REVISION.version, "a" * 64)
    decided = {"verdict": "approved", "notes": "wörds", "annotations": "[]", "feedback": None, "mode": None}
    assert line.body == decided


@pytest.mark.parametrize("place", [0, 3, 8])
@pytest.mark.parametrize(
    "tamper",
    [
        lambda line: replace(line, at=line.at + 1),
        lambda line: replace(line, actor=actors.person("somebody else")),
        lambda line: replace(line, body={**line.body, "verdict": "changes_requested"}),
        lambda line: replace(line, shown_sha256="b" * 64),
        lambda line: replace(line, hash="0" * 64),
        lambda line: replace(line, prev="f" * 64),
        lambda line: replace(line, item=ItemVersion(ItemKind.REVIEW, "rv_2", 1)),
        lambda line: replace(line, digests={**line.digests, "more": "0" * 64}),
        lambda line: replace(line, format=1),
        lambda line: replace(line, body={**line.body, "version": "another", "notes": "another"}),
    ],
)
def test_a_changed_entry_is_named(tamper: object, place: int) -> None:
    assert callable(tamper)
    lines = chain(9)
    lines[place] = tamper(lines[place])
    broken = first_break(lines)
    assert broken is not None
    assert broken.seq == place + 1


def test_a_missing_entry_is_named() -> None:
    lines = chain(5)
    del lines[2]
    broken = first_break(lines)
    assert broken is not None
    assert (broken.seq, "missing" in broken.why) == (3, True)


def test_an_entry_that_was_rehashed_after_tampering_breaks_the_next() -> None:
    lines = chain(5)
    forged = replace(lines[1], at=99)
    lines[1] = replace(forged, hash=journal.digest(forged))
    broken = first_break(lines)
    assert broken is not None
    assert broken.seq == 3


def test_every_kind_of_entry_is_in_the_list_once() -> None:
    def leaves(kind: type[Happening]) -> set[type[Happening]]:
        below = kind.__subclasses__()
        return {kind} if not below else {leaf for each in below for leaf in leaves(each)}

    assert set(happenings.HAPPENINGS) == leaves(Happening)
    kinds = [each.kind for each in happenings.HAPPENINGS]
    assert len(kinds) == len(set(kinds))
