"""What is wrong with a journal: its chain, what retention has left of it, and its checkpoints held against it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from countermark.model.checkpoints import Checkpoint, iso
from countermark.model.happenings import JournalCut
from countermark.model.journal import FIRST_PREV, Break, Entry, first_break
from countermark.model.journal_end import cut_words
from countermark.model.journal_happenings import CheckpointSigned


class FaultKind(StrEnum):
    """What can be wrong, the gravest first."""

    ENTRY = "entry"  # one is not as it was written, or not where it was
    REWRITTEN = "rewritten"  # the chain holds, and is another one than the one that was signed
    CUT_OFF = "cut_off"  # entries are missing at the end
    CHECKPOINT_MISSING = "checkpoint_missing"
    CHECKPOINT_BAD = "checkpoint_bad"  # its text or its signature was changed


@dataclass(frozen=True)
class JournalFault:
    """One thing that is wrong: with the entries from `first` to `last`, or with a checkpoint of the entry `last`."""

    kind: FaultKind
    words: str
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True)
class Dropped:
    """Entries that retention has removed, and the chain's hashes on both sides; `told_by` is the entry that says so."""

    first: int
    last: int
    prev: str
    hash: str
    told_by: int
    at: int

    @property
    def words(self) -> str:
        """What a person is told."""
        return f"Entries {self.first} to {self.last} were dropped on {iso(self.at)[:10]} by retention."


def dropped_by(entry: Entry) -> Dropped | None:
    """What an entry says that retention has removed; None if it says nothing that can be read."""
    first, last, prev, hashed = (entry.body.get(name) for name in ("first", "last", "prev", "hash"))
    if not isinstance(first, int) or not isinstance(last, int) or first > last:
        return None
    if not isinstance(prev, str) or not isinstance(hashed, str):
        return None
    return Dropped(first, last, prev, hashed, entry.seq, entry.at)


def gaps_in(entries: Iterable[Entry]) -> list[Dropped]:
    """What is missing by retention, in the order of the numbers: a later entry repeats what an earlier one has said."""
    gaps: list[Dropped] = []
    for entry in entries:
        told = dropped_by(entry)
        if told is not None:
            gaps = [gap for gap in gaps if gap.last < told.first or told.last < gap.first]
            gaps.append(told)
    return sorted(gaps, key=lambda gap: gap.first)


