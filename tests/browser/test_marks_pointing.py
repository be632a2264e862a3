"""The chosen mark stays in sight under a resting mouse, and the keys go on after a note's own buttons."""

from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.marking import PAPER, Hand, ends_with_an_answer, ready
from tests.browser.office import Office


def two_marks(hand: Hand) -> None:
    hand.drags("A second press")
    hand.takes("Looks good")
    hand.drags("oldest first")
    hand.takes("Looks good")


def test_a_mouse_that_rests_hides_nothing(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        hand = ready(office, desk)
        two_marks(hand)
        hand.clicks("second")
        expect(hand.chosen).to_have_attribute("aria-label", "Mark 1")
        hand.desk.presses("]")
        expect(hand.chosen).to_have_attribute("aria-label", "Mark 2")
        expect(hand.plan.text.locator("mark.pen.chosen")).to_have_text(["oldest first"])


def test_what_a_removed_note_pointed_at_is_let_go(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        hand = ready(office, desk)
        two_marks(hand)
        hand.note("Mark 1").get_by_role("button", name="1: Comment").click()
        hand.note("Mark 1").get_by_role("button", name="Remove").click()
        hand.draws(("comment", "oldest first"))
        expect(hand.plan.text.locator("mark.pen.chosen")).to_have_text(["oldest first"])


def test_keys_go_on_after_a_notes_own_buttons(office: Office, desk: Desk) -> None:
    with office.asks(PAPER, session="rounds") as hook:
        hand = ready(office, desk)
        two_marks(hand)
        ends_with_an_answer(hook, hand)
    with office.asks(PAPER.replace("thanked", "paid"), session="rounds"):
        hand = ready(office, desk)
        for name, button in (("Mark 1", "Keep mark"), ("Mark 2", "Addressed"), ("Mark 1", "Remove")):
            hand.note(name).get_by_role("button", name=": Comment").press("Enter")
            hand.note(name).get_by_role("button", name=button, exact=True).press("Enter")
            expect(hand.plan.scroll).to_be_focused()
