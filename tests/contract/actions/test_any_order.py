"""Whatever agents, people, clocks and crashes do, in any order: the desk does what a model of plain data does."""

import asyncio
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from countermark.actions import items, reviews
from countermark.actions.carrying import carry_left_behind, carry_marks
from countermark.actions.desk import Desk, open_desk
from countermark.actions.items import note_who_left
from countermark.actions.presence import GRACE_MS
from countermark.model import actors
from countermark.model.errors import (
    Conflict,
    NotFound,
)
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.journal import first_break
from countermark.model.reviews import Evidence, Stage, Submission, Verdict
from countermark.store.base import Reader
from countermark.store.sqlite import open_file
from tests.contract.actions.gate_rules import GateRules
from tests.contract.actions.marking_rules import ME, WHICH
from tests.contract.actions.person_rules import PersonRules, digest
from tests.contract.actions.pure_desk import Conversation, Known, Place, PureDesk, known, replayed
from tests.contract.actions.review_waits import review_answer_to
from tests.contract.memory_desk import HandClock
from tests.figures import figure

WAIT = 60
AGENTS = st.sampled_from(["claude-code", "claude-code", "review"])
TEXTS = st.sampled_from(["# A\n\n- one\n", "words"])
WORKSPACES = st.sampled_from(["/shop", "/bank"])
CONVERSATIONS = st.sampled_from(["s1", "s2", None])
PATHS = st.sampled_from(["/no/such/plan.md", None])


def version_at(place: Place) -> ItemVersion:
    return ItemVersion(ItemKind.REVIEW, *place)


