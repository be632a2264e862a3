"""What updates of version 2 of the protocol make: everything has an id, and what is told of it again changes it."""

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.sessions.parts import (
    CallPart,
    CallStatus,
    DiffOutput,
    MessagePart,
    NoticePart,
    TerminalOutput,
    TextOutput,
    UnknownOutput,
    UnknownPart,
    Voice,
)
from countermark.model.sessions.state import SessionState
from tests.unit.agents.acp_second import IDLE, RUNNING, after, answer, call, chunk, ours, text
from tests.vectors.acp_lines import Line, update


def messages(state: SessionState) -> list[tuple[str, str]]:
    return [(part.voice.value, part.text) for part in state.ledger if isinstance(part, MessagePart)]


def only_call(state: SessionState) -> CallPart:
    (part,) = [part for part in state.ledger if isinstance(part, CallPart)]
    return part


def diff(*changes: dict[str, str], patch: str | None = None) -> dict[str, Any]:
    more = {} if patch is None else {"patch": {"format": "git_patch", "text": patch}}
    return {"type": "diff", "changes": list(changes), **more}


# Messages


def test_pieces_of_two_messages_that_come_by_turns_are_two_messages() -> None:
    state = after(chunk("1", "One "), chunk("2", "Two "), chunk("1", "and more."), chunk("2", "and other."))
    assert messages(state) == [("agent", "One and more."), ("agent", "Two and other.")]


def test_a_voice_has_ids_of_its_own() -> None:
    state = after(chunk("1", "Hm.", kind="agent_thought_chunk"), chunk("1", "Yes."))
    assert messages(state) == [("thought", "Hm."), ("agent", "Yes.")]


def test_a_whole_message_replaces_what_was_told_of_it_and_pieces_follow_it() -> None:
    whole = update("agent_message", messageId="1", content=[text("All "), text("anew")])
    assert messages(after(chunk("1", "Old"), whole, chunk("1", "."))) == [("agent", "All anew.")]
    assert messages(after(chunk("1", "Old"), call(), whole)) == [("agent", "All anew")]


def test_a_message_without_content_stays_as_it_is_and_null_clears_it() -> None:
    assert messages(after(chunk("1", "Old"), update("agent_message", messageId="1"))) == [("agent", "Old")]
    cleared = update("agent_message", messageId="1", content=None)
    assert messages(after(chunk("1", "Old"), call(), cleared)) == [("agent", "")]
    assert messages(after(cleared)) == []


def test_an_id_that_is_used_again_in_a_later_turn_changes_nothing_above() -> None:
    again = [
        IDLE,
        ours(4, "session/prompt", sessionId="c", prompt=[]),
        answer(4, messageId="u2"),
        chunk("1", "Second."),
    ]
    assert messages(after(RUNNING, chunk("1", "First."), *again)) == [("agent", "First."), ("agent", "Second.")]


def test_the_persons_own_words_are_not_shown_again_and_those_of_others_are() -> None:
    state = after(
        update(
            "user_message",
            messageId="u1",
            content=[text("Go on."), {"type": "resource_link", "uri": "file:///a", "name": "a"}],
        ),
        update("user_message", messageId="u9", content=[text("From the agent's own terminal")]),
    )
    assert messages(state) == [("user", "From the agent's own terminal")]


def test_a_message_holds_what_is_no_text() -> None:
    link = {"type": "resource_link", "uri": "file:///a", "name": "a"}
    state = after(update("agent_message", messageId="1", content=[text("See"), link, {"type": "_odour", "of": "tea"}]))
    (part,) = [part for part in state.ledger if isinstance(part, MessagePart)]
    assert [type(output).__name__ for output in part.outputs] == ["MediaOutput", "UnknownOutput"]


# Tool calls


def test_what_an_update_leaves_out_stays_null_clears_and_the_rest_replaces() -> None:
    told = call(
        title="List", name="Bash", kind="execute", status="in_progress", rawInput={"command": "ls"}, rawOutput=1,
        locations=[{"path": "/w/a"}], content=[{"type": "content", "content": text("x")}],
    )  # fmt: skip
    assert only_call(after(told, call(title="List all"))).raw_input == '{"command":"ls"}'
    part = only_call(after(told, call(
        title=None, name=None, kind=None, status=None, rawInput=None, rawOutput=None, locations=None, content=None
    )))  # fmt: skip
    assert (part.title, part.name, part.kind, part.status) == ("Tool call", None, "other", CallStatus.PENDING)
    assert (part.raw_input, part.raw_output, part.locations, part.outputs) == (None, None, (), ())


