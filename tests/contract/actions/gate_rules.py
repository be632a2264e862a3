"""Whatever agents ask to do and to know, in any order; each rule does one thing to the desk and to the model."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from countermark.actions import asking, items
from countermark.actions.asking import AnyAsked, AskedReceipt
from countermark.actions.desk import Desk
from countermark.actions.permissions import GivenAnswer, LeftToAgent, answer_permission, ask_permission
from countermark.actions.questions import answer_question, ask_question
from countermark.actions.waiting import answer_to
from countermark.model import actors
from countermark.model.annotation_records import canonical
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import ConversationEvent, ConversationStep
from countermark.model.errors import (
    AlreadyDecided,
    BadInput,
    Conflict,
    CountermarkError,
    DigestMissing,
    NotFound,
    Stale,
)
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk, PermissionDecision, Scope
from countermark.model.questions import (
    Prompt,
    QuestionAnswer,
    QuestionAsk,
    QuestionOutcome,
    QuestionReply,
    QuestionSource,
)
from countermark.model.reviews import Stage
from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.store.base import Reader
from tests.contract.actions.pure_gate import KnownAsk, PureAsk, PureGate, asks_replayed, known_ask
from tests.contract.memory_desk import HandClock

T = TypeVar("T")
SECONDS = 60
ME = actors.person("si_me")
GATES = {at: GateSettings(ask_at=at, wait=SECONDS) for at in AskAt}
RULES = """version = 1
[[rule]]
id = "yes"
tool = "bash"
command = ["ours-yes"]
decision = "allow"
[[rule]]
id = "no"
tool = "bash"
command = ["ours-no"]
decision = "deny"
"""
COMMANDS = st.sampled_from(["ours-yes", "ours-no", "ours-a", "ours-a", "ours-b"])
TALKS = st.sampled_from(["c1", "c1", "c2", None])
CALLS = st.sampled_from(["t1", "t2", None])
AGENTS = st.sampled_from(["claude-code", "claude-code", "codex"])
WHICH = st.integers(min_value=0, max_value=5)
DIGESTS = st.sampled_from(["right", "right", "right", "wrong", "none"])


def call_of(command: str) -> ToolCall:
    return ToolCall(ToolKind.BASH, "Bash", "/shop", canonical({"command": command}), command=command)


def question_of(asker: Asker) -> QuestionAsk:
    return QuestionAsk(asker=asker, source=QuestionSource.AGENT, prompts=(Prompt(name="which", text="Which?"),))


class GateRules(RuleBasedStateMachine):
    """The part of the machine that asks for permissions and with questions."""

    runner: asyncio.Runner
    desk: Desk
    clock: HandClock

    @property
    def gate(self) -> PureGate:
        made: PureGate = self.__dict__.setdefault("pure_gate", PureGate())
        return made

    def asked_of(self, which: int) -> PureAsk:
        return self.gate.asks[-1 - which % len(self.gate.asks)]

    def does(self, work: Awaitable[T], refusal: type[CountermarkError] | None) -> T | None:
        """What came of it; it must be refused exactly if the model says so."""

        async def awaited() -> T:
            return await work

        if refusal is None:
            return self.runner.run(awaited())
        with pytest.raises(refusal):
            self.runner.run(awaited())
        return None

    # What agents do

    @rule(
        agent=AGENTS,
        talk=TALKS,
        call_id=CALLS,
        command=COMMANDS,
        point=st.sampled_from(CallPoint),
        at=st.sampled_from(AskAt),
    )
    def ask_to_do(
        self, agent: str, talk: str | None, call_id: str | None, command: str, point: CallPoint, at: AskAt
    ) -> None:
        self.clock.forward(0.001)
        rules = self.desk.home / "rules.toml"
        if not rules.exists():
            rules.write_text(RULES)
        asker = Asker(agent=agent, workspace="/shop", conversation=talk, point=point, call_id=call_id)
        asked = PermissionAsk(asker=asker, call=call_of(command))
        self.put_ask(asked, self.expected(asked, at), at)

    def put_ask(self, asked: PermissionAsk | QuestionAsk, expected: PureAsk | KnownAsk | None, at: AskAt) -> None:
        """Ask, and hold the item against what is expected: an earlier one, a new one, or none."""
        key, it = f"gate-{self.clock.at}", asked.asker
        got = self.runner.run(self.ring(asked, key, at))
        if expected is None:
            assert isinstance(got, LeftToAgent)
            return
        assert isinstance(got, AskedReceipt)
        if isinstance(expected, PureAsk):
            assert got.item.id == expected.id, "the answer that this call has already"
            expected.change(joined=True)
            self.gate.keys[key] = expected
            return
        assert got.item.id not in {each.id for each in self.gate.asks}
        expires_at = self.clock.at + SECONDS * 1000
        made = PureAsk(
            got.item.id, it.agent, it.conversation, it.point is CallPoint.BEFORE_USE, it.call_id, expected, expires_at
        )
        self.gate.asks.append(made)
        self.gate.keys[key] = made

    async def ring(self, asked: PermissionAsk | QuestionAsk, key: str, at: AskAt) -> AskedReceipt | LeftToAgent:
        by = actors.agent(asked.asker.agent)
        if isinstance(asked, QuestionAsk):
            return await ask_question(self.desk, asked, key=key, gate=GATES[at], by=by)
        return await ask_permission(self.desk, asked, key=key, gate=GATES[at], by=by)

    def expected(self, asked: PermissionAsk, at: AskAt) -> PureAsk | KnownAsk | None:
        """What must come of asking: the answer of an earlier point, a decision, a card, or nothing."""
        it, digest = asked.asker, asked.call.digest
        if it.point is CallPoint.DIALOG and it.conversation is not None:
            earlier = self.gate.earlier(it.agent, it.conversation, it.call_id, digest, asks=False)
            if earlier is not None and earlier.known.answered and earlier.known.sha256 == digest:
                return earlier
        if asked.call.command == "ours-no":
            return KnownAsk(digest, "denied", "rule", here=False)
        if it.conversation is not None and (it.agent, it.conversation, digest) in self.gate.granted:
            return KnownAsk(digest, "allowed", "grant", here=False)
        if asked.call.command == "ours-yes":
            return KnownAsk(digest, "allowed", "rule", here=False)
        is_left = it.point is CallPoint.BEFORE_USE and at is AskAt.BOTH
        return None if is_left else KnownAsk(digest)

    @rule(agent=AGENTS, talk=TALKS, call_id=CALLS, point=st.sampled_from(CallPoint))
    def ask_to_know(self, agent: str, talk: str | None, call_id: str | None, point: CallPoint) -> None:
        self.clock.forward(0.001)
        asked = question_of(Asker(agent=agent, workspace="/shop", conversation=talk, point=point, call_id=call_id))
        earlier = None
        if point is CallPoint.DIALOG and talk is not None:
            earlier = self.gate.earlier(agent, talk, call_id, asked.digest, asks=True)
        is_joined = earlier is not None and earlier.known.answered
        self.put_ask(asked, earlier if is_joined else KnownAsk(asked.digest), AskAt.DESK)

    @precondition(lambda self: self.gate.keys)
    @rule(which=WHICH, command=COMMANDS)
    def ask_with_the_same_key(self, which: int, command: str) -> None:
        """The agent lost the line and comes back; with a key for something else it hears a conflict."""
        key, it = list(self.gate.keys.items())[-1 - which % len(self.gate.keys)]
        self.clock.forward(0.001)
        asker = Asker(agent=it.agent, workspace="/shop", conversation=it.conversation, point=CallPoint.DIALOG)
        asked = question_of(asker) if it.is_question else PermissionAsk(asker=asker, call=call_of(command))
        digest = asked.digest if isinstance(asked, QuestionAsk) else asked.call.digest
        got = self.does(self.ring(asked, key, AskAt.DESK), None if digest == it.known.sha256 else Conflict)
        if isinstance(got, AskedReceipt):
            assert got.item.id == it.id
            if it.known.awaited:
                it.change(here=True)

    @precondition(lambda self: self.gate.keys)
    @rule(which=WHICH, stage=st.sampled_from(Stage), agent=AGENTS)
    def acknowledge_what_was_said(self, which: int, stage: Stage, agent: str) -> None:
        key, it = list(self.gate.keys.items())[-1 - which % len(self.gate.keys)]
        refusal = NotFound if agent != it.agent else None if it.known.answered else Conflict
        self.does(items.acknowledge(self.desk, key, stage, by=actors.agent(agent)), refusal)
        if refusal is None and it.known.stage != "received":
            it.change(stage=stage.value, failed=False)

    @precondition(lambda self: self.gate.keys)
    @rule(which=WHICH)
    def stop_waiting(self, which: int) -> None:
        key, it = list(self.gate.keys.items())[-1 - which % len(self.gate.keys)]
        self.runner.run(items.goodbye(self.desk, key, by=actors.agent(it.agent)))
        if it.known.outcome is None:
            it.change(outcome="withdrawn", decider="agent", here=False)
        elif it.known.awaited and it.known.here:
            it.change(here=False, failed=True)

    @rule(agent=AGENTS, talk=st.sampled_from(["c1", "c2"]), step=st.sampled_from(ConversationStep), call_id=CALLS)
    def go_on_talking(self, agent: str, talk: str, step: ConversationStep, call_id: str | None) -> None:
        event = ConversationEvent(agent=agent, workspace="/shop", conversation=talk, step=step, call_id=call_id)
        self.runner.run(asking.take_event(self.desk, event, by=actors.agent(agent)))
        for it in self.gate.asks:
            ends = {
                ConversationStep.ENDED: True, ConversationStep.TURN_ENDED: True,
                ConversationStep.CALL_ENDED: call_id in (None, it.call_id),
                ConversationStep.PROMPTED: not it.known.here,
            }  # fmt: skip
            if (it.agent, it.conversation, it.known.outcome) == (agent, talk, None) and ends.get(step, False):
                it.change(outcome="withdrawn", decider="agent", here=False)
        if step is ConversationStep.ENDED:
            self.gate.granted = {each for each in self.gate.granted if each[:2] != (agent, talk)}

    # What the person does

    def refusal_of(self, it: PureAsk, shown: str) -> type[CountermarkError] | None:
        if it.known.outcome is not None:
            return AlreadyDecided
        return {"right": None, "wrong": Stale, "none": DigestMissing}[shown]

    def shown_to_me(self, it: PureAsk, shown: str) -> str | None:
        return {"right": it.known.sha256, "wrong": "0" * 64, "none": None}[shown]

    @precondition(lambda self: any(not each.is_question for each in self.gate.asks))
    @rule(
        which=WHICH, outcome=st.sampled_from([Outcome.ALLOWED, Outcome.ALLOWED, Outcome.DENIED, Outcome.EXPIRED]),
        scope=st.sampled_from([Scope.ONCE, Scope.CONVERSATION]), shown=DIGESTS,
    )  # fmt: skip
    def allow_or_deny(self, which: int, outcome: Outcome, scope: Scope, shown: str) -> None:
        permissions = [each for each in self.gate.asks if not each.is_question]
        it = permissions[-1 - which % len(permissions)]
        decision = PermissionDecision(outcome=outcome, scope=scope)
        refusal = self.refusal_of(it, shown)
        for_talk = scope is Scope.CONVERSATION
        odd = outcome is Outcome.EXPIRED or (for_talk and (outcome is Outcome.DENIED or it.conversation is None))
        given = GivenAnswer(decision, self.shown_to_me(it, shown))
        self.does(answer_permission(self.desk, it.id, given, by=ME), refusal or (BadInput if odd else None))
        if refusal is None and not odd:
            it.change(outcome=outcome.value, decider="person")
            if for_talk:
                self.gate.granted.add((it.agent, str(it.conversation), it.known.sha256))

    @precondition(lambda self: any(each.is_question for each in self.gate.asks))
    @rule(which=WHICH, outcome=st.sampled_from(QuestionOutcome), shown=DIGESTS, says=st.sampled_from(["x", ""]))
    def reply(self, which: int, outcome: QuestionOutcome, shown: str, says: str) -> None:
        questions = [each for each in self.gate.asks if each.is_question]
        it = questions[-1 - which % len(questions)]
        reply = QuestionReply(outcome=outcome, answers={"which": (says,)} if says else {})
        is_end = outcome.value in ("answered", "declined", "cancelled")
        odd = not is_end or (outcome is QuestionOutcome.ANSWERED and not says)
        refusal = self.refusal_of(it, shown)
        work = answer_question(self.desk, it.id, reply, shown_sha256=self.shown_to_me(it, shown), by=ME)
        self.does(work, refusal or (BadInput if odd else None))
        if refusal is None and not odd:
            it.change(outcome=outcome.value, decider="person")

    @precondition(lambda self: self.gate.asks)
    @rule(which=WHICH, stops=st.booleans())
    def look_at_a_card(self, which: int, stops: bool) -> None:
        """Seen once is seen; a countdown is stopped only while it runs."""
        it = self.asked_of(which)
        self.runner.run(asking.see(self.desk, self.version_of(it), by=ME))
        it.change(seen=True)
        if stops:
            work = asking.stop_countdown(self.desk, self.version_of(it), by=ME)
            self.does(work, None if it.known.outcome is None else AlreadyDecided)
        if stops and it.known.outcome is None:
            it.change(stopped=True)
            it.expires_at = None

    def expect_lapsed(self) -> None:
        """Time has passed, and the hub has looked who is due."""
        for it in self.gate.asks:
            if it.known.outcome is None and it.expires_at is not None and it.expires_at <= self.clock.at:
                it.change(outcome="expired", decider="timeout")

    # What always holds

    def version_of(self, it: PureAsk) -> ItemVersion:
        return ItemVersion(ItemKind.QUESTION if it.is_question else ItemKind.PERMISSION, it.id, 1)

    def look_at_asks(self, reader: Reader) -> None:
        """Rows, journal and model say the same."""
        expected = {each.id: each.known for each in self.gate.asks}
        assert asks_replayed(reader.entries(limit=10_000)) == expected
        rows: list[AnyAsked] = [*reader.permissions_named(expected).values()]
        rows += reader.questions_named(expected).values()
        assert {each.id: known_ask(each) for each in rows} == expected
        is_open = [each.id for each in self.gate.asks if each.known.outcome is None]
        listed = [*reader.open_permissions(), *reader.open_questions()]
        assert sorted(each.id for each in listed) == sorted(is_open)
        granted = {(each.agent, each.conversation) for each in reader.open_grants()}
        assert granted == {each[:2] for each in self.gate.granted}

    @invariant()
    def rows_and_journal_say_what_the_model_says_of_asks(self) -> None:
        if hasattr(self, "desk"):
            self.runner.run(self.desk.read(self.look_at_asks))

    @invariant()
    def who_waits_hears_what_was_decided(self) -> None:
        if not hasattr(self, "desk"):
            return
        for it in self.gate.keys.values():
            if it.known.outcome is not None:
                heard = self.runner.run(asyncio.wait_for(answer_to(self.desk, self.version_of(it)), 10))
                assert isinstance(heard, PermissionAnswer | QuestionAnswer)
                assert heard.outcome is not None
                assert heard.outcome.value == it.known.outcome
