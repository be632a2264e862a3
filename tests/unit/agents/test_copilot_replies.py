"""What Copilot is told of every end of a permission, at each point where it asks."""

import json
from typing import Any

import pytest

from countermark.agents.base import HookReply
from countermark.agents.copilot import translator
from countermark.model.errors import Conflict
from countermark.model.questions import QuestionAnswer, QuestionOutcome, QuestionReply
from tests.unit.agents.hook_payloads import recorded
from tests.unit.agents.test_claude_gate_replies import ENDS, QUESTION_ENDS, WORDS
from tests.unit.agents.test_replies import ANSWERS

BEFORE, DIALOG = recorded("copilot", "pre_tool_use_bash"), recorded("copilot", "permission_request_bash")
QUESTION = recorded("copilot", "pre_tool_use_question")
ALLOW, DENY, ASK = ({"permissionDecision": decided} for decided in ("allow", "deny", "ask"))
SAYS_YES, SAYS_NO = {"behavior": "allow"}, {"behavior": "deny"}
NOTHING = None


def said(reply: HookReply) -> Any:
    """What Copilot reads, without the words; `NOTHING` where nothing is printed."""
    assert reply.exit_code == 0
    if not reply.stdout:
        assert reply.stderr.startswith("countermark: ")
        return NOTHING
    without = ("permissionDecisionReason", "message")
    return {name: value for name, value in json.loads(reply.stdout).items() if name not in without}


@pytest.mark.parametrize(
    ("end", "before_use", "dialog"),
    [
        ("once", ALLOW, SAYS_YES),
        ("for the conversation", ALLOW, SAYS_YES),
        ("always", ALLOW, SAYS_YES),
        ("edited", {**ALLOW, "modifiedArgs": {"command": "ls -1"}}, SAYS_YES),
        ("no", DENY, SAYS_NO),
        ("no with words", DENY, SAYS_NO),
        ("no and stop", DENY, {**SAYS_NO, "interrupt": True}),
        ("expired", DENY, NOTHING),
        ("withdrawn", DENY, NOTHING),
        ("still open", ASK, NOTHING),
    ],
)
def test_a_permission(end: str, before_use: object, dialog: object) -> None:
    told = [said(translator.reply(payload, ENDS[end])) for payload in (BEFORE, DIALOG)]
    assert told == [before_use, dialog]


@pytest.mark.parametrize(("payload", "field"), [(BEFORE, "permissionDecisionReason"), (DIALOG, "message")])
def test_words_arrive_as_they_were_written(payload: bytes, field: str) -> None:
    told = json.loads(translator.reply(payload, ENDS["no with words"]).stdout)[field]
    assert told == f"Not allowed by the user. The words with it:\n\n{WORDS}"


def test_before_its_use_a_stop_is_said_in_words() -> None:
    assert "end your turn now" in translator.reply(BEFORE, ENDS["no and stop"]).stdout


def test_that_nobody_answered_is_no_persons_refusal() -> None:
    assert "no person's refusal" in translator.reply(BEFORE, ENDS["expired"]).stdout


@pytest.mark.parametrize(
    ("end", "told", "words"),
    [
        ("declined", DENY, "The user does not answer this."),
        ("declined with words", DENY, WORDS),
        ("cancelled", DENY, "put this aside"),
        ("expired", NOTHING, ""),
        ("withdrawn", NOTHING, ""),
        ("still open", NOTHING, ""),
    ],
)
def test_a_question_without_an_answer(end: str, told: object, words: str) -> None:
    reply = translator.reply(QUESTION, QUESTION_ENDS[end])
    assert said(reply) == told
    assert told is NOTHING or words in json.loads(reply.stdout)["permissionDecisionReason"]


def test_answers_are_the_words_with_which_the_tool_is_not_used() -> None:
    given = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers={"colour": ("Blue",), "copies": ("3",)})
    answer = QuestionAnswer(QUESTION_ENDS["answered"].version, QuestionOutcome.ANSWERED, given)
    reply = translator.reply(QUESTION, answer)
    assert said(reply) == DENY
    words = json.loads(reply.stdout)["permissionDecisionReason"]
    assert words.startswith("No error: the user has answered")
    assert json.loads(words.partition("\n\n")[2]) == {"colour": "Blue", "copies": 3}


def test_a_question_is_left_to_copilots_own_dialog_when_the_hub_stops() -> None:
    assert said(translator.dismissed(QUESTION)) is NOTHING
    assert said(translator.asked_explicitly(QUESTION, "why")) is NOTHING
    assert said(translator.refused(QUESTION, "message is missing")) == DENY


def test_a_plan_is_none_of_copilots() -> None:
    with pytest.raises(Conflict):
        translator.reply(BEFORE, ANSWERS["approved"])


def test_without_a_rule_copilot_goes_on_as_without_us() -> None:
    assert translator.undecided(BEFORE) == HookReply()


@pytest.mark.parametrize(("payload", "told"), [(BEFORE, ASK), (DIALOG, NOTHING)])
def test_copilot_asks_its_person_where_a_rule_wants_it_and_where_the_hub_stops(payload: bytes, told: object) -> None:
    assert said(translator.asked_explicitly(payload, "Rule pushes wants it.")) == told
    assert said(translator.dismissed(payload)) == told


@pytest.mark.parametrize(("payload", "told"), [(BEFORE, DENY), (DIALOG, SAYS_NO)])
def test_what_cannot_be_understood_is_refused(payload: bytes, told: object) -> None:
    assert said(translator.refused(payload, "command is missing")) == told
