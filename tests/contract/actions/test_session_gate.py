"""What an agent of a session is told of its requests: its own choices, never one that lasts, never a yes by itself."""

import asyncio
from collections.abc import Sequence
from itertools import chain, combinations
from typing import Any

import pytest

from countermark.actions import asking, items
from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.actions.sessions.opening import allow_until
from countermark.actions.settled import proposal_for, rules_digest
from countermark.agents.acp import gate
from countermark.agents.acp.context import ActRefused
from countermark.agents.acp.waiting import end_open, note_told
from countermark.agents.decision_words import NOBODY
from countermark.model.asked import CallPoint, DeciderKind, Ending
from countermark.model.errors import BadInput
from countermark.model.items import ItemState
from countermark.model.permissions import Outcome, PermissionDecision, Scope
from countermark.model.reviews import Delivery
from countermark.model.sessions.events import CallChanged, PromptAnswered, PromptInterrupted, PromptQueued, PromptTaken
from countermark.model.sessions.orders import Cancel
from countermark.model.sessions.parts import Prompt
from tests.contract.actions.session_gate import (
    ALWAYS,
    CANCELLED,
    ME,
    NEVER,
    NO,
    ODD,
    ONCE,
    USUAL,
    SessionGate,
    command,
    edit,
    open_session_gate,
)
from tests.unit.agents.acp_told import part_of, recorded

ALL = (ALWAYS, ONCE, ODD, NEVER, NO)
SETS = list(chain.from_iterable(combinations(ALL, count) for count in range(1, len(ALL) + 1)))
YESES = {"always", "once", "odd"}  # of the last one nobody knows


def names(options: Sequence[dict[str, Any]]) -> str:
    return "+".join(each["optionId"] for each in options)


async def told_by(asked: "asyncio.Task[Any]") -> str:
    """The choice that was sent, or how else it ended."""
    try:
        outcome = (await asyncio.wait_for(asked, 20))["outcome"]
    except ActRefused:
        return "refused"
    return str(outcome.get("optionId", outcome["outcome"]))


def no_of(options: Sequence[dict[str, Any]]) -> str:
    """What stands for a no among these."""
    kinds = {each["kind"]: each["optionId"] for each in options}
    return str(kinds.get("reject_once", kinds.get("reject_always", "refused")))


@pytest.mark.parametrize("options", SETS, ids=names)
async def test_without_a_person_or_a_rule_no_choice_that_could_be_a_yes_is_sent(
    options: Sequence[dict[str, Any]],
) -> None:
    async with open_session_gate() as its:
        ended = [await told_by(its.ask(command("ours-no", call="c0", options=options)))]  # a rule denies it
        asked = its.ask(command("ours-a", call="c1", options=options))
        await its.card()
        await its.cancel()
        assert await told_by(asked) == "cancelled"
        asked = its.ask(command("ours-a", call="c2", options=options))
        card = await its.card()
        its.clock.forward(10_000)
        await items.expire_due(its.desk)
        if no_of(options) == "refused":  # it has no no: it waits on
            assert (await its.card()).id == card.id
            await its.refuse(card)
        ended.append(await told_by(asked))
        asked = its.ask(command("ours-b", call="c3", options=options))
        await its.refuse(await its.card(), words="Not this way.")
        ended.append(await told_by(asked))
        ended.append(await told_by(its.ask({**command("ours-b", options=options), "toolCall": {"toolCallId": 7}})))
        assert ended == [no_of(options)] * 4
        assert not YESES & set(ended)


@pytest.mark.parametrize("options", SETS, ids=names)
async def test_a_yes_is_the_choice_that_allows_once_or_it_cannot_be_given(options: Sequence[dict[str, Any]]) -> None:
    async with open_session_gate() as its:
        offers_once = ONCE in options
        asked = its.ask(command("ours-yes", call="c1", options=options))  # a rule allows it
        if offers_once:
            assert await told_by(asked) == "once"
        else:
            await its.refuse(await its.card())
            await told_by(asked)
        asked = its.ask(command("ours-a", call="c2", options=options))
        card = await its.card()
        if offers_once:
            await its.allow(card)
            assert await told_by(asked) == "once"
            return
        with pytest.raises(BadInput, match="no way to allow it once"):
            await its.allow(card)
        await its.cancel()
        assert await told_by(asked) == "cancelled"


