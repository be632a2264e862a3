"""Several answer one request of a session at once, and its turn may be cancelled meanwhile: one of them wins."""

import asyncio
import random
from collections import Counter

import pytest

from countermark.model import actors
from countermark.model.errors import AlreadyDecided
from countermark.model.permissions import Outcome, Permission
from tests.contract.actions.session_gate import CANCELLED, ME, SessionGate, chosen, command, open_session_gate
from tests.figures import figure

RACES = 1_000
OTHER_DESK = actors.person("si_other")
BY_PERSON = "by a person at the desk"
BY_CANCEL = "because the agent no longer asks"


async def late(wait: float) -> None:
    """Some turns of the loop, so that nobody is always the first."""
    for _ in range(int(wait)):
        await asyncio.sleep(0)


async def answer(its: SessionGate, card: Permission, *, allows: bool, wait: float) -> str:
    """What a desk is told of its answer."""
    await late(wait)
    try:
        if allows:
            await its.allow(card, by=ME)
        else:
            await its.refuse(card, by=OTHER_DESK)
    except AlreadyDecided as error:
        return str(error)
    return "won"


async def cancelled(its: SessionGate, wait: float) -> str:
    """What the end of the turn has done; an agent is never told that it was late."""
    await late(wait)
    await its.cancel()
    return ""


@pytest.mark.tenth
async def test_two_desks_answer_one_request_and_one_answer_is_the_agents() -> None:
    chance, wins = random.Random(13), Counter[str]()
    async with open_session_gate() as its:
        for number in range(figure(RACES)):
            asked = its.ask(command(f"ours-a {number}", call=f"c{number}"))
            card = await its.card()
            waits = [chance.randrange(20), chance.randrange(20)]
            said = await asyncio.gather(
                answer(its, card, allows=True, wait=waits[0]), answer(its, card, allows=False, wait=waits[1])
            )
            result = await asyncio.wait_for(asked, 20)
            winner = said.index("won")
            assert result == chosen("once" if winner == 0 else "no")
            outcome = Outcome.ALLOWED if winner == 0 else Outcome.DENIED
            assert said[1 - winner] == f"This is already decided: {outcome.value}, {BY_PERSON}."
            found = await its.now(card)
            assert (found.outcome, found.decider and found.decider.id) == (
                outcome,
                (ME if winner == 0 else OTHER_DESK).id,
            )
            assert await its.ends(card) == ["permission_decided"]
            wins[outcome.value] += 1
        assert min(wins["allowed"], wins["denied"]) > 0, wins


@pytest.mark.tenth
async def test_a_desk_answers_while_the_turn_is_cancelled_and_the_agent_hears_one_of_both() -> None:
    chance, wins = random.Random(14), Counter[str]()
    async with open_session_gate() as its:
        for number in range(figure(RACES)):
            asked = its.ask(command(f"ours-a {number}", call=f"c{number}"))
            card = await its.card()
            waits = [chance.randrange(60), chance.randrange(60)]
            said, _ = await asyncio.gather(answer(its, card, allows=True, wait=waits[0]), cancelled(its, waits[1]))
            result = await asyncio.wait_for(asked, 20)
            wins["desk" if said == "won" else "cancel"] += 1
            assert len(await its.ends(card)) == 1
            if said == "won":
                assert result == chosen("once")
            else:
                assert (result, said) == (CANCELLED, f"This is already decided: withdrawn, {BY_CANCEL}.")
        assert min(wins["desk"], wins["cancel"]) > 0, wins
