"""What an agent of bad will, or a hurried person, may try with the gate: each try ends in a refusal or in a card."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from countermark.actions import asking, attention, items, permissions, rule_choices
from countermark.actions.held_countdowns import LEASE_MS, LONGEST_HOLD_MS
from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.actions.rulebooks import AddedRules
from countermark.actions.settled import proposal_for, rules_digest
from countermark.agents.claude_code import translator
from countermark.model.conversations import ConversationEvent, ConversationStep, MalformedCall
from countermark.model.errors import AlreadyDecided, BadInput, Conflict, CountermarkError, DigestMissing, Stale
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.modes import GateMode
from countermark.model.permissions import Outcome, Permission, PermissionDecision, Scope
from countermark.model.questions import QuestionAnswer, QuestionAsk, QuestionOutcome, QuestionReply
from countermark.rules.proposal import Proposal
from tests.contract.actions.gate_rules import ME, RULES, SECONDS
from tests.contract.actions.test_seed_003 import AGENT, Gate, open_gate, payload
from tests.repositories import make_repository

OTHER_DIGEST = "0" * 64


def run(work: Callable[[Gate], Awaitable[None]]) -> None:
    async def inside() -> None:
        async with open_gate() as gate:
            await work(gate)

    asyncio.run(inside())


def allowing(it: Permission, scope: Scope = Scope.ONCE, **more: object) -> GivenAnswer:
    decision = PermissionDecision(outcome=Outcome.ALLOWED, scope=scope)
    return GivenAnswer(decision, **{"shown_sha256": it.sha256, **more})  # type: ignore[arg-type]


async def refused(gate: Gate, it: Permission, given: GivenAnswer, error: type[CountermarkError]) -> None:
    before = await gate.entries()
    rules = Path(gate.desk.home, "rules.toml").read_bytes()
    with pytest.raises(error):
        await answer_permission(gate.desk, it.id, given, by=ME)
    assert await gate.entries() == before
    assert Path(gate.desk.home, "rules.toml").read_bytes() == rules, "no rule is written by an answer that is refused"


def test_answers_that_do_not_count_leave_the_card_open() -> None:
    async def work(gate: Gate) -> None:
        it = await gate.ask(payload("ours-a --all", tool_use_id="t1"))
        other = await gate.ask(payload("ours-b", tool_use_id="t2"))
        proposal = await proposal_for(gate.desk, it, until=None)
        shown = rules_digest(proposal.rules)
        for given, error in (
            (allowing(it, shown_sha256=None), DigestMissing),
            (allowing(it, shown_sha256=OTHER_DIGEST), Stale),
            (allowing(it, shown_sha256=other.sha256), Stale),
            (allowing(it, edited_command="ours-no"), BadInput),
            (allowing(it, edited_command=" "), BadInput),
            (allowing(it, Scope.CONVERSATION, edited_command="ours-b"), BadInput),
            (allowing(it, Scope.ALWAYS, edited_command="ours-b", rules_sha256=shown), BadInput),
            (allowing(it, Scope.ALWAYS, rules_sha256=shown, until="2020-01-01"), BadInput),
            (allowing(it, Scope.ALWAYS, rules_sha256=shown, until="2099-01-01"), BadInput),
            (allowing(it, Scope.ALWAYS, rules_sha256=shown, until="tomorrow"), BadInput),
            (allowing(it, Scope.ALWAYS, rules_sha256=shown, until="9999-12-31"), BadInput),
            (allowing(it, Scope.ALWAYS, rules_sha256=OTHER_DIGEST), Stale),
            (allowing(it, Scope.ALWAYS), Stale),
            (allowing(it, settles=[other.id]), Stale),
            (allowing(it, Scope.CONVERSATION, settles=[other.id]), Stale),
            (allowing(it, Scope.CONVERSATION, settles=["pm_" + "0" * 26]), Stale),
        ):
            await refused(gate, it, given, error)
        assert (await gate.now(it)).is_open
        assert (await gate.now(other)).is_open
        await gate.answer(it, Outcome.DENIED)
        for scope in Scope:
            await refused(gate, it, allowing(it, scope, rules_sha256=shown), AlreadyDecided)

    run(work)


def test_of_several_only_those_that_were_shown_are_answered() -> None:
    async def work(gate: Gate) -> None:
        one, two, three = [await gate.ask(payload(f"ours-a {each}", tool_use_id=each)) for each in ("x", "y", "z")]
        shown = [(one.id, one.sha256), (two.id, OTHER_DIGEST), (three.id, three.sha256), ("pm_" + "0" * 26, "")]
        result = await permissions.answer_all(gate.desk, shown, outcome=Outcome.ALLOWED, by=ME)
        assert {each.id for each in result.answered} == {one.id, three.id}
        assert set(result.refused) == {two.id, "pm_" + "0" * 26}
        assert (await gate.now(two)).is_open

    run(work)


def test_of_twenty_answers_at_once_one_counts() -> None:
    async def work(gate: Gate) -> None:
        it = await gate.ask(payload("ours-a", tool_use_id="t1"))
        outcomes = [Outcome.ALLOWED, Outcome.DENIED] * 10
        tries = await asyncio.gather(*(gate.answer(it, each) for each in outcomes), return_exceptions=True)
        (won,) = [each for each in tries if isinstance(each, Permission)]
        assert sum(isinstance(each, AlreadyDecided) for each in tries) == 19
        assert (await gate.now(it)).outcome is won.outcome
        assert [each.kind for each in await gate.entries()].count("permission_decided") == 1

    run(work)


@pytest.mark.parametrize("rules", [RULES, ""])
def test_always_leaves_no_rules_behind_where_somebody_else_was_first(rules: str) -> None:
    async def work(gate: Gate) -> None:
        file = Path(gate.desk.home, "rules.toml")
        if rules:
            file.write_text(rules)
        else:
            file.unlink()
        it = await gate.ask(payload("ours-a --all", tool_use_id="t1"))
        shown = rules_digest((await proposal_for(gate.desk, it, until=None)).rules)
        loop, add = asyncio.get_running_loop(), gate.desk.rulebooks.add

        def add_late(proposal: Proposal) -> AddedRules:
            asyncio.run_coroutine_threadsafe(gate.answer(it, Outcome.DENIED), loop).result(10)
            return add(proposal)

        gate.desk.rulebooks.add = add_late  # type: ignore[method-assign]  # another person answers meanwhile
        with pytest.raises(AlreadyDecided):
            await answer_permission(gate.desk, it.id, allowing(it, Scope.ALWAYS, rules_sha256=shown), by=ME)
        assert file.read_text() == (rules or "version = 1\n")
        assert (await gate.ask(payload("ours-a --all", tool_use_id="t2"))).is_open

    run(work)


@pytest.mark.parametrize("with_id", [False, True])
def test_once_before_use_allows_no_second_call(with_id: bool) -> None:
    async def work(gate: Gate) -> None:
        first = await gate.ask(payload("ours-a", point="PreToolUse", tool_use_id="t1"))
        await gate.answer(first, Outcome.ALLOWED)
        own = {"tool_use_id": "t1"} if with_id else {}
        assert (await gate.ask(payload("ours-a", **own))).id == first.id
        assert (await gate.ask(payload("ours-a", **own))).is_open, "the same dialog is not answered twice"
        assert (await gate.ask(payload("ours-a", point="PreToolUse", tool_use_id="t2"))).is_open
        assert (await gate.ask(payload("ours-a", talk="c2"))).is_open, "another conversation"

    run(work)


def test_an_old_allow_answers_no_dialog_of_a_later_call() -> None:
    """Claude's dialog names no call: what was allowed before its use, and never came to one, is not kept for later."""

    async def work(gate: Gate) -> None:
        first = await gate.ask(payload("ours-a", point="PreToolUse", tool_use_id="t1"))
        await gate.answer(first, Outcome.ALLOWED)
        gate.clock.forward(11)
        assert (await gate.ask(payload("ours-a"))).is_open

    run(work)


