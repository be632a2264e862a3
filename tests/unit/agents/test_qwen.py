"""What Qwen Code 0.24.4 really sent to its hooks, and what it must not get away with; what it is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from countermark.agents.base import Nothing, WithoutPlan
from countermark.agents.qwen import translator
from countermark.agents.qwen.calls import TOUCHES_NOTHING
from countermark.agents.qwen.permissions import EDITS_LOST, STOP
from countermark.model.asked import CallPoint, Decider, DeciderKind
from countermark.model.conversations import ConversationEvent, ConversationStep, MalformedCall
from countermark.model.errors import BadInput
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk, PermissionDecision
from countermark.model.questions import QuestionAnswer, QuestionAsk, QuestionOutcome, QuestionReply
from countermark.model.reviews import Evidence, Submission
from countermark.model.tool_calls import ToolKind

PAYLOADS = Path(__file__).parent / "payloads" / "qwen"
CWD = "/home/you/web-store"
MEANING = {
    "permission_request_ask_user_question": QuestionAsk,
    "permission_request_exit_plan_mode": Submission,
    "permission_request_run_shell_command": PermissionAsk,
    "post_tool_use_exit_plan_mode": Evidence,
    "pre_tool_use_agent": Nothing,
    "pre_tool_use_edit": PermissionAsk,
    "pre_tool_use_exit_plan_mode": Nothing,
    "pre_tool_use_glob": PermissionAsk,
    "pre_tool_use_grep_search": PermissionAsk,
    "pre_tool_use_read_file": PermissionAsk,
    "pre_tool_use_run_shell_command": PermissionAsk,
    "pre_tool_use_run_shell_command_after_dialog": PermissionAsk,
    "pre_tool_use_run_shell_command_sub_agent": PermissionAsk,
    "pre_tool_use_tool_search": Nothing,
    "pre_tool_use_web_fetch": PermissionAsk,
    "pre_tool_use_write_file": PermissionAsk,
    "session_start": ConversationEvent,
    "stop": ConversationEvent,
    "user_prompt_submit": ConversationEvent,
}
VERSION = ItemVersion(ItemKind.PERMISSION, "pm_1", 1)
BEFORE, DIALOG = "pre_tool_use_run_shell_command", "permission_request_run_shell_command"
SILENT = None


def recorded(name: str) -> bytes:
    return (PAYLOADS / f"{name}.json").read_bytes()


def event(tool: str, given: object, *, name: str = "PreToolUse", **more: object) -> bytes:
    base = {"session_id": "c-1", "cwd": CWD, "hook_event_name": name, "permission_mode": "default"}
    return json.dumps({**base, "tool_name": tool, "tool_input": given, **more}).encode()


def asked(payload: bytes) -> PermissionAsk:
    found = translator.read(payload)
    assert isinstance(found, PermissionAsk), found
    return found


def told(reply: Any) -> Any:
    """What Qwen reads as the answer; `SILENT` where there is none."""
    assert reply.exit_code == 0
    return json.loads(reply.stdout)["hookSpecificOutput"] if reply.stdout else SILENT


@pytest.mark.parametrize("name", sorted(path.stem for path in PAYLOADS.glob("*.json")))
def test_what_qwen_sent_is_what_it_means(name: str) -> None:
    assert isinstance(translator.read(recorded(name)), MEANING[name])


@pytest.mark.parametrize(
    ("name", "point", "edits"),
    [
        (DIALOG, CallPoint.DIALOG, True),
        (BEFORE, CallPoint.ALONE, False),
        ("pre_tool_use_run_shell_command_after_dialog", CallPoint.AFTER_DIALOG, False),
    ],
)
def test_the_point_is_told_by_the_event_and_the_mode(name: str, point: CallPoint, edits: bool) -> None:
    found = asked(recorded(name))
    assert (found.asker.agent, found.asker.point, found.takes_edits) == ("qwen", point, edits)
    assert (found.call.kind, found.call.command) == (ToolKind.BASH, json.loads(recorded(name))["tool_input"]["command"])


def test_a_sub_agent_is_told_apart() -> None:
    found = asked(recorded("pre_tool_use_run_shell_command_sub_agent"))
    assert found.asker.sub_agent
    assert asked(recorded(BEFORE)).asker.sub_agent is None


@pytest.mark.parametrize(
    ("tool", "given", "kind", "fields"),
    [
        ("run_shell_command", {"command": "ls", "directory": "/srv"}, ToolKind.BASH, {"cwd": "/srv"}),
        ("run_shell_command", {"command": "ls", "directory": "src"}, ToolKind.BASH, {"cwd": f"{CWD}/src"}),
        ("read_file", {"file_path": "/a"}, ToolKind.READ, {"paths": ("/a",)}),
        ("list_directory", {"path": "/a"}, ToolKind.READ, {"paths": ("/a",)}),
        ("glob", {"pattern": "*.py"}, ToolKind.READ, {"paths": (CWD,)}),
        ("glob", {"pattern": "/etc/*"}, ToolKind.READ, {"paths": (CWD, "/")}),
        ("grep_search", {"pattern": "x", "path": "/a"}, ToolKind.READ, {"paths": ("/a",)}),
        ("write_file", {"file_path": "/a", "content": "ä"}, ToolKind.EDIT, {"paths": ("/a",), "size": 2}),
        ("edit", {"file_path": "/a", "old_string": "", "new_string": "b"}, ToolKind.EDIT, {"size": 1}),
        (
            "edit", {"file_path": "/a", "old_string": "a", "new_string": "b", "replace_all": True},
            ToolKind.EDIT, {"size": None},
        ),
        ("notebook_edit", {"notebook_path": "/n.ipynb", "new_source": "x"}, ToolKind.EDIT, {"paths": ("/n.ipynb",)}),
        ("web_fetch", {"url": "https://example.com", "prompt": "p"}, ToolKind.FETCH, {"url": "https://example.com"}),
        ("mcp__ship__deploy", {}, ToolKind.MCP, {"server": "ship", "tool": "deploy"}),
        ("monitor", {"command": "x"}, ToolKind.OTHER, {"command": None}),
    ],
)  # fmt: skip
def test_tools_in_our_words(tool: str, given: object, kind: ToolKind, fields: dict[str, object]) -> None:
    call = asked(event(tool, given)).call
    assert (call.kind, call.name) == (kind, tool)
    assert {name: getattr(call, name) for name in fields} == fields


@pytest.mark.parametrize("tool", sorted(TOUCHES_NOTHING))
def test_what_touches_nothing_is_not_asked_about_before_its_use(tool: str) -> None:
    assert translator.read(event(tool, {})) == Nothing()


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (event("run_shell_command", {}), "command is missing"),
        (event("run_shell_command", {"command": "a\0b"}), "command has a NUL"),
        (event("run_shell_command", {"command": "ls", "directory": []}), "directory is no text"),
        (event("run_shell_command", []), "tool_input is no object"),
        (event("", {}), "tool_name is empty"),
        (event("mcp__ship", {}), "names no server and tool"),
        (event("edit", {"file_path": "/a", "old_string": "x", "new_string": "y", "replace_all": "yes"}), "replace_all"),
        (event("web_fetch", {"url": " "}), "url is empty"),
        (event("read_file", {"file_path": "/a"}, cwd="."), "cwd is no absolute path"),
        (event("read_file", {"file_path": "/a"}, session_id=None), "session_id is no text"),
        (event("read_file", {"file_path": "/a"}, tool_use_id=1), "tool_use_id is no text"),
        (event("ask_user_question", {"questions": "Q"}, name="PermissionRequest"), "questions is no list"),
    ],
)
def test_what_cannot_be_understood_is_refused_and_said_why(payload: bytes, why: str) -> None:
    found = translator.read(payload)
    assert isinstance(found, MalformedCall)
    assert why in found.why
    said = told(translator.refused(payload, found.why))
    assert why in json.dumps(said)
    assert "deny" in (said.get("permissionDecision"), said.get("decision", {}).get("behavior"))


@pytest.mark.parametrize("payload", [b"", b"[]", b"\xff", b"{}", b'{"hook_event_name": []}', b"[" * 100_000])
def test_what_is_no_event_is_bad_input(payload: bytes) -> None:
    with pytest.raises(BadInput):
        translator.read(payload)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("session_start", ConversationStep.STARTED),
        ("user_prompt_submit", ConversationStep.PROMPTED),
        ("stop", ConversationStep.TURN_ENDED),
    ],
)
def test_steps_of_a_conversation(name: str, step: ConversationStep) -> None:
    found = translator.read(recorded(name))
    assert isinstance(found, ConversationEvent)
    assert (found.agent, found.step) == ("qwen", step)


def test_a_plan_is_the_text_in_the_tools_input() -> None:
    found = translator.read(recorded("permission_request_exit_plan_mode"))
    assert isinstance(found, Submission)
    assert found.text == "# Plan\n\n1. One.\n"
    empty = event("exit_plan_mode", {}, name="PermissionRequest")
    assert translator.read(empty) == WithoutPlan("qwen", CWD, "c-1")
    nobody = json.dumps({**json.loads(recorded("post_tool_use_exit_plan_mode")), "session_id": ""}).encode()
    assert translator.read(nobody) == Nothing()


def answer(outcome: Outcome | None, **more: Any) -> PermissionAnswer:
    decision = PermissionDecision(outcome=outcome, **more) if outcome in (Outcome.ALLOWED, Outcome.DENIED) else None
    return PermissionAnswer(VERSION, outcome, decision, Decider(DeciderKind.PERSON, "si_1") if decision else None)


@pytest.mark.parametrize(
    ("given", "last", "before_dialog"),
    [
        (answer(Outcome.ALLOWED), "allow", "allow"),
        (answer(Outcome.DENIED, words="Use git"), "deny", "deny"),
        (answer(Outcome.EXPIRED), "deny", SILENT),
        (answer(Outcome.WITHDRAWN), "deny", SILENT),
        (answer(None), "deny", SILENT),
    ],
)
def test_last_whatever_is_no_allow_is_a_no_and_before_the_dialog_silence_opens_it(
    given: PermissionAnswer, last: str, before_dialog: str | None
) -> None:
    assert told(translator.reply(recorded(BEFORE), given))["permissionDecision"] == last
    said = told(translator.reply(recorded(DIALOG), given))
    assert (said and said["decision"]["behavior"]) == before_dialog


def test_a_changed_command_counts_before_the_dialog_and_is_never_run_unchanged() -> None:
    changed = answer(Outcome.ALLOWED, edited='{"command":"ls -l"}')
    said = told(translator.reply(recorded(DIALOG), changed))["decision"]
    assert said == {"behavior": "allow", "updatedInput": {"command": "ls -l"}}
    last = told(translator.reply(recorded(BEFORE), changed))
    assert (last["permissionDecision"], last["permissionDecisionReason"]) == ("deny", EDITS_LOST)


def test_a_no_that_stops_the_turn_says_so_in_words() -> None:
    said = told(translator.reply(recorded(BEFORE), answer(Outcome.DENIED, stops_turn=True)))
    assert said["permissionDecisionReason"].endswith(STOP)


@pytest.mark.parametrize(("name", "decided"), [(BEFORE, "ask"), (DIALOG, SILENT), ("stop", SILENT)])
def test_without_a_decision_a_person_is_asked_in_the_terminal(name: str, decided: str | None) -> None:
    for reply in (translator.asked_explicitly(recorded(name), "a rule"), translator.dismissed(recorded(name))):
        said = told(reply)
        assert (said and said["permissionDecision"]) == decided
    assert told(translator.undecided(recorded(name))) is SILENT


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (QuestionOutcome.ANSWERED, "Which colour?\nBlue\n"),
        (QuestionOutcome.DECLINED, "The words with it:\n\nNo."),
        (QuestionOutcome.CANCELLED, "put this aside without an answer."),
        (QuestionOutcome.EXPIRED, SILENT),
        (QuestionOutcome.WITHDRAWN, SILENT),
    ],
)
def test_a_question_is_answered_in_words_or_left_to_qwens_dialog(outcome: QuestionOutcome, words: str | None) -> None:
    payload = recorded("permission_request_ask_user_question")
    found = translator.read(payload)
    assert isinstance(found, QuestionAsk)
    assert [choice.label for choice in found.prompts[0].choices] == ["Red", "Blue"]
    by_person = words is not SILENT
    given = QuestionReply(outcome=outcome, answers={"Which colour?": ("Blue",)}, words="No.") if by_person else None
    said = told(translator.reply(payload, QuestionAnswer(VERSION, outcome, given)))
    if words is SILENT:
        assert said is SILENT
    else:
        assert said["decision"]["behavior"] == "deny"
        assert said["decision"]["message"].endswith(words)