@pytest.mark.parametrize(
    ("status", "ours_is"),
    [("paused", CallStatus.RUNNING), ("cancelled", CallStatus.CANCELLED), ("_dreaming", CallStatus.RUNNING)],
)
def test_a_status_is_one_of_ours(status: str, ours_is: CallStatus) -> None:
    assert only_call(after(call(status=status))).status is ours_is


def test_pieces_of_content_are_added_to_a_call() -> None:
    lines = [update("tool_call_content_chunk", toolCallId="c", content={"type": "content", "content": text(word)})
             for word in ("a", "b")]  # fmt: skip
    assert only_call(after(call(), *lines)).outputs == (TextOutput("a"), TextOutput("b"))


def test_content_of_an_unknown_kind_is_shown_as_it_came() -> None:
    (output,) = only_call(after(call(content=[{"type": "_hologram", "of": "tea"}]))).outputs
    assert isinstance(output, UnknownOutput)
    assert json.loads(output.raw)["of"] == "tea"


def test_a_patch_is_shown_place_by_place() -> None:
    patch = (
        "diff --git /w/a.py /w/a.py\n--- /w/a.py\n+++ /w/a.py\n@@ -1,2 +1,2 @@ def f\n a\n-b\n+c\n"
        "@@ -9 +9,0 @@\n-gone\n"
        'diff --git "/w/gr\\303\\266\\303\\237e" "/w/gr\\303\\266\\303\\237e"\nnew file mode 100644\n--- /dev/null\n'
        '+++ "/w/gr\\303\\266\\303\\237e"\n@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n'
        "diff --git /w/old /w/old\ndeleted file mode 100644\n--- /w/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    )
    changes = [{"operation": "modify", "path": "/w/a.py"}, {"operation": "move", "oldPath": "/w/m1", "path": "/w/m2"}]
    outputs = only_call(after(call(content=[diff(*changes, patch=patch)]))).outputs
    assert outputs == (
        DiffOutput("/w/a.py", "a\nb\n", "a\nc\n"),
        DiffOutput("/w/a.py", "gone\n", ""),
        DiffOutput("/w/größe", None, "one"),
        DiffOutput("/w/old", "x\n", None),
        DiffOutput("/w/m2", None, None),
        DiffOutput("/w/m1", None, None),
    )


@pytest.mark.parametrize(
    "patch",
    [
        "--- /w/a\n+++ /w/a\n@@ -1,9 +1 @@\n-b\n+c\n",
        "@@ -1 +1 @@\n-a\n+b\n",
        "--- /w/a\n+++ /w/a\n@@ -1 +1 @@\n?a\n",
        "words",
    ],
)
def test_a_patch_that_does_not_hold_what_it_promises_is_told_by_its_files(patch: str) -> None:
    outputs = only_call(after(call(content=[diff({"operation": "modify", "path": "/w/a"}, patch=patch)]))).outputs
    assert outputs == (DiffOutput("/w/a", None, None),)


# Terminals of the agent


def piece(content: bytes) -> Line:
    return update("terminal_output_chunk", terminalId="t", data=base64.b64encode(content).decode())


def test_what_a_terminal_has_printed_before_its_call_is_told_is_shown() -> None:
    shows = call(content=[{"type": "terminal", "terminalId": "t"}])
    assert only_call(after(piece(b"a\n"), shows, piece(b"b\n"))).outputs == (TerminalOutput("t", "a\nb\n"),)


def test_a_terminal_goes_on_after_its_turn_is_over() -> None:
    shows = call(status="completed", content=[{"type": "terminal", "terminalId": "t"}])
    ended = update("terminal_update", terminalId="t", exitStatus={"signal": "SIGTERM"})
    (output,) = only_call(after(RUNNING, shows, IDLE, piece(b"late"), ended)).outputs
    assert output == TerminalOutput("t", "late", signal="SIGTERM")


def test_a_snapshot_replaces_what_a_terminal_has_printed_and_a_long_one_keeps_its_end() -> None:
    shows = call(content=[{"type": "terminal", "terminalId": "t"}])
    long = base64.b64encode("ß".encode() * 150_000 + b"end").decode()
    (output,) = only_call(
        after(shows, piece(b"x"), update("terminal_update", terminalId="t", output={"data": long}))
    ).outputs
    assert isinstance(output, TerminalOutput)
    assert output.truncated
    assert output.output.startswith("ß")
    assert output.output.endswith("ßend")


# The rest of the conversation


def test_plans_have_ids_and_are_shown_as_one() -> None:
    def plan(name: str, *steps: str) -> Line:
        entries = [{"content": step, "priority": "low", "status": "pending"} for step in steps]
        return update("plan_update", plan={"type": "items", "planId": name, "entries": entries})

    state = after(plan("p", "a", "b"), plan("q", "c"), plan("p", "a"))
    assert [entry.content for entry in state.plan] == ["a", "c"]
    assert after(plan("p", "a"), update("plan_removed", planId="p")).plan == ()


def test_what_it_costs_stays_until_it_is_told_anew() -> None:
    cost = {"amount": 1.5, "currency": "EUR"}
    told = update("usage_update", used=1, size=9, cost=cost)
    usage = after(told, update("usage_update", used=2, size=9)).usage
    assert usage is not None
    assert (usage.used, usage.cost, usage.currency) == (2, 1.5, "EUR")
    cleared = after(told, update("usage_update", used=3, size=9, cost=None)).usage
    assert cleared is not None
    assert (cleared.used, cleared.cost) == (3, None)


def test_notices_are_as_in_version_one() -> None:
    (part,) = [
        part
        for part in after(update("notice", severity="error", title="Disk full")).ledger
        if isinstance(part, NoticePart)
    ]
    assert (part.severity, part.title) == ("error", "Disk full")


@pytest.mark.parametrize("kind", ["tool_call", "plan", "current_mode_update", "subagent_update", "_own"])
def test_a_kind_that_this_version_does_not_have_is_shown_as_it_came(kind: str) -> None:
    (part,) = [part for part in after(update(kind, toolCallId="x", title="X")).ledger if isinstance(part, UnknownPart)]
    assert part.kind == kind


# Nothing that an agent sends is an error

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KINDS = st.sampled_from(
    "user_message_chunk user_message agent_message_chunk agent_message agent_thought state_update "
    "tool_call_content_chunk tool_call_update terminal_update terminal_output_chunk plan_update plan_removed "
    "available_commands_update config_option_update session_info_update usage_update notice compaction_update "
    "compaction_summary_chunk tool_call _own".split()
)
NAMES = st.sampled_from(
    "messageId content toolCallId title status rawInput locations state stopReason error terminalId data output "
    "exitStatus plan planId availableCommands configOptions used size cost compactionId summary type changes patch "
    "kind name".split()
)
FIELDS = st.dictionaries(NAMES, JSON | st.dictionaries(NAMES, JSON, max_size=3) | st.just("1"), max_size=5)


@given(st.lists(st.tuples(KINDS, FIELDS), max_size=8))
def test_no_update_is_an_error(told: list[tuple[str, dict[str, Any]]]) -> None:
    state = after(RUNNING, *(update(kind, **fields) for kind, fields in told), IDLE)
    assert state.taken is None


def test_a_user_is_not_an_agent() -> None:
    (part,) = [
        part for part in after(chunk("9", "Hello", kind="user_message_chunk")).ledger if isinstance(part, MessagePart)
    ]
    assert part.voice is Voice.USER


def test_what_goes_on_in_the_background_outlives_its_turn() -> None:
    """The rest has no end of its own: of that nothing more will be told."""
    goes_on = update(
        "state_update", state="idle", stopReason="end_turn",
        background=[{"type": "tool_call", "toolCallId": "b"}, {"type": "terminal", "terminalId": "t"}],
    )  # fmt: skip
    shown = [{"type": "terminal", "terminalId": "t"}]
    state = after(
        RUNNING, call("a", status="in_progress"), call("b", status="in_progress"),
        call("c", status="in_progress", content=shown), goes_on,
    )  # fmt: skip
    statuses = {part.id: part.status for part in state.ledger if isinstance(part, CallPart)}
    assert statuses == {"a": CallStatus.NO_FURTHER_WORD, "b": CallStatus.RUNNING, "c": CallStatus.RUNNING}
