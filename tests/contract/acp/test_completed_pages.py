"""An address that an agent wants to be opened, and its word that what it had wanted there is done."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.model.asked import Ending
from countermark.model.items import ItemKind, ItemState
from countermark.model.questions import Question, QuestionOutcome, QuestionReply
from countermark.model.sessions.parts import ItemPart
from countermark.model.sessions.state import SessionState
from tests.contract.acp.driven import DrivenSession, driven, obedient, said_by_agent
from tests.contract.acp.test_client_rules import answer

PAGE = "https://sign.in.example/a"


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[DrivenSession]:
    async with driven(tmp_path) as it:
        yield await it.open(obedient())


def only_item(state: SessionState) -> ItemPart:
    [item] = [part for part in state.ledger if isinstance(part, ItemPart)]
    return item


async def asked(session: DrivenSession, item: ItemPart) -> Question:
    found = await session.desk.read(lambda reader: reader.question(item.id))
    assert found is not None
    return found


@pytest.mark.parametrize("when", ["now", "later"])
async def test_a_page_that_is_completed_closes_its_card_and_says_so(
    session: DrivenSession, when: str, tmp_path: Path
) -> None:
    name = await session.say(f"completed {when} {PAGE}")
    if when == "later":
        await session.waiting(ItemKind.QUESTION)
        (tmp_path / "work" / "done").touch()
    state = await session.until(lambda state: state.taken is None and state.part(name))
    item = only_item(state)
    assert (item.state, item.outcome) == (ItemState.WITHDRAWN, "Completed there, the agent says")
    assert state.waiting == ()
    ended = await asked(session, item)
    assert (ended.outcome, ended.ending, ended.reply) == (QuestionOutcome.WITHDRAWN, Ending.PAGE_COMPLETED, None)
    assert '{"action": "cancel"}' in said_by_agent(state)  # nobody has said yes


async def test_one_that_the_person_has_agreed_to_is_said_to_be_completed(session: DrivenSession) -> None:
    await session.say(f"url {PAGE}\ncomplete e1\ncomplete e1\nsay over")
    item = await session.waiting(ItemKind.QUESTION)
    await answer(session, item, QuestionReply(outcome=QuestionOutcome.ANSWERED))
    state = await session.until(lambda state: "Completed" in (only_item(state).outcome or ""))
    assert only_item(state).state is ItemState.ANSWERED
    assert only_item(state).outcome == "Answered. Completed there, the agent says"
    assert (await asked(session, item)).outcome is QuestionOutcome.ANSWERED


async def test_one_that_the_person_has_declined_stays_declined(session: DrivenSession) -> None:
    await session.say(f"url {PAGE}\ncomplete e1\nask after")
    item = await session.waiting(ItemKind.QUESTION)
    await answer(session, item, QuestionReply(outcome=QuestionOutcome.DECLINED))
    await session.waiting(ItemKind.PERMISSION)  # what was told before is taken
    declined = (await session.state).part(item.id)
    assert isinstance(declined, ItemPart)
    assert (declined.state, declined.outcome) == (ItemState.ANSWERED, "Declined")
