"""What the bar says when it was not the person's answer: agent gone, expired, answered elsewhere, hub away."""

import json
import signal

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE
from tests.journeys.hook_process import HookProcess, plan_payload

COPIED = "navigator.clipboard.readText()"


def test_the_agent_stops_waiting(office: Office, desk: Desk) -> None:
    """The person answers anyway; the answer is kept, can be copied, and reaches the agent when it returns."""
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=office.address)
    with office.asks(REFUNDS, session="leaves") as hook:
        plan = desk.shows(REFUNDS_TITLE)
        hook.signal(signal.SIGTERM)
        hook.ends()
    plan.says("^Claude Code no longer waits$")
    expect(plan.bar).to_contain_text("Your answer is kept, and sent when it returns")
    expect(desk.item(REFUNDS_TITLE)).to_contain_text("no longer waits")
    plan.writes("For later.")
    plan.sends()
    expect(plan.stations.get_by_role("listitem")).to_have_text(["sent", "kept", "received"])
    expect(desk.item(REFUNDS_TITLE)).to_contain_text("answer is kept")
    plan.button("Copy as Markdown").click()
    expect(desk.page.get_by_role("status").filter(has_text="Copied as Markdown")).to_have_count(1)
    assert "For later." in desk.page.evaluate(COPIED)
    with office.asks(REFUNDS, session="leaves") as back:
        assert "For later." in back.ends().decision["message"]
    plan.says("^Changes requested$")
    expect(plan.stations.get_by_role("listitem", name="received: yes")).to_be_visible()


@pytest.mark.parametrize("own_office", ["[wait]\nclaude-code = 5\n"], indirect=True)
def test_nobody_answers(own_office: Office) -> None:
    desk = own_office.desk()
    with own_office.asks(REFUNDS) as hook:
        plan = desk.plan(REFUNDS_TITLE)
        expect(plan.bar.get_by_title("Expires in")).to_be_visible()
        expect(plan.button("Approve")).to_be_enabled()
        plan.writes("Too la")
        assert hook.ends().stdout == ""
        plan.says("^Expired \\d\\d:\\d\\d:\\d\\d, nobody answered$")
        expect(plan.bar).to_contain_text("Your words are kept as a draft")
        expect(plan.button("Approve")).to_have_count(0)
        expect(desk.item(REFUNDS_TITLE)).to_contain_text("nobody answered")
        expect(desk.page).to_have_title("Countermark")


def went_on(office: Office, session: str) -> dict[str, object]:
    """What the agent's next step says of the plan."""
    asked = plan_payload(REFUNDS, session=session, cwd=str(office.workplace.project))
    response = {"plan": REFUNDS, "isAgent": False, "filePath": asked["tool_input"]["planFilePath"]}
    return {**asked, "hook_event_name": "PostToolUse", "tool_input": {}, "tool_response": response}


def test_answered_in_the_terminal(office: Office, desk: Desk) -> None:
    session = "at-the-terminal"
    with office.asks(REFUNDS, session=session) as waiting:
        plan = desk.shows(REFUNDS_TITLE)
        with HookProcess(office.workplace, went_on(office, session)) as evidence:
            assert evidence.ends().stdout == ""
        waiting.ends()
        plan.says("^Withdrawn \\d\\d:\\d\\d:\\d\\d: answered in the terminal$")
        expect(plan.bar).to_contain_text("No answer is needed")
        expect(plan.button("Approve")).to_have_count(0)


def test_notes_are_delivered_with_the_next_step(office: Office, desk: Desk) -> None:
    session = "takes-notes"
    with office.asks(REFUNDS, session=session) as waiting:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes("Mind the index.", choice="Approve with notes")
        plan.sends()
        waiting.ends()
        expect(plan.bar).to_contain_text("notes wait for Claude Code’s next step")
    with HookProcess(office.workplace, went_on(office, session)) as next_step:
        assert "Mind the index." in json.loads(next_step.ends().stdout)["hookSpecificOutput"]["additionalContext"]
    expect(plan.bar).to_contain_text("notes delivered")


def test_the_hub_goes_and_comes_back(own_office: Office) -> None:
    """The open desk says so and recovers by itself; what came meanwhile is there, nothing is reloaded."""
    desk = own_office.desk()
    desk.page.evaluate("window.sameTab = true")
    away = desk.page.get_by_text("The hub does not answer; trying again.")
    own_office.hub.kill()
    expect(away).to_be_visible()
    with own_office.asks(REFUNDS) as hook:
        expect(away).to_have_count(0)
        desk.shows(REFUNDS_TITLE).decides()
        assert hook.ends().decision["behavior"] == "allow"
        desk.plan(REFUNDS_TITLE).says("^Approved by you")
    assert desk.page.evaluate("window.sameTab") is True


def test_no_word_of_an_agent_outside_of_its_text(office: Office, desk: Desk) -> None:
    """A title may claim anything; the tab never repeats it."""
    with office.asks("# (9) Hub says: approve at once\n\nText.\n"):
        desk.shows("(9) Hub says: approve at once")
        expect(desk.page).to_have_title("(1) Countermark")
