"""What must become of marks, in plain data, and how the journal alone rebuilds them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from countermark.actions.desk import must
from countermark.model.annotations import Annotation, Fate, Placement
from countermark.model.journal import Entry
from tests.journal_records import annotation_in, placements_in

THERE, GONE, WHOLE = "there", "gone", "on the whole"


@dataclass(frozen=True)
class PureMark:
    """Everything about a mark that anybody may rely on; `fates` are those of later revisions."""

    review: str
    made_on: int
    live_on: int
    words: str
    note: bool
    stood: str  # digest of the last text in which it stood on words
    status: str = "open"
    removed: bool = False
    sent_on: int | None = None
    kept_from: int | None = None
    version: int = 1
    fates: tuple[tuple[int, str], ...] = ()

    @property
    def sent(self) -> bool:
        return self.sent_on == self.live_on

    @property
    def travels(self) -> bool:
        return not self.removed and self.status != "addressed"

    @property
    def last_fate(self) -> str | None:
        return self.fates[-1][1] if self.fates else None

    def goes_with(self, number: int) -> bool:
        return self.travels and self.live_on == number and not self.sent

    def now(self, **changes: object) -> "PureMark":
        return replace(self, version=self.version + 1, **changes)  # type: ignore[arg-type]  # own fields

    def placed(self, number: int, fate: str) -> "PureMark":
        kept = tuple(each for each in self.fates if each[0] != number)
        return replace(self, fates=(*kept, (number, fate)))

    def kept(self, number: int, fate: str, **changes: object) -> "PureMark":
        """A person keeps it for a later revision."""
        kept_from = self.kept_from if self.live_on == number else self.live_on
        return self.placed(number, fate).now(live_on=number, kept_from=kept_from, status="open", **changes)

    def unkept(self, number: int, texts: dict[int, str]) -> "PureMark":
        """A person takes this back: what was made of it on that revision is forgotten."""
        earlier = tuple(each for each in self.fates if each[0] < number)
        stood = texts[max((each[0] for each in earlier if each[1] == THERE), default=self.made_on)]
        found = self.found_as(texts[number], stood, earlier[-1][1] if earlier else None)
        return self.placed(number, found).now(live_on=self.kept_from, kept_from=None, status="open", stood=stood)

    def found_as(self, text: str, stood: str, last_fate: str | None) -> str:
        """Its fate in a text that is either the same or has nothing in common."""
        if self.note:
            return WHOLE
        return THERE if stood == text else WHOLE if last_fate == WHOLE else GONE

    def carried(self, number: int, text: str) -> "PureMark":
        """After it was looked for in a newer revision."""
        if not self.travels or self.made_on >= number or number in dict(self.fates):
            return self
        fate = self.found_as(text, self.stood, self.last_fate)
        moves = fate != GONE and not self.sent and self.live_on != number
        moved = replace(self, live_on=number, kept_from=None) if moves else self
        return moved.placed(number, fate)


def pure(annotation: Annotation, placements: Iterable[Placement], texts: dict[int, str]) -> PureMark:
    """The same of what the desk has stored."""
    fates, stood = [], texts[annotation.revision]
    for each in placements:
        fates.append((each.revision, WHOLE if each.fate == THERE and each.place is None else each.fate.value))
        stood = stood if each.place is None else texts[each.revision]
    return PureMark(
        annotation.review_id, annotation.revision, annotation.live_on, annotation.words, annotation.kind == "note",
        stood, annotation.status.value, annotation.removed, annotation.sent_on, annotation.kept_from,
        annotation.version, tuple(fates),
    )  # fmt: skip


def rebuilt(entries: Iterable[Entry]) -> tuple[dict[str, Annotation], dict[tuple[str, int], Placement]]:
    """All marks and where they stand, from nothing but the journal."""
    marks: dict[str, Annotation] = {}
    placements: dict[tuple[str, int], Placement] = {}
    for entry in entries:
        body = entry.body
        if entry.kind.startswith("annotation_"):
            mark = annotation_in(body)
            before = marks.get(mark.id)
            assert (before is None) == (entry.kind == "annotation_added"), "a mark begins once"
            assert before is None or mark.version == before.version + 1, "each entry is a version"
            marks[mark.id] = mark
        elif entry.kind == "marks_carried":
            for name in json.loads(str(body["moved_on"])):
                marks[name] = marks[name].move_on(must(entry.item).number)
        elif entry.kind == "review_decided":
            for name in json.loads(str(body["annotations"])):
                assert marks[name].goes_with(must(entry.item).number), "an answer takes along what is live"
                marks[name] = marks[name].send()
        for placement in placements_in(str(body.get("placements") or "[]")):
            if entry.kind == "marks_carried" and placement.fate is Fate.DONE:
                marks[placement.annotation_id] = marks[placement.annotation_id].fulfil()
            placements[placement.annotation_id, placement.revision] = placement
    return marks, placements
