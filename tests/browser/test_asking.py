"""Nothing is decided before the person was asked: not by a chord, a letter, a click, nor words for another place."""

import re
import signal

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.marking import PAPER, Hand, ready
from tests.browser.marking import TITLE as PAPER_TITLE
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE, WEBHOOKS
from tests.browser.plans import TITLE as WEBHOOKS_TITLE

QUESTION = r"^Approve revision 1\?$"
NARROW = (900, 800)  # no room for two panes
WORDS = "a better label, please; also Reject this"


def test_words_for_a_comment_without_a_selection_decide_nothing(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.scroll.focus()
        desk.presses("c")
        expect(plan.announced).to_have_text("Select some words first, or press b to choose a block")
        desk.page.keyboard.type(WORDS)
        expect(plan.announced).to_contain_text("What you typed did nothing")
        desk.presses("Control+Enter", "Enter")
        plan.says("^Claude Code waits$")
        expect(desk.page.get_by_role("dialog")).to_have_count(0)
        expect(desk.panes).to_have_count(1)
        assert hook.waits
        desk.presses("Escape", "a")
        plan.says(QUESTION)


@pytest.mark.parametrize("key", ["c", "s", "i", "e"])
def test_no_editor_no_letters(office: Office, desk: Desk, key: str) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.scroll.focus()
        desk.presses(key, "a")
        expect(plan.announced).to_contain_text("What you typed did nothing")
        plan.says("^Claude Code waits$")
        assert hook.waits


def test_a_pause_or_a_click_gives_the_letters_back(office: Office) -> None:
    page = office.profile().new_page()
    page.clock.install()
    desk = Desk(page, office.address).opens()
    with office.asks(REFUNDS):
        plan = desk.plan(REFUNDS_TITLE)
        expect(plan.text).to_contain_text("The refund carries")
        page.clock.run_for(2000)
        expect(plan.button("Approve")).to_be_enabled()
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        plan.scroll.focus()
        desk.presses("c")
        page.clock.run_for(1400)
        desk.presses("a")  # the typing goes on, and so does its deafness
        page.clock.run_for(1400)
        desk.presses("a")
        plan.says("^Claude Code waits$")
        page.clock.run_for(1600)
        desk.presses("a")
        plan.says(QUESTION)
        page.clock.run_for(400)
        desk.presses("Escape", "c")
        plan.headline.click()
        page.clock.run_for(400)
        desk.presses("a")
        plan.says(QUESTION)


def test_an_editor_that_opens_gets_every_letter(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        hand = ready(office, desk)
        hand.drags("twice")
        desk.presses("c")
        expect(hand.field("Your comment")).to_be_focused()
        desk.page.keyboard.type(WORDS)
        expect(hand.field("Your comment")).to_have_value(WORDS)


def test_keeping_a_comment_twice_decides_nothing(office: Office, desk: Desk) -> None:
    """The chord that keeps a comment asks when there is none, and never answers."""
    with office.asks(PAPER) as hook:
        hand: Hand = ready(office, desk, PAPER_TITLE)
        hand.drags("twice")
        hand.says("Why?")
        desk.presses("Control+Enter")
        hand.plan.is_asked()
        hand.plan.says(r"^Request changes of revision 1\?$")
        desk.presses("Control+Enter", "Control+Enter")
        expect(hand.plan.announced).to_have_text("Enter answers the question, Esc goes back")
        hand.plan.says(r"^Request changes of revision 1\?$")
        assert hook.waits
        desk.presses("Enter")
        assert "Why?" in hook.ends().decision["message"]


def height_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["height"]


def test_a_click_asks_and_back_leads_back(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        height = height_of(plan.bar)
        plan.button("Approve").click()
        plan.says(QUESTION)
        expect(plan.bar).to_be_focused()
        expect(plan.bar).to_have_accessible_description(re.compile("^Approve revision 1"))
        assert height_of(plan.bar) == height
        assert hook.waits
        plan.button("Back").click()
        plan.says("^Claude Code waits$")
        expect(plan.scroll).to_be_focused()
        plan.decides()
        assert hook.ends().decision["behavior"] == "allow"


def test_who_types_at_a_question_takes_it_back(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        desk.presses("a")
        plan.is_asked()
        desk.page.keyboard.type("lso say who pays")
        desk.presses("Enter", "Control+Enter")
        plan.says("^Claude Code waits$")
        expect(plan.announced).to_contain_text("Nothing was decided")
        assert hook.waits


def test_words_stay_in_sight_while_they_are_asked_about(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes("Who pays?")
        desk.presses("Control+Enter")
        plan.is_asked()
        expect(plan.bar).to_contain_text("Words go to Claude Code")
        expect(plan.words).to_have_value("Who pays?")
        desk.presses("Escape")
        expect(plan.words).to_be_focused()
        desk.presses("Control+Enter")
        plan.is_asked()
        plan.words.click()
        expect(plan.button("Back")).to_be_visible()
        plan.says("^Words not sent$")
        desk.page.keyboard.type(" And when?")
        assert hook.waits
        plan.sends()
        assert "Who pays? And when?" in hook.ends().decision["message"]


def test_a_question_ends_with_the_page_that_it_was_asked_on(office: Office) -> None:
    desk = office.desk(office.profile(size=NARROW))
    with office.asks(REFUNDS) as hook, office.asks(WEBHOOKS) as other:
        plan = desk.chooses(REFUNDS_TITLE)
        expect(desk.panes).to_have_count(1)
        plan.button("Approve").click()
        plan.says(QUESTION)
        desk.chooses(WEBHOOKS_TITLE)
        desk.chooses(REFUNDS_TITLE)
        plan.says("^Claude Code waits$")
        expect(plan.bar).not_to_be_focused()
        assert hook.waits
        assert other.waits


def test_a_question_is_about_the_revision_that_it_was_asked_of(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS, session="s-1") as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.button("Approve").click()
        plan.is_asked()
        hook.signal(signal.SIGKILL)
        with office.asks(f"{REFUNDS}\n3. Tell the customer.\n", session="s-1") as again:
            expect(plan.button("Show revision 2")).to_be_visible()
            desk.presses("Enter")
            plan.button("Show revision 2").click()
            expect(plan.text).to_contain_text("Tell the customer")
            plan.says("^Claude Code waits$")
            assert again.waits


def test_a_comment_begun_at_the_question_is_asked_about(office: Office, desk: Desk) -> None:
    with office.asks(PAPER) as hook:
        hand = ready(office, desk)
        hand.plan.button("Approve").click()
        hand.plan.is_asked()
        hand.drags("twice")
        hand.takes("Comment")
        desk.page.keyboard.type("Why?")
        hand.plan.filled.click()
        hand.plan.says("^A comment is still open$")
        assert hook.waits
        hand.plan.button("Approve without it").click()
        assert hook.ends().decision["behavior"] == "allow"


def test_the_chord_leads_back_to_the_question(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.button("Approve").click()
        plan.is_asked()
        plan.text.locator("p").first.click()
        desk.presses("Enter", "Control+Enter")
        expect(plan.bar).to_be_focused()
        assert hook.waits
        desk.presses("Enter")
        assert hook.ends().decision["behavior"] == "allow"


def test_a_letter_leads_back_to_the_words(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        hand = ready(office, desk)
        hand.plan.writes("Who pays?")
        hand.plan.scroll.focus()
        desk.presses("r")
        expect(hand.plan.words).to_be_focused()
        desk.page.keyboard.type(" And when?")
        expect(hand.plan.words).to_have_value("Who pays? And when?")
        hand.plan.keeps_draft()
        hand.drags("twice")
        hand.says("Why?")
        desk.presses("e")
        expect(hand.field("Your comment")).to_be_focused()
        hand.plan.scroll.focus()
        desk.presses("e")
        expect(hand.field("Your comment")).to_be_focused()
