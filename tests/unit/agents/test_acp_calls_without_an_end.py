"""A call of which the agent says no more, once it was refused or its turn has ended."""

import itertools

import pytest

from countermark.agents.acp.translate.hearing import Hearing
from countermark.model.sessions.parts import CallPart, CallStatus
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction
from tests.vectors.acp_lines import Line, state_after, update

OPTIONS = [
    {"optionId": "yes", "name": "Allow", "kind": "allow_once"},
    {"optionId": "no", "name": "Reject", "kind": "reject_once"},
    {"optionId": "never", "name": "Never", "kind": "reject_always"},
]
BEGUN = update("tool_call", toolCallId="c", title="Run", kind="execute", status="pending")
GOES_ON = update("tool_call_update", toolCallId="c", status="in_progress")


def ours(name: int, **message: object) -> Line:
    return Direction.TO_AGENT, {"jsonrpc": "2.0", "id": name, **message}, 0


def theirs(name: int, **message: object) -> Line:
    return Direction.FROM_AGENT, {"jsonrpc": "2.0", "id": name, **message}, 0


def asked(name: int, call: str = "c") -> Line:
    params = {"sessionId": "s", "toolCall": {"toolCallId": call, "title": "Run", "kind": "execute"}, "options": OPTIONS}
    return theirs(name, method="session/request_permission", params=params)


def chosen(name: int, option: str) -> Line:
    return ours(name, result={"outcome": {"outcome": "selected", "optionId": option}})


def turn(*lines: Line, ends: dict[str, object] | None = None) -> list[Line]:
    over = {"result": {"stopReason": "end_turn"}} if ends is None else ends
    return [ours(1, method="session/prompt", params={}), *lines, theirs(1, **over)]


def only_call(lines: list[Line]) -> CallPart:
    [part] = [part for part in state_after(lines).ledger if isinstance(part, CallPart)]
    return part


@pytest.mark.parametrize("option", ["no", "never"])
def test_a_call_that_was_refused_reads_refused(option: str) -> None:
    call = only_call(turn(asked(0), chosen(0, option)))
    assert (call.status, call.ended_at) == (CallStatus.REFUSED, 0)


def test_it_reads_refused_before_the_turn_ends() -> None:
    hearing = Hearing(SessionState())
    for number, (direction, message, at) in enumerate([asked(0), chosen(0, "no")], 1):
        hearing.take(direction, message, line=number, at=at)
    assert hearing.translation.activity is None
    assert [event.part.status for event in hearing.translation.take_events()] == [  # type: ignore[union-attr]  # of calls
        CallStatus.PENDING, CallStatus.REFUSED,
    ]  # fmt: skip


def test_a_refusal_by_an_error_counts_as_one_and_a_request_taken_back_does_not() -> None:
    refused = only_call(turn(asked(0), ours(0, error={"code": -32603, "message": "Nobody answered."})))
    taken_back = only_call(turn(asked(0), ours(0, error={"code": -32800, "message": "Cancelled."})))
    assert (refused.status, taken_back.status) == (CallStatus.REFUSED, CallStatus.NO_FURTHER_WORD)


@pytest.mark.parametrize("status", ["failed", "completed"])
def test_what_the_agent_says_of_a_refused_call_counts_more(status: str) -> None:
    told = update("tool_call_update", toolCallId="c", status=status)
    assert only_call(turn(asked(0), chosen(0, "no"), told)).status == status


def test_a_refused_call_that_goes_on_all_the_same_is_not_called_refused() -> None:
    assert only_call(turn(asked(0), chosen(0, "no"), GOES_ON)).status is CallStatus.NO_FURTHER_WORD


def test_a_refused_call_that_is_told_as_pending_once_more_reads_refused_after_the_turn() -> None:
    assert only_call(turn(asked(0), chosen(0, "no"), BEGUN)).status is CallStatus.REFUSED


def test_a_call_that_was_refused_and_then_allowed_is_not_called_refused() -> None:
    assert only_call(turn(asked(0), chosen(0, "no"), asked(2), chosen(2, "yes"))).status is CallStatus.NO_FURTHER_WORD


@pytest.mark.parametrize("begun", [[BEGUN], [BEGUN, GOES_ON], [asked(0), chosen(0, "yes")]])
@pytest.mark.parametrize("ends", [{"result": {"stopReason": "end_turn"}}, {"error": {"code": -32603, "message": "?"}}])
def test_a_call_without_an_end_has_none_once_its_turn_is_over(begun: list[Line], ends: dict[str, object]) -> None:
    assert only_call(turn(*begun, ends=ends)).status is CallStatus.NO_FURTHER_WORD


def test_a_cancelled_turn_cancels_what_has_no_end_but_not_what_was_refused() -> None:
    ends: dict[str, object] = {"result": {"stopReason": "cancelled"}}
    lines = turn(asked(0, "refused"), chosen(0, "no"), asked(2, "open"), ends=ends)
    lines = [*lines[:-1], ours(2, result={"outcome": {"outcome": "cancelled"}}), lines[-1]]
    state = state_after(lines, SessionState(taken="p"))
    calls = [part for part in state.ledger if isinstance(part, CallPart)]
    assert {part.id: part.status for part in calls} == {
        "refused": CallStatus.REFUSED, "open": CallStatus.CANCELLED,
    }  # fmt: skip


def test_a_late_word_of_a_call_is_taken_and_its_id_means_another_one_in_another_turn() -> None:
    done = update("tool_call_update", toolCallId="c", status="completed")
    assert only_call([*turn(BEGUN), done]).status is CallStatus.COMPLETED
    calls = [part for part in state_after([*turn(BEGUN), *turn(BEGUN, done)]).ledger if isinstance(part, CallPart)]
    assert [part.status for part in calls] == [CallStatus.NO_FURTHER_WORD, CallStatus.COMPLETED]


def test_after_a_crash_the_same_lines_say_the_same_wherever_they_are_cut() -> None:
    lines = turn(BEGUN, asked(0), chosen(0, "no"), update("agent_message_chunk", content={"type": "text", "text": "x"}))
    whole = state_after(lines)
    for cut in range(len(lines)):
        hearing = Hearing(SessionState())
        for number, (direction, message, at) in enumerate(itertools.islice(lines, cut), 1):
            hearing.take(direction, message, line=number, at=at)
        again = hearing.represented(cut)
        calls = [part for part in state_after(lines[again:], first=again + 1).ledger if isinstance(part, CallPart)]
        assert calls == [part for part in whole.ledger if isinstance(part, CallPart)], cut
