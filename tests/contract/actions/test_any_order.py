"""Whatever agents, people, clocks and crashes do, in any order: the desk does what a model of plain data does."""

import asyncio
import shutil
import tempfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from countermark.actions import drafts, reviews
from countermark.actions.desk import Desk, open_desk
from countermark.actions.presence import GRACE_MS
from countermark.actions.waiting import answer_to, note_who_left
from countermark.model import actors
from countermark.model.drafts import Draft
from countermark.model.errors import (
    AlreadyDecided,
    Conflict,
    CountermarkError,
    DigestMissing,
    DraftNewer,
    NotFound,
    Stale,
    WordsMissing,
)
from countermark.model.journal import first_break
from countermark.model.reviews import Evidence, Stage, Submission, Verdict
from countermark.store.base import Reader
from countermark.store.sqlite import open_file
from countermark.testing.memory_desk import HandClock
from tests.contract.actions.pure_desk import Conversation, Known, Place, PureDesk, known, replayed

WAIT = 60
ME = actors.person("si_me")
AGENTS = st.sampled_from(["claude-code", "claude-code", "review"])
TEXTS = st.sampled_from(["# A\n\n- one\n", "words"])
WORKSPACES = st.sampled_from(["/shop", "/bank"])
SESSIONS = st.sampled_from(["s1", "s2", None])
PATHS = st.sampled_from(["/no/such/plan.md", None])
WHICH = st.integers(min_value=0, max_value=7)
DIGESTS = st.sampled_from(["right", "right", "right", "of another text", "none"])
NOTES = st.sampled_from(["Mind the tests.", " ", None])
VERDICTS = st.sampled_from([Verdict.APPROVED, Verdict.CHANGES_REQUESTED])


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class AnyOrder(RuleBasedStateMachine):
    """The desk on a database file, and the model beside it; each rule does one thing to both."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cm-any-"))
        self.runner = asyncio.Runner()
        self.clock = HandClock()
        self.life = 0
        self.pure = PureDesk()
        self.asked: list[Submission] = []
        self.desk = self._opened()

    def _opened(self) -> Desk:
        file = self.folder / str(self.life) / "countermark.db"
        file.parent.mkdir(exist_ok=True)
        return self.runner.run(open_desk(open_file(file), images=self.folder / "images", clock=self.clock))

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.runner.run(self.desk.close())
            self.runner.close()
            shutil.rmtree(self.folder)

    def _tick(self) -> None:
        """Two reviews of one millisecond have no order."""
        self.clock.forward(0.001)

    def _place(self, which: int) -> Place:
        places = list(self.pure.places())
        return places[-1 - which % len(places)]

    def _key(self, which: int) -> str:
        return list(self.pure.keys)[-1 - which % len(self.pure.keys)]

    # What agents do

    @rule(agent=AGENTS, text=TEXTS, workspace=WORKSPACES, session=SESSIONS, path=PATHS)
    def ask(self, agent: str, text: str, workspace: str, session: str | None, path: str | None) -> None:
        self._ask(Submission(agent, text, None, workspace, session, path))

    @precondition(lambda self: self.asked)
    @rule(which=WHICH, workspace=WORKSPACES, session=SESSIONS)
    def ask_the_same(self, which: int, workspace: str, session: str | None) -> None:
        """The same text once more, perhaps from a resumed conversation or from another place."""
        self._ask(replace(self.asked[-1 - which % len(self.asked)], workspace=workspace, session=session))

    def _ask(self, asked: Submission) -> None:
        self._tick()
        key = f"key-{len(self.pure.keys):08}"
        self.asked.append(asked)
        receipt = self._ring(asked, key)
        got = (receipt.review.id, receipt.revision.number)
        self._expect_asked(asked, got)
        self.pure.keys[key] = (got, asked.agent, digest(asked.text))

    def _ring(self, asked: Submission, key: str) -> reviews.Receipt:
        by = actors.agent(asked.agent)
        return self.runner.run(reviews.open_review(self.desk, asked, key=key, wait_seconds=WAIT, by=by))

    def _expect_asked(self, asked: Submission, got: Place) -> None:
        """Where the model puts a question; the id of a new review is the desk's to choose."""
        earlier = self.pure.conversation(
            agent=asked.agent, workspace=asked.workspace, session=asked.session, path=asked.path
        )
        same = earlier is not None and (earlier.latest.sha256, earlier.workspace) == (
            digest(asked.text),
            asked.workspace,
        )
        if earlier is not None and same and earlier.latest.kept:
            assert got == (earlier.id, len(earlier.revisions)), "the kept answer to this very text"
            self.pure.put(got, replace(earlier.latest, here=True))
            return
        if earlier is None or earlier.latest.verdict == "approved":
            assert got[1] == 1
            assert got[0] not in {each.id for each in self.pure.conversations}
            earlier = Conversation(got[0], asked.agent, asked.workspace, asked.session, asked.path)
            self.pure.conversations.append(earlier)
        elif earlier.latest.verdict is None:
            withdrawn = replace(earlier.latest, verdict="withdrawn", reason="asked_again", here=False)
            earlier.revisions[-1] = withdrawn
        earlier.revisions.append(Known(digest(asked.text)))
        assert got == (earlier.id, len(earlier.revisions))
        earlier.workspace = asked.workspace
        earlier.session, earlier.path = asked.session or earlier.session, asked.path or earlier.path

    @precondition(lambda self: self.pure.keys)
    @rule(which=WHICH, agent=AGENTS, text=TEXTS, workspace=WORKSPACES)
    def ring_again(self, which: int, agent: str, text: str, workspace: str) -> None:
        """The same key: the same question, or nothing at all."""
        self._tick()
        key = self._key(which)
        place, owner, its_digest = self.pure.keys[key]
        asked = Submission(agent, text, None, workspace, None, None)
        if (agent, digest(text)) != (owner, its_digest):
            with pytest.raises(Conflict):
                self._ring(asked, key)
            return
        receipt = self._ring(asked, key)
        assert (receipt.review.id, receipt.revision.number) == place
        it = self.pure.at(place)
        if not it.here and it.stage is None and it.verdict not in ("expired", "withdrawn"):
            self.pure.put(place, replace(it, here=True))

    @precondition(lambda self: self.pure.keys)
    @rule(which=WHICH, stage=st.sampled_from(Stage), agent=AGENTS)
    def acknowledge(self, which: int, stage: Stage, agent: str) -> None:
        key = self._key(which)
        place, owner, _ = self.pure.keys[key]
        it = self.pure.at(place)
        work = reviews.acknowledge(self.desk, key, stage, by=actors.agent(agent))
        if agent != owner or not it.answered:
            with pytest.raises(NotFound if agent != owner else Conflict):
                self.runner.run(work)
            return
        self.runner.run(work)
        self.pure.put(place, replace(it, stage="received" if "received" in (it.stage, stage) else "delivered"))

    @precondition(lambda self: self.pure.keys)
    @rule(which=WHICH, agent=AGENTS)
    def say_goodbye(self, which: int, agent: str) -> None:
        key = self._key(which)
        place, owner, _ = self.pure.keys[key]
        work = reviews.goodbye(self.desk, key, by=actors.agent(agent))
        if agent == owner:
            self.runner.run(work)
            self._expect_gone(place)
        else:
            with pytest.raises(NotFound):
                self.runner.run(work)

    @precondition(lambda self: self.pure.keys)
    @rule(which=WHICH)
    def drop_the_line(self, which: int) -> None:
        place = self._place(which)
        with self.desk.presence.holding(place):
            pass
        self.clock.forward(GRACE_MS / 1000)
        self.runner.run(note_who_left(self.desk))
        self._expect_gone(place)

    def _expect_gone(self, place: Place) -> None:
        it = self.pure.at(place)
        if it.here and it.stage is None and it.verdict not in ("expired", "withdrawn"):
            self.pure.put(place, replace(it, here=False))

    @rule(
        agent=AGENTS,
        workspace=WORKSPACES,
        session=st.sampled_from(["s1", "s2"]),
        path=PATHS,
        text=TEXTS,
        told=st.booleans(),
    )
    def go_on(self, agent: str, workspace: str, session: str, path: str | None, text: str, told: bool) -> None:
        """The agent goes on with a plan: the only evidence of an answer in the terminal."""
        self._tick()
        evidence = Evidence(agent, session, workspace, path, digest(text) if told else None)
        key = f"evidence-{self.clock.at}"
        work = reviews.take_evidence(self.desk, evidence, key=key, by=actors.agent(agent))
        word = self.runner.run(work)
        talk = self.pure.conversation(agent=agent, workspace=workspace, session=session, path=path)
        heard = None if talk is None else self._expect_evidence(talk, evidence)
        assert (word and (word.revision.notes, word.acknowledge)) == heard
        if word is not None and word.acknowledge and talk is not None:
            self.runner.run(reviews.acknowledge(self.desk, key, Stage.DELIVERED, by=actors.agent(agent)))
            talk.revisions[-1] = replace(talk.latest, notes_delivery="delivered")

    def _expect_evidence(self, talk: Conversation, evidence: Evidence) -> tuple[str | None, bool] | None:
        it = talk.latest
        if it.verdict is None:
            talk.revisions[-1] = replace(it, verdict="withdrawn", reason="answered_in_terminal", here=False)
            return None
        if it.verdict == "approved" and evidence.sha256 not in (None, it.sha256):
            return it.notes, False
        if it.verdict == "approved" and it.stage is None:
            talk.revisions[-1] = it = replace(it, stage="received")
        return (it.notes, True) if it.notes_delivery == "pending" else None

    # What the person does

    @precondition(lambda self: self.pure.conversations)
    @rule(which=WHICH, verdict=VERDICTS, shown=DIGESTS, notes=NOTES)
    def decide(self, which: int, verdict: Verdict, shown: str, notes: str | None) -> None:
        place = self._place(which)
        latest = (place[0], len(self.pure.by_id(place[0]).revisions))
        it = self.pure.at(latest)
        digests = {"right": self.pure.at(place).sha256, "of another text": digest("never shown"), "none": None}
        work = reviews.decide(
            self.desk, place[0], verdict, notes=notes, shown_sha256=digests[shown], revision=place[1], by=ME
        )
        refusal = self._refusal(place, latest, it, verdict, digests[shown], notes)
        if refusal is not None:
            with pytest.raises(refusal):
                self.runner.run(work)
            return
        self.runner.run(work)
        words = notes if notes and notes.strip() else None
        pending = "pending" if words and verdict is Verdict.APPROVED else None
        decided = replace(it, verdict=verdict, notes=words, decided_by=ME.id, seen=True, notes_delivery=pending)
        self.pure.put(latest, decided)

    @staticmethod
    def _refusal(
        place: Place, latest: Place, it: Known, verdict: Verdict, shown: str | None, notes: str | None
    ) -> type[CountermarkError] | None:
        if place != latest:
            return Stale
        if shown is None:
            return DigestMissing
        if it.verdict is not None:
            return AlreadyDecided
        if shown != it.sha256:
            return Stale
        return WordsMissing if verdict is Verdict.CHANGES_REQUESTED and not (notes or "").strip() else None

    @precondition(lambda self: self.asked)
    @rule(which=WHICH, workspace=WORKSPACES, session=SESSIONS)
    def approve_while_the_agent_is_away(self, which: int, workspace: str, session: str | None) -> None:
        """An answer that nobody hears, and the same question once more, perhaps from another place."""
        key = self._key(which)
        place, owner, _ = self.pure.keys[key]
        it = self.pure.at(place)
        if it.verdict is None:
            self.runner.run(reviews.goodbye(self.desk, key, by=actors.agent(owner)))
            work = reviews.decide(self.desk, place[0], Verdict.APPROVED, notes=None, shown_sha256=it.sha256, by=ME)
            self.runner.run(work)
            self.pure.put(place, replace(it, here=False, verdict="approved", decided_by=ME.id, seen=True))
        self.ask_the_same(which, workspace, session)

    @precondition(lambda self: self.pure.conversations)
    @rule(which=WHICH)
    def see(self, which: int) -> None:
        place = self._place(which)
        self.runner.run(reviews.see(self.desk, place[0], revision=place[1], by=ME))
        self.pure.put(place, replace(self.pure.at(place), seen=True))

    @precondition(lambda self: self.pure.conversations)
    @rule(which=WHICH, words=st.sampled_from(["first", "second", ""]), behind=st.integers(min_value=0, max_value=1))
    def type_words(self, which: int, words: str, behind: int) -> None:
        review_id, number = self._place(which)
        known_version = self.pure.drafts.get(review_id, ("", 0))[1]
        version = max(0, known_version - behind)
        work = drafts.save_draft(self.desk, Draft(review_id, number, words, None, version, 0))
        if version < known_version:
            with pytest.raises(DraftNewer):
                self.runner.run(work)
            return
        assert self.runner.run(work).version == version + 1
        self.pure.drafts[review_id] = (words, version + 1)

    # What happens to everybody

    @rule(seconds=st.sampled_from([1, WAIT // 2, WAIT]))
    def time_passes(self, seconds: int) -> None:
        self.clock.forward(seconds)
        due = {place: self._expires_at(place) <= self.clock.at for place in self.pure.places()}
        self.runner.run(reviews.expire_due(self.desk))
        for place, it in self.pure.places().items():
            if it.verdict is None and due[place]:
                self.pure.put(place, replace(it, verdict="expired"))

    def _expires_at(self, place: Place) -> int:
        revision = self.runner.run(self.desk.read(lambda reader: reader.revision(*place)))
        assert revision is not None
        assert revision.expires_at == revision.opened_at + WAIT * 1000
        return revision.expires_at

    @rule()
    def crash(self) -> None:
        """What is on the disk at this moment is all that the next hub has."""
        before = self.folder / str(self.life)
        self.life += 1
        shutil.copytree(before, self.folder / str(self.life))
        self.runner.run(self.desk.close())
        self.desk = self._opened()

    # What always holds

    @invariant()
    def the_desk_and_its_journal_say_what_the_model_says(self) -> None:
        if not hasattr(self, "desk"):
            return

        def look(reader: Reader) -> None:
            for talk in self.pure.conversations:
                assert [known(each) for each in reader.revisions(talk.id)] == talk.revisions
            for review_id, words in self.pure.drafts.items():
                kept = reader.draft(review_id)
                assert kept is not None
                assert (kept.text, kept.version) == words
            entries = reader.entries(limit=10_000)
            assert first_break(entries) is None
            assert replayed(entries) == self.pure.places()

        self.runner.run(self.desk.read(look))

    @invariant()
    def a_key_hears_the_answer_to_its_own_text(self) -> None:
        if not hasattr(self, "desk"):
            return
        for place, owner, asked in self.pure.keys.values():
            assert self.pure.by_id(place[0]).agent == owner
            if self.pure.at(place).verdict is not None:
                heard = self.runner.run(answer_to(self.desk, place))
                assert heard.sha256 == asked
                assert heard.decided_by_person == (heard.decided_by == ME.id)


def test_any_order_of_anything() -> None:
    bounded = settings(
        max_examples=50, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    run_state_machine_as_test(AnyOrder, settings=bounded)
