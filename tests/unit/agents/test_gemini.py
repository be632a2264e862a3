"""What Gemini CLI 0.61.0 really sent to its hooks, and what it must not get away with; what it is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from countermark.agents.base import LONGEST_NAME, Nothing
from countermark.agents.gemini import translator
from countermark.agents.gemini.calls import TOUCHES_NOTHING
from countermark.model.asked import CallPoint, Decider, DeciderKind
from countermark.model.conversations import ConversationEvent, ConversationStep, MalformedCall
from countermark.model.errors import BadInput
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk, PermissionDecision
from countermark.model.plan_files import PlanFile
from countermark.model.questions import PromptKind, QuestionAnswer, QuestionAsk, QuestionOutcome, QuestionReply
from countermark.model.reviews import Evidence
from countermark.model.tool_calls import ToolKind

PAYLOADS = Path(__file__).parent / "payloads" / "gemini"
CWD = "/home/you/web-store"
MEANING = {
    "after_agent": ConversationEvent,
    "after_tool_exit_plan_mode": Evidence,
    "after_tool_run_shell_command": Nothing,
    "before_agent": ConversationEvent,
    "before_tool_ask_user": QuestionAsk,
    "before_tool_exit_plan_mode": PlanFile,
    "before_tool_glob": PermissionAsk,
    "before_tool_google_web_search": PermissionAsk,
    "before_tool_list_directory": PermissionAsk,
    "before_tool_mcp_ship_deploy": PermissionAsk,
    "before_tool_read_file": PermissionAsk,
    "before_tool_replace": PermissionAsk,
    "before_tool_run_shell_command": PermissionAsk,
    "before_tool_web_fetch": PermissionAsk,
    "before_tool_write_file": PermissionAsk,
    "before_tool_write_todos": Nothing,
    "notification": Nothing,
    "session_end": ConversationEvent,
    "session_start": Nothing,
}
FOLDER = "/home/you/.gemini/tmp/proj/c-1/plans"
VERSION = ItemVersion(ItemKind.PERMISSION, "pm_1", 1)
PERSON = Decider(DeciderKind.PERSON, "si_1")


def recorded(name: str) -> bytes:
    return (PAYLOADS / f"{name}.json").read_bytes()


def event(tool: str, given: object, **more: object) -> bytes:
    base = {
        "session_id": "c-1", "cwd": CWD, "hook_event_name": "BeforeTool",
        "transcript_path": "/home/you/.gemini/tmp/proj/chats/session-1.jsonl",
    }  # fmt: skip
    return json.dumps({**base, "tool_name": tool, "tool_input": given, **more}).encode()


def asked(tool: str, given: object, **more: object) -> PermissionAsk:
    found = translator.read(event(tool, given, **more))
    assert isinstance(found, PermissionAsk), found
    return found


def told(reply: Any) -> Any:
    assert reply.exit_code == 0
    return json.loads(reply.stdout) if reply.stdout else None


@pytest.mark.parametrize("name", sorted(path.stem for path in PAYLOADS.glob("*.json")))
def test_what_gemini_sent_is_what_it_means(name: str) -> None:
    assert isinstance(translator.read(recorded(name)), MEANING[name])


@pytest.mark.parametrize("name", sorted(name for name, meaning in MEANING.items() if meaning is PermissionAsk))
def test_nobody_else_is_counted_on_to_ask(name: str) -> None:
    """No payload names the approval mode, and no later hook can answer."""
    found = translator.read(recorded(name))
    assert isinstance(found, PermissionAsk)
    assert (found.asker.agent, found.asker.point) == ("gemini", CallPoint.ALONE)
    assert found.asker.conversation == json.loads(recorded(name))["session_id"]


@pytest.mark.parametrize(
    ("tool", "given", "kind", "fields"),
    [
        ("run_shell_command", {"command": "ls"}, ToolKind.BASH, {"command": "ls", "cwd": CWD}),
        ("run_shell_command", {"command": "ls", "dir_path": "src"}, ToolKind.BASH, {"cwd": f"{CWD}/src"}),
        ("run_shell_command", {"command": "ls", "dir_path": "/srv"}, ToolKind.BASH, {"cwd": "/srv"}),
        ("read_file", {"file_path": "a.txt"}, ToolKind.READ, {"paths": ("a.txt",)}),
        ("list_directory", {"dir_path": "src"}, ToolKind.READ, {"paths": ("src",)}),
        ("grep_search", {"pattern": "x"}, ToolKind.READ, {"paths": (CWD,)}),
        ("glob", {"pattern": "**/*.py"}, ToolKind.READ, {"paths": (CWD,)}),
        ("glob", {"pattern": "../*"}, ToolKind.READ, {"paths": (CWD, "/")}),
        ("read_many_files", {"include": ["src/*.py", "docs"]}, ToolKind.READ, {"paths": (CWD,)}),
        ("read_many_files", {"include": ["~/.ssh/*"]}, ToolKind.READ, {"paths": ("/",)}),
        ("write_file", {"file_path": "a", "content": "äx"}, ToolKind.EDIT, {"paths": ("a",), "size": 3}),
        ("replace", {"file_path": "a", "old_string": "x", "new_string": "yy"}, ToolKind.EDIT, {"size": 2}),
        (
            "replace", {"file_path": "a", "old_string": "x", "new_string": "y", "allow_multiple": True},
            ToolKind.EDIT, {"size": None},
        ),
        ("web_fetch", {"prompt": "Read https://example.com/a now"}, ToolKind.FETCH, {"url": "https://example.com/a"}),
        ("web_fetch", {"prompt": "https://a.example and https://b.example"}, ToolKind.OTHER, {"url": None}),
        ("web_fetch", {"url": "https://example.com"}, ToolKind.FETCH, {"url": "https://example.com"}),
        ("google_web_search", {"query": "q"}, ToolKind.OTHER, {}),
        ("a_tool_of_tomorrow", {"x": 1}, ToolKind.OTHER, {"arguments": '{"x":1}'}),
    ],
)  # fmt: skip
def test_tools_in_our_words(tool: str, given: object, kind: ToolKind, fields: dict[str, object]) -> None:
    call = asked(tool, given).call
    assert (call.kind, call.name) == (kind, tool)
    assert {name: getattr(call, name) for name in fields} == fields


def test_a_server_is_named_by_the_context_and_not_by_the_name_of_the_tool() -> None:
    call = asked("mcp_my_ship_deploy_all", {}, mcp_context={"server_name": "my_ship", "tool_name": "deploy_all"}).call
    assert (call.kind, call.server, call.tool) == (ToolKind.MCP, "my_ship", "deploy_all")


def test_the_reason_is_that_of_a_command() -> None:
    assert asked("run_shell_command", {"command": "ls", "description": "Why"}).reason == "Why"
    assert asked("read_file", {"file_path": "a", "description": "Why"}).reason is None


@pytest.mark.parametrize("tool", sorted(TOUCHES_NOTHING))
def test_what_touches_nothing_is_not_asked_about(tool: str) -> None:
    assert translator.read(event(tool, {})) == Nothing()


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (event("run_shell_command", {}), "command is missing"),
        (event("run_shell_command", {"command": " "}), "command is empty"),
        (event("run_shell_command", {"command": "ls\0"}), "command has a NUL"),
        (event("run_shell_command", {"command": ["ls"]}), "command is no text"),
        (event("run_shell_command", {"command": "ls", "dir_path": 1}), "dir_path is no text"),
        (event("run_shell_command", "ls"), "tool_input is no object"),
        (event("", {}), "tool_name is empty"),
        (event("write_file", {"file_path": "a"}), "content is missing"),
        (event("replace", {"file_path": "a", "old_string": "", "new_string": 3}), "new_string is no text"),
        (event("read_many_files", {"include": []}), "include is no list"),
        (event("read_many_files", {"include": "*"}), "include is no list"),
        (event("read_file", {"file_path": "x" * (LONGEST_NAME + 1)}), "file_path is longer"),
        (event("web_fetch", {}), "url is missing"),
        (event("mcp_ship_deploy", {}), "mcp_context is missing"),
        (event("mcp_ship_deploy", {}, mcp_context={"server_name": "ship"}), "tool_name is missing"),
        (event("read_file", {"file_path": "a"}, mcp_context=None), "mcp_context is no object"),
        (event("read_file", {"file_path": "a"}, cwd="web-store"), "cwd is no absolute path"),
        (event("read_file", {"file_path": "a"}, session_id=7), "session_id is no text"),
        (event("ask_user", {"questions": []}), "questions has 0 entries"),
        (event("ask_user", {"questions": [{"question": "Q?", "type": "riddle"}]}), "type of a question"),
        (event("ask_user", {"questions": [{"question": "Q?", "type": "text"}] * 2}), "the same question twice"),
        (event("exit_plan_mode", {}), "plan_filename is missing"),
        (event("exit_plan_mode", {"plan_filename": "../../chats/x.md"}), "plan_filename leaves the folder"),
        (event("exit_plan_mode", {"plan_filename": "/etc/passwd"}), "plan_filename leaves the folder"),
        (event("exit_plan_mode", {"plan_filename": "."}), "plan_filename leaves the folder"),
        (event("exit_plan_mode", {"plan_filename": "p.md"}, session_id="../.."), "session_id is no name"),
        (event("exit_plan_mode", {"plan_filename": "p.md"}, transcript_path="x"), "transcript_path is no absolute"),
    ],
)
def test_what_cannot_be_understood_is_refused_and_said_why(payload: bytes, why: str) -> None:
    found = translator.read(payload)
    assert isinstance(found, MalformedCall)
    assert why in found.why
    refused = told(translator.refused(payload, found.why))
    assert refused["decision"] == "deny"
    assert why in refused["reason"]


@pytest.mark.parametrize("payload", [b"", b"[]", b"{", b"\xff", b"{}", b'{"hook_event_name": 3}', b"[" * 100_000])
def test_what_is_no_event_is_bad_input(payload: bytes) -> None:
    with pytest.raises(BadInput):
        translator.read(payload)


@pytest.mark.parametrize(
    ("named", "path"),
    [
        ("p.md", f"{FOLDER}/p.md"),
        (" deep/p.md ", f"{FOLDER}/deep/p.md"),
        (f"{FOLDER}/p.md", f"{FOLDER}/p.md"),
        ("../.gemini/tmp/proj/c-1/plans/p.md", f"{FOLDER}/p.md"),
    ],
)
def test_a_plan_is_the_file_that_gemini_means(named: str, path: str) -> None:
    found = translator.read(event("exit_plan_mode", {"plan_filename": named}))
    assert isinstance(found, PlanFile)
    assert (found.path, found.folder) == (path, FOLDER)
    submission = found.submission("# P")
    assert (submission.agent, submission.conversation, submission.path) == ("gemini", "c-1", path)
    assert submission.checked_against_file


def test_only_geminis_own_words_prove_that_it_goes_on_with_a_plan() -> None:
    found = translator.read(recorded("after_tool_exit_plan_mode"))
    assert isinstance(found, Evidence)
    assert found.path is not None
    assert found.path.endswith("/plans/p.md")
    rejected = {"llmContent": "Plan rejected. User feedback: no\n\nThe plan is stored at: /p.md"}
    sent = event("exit_plan_mode", {"plan_filename": "p.md"}, hook_event_name="AfterTool", tool_response=rejected)
    assert translator.read(sent) == Nothing()


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("before_agent", ConversationStep.PROMPTED),
        ("after_agent", ConversationStep.TURN_ENDED),
        ("session_end", ConversationStep.ENDED),
    ],
)
def test_steps_of_a_conversation(name: str, step: ConversationStep) -> None:
    found = translator.read(recorded(name))
    assert isinstance(found, ConversationEvent)
    assert (found.agent, found.step, found.call_id) == ("gemini", step, None)
    assert translator.read(json.dumps({**json.loads(recorded(name)), "session_id": ""}).encode()) == Nothing()


def answer(outcome: Outcome | None, **more: Any) -> PermissionAnswer:
    decision = PermissionDecision(outcome=outcome, **more) if outcome in (Outcome.ALLOWED, Outcome.DENIED) else None
    return PermissionAnswer(VERSION, outcome, decision, PERSON if decision else None)


@pytest.mark.parametrize(
    ("given", "decision", "words"),
    [
        (answer(Outcome.ALLOWED), "allow", None),
        (answer(Outcome.DENIED), "deny", "Not allowed by the user."),
        (answer(Outcome.DENIED, words="Use <git>"), "deny", "Not allowed by the user. The words with it:\n\nUse <git>"),
        (answer(Outcome.EXPIRED), "deny", "Nobody answered in time"),
        (answer(Outcome.WITHDRAWN), "deny", "This was withdrawn"),
        (answer(None), "deny", "This still waits"),
    ],
)
def test_whatever_is_no_allow_is_a_no(given: PermissionAnswer, decision: str, words: str | None) -> None:
    said = told(translator.reply(recorded("before_tool_run_shell_command"), given))
    assert said["decision"] == decision
    assert words is None or said["reason"].startswith(words)
    assert "continue" not in said


def test_a_no_may_stop_the_turn_and_a_yes_may_change_the_command() -> None:
    stopped = told(translator.reply(recorded("before_tool_run_shell_command"), answer(Outcome.DENIED, stops_turn=True)))
    assert (stopped["continue"], stopped["decision"]) == (False, "deny")
    changed = answer(Outcome.ALLOWED, edited='{"command":"ls -l"}')
    said = told(translator.reply(recorded("before_tool_run_shell_command"), changed))
    assert said["hookSpecificOutput"] == {"hookEventName": "BeforeTool", "tool_input": {"command": "ls -l"}}


@pytest.mark.parametrize(
    ("tool", "decision"), [("run_shell_command", "deny"), ("exit_plan_mode", "deny"), ("ask_user", None)]
)
def test_silence_is_kept_only_where_gemini_asks_itself(tool: str, decision: str | None) -> None:
    payload = event(tool, {})
    for reply in (
        translator.undecided(payload),
        translator.asked_explicitly(payload, "a rule"),
        translator.dismissed(payload),
    ):
        said = told(reply)
        assert (said or {}).get("decision") == decision


def test_an_event_that_takes_no_answer_gets_none() -> None:
    for reply in (translator.refused(recorded("session_end"), "x"), translator.dismissed(recorded("after_agent"))):
        assert told(reply) is None


def test_questions_and_their_answers_as_words() -> None:
    questions = [
        {"question": "Which?", "header": "W", "type": "choice", "options": [{"label": "A", "description": "a"}],
         "multiSelect": True},
        {"question": "Name?", "header": "N", "type": "text"},
        {"question": "Sure?", "header": "S", "type": "yesno"},
    ]  # fmt: skip
    payload = event("ask_user", {"questions": questions})
    found = translator.read(payload)
    assert isinstance(found, QuestionAsk)
    assert [(each.kind, each.several, each.free) for each in found.prompts] == [
        (PromptKind.CHOICE, True, True),
        (PromptKind.TEXT, False, False),
        (PromptKind.CHOICE, False, True),
    ]
    given = QuestionReply(
        outcome=QuestionOutcome.ANSWERED, answers={"Which?": ("A", "B"), "Name?": ("Eve",), "Sure?": ()}
    )
    said = told(translator.reply(payload, QuestionAnswer(VERSION, QuestionOutcome.ANSWERED, given)))
    assert said["decision"] == "deny"
    assert said["reason"].startswith("No error: the user has answered")
    assert said["reason"].endswith("Which?\nA, B\n\nName?\nEve\n")


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (QuestionOutcome.DECLINED, "The user does not answer this. The words with it:\n\nNo."),
        (QuestionOutcome.CANCELLED, "The user has put this aside without an answer."),
        (QuestionOutcome.EXPIRED, None),
        (QuestionOutcome.WITHDRAWN, None),
        (None, None),
    ],
)
def test_an_unanswered_question_is_left_to_geminis_dialog(outcome: QuestionOutcome | None, words: str | None) -> None:
    by_person = outcome in (QuestionOutcome.DECLINED, QuestionOutcome.CANCELLED)
    given = QuestionReply(outcome=outcome, words="No.") if by_person and outcome else None
    said = told(translator.reply(recorded("before_tool_ask_user"), QuestionAnswer(VERSION, outcome, given)))
    assert (said or {}).get("reason") == words
