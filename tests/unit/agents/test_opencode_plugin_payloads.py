"""What our plugin in OpenCode tells is understood or refused, whatever is in it; the file it is written to is found."""

import json
from typing import Any

import pytest

from countermark.agents.base import Heard, Nothing
from countermark.agents.opencode import translator
from countermark.agents.opencode.plugin_file import installed_in, plugin_text
from countermark.model.asked import CallPoint, Decider, DeciderKind
from countermark.model.conversations import ConversationEvent, ConversationStep, MalformedCall
from countermark.model.errors import BadInput, Conflict, TooLarge
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionAsk, PermissionDecision
from countermark.model.questions import QuestionAnswer, QuestionOutcome
from countermark.model.reviews import Submission
from countermark.model.tool_calls import ToolKind

CWD = "/home/dev/web-store"
CALL: dict[str, Any] = {
    "event": "tool", "sessionID": "ses_1", "callID": "call_1", "directory": CWD, "tool": "bash",
    "args": {"command": "ls", "description": "Look"}, "servers": ["desk"],
}  # fmt: skip
VERSION = ItemVersion(ItemKind.PERMISSION, "pm_1", 1)
PERSON = Decider(DeciderKind.PERSON, "sign-in")


def read(**changed: object) -> Heard:
    told = {name: value for name, value in {**CALL, **changed}.items() if value is not ...}
    return translator.read(json.dumps(told).encode())


def said(answer: PermissionAnswer) -> dict[str, Any]:
    reply = translator.reply(json.dumps(CALL).encode(), answer)
    assert (reply.stderr, reply.exit_code) == ("", 0)
    found: dict[str, Any] = json.loads(reply.stdout)
    return found


def test_a_call_is_held_at_the_desk_alone() -> None:
    asked = read()
    assert isinstance(asked, PermissionAsk)
    it = asked.asker
    assert (it.agent, it.workspace, it.conversation, it.call_id) == ("opencode", CWD, "ses_1", "call_1")
    assert (it.point, it.sub_agent, it.waits_seconds) == (CallPoint.ALONE, None, None)
    assert (asked.reason, asked.call.command, asked.takes_edits) == ("Look", "ls", True)


def test_a_sub_agent_is_a_part_of_the_conversation_that_sent_it() -> None:
    asked = read(sessionID="ses_child", rootID="ses_1")
    assert isinstance(asked, PermissionAsk)
    assert (asked.asker.conversation, asked.asker.sub_agent) == ("ses_1", "ses_child")


def test_a_servers_tool_is_known_by_the_servers_that_are_configured() -> None:
    asked = read(tool="desk_list", args={})
    assert isinstance(asked, PermissionAsk)
    assert (asked.call.kind, asked.call.server, asked.call.tool) == (ToolKind.MCP, "desk", "list")
    assert asked.reason is None


def test_arguments_that_opencode_has_read_before_cannot_be_changed() -> None:
    asked = read(tool="read_mcp_resource", args={"server": "desk", "uri": "x:y"})
    assert isinstance(asked, PermissionAsk)
    assert not asked.takes_edits


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"sessionID": ...}, "sessionID is missing"),
        ({"sessionID": 7}, "sessionID is no text"),
        ({"rootID": " "}, "rootID is empty"),
        ({"callID": {}}, "callID is no text"),
        ({"directory": ...}, "directory is missing"),
        ({"directory": "src"}, "directory is no absolute path"),
        ({"tool": ...}, "tool is no text"),
        ({"tool": "x" * 5000}, "tool is longer than 4096 characters"),
        ({"args": ...}, "args is no object"),
        ({"args": [1]}, "args is no object"),
        ({"args": {"command": "\0"}}, "command has a NUL character in it"),
        ({"servers": "desk"}, "servers is no list of at most 1000 names"),
        ({"servers": [7]}, "servers is no list of at most 1000 names"),
        ({"servers": ["x"] * 1001}, "servers is no list of at most 1000 names"),
    ],
)
def test_a_call_that_cannot_be_understood_is_refused_and_named(changed: dict[str, object], why: str) -> None:
    found = read(**changed)
    assert isinstance(found, MalformedCall)
    assert found.why == why
    assert found.asker.agent == "opencode"
    refused = json.loads(translator.refused(json.dumps(CALL).encode(), found.why).stdout)
    assert refused["yes"] is False
    assert why in refused["words"]


@pytest.mark.parametrize(
    "payload", [b"", b"[]", b"{}", b'{"event": 7}', b'{"event": "else"}', b'{"event": ["tool"]}', b"\xff", b"[" * 99999]
)
def test_what_is_no_event_is_refused(payload: bytes) -> None:
    with pytest.raises(BadInput):
        translator.read(payload)


