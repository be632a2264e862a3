"""Whatever a person does with marks, in any order; each rule does one thing to the desk and to the model."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from countermark.actions import annotations
from countermark.actions.annotations import At
from countermark.actions.desk import Desk
from countermark.actions.placing import reading_of
from countermark.actions.standings import marks_on
from countermark.model import actors
from countermark.model.annotations import AnnotationKind, Words
from countermark.model.errors import AlreadyDecided, AnnotationNewer, BadPlace, Conflict, CountermarkError, Stale
from countermark.store.base import Reader
from tests.contract.actions.pure_desk import Place, PureDesk
from tests.contract.actions.pure_marks import GONE, THERE, WHOLE, PureMark, pure, rebuilt
from tests.contract.memory_desk import HandClock

ME = actors.person("si_me")
WHICH = st.integers(min_value=0, max_value=7)
REMARKS = st.sampled_from(["Why?", "How?", "Not now."])


class MarkingRules(RuleBasedStateMachine):
    """The part of the machine that marks."""

    runner: asyncio.Runner
    desk: Desk
    clock: HandClock
    pure: PureDesk

    def _place(self, which: int) -> Place:
        places = list(self.pure.places())
        return places[-1 - which % len(places)]

    def _mark(self, which: int) -> tuple[str, PureMark]:
        name = list(self.pure.marks)[-1 - which % len(self.pure.marks)]
        return name, self.pure.marks[name]

    def _latest(self, review_id: str) -> int:
        return len(self.pure.by_id(review_id).revisions)

    def _at(self, place: Place) -> At:
        """The first words of a revision."""
        reading = self.runner.run(reading_of(self.desk, self.pure.at(place).sha256))
        unit = reading.units[0]
        where = reading.place(unit.start, unit.end)
        return At(place[1], where, unit.text)

    def _does(self, work: Awaitable[None], refusal: type[CountermarkError] | None) -> bool:
        """Whether it was done; it must be refused exactly if the model says so."""

        async def awaited() -> None:
            await work

        if refusal is None:
            self.runner.run(awaited())
            return True
        with pytest.raises(refusal):
            self.runner.run(awaited())
        return False

    @precondition(lambda self: self.pure.conversations)
    @rule(which=WHICH, words=REMARKS, note=st.booleans())
    def mark(self, which: int, words: str, note: bool) -> None:
        """On any revision, for a newer one may have come while the person was marking."""
        place = self._place(which)
        name = f"an_{len(self.pure.marks):026}"
        said = Words(AnnotationKind.NOTE if note else AnnotationKind.COMMENT, words)
        at = At(place[1], None, "") if note else self._at(place)
        for _ in range(2):  # the same again is the same
            self.runner.run(annotations.add(self.desk, place[0], name, said, at, by=ME))
        self.pure.marks[name] = PureMark(*place, place[1], words, note, self.pure.at(place).sha256)
        self.pure.carry(place[0])
        with pytest.raises(AnnotationNewer):
            self.runner.run(annotations.add(self.desk, place[0], name, replace(said, words="x"), at, by=ME))

    @precondition(lambda self: self.pure.marks)
    @rule(which=WHICH, words=REMARKS, behind=st.integers(min_value=0, max_value=1))
    def say_something_else(self, which: int, words: str, behind: int) -> None:
        name, it = self._mark(which)
        change = {"version": it.version - behind, "said": {"words": words}, "at": None, "by": ME}
        work = annotations.change(self.desk, it.review, name, **change)  # type: ignore[arg-type]
        refusal: type[CountermarkError] | None = None
        if words != it.words:
            refusal = AnnotationNewer if behind else Conflict if it.removed else AlreadyDecided if it.sent else None
        if self._does(work, refusal) and words != it.words:
            self.pure.marks[name] = it.now(words=words)

    @precondition(lambda self: self.pure.marks)
    @rule(which=WHICH)
    def place_anew(self, which: int) -> None:
        name, it = self._mark(which)
        if it.note:
            return
        number = self._latest(it.review)
        at = self._at((it.review, number))
        work = annotations.change(self.desk, it.review, name, version=it.version, said={}, at=at, by=ME)
        here = it.sent_on is not None if it.made_on == number else it.sent_on == number
        if not self._does(work, Conflict if it.removed else AlreadyDecided if here else None):
            return
        text = self.pure.at((it.review, number)).sha256
        if it.made_on == number:
            self.pure.marks[name] = it.now(stood=text)
        else:
            self.pure.marks[name] = it.kept(number, THERE, stood=text)

    @precondition(lambda self: self.pure.marks)
    @rule(which=WHICH, as_note=st.booleans(), behind=st.integers(min_value=0, max_value=1))
    def keep(self, which: int, as_note: bool, behind: int) -> None:
        name, it = self._mark(which)
        latest = self._latest(it.review)
        fate = dict(it.fates).get(latest)
        work = annotations.keep(self.desk, it.review, name, revision=latest - behind, as_note=as_note, by=ME)
        refusal: type[CountermarkError] | None = None
        if behind or fate is None:
            refusal = Stale
        elif fate == GONE and not as_note:
            refusal = BadPlace
        elif it.sent_on == latest:
            refusal = AlreadyDecided
        elif it.removed:
            refusal = Conflict
        wanted = WHOLE if as_note else str(fate)
        if self._does(work, refusal) and not (it.goes_with(latest) and wanted == fate):
            self.pure.marks[name] = it.kept(latest, wanted)

    @precondition(lambda self: self.pure.marks)
    @rule(which=WHICH, behind=st.integers(min_value=0, max_value=1))
    def unkeep(self, which: int, behind: int) -> None:
        name, it = self._mark(which)
        latest = self._latest(it.review)
        refusal: type[CountermarkError] | None = None
        if behind:
            refusal = Stale
        elif it.live_on == latest:
            unkept = not it.removed and it.kept_from is not None
            refusal = AlreadyDecided if it.sent and not it.removed else None if unkept else Conflict
        work = annotations.unkeep(self.desk, it.review, name, revision=latest - behind, by=ME)
        if self._does(work, refusal) and it.live_on == latest:
            texts = {number: self.pure.at((it.review, number)).sha256 for number in range(1, latest + 1)}
            self.pure.marks[name] = it.unkept(latest, texts)

    @precondition(lambda self: self.pure.marks)
    @rule(which=WHICH, verb=st.sampled_from(["remove", "restore", "address", "reopen"]))
    def step(self, which: int, verb: str) -> None:
        name, it = self._mark(which)
        steps: dict[str, tuple[Callable[..., Awaitable[None]], dict[str, object], bool]] = {
            "remove": (annotations.remove, {"removed": True}, it.removed),
            "restore": (annotations.restore, {"removed": False}, not it.removed),
            "address": (annotations.address, {"status": "addressed"}, it.status == "addressed"),
            "reopen": (annotations.reopen, {"status": "open"}, it.status == "open"),
        }
        work, change, is_so = steps[verb]
        refusal: type[CountermarkError] | None = None
        if verb == "remove" and it.sent:
            refusal = AlreadyDecided
        elif verb in ("address", "reopen") and it.removed:
            refusal = Conflict
        if self._does(work(self.desk, it.review, name, by=ME), refusal) and not is_so:
            self.pure.marks[name] = it.now(**change)
            if verb != "address" or it.removed:
                self.pure.carry(it.review)

    def look_at_marks(self, reader: Reader) -> None:
        """The desk has the marks that the model has, and the journal alone rebuilds them to the last field."""
        marks, placements = rebuilt(reader.entries(limit=10_000))
        assert marks.keys() == self.pure.marks.keys()
        for talk in self.pure.conversations:
            texts = {number: each.sha256 for number, each in enumerate(talk.revisions, 1)}
            stored = reader.annotations(talk.id)
            assert stored == [marks[each.id] for each in stored]
            for each in stored:
                found = reader.placements_of(each.id)
                assert found == [placements[each.id, placement.revision] for placement in found]
                assert pure(each, found, texts) == self.pure.marks[each.id]
            shown = {each.annotation.id for each in marks_on(reader, talk.id, len(talk.revisions))}
            travelling = {name for name, each in self.pure.marks.items() if each.review == talk.id and each.travels}
            assert travelling <= shown, "no mark that is open stays behind"
        assert len(placements) == sum(len(each.fates) for each in self.pure.marks.values())