async def test_a_person_takes_the_agents_own_words_and_nothing_that_lasts() -> None:
    twice = {"optionId": "once-and-default", "name": "Switch to Default Mode and allow once", "kind": "allow_once"}
    async with open_session_gate() as its:
        asked = its.ask(command(options=(ALWAYS, ONCE, twice, ODD, NEVER, NO)))
        card = await its.card()
        for option, wrong in (("always", "never sent"), ("no", "the opposite"), ("gone", "does not offer")):
            with pytest.raises(BadInput, match=wrong):
                await its.allow(card, option=option)
        with pytest.raises(BadInput, match="the opposite"):
            await its.refuse(card, option="once")
        with pytest.raises(BadInput, match="Nobody knows"):
            await its.allow(card, option="odd", scope=Scope.CONVERSATION)
        await its.allow(card, option="once-and-default")
        assert await told_by(asked) == "once-and-default"
        for option in ("odd", "never"):
            asked = its.ask(command(options=(ONCE, ODD, NEVER, NO)))
            answer = its.allow if option == "odd" else its.refuse
            await answer(await its.card(), option=option)
            assert await told_by(asked) == option
        (entry, *_) = await its.entries("permission_decided")
        assert entry.body["option"] == "once-and-default"


async def test_an_agent_without_choices_takes_none() -> None:
    async with open_session_gate() as its:
        writing = asyncio.create_task(gate.may_write(its.context, f"{its.folder}/a", "x"))
        card = await its.card()
        with pytest.raises(BadInput, match="no choices of its own"):
            await its.allow(card, option="once")
        await its.allow(card)
        await writing


async def test_what_is_remembered_is_the_same_kind_of_tool_and_the_same_choice_in_this_session() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a", call="c1"))
        await its.allow(await its.card(), scope=Scope.CONVERSATION)
        assert await told_by(asked) == "once"
        assert await told_by(its.ask(command("ours-b --other", call="c2"))) == "once"
        assert await told_by(its.ask(command("ours-no", call="c3"))) == "no"  # a rule that denies stands above it
        other_kind = its.ask(edit(f"{its.folder}/a", "x", call="c4"))
        await its.refuse(await its.card())
        assert await told_by(other_kind) == "no"
        other_choice = its.ask(command("ours-b", options=({**ONCE, "optionId": "yes"}, NO), call="c5"))
        await its.refuse(await its.card())
        assert await told_by(other_choice) == "no"
        (grant,) = await its.desk.read(lambda reader: reader.open_grants())
        assert (grant.title, grant.used) == ("Every command", 1)
        ended = [each.decider.kind for each in await its.cards() if each.decider is not None]
        assert DeciderKind.GRANT in ended


async def test_an_always_is_a_rule_of_ours_with_an_end_and_only_once_is_sent() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a --fast", call="c1"))
        card = await its.card()
        shown = rules_digest((await proposal_for(its.desk, card, until=None)).rules)
        always = PermissionDecision(outcome=Outcome.ALLOWED, scope=Scope.ALWAYS)
        await answer_permission(its.desk, card.id, GivenAnswer(always, card.sha256, rules_sha256=shown), by=ME)
        assert await told_by(asked) == "once"
        assert await told_by(its.ask(command("ours-a --fast", call="c2"))) == "once"
        newest, *_ = await its.cards()
        assert newest.decider is not None
        assert newest.decider.kind is DeciderKind.RULE


async def test_who_asks_is_the_session_and_nothing_is_left_to_the_agent() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a", call="c7"))
        card = await its.card()
        it = card.asker
        assert (it.agent, it.workspace, it.conversation) == ("gemini", str(its.folder), "conv-1")
        assert (it.point, it.call_id) == (CallPoint.ALONE, "c7")
        assert [(each.id, each.name, each.kind) for each in card.offered] == [
            (each["optionId"], each["name"], each["kind"]) for each in USUAL
        ]
        (item,) = await its.items()
        assert (item.id, item.call, item.state, item.title) == (card.id, "c7", ItemState.WAITING, "ours-a")
        await its.allow(card)
        assert await told_by(asked) == "once"
        (item,) = await its.items()
        assert (item.state, item.outcome) == (ItemState.ANSWERED, "Allowed once")
        assert (await its.state()).waiting == ()


async def test_an_answer_counts_as_delivered_once_it_was_written() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a"))
        await its.allow(await its.card())
        await told_by(asked)
        before, *_ = await its.cards()
        assert before.delivery is Delivery.SENT
        await note_told(its.context)
        after, *_ = await its.cards()
        assert after.delivery is Delivery.RECEIVED


