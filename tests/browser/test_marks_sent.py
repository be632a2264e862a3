"""Marks go with an answer, word for word as the preview showed them, or stay as a draft; nothing is lost on the way."""

import itertools
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.desk import Desk, Plan
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE
from tests.browser.test_axe import objections
from tests.journeys.hook_process import HookProcess
from tests.real_agents.person import Json

NUMBERS = itertools.count(8_000_000)


@pytest.fixture
def marked(office: Office) -> Iterator[tuple[HookProcess, Json]]:
    """A plan that waits, with two marks and a note on the whole."""
    person = office.attendant
    with office.asks(REFUNDS) as hook:
        review = person.sees_plan()
        pen = person.takes_pen(review)
        said = [
            pen.mark("comment", "the return's id", words="Which column?"),
            pen.mark("deletion", "Book it."),
            pen.mark("note", words="Good shape."),
        ]
        for _, mark in said:
            person.marks(review, (f"an_{next(NUMBERS):026}", mark))
        yield hook, review


def preview(desk: Desk) -> Locator:
    return desk.dialog("What Claude Code will get")


def shown(desk: Desk) -> Plan:
    plan = desk.shows(REFUNDS_TITLE)
    plan.says("^2 marks, 1 note, not sent$")
    plan.scroll.focus()
    return plan


def test_what_the_preview_shows_is_what_the_agent_gets(
    marked: tuple[HookProcess, Json], office: Office, desk: Desk
) -> None:
    hook, review = marked
    plan = shown(desk)
    desk.presses("p")
    words = preview(desk).get_by_role("group", name="The words for Claude Code")
    expect(words).to_contain_text("Which column?")
    promised = words.inner_text()
    preview(desk).get_by_role("button", name="Request changes").click()
    plan.confirms()
    told = hook.ends()
    assert told.decision["behavior"] == "deny"
    assert promised.strip() in told.decision["message"]
    assert office.attendant.feedback(review).strip() == promised.strip()
    plan.says("^Changes requested$")
    expect(plan.bar).to_contain_text(re.compile(r"\d\d:\d\d:\d\d, 3 marks, received in"))


def test_the_chord_sends_marks_without_words(marked: tuple[HookProcess, Json], desk: Desk) -> None:
    hook, _ = marked
    shown(desk).sends()
    message = hook.ends().decision["message"]
    assert "Which column?" in message
    assert "Good shape." in message


def test_more_words_go_along(marked: tuple[HookProcess, Json], desk: Desk) -> None:
    hook, _ = marked
    plan = shown(desk)
    desk.presses("r")
    expect(plan.region.get_by_role("textbox", name="What else should Claude Code change?")).to_be_focused()
    expect(plan.button("Request changes")).to_be_enabled()
    plan.words.fill("And add a test.")
    plan.says("^2 marks, 1 note and words, not sent$")
    plan.sends()
    message = hook.ends().decision["message"]
    assert "Which column?" in message
    assert "And add a test." in message


def test_approve_asks_what_becomes_of_them(marked: tuple[HookProcess, Json], office: Office, desk: Desk) -> None:
    hook, review = marked
    plan = shown(desk)
    plan.button("Approve").click()
    plan.says(r"^Approve revision 1 with 2 unsent marks, 1 unsent note\?$")
    expect(plan.bar).to_contain_text("They go along as notes, or stay here as a draft")
    assert hook.waits
    plan.button("Approve only").click()
    assert hook.ends().decision["behavior"] == "allow"
    assert office.attendant.reads(review)["review"]["marks"] == 0
    marks = office.attendant.sees_marks(review, revision=1)
    assert not any(mark["sent"] for mark in marks.values())


def test_they_go_along_as_notes(marked: tuple[HookProcess, Json], office: Office, desk: Desk) -> None:
    hook, review = marked
    plan = shown(desk)
    desk.presses("a")
    plan.says(r"^Approve revision 1 with")
    plan.button("Approve with notes").click()
    assert hook.ends().decision["behavior"] == "allow"
    assert "Which column?" in office.attendant.feedback(review)
    assert office.attendant.reads(review)["review"]["marks"] == 3


