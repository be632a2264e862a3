"""A new revision: every mark is found again, shown with both texts, or honestly lost, and the person decides."""

import itertools
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.marking import Hand, ends_with_an_answer, ready
from tests.browser.office import Office
from tests.browser.test_axe import objections
from tests.journeys.hook_process import HookProcess

NUMBERS = itertools.count(5_000_000)
TITLE = "Refund once"
FIRST = f"""# {TITLE}

## Why

The refund carries the id of the parcel, and a second one is booked twice.

## Steps

1. Make the column unique.
2. Book the refund at night.
3. Tell the customer by mail.

## Rollout

Deploy on Tuesday, slowly, and watch the queue for an hour before anybody goes home.
"""
SECOND = f"""# {TITLE}

## Why

The refund carries the id of the return, and a second one is refused.

## Steps

1. Make the column unique.
2. Book the refund at night.
3. Tell the customer by mail.
"""
THERE, CHANGED, LOST = "Make the column unique.", "the id of the parcel", "watch the queue for an hour"


@pytest.fixture
def again(office: Office) -> Iterator[HookProcess]:
    """The agent waits with a second revision; three marks and a note went with the answer to the first."""
    person = office.attendant
    session = f"carried-{next(NUMBERS)}"
    with office.asks(FIRST, session=session) as first:
        review = person.sees_plan()
        pen = person.takes_pen(review)
        said = [pen.mark("comment", quote, words=f"On {quote}") for quote in (THERE, CHANGED, LOST)]
        said.append(pen.mark("note", words="As a whole."))
        marks = [person.marks(review, (f"an_{next(NUMBERS):026}", mark)) for _, mark in said]
        person.presses(review, "changes_requested", None, annotations=marks).raise_for_status()
        first.ends()
    with office.asks(SECOND, session=session) as second:
        person.sees_carried(person.sees_plan(revision=2), marks)
        yield second


def the(hand: Hand, words: str) -> str:
    """The name of the note that says something about these words."""
    note = hand.plan.region.get_by_role("group", name=re.compile("^(Mark|Note)")).filter(has_text=f"On {words}")
    expect(note).to_have_count(1)
    return note.get_attribute("aria-label") or ""


def answers(hand: Hand, words: str, answer: str) -> None:
    note = hand.note(the(hand, words))
    note.hover()
    note.get_by_role("button", name=answer).click()


def test_each_says_what_became_of_it(again: HookProcess, office: Office, desk: Desk) -> None:
    hand = ready(office, desk, TITLE)
    hand.draws(("last", CHANGED.replace("parcel", "return")), ("last", THERE))
    expect(hand.note(the(hand, THERE))).to_contain_text("Still there")
    changed = hand.note(the(hand, CHANGED))
    expect(changed).to_contain_text("Text changed")
    expect(changed).to_contain_text(f"Was “{CHANGED}”, reads now “the id of the return”")
    lost = hand.note(the(hand, LOST))
    expect(lost).to_contain_text(f"It stood on “{LOST}”, which is gone")
    assert objections(desk) == []
    assert again.waits


def test_kept_addressed_and_open_again(again: HookProcess, office: Office, desk: Desk) -> None:
    hand = ready(office, desk, TITLE)
    answers(hand, THERE, "Keep mark")
    hand.plan.says("^1 mark, not sent$")
    answers(hand, CHANGED, "Addressed")
    expect(hand.note(the(hand, CHANGED)).locator(".fate")).to_have_text("Addressed")
    answers(hand, CHANGED, "Open again")
    expect(hand.note(the(hand, CHANGED))).to_contain_text("Text changed")
    answers(hand, CHANGED, "Addressed")
    answers(hand, LOST, "Keep as note")
    hand.plan.says("^1 mark, 1 note, not sent$")
    expect(hand.plan.region.get_by_role("group", name="Note on the whole").filter(has_text=LOST)).to_be_visible()
    desk.reloads()
    message = ends_with_an_answer(again, hand)
    assert f"On {THERE}" in message
    assert f"On {LOST}" in message
    assert f"On {CHANGED}" not in message


def test_what_was_kept_or_placed_is_put_back_as_it_was(again: HookProcess, office: Office, desk: Desk) -> None:
    hand = ready(office, desk, TITLE)
    before = (("last", "the id of the return"), ("last", THERE))
    hand.draws(*before)
    answers(hand, THERE, "Keep mark")
    hand.plan.says("^1 mark, not sent$")
    desk.presses("Control+z")
    hand.draws(*before)
    expect(hand.note(the(hand, THERE))).to_contain_text("Still there")
    answers(hand, LOST, "Keep as note")
    hand.plan.says("^1 note, not sent$")
    desk.presses("Control+z")
    expect(hand.note(the(hand, LOST))).to_contain_text("which is gone")
    answers(hand, LOST, "Place anew")
    hand.drags("Tell the customer")
    hand.takes("Place it here")
    hand.draws(*before, ("comment", "Tell the customer"))
    desk.presses("Control+z")
    hand.draws(*before)
    desk.presses("Control+Shift+z")
    hand.draws(*before, ("comment", "Tell the customer"))
    desk.presses("Control+z")
    hand.draws(*before)
    desk.reloads().shows(TITLE)
    hand.draws(*before)
    expect(hand.note(the(hand, THERE))).to_contain_text("Still there")
    expect(hand.note(the(hand, LOST))).to_contain_text("which is gone")
    assert again.waits