async def test_no_and_stop_stops_the_turn_besides() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a"))
        await its.refuse(await its.card(), stops=True)
        assert await told_by(asked) == "no"
        assert its.wishes == [Cancel()]


async def test_what_no_field_of_the_protocol_holds_goes_with_the_next_prompt_and_once() -> None:
    async with open_session_gate() as its:
        prompts = [Prompt(f"pr_{number}", "Go on") for number in range(3)]
        await its.tell(*map(PromptQueued, prompts), PromptTaken("pr_0", "Go on"))
        its.clock.forward(1)
        asked = its.ask(command("ours-a", call="c1"))
        await its.refuse(await its.card(), words="Use make instead.")
        await told_by(asked)
        its.clock.forward(1)
        asked = its.ask(command("ours-b", call="c2"))
        await its.card()
        its.clock.forward(10_000)
        await items.expire_due(its.desk)
        await told_by(asked)
        asked = its.ask(command("ours-c", call="c3"))
        await its.refuse(await its.card())  # without words: the agent knows that already
        await told_by(asked)
        await its.tell(PromptAnswered("pr_0", "end_turn"))
        said = await gate.words_for_next_prompt(its.context)
        first, second = said.index("“ours-a”: Not allowed by the user."), said.index(f"“ours-b”: {NOBODY}")
        assert first < said.index("Use make instead.") < second
        assert "ours-c" not in said
        its.clock.forward(1)
        await its.tell(PromptTaken("pr_1", said))
        await its.tell(PromptInterrupted("pr_1", "The hub was ended."))
        assert await gate.words_for_next_prompt(its.context) == said  # nobody knows whether it arrived
        its.clock.forward(1)
        await its.tell(PromptTaken("pr_2", said), PromptAnswered("pr_2", "end_turn"))
        assert await gate.words_for_next_prompt(its.context) == ""


async def test_time_that_runs_out_is_nobodys_no() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a"))
        await its.card()
        its.clock.forward(61)
        await items.expire_due(its.desk)
        assert await told_by(asked) == "no"
        newest, *_ = await its.cards()
        assert newest.outcome is Outcome.EXPIRED
        (item,) = await its.items()
        assert (item.state, item.outcome) == (ItemState.EXPIRED, "Nobody answered in time")


async def test_a_cancelled_turn_cancels_whatever_waits_and_nothing_else_is_cancelled() -> None:
    async with open_session_gate() as its:
        asked = [its.ask(command(f"ours-{name}", call=name)) for name in "abc"]
        await its.card()
        await its.waiting(3)
        await its.cancel()
        assert [await each for each in asked] == [CANCELLED] * 3
        assert {each.state for each in await its.items()} == {ItemState.WITHDRAWN}
        assert {each.ending for each in await its.cards()} == {Ending.TURN_ENDED}
        assert (await its.state()).waiting == ()


async def test_what_a_hub_before_has_left_is_ended_once_and_said() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a"))
        card = await its.card()
        asked.cancel()  # the hub is gone, with all that waited in it
        await asyncio.gather(asked, return_exceptions=True)
        its.context.memory.waiting.clear()
        await end_open(its.context, Ending.AGENT_GONE)
        await end_open(its.context, Ending.AGENT_GONE)
        (item,) = await its.items()
        assert (item.id, item.state) == (card.id, ItemState.WITHDRAWN)
        assert len(await its.entries("permission_withdrawn")) == 1


NO_REQUESTS: list[object] = [
    *(None, [], 7, "x", {}, {"options": list(USUAL)}, {**command(), "toolCall": None}, {**command(), "options": 7}),
    *(
        {**command(), "options": []},
        {**command(), "options": [ONCE, ONCE]},
        {**command(), "options": [{"optionId": 7}]},
    ),
    command("ls\0-l"),
]


@pytest.mark.parametrize("params", NO_REQUESTS, ids=repr)
async def test_what_cannot_be_understood_is_refused_with_an_entry_and_no_card(params: object) -> None:
    async with open_session_gate() as its:
        assert await told_by(its.ask(params)) in ("no", "refused")
        assert await its.cards() == []
        assert len(await its.entries("call_refused")) == 1
        assert await its.notices() == ["A request of the agent was refused"]


async def test_nobody_can_be_asked_is_no_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_session_gate() as its:
        monkeypatch.setattr(asking, "MOST_OPEN_PER_AGENT", 0)
        assert await told_by(its.ask(command("ours-a"))) == "no"
        with pytest.raises(ActRefused, match="wait already"):
            await gate.may_run(its.context, "ours-a", [], {}, None)


