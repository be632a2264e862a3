"""What a person has chosen holds on the next connection, however the last one ended."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.actions.sessions.ordering import give_order
from countermark.model.sessions.orders import Connect, Order, SetMode, SetOption
from countermark.model.sessions.parts import NoticePart
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Connection
from tests.contract.acp.driven import PERSON, Driven, DrivenSession, driven, obedient, said_by_agent


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Driven]:
    async with driven(tmp_path) as it:
        yield it


async def chosen(session: DrivenSession, *orders: Order) -> None:
    for order in orders:
        await give_order(session.desk, session.id, order, by=PERSON)


async def after_a_crash(session: DrivenSession) -> SessionState:
    """The agent's program falls over, and the person connects it again."""
    await session.say("leave 3")
    await session.ended()
    await session.order(Connect())
    return await session.until(lambda state: state.connection is Connection.INITIALISED and state.conversation)


async def settings_of(session: DrivenSession) -> str:
    """What the agent itself says of how it is set."""
    before = len(said_by_agent(await session.state))
    await session.turn("settings")
    return said_by_agent(await session.state)[before:].removeprefix("Working.").removesuffix("Done.")


def notices(state: SessionState) -> list[str]:
    parts = (part for part in state.ledger if isinstance(part, NoticePart))
    return [f"{part.title}: {part.description}" for part in parts]


@pytest.mark.parametrize("way", ["resume", "load"])
async def test_a_mode_and_options_are_set_again_after_a_crash(desk: Driven, way: str) -> None:
    session = await desk.open(obedient(way, "options"))
    await session.connected()
    await chosen(session, SetOption("m", "plan"), SetOption("fast", value=True))
    state = await after_a_crash(session)
    assert await settings_of(session) == "plan small True"
    assert state.conversation == (await session.state).conversation
    assert not notices(await session.state)


async def test_a_model_of_an_older_agent_is_set_again(desk: Driven) -> None:
    session = await desk.open(obedient("resume", "modes", "models"))
    await session.connected()
    await chosen(session, SetMode("plan"), SetOption("model", "large"))
    await after_a_crash(session)
    assert await settings_of(session) == "plan large False"


async def test_an_agent_that_does_not_say_its_mode_when_it_resumes_is_told_it_all_the_same(desk: Driven) -> None:
    session = await desk.open(obedient("resume", "modes", "short-resume"))
    await session.connected()
    assert await settings_of(session) == "default small False"
    await after_a_crash(session)
    assert await settings_of(session) == "default small False", "its program begins in auto"


@pytest.mark.parametrize("kind", ["modes", "options"])
async def test_where_the_chosen_mode_is_gone_the_agent_gets_the_one_that_asks(desk: Driven, kind: str) -> None:
    session = await desk.open(obedient("resume", kind))
    await session.connected()
    await chosen(session, SetMode("plan"))
    (desk.folder / "gone").write_text("plan")
    await after_a_crash(session)
    assert await settings_of(session) == "default small False", "not auto, in which it begins"
    assert notices(await session.state) == [
        "The agent was not given its mode plan: The agent does not have it any more."
    ]


async def test_a_refused_mode_ends_in_the_one_that_asks_too(desk: Driven) -> None:
    session = await desk.open(obedient("resume", "modes", "short-resume"))
    await session.connected()
    await chosen(session, SetMode("plan"))
    (desk.folder / "gone").write_text("plan")
    await after_a_crash(session)
    assert await settings_of(session) == "default small False"
    (said,) = notices(await session.state)
    assert "mode plan: The agent refuses: No such mode" in said


async def test_an_option_that_is_gone_is_said_and_the_session_goes_on(desk: Driven) -> None:
    session = await desk.open(obedient("resume", "options"))
    await session.connected()
    await chosen(session, SetOption("fast", value=True))
    settings = await desk.desk.read(lambda reader: reader.session_settings(session.id))
    assert settings is not None
    assert settings.options == (("fast", True),)
    (desk.folder / "gone").write_text("fast")
    await after_a_crash(session)
    state = await session.until(notices)
    assert notices(state) == ["The agent was not given its option fast, on: The agent does not have it any more."]
    assert await settings_of(session) == "default small False"
