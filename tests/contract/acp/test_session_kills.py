"""A hub that is killed at any moment of a turn, again and again: nothing is lost, doubled, or sent twice."""

import asyncio
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from countermark.actions.sessions.reading import list_sessions, traffic
from countermark.model.sessions.parts import MessagePart, PromptPart, PromptState, Voice
from countermark.model.sessions.values import Direction, RawLine
from tests.contract.acp.driven import DrivenSession, driven
from tests.figures import figure

KILLS = 200
LONGEST_S = 0.8  # a turn takes about half a second
HUB = Path(__file__).parent / "counting_hub.py"


def kill_at(place: Path, moment: float) -> None:
    """Let a hub count for a moment, then kill it."""
    with subprocess.Popen([sys.executable, str(HUB), str(place)], stdout=subprocess.PIPE, text=True) as hub:
        assert hub.stdout is not None
        assert hub.stdout.readline() == "counts\n"
        try:
            hub.wait(moment)
        except subprocess.TimeoutExpired:
            hub.kill()


async def all_lines(session: DrivenSession) -> list[RawLine]:
    lines: list[RawLine] = []
    while page := await traffic(session.desk, session.id, lines[-1].number if lines else 0):
        lines += page
    return lines


def received(lines: list[RawLine]) -> str:
    """All that the agent has said, by its own lines."""
    messages = (json.loads(line.text) for line in lines if line.direction is Direction.FROM_AGENT)
    updates = (message["params"]["update"] for message in messages if message.get("method") == "session/update")
    return "".join(update["content"]["text"] for update in updates if update["sessionUpdate"] == "agent_message_chunk")


@pytest.mark.tenth
async def test_a_hub_that_is_killed_again_and_again_loses_and_doubles_nothing(tmp_path: Path) -> None:
    moments = random.Random(13)
    for _ in range(figure(KILLS)):
        await asyncio.to_thread(kill_at, tmp_path, moments.uniform(0.0, LONGEST_S))
    async with driven(tmp_path) as it:
        [known] = await list_sessions(it.desk)
        session = DrivenSession(it.desk, known.id)
        state = await session.until(lambda state: state.why)
        lines = await all_lines(session)
        said = [part for part in state.ledger if isinstance(part, MessagePart) and part.voice is Voice.AGENT]
        assert "".join(part.text for part in said) == received(lines)
        assert len({part.id for part in state.ledger}) == len(state.ledger)
        written = [json.loads(line.text) for line in lines if line.direction is Direction.TO_AGENT]
        sent = Counter(
            message["params"]["prompt"][0]["text"] for message in written if message.get("method") == "session/prompt"
        )
        assert set(sent.values()) == {1}
        prompts = [part.prompt for part in state.ledger if isinstance(part, PromptPart)]
        assert {prompt.state for prompt in prompts} <= {PromptState.ANSWERED, PromptState.INTERRUPTED}
        assert len(prompts) >= figure(KILLS)
        assert set(sent) <= {prompt.sent for prompt in prompts}
        assert "session/new" in [message.get("method") for message in written]
        assert [message.get("method") for message in written].count("session/new") == 1
