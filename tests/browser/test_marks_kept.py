"""No mark is lost: they survive reloads, second thoughts, other tabs, a killed hub, and a hub that is away."""

import signal

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.marking import PAPER, TITLE, Hand, ends_with_an_answer, ready
from tests.browser.office import Office

COMMENT = ("comment", "Stop the queue")
DELETION = ("deletion", "a sensor")
REPLACEMENT = ("replacement", "oldest first")


def makes_three(hand: Hand) -> None:
    hand.drags("Stop the queue")
    hand.says("Who stops it?")
    hand.drags("a sensor")
    hand.takes("Delete")
    hand.drags("oldest first")
    hand.says("newest first", tool="Replace")


def notes_of(hand: Hand) -> list[str]:
    """What the margin says."""
    notes = hand.plan.region.get_by_role("group", name="Mark ")
    return notes.all_inner_texts()


def test_a_reload_finds_all_as_they_were(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        review = office.attendant.sees_plan()
        hand = ready(office, desk)
        makes_three(hand)
        before = hand.standing()
        assert [mark["number"] for mark in before] == ["1", "2", "3"]
        desk.presses("Escape")
        hand.hub_has(review, COMMENT, REPLACEMENT, DELETION)
        expect(hand.note("Mark 1")).to_contain_text("Who stops it?")
        margin = notes_of(hand)
        desk.reloads().shows(TITLE)
        hand.stands_as(before)
        expect(hand.note("Mark 1")).to_contain_text("Who stops it?")
        assert notes_of(hand) == margin
        hand.plan.says("^3 marks, not sent$")


def test_a_reload_right_after_a_mark(office: Office, desk: Desk) -> None:
    """Before the hub could have been told of it."""
    with office.asks(PAPER):
        review = office.attendant.sees_plan()
        hand = ready(office, desk)
        desk.page.route("**/annotations/an_*", lambda route: route.abort())
        makes_three(hand)
        before = hand.standing()
        assert office.attendant.sees_marks(review, revision=1) == {}
        desk.page.unroute_all(behavior="ignoreErrors")
        desk.reloads().shows(TITLE)
        hand.stands_as(before)
        hand.hub_has(review, COMMENT, REPLACEMENT, DELETION)


@pytest.mark.parametrize("tool", ["Comment", "Replace", "note"])
def test_words_in_an_open_composer_survive_a_reload(office: Office, desk: Desk, tool: str) -> None:
    with office.asks(PAPER):
        review = office.attendant.sees_plan()
        hand = ready(office, desk)
        if tool == "note":
            hand.plan.scroll.focus()
            desk.presses("g")
        else:
            hand.drags("Stop the queue")
            hand.takes(tool)
        area = hand.composer.get_by_role("textbox").first
        expect(area).to_be_focused()
        desk.page.keyboard.type("Half a sen")
        desk.reloads().shows(TITLE)
        expect(area).to_have_value("Half a sen")
        expect(area).to_be_focused()
        desk.page.keyboard.type("tence")
        expect(hand.composer).to_contain_text("Draft kept")
        hand.keeps()
        kind = {"Comment": "comment", "Replace": "replacement", "note": "note"}[tool]
        (mark,) = hand.hub_has(review, (kind, "" if tool == "note" else "Stop the queue"))
        assert mark["text" if tool == "Replace" else "words"] == "Half a sentence"
        desk.reloads().shows(TITLE)
        expect(hand.composer).to_have_count(0)


def test_words_that_were_left_wait_in_the_margin(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        hand = ready(office, desk)
        hand.drags("Stop the queue")
        hand.takes("Comment")
        desk.page.keyboard.type("Half a sen")
        desk.presses("Escape")
        expect(hand.composer).to_have_count(0)
        draft = hand.plan.region.locator(".note.unfinished")
        expect(draft).to_contain_text("Half a sen")
        expect(hand.plan.text.locator(".pen.draft")).to_have_text("Stop the queue")
        other = ready(office, office.desk())
        expect(other.plan.region.locator(".note.unfinished")).to_contain_text("Half a sen")
        draft.get_by_role("button", name="Write on").click()
        expect(hand.composer.get_by_role("textbox")).to_have_value("Half a sen")
        hand.composer.get_by_role("button", name="Throw away").click()
        expect(hand.plan.text.locator(".pen")).to_have_count(0)
        expect(draft).to_have_count(0)


def test_undo_and_redo(office: Office, desk: Desk) -> None:
    """Made, changed, removed: each step back, and each again."""
    with office.asks(PAPER):
        review = office.attendant.sees_plan()
        hand = ready(office, desk)
        hand.drags("Stop the queue")
        hand.says("Who?")
        hand.note("Mark 1").get_by_role("button", name="Edit").click()
        hand.field("Your comment").fill("Who stops it?")
        hand.keeps()
        expect(hand.note("Mark 1")).to_contain_text("Who stops it?")
        desk.presses("Delete")
        hand.draws()
        hand.hub_has(review)
        desk.presses("Control+z")
        hand.draws(COMMENT)
        expect(hand.note("Mark 1")).to_contain_text("Who stops it?")
        desk.presses("Control+z")
        expect(hand.note("Mark 1").locator(".said")).to_have_text("Who?")
        desk.presses("Control+z")
        hand.draws()
        desk.presses("Control+z")
        hand.said("Nothing to take back")
        hand.hub_has(review)
        desk.presses("Control+Shift+z")
        hand.draws(COMMENT)
        expect(hand.note("Mark 1").locator(".said")).to_have_text("Who?")
        desk.presses("Control+Shift+z")
        expect(hand.note("Mark 1").locator(".said")).to_have_text("Who stops it?")
        desk.presses("Control+Shift+z")
        hand.draws()
        desk.presses("Control+Shift+z")
        hand.said("Nothing to do again")
        desk.presses("Control+z")
        hand.draws(COMMENT)
        hand.hub_has(review, COMMENT)
        hand.hub_reads(review, "Who stops it?")
        desk.reloads().shows(TITLE)
        hand.draws(COMMENT)


def test_edit_and_remove_renumber_the_rest(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        review = office.attendant.sees_plan()
        hand = ready(office, desk)
        makes_three(hand)
        hand.clicks("oldest first")
        desk.presses("e")
        hand.field("New words").fill("as they come")
        hand.keeps()
        expect(hand.plan.text.locator("ins.pen")).to_have_text("as they come")
        hand.clicks("Stop the queue")
        hand.note("Mark 1").get_by_role("button", name="Remove").click()
        hand.draws(REPLACEMENT, DELETION)
        assert [mark["number"] for mark in hand.standing()] == ["1", "2"]
        marks = hand.hub_has(review, REPLACEMENT, DELETION)
        assert marks[0]["text"] == "as they come"
        expect(hand.plan.text.get_by_role("listitem").first).to_have_text("Stop the queue before the tray opens.")


def test_a_second_tab_sees_them_at_once(office: Office) -> None:
    profile = office.profile()
    with office.asks(PAPER) as hook:
        one, other = ready(office, office.desk(profile)), ready(office, office.desk(profile))
        makes_three(one)
        other.draws(COMMENT, REPLACEMENT, DELETION)
        other.stands_as(one.standing())
        other.clicks("oldest first")
        other.desk.presses("Delete")
        one.draws(COMMENT, DELETION)
        one.clicks("Stop the queue")
        one.desk.presses("e")
        one.field("Your comment").fill("Which clerk?")
        one.keeps()
        expect(other.note("Mark 1")).to_contain_text("Which clerk?")
        assert "Which clerk?" in ends_with_an_answer(hook, other)
        one.plan.says("^Changes requested$")


def test_the_hub_is_killed_between_two_marks(own_office: Office) -> None:
    desk = own_office.desk()
    with own_office.asks(PAPER) as hook:
        review = own_office.attendant.sees_plan()
        hand = ready(own_office, desk)
        hand.drags("Stop the queue")
        hand.says("Who stops it?")
        hand.hub_has(review, COMMENT)
        own_office.hub.another(than=own_office.hub.kill())
        hand.drags("a sensor")
        hand.takes("Delete")
        hand.draws(COMMENT, DELETION)
        hand.hub_has(review, COMMENT, DELETION)
        before = hand.standing()
        desk.reloads().shows(TITLE)
        hand.stands_as(before)
        message = ends_with_an_answer(hook, hand)
        assert "Who stops it?" in message
        assert "a sensor" in message


def test_marks_made_while_the_hub_is_away(own_office: Office) -> None:
    desk = own_office.desk()
    with own_office.asks(PAPER) as hook:
        review = own_office.attendant.sees_plan()
        hand = ready(own_office, desk)
        hand.drags("the journal")
        hand.says("Which one?")
        hand.hub_has(review, ("comment", "the journal"))
        hook.signal(signal.SIGSTOP)  # it would start another hub
        killed = own_office.hub.kill()
        notice = desk.page.get_by_role("status").filter(has_text="The hub does not answer")
        expect(notice).to_be_visible()
        makes_three(hand)
        hand.clicks("the journal")
        desk.presses("Delete")
        desk.presses("Control+z")
        before = hand.standing()
        assert [mark["words"] for mark in before] == ["Stop the queue", "oldest first", "a sensor", "the journal"]
        hook.signal(signal.SIGCONT)
        own_office.hub.another(than=killed)
        hand.hub_has(review, COMMENT, REPLACEMENT, DELETION, ("comment", "the journal"))
        hand.stands_as(before)
        ready(own_office, own_office.desk()).stands_as(before)
        message = ends_with_an_answer(hook, hand)
        for words in ("Who stops it?", "newest first", "a sensor", "Which one?"):
            assert words in message
