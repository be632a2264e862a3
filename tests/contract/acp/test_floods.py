"""An agent that tells more than anybody could look at: its session is ended when it is full, others go on."""

import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from countermark.actions.sessions import reading, recording
from countermark.actions.sessions.windows import MOST_NEWEST
from countermark.agents.acp import pump
from countermark.model.errors import Conflict
from countermark.model.sessions import state as limits
from countermark.model.sessions.orders import Connect
from countermark.model.sessions.parts import PromptState
from countermark.model.sessions.values import Connection
from tests.contract.acp.driven import Driven, driven, is_over, obedient

FLOODING = Path(__file__).parents[3] / "bench" / "acp_clients" / "flooding_agent.py"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Driven]:
    async with driven(tmp_path) as it:
        yield it


def flooding(updates: int) -> tuple[str, ...]:
    return (sys.executable, str(FLOODING), str(updates))


async def test_a_flooded_session_has_all_that_it_was_told_and_opens_with_the_newest_parts(desk: Driven) -> None:
    session = await desk.open(flooding(5000))
    await session.connected()
    assert (await session.turn("Go on.")).prompt.state is PromptState.ANSWERED
    state = await session.state
    assert len([part for part in state.ledger if part.type == "call"]) == 5000 // 5 + 1
    whole = await reading.snapshot(desk.desk, session.id)
    assert len(whole.state.ledger) == MOST_NEWEST
    assert whole.earlier + MOST_NEWEST == len(state.ledger)


async def test_what_an_agent_tells_at_once_is_recorded_bit_by_bit(
    desk: Driven, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two transactions another session writes, so none of them may be long."""
    sizes = list[int]()
    keep = recording.keep_lines

    async def counted(*args: object, **named: object) -> int:
        sizes.append(len(args[2]))  # type: ignore[arg-type]  # the lines
        return await keep(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(pump, "keep_lines", counted)
    session = await desk.open(flooding(3000))
    await session.connected()
    await session.turn("Go on.")
    assert sum(sizes) >= 3000
    assert max(sizes) <= 3 * pump.MOST_TOGETHER, (
        "of each kind of ten only chunks are one message in pieces, three in a row"
    )


@pytest.mark.parametrize("limit", ["MOST_PARTS", "MOST_EVENTS", "MOST_CHARACTERS"])
async def test_a_session_that_is_full_says_so_and_another_one_goes_on(
    desk: Driven, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(limits, limit, {"MOST_PARTS": 300, "MOST_EVENTS": 1000, "MOST_CHARACTERS": 40_000}[limit])
    session = await desk.open(flooding(4000))
    await session.connected()
    name = await session.say("Go on.")
    state = await session.ended()
    assert (state.connection, state.is_full) == (Connection.DISCONNECTED, True)
    assert "full" in (state.why or "")
    assert is_over(await session.until(lambda state: is_over(state, name)), name)
    with suppress(Conflict):  # it is told so where the runner of before has ended already
        await session.order(Connect())
    again = await session.until(lambda now: now.connection is Connection.FAILED)
    assert ("full" in (again.why or ""), again.hint) == (True, "Open another session; what this one has stays here.")
    monkeypatch.undo()
    other = await desk.open(obedient())
    await other.connected()
    assert (await other.turn("Hello")).prompt.state is PromptState.ANSWERED
