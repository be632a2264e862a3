"""The nine properties of seed 003, as they are here: several cards at once, an expiry that is nobody's no."""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from countermark.actions import asking, items
from countermark.actions.asking import AskedReceipt
from countermark.actions.desk import Desk, open_desk
from countermark.actions.permissions import GivenAnswer, answer_permission, ask_permission, refuse_call
from countermark.actions.waiting import answer_to
from countermark.agents.claude_code import translator
from countermark.model import actors
from countermark.model.asked import DeciderKind, Ending
from countermark.model.conversations import ConversationEvent, ConversationStep, MalformedCall
from countermark.model.errors import AlreadyDecided
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.items import ItemState
from countermark.model.journal import Entry
from countermark.model.journal_lookups import EntryQuery
from countermark.model.permissions import Outcome, Permission, PermissionAnswer, PermissionAsk, PermissionDecision
from countermark.model.reviews import Stage
from tests.contract.actions.gate_rules import ME, RULES, SECONDS
from tests.contract.memory_desk import HandClock, open_memory
from tests.figures import figure

AGENT = actors.agent("claude-code")
TALKS = st.sampled_from(["c1", "c2", "c3"])
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=30)
COMMANDS = WORDS.map(lambda words: f"ours-a '{words}'")
POINTS = st.sampled_from(["PreToolUse", "PermissionRequest"])
OUTCOMES = st.sampled_from([Outcome.ALLOWED, Outcome.DENIED])
GATE = GateSettings(ask_at=AskAt.DESK, wait=SECONDS)


@dataclass
class Gate:
    """A desk, its clock, and an agent's hooks in front of it."""

    desk: Desk
    clock: HandClock
    keys: int = 0

    async def ask(self, payload: bytes, *, key: str | None = None) -> Permission:
        heard = translator.read(payload)
        assert isinstance(heard, PermissionAsk)
        self.clock.forward(0.001)
        self.keys += 1
        receipt = await ask_permission(self.desk, heard, key=key or f"key-{self.keys:08}", gate=GATE, by=AGENT)
        assert isinstance(receipt, AskedReceipt)
        assert isinstance(receipt.item, Permission)
        return receipt.item

    async def answer(self, it: Permission, outcome: Outcome, words: str | None = None) -> Permission:
        given = GivenAnswer(PermissionDecision(outcome=outcome, words=words), it.sha256)
        return await answer_permission(self.desk, it.id, given, by=ME)

    async def heard(self, it: Permission) -> PermissionAnswer:
        answer = await asyncio.wait_for(answer_to(self.desk, it.version), 10)
        assert isinstance(answer, PermissionAnswer)
        return answer

    async def now(self, it: Permission) -> Permission:
        found = await self.desk.read(lambda reader: reader.permission(it.id))
        assert found is not None
        return found

    async def entries(self) -> list[Entry]:
        return list(await self.desk.read(lambda reader: reader.entries()))


@asynccontextmanager
async def open_gate() -> AsyncIterator[Gate]:
    with tempfile.TemporaryDirectory(prefix="cm-seed-") as folder:
        (Path(folder) / "rules.toml").write_text(RULES)
        clock = HandClock()
        desk = await open_desk(open_memory(), images=Path(folder) / "images", clock=clock, steady=clock.steady)
        try:
            yield Gate(desk, clock)
        finally:
            await desk.close()


def run(work: Callable[[Gate], Awaitable[None]]) -> None:
    async def inside() -> None:
        async with open_gate() as gate:
            await work(gate)

    asyncio.run(inside())


tried = settings(max_examples=figure(100), deadline=None, suppress_health_check=list(HealthCheck))


def payload(command: str, *, talk: str = "c1", point: str = "PermissionRequest", **more: object) -> bytes:
    event = {
        "session_id": talk, "cwd": "/shop", "hook_event_name": point, "tool_name": "Bash",
        "tool_input": {"command": command}, "transcript_path": "/t.jsonl", **more,
    }  # fmt: skip
    return json.dumps(event).encode()


def without(event: dict[str, object], name: str) -> dict[str, object]:
    return {each: value for each, value in event.items() if each != name}


def told(event: bytes, answer: PermissionAnswer) -> Any:
    printed = translator.reply(event, answer).stdout
    return json.loads(printed)["hookSpecificOutput"] if printed else None


def verdict(event: bytes, answer: PermissionAnswer) -> str:
    """What the agent does with the answer, in the form of either point."""
    said = told(event, answer)
    return str(said["permissionDecision"] if "permissionDecision" in said else said["decision"]["behavior"])


