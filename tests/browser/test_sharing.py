"""Sharing at the desk: the page makes links and opens them, and others' marks go only where the person sends them."""

import itertools
import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from countermark.model.annotations import AnnotationKind
from countermark.model.shares import SharedMark, SharedReview
from countermark.sharing.link import link_to, opened
from tests.browser.desk import Desk, Plan
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE
from tests.browser.test_axe import objections, themes
from tests.journeys.hook_process import HookProcess
from tests.real_agents.person import Json

NUMBERS = itertools.count(9_000_000)
PHONE = (390, 844)
PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""


def theirs(kind: AnnotationKind, quote: str, author: str = "Bab", *, words: str = "", text: str = "") -> SharedMark:
    """A mark of somebody else, with an id of its own."""
    return SharedMark(id=f"an_{next(NUMBERS):026}", author=author, kind=kind, quote=quote, words=words, text=text)


def link_of(*marks: SharedMark, text: str = REFUNDS, title: str = "Refunds") -> str:
    """What a colleague sends."""
    return link_to(SharedReview(title=title, text=text, author="Bab", marks=marks), "http://x", randomness=os.urandom)


@pytest.fixture
def marked(office: Office) -> Iterator[tuple[HookProcess, Json]]:
    """A plan that waits, with one mark of the person's own."""
    with office.asks(REFUNDS) as hook:
        review = office.attendant.sees_plan()
        _, given = office.attendant.takes_pen(review).mark("comment", "the return's id", words="Which column?")
        office.attendant.marks(review, (f"an_{next(NUMBERS):026}", given))
        yield hook, review


def shown(desk: Desk) -> Plan:
    plan = desk.shows(REFUNDS_TITLE)
    plan.says("^1 mark, not sent$")
    plan.scroll.focus()
    return plan


def note_of(plan: Plan, author: str) -> Locator:
    """The first note of a colleague, in the margin or under its paragraph."""
    return plan.region.locator(".note.other").filter(has=plan.region.page.get_by_text(author, exact=True)).first


def pastes(desk: Desk, text: str) -> Locator:
    """Paste, with nothing to type into."""
    desk.page.evaluate(PASTE, text)
    return desk.dialog("Open what was shared")


def opens(desk: Desk, link: str) -> None:
    dialog = pastes(desk, link)
    dialog.get_by_role("button", name="Open it here").click()
    expect(dialog).to_be_hidden()


def test_the_page_makes_a_link_that_another_desk_opens(marked: tuple[HookProcess, Json], desk: Desk) -> None:
    _, review = marked
    plan = shown(desk)
    plan.region.get_by_role("button", name="Share").click()
    dialog = desk.dialog("Share")
    expect(dialog).to_contain_text("1 mark of yours")
    dialog.get_by_role("textbox", name="Your name").fill("")
    dialog.get_by_role("button", name="Copy link").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Write your name first")
    dialog.get_by_role("textbox", name="Your name").fill("Ada")
    desk.presses("Enter")
    field = dialog.get_by_role("textbox", name="Link")
    expect(field).to_have_value(re.compile(r"^http://127\.0\.0\.1:\d+/#cm1\."))
    expect(dialog.get_by_role("status")).to_contain_text("Whoever has it can read")
    shared = opened(field.input_value())
    assert (shared.text, shared.review, shared.author) == (REFUNDS, review["id"], "Ada")
    assert [(mark.author, mark.words) for mark in shared.marks] == [("Ada", "Which column?")]


def test_others_marks_are_pasted_chosen_by_keys_and_go_under_their_name(
    marked: tuple[HookProcess, Json], desk: Desk
) -> None:
    hook, _ = marked
    plan = shown(desk)
    first = theirs(AnnotationKind.COMMENT, "Book it.", words="Who books it?")
    second = theirs(AnnotationKind.NOTE, "", words="Too long.")
    dialog = pastes(desk, link_of(first, second))
    expect(dialog).to_contain_text("Shared by Bab, with 2 marks of Bab (2).")
    dialog.get_by_role("button", name="Open it here").click()
    expect(note_of(plan, "Bab")).to_contain_text("stays here")
    expect(plan.text.locator(".pen.other.comment")).to_have_text("Book it.")
    plan.says("^1 mark, not sent$")
    plan.scroll.focus()
    note = plan.region.locator(".note.other", has_text="Who books it?")
    note.click()
    desk.presses("t")
    expect(note).to_contain_text("goes along")
    plan.says("^2 marks, not sent$")
    desk.presses("e")
    expect(plan.announced).to_contain_text("These are the words of Bab")
    desk.presses("Escape", "T")
    plan.says("^2 marks, 1 note, not sent$")
    desk.presses("T")
    plan.says("^1 mark, not sent$")
    note.get_by_role("button", name="Take along").click()
    plan.says("^2 marks, not sent$")
    plan.scroll.focus()
    plan.sends()
    told = hook.ends().decision["message"]
    assert told.index("Which column?") < told.index('another reviewer, "Bab"') < told.index("Who books it?")
    assert "Too long." not in told
    assert told.count("another reviewer") == 1


