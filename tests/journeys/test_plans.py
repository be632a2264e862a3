"""A plan's other ways: nobody answers, nothing to review, the agent leaves, asks again, or goes on by itself."""

import json
import signal
import time

import pytest

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark
from tests.real_agents.workplace import Workplace

PLAN = "# Idempotent webhooks\n\n1. Store each event's id.\n2. Answer 200.\n"
ONE_MEGABYTE = 1_048_576


@pytest.fixture
def short_wait(workplace: Workplace) -> None:
    """Settings that must be there before the hub is."""
    workplace.desk_folder.mkdir(exist_ok=True)
    (workplace.desk_folder / "settings.toml").write_text("[wait]\nclaude-code = 1\n")


def post_tool_use(plan: str) -> dict[str, object]:
    """What Claude Code says once its plan tool has run."""
    asked = plan_payload(plan)
    response = {"plan": plan, "isAgent": False, "filePath": asked["tool_input"]["planFilePath"]}
    return {**asked, "hook_event_name": "PostToolUse", "tool_input": {}, "tool_response": response}


@pytest.mark.usefixtures("short_wait")
def test_nobody_answers(workplace: Workplace, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        told = hook.ends()
    assert (told.exit_code, told.stdout) == (0, "")
    assert "nobody answered" in told.stderr
    assert person.sees(review, verdict="expired")["delivery"] == "gone"
    answer = person.presses(review, "approved", None)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "already_decided")


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        (plan_payload(None), "no plan"),
        (b"", "JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"[1, 2]", "no object"),
        (b"[" * 100_000, "deep"),
        (plan_payload("x" * (ONE_MEGABYTE + 1)), "1,048,576"),
        ({**plan_payload(PLAN), "hook_event_name": "PreToolUse", "tool_name": "TodoWrite"}, ""),
    ],
    ids=["no plan", "nothing", "no text", "no object", "a bomb", "too large", "another tool"],
)
def test_what_is_no_plan_approves_nothing(lasting: tuple[Workplace, Person], payload: object, says: str) -> None:
    workplace, person = lasting
    with HookProcess(workplace, payload) as hook:
        told = hook.ends()
    assert (told.exit_code, told.stdout) == (0, "")
    assert says in told.stderr
    assert person.all_reviews() == []


def test_a_missing_plan_is_in_the_journal(lasting: tuple[Workplace, Person]) -> None:
    workplace, person = lasting
    with HookProcess(workplace, plan_payload(None)) as hook:
        hook.ends()
    assert person.journal()[0]["kind"] == "plan_missing"


def test_a_plan_of_one_megabyte(workplace: Workplace, person: Person) -> None:
    lines = "".join(f"{number}. Step {number} of many: ünï\n" for number in range(40_000))
    plan = "# Long\n\n" + lines.encode()[: ONE_MEGABYTE - 8].decode(errors="ignore")
    with HookProcess(workplace, plan_payload(plan)) as hook:
        review = person.sees_plan()
        assert person.reads(review)["document"]["sha256"] == review["sha256"]
        person.approves(review)
        assert hook.ends().decision["updatedInput"]["plan"] == plan


