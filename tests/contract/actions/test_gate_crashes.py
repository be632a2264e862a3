"""Wherever the hub dies: what was asked ends once, is durable before it is heard, is neither lost nor said twice."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule, run_state_machine_as_test

from countermark.actions import items
from countermark.actions.asking import AskedReceipt
from countermark.actions.desk import Desk, open_desk
from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.actions.presence import GRACE_MS
from countermark.actions.waiting import answer_to
from countermark.model.asked import Asker, CallPoint
from countermark.model.errors import AlreadyDecided
from countermark.model.gate_settings import AskAt
from countermark.model.journal import first_break
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk, PermissionDecision
from countermark.store.base import Reader, Transaction
from countermark.store.sqlite import open_file
from tests.contract.actions.gate_rules import AGENTS, ME, RULES, SECONDS, WHICH, GateRules, call_of
from tests.contract.actions.pure_gate import KnownAsk, PureAsk, asks_replayed, known_ask
from tests.contract.memory_desk import HandClock
from tests.figures import figure

Moment = Literal["before", "after"]
MOMENTS = st.sampled_from(["before", "after"])
ALLOW = PermissionDecision(outcome=Outcome.ALLOWED)


class HubDied(Exception):
    """The process is gone, and with it all that was not on the disk."""


def state_of(reader: Reader) -> dict[str, KnownAsk]:
    """What the journal says became of everything; the rows say the same, or this fails."""
    entries = reader.entries(limit=10_000)
    assert first_break(entries) is None
    replayed = asks_replayed(entries)
    rows = {**reader.permissions_named(replayed), **reader.questions_named(replayed)}
    assert {name: known_ask(each) for name, each in rows.items()} == replayed  # type: ignore[arg-type]  # both kinds
    return replayed


class GateCrashes(GateRules):
    """The gate on a database file; before and after each commit the disk is copied, as a crash would leave it."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cm-gate-"))
        self.runner = asyncio.Runner()
        self.clock = HandClock()
        self.copies: list[Path] = []
        self.made = 0
        self.before: dict[str, KnownAsk] = {}
        self.dies: Moment | None = None
        home = self.folder / "first"
        home.mkdir()
        (home / "rules.toml").write_text(RULES)
        self.desk = self.opened(home)

    def opened(self, home: Path) -> Desk:
        store = open_file(home / "countermark.db")
        desk = self.runner.run(open_desk(store, images=home / "images", clock=self.clock))
        make = store.transact

        async def transact(work: Callable[[Transaction], Any]) -> Any:
            self.copy()
            if self.dies == "before":
                raise HubDied
            result = await make(work)
            self.copy()
            if self.dies == "after":
                raise HubDied
            return result

        store.transact = transact  # type: ignore[method-assign]  # the same, and a copy on either side
        return desk

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.runner.run(self.desk.close())
            self.runner.close()
            shutil.rmtree(self.folder)

    def copy(self) -> Path:
        self.made += 1
        there = self.folder / str(self.made)
        shutil.copytree(self.desk.home, there)
        self.copies.append(there)
        return there

    def look_at(self, home: Path) -> dict[str, KnownAsk]:
        """What a hub that starts on this copy of the disk knows."""
        store = open_file(home / "countermark.db")
        state = self.runner.run(store.read(state_of))
        self.runner.run(store.close())
        return state

    def crash(self) -> None:
        """What is on the disk at this moment is all that the next hub has; it misses everybody who has waited."""
        home = self.copy()
        self.copies.remove(home)
        self.runner.run(self.desk.close())
        self.dies = None
        self.desk = self.opened(home)
        self.runner.run(items.expect_everybody(self.desk))

    # What happens

    @rule(returns=st.booleans())
    def crash_and_wait(self, *, returns: bool) -> None:
        """Agents come back within the grace, or they are gone."""
        self.crash()
        if returns:
            return
        self.clock.forward(GRACE_MS / 1000)
        self.runner.run(items.note_who_left(self.desk))
        for it in self.gate.asks:
            if it.known.here and it.known.outcome is None:
                it.change(outcome="withdrawn", decider="agent", here=False)
            elif it.known.here and it.known.awaited:
                it.change(here=False, failed=True)

    @rule(seconds=st.sampled_from([1, SECONDS // 2, SECONDS]))
    def time_passes(self, seconds: int) -> None:
        self.clock.forward(seconds)
        self.runner.run(items.expire_due(self.desk))
        self.expect_lapsed()

    @rule(seconds=st.sampled_from([1, SECONDS]), moment=MOMENTS)
    def time_passes_as_the_hub_dies(self, seconds: int, moment: Moment) -> None:
        """It dies with the first that is due; the next hub goes on with what is left."""
        self.clock.forward(seconds)
        self.dying(items.expire_due(self.desk), moment)
        self.runner.run(items.expire_due(self.desk))
        self.expect_lapsed()

    def dying(self, work: Any, moment: Moment) -> bool:
        """Whether the hub died in the middle, and another one started on what it has left."""
        self.dies = moment
        try:
            self.runner.run(work)
        except HubDied:
            self.crash()
            return True
        self.dies = None
        return False

    @rule(agent=AGENTS, command=st.sampled_from(["ours-a", "ours-no", "ours-yes"]), moment=MOMENTS)
    def ask_as_the_hub_dies(self, agent: str, command: str, moment: Moment) -> None:
        """The agent's side asks again with its key: it is one item, whether or not the first hub had stored it."""
        self.clock.forward(0.001)
        asker = Asker(agent=agent, workspace="/shop", conversation=None, point=CallPoint.DIALOG)
        asked, key = PermissionAsk(asker=asker, call=call_of(command)), f"gate-{self.clock.at}"
        known = self.expected(asked, AskAt.BOTH)
        assert isinstance(known, KnownAsk)
        assert self.dying(self.ring(asked, key, AskAt.BOTH), moment)
        stored = set(self.runner.run(self.desk.read(state_of))) - {each.id for each in self.gate.asks}
        assert len(stored) == (1 if moment == "after" else 0)
        receipt = self.runner.run(self.ring(asked, key, AskAt.BOTH))
        assert isinstance(receipt, AskedReceipt)
        assert stored <= {receipt.item.id}
        if moment == "after" and known.answered:
            known = replace(known, here=True)  # it has come back for what a rule had said
        expires_at = self.clock.at + SECONDS * 1000
        made = PureAsk(receipt.item.id, agent, None, False, None, known, expires_at)
        self.gate.asks.append(made)
        self.gate.keys[key] = made

    def one_that_waits(self, which: int) -> PureAsk:
        waiting = [each for each in self.gate.asks if each.known.outcome is None and not each.is_question]
        return waiting[which % len(waiting)]

    @precondition(lambda self: any(each.known.outcome is None and not each.is_question for each in self.gate.asks))
    @rule(which=WHICH, moment=MOMENTS)
    def answer_as_the_hub_dies(self, which: int, moment: Moment) -> None:
        """The person sends it again: it counts once, and an answer that was stored is not taken twice."""
        it = self.one_that_waits(which)
        given = GivenAnswer(ALLOW, it.known.sha256)
        assert self.dying(answer_permission(self.desk, it.id, given, by=ME), moment)
        it.change(outcome="allowed", decider="person")
        self.does(answer_permission(self.desk, it.id, given, by=ME), AlreadyDecided if moment == "after" else None)

    @precondition(lambda self: any(each.known.outcome is None and not each.is_question for each in self.gate.asks))
    @rule(which=WHICH)
    def answer_while_the_line_is_held(self, which: int) -> None:
        """At the moment at which the agent's side hears it, the disk has the answer and its entry."""
        it = self.one_that_waits(which)
        given = GivenAnswer(ALLOW, it.known.sha256)

        async def hear() -> tuple[object, Path]:
            heard = await answer_to(self.desk, self.version_of(it))
            return heard, self.copy()

        async def both() -> tuple[object, Path]:
            waiting = asyncio.create_task(hear())
            await asyncio.sleep(0)
            await answer_permission(self.desk, it.id, given, by=ME)
            return await asyncio.wait_for(waiting, 10)

        heard, disk = self.runner.run(both())
        it.change(outcome="allowed", decider="person")
        assert isinstance(heard, PermissionAnswer)
        assert heard.decision == ALLOW
        assert self.look_at(disk)[it.id] == it.known

    # What always holds

    @invariant()
    def each_moment_on_the_disk_is_whole(self) -> None:
        """Of what a step does all is there or nothing; of many that run out of time some are there."""
        if not hasattr(self, "desk"):
            return
        after = {each.id: each.known for each in self.gate.asks}
        for copy in self.copies:
            state = self.look_at(copy)
            for name, known in state.items():
                assert known.outcome in (None, after[name].outcome), "what has ended stays as it ended"
                assert self.before.get(name, known).outcome in (None, known.outcome), "what was told is not lost"
            assert set(self.before) <= set(state)
            shutil.rmtree(copy)
        self.copies.clear()
        self.before = after


@pytest.mark.tenth
def test_wherever_the_hub_dies() -> None:
    bounded = settings(
        max_examples=figure(100), stateful_step_count=20, suppress_health_check=list(HealthCheck), database=None,
        deadline=None,
    )  # fmt: skip
    run_state_machine_as_test(GateCrashes, settings=bounded)
