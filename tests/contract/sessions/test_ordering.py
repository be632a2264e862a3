"""A person's choices are recorded as theirs once the agent has taken them, and hold for the next start."""

import asyncio
from collections.abc import Sequence

import pytest

from countermark.actions.desk import Desk
from countermark.actions.sessions.ordering import give_order
from countermark.model.errors import BadInput, Conflict, CountermarkError, NotFound
from countermark.model.sessions import events
from countermark.model.sessions.offers import FlagOption, OptionChoice, SelectOption
from countermark.model.sessions.orders import Cancel, Order, SetMode, SetOption
from tests.contract.sessions.talk import ME, Talk

CHOICES = (OptionChoice("ask", "Ask"), OptionChoice("yolo", "Everything"))
OPTIONS = (
    SelectOption("how", "Mode", "ask", CHOICES, category="mode"), FlagOption("web", "Web search", current=False),
    SelectOption("model", "Model", "a", (OptionChoice("a", "A"),), category="model"),
)  # fmt: skip


async def obeyed(talk: Talk, order: Order, *, refusal: CountermarkError | None = None) -> None:
    """A runner takes one order and does it, or refuses."""
    with talk.desk.sessions.held(talk.id):
        given = asyncio.create_task(give_order(talk.desk, talk.id, order, by=ME))
        async with asyncio.timeout(10):
            while not talk.desk.sessions.ordered():  # noqa: ASYNC110  it may be set by what was before
                await asyncio.sleep(0)
        ((_, done),) = talk.desk.sessions.next_orders(talk.id)
        done.set_result(None) if refusal is None else done.set_exception(refusal)
        await given


async def chosen(desk: Desk) -> Sequence[tuple[object, ...]]:
    entries = await desk.read(lambda reader: reader.entries())
    return [
        (each.actor.id, each.body["name"], each.body["value"]) for each in entries if each.kind == "session_chosen"
    ]  # fmt: skip


async def mode_for_the_next_start(talk: Talk) -> str | None:
    settings = await talk.desk.read(lambda reader: reader.session_settings(talk.id))
    assert settings is not None
    return settings.mode


async def test_a_mode_that_a_person_has_chosen_holds_for_the_next_start(desk: Desk, talk: Talk) -> None:
    assert await mode_for_the_next_start(talk) is None
    await obeyed(talk, SetMode("plan"))
    assert await mode_for_the_next_start(talk) == "plan"
    await talk.tell(events.OptionsChanged(OPTIONS))
    await obeyed(talk, SetOption("how", "yolo"))
    assert await mode_for_the_next_start(talk) == "yolo"
    for order in (SetOption("web", value=True), SetOption("model", "a"), SetOption("unheard", "x"), Cancel()):
        await obeyed(talk, order)
    assert await mode_for_the_next_start(talk) == "yolo"
    assert await chosen(desk) == [
        (ME.id, "mode", "plan"), (ME.id, "mode", "yolo"), (ME.id, "web", "true"), (ME.id, "model", "a"),
        (ME.id, "unheard", "x"),
    ]  # fmt: skip


async def test_what_the_agent_refuses_was_not_chosen(desk: Desk, talk: Talk) -> None:
    with pytest.raises(BadInput, match="no such mode"):
        await obeyed(talk, SetMode("none"), refusal=BadInput("There is no such mode."))
    with pytest.raises(Conflict, match="does not run"):
        await give_order(desk, talk.id, SetMode("plan"), by=ME)
    with pytest.raises(NotFound):
        await give_order(desk, "se_none", SetMode("plan"), by=ME)
    assert await mode_for_the_next_start(talk) is None
    assert await chosen(desk) == []
