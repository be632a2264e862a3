"""What a newcomer is told, and what a narrow pane still offers: first steps, outline, file names, the marked words."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.marking import PAPER, TITLE, ready
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE, WEBHOOKS
from tests.browser.plans import TITLE as WEBHOOKS_TITLE
from tests.browser.test_axe import objections
from tests.journeys.hook_process import HookProcess, plan_payload

NARROW = (1280, 800)
ZOOMED = (720, 450)  # 1440 × 900 at 200 %
HINT = "Words can be marked"


def test_the_first_run_says_what_to_do(own_office: Office) -> None:
    desk = own_office.desk()
    commands = desk.page.locator("dl.first code")
    # This desk has a data folder of its own: a command without it would reach another one.
    own = f"^COUNTERMARK_HOME={own_office.workplace.desk_folder} .*countermark "
    told = ("install claude-code", "review NOTES\\.md", "demo")
    expect(commands).to_have_text([re.compile(f"{own}{each}$") for each in told])
    assert objections(desk) == []
    with own_office.asks(REFUNDS) as hook:
        desk.shows(REFUNDS_TITLE).decides()
        hook.ends()
        desk.plan(REFUNDS_TITLE).says("^Approved by you$")
    desk.plan(REFUNDS_TITLE).tool("Close this pane").click()
    desk.reloads()
    expect(desk.page.get_by_role("heading", name="Nothing waits for you.", exact=True)).to_be_visible()
    expect(commands).to_have_count(0)


def test_it_is_said_once_that_words_can_be_marked(office: Office) -> None:
    with office.asks(PAPER):
        desk = office.desk()
        hand = ready(office, desk)
        expect(hand.plan.text).to_contain_text(HINT)
        with office.asks(REFUNDS):
            expect(desk.chooses(REFUNDS_TITLE).text).not_to_contain_text(HINT)
            desk.chooses(TITLE)
            expect(hand.plan.text).to_contain_text(HINT)
            hand.drags("twice")
            hand.takes("Delete")
            expect(hand.plan.text).not_to_contain_text(HINT)


def test_a_narrow_pane_has_its_outline_behind_a_button(office: Office) -> None:
    desk = office.desk(office.profile(size=NARROW))
    with office.asks(WEBHOOKS):
        plan = desk.shows(WEBHOOKS_TITLE)
        outline = plan.region.get_by_role("navigation", name="Outline")
        button = plan.region.get_by_role("button", name="Outline")
        expect(outline).to_be_hidden()
        button.press("Enter")
        expect(outline).to_be_visible()
        assert objections(desk) == []
        desk.presses("Escape")
        expect(outline).to_be_hidden()
        expect(button).to_be_focused()
        plan.says("^Claude Code waits$")
        button.click()
        outline.get_by_role("link", name="What could go wrong").click()
        expect(outline).to_be_hidden()
        expect(plan.text.get_by_role("heading", name="What could go wrong")).to_be_focused()


def test_a_wide_pane_has_it_beside_the_page(office: Office, desk: Desk) -> None:
    with office.asks(WEBHOOKS):
        plan = desk.shows(WEBHOOKS_TITLE)
        expect(plan.region.get_by_role("navigation", name="Outline")).to_be_visible()
        expect(plan.region.get_by_role("button", name="Outline")).to_be_hidden()


def test_the_file_is_named(office: Office, desk: Desk) -> None:
    asked = plan_payload(REFUNDS, session="named", cwd=str(office.workplace.project))
    name = asked["tool_input"]["planFilePath"].rpartition("/")[2]
    with HookProcess(office.workplace, asked):
        plan = desk.shows(REFUNDS_TITLE)
        expect(plan.region.locator(".head .file")).to_have_text(re.compile(re.escape(name)))
        expect(desk.item(REFUNDS_TITLE)).to_contain_text(name)


def test_enter_keeps_new_words_and_shift_enter_breaks_them(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        hand = ready(office, desk)
        hand.drags("twice")
        hand.takes("Replace")
        expect(hand.field("New words")).to_be_focused()
        desk.page.keyboard.type("two")
        desk.presses("Shift+Enter")
        desk.page.keyboard.type("times")
        expect(hand.field("New words")).to_have_value("two\ntimes")
        desk.presses("Enter")
        expect(hand.composer).to_have_count(0)
        hand.draws(("replacement", "twice"))


def test_the_editor_does_not_cover_the_words(office: Office) -> None:
    """At 200 %, with words at the foot of what is in sight, and while the editor grows."""
    desk = office.desk(office.profile(size=ZOOMED))
    with office.asks(PAPER):
        hand = ready(office, desk)
        hand.drags("Print what waits")
        scroll = hand.plan.scroll
        scroll.evaluate("element => element.scrollBy(0, -element.clientHeight / 2 + 24)")
        hand.takes("Comment")
        words = hand.plan.text.get_by_text("Print what waits").first
        expect(hand.field("Your comment")).to_be_focused()
        for _ in range(6):
            desk.presses("Enter")
        expect(words).to_be_in_viewport(ratio=1)
        assert foot(words) <= foot(scroll)


def foot(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"] + box["height"]
