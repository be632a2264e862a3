"""Two tabs, one person: both see what comes, what is decided and what is written; nothing is decided twice."""

import re

import pytest
from playwright.sync_api import Response, Route, expect

from tests.browser.desk import Desk, Plan
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE
from tests.journeys.hook_process import HookProcess


@pytest.fixture
def tabs(office: Office) -> tuple[Desk, Desk]:
    profile = office.profile()
    return office.desk(profile), office.desk(profile)


def test_both_see_it_come_and_go(office: Office, tabs: tuple[Desk, Desk]) -> None:
    one, other = tabs
    with office.asks(REFUNDS) as hook:
        other.shows(REFUNDS_TITLE)
        one.shows(REFUNDS_TITLE).decides()
        assert hook.ends().decision["behavior"] == "allow"
        for desk in tabs:
            desk.plan(REFUNDS_TITLE).says("^Approved by you$")
            expect(desk.item(REFUNDS_TITLE)).to_have_count(0)


def test_both_see_the_draft(office: Office, tabs: tuple[Desk, Desk]) -> None:
    one, other = tabs
    with office.asks(REFUNDS):
        other.shows(REFUNDS_TITLE)
        one.shows(REFUNDS_TITLE).writes("From the first tab")
        plan = other.plan(REFUNDS_TITLE)
        plan.says("^Words not sent$")
        plan.button("Request changes").click()
        expect(plan.words).to_have_value("From the first tab")


def test_settings_reach_every_open_desk(office: Office) -> None:
    """Of another browser as well, and while its settings are open."""
    one, other = office.desk(), office.desk()
    for desk in (one, other):
        desk.inbox.get_by_role("button", name="Settings").click()
    first, second = one.dialog("Settings"), other.dialog("Settings")
    try:
        for label in ("Needs a test", "Too vague"):
            first.get_by_role("button", name="Add a label").click()
            first.get_by_role("textbox", name="Label", exact=True).fill(label)
            first.get_by_role("button", name="Add", exact=True).click()
            expect(second.get_by_role("button", name=f"Change {label}")).to_be_visible()
        second.get_by_role("button", name="Change Too vague").click()
        second.get_by_role("textbox", name="Label", exact=True).fill("Far too vague")
        first.get_by_role("button", name="Remove Needs a test").click()
        expect(second.get_by_role("button", name="Change Needs a test")).to_have_count(0)
        second.get_by_role("button", name="Keep", exact=True).click()
        expect(first.get_by_role("button", name=re.compile("^Change "))).to_have_text(["Far too vague"])
        first.get_by_role("radio", name="Dark").check()
        expect(other.page.locator("html")).to_have_attribute("data-theme", "dark")
        second.get_by_role("checkbox", name="Single letters are commands").uncheck()
        expect(first.get_by_role("checkbox", name="Single letters are commands")).not_to_be_checked()
        other.reloads()
        expect(other.page.locator("html")).to_have_attribute("data-theme", "dark")
    finally:
        office.attendant.sets(single_keys=True, theme="system", labels=[])


def written_in_two_browsers(office: Office) -> tuple[Desk, Plan]:
    """Words in one browser that the hub could not be told, while another browser's words are at the hub."""
    one, other = office.desk(), office.desk()
    first, second = one.shows(REFUNDS_TITLE), other.shows(REFUNDS_TITLE)
    other.page.route("**/draft", lambda route: route.abort())
    second.writes("Words of the second")
    expect(second.bar).to_contain_text("Draft kept in this browser")
    first.writes("Words of the first")
    first.keeps_draft()
    other.page.unroute("**/draft")
    return other, second


def test_both_write_and_both_are_kept(office: Office) -> None:
    with office.asks(REFUNDS):
        _, second = written_in_two_browsers(office)
        second.region.get_by_role("button", name="Add its words").click()
        expect(second.words).to_have_value("Words of the second\n\nWords of the first")


def test_a_reload_overwrites_nobody(office: Office) -> None:
    with office.asks(REFUNDS):
        other, second = written_in_two_browsers(office)
        other.reloads().shows(REFUNDS_TITLE)
        second.button("Request changes").click()
        expect(second.words).to_have_value("Words of the second")
        expect(second.region.get_by_role("button", name="Add its words")).to_be_visible()


def code_of(answer: Response) -> str:
    """The code of the error that the hub answers with."""
    code: str = answer.json()["error"]["code"]
    return code


def test_a_second_verdict_is_already_decided(office: Office, desk: Desk) -> None:
    """The other verdict overtakes this one on its way."""

    def overtake(route: Route) -> None:
        office.attendant.requests_changes(office.attendant.sees_plan(), "Too soon.")
        route.continue_()

    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        desk.page.route("**/verdict", overtake)
        with desk.page.expect_response("**/verdict") as refused:
            plan.decides()
        plan.says("^Changes requested$")
        expect(desk.page.get_by_role("status").filter(has_text="Already decided")).to_have_count(1)
        assert code_of(refused.value) == "already_decided"
        assert "Too soon." in hook.ends().decision["message"]


def test_a_verdict_on_an_older_text_is_stale(office: Office, desk: Desk) -> None:
    """The agent asks anew while the verdict is on its way; the words that were written stay."""
    asked: list[HookProcess] = []

    def overtake(route: Route) -> None:
        asked.append(office.asks(REFUNDS + "\n3. Roll back.\n", session="hurries"))
        office.attendant.sees_plan(revision=2)
        route.continue_()

    with office.asks(REFUNDS, session="hurries") as first:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes("About the first text")
        desk.page.route("**/verdict", overtake, times=1)
        with desk.page.expect_response("**/verdict") as refused:
            plan.decides("Request changes")
        plan.says("^Not sent: the text has changed$")
        assert code_of(refused.value) == "stale"
        first.ends()
    with asked[0] as second:
        plan.button("Show the new text").click()
        expect(plan.text).to_contain_text("Roll back.")
        plan.says("^Words not sent$")
        plan.button("Request changes").click()
        expect(plan.words).to_have_value("About the first text")
        plan.sends()
        assert "About the first text" in second.ends().decision["message"]
