"""What Claude Code is told of every end of a permission and of a question, at each point where it asks."""

import json
from dataclasses import replace
from typing import Any

import pytest

from countermark.agents.base import HookReply
from countermark.agents.claude_code import translator
from countermark.model.asked import Decider, DeciderKind
from countermark.model.conversations import MalformedCall
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import Outcome, PermissionAnswer, PermissionDecision, Scope
from countermark.model.questions import QuestionAnswer, QuestionOutcome, QuestionReply
from tests.unit.agents.test_claude_calls import event
from tests.unit.agents.test_recorded_payloads import recorded

POINTS = ("PreToolUse", "PermissionRequest")
WORDS = "Use `git revert`.\n\n\t- não <b>force</b> ✓"
NOTHING = None
OPEN = PermissionAnswer(ItemVersion(ItemKind.PERMISSION, "pm_1", 1), None)
PERSON = Decider(DeciderKind.PERSON, "signin_1")


def allowed(**how: Any) -> PermissionAnswer:
    return replace(
        OPEN, outcome=Outcome.ALLOWED, decision=PermissionDecision(outcome=Outcome.ALLOWED, **how), decider=PERSON
    )


def denied(decider: Decider = PERSON, **how: Any) -> PermissionAnswer:
    decided = PermissionDecision(outcome=Outcome.DENIED, **how)
    return replace(OPEN, outcome=Outcome.DENIED, decision=decided, decider=decider)


ENDS = {
    "once": allowed(),
    "for the conversation": allowed(scope=Scope.CONVERSATION),
    "always": allowed(scope=Scope.ALWAYS),
    "edited": allowed(edited='{"command":"ls -1"}'),
    "no": denied(),
    "no with words": denied(words=WORDS),
    "no and stop": denied(words=WORDS, stops_turn=True),
    "expired": replace(OPEN, outcome=Outcome.EXPIRED, decider=Decider(DeciderKind.TIMEOUT, "clock")),
    "withdrawn": replace(OPEN, outcome=Outcome.WITHDRAWN, decider=Decider(DeciderKind.AGENT, "claude-code")),
    "still open": OPEN,
}
INPUT = {"updatedInput": {"command": "ls -1"}}


def told(payload: bytes, answer: PermissionAnswer | QuestionAnswer) -> Any:
    """What Claude Code reads, without the words; `NOTHING` where nothing is printed."""
    return said(translator.reply(payload, answer))


def said(reply: HookReply) -> Any:
    assert reply.exit_code == 0
    if not reply.stdout:
        assert reply.stderr.startswith("countermark: ")
        return NOTHING
    printed = json.loads(reply.stdout)
    output = printed["hookSpecificOutput"]
    shown = output.get("decision", output)
    without = ("hookEventName", "permissionDecisionReason", "message")
    return {name: value for name, value in shown.items() if name not in without}


def words_told(payload: bytes, answer: PermissionAnswer | QuestionAnswer) -> str:
    output = json.loads(translator.reply(payload, answer).stdout)["hookSpecificOutput"]
    words: str = output["decision"]["message"] if "decision" in output else output["permissionDecisionReason"]
    return words


@pytest.mark.parametrize(
    ("end", "before_use", "beside_dialog"),
    [
        ("once", {"permissionDecision": "allow"}, {"behavior": "allow"}),
        ("for the conversation", {"permissionDecision": "allow"}, {"behavior": "allow"}),
        ("always", {"permissionDecision": "allow"}, {"behavior": "allow"}),
        ("edited", {"permissionDecision": "allow", **INPUT}, {"behavior": "allow", **INPUT}),
        ("no", {"permissionDecision": "deny"}, {"behavior": "deny"}),
        ("no with words", {"permissionDecision": "deny"}, {"behavior": "deny"}),
        ("no and stop", {"permissionDecision": "deny"}, {"behavior": "deny", "interrupt": True}),
        ("expired", {"permissionDecision": "deny"}, NOTHING),
        ("withdrawn", {"permissionDecision": "deny"}, NOTHING),
        ("still open", {"permissionDecision": "ask"}, NOTHING),
    ],
)
def test_a_permission(end: str, before_use: object, beside_dialog: object) -> None:
    payloads = (event("Bash", {"command": "ls"}, name=name) for name in POINTS)
    assert [told(payload, ENDS[end]) for payload in payloads] == [before_use, beside_dialog]