class AnyOrder(PersonRules, GateRules):
    """The desk on a database file, and the model beside it; each rule does one thing to both."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cm-any-"))
        self.runner = asyncio.Runner()
        self.clock = HandClock()
        self.life = 0
        self.pure = PureDesk()
        self.asked: list[Submission] = []
        self.said_by_another: set[tuple[str, str]] = set()
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

    def _key(self, which: int) -> str:
        return list(self.pure.keys)[-1 - which % len(self.pure.keys)]

    # What agents do

    @rule(agent=AGENTS, text=TEXTS, workspace=WORKSPACES, conversation=CONVERSATIONS, path=PATHS)
    def ask(self, agent: str, text: str, workspace: str, conversation: str | None, path: str | None) -> None:
        self._ask(Submission(agent, text, None, workspace, conversation, path))

    @precondition(lambda self: self.asked)
    @rule(which=WHICH, workspace=WORKSPACES, conversation=CONVERSATIONS)
    def ask_the_same(self, which: int, workspace: str, conversation: str | None) -> None:
        """The same text once more, perhaps from a resumed conversation or from another place."""
        self._ask(replace(self.asked[-1 - which % len(self.asked)], workspace=workspace, conversation=conversation))

    def _ask(self, asked: Submission) -> None:
        self._tick()
        key = f"key-{len(self.pure.keys):08}"
        self.asked.append(asked)
        self.pure.keys[key] = (self._ask_with(asked, key), asked.agent, digest(asked.text))

    def _ask_with(self, asked: Submission, key: str) -> Place:
        receipt = self._ring(asked, key)
        got = (receipt.review.id, receipt.revision.number)
        self._expect_asked(asked, got)
        self.pure.carry(got[0])
        return got

    @rule(agent=AGENTS, text=TEXTS, conversation=st.sampled_from(["s1", "s2"]))
    def ask_as_the_hub_dies(self, agent: str, text: str, conversation: str) -> None:
        """The question is stored; whether its marks are carried before the end or after the next start is all one."""
        self._tick()
        key = f"key-{len(self.pure.keys):08}"
        asked = Submission(agent, text, None, "/shop", conversation, None)
        self.asked.append(asked)
        self.runner.run(self._cut_short(asked, key))
        self.crash()
        receipt = self._ring(asked, key)
        got = (receipt.review.id, receipt.revision.number)
        self._expect_asked(asked, got)
        self.pure.carry(got[0])
        self.pure.keys[key] = (got, asked.agent, digest(asked.text))

    async def _cut_short(self, asked: Submission, key: str) -> None:
        by, since = actors.agent(asked.agent), self.desk.feed.head
        work = reviews.open_review(self.desk, asked, key=key, wait_seconds=WAIT, by=by)
        tasks = [asyncio.create_task(work), asyncio.create_task(self.desk.feed.grown(since))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ring(self, asked: Submission, key: str) -> reviews.Receipt:
        by = actors.agent(asked.agent)
        receipt = self.runner.run(reviews.open_review(self.desk, asked, key=key, wait_seconds=WAIT, by=by))
        self.runner.run(carry_marks(self.desk, receipt.review.id))  # as the hub does, which follows the feed
        return receipt

    def _expect_asked(self, asked: Submission, got: Place) -> None:
        """Where the model puts a question; the id of a new review is the desk's to choose."""
        earlier = self.pure.conversation(
            agent=asked.agent, workspace=asked.workspace, conversation=asked.conversation, path=asked.path
        )
        same = earlier is not None and (earlier.latest.sha256, earlier.workspace) == (
            digest(asked.text),
            asked.workspace,
        )
        if earlier is not None and same and earlier.latest.kept:
            assert got == (earlier.id, len(earlier.revisions)), "the kept answer to this very text"
            self.pure.put(got, replace(earlier.latest, here=True))
            return
        waits = earlier is not None and earlier.latest.verdict is None and earlier.latest.here
        if asked.conversation is None and waits:
            earlier = None  # it may be anybody's
        if earlier is None or earlier.latest.verdict == "approved":
            assert got[1] == 1
            assert got[0] not in {each.id for each in self.pure.conversations}
            earlier = Conversation(got[0], asked.agent, asked.workspace, asked.conversation, asked.path)
            self.pure.conversations.append(earlier)
        elif earlier.latest.verdict is None:
            withdrawn = replace(earlier.latest, verdict="withdrawn", reason="asked_again", here=False)
            earlier.revisions[-1] = withdrawn
        earlier.revisions.append(Known(digest(asked.text)))
        assert got == (earlier.id, len(earlier.revisions))
        earlier.workspace = asked.workspace
        earlier.conversation, earlier.path = asked.conversation or earlier.conversation, asked.path or earlier.path

    @precondition(lambda self: self.pure.keys)
    @rule(which=WHICH, agent=AGENTS, text=TEXTS, workspace=WORKSPACES)
    def ring_again(self, which: int, agent: str, text: str, workspace: str) -> None:
        """The same key: the same question, or nothing at all; another agent asks with it for itself."""
        self._tick()
        key = self._key(which)
        place, owner, its_digest = self.pure.keys[key]
        asked = Submission(agent, text, None, workspace, None, None)
        if agent != owner:
            if (key, agent) not in self.said_by_another:
                self.said_by_another.add((key, agent))
                self._ask_with(asked, key)
            return
        if digest(text) != its_digest:
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
        if (key, agent) in self.said_by_another:
            return
        work = items.acknowledge(self.desk, key, stage, by=actors.agent(agent))
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
        if (key, agent) in self.said_by_another:
            return
        work = items.goodbye(self.desk, key, by=actors.agent(agent))
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
        with self.desk.presence.holding(version_at(place)):
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
        conversation=st.sampled_from(["s1", "s2"]),
        path=PATHS,
        text=TEXTS,
        told=st.booleans(),
    )
    def go_on(self, agent: str, workspace: str, conversation: str, path: str | None, text: str, told: bool) -> None:
        """The agent goes on with a plan: the only evidence of an answer in the terminal."""
        self._tick()
        evidence = Evidence(agent, conversation, workspace, path, digest(text) if told else None)
        key = f"evidence-{self.clock.at}"
        work = reviews.take_evidence(self.desk, evidence, key=key, by=actors.agent(agent))
        word = self.runner.run(work)
        talk = self.pure.conversation(agent=agent, workspace=workspace, conversation=conversation, path=path)
        if talk is not None and talk.conversation != conversation:
            talk = None  # a path alone proves nothing
        heard = None if talk is None else self._expect_evidence(talk, evidence)
        assert (word and (word.answer.notes, word.acknowledge)) == heard
        if word is not None and word.acknowledge and talk is not None:
            self.runner.run(items.acknowledge(self.desk, key, Stage.DELIVERED, by=actors.agent(agent)))
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

    # What the person does while the agent is away

    @precondition(lambda self: self.asked)
    @rule(which=WHICH, workspace=WORKSPACES, conversation=CONVERSATIONS)
    def approve_while_the_agent_is_away(self, which: int, workspace: str, conversation: str | None) -> None:
        """An answer that nobody hears, and the same question once more, perhaps from another place."""
        key = self._key(which)
        place, owner, _ = self.pure.keys[key]
        it = self.pure.at(place)
        if it.verdict is None:
            self.runner.run(items.goodbye(self.desk, key, by=actors.agent(owner)))
            work = reviews.decide(self.desk, place[0], Verdict.APPROVED, notes=None, shown_sha256=it.sha256, by=ME)
            feedback = self.runner.run(work).latest.feedback
            approved = replace(it, here=False, verdict="approved", decided_by=ME.id, seen=True, feedback=feedback)
            self.pure.put(place, approved)
        self.ask_the_same(which, workspace, conversation)

    # What happens to everybody

    @rule(seconds=st.sampled_from([1, WAIT // 2, WAIT]))
    def time_passes(self, seconds: int) -> None:
        self.clock.forward(seconds)
        due = {place: self._expires_at(place) <= self.clock.at for place in self.pure.places()}
        self.runner.run(items.expire_due(self.desk))
        for place, it in self.pure.places().items():
            if it.verdict is None and due[place]:
                self.pure.put(place, replace(it, verdict="expired"))
        self.expect_lapsed()

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
        self.runner.run(carry_left_behind(self.desk))

    # What always holds

    @invariant()
    def the_desk_and_its_journal_say_what_the_model_says(self) -> None:
        if not hasattr(self, "desk"):
            return

        def look(reader: Reader) -> None:
            for talk in self.pure.conversations:
                assert [known(each) for each in reader.revisions(talk.id)] == talk.revisions
            for (review_id, slot), words in self.pure.drafts.items():
                kept = reader.draft(review_id, slot)
                assert kept is not None
                assert (kept.text, kept.version) == words
            entries = reader.entries(limit=10_000)
            assert first_break(entries) is None
            assert replayed(entries) == self.pure.places()
            self.look_at_marks(reader)

        self.runner.run(self.desk.read(look))

    @invariant()
    def a_key_hears_the_answer_to_its_own_text(self) -> None:
        if not hasattr(self, "desk"):
            return
        for place, owner, asked in self.pure.keys.values():
            assert self.pure.by_id(place[0]).agent == owner
            if self.pure.at(place).verdict is not None:
                heard = self.runner.run(asyncio.wait_for(review_answer_to(self.desk, version_at(place)), 10))
                assert heard.sha256 == asked
                assert heard.by_person == (self.pure.at(place).decided_by == ME.id)


@pytest.mark.tenth
def test_any_order_of_anything() -> None:
    bounded = settings(
        max_examples=figure(100), stateful_step_count=22, suppress_health_check=list(HealthCheck), database=None
    )
    run_state_machine_as_test(AnyOrder, settings=bounded)
