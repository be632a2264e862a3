"""Whatever a person does with a review, in any order: decide, see, type."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from countermark.actions import drafts, reviews
from countermark.model.drafts import ANSWER, Draft
from countermark.model.errors import AlreadyDecided, CountermarkError, DigestMissing, DraftNewer, Stale, WordsMissing
from countermark.model.reviews import Verdict
from tests.contract.actions.marking_rules import ME, WHICH, MarkingRules
from tests.contract.actions.pure_desk import Known, Place

DIGESTS = st.sampled_from(["right", "right", "right", "of another text", "none"])
NOTES = st.sampled_from(["Mind the tests.", " ", None])
VERDICTS = st.sampled_from([Verdict.APPROVED, Verdict.CHANGES_REQUESTED])


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class PersonRules(MarkingRules):
    """The part of the machine that is the person at the desk."""

    @precondition(lambda self: self.pure.conversations)
    @rule(which=WHICH, verdict=VERDICTS, shown=DIGESTS, notes=NOTES, marks=st.sampled_from(["none", "all", "odd"]))
    def decide(self, which: int, verdict: Verdict, shown: str, notes: str | None, marks: str) -> None:
        place = self._place(which)
        chosen = self._chosen(place, marks)
        latest = (place[0], len(self.pure.by_id(place[0]).revisions))
        it = self.pure.at(latest)
        digests = {"right": self.pure.at(place).sha256, "of another text": digest("never shown"), "none": None}
        work = reviews.decide(
            self.desk, place[0], verdict, notes=notes, annotations=chosen, shown_sha256=digests[shown],
            revision=place[1], by=ME,
        )  # fmt: skip
        with_words = bool((notes or "").strip() or chosen)
        refusal = self._refusal(place, latest, it, verdict, digests[shown], with_words=with_words)
        if refusal is None and marks == "odd":
            refusal = Stale
        if refusal is not None:
            with pytest.raises(refusal):
                self.runner.run(work)
            return
        feedback = self.runner.run(work).latest.feedback or ""
        assert all(self.pure.marks[name].words in feedback for name in chosen)
        words = notes if notes and notes.strip() else None
        pending = "pending" if with_words and verdict is Verdict.APPROVED else None
        decided = replace(
            it, verdict=verdict, notes=words, decided_by=ME.id, seen=True, notes_delivery=pending, marks=len(chosen),
            feedback=feedback,
        )  # fmt: skip
        self.pure.put(latest, decided)
        for name in chosen:
            self.pure.marks[name] = replace(self.pure.marks[name], sent_on=latest[1])

    def _chosen(self, place: Place, marks: str) -> list[str]:
        """The marks that can go along, or one among them that cannot."""
        of_review = {name: each for name, each in self.pure.marks.items() if each.review == place[0]}
        fit = [name for name, each in of_review.items() if each.goes_with(place[1])]
        unfit = [name for name, each in of_review.items() if not each.goes_with(place[1])] or ["an_of_nobody"]
        return {"none": [], "all": fit, "odd": [*fit, unfit[0]]}[marks]

    @staticmethod
    def _refusal(
        place: Place, latest: Place, it: Known, verdict: Verdict, shown: str | None, *, with_words: bool
    ) -> type[CountermarkError] | None:
        if place != latest:
            return Stale
        if shown is None:
            return DigestMissing
        if it.verdict is not None:
            return AlreadyDecided
        if shown != it.sha256:
            return Stale
        return WordsMissing if verdict is Verdict.CHANGES_REQUESTED and not with_words else None

    @precondition(lambda self: self.pure.conversations)
    @rule(which=WHICH)
    def see(self, which: int) -> None:
        place = self._place(which)
        self.runner.run(reviews.see(self.desk, place[0], revision=place[1], by=ME))
        self.pure.put(place, replace(self.pure.at(place), seen=True))

    @precondition(lambda self: self.pure.conversations)
    @rule(
        which=WHICH,
        words=st.sampled_from(["first", "second", ""]),
        behind=st.integers(min_value=0, max_value=1),
        slot=st.sampled_from([ANSWER, "an_of_a_mark"]),
    )
    def type_words(self, which: int, words: str, behind: int, slot: str) -> None:
        review_id, number = self._place(which)
        known_version = self.pure.drafts.get((review_id, slot), ("", 0))[1]
        version = max(0, known_version - behind)
        work = drafts.save_draft(self.desk, Draft(review_id, number, words, None, version, 0, slot))
        if version < known_version:
            with pytest.raises(DraftNewer):
                self.runner.run(work)
            return
        assert self.runner.run(work).version == version + 1
        self.pure.drafts[review_id, slot] = (words, version + 1)