def test_what_a_rule_allowed_is_asked_when_the_rule_is_gone() -> None:
    async def work(gate: Gate) -> None:
        first = await gate.ask(payload("ours-yes", point="PreToolUse", tool_use_id="t1"))
        assert first.outcome is Outcome.ALLOWED
        Path(gate.desk.home, "rules.toml").write_text("version = 1\n")
        assert (await gate.ask(payload("ours-yes", tool_use_id="t1"))).is_open
        second = await gate.ask(payload("ours-a", point="PreToolUse", tool_use_id="t2"))
        await gate.answer(second, Outcome.ALLOWED)
        Path(gate.desk.home, "rules.toml").write_text(RULES.replace("ours-no", "ours-a"))
        assert (await gate.ask(payload("ours-a", tool_use_id="t2"))).outcome is Outcome.DENIED

    run(work)


def test_a_key_counts_for_what_it_was_made_for_and_nothing_else() -> None:
    async def work(gate: Gate) -> None:
        it = await gate.ask(payload("ours-a", tool_use_id="t1"), key="the-key-of-one")
        await gate.answer(it, Outcome.ALLOWED)
        assert (await gate.ask(payload("ours-a", tool_use_id="t1"), key="the-key-of-one")).id == it.id
        for other in (payload("ours-b", tool_use_id="t1"), payload("ours-a", talk="c2", tool_use_id="t1")):
            with pytest.raises(Conflict):
                await gate.ask(other, key="the-key-of-one")

    run(work)