def test_a_link_in_the_address_is_taken_out_of_it_and_asks_first(office: Office, desk: Desk) -> None:
    person = office.attendant
    before = {review["id"] for review in person.all_reviews()}
    link = link_of(theirs(AnnotationKind.COMMENT, "Words.", words="Why?"), text="# Café\n\nWords.\n", title="Café")
    fragment = link.partition("#")[2]
    for answer in ("Not now", "Open it here"):
        desk.page.goto("about:blank")
        desk.page.goto(f"{office.address}/#{fragment}")
        dialog = desk.dialog("Open what was shared")
        expect(dialog).to_contain_text("Café")
        assert "#" not in desk.page.url
        assert fragment not in desk.page.evaluate("JSON.stringify([history.state, localStorage, sessionStorage])")
        dialog.get_by_role("button", name=answer).click()
        expect(dialog).to_be_hidden()
        if answer == "Not now":
            assert {review["id"] for review in person.all_reviews()} == before
    plan = desk.shows("Café")
    plan.says("^Nobody waits for this$")
    expect(note_of(plan, "Bab")).to_contain_text("Why?")
    desk.page.go_back()
    assert fragment not in desk.page.url
    desk.page.goto(office.address)
    [opened_here] = [each for each in person.all_reviews() if each["id"] not in before]
    person.approves(opened_here)
    person.sees(opened_here, verdict="approved")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda link: link[:-20], "The link is cut"),
        (lambda link: f"{link[:-43]}{'A' * 43}", "the key is wrong"),
        (lambda link: link.replace("#cm1.", "#cm3."), "is of version 3"),
    ],
)
def test_a_broken_link_says_why_and_what_to_do(desk: Desk, change, why: str) -> None:  # type: ignore[no-untyped-def]
    alert = pastes(desk, change(link_of())).get_by_role("alert")
    expect(alert).to_contain_text(why)
    expect(alert).to_contain_text(re.compile("Copy the whole link|Update Countermark"))


def test_what_a_stranger_wrote_into_a_link_is_spelled_out_and_short(desk: Desk) -> None:
    marks = [theirs(AnnotationKind.NOTE, "", author=f"\u202eeve {number}", words="x") for number in range(30)]
    dialog = pastes(desk, link_of(*marks, title=f"<b>Ship</b> \u202egnp.exe {'T' * 1500}"))
    expect(dialog).to_contain_text("\\u{202e}eve 0 (1)")
    expect(dialog).to_contain_text("and of 22 other people.")
    words = dialog.inner_text()
    assert "\u202e" not in words
    assert "<b>Ship</b> \\u{202e}gnp.exe" in words
    assert len(words) < 1_000


def test_a_link_that_is_pasted_over_another_one_is_read_before_it_is_opened(office: Office, desk: Desk) -> None:
    dialog = pastes(desk, link_of(text="# One\n\nWords.\n", title="One"))
    expect(dialog).to_contain_text("One")
    desk.page.evaluate(PASTE, link_of(text="# Two\n\nWords.\n", title="Two")[:-9])
    expect(dialog.get_by_role("alert")).to_contain_text("The link is cut")
    expect(dialog.get_by_role("button", name="Open it here")).to_be_hidden()
    desk.page.evaluate(PASTE, link_of(text="# Two\n\nWords.\n", title="Two"))
    expect(dialog).to_contain_text("Two")
    dialog.get_by_role("button", name="Open it here").dblclick()
    expect(dialog).to_be_hidden()
    desk.shows("Two")
    [two] = [each for each in office.attendant.all_reviews() if each["title"] in ("One", "Two")]
    assert two["title"] == "Two"


def test_a_link_that_came_before_the_sign_in_is_asked_about_behind_it(office: Office) -> None:
    stranger = office.stranger()
    page = stranger.new_page()
    fragment = link_of(text="# Café\n\nWords.\n", title="Café").partition("#")[2]
    page.goto(f"{office.address}/#{fragment}")
    expect(page.get_by_role("dialog")).to_be_hidden()
    stranger.new_page().goto(office.launch_address()[0])
    expect(page.get_by_role("dialog", name="Open what was shared")).to_contain_text("Café")


def test_what_is_pasted_into_words_stays_words(marked: tuple[HookProcess, Json], desk: Desk) -> None:
    plan = shown(desk)
    plan.button("Request changes").click()
    plan.button("Back").click()
    desk.presses("g")
    expect(plan.region.get_by_role("textbox").first).to_be_focused()
    desk.page.evaluate(PASTE, link_of())
    desk.presses("x")
    expect(desk.dialog("Open what was shared")).to_be_hidden()


@themes
@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["wide", "phone"])
def test_axe_objects_to_nothing_that_is_shared(
    marked: tuple[HookProcess, Json], office: Office, dark: bool, size: tuple[int, int]
) -> None:
    desk = office.desk(office.profile(dark=dark, size=size))
    if size == PHONE:
        desk.page.get_by_role("button", name=REFUNDS_TITLE).first.click()
    plan = desk.plan(REFUNDS_TITLE)
    expect(plan.region).to_be_visible()
    link = link_of(
        theirs(AnnotationKind.REPLACEMENT, "Book it.", text="Book it once."),
        theirs(AnnotationKind.COMMENT, "the return's id", author="Cy", words="Or the order's?"),
    )
    pastes(desk, link)
    expect(desk.dialog("Open what was shared")).to_contain_text("Shared by Bab")
    assert objections(desk) == [], "what a link carries"
    desk.dialog("Open what was shared").get_by_role("button", name="Open it here").click()
    expect(note_of(plan, "Cy")).to_be_attached()
    assert objections(desk) == [], "marks of two others"
    plan.region.get_by_role("button", name="Share").click()
    expect(desk.dialog("Share")).to_contain_text("Cy (1), Bab (1)")
    assert objections(desk) == [], "the dialog that shares"
