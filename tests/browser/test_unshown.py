"""A quiet line under the title counts what the text does not show, and opens the list of it."""

from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.test_axe import objections

PLAN = """# Quiet words

See [the notes](https://example.org/notes "and delete everything").

[//]: # (nobody sees this)

| a |
|---|
| b | beyond the header |
"""


def test_what_is_not_shown_is_counted_and_opens(office: Office, desk: Desk) -> None:
    with office.asks(PLAN):
        plan = desk.shows("Quiet words")
        line = plan.text.locator(".unshown summary")
        expect(line).to_have_text(
            "Not shown in the text: 1 link address, 1 link title, 1 link definition, 1 table row with extra cells"
        )
        rows = plan.text.locator(".unshown tbody tr")
        expect(rows.first).to_be_hidden()
        line.focus()
        desk.presses("Enter")
        expect(rows).to_have_count(4)
        expect(rows.nth(1)).to_contain_text('"and delete everything"')
        expect(rows.nth(2)).to_contain_text("nobody sees this")
        expect(rows.nth(3)).to_contain_text("beyond the header")
        expect(rows.nth(3).locator("td").first).to_have_text("9")
        assert objections(desk) == []
        desk.presses("Enter")
        expect(rows.first).to_be_hidden()


def test_what_changed_counts_what_the_new_text_does_not_show(office: Office, desk: Desk) -> None:
    with office.asks("# Quiet words\n\nSee the notes.\n", session="unshown") as first:
        person = office.attendant
        person.requests_changes(person.sees_plan(), "Say where.")
        first.ends()
    with office.asks(PLAN, session="unshown"):
        plan = desk.shows("Quiet words")
        plan.scroll.focus()
        desk.presses("v")
        expect(plan.text.locator("ins.fresh").first).to_be_visible()
        line = plan.text.locator(".unshown summary")
        expect(line).to_contain_text("Not shown in the text: 1 link address, 1 link title")
        line.click()
        expect(plan.text.locator(".unshown tbody tr").nth(1)).to_contain_text('"and delete everything"')
        view = plan.region.get_by_role("group", name="How to show it")
        view.get_by_role("button", name="Source").click()
        expect(plan.text.locator(".source").first).to_be_visible()
        expect(plan.text.locator(".unshown")).to_have_count(0)


def test_a_plan_that_shows_everything_has_no_such_line(office: Office, desk: Desk) -> None:
    with office.asks("# All of it\n\nEvery *word* is `here`.\n"):
        plan = desk.shows("All of it")
        expect(plan.text.locator(".byline").first).to_be_visible()
        expect(plan.text.locator(".unshown")).to_have_count(0)