def test_a_grant_is_of_one_conversation_and_one_workspace() -> None:
    async def work(gate: Gate) -> None:
        it = await gate.ask(payload("ours-a", tool_use_id="t1"))
        await answer_permission(gate.desk, it.id, allowing(it, Scope.CONVERSATION), by=ME)
        assert (await gate.ask(payload("ours-a", tool_use_id="t2"))).outcome is Outcome.ALLOWED
        for other in (payload("ours-a", talk="c2"), payload("ours-a", cwd="/other"), payload("ours-a; ours-b")):
            assert (await gate.ask(other)).is_open
        over = ConversationEvent(agent="claude-code", workspace="/shop", conversation="c2", step=ConversationStep.ENDED)
        await asking.take_event(gate.desk, over, by=AGENT)
        assert (await gate.ask(payload("ours-a", tool_use_id="t3"))).outcome is Outcome.ALLOWED

    run(work)


def test_expiry_at_the_very_moment_of_an_answer_ends_it_once() -> None:
    async def work(gate: Gate) -> None:
        it = await gate.ask(payload("ours-a", tool_use_id="t1"))
        gate.clock.forward(SECONDS)
        tries = await asyncio.gather(
            items.expire_due(gate.desk), gate.answer(it, Outcome.ALLOWED), return_exceptions=True
        )
        ends = [each.kind for each in await gate.entries() if each.kind in ("permission_decided", "permission_expired")]
        assert len(ends) == 1
        assert (ends == ["permission_expired"]) == isinstance(tries[1], AlreadyDecided)

    run(work)


def test_a_page_that_never_lets_go_holds_countdowns_for_a_while_only() -> None:
    async def work(gate: Gate) -> None:
        it = await gate.ask(payload("ours-a", tool_use_id="t1"))
        passed = 0
        while (await gate.now(it)).is_open:
            await attention.attend(gate.desk, answering=True, by=ME)
            gate.clock.forward(5)
            passed += 5_000
            await attention.resume_lapsed(gate.desk)
            await items.expire_due(gate.desk)
            assert passed <= LONGEST_HOLD_MS + SECONDS * 1000 + 2 * LEASE_MS, "held for ever"
        await attention.attend(gate.desk, answering=False, by=ME)
        assert await attention.attend(gate.desk, answering=True, by=ME), "a person who comes back may hold them again"

    run(work)


