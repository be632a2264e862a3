"""What Codex is told of every end of a permission and of a question: only what 0.169 takes, and no yes by silence."""

import json
from typing import Any

import pytest

from countermark.agents.base import HookReply
from countermark.agents.codex import translator
from countermark.model.errors import Conflict
from countermark.model.permissions import PermissionAnswer
from countermark.model.questions import QuestionAnswer, QuestionOutcome
from tests.unit.agents.hook_payloads import recorded
from tests.unit.agents.test_claude_gate_replies import ENDS, QUESTION_ENDS, WORDS, question_end
from tests.unit.agents.test_replies import ANSWERS

BEFORE, DIALOG = recorded("codex", "pre_tool_use_bash"), recorded("codex", "permission_request_bash")
QUESTION = recorded("codex", "pre_tool_use_question")
DENY, ALLOW = "deny", "allow"
TAKEN = {"hookEventName", "permissionDecision", "permissionDecisionReason"}  # Codex counts any other field as no answer


def told(payload: bytes, answer: PermissionAnswer | QuestionAnswer) -> str | None:
    return said(translator.reply(payload, answer))


def said(reply: HookReply) -> str | None:
    """Allow, deny or nothing; in a form that Codex takes."""
    assert reply.exit_code == 0
    if not reply.stdout:
        assert reply.stderr.startswith("countermark: ")
        return None
    printed = json.loads(reply.stdout)
    assert printed.keys() == {"hookSpecificOutput"}
    output: dict[str, Any] = printed["hookSpecificOutput"]
    if output["hookEventName"] == "PreToolUse":
        assert output.keys() == TAKEN
        decided: str = output["permissionDecision"]
        return decided
    assert output.keys() == {"hookEventName", "decision"}
    assert output["decision"].keys() <= {"behavior", "message"}
    behavior: str = output["decision"]["behavior"]
    return behavior


def words_told(payload: bytes, answer: PermissionAnswer | QuestionAnswer) -> str:
    output = json.loads(translator.reply(payload, answer).stdout)["hookSpecificOutput"]
    words: str = output["decision"]["message"] if "decision" in output else output["permissionDecisionReason"]
    return words


@pytest.mark.parametrize(
    ("end", "before_use", "dialog"),
    [
        ("once", ALLOW, ALLOW),
        ("for the conversation", ALLOW, ALLOW),
        ("always", ALLOW, ALLOW),
        ("no", DENY, DENY),
        ("no with words", DENY, DENY),
        ("no and stop", DENY, DENY),
        ("expired", DENY, None),
        ("withdrawn", DENY, None),
        ("still open", DENY, None),
    ],
)
def test_a_permission(end: str, before_use: str, dialog: str | None) -> None:
    assert (told(BEFORE, ENDS[end]), told(DIALOG, ENDS[end])) == (before_use, dialog)


def test_the_table_has_every_end_that_codex_can_be_told() -> None:
    assert ENDS.keys() - {"edited"} == {
        "once", "for the conversation", "always", "no", "no with words", "no and stop", "expired", "withdrawn",
        "still open",
    }  # fmt: skip


@pytest.mark.parametrize("payload", [BEFORE, DIALOG])
def test_words_arrive_as_they_were_written_and_a_stop_is_said_in_words(payload: bytes) -> None:
    assert words_told(payload, ENDS["no with words"]).endswith(f"\n\n{WORDS}")
    stopped = words_told(payload, ENDS["no and stop"])
    assert WORDS in stopped
    assert stopped.endswith("end your turn now and wait for the user.")


def test_that_nobody_answered_is_no_persons_refusal() -> None:
    assert "no person's refusal" in words_told(BEFORE, ENDS["expired"])


@pytest.mark.parametrize(
    ("end", "decided", "words"),
    [
        ("declined", DENY, "The user does not answer this."),
        ("declined with words", DENY, WORDS),
        ("cancelled", DENY, "put this aside"),
        ("expired", None, ""),
        ("withdrawn", None, ""),
        ("still open", None, ""),
    ],
)
def test_a_question_without_an_answer(end: str, decided: str | None, words: str) -> None:
    assert told(QUESTION, QUESTION_ENDS[end]) == decided
    assert decided is None or words in words_told(QUESTION, QUESTION_ENDS[end])


def test_answers_are_the_words_with_which_the_tool_is_not_used() -> None:
    answer = question_end(QuestionOutcome.ANSWERED)
    assert answer.reply is not None
    answer = QuestionAnswer(
        answer.version,
        QuestionOutcome.ANSWERED,
        type(answer.reply)(outcome=QuestionOutcome.ANSWERED, answers={"q1": ("Blue", "or green")}),
    )
    assert told(QUESTION, answer) == DENY
    assert words_told(QUESTION, answer) == (
        "No error: the user has answered at the desk instead. The answers:\n\nWhich colour?\nBlue, or green\n"
    )


def test_a_plan_is_none_of_codexs() -> None:
    with pytest.raises(Conflict):
        translator.reply(BEFORE, ANSWERS["approved"])


def test_without_a_rule_codex_goes_on_as_without_us() -> None:
    assert translator.undecided(BEFORE) == HookReply()


@pytest.mark.parametrize(
    ("payload", "decided"),
    [(BEFORE, DENY), (DIALOG, None), (QUESTION, None)],
)
def test_what_no_dialog_follows_is_not_done_when_the_hub_stops(payload: bytes, decided: str | None) -> None:
    assert said(translator.dismissed(payload)) == decided
    assert said(translator.asked_explicitly(payload, "Rule pushes wants it.")) == decided


@pytest.mark.parametrize(("payload", "decided"), [(BEFORE, DENY), (DIALOG, DENY), (recorded("codex", "stop"), None)])
def test_what_cannot_be_understood_is_refused_in_the_form_of_its_event(payload: bytes, decided: str | None) -> None:
    assert said(translator.refused(payload, "command is missing")) == decided
