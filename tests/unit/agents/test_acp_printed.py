"""What a command of an agent's own has printed is shown as its terminal, wherever the agent has told it."""

from typing import Any

import pytest

from countermark.agents.acp.translate import printed
from countermark.agents.acp.translate.hearing import Hearing
from countermark.model.sessions.parts import CallPart, CallStatus, Output, PlanEntry, TerminalOutput, TextOutput
from countermark.model.sessions.state import SessionState
from tests.vectors.acp_lines import Line, recorded_lines, state_after, update

BEGUN = update("tool_call", toolCallId="c", title="ls", kind="execute", status="in_progress",
               content=[{"type": "terminal", "terminalId": "c"}])  # fmt: skip
BARE = update("tool_call", toolCallId="c", title="ls", kind="execute", status="in_progress")


def told(**meta: Any) -> Line:
    return update(
        "tool_call_update", toolCallId="c", _meta={name: {"terminal_id": "c", **it} for name, it in meta.items()}
    )


def outputs(*lines: Line) -> tuple[Output, ...]:
    [part] = [part for part in state_after(lines).ledger if isinstance(part, CallPart)]
    return part.outputs


@pytest.mark.parametrize("begun", [BEGUN, BARE])
def test_pieces_and_the_end_make_a_terminal(begun: Line) -> None:
    lines = [told(terminal_output_delta={"data": each}) for each in ("one\n", "two\n")]
    ended = told(terminal_output_delta={"data": "three"}, terminal_exit={"exit_code": 3, "signal": None})
    assert outputs(begun, *lines, ended) == (TerminalOutput("c", "one\ntwo\nthree", exit_code=3),)


def test_a_whole_output_replaces_what_was_there() -> None:
    lines = [told(terminal_output_delta={"data": "on"}), told(terminal_output={"data": "one"})]
    assert outputs(BEGUN, *lines, told(terminal_exit={"signal": "SIGTERM"})) == (
        TerminalOutput("c", "one", signal="SIGTERM"),
    )


@pytest.mark.parametrize("name", ["stdout", "aggregated_output", "formatted_output"])
def test_a_raw_output_is_shown_where_nothing_else_is(name: str) -> None:
    raw = update("tool_call_update", toolCallId="c", status="completed", rawOutput={name: "a.txt\n", "exit_code": 1})
    assert outputs(BARE, raw) == (TerminalOutput("c", "a.txt\n", exit_code=1),)
    assert outputs(BEGUN, raw) == (TerminalOutput("c", "a.txt\n", exit_code=1),)


def test_a_raw_output_is_not_shown_twice_and_not_of_what_is_no_command() -> None:
    text = [{"type": "content", "content": {"type": "text", "text": "said"}}]
    done: dict[str, Any] = {"toolCallId": "c", "status": "completed", "rawOutput": {"stdout": "a"}}
    assert outputs(BARE, update("tool_call_update", content=text, **done)) == (TextOutput("said"),)
    assert outputs(BARE, update("tool_call_update", kind="edit", **done)) == ()
    assert outputs(BARE, told(terminal_output_delta={"data": "b"}), update("tool_call_update", **done)) == (
        TerminalOutput("c", "b"),
    )


def test_of_a_long_output_the_end_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "MOST_CHARACTERS", 4)
    lines = [told(terminal_output_delta={"data": each}) for each in ("abc", "def")]
    assert outputs(BEGUN, *lines) == (TerminalOutput("c", "cdef", truncated=True),)


def test_what_a_terminal_of_the_desk_has_printed_counts_more() -> None:
    hearing = Hearing(SessionState())
    direction, message, at = BEGUN
    hearing.take(direction, message, line=1, at=at)
    hearing.translation.terminal(TerminalOutput("c", "ours"), line=1, at=at, ended=False)
    direction, message, at = told(terminal_output={"data": "theirs"})
    hearing.take(direction, message, line=2, at=at)
    [call] = hearing.translation.open_calls()
    assert call.outputs == (TerminalOutput("c", "ours"),)


@pytest.mark.parametrize("name", ["codex"])
def test_a_recorded_command_has_its_output(name: str) -> None:
    calls = [part for part in state_after(list(recorded_lines(name))).ledger if isinstance(part, CallPart)]
    [command] = [part for part in calls if part.kind == "execute"]
    [terminal] = command.outputs
    assert isinstance(terminal, TerminalOutput)
    assert "hello.txt" in terminal.output
    assert (terminal.exit_code, command.status) == (0, CallStatus.COMPLETED)


@pytest.mark.parametrize(
    ("uri", "place"),
    [
        ("file:///w/my%20plan.md", "/w/my plan.md"),
        ("https://plans.example/1", "https://plans.example/1"),
        ("plan.md", "plan.md"),
    ],
)
def test_a_plan_in_a_file_is_named(uri: str, place: str) -> None:
    state = state_after([update("plan_update", plan={"type": "file", "planId": "p", "uri": uri})])
    assert state.plan == (PlanEntry(f"The plan is in {place}", "", ""),)
    assert state.ledger == ()