def test_where_nobody_is_there_what_would_be_asked_is_denied_and_it_is_said_why() -> None:
    async def work(gate: Gate) -> None:
        await rule_choices.set_mode(gate.desk, "/shop", GateMode.UNATTENDED, until=gate.clock.at + 60_000, by=ME)
        event = payload("ours-a", point="PreToolUse", tool_use_id="t1")
        it = await gate.ask(event)
        assert it.outcome is Outcome.DENIED
        assert "Nobody is asked in this mode" in translator.reply(event, await gate.heard(it)).stdout
        gate.clock.forward(61)
        assert (await gate.ask(payload("ours-a", point="PreToolUse", tool_use_id="t2"))).is_open

    run(work)


def test_a_rules_file_that_breaks_while_something_waits_keeps_its_denies_and_takes_no_rule() -> None:
    async def work(gate: Gate) -> None:
        it = await gate.ask(payload("ours-a", tool_use_id="t1"))
        proposal = await proposal_for(gate.desk, it, until=None)
        Path(gate.desk.home, "rules.toml").write_text("version = 1\n[[rule]\n")
        given = allowing(it, Scope.ALWAYS, rules_sha256=rules_digest(proposal.rules))
        with pytest.raises(CountermarkError):
            await answer_permission(gate.desk, it.id, given, by=ME)
        assert (await gate.now(it)).is_open
        assert (await gate.ask(payload("ours-no", tool_use_id="t2"))).outcome is Outcome.DENIED
        assert (await gate.ask(payload("ours-yes", tool_use_id="t3"))).is_open

    run(work)


def test_a_projects_own_rules_allow_nothing_until_they_are_trusted(tmp_path: Path) -> None:
    make_repository(tmp_path)
    (tmp_path / ".countermark").mkdir()
    (tmp_path / ".countermark" / "rules.toml").write_text(
        RULES.replace("ours-yes", "ours-a").replace("ours-no", "ours-b")
    )

    async def work(gate: Gate) -> None:
        assert (await gate.ask(payload("ours-a", cwd=str(tmp_path)))).is_open
        assert (await gate.ask(payload("ours-b", cwd=str(tmp_path)))).outcome is Outcome.DENIED

    run(work)


def form(**more: object) -> bytes:
    event = {"session_id": "c1", "cwd": "/shop", "hook_event_name": "Elicitation", "mcp_server_name": "ours",
             "message": "Which?", **more}  # fmt: skip
    return json.dumps(event).encode()


LIES = [
    form(requested_schema={"properties": {"n": {"type": "integer", "enum": ["one"]}}}),
    form(requested_schema={"properties": {"n": {"type": "number", "oneOf": [{"const": "x"}]}}}),
    form(requested_schema={"properties": {"n": {"type": "boolean", "enum": ["maybe"]}}}),
    form(mode="url", url="https://ours.example/", requested_schema={}),
    form(mode="url", url="https://ours.example/", requested_schema=7),
    form(requested_schema={"properties": {"n": {"type": ["string"]}}}),
    form(requested_schema={"properties": {}, "required": [{}]}),
    form(requested_schema={"properties": {f"n{n}": {"type": "string"} for n in range(1000)}}),
    form(requested_schema={"properties": {"n": {"type": "string", "enum": ["x"] * 1000}}}),
]


@pytest.mark.parametrize("event", LIES)
def test_a_form_that_lies_is_refused_or_can_be_answered(event: bytes) -> None:
    heard = translator.read(event)
    if isinstance(heard, MalformedCall):
        assert json.loads(translator.refused(event, heard.why).stdout)
        return
    assert isinstance(heard, QuestionAsk)
    answers = {each.name: (each.choices[0].value if each.choices else "1",) for each in heard.prompts}
    reply = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers=answers)
    version = ItemVersion(ItemKind.QUESTION, "qu_x", 1)
    answer = QuestionAnswer(version, QuestionOutcome.ANSWERED, reply, heard.prompts)
    assert json.loads(translator.reply(event, answer).stdout)["hookSpecificOutput"]["action"] == "accept"