async def test_what_a_rule_denies_is_said_in_the_ledger_and_to_the_agent() -> None:
    async with open_session_gate() as its:
        assert await told_by(its.ask(command("ours-no"))) == "no"
        assert await its.notices() == ["Your rules deny: ours-no"]
        assert "Not allowed by a rule of the user" in await gate.words_for_next_prompt(its.context)
        assert await its.items() == []


async def test_a_command_that_is_only_a_title_is_denied_by_rules_and_allowed_by_none() -> None:
    async with open_session_gate(agent="codex") as its:
        titled = {"toolCallId": "c1", "title": "ours-no", "kind": "execute"}
        assert await told_by(its.ask({**command(), "toolCall": titled})) == "no"
        asked = its.ask({**command(), "toolCall": {**titled, "toolCallId": "c2", "title": "ours-yes"}})
        await its.cancel_when_asked()
        assert await told_by(asked) == "cancelled"


async def test_an_id_of_an_earlier_turn_says_nothing_about_a_call_of_this_one() -> None:
    """There are models that number their calls anew: what was told of the first *c1* is not what the second does."""
    async with open_session_gate(agent="codex") as its:
        prompts = [Prompt(f"pr_{number}", "Go on") for number in range(2)]
        told = part_of([{"toolCallId": "c1", "kind": "execute", "rawInput": {"command": "ours-yes"}}])
        assert told is not None
        await its.tell(*map(PromptQueued, prompts), PromptTaken("pr_0", "Go on"), CallChanged(told))
        untold = {**command(), "toolCall": {"toolCallId": "c1", "title": "Run it", "kind": "execute"}}
        assert await told_by(its.ask(untold)) == "once"
        await its.tell(PromptAnswered("pr_0", "end_turn"), PromptTaken("pr_1", "Go on"))
        asked = its.ask(untold)
        card = await its.card()
        assert card.call.command is None
        await its.refuse(card)
        assert await told_by(asked) == "no"


async def test_what_is_allowed_until_a_moment_ends_by_itself_and_denies_stand_above_it() -> None:
    async with open_session_gate() as its:
        await allow_until(its.desk, its.context.session, its.clock() + 3_600_000, by=ME)
        assert await told_by(its.ask(command("ours-a", call="c1"))) == "once"
        assert await told_by(its.ask(command("ours-no", call="c2"))) == "no"
        its.clock.forward(1)
        await gate.may_write(its.context, f"{its.folder}/a", "x")
        newest, *_ = await its.cards()
        assert newest.decider is not None
        assert (newest.decider.kind, newest.decider.id) == (DeciderKind.SESSION, its.context.session)
        # Without a choice that allows once a person is asked all the same.
        asked = its.ask(command("ours-a", call="c3", options=(ALWAYS, NO)))
        await its.refuse(await its.card())
        assert await told_by(asked) == "no"
        its.clock.forward(3_600)
        asked = its.ask(command("ours-a", call="c4"))
        await its.allow(await its.card())
        assert await told_by(asked) == "once"
        await allow_until(its.desk, its.context.session, its.clock() + 60_000, by=ME)
        await allow_until(its.desk, its.context.session, None, by=ME)
        asked = its.ask(command("ours-a", call="c5"))
        await its.refuse(await its.card())
        assert await told_by(asked) == "no"


@pytest.mark.parametrize("name", ["claude-code", "codex", "copilot", "gemini", "opencode", "qwen", "kimi"])
async def test_each_recorded_agent_is_answered_by_its_own_choices(name: str) -> None:
    async with open_session_gate(agent=name) as its:
        for params, _ in recorded(name):
            kinds = {each["kind"]: each["optionId"] for each in reversed(params["options"])}
            if params["toolCall"].get("kind") == "switch_mode":
                continue  # a plan: see test_session_plans.py
            for answer, kind in ((its.allow, "allow_once"), (its.refuse, "reject_once")):
                asked = its.ask(params)
                card = await its.card()
                assert card.agent == name
                await answer(card)
                assert await told_by(asked) == kinds[kind]


async def test_the_gate_of_one_session_says_nothing_about_another() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a"))
        await its.allow(await its.card(), scope=Scope.CONVERSATION)
        await told_by(asked)
        other: SessionGate = its
        other.context = its.context.__class__(**{**vars(its.context), "conversation": "conv-2"})
        asked = other.ask(command("ours-a"))
        await other.refuse(await other.card())
        assert await told_by(asked) == "no"
