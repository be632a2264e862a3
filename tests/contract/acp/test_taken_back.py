"""An agent takes back what it has asked: nothing stays at the desk for which nobody waits, and all else goes on."""

import sys
from pathlib import Path

import pytest

from countermark.model.items import ItemKind
from countermark.model.sessions.parts import ItemPart
from tests.contract.acp.driven import Driven, DrivenSession, driven, open_items, said_by_agent
from tests.contract.acp.regretting_agent import TAKE_BACK

REGRETTING = Path(__file__).parent / "regretting_agent.py"


async def open_regretting(desk: Driven) -> DrivenSession:
    session = await desk.open((sys.executable, str(REGRETTING), str(desk.folder)))
    await session.turn("begin")  # a call of the same id that has ended
    return session


@pytest.mark.parametrize(
    ("what", "kind", "heard"),
    [
        ("form", ItemKind.QUESTION, '{"action": "cancel"}'),
        ("write", ItemKind.PERMISSION, "This was withdrawn before anybody had answered"),
        ("call", ItemKind.PERMISSION, '{"outcome": {"outcome": "cancelled"}}'),
    ],
)
async def test_the_card_closes_at_once_and_the_agent_hears_it(
    tmp_path: Path, what: str, kind: ItemKind, heard: str
) -> None:
    async with driven(tmp_path) as desk:
        session = await open_regretting(desk)
        await session.say(what)
        card = await session.waiting(kind)
        (desk.folder / TAKE_BACK).touch()
        state = await session.until(lambda state: state.taken is None and not state.waiting)
        assert heard in said_by_agent(state)
        items = [(part.id, part.outcome) for part in state.ledger if isinstance(part, ItemPart)]
        assert items == [(card.id, "No longer asked")]
        assert not await desk.desk.read(lambda reader: [*reader.open_permissions(), *reader.open_questions()])
        assert not (desk.folder / "note.txt").exists()


async def test_another_request_about_the_same_call_goes_on(tmp_path: Path) -> None:
    async with driven(tmp_path) as desk:
        session = await open_regretting(desk)
        await session.say("beside")
        await session.until(lambda state: len(open_items(state, ItemKind.PERMISSION)) == 2)
        (desk.folder / TAKE_BACK).touch()
        state = await session.until(lambda state: len(state.waiting) == 1)
        [left] = open_items(state, ItemKind.PERMISSION)
        assert left.title == "“Dream”"
