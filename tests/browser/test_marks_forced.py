"""With the system's own colours every mark can be read, told apart and found again when it is chosen."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.marking import PAPER, Hand, ready
from tests.browser.office import Office

themes = pytest.mark.parametrize("theme", ["light", "dark"])
MARKS = ("comment", "deletion", "replacement", "insertion")
# The ink of every mark, number and new word in the text; all of it must be the text's own.
INKS = """article => [...new Set([...article.querySelectorAll('.pen')].map(piece => getComputedStyle(piece).color))]"""
# The marks around which a line is drawn.
FRAMED = """article => [...article.querySelectorAll('.pen')]
  .filter(piece => getComputedStyle(piece).outlineStyle === 'solid').map(piece => piece.textContent)"""


def style(at: Locator, name: str, pseudo: str = "") -> str:
    """How something is drawn."""
    found: str = at.evaluate("(one, [name, pseudo]) => getComputedStyle(one, pseudo)[name]", [name, pseudo])
    return found


def marked(office: Office, theme: str) -> Hand:
    """A desk in the system's colours, and a mark of every kind; one lies in another."""
    hand = ready(office, office.desk())
    hand.desk.page.emulate_media(forced_colors="active", color_scheme="dark" if theme == "dark" else "light")
    hand.drags("A second press must change nothing")
    hand.takes("Looks good")
    hand.drags("change")
    hand.takes("Delete")
    hand.drags("oldest first")
    hand.says("newest first", tool="Replace")
    hand.drags("sees the number")
    hand.says(" twice", tool="Insert")
    expect(hand.plan.text.locator("sup.pen")).to_have_count(len(MARKS))
    return hand


@themes
def test_marked_words_can_be_read(office: Office, theme: str) -> None:
    with office.asks(PAPER):
        hand = marked(office, theme)
        hand.drags("The jam")
        hand.takes("Comment")
        expect(hand.plan.text.locator(".pen.draft")).to_have_text("The jam")
        assert hand.plan.text.evaluate(INKS) == [style(hand.plan.text, "color")]


def test_marks_differ_by_their_lines(office: Office) -> None:
    with office.asks(PAPER):
        text = marked(office, "dark").plan.text
        for kind in ("deletion", "replacement"):
            assert style(text.locator(f".pen.{kind}"), "textDecorationLine") == "line-through"
        assert style(text.locator(".pen.comment"), "textDecorationLine") == "underline"
        assert style(text.locator(".pen.inserted"), "borderTopWidth", "::before") == "2px"


@themes
def test_the_chosen_one_is_seen_in_the_text_and_beside_it(office: Office, theme: str) -> None:
    with office.asks(PAPER):
        hand = marked(office, theme)
        hand.desk.presses("[", "[")
        expect(hand.chosen).to_have_attribute("aria-label", "Mark 2")
        assert hand.plan.text.evaluate(FRAMED) == ["change"]
        assert style(hand.chosen, "backgroundColor", "::before") == style(hand.plan.text, "color")


def test_nothing_is_said_to_be_sent_before_it_is(office: Office) -> None:
    with office.asks(PAPER) as hook:
        hand = marked(office, "light")
        dots = hand.plan.stations.locator("i")
        ink = style(hand.plan.text, "color")
        assert all(style(dot, "backgroundColor") != ink for dot in dots.all())
        hand.plan.scroll.focus()
        hand.plan.sends()
        hook.ends()
        hand.plan.says("^Changes requested$")
        assert all(style(dot, "backgroundColor") == ink for dot in dots.all())


def test_the_focus_is_seen(office: Office) -> None:
    with office.asks(PAPER):
        hand = marked(office, "dark")
        hand.plan.scroll.focus()
        hand.desk.presses("b")
        assert style(hand.plan.scroll, "outlineStyle") == "solid"
        hand.desk.presses("Control+k")
        option = hand.desk.page.get_by_role("option", selected=True)
        assert style(option, "outlineStyle") == "solid"
