"""How an agent's updates become events: messages, calls, plans, and everything that nobody knows."""

import base64
import itertools

import pytest

from countermark.agents.acp.translate import reading
from countermark.agents.acp.translate.hearing import Hearing
from countermark.model.sessions import events
from countermark.model.sessions.offers import FlagOption, SelectOption
from countermark.model.sessions.parts import (
    CallPart,
    CallStatus,
    CompactionPart,
    DiffOutput,
    MediaOutput,
    MessagePart,
    NoticePart,
    TerminalOutput,
    TextOutput,
    UnknownOutput,
    UnknownPart,
    Voice,
)
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction
from tests.vectors.acp_lines import Line, chunk, state_after, translated, update

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(20)


def request(method: str, name: int, **params: object) -> Line:
    return Direction.TO_AGENT, {"jsonrpc": "2.0", "id": name, "method": method, "params": params}, 0


def answer(name: int, **result: object) -> Line:
    return Direction.FROM_AGENT, {"jsonrpc": "2.0", "id": name, "result": result}, 0


def test_pieces_of_a_message_become_one_part_and_one_event() -> None:
    made = translated([chunk("Hel"), chunk("lo "), chunk("there")])
    assert made == [events.MessageFinished(MessagePart("m1", 0, Voice.AGENT, "Hello there"))]


def test_another_voice_or_another_id_begins_a_new_message() -> None:
    state = state_after([
        chunk("hm", voice="agent_thought_chunk", named="x"), chunk("one", named="x"), chunk("two", named="y"),
        chunk(" more", named="y"),
    ])  # fmt: skip
    assert [(part.voice, part.text) for part in state.ledger if isinstance(part, MessagePart)] == [
        (Voice.THOUGHT, "hm"),
        (Voice.AGENT, "one"),
        (Voice.AGENT, "two more"),
    ]


def test_what_is_told_of_the_agent_does_not_cut_a_message_and_a_call_does() -> None:
    state = state_after([
        chunk("be"), update("usage_update", used=1, size=2), chunk("fore"),
        update("tool_call", toolCallId="c", title="T"), chunk("after"),
    ])  # fmt: skip
    assert [part.text if isinstance(part, MessagePart) else part.id for part in state.ledger] == [
        "before", "c", "after",
    ]  # fmt: skip


def test_a_call_comes_in_pieces_whose_lists_replace_what_was_there() -> None:
    state = state_after([
        update("tool_call", toolCallId="c", title="Edit", kind="edit", locations=[{"path": "/a", "line": 3}]),
        update("tool_call_update", toolCallId="c", status="in_progress",
               content=[{"type": "content", "content": {"type": "text", "text": "old"}}]),
        update("tool_call_update", toolCallId="c", status="completed", rawOutput={"n": 1},
               content=[{"type": "diff", "path": "/a", "oldText": None, "newText": "x"}]),
    ])  # fmt: skip
    [call] = state.ledger
    assert isinstance(call, CallPart)
    assert (call.title, call.kind, call.status) == ("Edit", "edit", CallStatus.COMPLETED)
    assert call.outputs == (DiffOutput("/a", None, "x"),)
    assert [(place.path, place.line) for place in call.locations] == [("/a", 3)]
    assert call.raw_output == '{"n":1}'


def test_an_update_before_its_call_begins_the_call() -> None:
    [call] = state_after([update("tool_call_update", toolCallId="late", status="in_progress")]).ledger
    assert isinstance(call, CallPart)
    assert (call.id, call.title, call.status) == ("late", "Tool call", CallStatus.RUNNING)


def test_a_kind_that_nobody_knows_is_kept_and_a_status_that_nobody_knows_changes_nothing() -> None:
    [call] = state_after([
        update("tool_call", toolCallId="c", title="T", kind="brew_coffee", status="in_progress"),
        update("tool_call_update", toolCallId="c", status="levitating"),
    ]).ledger  # fmt: skip
    assert isinstance(call, CallPart)
    assert (call.kind, call.status) == ("brew_coffee", CallStatus.RUNNING)


