"""Everything by keyboard alone; letters can be switched off; a fresh card takes no key for a moment."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.plans import LABELS, LABELS_TITLE, REFUNDS, REFUNDS_TITLE, TITLE, WEBHOOKS

# What stands under the focus: its name, its place, and whether a ring is drawn; a whole page has one side of a ring.
FOCUS = """() => {
  const at = document.activeElement, style = getComputedStyle(at);
  const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const places = {
    rail: 'nav[aria-label=Inbox]', head: '.head', outline: '.outline', bar: '.bar',
    document: '.document', text: '.scroll',
  };
  return {
    name: at.getAttribute('aria-label') ?? at.textContent.trim().replace(/\\s+/g, ' '),
    ring: ring || (at.matches('.scroll') && style.boxShadow.includes('inset')),
    place: Object.keys(places).find(name => at.closest(places[name])) ?? at.tagName,
  };
}"""


@pytest.fixture
def no_letters(office: Office) -> Iterator[None]:
    office.attendant.sets(single_keys=False)
    yield
    office.attendant.sets(single_keys=True)


def test_from_the_inbox_to_an_approval(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as first, office.asks(REFUNDS) as second:
        expect(desk.inbox.locator(".item")).to_have_count(2)
        titles = [desk.inbox.locator(".item").nth(n).get_attribute("title") or "" for n in range(2)]
        hooks = {TITLE: first, REFUNDS_TITLE: second}
        desk.presses("k", "k", "k")
        expect(desk.item(titles[0])).to_be_focused()
        desk.presses("j")
        expect(desk.item(titles[1])).to_be_focused()
        desk.presses("k")
        expect(desk.item(titles[0])).to_be_focused()
        desk.presses("j", "Enter")
        plan = desk.shows(titles[1])
        expect(plan.scroll).to_be_focused()
        desk.presses("a")
        plan.says("^Approve revision 1\\?$")
        expect(plan.bar).to_be_focused()
        expect(plan.button("Approve")).to_be_enabled()
        desk.presses("Enter")
        assert hooks[titles[1]].ends().decision["behavior"] == "allow"
        assert hooks[titles[0]].waits
        plan.says("^Approved by you$")
        desk.presses("n")
        expect(desk.shows(titles[0]).scroll).to_be_focused()


def test_request_changes(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        desk.presses("r")
        expect(plan.words).to_be_focused()
        desk.page.keyboard.type("jkar? are letters here /")
        desk.presses("Enter")
        desk.page.keyboard.type("Two lines.")
        plan.sends()
        assert "jkar? are letters here /\nTwo lines." in hook.ends().decision["message"]


def test_approve_with_notes(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        desk.presses("A")
        expect(plan.words).to_be_focused()
        desk.page.keyboard.type("Mind the index.")
        plan.sends()
        assert hook.ends().decision["behavior"] == "allow"
        plan.says("with notes$")


def test_escape_steps_back(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        desk.presses("a")
        plan.says("^Approve revision 1\\?$")
        desk.presses("Escape")
        plan.says("^Claude Code waits$")
        expect(plan.scroll).to_be_focused()
        expect(plan.button("Approve")).to_be_enabled()
        desk.presses("r")
        expect(plan.words).to_be_focused()
        desk.presses("Escape")
        expect(plan.words).to_have_count(0)
        expect(plan.scroll).to_be_focused()
        assert hook.waits


def test_the_list_of_all_keys(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        desk.presses("?")
        keys = desk.dialog("Keys")
        expect(keys).to_be_visible()
        expect(keys.get_by_role("heading", level=2)).to_have_text(
            [
                "Inbox",
                "Permission",
                "On permissions and questions",
                "Marks",
                "Decision",
                "Desk",
                "Panes",
                "Changes",
                "On pages",
                "Sessions",
                "In a session",
            ]
        )
        expect(keys).to_contain_text("Approve, after a question")
        desk.presses("a", "Control+Enter")  # not meant for what lies under the dialog
        plan.says("^Claude Code waits$")
        desk.presses("Escape")
        expect(keys).to_have_count(0)
        assert hook.waits


def test_the_command_list(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS), office.asks(LABELS):
        expect(desk.item(LABELS_TITLE)).to_be_visible()
        desk.presses("Control+k")
        field = desk.page.get_by_role("combobox", name="Command or item")
        expect(field).to_be_focused()
        desk.page.keyboard.type("print lab")
        expect(desk.page.get_by_role("option", selected=True)).to_contain_text(LABELS_TITLE)
        desk.presses("Enter")
        expect(desk.shows(LABELS_TITLE).scroll).to_be_focused()
        desk.presses("Control+k")
        expect(field).to_be_focused()
        desk.page.keyboard.type("journal")
        desk.presses("ArrowDown", "ArrowUp", "Enter")
        expect(desk.page.get_by_role("heading", name="What was decided")).to_be_visible()
        desk.presses("Control+k")
        desk.page.keyboard.type("no such thing")
        expect(desk.page.get_by_text("Nothing is called that.")).to_be_visible()
        desk.presses("Escape")
        expect(field).to_have_count(0)


def test_search(desk: Desk) -> None:
    desk.presses("/")
    search = desk.page.get_by_role("searchbox", name="Search what was decided")
    expect(search).to_be_focused()
    expect(search).to_have_value("")


@pytest.mark.usefixtures("no_letters")
def test_letters_switched_off_do_nothing(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.scroll.focus()
        desk.presses("a", "A", "r", "?", "/", "|", "X", "L", "n", "j", "k")
        desk.presses("Control+k")  # what is done after the letters shows that they are over
        expect(desk.page.get_by_role("combobox")).to_be_focused()
        desk.presses("Escape")
        expect(desk.page.get_by_role("dialog")).to_have_count(0)
        expect(desk.panes).to_have_count(1)
        plan.says("^Claude Code waits$")
        expect(plan.words).to_have_count(0)
        expect(plan.scroll).to_be_focused()
        assert hook.waits
        plan.button("Request changes").click()
        plan.words.press_sequentially("Still by chord")
        plan.sends()
        assert "Still by chord" in hook.ends().decision["message"]


def test_the_switch_is_in_the_settings(office: Office, desk: Desk) -> None:
    desk.inbox.get_by_role("button", name="Settings").click()
    switch = desk.dialog("Settings").get_by_role("checkbox", name="Single letters are commands")
    try:
        with desk.page.expect_response("**/api/settings"):
            switch.uncheck()
        desk.presses("Escape")
        desk.reloads().presses("?", "Control+k")
        expect(desk.page.get_by_role("combobox")).to_be_focused()
        expect(desk.dialog("Keys")).to_have_count(0)
    finally:
        office.attendant.sets(single_keys=True)


def test_a_fresh_card_is_deaf(office: Office) -> None:
    """Keys meant for what stood there before must not answer what has just come."""
    profile = office.profile()
    page = profile.new_page()
    page.clock.install()
    desk = Desk(page, office.address).opens()
    with office.asks(REFUNDS) as hook:
        plan = desk.plan(REFUNDS_TITLE)
        expect(plan.text).to_contain_text("The refund carries")
        page.clock.run_for(2000)
        expect(plan.button("Approve")).to_be_enabled()
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        desk.item(REFUNDS_TITLE).click()
        page.clock.run_for(10)  # the pane takes the focus with its next task
        expect(plan.scroll).to_be_focused()
        desk.presses("a")  # the question is a card of its own
        plan.says("^Approve revision 1\\?$")
        page.clock.run_for(340)
        desk.presses("Control+Enter", "Enter")
        expect(plan.button("Approve")).to_be_disabled()
        plan.says("^Approve revision 1\\?$")
        assert hook.waits
        page.clock.run_for(20)
        expect(plan.button("Approve")).to_be_enabled()
        page.clock.resume()
        desk.presses("Enter")
        assert hook.ends().decision["behavior"] == "allow"


def test_a_held_key_is_one_wish(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        desk.page.keyboard.down("a")
        for _ in range(20):
            desk.page.keyboard.down("a")
        desk.page.keyboard.up("a")
        plan.says("^Approve revision 1\\?$")
        desk.page.keyboard.down("Control")
        expect(plan.button("Approve")).to_be_enabled()
        desk.page.keyboard.up("Control")
        assert hook.waits


def test_tab_goes_through_in_order_and_shows_where(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS) as hook:
        plan = desk.shows(TITLE)
        desk.page.evaluate("document.activeElement.blur()")
        stops = []
        for _ in range(40):
            desk.presses("Tab")
            stop = desk.page.evaluate(FOCUS)
            stops.append(stop)
            if stop["name"].startswith("Approve with notes"):
                break
        assert [stop["name"] for stop in stops if not stop["ring"]] == []
        places = list(dict.fromkeys(stop["place"] for stop in stops))
        assert places == ["rail", "head", "text", "outline", "document", "bar"]
        names = [stop["name"] for stop in stops]
        assert names.count(f"{TITLE} Claude Code · just now") <= 1
        for wanted in ("Search what was decided", "Lock this pane", "Text of the plan", "Journal", "Settings"):
            assert wanted in names
        desk.presses("Shift+Tab", "Shift+Tab")
        expect(plan.button("Approve")).to_be_focused()
        desk.presses("Enter")
        plan.is_asked()
        desk.presses("Enter")
        assert hook.ends().decision["behavior"] == "allow"


def test_the_outline_is_one_stop(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS):
        outline = desk.shows(TITLE).region.get_by_role("navigation", name="Outline")
        outline.get_by_role("link", name="What changes").focus()
        desk.presses("ArrowDown")
        expect(outline.get_by_role("link", name="What could go wrong")).to_be_focused()
        desk.presses("Enter")
        heading = desk.plan(TITLE).text.get_by_role("heading", name="What could go wrong")
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()