def test_the_table_has_every_end() -> None:
    assert {end.outcome for end in ENDS.values()} == {None, *Outcome}
    assert {end.decision.scope for end in ENDS.values() if end.decision} == set(Scope)


def test_the_turn_ends_where_the_person_has_said_so() -> None:
    payload = event("Bash", {"command": "ls"})
    stopped = json.loads(translator.reply(payload, ENDS["no and stop"]).stdout)
    assert stopped["continue"] is False
    assert WORDS in stopped["stopReason"]
    assert "continue" not in json.loads(translator.reply(payload, ENDS["no with words"]).stdout)


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("end", ["no with words", "no and stop"])
def test_words_arrive_as_they_were_written(name: str, end: str) -> None:
    assert words_told(event("Bash", {"command": "ls"}, name=name), ENDS[end]).endswith(f"\n\n{WORDS}")


@pytest.mark.parametrize(
    ("kind", "who"),
    [
        (DeciderKind.PERSON, "the user"),
        (DeciderKind.RULE, "a rule of the user"),
        (DeciderKind.GRANT, "the user, for this conversation"),
        (DeciderKind.MODE, "the mode that the user has set"),
        (DeciderKind.TIMEOUT, "Countermark"),
        (DeciderKind.AGENT, "Countermark"),
        (DeciderKind.POLICY, "Countermark"),
    ],
)
def test_who_says_no_is_said(kind: DeciderKind, who: str) -> None:
    payload = event("Bash", {"command": "ls"})
    assert words_told(payload, denied(Decider(kind, "x"))) == f"Not allowed by {who}."


def test_that_nobody_answered_is_no_persons_refusal() -> None:
    assert "no person's refusal" in words_told(event("Bash", {"command": "ls"}), ENDS["expired"])


QUESTION = {"question": "Which colour?", "options": [{"label": "Red"}, {"label": "Blue"}]}
SIZES = {"question": "Sizes?", "options": [{"label": "S"}, {"label": "L"}], "multiSelect": True}
ASKED = {"questions": [QUESTION, SIZES], "hidden": "never shown"}
GIVEN = {"questions": [QUESTION, SIZES], "answers": {"Which colour?": "Mauve", "Sizes?": "S, L"}}
UNANSWERED = QuestionAnswer(ItemVersion(ItemKind.QUESTION, "qu_1", 1), None)


def question_end(outcome: QuestionOutcome, *, words: str | None = None, **answers: tuple[str, ...]) -> QuestionAnswer:
    named = {name.replace("_", " ") + "?": values for name, values in answers.items()}
    return replace(UNANSWERED, outcome=outcome, reply=QuestionReply(outcome=outcome, answers=named, words=words))


ANSWERED = question_end(QuestionOutcome.ANSWERED, Which_colour=("Mauve",), Sizes=("S", "L"))
QUESTION_ENDS = {
    "answered": ANSWERED,
    "declined": question_end(QuestionOutcome.DECLINED),
    "declined with words": question_end(QuestionOutcome.DECLINED, words=WORDS),
    "cancelled": question_end(QuestionOutcome.CANCELLED),
    "expired": replace(UNANSWERED, outcome=QuestionOutcome.EXPIRED),
    "withdrawn": replace(UNANSWERED, outcome=QuestionOutcome.WITHDRAWN),
    "still open": UNANSWERED,
}