def test_a_lost_mark_is_placed_anew(again: HookProcess, office: Office, desk: Desk) -> None:
    hand = ready(office, desk, TITLE)
    answers(hand, LOST, "Place anew")
    hand.drags("Tell the customer")
    hand.takes("Place it here")
    hand.draws(
        ("last", "the id of the return"),
        ("last", THERE),
        ("comment", "Tell the customer"),
    )
    hand.plan.says("^1 mark, not sent$")
    desk.reloads().shows(TITLE)
    hand.draws(
        ("last", "the id of the return"),
        ("last", THERE),
        ("comment", "Tell the customer"),
    )
    assert f"On {LOST}" in ends_with_an_answer(again, hand)


def test_marks_that_were_not_sent_move_on(office: Office, desk: Desk) -> None:
    """The agent was answered with words alone; the marks stay this round's, in the tab that was open all the time."""
    session = f"carried-{next(NUMBERS)}"
    with office.asks(FIRST, session=session) as hook:
        review = office.attendant.sees_plan()
        hand = ready(office, desk, TITLE)
        hand.drags("Make the column unique")
        hand.says("Which one?")
        hand.hub_has(review, ("comment", "Make the column unique"))
        office.attendant.requests_changes(review, "Shorter.")
        hook.ends()
    with office.asks(SECOND, session=session) as second:
        office.attendant.sees_plan(revision=2)
        expect(hand.plan.text.get_by_text("a second one is refused")).to_be_visible()
        hand.draws(("comment", "Make the column unique"))
        hand.plan.says("^1 mark, not sent$")
        assert "Which one?" in ends_with_an_answer(second, hand)


STRUCK, SWAPPED, NEVER = "2. Book the refund at night.\n", "slowly", "Deploy on Tuesday"
OBEYED = FIRST.replace(STRUCK, "").replace("3. Tell", "2. Tell").replace("slowly", "before noon")


@pytest.fixture
def obeyed(office: Office) -> Iterator[HookProcess]:
    """The agent has struck out and exchanged what it was asked to, and left the third mark as it was."""
    person = office.attendant
    session = f"carried-{next(NUMBERS)}"
    with office.asks(FIRST, session=session) as first:
        review = person.sees_plan()
        pen = person.takes_pen(review)
        said = [
            pen.mark("deletion", "Book the refund at night."),
            pen.mark("replacement", SWAPPED, text="before noon"),
            pen.mark("replacement", NEVER, text="Deploy on Monday", words="On Monday"),
        ]
        marks = [person.marks(review, (f"an_{next(NUMBERS):026}", mark)) for _, mark in said]
        person.presses(review, "changes_requested", None, annotations=marks).raise_for_status()
        first.ends()
    with office.asks(OBEYED, session=session) as second:
        person.sees_carried(person.sees_plan(revision=2), marks)
        yield second


def test_what_the_agent_did_as_asked_is_one_line_and_can_be_opened_again(
    obeyed: HookProcess, office: Office, desk: Desk
) -> None:
    hand = ready(office, desk, TITLE)
    hand.draws(("last", NEVER))
    line = hand.plan.region.locator(".done-line")
    expect(line).to_have_text("2 of 3 done as asked Show")
    expect(hand.plan.region.get_by_role("group", name=re.compile("^Mark "))).to_have_count(1)
    desk.page.set_viewport_size({"width": 720, "height": 900})
    expect(line).to_be_visible()
    desk.page.set_viewport_size({"width": 1440, "height": 900})
    show = line.get_by_role("button")
    expect(show).to_have_attribute("aria-expanded", "false")
    show.focus()
    desk.presses("Enter")
    hand.draws(("last", NEVER), ("last", "before noon"))
    done = hand.plan.region.get_by_role("group", name=re.compile("^Mark ")).filter(has_text="Done as asked")
    expect(done).to_have_count(2)
    assert objections(desk) == []
    swapped = done.filter(has_text="before noon")
    swapped.hover()
    swapped.get_by_role("button", name="Open again").click()
    expect(line).to_have_text("1 of 3 done as asked Fold away")
    desk.presses("v")
    expect(hand.plan.region.get_by_text("1 done as asked")).to_be_visible()
    desk.presses("v")
    opened = hand.plan.region.get_by_role("group", name=re.compile("^Mark ")).filter(has_text="Text changed")
    expect(opened).to_contain_text("Was “slowly”, reads now “before noon”")
    opened.get_by_role("button", name="Keep mark").click()
    hand.plan.says("^1 mark, not sent$")
    message = ends_with_an_answer(obeyed, hand)
    assert "before noon" in message
    assert "Book the refund" not in message