@pytest.mark.tenth
@tried
@given(COMMANDS, TALKS, POINTS, st.integers(min_value=1, max_value=5))
def test_1_every_listener_gets_every_request_whole(command: str, talk: str, point: str, listeners: int) -> None:
    async def work(gate: Gate) -> None:
        async def listen() -> Entry:
            follower = gate.desk.feed.follow(gate.desk.feed.head)
            return await anext(each async for each in follower if each.kind == "permission_asked")

        tasks = [asyncio.create_task(listen()) for _ in range(listeners)]
        await asyncio.sleep(0)
        asked = await gate.ask(payload(command, talk=talk, point=point))
        for entry in await asyncio.wait_for(asyncio.gather(*tasks), 10):
            assert entry.item == asked.version
            assert entry.shown_sha256 == asked.sha256
            said = entry.body
            assert (said["conversation"], said["workspace"], said["tool"]) == (talk, "/shop", "Bash")
            assert json.loads(str(said["arguments"])) == {"command": command}
        assert (asked.call.command, asked.call.cwd, asked.conversation) == (command, "/shop", talk)

    run(work)


MISSING = st.sampled_from(["tool_name", "tool_input", "cwd", "session_id"])


@pytest.mark.tenth
@tried
@given(MISSING, POINTS, st.sampled_from([..., None, 7, "", []]))
def test_2_what_is_malformed_is_refused_at_once_and_recorded_without_a_card(
    missing: str, point: str, instead: object
) -> None:
    async def work(gate: Gate) -> None:
        event = json.loads(payload("ours-yes", point=point))
        event = json.dumps({**event, missing: instead} if instead is not ... else without(event, missing)).encode()
        heard = translator.read(event)
        assert isinstance(heard, MalformedCall)
        await refuse_call(gate.desk, heard, by=AGENT)
        assert "deny" in translator.refused(event, heard.why).stdout
        entries = await gate.entries()
        assert [each.kind for each in entries] == ["call_refused"]
        assert entries[0].body["why"] == heard.why
        assert await gate.desk.read(lambda reader: reader.open_permissions()) == []

    run(work)


@pytest.mark.tenth
@tried
@given(WORDS, TALKS, POINTS)
def test_3_what_a_rule_denies_is_denied_at_once_and_no_card_is_shown(words: str, talk: str, point: str) -> None:
    async def work(gate: Gate) -> None:
        event = payload(f"ours-no '{words}'", talk=talk, point=point)
        asked = await gate.ask(event)
        assert (asked.outcome, asked.is_open) == (Outcome.DENIED, False)
        assert asked.decider is not None
        assert (asked.decider.kind, asked.decider.id) == (DeciderKind.RULE, "no")
        assert verdict(event, await gate.heard(asked)) == "deny"
        about = [each for each in await gate.entries() if each.item == asked.version]
        assert [(each.kind, each.actor.kind) for each in about] == [
            ("permission_asked", "agent"), ("permission_decided", "rule"),
        ]  # fmt: skip
        with pytest.raises(AlreadyDecided):
            await gate.answer(asked, Outcome.ALLOWED)

    run(work)


@pytest.mark.tenth
@tried
@given(COMMANDS, TALKS, POINTS)
def test_4_what_no_rule_decides_is_a_card_with_the_command_and_a_countdown(command: str, talk: str, point: str) -> None:
    async def work(gate: Gate) -> None:
        asked = await gate.ask(payload(command, talk=talk, point=point))
        cards = await gate.desk.read(lambda reader: reader.open_permissions())
        assert cards == [asked]
        assert asked.state is ItemState.WAITING
        assert asked.title
        assert asked.call.command == command
        assert asked.expires_at == gate.clock.at + SECONDS * 1000
        assert asked.sha256 == asked.call.digest
        assert json.loads(asked.explanation)["decision"] == "ask"

    run(work)


@pytest.mark.tenth
@tried
@given(COMMANDS, POINTS, OUTCOMES, WORDS, st.integers(min_value=0, max_value=3))
def test_5_a_decision_reaches_who_asked_and_comes_again_until_it_has_arrived(
    command: str, point: str, outcome: Outcome, words: str, losses: int
) -> None:
    async def work(gate: Gate) -> None:
        event = payload(command, point=point)
        said = words if words.strip() and outcome is Outcome.DENIED else None
        asked = await gate.ask(event, key="the-key-of-this")
        waiting = asyncio.create_task(gate.heard(asked))
        await asyncio.sleep(0)
        await gate.answer(asked, outcome, said)
        answers = [await waiting]
        for _ in range(losses):  # the line is lost with the answer on it; the agent's side comes back with its key
            await items.leave(gate.desk, asked.version, said_goodbye=False, by=AGENT)
            assert (await gate.now(asked)).delivery_failed
            assert (await gate.ask(event, key="the-key-of-this")).id == asked.id
            answers.append(await gate.heard(asked))
        assert {(each.version, each.outcome) for each in answers} == {(asked.version, outcome)}
        printed = json.dumps(told(event, answers[-1]), ensure_ascii=False)
        assert verdict(event, answers[-1]) == {Outcome.ALLOWED: "allow", Outcome.DENIED: "deny"}[outcome]
        assert said is None or json.dumps(said, ensure_ascii=False)[1:-1] in printed
        await items.acknowledge(gate.desk, "the-key-of-this", Stage.RECEIVED, by=AGENT)
        assert (await gate.now(asked)).stage is Stage.RECEIVED

    run(work)