@pytest.mark.parametrize(
    ("end", "before_use", "beside_dialog"),
    [
        (
            "answered",
            {"permissionDecision": "allow", "updatedInput": GIVEN},
            {"behavior": "allow", "updatedInput": GIVEN},
        ),
        ("declined", {"permissionDecision": "deny"}, {"behavior": "deny"}),
        ("declined with words", {"permissionDecision": "deny"}, {"behavior": "deny"}),
        ("cancelled", {"permissionDecision": "deny"}, {"behavior": "deny"}),
        ("expired", {"permissionDecision": "deny"}, NOTHING),
        ("withdrawn", {"permissionDecision": "deny"}, NOTHING),
        ("still open", NOTHING, NOTHING),  # Claude's own dialog comes in any case
    ],
)
def test_a_question(end: str, before_use: object, beside_dialog: object) -> None:
    payloads = (event("AskUserQuestion", ASKED, name=name) for name in POINTS)
    assert [told(payload, QUESTION_ENDS[end]) for payload in payloads] == [before_use, beside_dialog]


def test_the_table_has_every_end_of_a_question() -> None:
    assert {end.outcome for end in QUESTION_ENDS.values()} == {None, *QuestionOutcome}


@pytest.mark.parametrize("name", POINTS)
def test_why_a_question_is_not_answered(name: str) -> None:
    payload = event("AskUserQuestion", ASKED, name=name)
    assert words_told(payload, QUESTION_ENDS["declined with words"]).endswith(f"\n\n{WORDS}")


@pytest.mark.parametrize(
    ("end", "action"),
    [
        ("answered", {"action": "accept", "content": {"answer": "yes"}}),
        ("declined", {"action": "decline"}),
        ("declined with words", {"action": "decline"}),
        ("cancelled", {"action": "cancel"}),
        ("expired", NOTHING),
        ("withdrawn", NOTHING),
        ("still open", NOTHING),
    ],
)
def test_a_server(end: str, action: object) -> None:
    answer = QUESTION_ENDS[end]
    if end == "answered":
        given = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers={"answer": ("yes",)})
        answer = replace(answer, reply=given)
    assert told(recorded("elicitation_form"), answer) == action


@pytest.mark.parametrize("end", ["expired", "withdrawn", "still open"])
def test_silence_is_an_allow_nowhere(end: str) -> None:
    for name in POINTS:
        assert '"allow"' not in translator.reply(event("Bash", {"command": "ls"}, name=name), ENDS[end]).stdout
        assert '"allow"' not in translator.reply(event("AskUserQuestion", ASKED, name=name), QUESTION_ENDS[end]).stdout
    assert '"accept"' not in translator.reply(recorded("elicitation_form"), QUESTION_ENDS[end]).stdout


def test_without_a_rule_claude_goes_on_as_without_us() -> None:
    assert translator.undecided(event("Bash", {"command": "ls"})) == HookReply()


def test_a_rule_that_wants_a_person_asked() -> None:
    payload = event("Bash", {"command": "ls"})
    reply = translator.asked_explicitly(payload, "Rule pushes wants it.")
    assert said(reply) == {"permissionDecision": "ask"}
    assert "Rule pushes wants it." in reply.stdout


@pytest.mark.parametrize(
    ("name", "expected"), [("PreToolUse", {"permissionDecision": "ask"}), ("PermissionRequest", NOTHING)]
)
def test_a_hub_that_a_person_stops(name: str, expected: object) -> None:
    assert said(translator.dismissed(event("Bash", {"command": "ls"}, name=name))) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("PreToolUse", {"permissionDecision": "deny"}),
        ("PermissionRequest", {"behavior": "deny"}),
        ("PermissionDenied", NOTHING),
        ("Elicitation", {"action": "cancel"}),
    ],
)
def test_what_cannot_be_understood_is_refused_in_the_form_of_its_event(name: str, expected: object) -> None:
    payload = event("Bash", {}, name=name)
    found = translator.read(payload)
    assert isinstance(found, MalformedCall)
    assert said(translator.refused(payload, found.why)) == expected