def test_ticks_of_a_running_call_are_not_recorded_one_by_one() -> None:
    ticks = [
        update("tool_call_update", toolCallId="c",
               content=[{"type": "content", "content": {"type": "text", "text": "." * n}}])
        for n in range(1, 500)
    ]  # fmt: skip
    made = translated([update("tool_call", toolCallId="c", title="T", status="in_progress"), *ticks])
    assert len(made) == 2
    last = made[-1]
    assert isinstance(last, events.CallChanged)
    assert last.part.outputs == (TextOutput("." * 499),)


def test_a_second_call_with_the_id_of_an_ended_one_is_another_call_in_another_turn() -> None:
    begin = update("tool_call", toolCallId="c", title="First", status="completed")
    again = update("tool_call", toolCallId="c", title="Second", status="pending")
    ended = update("tool_call_update", toolCallId="c", status="completed")
    lines = [request("session/prompt", 1), begin, answer(1, stopReason="end_turn"), again, ended]
    calls = [part for part in state_after(lines).ledger if isinstance(part, CallPart)]
    assert [(part.id, part.title, part.status) for part in calls] == [
        ("c", "First", CallStatus.COMPLETED),
        ("c~4", "Second", CallStatus.COMPLETED),
    ]


def test_the_same_id_twice_within_a_turn_is_the_same_call() -> None:
    first = update("tool_call", toolCallId="c", title="First", status="completed")
    again = update("tool_call", toolCallId="c", title="Second", status="failed")
    [call] = state_after([first, again]).ledger
    assert isinstance(call, CallPart)
    assert (call.title, call.status) == ("Second", CallStatus.FAILED)


def test_every_kind_of_content_has_an_output() -> None:
    image = base64.b64encode(PNG).decode()
    blocks = [
        {"type": "text", "text": "t"}, {"type": "image", "data": image, "mimeType": "image/png"},
        {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "file:///a", "name": "a"},
        {"type": "resource", "resource": {"uri": "file:///b", "text": "inside"}}, {"type": "hologram", "beam": 1},
    ]  # fmt: skip
    content = [*({"type": "content", "content": block} for block in blocks), {"type": "terminal", "terminalId": "t1"}]
    hearing = Hearing(SessionState())
    direction, message, _ = update("tool_call", toolCallId="c", title="T", content=content)
    hearing.take(direction, message, line=1, at=0)
    [happened] = hearing.translation.take_events()
    assert isinstance(happened, events.CallChanged)
    [(digest, stored)] = hearing.translation.take_images().items()
    assert stored == PNG
    assert happened.part.outputs == (
        TextOutput("t"),
        MediaOutput("image/png", digest),
        MediaOutput("audio/wav"),
        MediaOutput("application/octet-stream", uri="file:///a", name="a"),
        TextOutput("inside"),
        UnknownOutput("hologram", '{"type":"hologram","beam":1}'),
        TerminalOutput("t1", ""),
    )


def test_a_picture_that_is_none_is_said_without_its_bytes() -> None:
    direction, message, _ = update(
        "agent_message_chunk", content={"type": "image", "data": "@@", "mimeType": "image/png"}
    )
    hearing = Hearing(SessionState())
    hearing.take(direction, message, line=1, at=0)
    hearing.translation.settle(at=0)
    [happened] = hearing.translation.take_events()
    assert isinstance(happened, events.MessageFinished)
    assert happened.part.outputs == (MediaOutput("image/png"),)
    assert not hearing.translation.take_images()


