"""What an agent asks that polls for the answer: an idle line is no goodbye, a call that it takes back is one."""

from collections.abc import Sequence

import pytest

from countermark.actions import asking, items
from countermark.actions.desk import Desk
from countermark.actions.permissions import ask_permission
from countermark.actions.presence import GRACE_MS
from countermark.actions.questions import ask_question
from countermark.model import actors
from countermark.model.asked import POLLED_WAIT_SECONDS, Asker, CallPoint, Ending
from countermark.model.errors import Busy
from countermark.model.gate_settings import GateSettings
from countermark.model.permissions import Outcome, PermissionAsk
from countermark.model.questions import Prompt, QuestionAsk, QuestionSource
from countermark.model.reviews import Delivery
from countermark.model.tool_calls import ToolCall, ToolKind
from tests.contract.memory_desk import HandClock

MCP, HOOK = actors.agent("mcp"), actors.agent("claude-code")
GATE = GateSettings()


def asker(by: actors.Actor = MCP, *, conversation: str = "one-conversation") -> Asker:
    return Asker(agent=by.id, workspace="/shop", conversation=conversation, point=CallPoint.ALONE)


async def permission(desk: Desk, key: str = "a-key-of-mine", *, by: actors.Actor = MCP) -> asking.AnyAsked:
    call = ToolCall(ToolKind.OTHER, "Paint the door", "/shop", "{}")
    receipt = await ask_permission(desk, PermissionAsk(asker=asker(by), call=call), key=key, gate=GATE, by=by)
    assert isinstance(receipt, asking.AskedReceipt)
    return receipt.item


async def question(desk: Desk, key: str = "another-of-mine") -> asking.AnyAsked:
    ask = QuestionAsk(asker=asker(), source=QuestionSource.AGENT, prompts=(Prompt(name="Red?", text="Red?"),))
    return (await ask_question(desk, ask, key=key, gate=GATE, by=MCP)).item


async def stands(desk: Desk, asked: asking.AnyAsked) -> asking.AnyAsked:
    return await desk.read(lambda reader: asking.found_asked(reader, asked.version))


async def kinds(desk: Desk) -> Sequence[str]:
    return [entry.kind for entry in await desk.read(lambda reader: reader.entries())]


async def time_passes(desk: Desk, clock: HandClock) -> None:
    clock.forward(GRACE_MS / 1000)
    await items.note_who_left(desk)


async def test_between_two_calls_it_is_away_and_what_it_asked_stays(desk: Desk, clock: HandClock) -> None:
    asked = await permission(desk)
    with desk.presence.holding(asked.version):
        pass
    await time_passes(desk, clock)
    away = await stands(desk, asked)
    assert (away.is_open, away.delivery) == (True, Delivery.GONE)
    assert (await kinds(desk))[-1] == "agent_left"
    back = await desk.change(MCP, lambda change: items.welcome_back(change, asked.version))
    assert back.version == asked.version
    assert (await stands(desk, asked)).delivery is Delivery.WAITING
    assert (await kinds(desk))[-1] == "agent_returned"


async def test_what_it_takes_back_is_withdrawn_where_nobody_would_do_it(desk: Desk, clock: HandClock) -> None:
    would_do, would_know = await permission(desk), await question(desk)
    for asked in (would_do, would_know):
        with desk.presence.holding(asked.version):
            pass
        desk.presence.take_back(asked.version)
    await time_passes(desk, clock)
    withdrawn, left = await stands(desk, would_do), await stands(desk, would_know)
    assert (withdrawn.outcome, withdrawn.ending) == (Outcome.WITHDRAWN, Ending.AGENT_GONE)
    assert (left.is_open, left.delivery) == (True, Delivery.GONE)


async def test_who_asks_again_within_the_grace_goes_on_waiting(desk: Desk, clock: HandClock) -> None:
    """A client's own patience is often shorter than a person's thought: the same key is the same card."""
    asked = await permission(desk)
    with desk.presence.holding(asked.version):
        pass
    desk.presence.take_back(asked.version)
    clock.forward(GRACE_MS / 1000 - 1)
    assert (await permission(desk)).id == asked.id
    with desk.presence.holding(asked.version):
        await time_passes(desk, clock)
        assert (await stands(desk, asked)).delivery is Delivery.WAITING
    await time_passes(desk, clock)  # the second call ended by itself
    assert (await stands(desk, asked)).is_open


async def test_who_looks_for_the_answer_of_a_call_that_was_taken_back_wants_it_still(
    desk: Desk, clock: HandClock
) -> None:
    asked = await permission(desk)
    with desk.presence.holding(asked.version):
        pass
    desk.presence.take_back(asked.version)
    desk.presence.miss([asked.version])
    await time_passes(desk, clock)
    assert ((await stands(desk, asked)).is_open, (await stands(desk, asked)).delivery) == (True, Delivery.GONE)


async def test_one_of_two_calls_that_is_taken_back_ends_nothing(desk: Desk, clock: HandClock) -> None:
    asked = await permission(desk)
    with desk.presence.holding(asked.version):
        with desk.presence.holding(asked.version):
            pass
        desk.presence.take_back(asked.version)
    await time_passes(desk, clock)
    assert (await stands(desk, asked)).is_open


async def test_a_restart_withdraws_nothing_that_is_polled_for(desk: Desk, clock: HandClock) -> None:
    asked, held = await permission(desk), await permission(desk, by=HOOK)
    await items.expect_everybody(desk)
    await time_passes(desk, clock)
    assert (await stands(desk, asked)).is_open
    assert (await stands(desk, held)).ending is Ending.AGENT_GONE


async def test_it_waits_as_long_as_a_plan_and_then_expires(desk: Desk, clock: HandClock) -> None:
    asked, held = await permission(desk), await permission(desk, by=HOOK)
    assert asked.expires_at == clock.at + POLLED_WAIT_SECONDS * 1000
    assert held.expires_at == clock.at + 60_000
    clock.forward(POLLED_WAIT_SECONDS)
    await items.expire_due(desk)
    assert (await stands(desk, asked)).outcome is Outcome.EXPIRED


@pytest.mark.parametrize(
    ("gate", "seconds"),
    [
        (GateSettings(), 1800),
        (GateSettings(wait=90), 90),
        (GateSettings(wait=90, waits={"mcp": 120}), 120),
        (GateSettings(waits={"mcp": 120, "mcp:Paint the door": 5}), 5),
    ],
)
def test_what_a_person_has_set_comes_first(gate: GateSettings, seconds: int) -> None:
    assert gate.wait_seconds("mcp", "Paint the door") == seconds
    assert gate.wait_seconds("claude-code", "Bash") == (gate.wait or 60)


async def test_one_conversation_cannot_take_all_the_room(desk: Desk) -> None:
    for number in range(asking.MOST_OPEN_PER_CLIENT):
        await permission(desk, f"a-key-of-mine-{number}")
    with pytest.raises(Busy):
        await permission(desk, "one-too-many")
    assert (await permission(desk, "a-key-of-mine-0")).is_open  # what is there already is found again
    assert (await permission(desk, "one-too-many", by=HOOK)).is_open
    assert (await question(desk)).is_open
