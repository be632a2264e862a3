"""By thumb: words are marked, notes opened, changed, removed and brought back, with targets that a thumb hits."""

import pytest
from playwright.sync_api import expect

from tests.browser.marking import FIND, PAPER, TITLE, Hand
from tests.browser.office import Office
from tests.browser.test_phone import PHONE, THUMB_PX

TABLET = (820, 1180)
screens = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
# What can be pressed about marks and is too small; a note's number does what the note around it does.
SMALL = """([inside, least]) => [...document.querySelectorAll(inside)]
  .flatMap(one => [...one.querySelectorAll('button:not(.number), textarea, label')])
  .filter(one => one.checkVisibility())
  .map(one => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.height < least || box.width < least)
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""


def held(office: Office, size: tuple[int, int]) -> Hand:
    """The plan on a screen that is touched."""
    desk = office.desk(office.profile(size=size, touch=True))
    desk.item(TITLE).tap()
    desk.shows(TITLE)
    return Hand(office, desk)


def taps(hand: Hand, words: str) -> None:
    """Tap in the middle of some words."""
    left, top, right, bottom = hand.plan.text.evaluate(FIND, [words, ""])
    hand.desk.page.touchscreen.tap((left + right) / 2, (top + bottom) / 2)


def strikes_twice(hand: Hand) -> None:
    """The word is struck out."""
    hand.touches("twice")
    hand.tools.get_by_role("button", name="Delete").tap()
    hand.draws(("deletion", "twice"))


def too_small(hand: Hand, inside: str = ".folds, .mark-strip") -> list[str]:
    found: list[str] = hand.desk.page.evaluate(SMALL, [inside, THUMB_PX])
    return found


@screens
def test_every_kind_by_taps(office: Office, size: tuple[int, int]) -> None:
    with office.asks(PAPER):
        hand = held(office, size)
        hand.touches("prints the label")
        tools, bar = hand.tools.bounding_box(), hand.plan.bar.bounding_box()
        assert tools is not None
        assert bar is not None
        assert tools["y"] + tools["height"] <= bar["y"], "the bar covers the tools"
        assert too_small(hand) == [], "tools"
        hand.tools.get_by_role("button", name="Comment").tap()
        expect(hand.composer.get_by_role("textbox")).to_be_focused()
        assert too_small(hand) == [], "words"
        hand.desk.page.keyboard.type("Which?")
        hand.composer.get_by_role("button", name="Keep").tap()
        for kind, words in (("Delete", "oldest first"), ("Looks good", "Start the queue")):
            hand.touches(words)
            hand.tools.get_by_role("button", name=kind).tap()
        for kind, words in (("Replace", "The clerk"), ("Insert", "is told in the journal")):
            hand.touches(words)
            hand.tools.get_by_role("button", name=kind).tap()
            hand.desk.page.keyboard.type("new")
            hand.composer.get_by_role("button", name="Keep").tap()
        hand.draws(
            ("comment", "prints the label"),
            ("deletion", "oldest first"),
            ("replacement", "The clerk"),
            ("comment", "Start the queue"),
            ("insertion", "is told in the journal"),
        )
        assert too_small(hand) == [], "notes"


@screens
def test_a_note_by_taps(office: Office, size: tuple[int, int]) -> None:
    with office.asks(PAPER):
        hand = held(office, size)
        strikes_twice(hand)
        taps(hand, "Start the queue")
        expect(hand.chosen).to_have_count(0)
        taps(hand, "twice")
        hand.note("Mark 1").get_by_role("button", name="1: Delete").tap()
        hand.chosen.get_by_role("button", name="Say why").tap()
        hand.desk.page.keyboard.type("Once is enough")
        hand.composer.get_by_role("button", name="Keep").tap()
        expect(hand.note("Mark 1")).to_contain_text("Once is enough")
        assert too_small(hand) == [], "the chosen note"
        hand.chosen.get_by_role("button", name="Remove").tap()
        hand.draws()
        back = hand.plan.region.get_by_role("button", name="Take it back")
        assert too_small(hand) == [], "after the removal"
        back.tap()
        hand.draws(("deletion", "twice"))
        expect(hand.note("Mark 1")).to_contain_text("Once is enough")
        expect(back).to_have_count(0)


@screens
def test_the_list_by_taps(office: Office, size: tuple[int, int]) -> None:
    """A note on the whole, the next mark, and steps back and forth: none of it needs a key."""
    with office.asks(PAPER):
        hand = held(office, size)
        strikes_twice(hand)
        listed = hand.plan.region.get_by_role("region", name="Marks")
        all_marks = hand.plan.region.get_by_role("button", name="All marks")
        all_marks.tap()
        for step, count in (("Undo", "No marks yet"), ("Redo", "1 mark")):
            listed.get_by_role("button", name=step).tap()
            expect(listed.get_by_role("heading")).to_have_text(count)
        listed.get_by_role("button", name="Next mark").tap()
        expect(hand.plan.text.locator(".pen.chosen")).to_have_text(["twice", "1"])
        listed.get_by_role("button", name="Note on the whole").tap()
        expect(listed).to_have_count(0)
        hand.desk.page.keyboard.type("Good on the whole.")
        hand.composer.get_by_role("button", name="Keep").tap()
        all_marks.tap()
        expect(listed.get_by_role("listitem")).to_have_count(2)
        assert too_small(hand, ".mark-list") == [], "the list"
        listed.get_by_role("button", name="Close").tap()
        expect(listed).to_have_count(0)
