"""Mark, note, list and outline find each other, however the marks lie over one another and wherever they stand."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.marking import PAPER, ready
from tests.browser.office import WIDE, Office
from tests.browser.test_axe import PHONE, objections
from tests.real_agents.person import Json

NUMBERS = itertools.count(6_000_000)
LONG_TITLE = "Move the tables"
SECTIONS = 260
ROWS = "It keeps its rows and its order. " * 9
LONG = f"# {LONG_TITLE}\n\n" + "\n".join(
    f"## Table {number}\n\nWe move table {number}. {ROWS}\n\n- Copy it\n- Compare it\n"
    for number in range(1, SECTIONS + 1)
)


def test_three_over_one_another_are_each_reached(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        hand = ready(office, desk)
        hand.drags("A second press must change nothing")
        hand.says("The outer one")
        hand.drags("press must")
        hand.takes("Delete")
        hand.drags("must change")
        hand.says("The last one")
        desk.presses("Escape")
        hand.draws(
            ("comment", "A second press must change nothing"), ("deletion", "press must"), ("comment", "must change")
        )
        reached = set()
        for _ in range(3):
            hand.clicks("must")
            expect(hand.chosen).to_have_count(1)
            reached.add(hand.chosen.get_attribute("aria-label"))
        assert reached == {"Mark 1", "Mark 2", "Mark 3"}
        desk.presses("Escape")
        expect(hand.chosen).to_have_count(0)
        for key, numbers in (("]", (1, 2, 3)), ("[", (2, 1))):
            for number in numbers:
                desk.presses(key)
                expect(hand.chosen).to_have_accessible_name(f"Mark {number}")
        desk.presses("[")
        hand.said("That was the first mark")
        desk.presses("]", "Delete")
        hand.draws(("comment", "A second press must change nothing"), ("comment", "must change"))


def test_note_and_mark_and_list_find_each_other(office: Office, desk: Desk) -> None:
    with office.asks(LONG):
        hand = ready(office, desk, LONG_TITLE)
        hand.drags("We move table 2.")
        hand.says("The first")
        hand.drags(f"We move table {SECTIONS}.")  # in the last slice
        hand.says("The last")
        outline = hand.plan.region.get_by_role("navigation", name="Outline")
        expect(outline.get_by_role("link", name=re.compile(f"^Table {SECTIONS} ?, marks: 1$"))).to_be_attached()
        first = hand.plan.text.locator(".pen.comment").first
        hand.plan.text.locator(".pen.comment").last.scroll_into_view_if_needed()
        expect(first).not_to_be_in_viewport()
        desk.presses("[")
        expect(first).to_be_in_viewport()
        expect(hand.chosen).to_contain_text("The first")
        outline.get_by_role("link", name="Table 4", exact=True).click()
        expect(hand.plan.text.get_by_role("heading", name="Table 4", exact=True)).to_be_in_viewport()
        outline.get_by_role("link", name=re.compile("^Table 2 ?, marks: 1$")).click()
        expect(first).to_be_in_viewport()
        hand.plan.scroll.focus()
        desk.presses("m")
        lines = hand.plan.region.get_by_role("region", name="Marks").get_by_role("listitem")
        expect(lines).to_have_count(2)
        lines.last.get_by_role("button").click()
        last = hand.plan.text.locator(".pen.comment").last
        expect(last).to_be_in_viewport()
        expect(hand.chosen).to_contain_text("The last")
        desk.presses("m", "Escape")
        expect(hand.chosen).to_have_count(0)
        last.click()
        expect(hand.chosen).to_contain_text("The last")
        desk.presses("Escape")
        hand.note("Mark 2").locator(".said").click()
        expect(hand.chosen).to_have_accessible_name("Mark 2")
        before = hand.standing()
        desk.reloads().shows(LONG_TITLE)
        hand.stands_as(before)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_has_nothing_against_marks(office: Office, size: tuple[int, int], dark: bool) -> None:
    office.attendant.sets(labels=[{"label": "Needs a test", "tip": "Which one?"}])
    with office.asks(PAPER):
        review = office.attendant.sees_plan()
        pen = office.attendant.takes_pen(review)
        wishes: tuple[tuple[str, str, Json], ...] = (
            ("comment", "A second press must change nothing.", {"words": "Why?"}),
            ("deletion", "press must", {}),
            ("replacement", "oldest first", {"text": "newest first"}),
            ("insertion", "a sensor", {"text": "and a lamp"}),
            ("comment", "queue.lock()", {"label": "Looks good"}),
            ("note", "", {"words": "Good as a whole."}),
        )
        for kind, quote, said in wishes:
            office.attendant.marks(review, (f"an_{next(NUMBERS):026}", pen.mark(kind, quote, **said)[1]))
        desk = office.desk(office.profile(size=size, dark=dark, touch=size == PHONE))
        if size == PHONE:
            desk.item("Ship the labels").tap()
        hand = ready(office, desk)
        expect(hand.plan.text.locator("sup.pen")).to_have_count(5)
        expect(hand.note("Mark 1")).to_be_visible()
        assert objections(desk) == [], "at rest"
        hand.touches("the journal")
        assert objections(desk) == [], "the tools"
        hand.takes("Comment")
        expect(hand.composer.get_by_role("textbox")).to_be_focused()
        assert objections(desk) == [], "the words"
        desk.presses("Escape")
        hand.plan.scroll.focus()
        desk.presses("m")
        expect(hand.plan.region.get_by_role("region", name="Marks")).to_be_visible()
        assert objections(desk) == [], "the list"
    office.attendant.sets(labels=[])


def test_by_thumb(office: Office) -> None:
    desk = office.desk(office.profile(size=PHONE, touch=True))
    with office.asks(PAPER) as hook:
        review = office.attendant.sees_plan()
        desk.item("Ship the labels").tap()
        hand = ready(office, desk)
        hand.touches("Stop the queue")
        hand.tools.get_by_role("button", name="Comment").tap()
        hand.composer.get_by_role("textbox").fill("Who stops it?")
        hand.composer.get_by_role("button", name="Keep").tap()
        hand.touches("a sensor")
        hand.tools.get_by_role("button", name="Delete").tap()
        hand.hub_has(review, ("comment", "Stop the queue"), ("deletion", "a sensor"))
        expect(hand.note("Mark 1")).to_contain_text("Who stops it?")
        before = hand.standing()
        hand.plan.button("Request changes").tap()
        expect(hand.plan.words).to_be_focused()
        hand.plan.button("Request changes").tap()
        hand.plan.confirms()
        assert "Who stops it?" in hook.ends().decision["message"]
        assert [mark["words"] for mark in before] == ["Stop the queue", "a sensor"]