@pytest.mark.tenth
@tried
@given(st.lists(st.tuples(COMMANDS, TALKS), min_size=2, max_size=6, unique=True), st.data())
def test_6_several_wait_at_once_and_each_answer_is_about_one(asked: list[tuple[str, str]], data: st.DataObject) -> None:
    async def work(gate: Gate) -> None:
        cards = [await gate.ask(payload(command, talk=talk, tool_use_id=f"t{command}")) for command, talk in asked]
        assert await gate.desk.read(lambda reader: reader.open_permissions()) == cards
        order = data.draw(st.permutations(cards))
        for number, card in enumerate(order, 1):
            await asking.see(gate.desk, card.version, by=ME)  # looking at a card, and closing it, answers nothing
            assert (await gate.now(card)).is_open
            await gate.answer(card, Outcome.DENIED if number % 2 else Outcome.ALLOWED)
            left = await gate.desk.read(lambda reader: reader.open_permissions())
            assert {each.id for each in left} == {each.id for each in order[number:]}

    run(work)


@pytest.mark.tenth
@tried
@given(COMMANDS, POINTS, st.integers(min_value=1, max_value=SECONDS * 1000 - 1))
def test_7_without_an_answer_it_expires_and_nobody_is_said_to_have_refused(
    command: str, point: str, early_ms: int
) -> None:
    async def work(gate: Gate) -> None:
        event = payload(command, point=point)
        asked = await gate.ask(event)
        await items.expire_due(gate.desk)
        gate.clock.forward((SECONDS * 1000 - early_ms) / 1000)
        await items.expire_due(gate.desk)
        assert (await gate.now(asked)).is_open
        gate.clock.forward((early_ms + 1) / 1000)
        await items.expire_due(gate.desk)
        lapsed = await gate.now(asked)
        assert (lapsed.outcome, lapsed.decision) == (Outcome.EXPIRED, None)
        assert lapsed.decider is not None
        assert lapsed.decider.kind is DeciderKind.TIMEOUT
        printed = told(event, await gate.heard(asked))
        if point == "PermissionRequest":
            assert printed is None, "the dialog in the terminal stays open"
        else:
            assert printed["permissionDecision"] == "deny"
            assert "obody" in printed["permissionDecisionReason"]
            assert "by the user" not in printed["permissionDecisionReason"]
        with pytest.raises(AlreadyDecided):
            await gate.answer(asked, Outcome.ALLOWED)

    run(work)


@pytest.mark.tenth
@tried
@given(st.lists(st.tuples(COMMANDS, TALKS), min_size=1, max_size=6), TALKS)
def test_8_with_a_conversation_all_that_waits_in_it_ends_and_nothing_else(
    asked: list[tuple[str, str]], over: str
) -> None:
    async def work(gate: Gate) -> None:
        cards = [await gate.ask(payload(command, talk=talk)) for command, talk in asked]
        end = ConversationEvent(agent="claude-code", workspace="/shop", conversation=over, step=ConversationStep.ENDED)
        await asking.take_event(gate.desk, end, by=AGENT)
        for card in cards:
            it = await gate.now(card)
            if card.conversation == over:
                assert (it.outcome, it.ending, it.decision) == (Outcome.WITHDRAWN, Ending.CONVERSATION_ENDED, None)
                assert (await gate.heard(card)).outcome is Outcome.WITHDRAWN
            else:
                assert it.is_open
        left = await gate.desk.read(lambda reader: reader.open_permissions())
        assert {each.id for each in left} == {each.id for each in cards if each.conversation != over}

    run(work)


@pytest.mark.tenth
@tried
@given(st.lists(st.tuples(COMMANDS, TALKS, OUTCOMES), min_size=1, max_size=5))
def test_9_the_journal_tells_of_each_who_asked_what_when_and_how_it_ended_by_conversation(
    asked: list[tuple[str, str, Outcome]],
) -> None:
    async def work(gate: Gate) -> None:
        known: dict[str, list[tuple[str, str, int, str]]] = {}
        for command, talk, outcome in asked:
            card = await gate.ask(payload(command, talk=talk))
            if card.is_open:
                await gate.answer(card, outcome)
                known.setdefault(talk, []).append((card.id, command, gate.clock.at, outcome.value))
        for talk, expected in known.items():
            query = EntryQuery(conversation=talk, oldest_first=True)
            entries = await gate.desk.read(lambda reader, query=query: reader.entries_matching(query))  # type: ignore[misc]
            about = [each for each in entries if each.item is not None]
            pairs = zip(about[::2], about[1::2], strict=True)
            assert [
                (first.item and first.item.id, json.loads(str(first.body["arguments"]))["command"], first.at,
                 str(last.body["outcome"]))
                for first, last in pairs
            ] == expected  # fmt: skip
            assert {each.item for each in about[::2]} == {each.item for each in about[1::2]}
            assert all(each.actor == ME for each in about[1::2])

    run(work)
