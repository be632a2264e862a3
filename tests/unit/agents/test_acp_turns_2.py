"""When a turn of version 2 of the protocol is over, and what of it is known after a crash."""

import pytest

from countermark.agents.acp.translate.foreground import Foreground
from countermark.agents.acp.translate.hearing import Hearing
from countermark.model.sessions.events import Initialised, PromptAnswered, PromptInterrupted
from countermark.model.sessions.offers import AgentFacts
from countermark.model.sessions.parts import MessagePart
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction
from tests.unit.agents.acp_second import AGREED, IDLE, PROMPTED, RUNNING, answer, call, chunk
from tests.vectors.acp_lines import Line, state_after, update


def messages(state: SessionState) -> list[tuple[str, str]]:
    return [(part.voice.value, part.text) for part in state.ledger if isinstance(part, MessagePart)]


def endings(*lines: Line) -> list[object]:
    hearing = Hearing(SessionState())
    hearing.prompt = "p"
    for number, (direction, message, at) in enumerate([*AGREED, *lines], 1):
        hearing.take(direction, message, line=number, at=at)
    events = hearing.translation.take_events()
    return [event for event in events if isinstance(event, PromptAnswered | PromptInterrupted)]


PROMPT, TAKEN = PROMPTED[-2:]
STOPPED = update("state_update", state="idle", stopReason="cancelled")
CANCEL: Line = (Direction.TO_AGENT, {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "c"}}, 0)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((PROMPT, TAKEN, RUNNING, IDLE), "end_turn"),
        ((PROMPT, RUNNING, TAKEN, IDLE), "end_turn"),
        ((PROMPT, RUNNING, IDLE, TAKEN), "end_turn"),
        ((RUNNING, PROMPT, TAKEN, IDLE), "end_turn"),
        ((PROMPT, TAKEN, update("state_update", state="requires_action"), IDLE), "end_turn"),
        ((PROMPT, TAKEN, update("state_update", state="_dreams"), IDLE), "end_turn"),
        ((PROMPT, TAKEN, chunk("1", "Told without a state."), IDLE), "end_turn"),
        ((PROMPT, TAKEN, CANCEL, STOPPED), "cancelled"),
        ((PROMPT, TAKEN, STOPPED), "cancelled"),
        ((PROMPT, TAKEN, RUNNING, update("state_update", state="idle")), "unknown"),
        ((PROMPT, answer(3, stopReason="max_tokens")), "max_tokens"),  # an answer of version 1
    ],
)
def test_a_turn_ends_when_the_agent_goes_from_work_to_idleness(lines: tuple[Line, ...], reason: str) -> None:
    assert endings(*lines) == [PromptAnswered("p", reason)]


@pytest.mark.parametrize(
    "lines",
    [
        (PROMPT, TAKEN),
        (PROMPT, TAKEN, RUNNING),
        (IDLE, PROMPT, TAKEN),
        (IDLE, PROMPT, TAKEN, IDLE),  # told again, for something in the background
        (RUNNING, IDLE, PROMPT, IDLE, TAKEN),
        (PROMPT, TAKEN, update("state_update", state="idle")),
    ],
)
def test_a_state_that_is_told_again_ends_no_turn(lines: tuple[Line, ...]) -> None:
    assert endings(*lines) == []


def test_a_turn_that_fails_is_interrupted_with_the_agents_words() -> None:
    failed = update("state_update", state="idle", stopReason="error", error={"code": -32603, "message": "No network"})
    (ended,) = endings(PROMPT, TAKEN, RUNNING, failed)
    assert isinstance(ended, PromptInterrupted)
    assert "No network" in ended.why
    (refused,) = endings(PROMPT, (Direction.FROM_AGENT, {"id": 3, "error": {"code": -1, "message": "Busy"}}, 0), IDLE)
    assert isinstance(refused, PromptInterrupted)
    assert "Busy" in refused.why


def test_two_turns_that_are_stopped_at_once_both_end() -> None:
    foreground = Foreground()
    for _ in range(2):
        foreground.prompt()
        assert not foreground.taken()
        foreground.stopping = True
        assert foreground.state("idle", "cancelled")


def test_all_of_a_turn_is_translated_again_after_a_crash() -> None:
    """Until its end, though the agent has said at once that it took the prompt: a piece belongs to its whole."""
    hearing = Hearing(SessionState())
    hearing.prompt = "p"
    lines = [*PROMPTED, RUNNING, chunk("1", "One "), call(), chunk("1", "more."), IDLE]
    represented = []
    for number, (direction, message, at) in enumerate(lines, 1):
        hearing.take(direction, message, line=number, at=at)
        represented.append(hearing.represented(number))
    assert represented[4:] == [4, 4, 4, 4, 4, 4, 11]


def test_what_was_agreed_on_is_known_after_a_crash_without_its_lines() -> None:
    state = folded([(0, Initialised(AgentFacts(protocol=2), 1))])
    assert messages(state_after([chunk("1", "a"), chunk("2", "b"), chunk("1", "c")], state)) == [
        ("agent", "ac"),
        ("agent", "b"),
    ]