def test_words_that_changed_behind_the_preview_are_shown_again(
    marked: tuple[HookProcess, Json], office: Office, desk: Desk
) -> None:
    hook, review = marked
    plan = shown(desk)
    desk.presses("p")
    words = preview(desk).get_by_role("group", name="The words for Claude Code")
    expect(words).to_contain_text("Which column?")
    marks = office.attendant.sees_marks(review, revision=1).values()
    mark = next(mark for mark in marks if mark["words"] == "Which column?")

    def overtake(route: Route) -> None:
        """Somebody else was quicker: the answer on its way names words that are no longer these."""
        office.attendant.rewords(review, mark, "Which table?")
        route.continue_()

    desk.page.route("**/verdict", overtake, times=1)
    preview(desk).get_by_role("button", name="Request changes").click()
    plan.confirms()
    expect(preview(desk).get_by_role("alert")).to_contain_text("Not sent: the words have changed")
    expect(words).to_contain_text("Which table?")
    assert hook.waits
    preview(desk).get_by_role("button", name="Request changes").click()
    plan.confirms()
    assert "Which table?" in hook.ends().decision["message"]


def begins_note(desk: Desk, plan: Plan, words: str) -> None:
    """Type a note on the whole, and look elsewhere without keeping it."""
    desk.presses("g")
    form = plan.region.get_by_role("form", name="On the whole")
    form.get_by_role("textbox").fill(words)
    expect(form).to_contain_text("Draft kept")
    plan.scroll.focus()


def test_a_comment_that_is_still_open_is_asked_about(marked: tuple[HookProcess, Json], desk: Desk) -> None:
    hook, _ = marked
    plan = shown(desk)
    begins_note(desk, plan, "Who pays?")
    desk.presses("Control+Enter")
    plan.says("^A comment is still open$")
    expect(plan.bar).to_contain_text("Keep it, so that it goes along, or it stays here as a draft")
    assert objections(desk) == []
    desk.presses("Escape")
    plan.says("^2 marks, 1 note, not sent$")
    assert hook.waits
    desk.presses("p")
    expect(preview(desk).get_by_role("group", name="The words for Claude Code")).to_contain_text("Which column?")
    preview(desk).get_by_role("button", name="Request changes").click()
    plan.says("^A comment is still open$")
    plan.button("Keep and send").click()
    message = hook.ends().decision["message"]
    assert "Which column?" in message
    assert "Who pays?" in message
    plan.says("^Changes requested$")


def test_it_stays_a_draft_if_the_person_says_so(marked: tuple[HookProcess, Json], office: Office, desk: Desk) -> None:
    hook, review = marked
    plan = shown(desk)
    begins_note(desk, plan, "Who pays?")
    plan.button("Approve").click()
    plan.says("^A comment is still open$")
    plan.button("Approve without it").click()
    plan.says(r"^Approve revision 1 with 2 unsent marks, 1 unsent note\?$")
    assert hook.waits
    plan.button("Approve with notes").click()
    assert hook.ends().decision["behavior"] == "allow"
    assert "Who pays?" not in office.attendant.feedback(review)
    assert [draft["text"] for draft in office.attendant.reads(review)["mark_drafts"]] == ["Who pays?"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_has_nothing_against_it(marked: tuple[HookProcess, Json], office: Office, dark: bool) -> None:
    desk = office.desk(office.profile(dark=dark))
    plan = shown(desk)
    assert objections(desk) == [], "marks not sent"
    desk.presses("p")
    expect(preview(desk).get_by_role("group", name="The words for Claude Code")).to_contain_text("Which column?")
    assert objections(desk) == [], "the preview"
    desk.presses("Escape", "a")
    plan.says("^Approve revision 1 with")
    assert objections(desk) == [], "the question"
    assert marked[0].waits