def test_a_very_long_text_is_cut_and_says_by_how_much(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("reading", "open_text"):
        monkeypatch.setattr(f"countermark.agents.acp.translate.{module}.MOST_CHARACTERS", 10)
    assert reading.MOST_CHARACTERS == 10
    [part] = state_after([chunk("12345678"), chunk("90abcd")]).ledger
    assert isinstance(part, MessagePart)
    assert (part.text, part.outputs) == ("1234567890", (TextOutput("", 4),))
    [call] = state_after([update("tool_call", toolCallId="c", title="T", content=[
        {"type": "diff", "path": "/a", "oldText": "x" * 12, "newText": "y" * 11}])]).ledger  # fmt: skip
    assert isinstance(call, CallPart)
    assert call.outputs == (DiffOutput("/a", "x" * 10, "y" * 10, 3),)


def test_a_plan_replaces_the_one_before() -> None:
    steps = [{"content": "one", "priority": "high", "status": "pending"}]
    more = [{"content": "two", "priority": "low", "status": "completed"}]
    state = state_after([update("plan", entries=steps), update("plan", entries=more)])
    assert [(entry.content, entry.status) for entry in state.plan] == [("two", "completed")]
    same = translated([update("plan", entries=steps), update("plan", entries=steps)])
    assert len(same) == 1


def test_an_option_of_an_unknown_type_is_left_out_and_an_unknown_category_is_kept() -> None:
    choice = {"value": "a", "name": "A"}
    grouped = {"name": "Group", "options": [{"value": "b", "name": "B"}]}
    state = state_after([update("config_option_update", configOptions=[
        {"id": "s", "name": "S", "type": "select", "category": "mood", "currentValue": "a",
         "options": [choice, grouped]},
        {"id": "d", "name": "D", "type": "dial", "currentValue": 3},
        {"id": "f", "name": "F", "type": "boolean", "currentValue": True},
    ])])  # fmt: skip
    select, flag = state.options
    assert isinstance(select, SelectOption)
    assert isinstance(flag, FlagOption)
    assert (select.category, [(each.value, each.group) for each in select.choices]) == (
        "mood", [("a", None), ("b", "Group")],
    )  # fmt: skip


def test_updates_before_the_answer_to_session_new_are_kept() -> None:
    commands = [{"name": "web", "description": "search", "input": {"hint": "words"}}]
    state = state_after([
        request("session/new", 1, cwd="/w"), update("available_commands_update", availableCommands=commands),
        chunk("early"), answer(1, sessionId="c", modes={"currentModeId": "m", "availableModes": [{"id": "m"}]}),
    ])  # fmt: skip
    assert [(command.name, command.hint) for command in state.commands] == [("web", "words")]
    assert (state.conversation, state.mode) == ("c", "m")
    assert [part.text for part in state.ledger if isinstance(part, MessagePart)] == ["early"]


def test_notices_and_compactions_have_parts() -> None:
    state = state_after([
        update("notice", severity="warning", title="Slow", description="very"),
        update("compaction_update", compactionId="k", status="in_progress"),
        update("compaction_summary_chunk", compactionId="k", content={"type": "text", "text": "in "}),
        update("compaction_summary_chunk", compactionId="k", content={"type": "text", "text": "short"}),
        update("compaction_update", compactionId="k", status="completed"),
    ])  # fmt: skip
    assert state.ledger == (
        NoticePart("n1", 0, "warning", "Slow", "very"),
        CompactionPart("k", 0, "completed", "in short"),
    )


@pytest.mark.parametrize(
    "message",
    [
        {"sessionUpdate": "telepathy", "thought": 1}, {"sessionUpdate": 7}, {},
        {"sessionUpdate": "agent_message_chunk"}, {"sessionUpdate": "tool_call"},
        {"sessionUpdate": "plan_update", "plan": {"type": "file"}},
    ],
)  # fmt: skip
def test_what_nobody_knows_is_shown_as_it_came(message: dict[str, object]) -> None:
    line = Direction.FROM_AGENT, {"method": "session/update", "params": {"sessionId": "c", "update": message}}, 0
    [part] = state_after([line]).ledger
    assert isinstance(part, UnknownPart)
    assert part.id == "u1"


@pytest.mark.parametrize("params", [None, 3, [], {}, {"update": None}, {"update": []}])
def test_an_update_without_an_update_is_no_error(params: object) -> None:
    [part] = state_after([(Direction.FROM_AGENT, {"method": "session/update", "params": params}, 0)]).ledger
    assert isinstance(part, UnknownPart)


def test_a_flood_of_unknown_updates_is_shown_by_its_first_ones() -> None:
    assert len(translated([update("spam", n=n) for n in range(1000)])) == 50


WRONG: tuple[object, ...] = (None, 1, 1.5, True, "x", "", [], [1], {}, {"a": None}, "\ud800")


@pytest.mark.parametrize("kind", [
    "agent_message_chunk", "tool_call", "tool_call_update", "plan", "plan_update", "available_commands_update",
    "current_mode_update", "config_option_update", "session_info_update", "usage_update", "notice", "compaction_update",
    "compaction_summary_chunk",
])  # fmt: skip
def test_fields_of_any_wrong_type_are_no_error_and_can_be_stored(kind: str) -> None:
    names = (
        "content", "toolCallId", "title", "status", "kind", "locations", "rawInput", "entries", "plan",
        "availableCommands", "currentModeId", "configOptions", "used", "size", "cost", "compactionId", "summary",
    )  # fmt: skip
    lines = [
        update(kind, **{"toolCallId": "c", "compactionId": "k", name: wrong})
        for name, wrong in itertools.product(names, WRONG)
    ]
    said = "".join(map(repr, translated(lines)))
    assert said.encode("utf-8").decode("utf-8") == said


def test_words_of_the_person_that_are_said_again_are_no_second_message() -> None:
    hearing = Hearing(SessionState())
    hearing.translation.sent = "do it"
    for number, text in enumerate(("do it", "something else"), 1):
        direction, message, at = chunk(text, voice="user_message_chunk", named=str(number))
        hearing.take(direction, message, line=number, at=at)
    hearing.translation.settle(at=0)
    [happened] = hearing.translation.take_events()
    assert isinstance(happened, events.MessageFinished)
    assert happened.part.text == "something else"


def test_a_turn_ends_with_the_prompts_own_answer_and_late_updates_are_taken() -> None:
    hearing = Hearing(SessionState(taken="p"))
    lines = [
        request("session/prompt", 5), update("tool_call", toolCallId="c", title="T", status="in_progress"),
        (Direction.TO_AGENT, {"method": "session/cancel", "params": {}}, 0), chunk("late"),
        update("tool_call_update", toolCallId="c", status="completed"), answer(5, stopReason="cancelled"),
    ]  # fmt: skip
    made: list[events.SessionEvent] = []
    for number, (direction, message, at) in enumerate(lines, 1):
        hearing.take(direction, message, line=number, at=at)
        made.extend(hearing.translation.take_events())
    assert made[-1] == events.PromptAnswered("p", "cancelled")
    assert [each.part.status for each in made if isinstance(each, events.CallChanged)] == [
        CallStatus.RUNNING, CallStatus.COMPLETED,
    ]  # fmt: skip
    assert "late" in [each.part.text for each in made if isinstance(each, events.MessageFinished)]


def test_an_error_in_the_place_of_an_answer_interrupts_the_prompt_and_says_why() -> None:
    hearing = Hearing(SessionState(taken="p"))
    hearing.take(*request("session/prompt", 1)[:2], line=1, at=0)
    error = {"id": 1, "error": {"code": -32603, "message": "Internal error", "data": {"details": "no model"}}}
    hearing.take(Direction.FROM_AGENT, error, line=2, at=0)
    [happened] = hearing.translation.take_events()
    assert happened == events.PromptInterrupted(
        "p", "The agent answered with an error: Internal error (-32603): no model"
    )


def test_what_is_represented_goes_back_to_the_first_line_that_is_in_no_event() -> None:
    hearing = Hearing(SessionState())
    lines = [chunk("a"), chunk("b"), update("usage_update", used=1, size=2), update("notice", title="x")]
    places = []
    for number, (direction, message, at) in enumerate(lines, 1):
        hearing.take(direction, message, line=number, at=at)
        places.append(hearing.represented(number))
    assert places == [0, 0, 0, 4]


def test_the_same_text_survives_any_cut_into_pieces() -> None:
    text = "a 🎈 b\n\n```\ncode\n```\n"
    for size in (1, 2, 3, 7):
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        [part] = state_after([chunk(piece) for piece in pieces]).ledger
        assert isinstance(part, MessagePart)
        assert part.text == text


def test_fresh_text_says_where_it_begins() -> None:
    hearing = Hearing(SessionState())
    taken = []
    for number, piece in enumerate(("one ", "two ", "three"), 1):
        direction, message, at = chunk(piece)
        hearing.take(direction, message, line=number, at=at)
        if number != 2:
            fresh = hearing.translation.fresh_text()
            assert fresh is not None
            taken.append((fresh.at, fresh.text))
    assert taken == [(0, "one "), (4, "two three")]
    assert hearing.translation.fresh_text() is None


def test_a_fold_over_what_was_made_ends_open_calls_when_a_turn_is_cancelled() -> None:
    state = folded(
        (0, event)
        for event in [
            *translated([update("tool_call", toolCallId="c", title="T", status="in_progress")]),
            events.CancelAsked(),
        ]
    )
    [call] = state.ledger
    assert isinstance(call, CallPart)
    assert call.status is CallStatus.CANCELLED
