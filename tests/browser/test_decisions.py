"""A plan is read and answered; the waiting hook prints the answer, and the desk shows how far it came."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk, Plan
from tests.browser.office import Office
from tests.browser.plans import TITLE, WEBHOOKS

WORDS = "Not yet.\n\n- Delete rows after *30* days.\n- Say who is paged — ünïcödé “quotes” <b>too</b>."


def reached(plan: Plan) -> Locator:
    return plan.stations.get_by_role("listitem")


def received(plan: Plan) -> None:
    expect(reached(plan)).to_have_text(["sent", "delivered", "received"])
    for station in ("sent", "delivered", "received"):
        expect(plan.stations.get_by_role("listitem", name=f"{station}: yes")).to_be_visible()


def test_the_text_is_there_to_read(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS):
        text = desk.shows(TITLE).text
        expect(text.get_by_role("heading", name=TITLE, level=1)).to_be_visible()
        expect(text.get_by_role("heading", level=2)).to_have_text(["What changes", "What could go wrong"])
        expect(text.get_by_role("row")).to_have_count(3)
        expect(text.get_by_role("checkbox")).to_have_count(2)
        expect(text.locator("pre code")).to_contain_text("if events.knows(event.id):")
        expect(text.locator("s")).to_have_text("We retry by hand.")
        expect(text).to_contain_text("The table grows by 40,000 rows a day.")
        expect(text).to_contain_text("Rows older than 90 days")


def test_approve(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        plan.says("^Claude Code waits$")
        plan.decides()
        told = hook.ends()
        assert told.decision["behavior"] == "allow"
        assert told.decision["updatedInput"]["plan"] == WEBHOOKS
        plan.says("^Approved by you$")
        received(plan)
        expect(plan.bar).to_contain_text(re.compile(r"received in \d+(\.\d)? m?s"))
        expect(plan.bar.locator("svg.seal")).to_be_visible()
        expect(desk.item(TITLE)).to_have_count(0)


def test_approve_by_letter_asks_first(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        desk.presses("a")
        plan.says("^Approve revision 1\\?$")
        expect(plan.bar).to_contain_text("What you read is what is approved")
        assert hook.waits
        plan.button("Back").click()
        plan.says("^Claude Code waits$")
        expect(plan.button("Approve")).to_be_enabled()
        desk.presses("a")
        plan.confirms()
        assert hook.ends().decision["behavior"] == "allow"


def test_request_changes_word_for_word(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        plan.button("Request changes").click()
        expect(plan.region.get_by_role("textbox", name="What should Claude Code change?")).to_be_focused()
        expect(plan.button("Request changes")).to_be_disabled()
        plan.words.fill(WORDS)
        plan.decides("Request changes")
        told = hook.ends()
        assert told.decision["behavior"] == "deny"
        assert WORDS in told.decision["message"]
        plan.says("^Changes requested$")
        received(plan)
        expect(plan.bar.locator("svg.seal")).to_have_count(0)
        expect(plan.region.get_by_role("complementary", name="Your notes")).to_contain_text(
            "Say who is paged — ünïcödé"
        )


def test_approve_with_notes(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        plan.writes("Mind the index.", choice="Approve with notes")
        plan.decides("Approve with notes")
        assert hook.ends().decision["behavior"] == "allow"
        plan.says("^Approved by you, with notes$")
        expect(plan.bar).to_contain_text("notes wait for Claude Code’s next step")
        assert office.attendant.all_reviews()[0]["notes"] == "Mind the index."


def test_a_new_revision_shows_the_old_words(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS, session="again") as first:
        plan = desk.shows(TITLE)
        plan.writes("Which index?")
        plan.sends()
        assert first.ends().decision["behavior"] == "deny"
        received(plan)
    with office.asks(WEBHOOKS + "\nThe index is on `id`.\n", session="again") as second:
        expect(plan.text).to_contain_text("The index is on id.")
        expect(plan.region.get_by_role("complementary")).to_contain_text("Which index?")
        expect(plan.region.get_by_role("button", name="Revision 1")).to_be_visible()
        plan.region.get_by_role("button", name="Revision 1").click()
        plan.says("^Revision 1 of 2: changes requested$")
        expect(plan.text).not_to_contain_text("The index is on id.")
        plan.button("Show revision 2").click()
        desk.shows(TITLE).decides()
        assert second.ends().decision["updatedInput"]["plan"].endswith("The index is on `id`.\n")


def test_the_journal_tells_it(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        desk.shows(TITLE).decides()
        hook.ends()
    desk.inbox.get_by_role("button", name="Journal").click()
    journal = desk.page.get_by_role("region", name="Journal")
    newest = journal.get_by_role("row").filter(has_text=TITLE).first
    expect(newest).to_contain_text("Approved")
    expect(newest).to_contain_text("You")


def test_the_agent_goes_on_as_the_person_chooses(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        expect(plan.goes_on).to_have_count(0)
        desk.presses("a")
        plan.says("^Approve revision 1\\?$")
        expect(plan.goes_on).to_have_value("default")
        expect(plan.goes_on.get_by_role("option")).to_have_text(["Manual", "Accept edits", "Auto"])
        desk.presses("Tab")
        expect(plan.goes_on).to_be_focused()
        desk.presses("ArrowDown")
        expect(plan.goes_on).to_have_value("acceptEdits")
        plan.says("^Approve revision 1\\?$")  # the keys were for the choice
        plan.confirms()
        (update,) = hook.ends().decision["updatedPermissions"]
        assert (update["type"], update["mode"], update["destination"]) == ("setMode", "acceptEdits", "session")
        plan.says("^Approved by you$")
        expect(plan.bar).to_contain_text("goes on: Accept edits")
    with office.asks("# The next plan") as hook:  # remembered, also by a desk that is opened anew
        desk.page.reload()
        plan = desk.shows("The next plan")
        plan.writes("Mind the index.", choice="Approve with notes")
        expect(plan.goes_on).to_have_count(0)
        desk.presses("Control+Enter")
        expect(plan.goes_on).to_have_value("acceptEdits")
        plan.confirms()
        assert hook.ends().decision["updatedPermissions"][0]["mode"] == "acceptEdits"


def test_how_it_goes_on_is_no_part_of_a_request_for_changes(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS):
        plan = desk.shows(TITLE)
        plan.writes("Not yet.")
        desk.presses("Control+Enter")
        plan.says("^Request changes of revision 1\\?$")
        expect(plan.goes_on).to_have_count(0)
