"""A plan comes while the desk is open: it shows by itself, says that it is new, and disturbs nobody."""

import re

from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.plans import LABELS, LABELS_TITLE, REFUNDS, REFUNDS_TITLE, TITLE, WEBHOOKS

FRESH = re.compile(r"\bfresh\b")


def test_it_shows_by_itself(office: Office, desk: Desk) -> None:
    expect(desk.page.get_by_role("heading", name="Nothing waits for you.")).to_be_visible()
    with office.asks(REFUNDS):
        plan = desk.shows(REFUNDS_TITLE)
        expect(desk.panes).to_have_count(1)
        expect(plan.region.get_by_text("new", exact=True)).to_be_visible()
        expect(desk.item(f"New: {REFUNDS_TITLE}")).to_be_visible()
        expect(desk.page.get_by_role("status").filter(has_text="Claude Code asks for a review")).to_have_count(1)


def test_looked_at_it_is_no_longer_new(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS):
        plan = desk.shows(REFUNDS_TITLE)
        expect(plan.region.get_by_text("new", exact=True)).to_have_count(0)
        expect(desk.item(f"New: {REFUNDS_TITLE}")).to_have_count(0)
        expect(desk.item(REFUNDS_TITLE)).to_be_visible()
        office.attendant.sees(office.attendant.sees_plan(), seen=True)


def test_it_takes_no_focus_from_who_writes(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS), office.asks(REFUNDS) as other:
        other.signal(9)
        plan = desk.chooses(TITLE)
        plan.writes("Half a sen")
        with office.asks(LABELS):
            expect(desk.item(LABELS_TITLE)).to_be_visible()
            expect(plan.words).to_be_focused()
            desk.page.keyboard.type("tence")
            expect(plan.words).to_have_value("Half a sentence")
            expect(plan.words).to_be_focused()


def test_beside_the_one_that_is_read(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS):
        plan = desk.chooses(TITLE)
        plan.writes("Half a sen")
        with office.asks(REFUNDS):
            newer = desk.plan(REFUNDS_TITLE)
            expect(newer.text).to_contain_text("The refund carries")
            expect(newer.region).to_have_class(FRESH)
            expect(newer.region.get_by_text("new", exact=True)).to_be_visible()
            expect(desk.panes).to_have_count(2)
            expect(plan.words).to_be_focused()
            expect(plan.words).to_have_value("Half a sen")


def test_a_free_pane_is_used_before_another_is_opened(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        plan.decides()
        hook.ends()
        plan.says("^Approved by you")
        with office.asks(REFUNDS):
            desk.shows(REFUNDS_TITLE)
            expect(desk.panes).to_have_count(1)


def test_a_locked_pane_is_left_alone(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        plan.tool("Lock this pane").click()
        expect(plan.tool("Unlock this pane")).to_have_attribute("aria-pressed", "true")
        plan.decides()
        hook.ends()
        plan.says("^Approved by you")
        with office.asks(REFUNDS):
            expect(desk.plan(REFUNDS_TITLE).text).to_contain_text("The refund carries")
            expect(plan.text).to_contain_text("Every call carries an id")
            expect(desk.panes).to_have_count(2)


def test_a_newer_text_does_not_replace_what_one_writes_about(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS, session="grows") as first:
        plan = desk.shows(TITLE)
        plan.writes("About the first text")
        with office.asks(WEBHOOKS + "\nMore.\n", session="grows"):
            first.ends()
            expect(plan.region.get_by_role("button", name="Revision 2", exact=True)).to_be_visible()
            expect(plan.text).not_to_contain_text("More.")


def test_the_tab_counts_and_names_nothing(office: Office, desk: Desk) -> None:
    expect(desk.page).to_have_title("Countermark")
    icon = desk.page.locator("link[rel=icon]")
    calm = icon.get_attribute("href")
    with office.asks(REFUNDS), office.asks(LABELS) as second:
        expect(desk.page).to_have_title("(2) Countermark")
        expect(icon).to_have_attribute("href", re.compile("%3E2%3C%2Ftext%3E"))
        desk.chooses(LABELS_TITLE).decides()
        second.ends()
        expect(desk.page).to_have_title("(1) Countermark")
    assert calm is not None
    assert "text-anchor" not in calm


def test_a_page_opened_later_shows_the_newest_unseen(office: Office) -> None:
    with office.asks(WEBHOOKS):
        seen = office.desk()
        seen.shows(TITLE)
        with office.asks(REFUNDS):
            expect(seen.item(REFUNDS_TITLE)).to_be_visible()
            seen.page.close()
            office.desk().shows(REFUNDS_TITLE)