class JournalCheck:
    """Follows the entries from the first to the last; what it finds is in `faults`.

    It cannot see entries cut off, or written anew, behind the last checkpoint.
    """

    def __init__(self, *, gaps: Sequence[Dropped] = (), checkpoints: Sequence[Checkpoint] = ()) -> None:
        """`checkpoints` are sound ones."""
        self.seq, self.prev = 0, FIRST_PREV
        self.entries = 0
        self.forgotten: list[int] = []
        self.dropped: list[Dropped] = []
        self.broken: Break | None = None
        self.signed = 0  # the last entry that a checkpoint vouches for
        self._gaps = {gap.first: gap for gap in gaps}
        self._checkpoints: dict[int, list[Checkpoint]] = {}
        for each in checkpoints:
            self._checkpoints.setdefault(each.size, []).append(each)
        self._rewritten: JournalFault | None = None
        self._cuts: list[JournalFault] = []
        self._announced: dict[int, int] = {}

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take in the entries that come next; nothing counts behind the first one that is not as it was written."""
        for entry in entries:
            if self.broken is not None:
                return
            self._pass_over(entry)
            self.broken = first_break([entry], prev=self.prev, seq=self.seq)
            if self.broken is None:
                self._take(entry)

    def faults(self, *, present: Collection[int] = ()) -> list[JournalFault]:
        """What is wrong, the gravest first; asked when all entries were taken in.

        `present` are the entries of which there is a checkpoint, sound or not, looked up after the last entry was.
        """
        rewritten = [] if self._rewritten is None else [self._rewritten]
        if self.broken is not None:
            return [break_fault(self.broken), *rewritten, *self._cuts, *self._missing(present)]
        return [*rewritten, *self._cuts, *self._beyond(), *self._missing(present)]

    @property
    def unseen(self) -> list[int]:
        """The checkpoints that nothing can be held against: their entries were dropped."""
        return sorted(size for size in self._checkpoints if any(gap.first <= size < gap.last for gap in self.dropped))

    def _pass_over(self, entry: Entry) -> None:
        gap = self._gaps.get(self.seq + 1)
        if gap is None or entry.seq != gap.last + 1 or gap.prev != self.prev:
            return
        self.dropped.append(gap)
        self.seq, self.prev = gap.last, gap.hash
        self._compare(gap.last, gap.hash)

    def _take(self, entry: Entry) -> None:
        self.seq, self.prev = entry.seq, entry.hash
        self.entries += 1
        if entry.forgotten:
            self.forgotten.append(entry.seq)
        if entry.kind == JournalCut.kind:
            self._cuts.append(cut_told_by(entry))
        size = entry.body.get("size") if entry.kind == CheckpointSigned.kind else None
        if isinstance(size, int):
            self._announced[size] = entry.seq
        self._compare(entry.seq, entry.hash)

    def _compare(self, seq: int, hashed: str) -> None:
        for checkpoint in self._checkpoints.get(seq, ()):
            if checkpoint.hash == hashed:
                self.signed = max(self.signed, seq) if self._rewritten is None else self.signed
            elif self._rewritten is None and not self._was_cut(seq):
                words = (
                    f"entries {self.signed + 1} to {seq} are not those that were signed on {iso(checkpoint.at)}: "
                    "some of them were written anew"
                )
                self._rewritten = JournalFault(FaultKind.REWRITTEN, words, self.signed + 1, seq)

    def _was_cut(self, seq: int) -> bool:
        """Whether the journal says that it had lost an entry of this number: it is another one now."""
        return any((cut.first or 0) <= seq <= (cut.last or 0) for cut in self._cuts)

    def _beyond(self) -> Iterator[JournalFault]:
        latest = max((size for size in self._checkpoints if not self._was_cut(size)), default=0)
        if latest > self.seq:
            words = f"entries {self.seq + 1} to {latest} are cut off: a checkpoint of entry {latest} was signed"
            yield JournalFault(FaultKind.CUT_OFF, words, self.seq + 1, latest)

    def _missing(self, present: Collection[int]) -> Iterator[JournalFault]:
        gone = [size for size in self._announced if size not in present and not self._is_dropped(size)]
        for size in gone:
            words = f"the checkpoint of entry {size} is missing: entry {self._announced[size]} says that it was signed"
            yield JournalFault(FaultKind.CHECKPOINT_MISSING, words, size, size)

    def _is_dropped(self, size: int) -> bool:
        return any(gap.first <= size <= gap.last for gap in self.dropped)


def break_fault(broken: Break) -> JournalFault:
    """The first entry that is not as it was written."""
    words = f"the chain breaks at entry {broken.seq}: {broken.why}"
    return JournalFault(FaultKind.ENTRY, words, broken.seq, broken.seq)


def cut_told_by(entry: Entry) -> JournalFault:
    """What an entry about a cut says; whoever writes the chain anew can give it any body."""
    had, found, kept_as = (entry.body.get(name) for name in ("had", "found", "kept_as"))
    if not isinstance(had, int) or not isinstance(found, int):
        return JournalFault(FaultKind.CUT_OFF, f"entry {entry.seq} says that the journal was cut, and not where")
    words = f"entry {entry.seq}: {cut_words(had=had, found=found)}; a copy was kept as {kept_as}"
    return JournalFault(FaultKind.CUT_OFF, words, min(found, had - 1) + 1, had)


def joined(gap: Dropped, others: Iterable[Dropped]) -> Dropped:
    """A gap together with those that touch it."""
    for other in others:
        if other.last + 1 == gap.first:
            gap = replace(gap, first=other.first, prev=other.prev)
        elif gap.last + 1 == other.first:
            gap = replace(gap, last=other.last, hash=other.hash)
    return gap
