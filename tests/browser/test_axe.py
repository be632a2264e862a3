"""axe-core finds nothing to object to, whatever the desk shows, in light and in dark."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.cards import asks_questions, asks_to_run, chosen
from tests.browser.desk import Desk
from tests.browser.office import WIDE, Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE, TITLE, WEBHOOKS
from tests.browser.session_asks import ALWAYS, AND_DEFAULT, NO, ODD, ONCE, AskingSession, to_run
from tests.browser.test_questions import FORMATS, ZONE

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = (390, 844)
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
themes = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


def objections(desk: Desk) -> list[str]:
    """What axe says, with the elements it says it of."""
    page = desk.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # by the debugger, which the page's policy does not bind
    found: list[dict[str, Any]] = page.evaluate(
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']}).then(told => told.violations)", RULES
    )
    return [f"{rule['id']}: {node['failureSummary']} {node['html'][:200]}" for rule in found for node in rule["nodes"]]


@themes
def test_a_plan_and_its_answers(office: Office, dark: bool) -> None:
    desk = office.desk(office.profile(dark=dark))
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        assert objections(desk) == [], "at rest"
        desk.presses("a")
        plan.says("^Approve revision 1")
        assert objections(desk) == [], "the question"
        desk.presses("Escape")
        plan.writes("Some words")
        assert objections(desk) == [], "the writing area"
        plan.keeps_draft()
        desk.presses("Control+Enter")
        plan.is_asked()
        assert objections(desk) == [], "the question about words"
        desk.presses("Enter")
        hook.ends()
        plan.says("^Changes requested")
        assert objections(desk) == [], "answered"


@themes
def test_two_panes(office: Office, dark: bool) -> None:
    desk = office.desk(office.profile(dark=dark))
    with office.asks(WEBHOOKS), office.asks(REFUNDS):
        desk.chooses(TITLE)
        desk.presses("|")
        desk.item(REFUNDS_TITLE).click()
        desk.shows(REFUNDS_TITLE)
        desk.shows(TITLE)
        assert objections(desk) == []


@themes
def test_rooms_and_dialogs(office: Office, dark: bool) -> None:
    desk = office.desk(office.profile(dark=dark))
    with office.asks(REFUNDS) as hook:
        desk.shows(REFUNDS_TITLE).decides()
        hook.ends()
        desk.plan(REFUNDS_TITLE).says("^Approved by you")
        assert objections(desk) == [], "approved, with the seal"
    desk.presses("/")
    expect(desk.page.locator(".history-line").filter(has_text=REFUNDS_TITLE).first).to_be_visible()
    assert objections(desk) == [], "history"
    desk.inbox.get_by_role("button", name="Journal").click()
    expect(desk.page.get_by_role("row").filter(has_text=REFUNDS_TITLE).first).to_be_visible()
    assert objections(desk) == [], "journal"
    desk.presses("?")
    expect(desk.dialog("Keys")).to_be_visible()
    assert objections(desk) == [], "keys"
    desk.presses("Escape", "Control+k")
    expect(desk.page.get_by_role("combobox")).to_be_focused()
    assert objections(desk) == [], "commands"
    desk.presses("Escape")
    desk.inbox.get_by_role("button", name="Settings").click()
    expect(desk.dialog("Settings")).to_be_visible()
    assert objections(desk) == [], "settings"


@themes
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_empty_desk(office: Office, size: tuple[int, int], dark: bool) -> None:
    desk = office.desk(office.profile(size=size, dark=dark))
    if size == WIDE:
        expect(desk.page.get_by_role("heading", name="Nothing waits for you.")).to_be_visible()
    assert objections(desk) == []


@themes
def test_the_phone(office: Office, dark: bool) -> None:
    desk = office.desk(office.profile(size=PHONE, dark=dark))
    with office.asks(WEBHOOKS):
        expect(desk.item(TITLE)).to_be_visible()
        assert objections(desk) == [], "inbox"
        plan = desk.chooses(TITLE)
        assert objections(desk) == [], "plan"
        plan.button("More").click()
        assert objections(desk) == [], "menu"
        plan.button("Request changes").click()
        expect(plan.words).to_be_focused()
        assert objections(desk) == [], "writing"


@themes
def test_what_a_stranger_sees(office: Office, dark: bool) -> None:
    page = office.stranger(dark=dark).new_page()
    page.goto(office.address)
    expect(page.get_by_role("heading")).to_be_visible()
    assert objections(Desk(page, office.address)) == []


@themes
def test_a_permission_of_a_session(office: Office, dark: bool) -> None:
    desk, session = office.desk(office.profile(dark=dark)), AskingSession(office)
    session.asks(to_run("make deploy", ALWAYS, ONCE, AND_DEFAULT, ODD, NO))
    card = chosen(desk, "make deploy")
    assert objections(desk) == [], "the agent's own words"
    desk.page.keyboard.press("1")
    expect(card.choice("Allow once")).to_be_checked()
    assert objections(desk) == [], "which of them is sent"
    card.sends()
    session.hears()
    session.closes()


def test_axe_would_see_it(desk: Desk) -> None:
    desk.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=\"data:,\"><input>')")
    found = {words.partition(":")[0] for words in objections(desk)}
    assert {"image-alt", "label"} <= found


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@themes
def test_permissions_and_questions(office: Office, dark: bool, size: tuple[int, int]) -> None:
    desk = office.desk(office.profile(dark=dark, size=size))
    with asks_to_run(office, "rm -rf build && make deploy"), asks_questions(office, ZONE, FORMATS):
        card = chosen(desk, "rm -rf build")
        assert objections(desk) == [], "nothing is chosen"
        for key in ("2", "5"):
            card.chooses(key)
            assert objections(desk) == [], f"answer {key}"
            desk.presses("Escape", "Escape")
        desk.presses("e")
        assert objections(desk) == [], "another command"
        desk.presses("Escape", "x")
        expect(desk.page.get_by_role("dialog")).to_be_visible()
        assert objections(desk) == [], "several at once"
        desk.presses("Escape")
        if size == PHONE:
            desk.page.go_back()
        chosen(desk, "In which time zone", kind="Question")
        assert objections(desk) == [], "a question"
