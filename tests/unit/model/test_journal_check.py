"""What a check of the journal says: each fault with its kind and its place, the gravest first."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from countermark.model import actors, journal
from countermark.model.checkpoints import Checkpoint
from countermark.model.happening import Happening
from countermark.model.happenings import HubStarted, JournalCut
from countermark.model.journal import Entry
from countermark.model.journal_check import Dropped, FaultKind, JournalCheck, gaps_in, joined
from countermark.model.journal_happenings import CheckpointSigned, EntriesDropped


def chain(*happenings: Happening, after: Entry | None = None) -> list[Entry]:
    written = [] if after is None else [after]
    for happening in happenings:
        seq, prev = (written[-1].seq + 1, written[-1].hash) if written else (1, journal.FIRST_PREV)
        written.append(journal.entry(happening, seq=seq, prev=prev, by=actors.THE_HUB, at=seq * 1000, salt="0"))
    return written if after is None else written[1:]


def starts(count: int) -> list[Happening]:
    return [HubStarted(str(number)) for number in range(count)]


def checkpoint(entry: Entry) -> Checkpoint:
    return Checkpoint("countermark-1", entry.seq, entry.hash, entry.at)


def checked(
    entries: Sequence[Entry], *, gaps: Sequence[Dropped] = (), checkpoints: Sequence[Checkpoint] = ()
) -> JournalCheck:
    check = JournalCheck(gaps=gaps, checkpoints=checkpoints)
    check.follow(entries)
    return check


def said(check: JournalCheck) -> list[tuple[FaultKind, int | None, int | None]]:
    return [(fault.kind, fault.first, fault.last) for fault in check.faults()]


def test_a_whole_journal_has_no_fault() -> None:
    lines = chain(*starts(9))
    check = checked(lines, checkpoints=[checkpoint(lines[3]), checkpoint(lines[8])])
    assert (said(check), check.entries, check.seq, check.signed) == ([], 9, 9, 9)


def test_what_was_written_anew_is_named_from_the_checkpoint_before() -> None:
    lines = chain(*starts(9))
    forged = [*lines[:4], *chain(*[HubStarted("other")] * 5, after=lines[3])]
    check = checked(forged, checkpoints=[checkpoint(lines[number]) for number in (2, 5, 8)])
    assert said(check) == [(FaultKind.REWRITTEN, 4, 6)]
    assert check.signed == 3, "what comes later vouches for nothing"


def test_what_is_cut_off_is_named() -> None:
    lines = chain(*starts(9))
    check = checked(lines[:5], checkpoints=[checkpoint(lines[2]), checkpoint(lines[8])])
    assert said(check) == [(FaultKind.CUT_OFF, 6, 9)]


def test_a_cut_that_the_journal_tells_of_explains_another_hash() -> None:
    lines = chain(*starts(5))
    cut = JournalCut(had=5, had_hash=lines[4].hash, found=3, kept_as="/copy")
    again = [*lines[:3], *chain(cut, *starts(3), after=lines[2])]
    check = checked(again, checkpoints=[checkpoint(lines[4])])
    assert said(check) == [(FaultKind.CUT_OFF, 4, 5)]
    assert "a copy was kept as /copy" in check.faults()[0].words


def test_a_checkpoint_that_is_missing_is_named() -> None:
    lines = chain(*starts(3), CheckpointSigned(3, "countermark-1"))
    assert said(checked(lines)) == [(FaultKind.CHECKPOINT_MISSING, 3, 3)]
    assert checked(lines).faults(present=[3]) == [], "sound or not: of an unsound one something else is said"


def test_nothing_counts_behind_the_first_break() -> None:
    lines = chain(*starts(9))
    lines[3] = replace(lines[3], at=1)
    check = checked(lines, checkpoints=[checkpoint(line) for line in lines])
    assert said(check) == [(FaultKind.ENTRY, 4, 4)]
    assert (check.entries, check.signed) == (3, 3)


def dropping(lines: Sequence[Entry], first: int, last: int) -> EntriesDropped:
    return EntriesDropped(first, last, lines[first - 1].prev, lines[last - 1].hash, days=30)


def test_what_retention_has_dropped_is_passed_over() -> None:
    lines = chain(*starts(9))
    lines += chain(dropping(lines, 1, 4), after=lines[-1])
    gaps = gaps_in(lines[4:])
    check = checked(lines[4:], gaps=gaps, checkpoints=[checkpoint(lines[1]), checkpoint(lines[3])])
    assert (said(check), check.entries, check.signed, check.unseen) == ([], 6, 4, [2])
    assert check.dropped == gaps
    assert gaps[0].words == "Entries 1 to 4 were dropped on 1970-01-01 by retention."


@pytest.mark.parametrize("change", [{"last": 3}, {"hash": "0" * 64}, {"prev": "1" * 64}, {"first": 2}, {"last": "4"}])
def test_a_gap_that_does_not_fit_explains_nothing(change: dict[str, int | str]) -> None:
    lines = chain(*starts(9))
    told = chain(dropping(lines, 1, 4), after=lines[-1])[0]
    other = replace(told, body={**told.body, **change})
    check = checked([*lines[4:], told], gaps=gaps_in([other]))
    assert check.faults()[0].kind is FaultKind.ENTRY


def test_a_gap_beside_a_checkpoint_with_another_hash_is_named() -> None:
    lines = chain(*starts(9))
    other = chain(HubStarted("x"), *starts(8))
    lines += chain(dropping(lines, 1, 4), after=lines[-1])
    check = checked(lines[4:], gaps=gaps_in(lines[4:]), checkpoints=[checkpoint(other[3])])
    assert said(check) == [(FaultKind.REWRITTEN, 1, 4)]


def test_a_later_entry_takes_in_what_an_earlier_one_has_said() -> None:
    lines = chain(*starts(9))
    told = chain(dropping(lines, 1, 2), dropping(lines, 5, 6), dropping(lines, 1, 4), after=lines[-1])
    assert [(gap.first, gap.last, gap.told_by) for gap in gaps_in(told)] == [(1, 4, 12), (5, 6, 11)]


def test_neighbours_become_one_gap() -> None:
    lines = chain(*starts(9))
    one, two, three = (
        Dropped(first, last, lines[first - 1].prev, lines[last - 1].hash, 0, 0)
        for first, last in ((1, 2), (3, 4), (5, 6))
    )
    assert joined(two, [one, three]) == replace(two, first=1, last=6, prev=one.prev, hash=three.hash)
    assert joined(one, [three]) == one