def test_a_plan_has_its_summary_for_a_title() -> None:
    found = read(event="plan", plan="# P", summary="In short", rootID="ses_0")
    assert found == Submission("opencode", "# P", "In short", CWD, "ses_0", None)
    assert read(event="plan", plan="# P") == Submission("opencode", "# P", None, CWD, "ses_1", None)


@pytest.mark.parametrize("plan", [..., "", " \n", 7, None, ["# P"]])
def test_a_plan_has_words(plan: object) -> None:
    with pytest.raises(BadInput, match="There is no plan"):
        read(event="plan", plan=plan)


def test_a_summary_is_no_document() -> None:
    assert isinstance(read(event="plan", plan="# P", summary="é" * 1024), Submission)
    with pytest.raises(TooLarge, match="2048 bytes"):
        read(event="plan", plan="# P", summary="é" * 1024 + "x")


@pytest.mark.parametrize(
    ("event", "root", "step", "part"),
    [
        ("started", ..., ConversationStep.STARTED, None),
        ("idle", ..., ConversationStep.TURN_ENDED, None),
        ("deleted", ..., ConversationStep.ENDED, None),
        ("idle", "ses_0", ConversationStep.TURN_ENDED, "ses_1"),
        ("deleted", "ses_0", ConversationStep.TURN_ENDED, "ses_1"),
    ],
)
def test_a_step_of_a_conversation(event: str, root: object, step: ConversationStep, part: str | None) -> None:
    found = read(event=event, rootID=root)
    assert isinstance(found, ConversationEvent)
    assert (found.step, found.sub_agent, found.workspace) == (step, part, CWD)
    assert found.conversation == ("ses_1" if root is ... else root)
    assert read(event=event, sessionID=...) == Nothing()


def test_an_allowed_call_may_have_been_changed() -> None:
    answer = PermissionAnswer(VERSION, Outcome.ALLOWED, PermissionDecision(outcome=Outcome.ALLOWED), PERSON)
    assert said(answer) == {"yes": True, "words": "Allowed by the user."}
    changed = PermissionDecision(outcome=Outcome.ALLOWED, edited='{"command":"ls -1"}')
    assert said(PermissionAnswer(VERSION, Outcome.ALLOWED, changed, PERSON))["args"] == {"command": "ls -1"}


@pytest.mark.parametrize("outcome", [Outcome.DENIED, Outcome.EXPIRED, Outcome.WITHDRAWN, None])
def test_whatever_is_no_allow_is_a_no(outcome: Outcome | None) -> None:
    found = said(PermissionAnswer(VERSION, outcome, None, PERSON if outcome is Outcome.DENIED else None))
    assert found["yes"] is False
    assert ("by the user" in found["words"]) == (outcome is Outcome.DENIED)
    assert "stop" not in found


def test_a_no_can_end_the_turn() -> None:
    decision = PermissionDecision(outcome=Outcome.DENIED, words="Enough.", stops_turn=True)
    found = said(PermissionAnswer(VERSION, Outcome.DENIED, decision, PERSON))
    assert found["stop"] is True
    assert "Enough." in found["words"]


def test_nothing_else_is_a_yes() -> None:
    payload = json.dumps(CALL).encode()
    for reply in (
        translator.undecided(payload),
        translator.asked_explicitly(payload, "w"),
        translator.dismissed(payload),
    ):
        assert json.loads(reply.stdout)["yes"] is False
    answer = QuestionAnswer(ItemVersion(ItemKind.QUESTION, "qn_1", 1), QuestionOutcome.ANSWERED, None)
    with pytest.raises(Conflict):
        translator.reply(payload, answer)


@pytest.mark.parametrize("hook", ["/opt/x/countermark-hook", "/o'p\"t/\u2028${x}\\n`/hook", "/é/hook"])
@pytest.mark.parametrize("home", [None, "/srv/desk"])
def test_the_plugin_says_what_it_was_written_for(hook: str, home: str | None) -> None:
    text = plugin_text(hook, home=home)
    found = installed_in(text)
    assert found is not None
    assert (found.hook, found.home) == (hook, home)
    assert len(text.splitlines()) == len(plugin_text("/x", home=None).splitlines())


@pytest.mark.parametrize(
    "text", ["", "export default {}", "const INSTALLED = {};", "const INSTALLED = {x};", 'const INSTALLED = {"a": 1};']
)
def test_another_file_is_no_plugin_of_ours(text: str) -> None:
    assert installed_in(text) is None