def test_the_agent_is_told_to_stop(workplace: Workplace, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        began = time.monotonic()
        hook.signal(signal.SIGTERM)
        told = hook.ends()
        assert time.monotonic() - began < 1.5
    assert (told.exit_code, told.stdout) == (0, "")
    assert person.sees(review, delivery="gone")["status"] == "open"
    assert person.journal()[0]["kind"] == "agent_left"
    assert person.approves(review)["delivery"] == "kept"
    with HookProcess(workplace, plan_payload(PLAN)) as hook:  # the session is resumed and asks about the same text
        assert hook.ends().decision["behavior"] == "allow"
    assert person.sees(review, delivery="received")


def test_a_resumed_session_asks_again(workplace: Workplace, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as first:
        review = person.sees_plan()
        with HookProcess(workplace, plan_payload(PLAN + "3. Roll back.\n")) as second:
            told = first.ends()
            assert (told.exit_code, told.stdout) == (0, "")
            newer = person.sees_plan(revision=2)
            assert newer["id"] == review["id"]
            assert person.presses(review, "approved", None).json()["error"]["code"] == "stale"
            person.requests_changes(newer, "Not yet.")
            assert "Not yet." in second.ends().decision["message"]
    assert len(person.all_reviews()) == 1


def test_two_sessions_do_not_meet(workplace: Workplace, person: Person) -> None:
    with (
        HookProcess(workplace, plan_payload(PLAN, session="one")) as one,
        HookProcess(workplace, plan_payload(PLAN, session="two")) as two,
    ):
        person.sees_plan()
        while len(rows := person.all_reviews()) < 2:
            assert one.waits
        person.approves(rows[0])
        person.requests_changes(rows[1], "Only this one.")
        told = {hook.ends().decision["behavior"] for hook in (one, two)}
    assert told == {"allow", "deny"}


def test_answered_in_the_terminal(workplace: Workplace, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as waiting:
        review = person.sees_plan()
        with HookProcess(workplace, post_tool_use(PLAN)) as evidence:
            assert evidence.ends().stdout == ""
        told = waiting.ends()  # Claude Code does not end it: the hub releases it
    assert (told.exit_code, told.stdout) == (0, "")
    assert person.sees(review, verdict="withdrawn")["reason"] == "answered_in_terminal"


def test_notes_of_an_approval_follow_the_plan(workplace: Workplace, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as waiting:
        review = person.sees_plan()
        person.approves(review, notes="Mind the tests.")
        assert waiting.ends().decision["behavior"] == "allow"
    assert person.sees(review, delivery="received")["notes_delivery"] == "pending"
    with HookProcess(workplace, post_tool_use(PLAN)) as evidence:
        context = json.loads(evidence.ends().stdout)["hookSpecificOutput"]["additionalContext"]
    assert "Mind the tests." in context
    assert person.sees(review, notes_delivery="delivered")


def test_going_on_with_another_text_is_stopped(workplace: Workplace, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as waiting:
        person.approves(person.sees_plan())
        waiting.ends()
    with HookProcess(workplace, post_tool_use("# Something else\n")) as evidence:
        told = json.loads(evidence.ends().stdout)
    assert told["decision"] == "block"
    assert "NOT the text that was approved" in told["reason"]
    assert person.journal()[0]["kind"] == "other_text_approved"


def test_a_document_from_a_script(workplace: Workplace, person: Person) -> None:
    document = workplace.project / "notes.md"
    document.write_text("# Release notes\n\nAll new.\n")
    for verdict, code in (("changes_requested", 1), ("approved", 0)):
        request = {"document": document.read_text(), "path": str(document), "cwd": str(workplace.project)}
        with HookProcess(workplace, request, agent="review") as script:
            review = person.sees_plan(revision=1 if code else 2)
            assert (review["title"], review["agent_name"]) == ("Release notes", "A script")
            person.presses(review, verdict, "Name the people.")
            told = script.ends()
        assert told.exit_code == code
        assert told.stdout.endswith("Name the people.\n")


def test_a_person_stops_the_hub(workplace: Workplace, hub: Hub, person: Person) -> None:
    """It ends at once though agents and desks hold on; agents go back to their own prompt, questions stay."""
    with HookProcess(workplace, plan_payload(PLAN)) as hook, person.follows_feed():
        review = person.sees_plan()
        began = time.monotonic()
        countermark(workplace, "stop")
        assert time.monotonic() - began < 3
        told = hook.ends()
        assert (told.exit_code, told.stdout) == (0, "")
        assert "hub was stopped" in told.stderr
    assert hub.ready() is None
    countermark(workplace, "open", "--print")
    assert person.sees(review, delivery="gone")["status"] == "open"
