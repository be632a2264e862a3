"""No word is lost: typed text survives reloads, closed tabs, a killed hub, and a hub that is away."""

import re
import signal

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE
from tests.real_agents.person import countermark

WORDS = "Say who books it, and when."


def must_find_words(desk: Desk, words: str = WORDS) -> None:
    """The words are on the desk, unsent, and open for more."""
    plan = desk.shows(REFUNDS_TITLE)
    plan.says("^Words not sent$")
    plan.button("Request changes").click()
    expect(plan.words).to_have_value(words)


def test_a_reload(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes(WORDS)
        plan.keeps_draft()
        must_find_words(desk.reloads())
        plan.sends()
        assert WORDS in hook.ends().decision["message"]


def test_a_reload_in_the_middle_of_a_word(office: Office, desk: Desk) -> None:
    """Before the hub could have been told."""
    with office.asks(REFUNDS):
        desk.shows(REFUNDS_TITLE).writes(WORDS)
        must_find_words(desk.reloads())


def test_an_answer_that_the_hub_gave_before_it_had_them(own_office: Office) -> None:
    """The page asks for a review as soon as it arrives, and words may be kept before the answer is here."""
    desk = own_office.desk()
    late: list[tuple[Route, APIResponse]] = []
    state = re.compile(r"/api/reviews/[^/]+/state$")
    desk.page.route(state, lambda route: late.append((route, route.fetch())), times=1)
    with own_office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes(WORDS)
        plan.keeps_draft()
        for route, answer in late:
            with desk.page.expect_response(answer.url):
                route.fulfill(response=answer)
        assert late
        desk.page.evaluate("() => fetch('/').then((page) => page.text())")  # what came before it was read
        expect(plan.words).to_have_value(WORDS)
        plan.keeps_draft()
        plan.sends()
        assert WORDS in hook.ends().decision["message"]


def test_another_browser_finds_them(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS):
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes(WORDS)
        plan.keeps_draft()
        must_find_words(office.desk())


def test_a_closed_tab(office: Office) -> None:
    profile = office.profile()
    with office.asks(REFUNDS):
        desk = office.desk(profile)
        desk.shows(REFUNDS_TITLE).writes(WORDS)
        desk.page.close()
        must_find_words(office.desk(profile))


def test_escape_keeps_them_and_sending_clears_them(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes(WORDS)
        desk.presses("Escape")
        expect(plan.words).to_have_count(0)
        plan.says("^Words not sent$")
        desk.presses("r")
        plan.sends()
        assert WORDS in hook.ends().decision["message"]
        plan.says("^Changes requested$")
        assert desk.page.evaluate("Object.keys(localStorage).filter(key => key.includes('draft'))") == []


def test_unsent_words_are_asked_about_before_an_approval(office: Office, desk: Desk) -> None:
    with office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes(WORDS)
        desk.presses("Escape")
        plan.button("Approve").click()
        plan.says("with unsent words\\?$")
        assert hook.waits
        plan.confirms()
        assert hook.ends().decision["behavior"] == "allow"
        assert office.attendant.all_reviews()[0]["notes"] == WORDS


def test_a_killed_hub(own_office: Office) -> None:
    """The waiting hook starts another one, on the same port."""
    desk = own_office.desk()
    address = own_office.address
    with own_office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.writes(WORDS)
        plan.keeps_draft()
        own_office.hub.another(than=own_office.hub.kill())
        assert own_office.address == address
        expect(plan.words).to_have_value(WORDS)
        plan.words.press_sequentially(" Thanks.")
        plan.keeps_draft()
        must_find_words(desk.reloads(), f"{WORDS} Thanks.")
        plan.sends()
        assert f"{WORDS} Thanks." in hook.ends().decision["message"]


def test_words_written_while_the_hub_is_away(own_office: Office) -> None:
    desk = own_office.desk()
    with own_office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        plan.button("Request changes").click()
        hook.signal(signal.SIGSTOP)  # it would start another hub
        own_office.hub.kill()
        notice = desk.page.get_by_role("status").filter(has_text="The hub does not answer")
        expect(notice).to_be_visible()
        plan.words.press_sequentially(WORDS)
        expect(plan.bar).to_contain_text("Draft kept in this browser; the hub does not answer")
        plan.sends()
        plan.says("^Not sent: ")
        plan.button("Back").click()
        hook.signal(signal.SIGCONT)
        expect(notice).to_have_count(0)
        plan.keeps_draft()
        plan.button("Request changes").click()
        expect(plan.words).to_have_value(WORDS)
        plan.decides("Request changes")
        assert WORDS in hook.ends().decision["message"]


def test_a_page_opened_while_the_hub_is_away_recovers(own_office: Office) -> None:
    desk = own_office.desk()
    profile = desk.page.context
    with own_office.asks(REFUNDS) as hook:
        desk.shows(REFUNDS_TITLE).writes(WORDS)
        hook.signal(signal.SIGSTOP)
        own_office.hub.kill()
        expect(desk.page.get_by_text("The hub does not answer; trying again.")).to_be_visible()
        countermark(own_office.workplace, "open", "--print")
        expect(desk.page.get_by_text("The hub does not answer; trying again.")).to_have_count(0)
        second = own_office.desk(profile)
        must_find_words(second)
        hook.signal(signal.SIGCONT)
        second.plan(REFUNDS_TITLE).decides("Request changes")
        assert WORDS in hook.ends().decision["message"]


def test_a_decision_that_fails_says_so_and_can_be_sent_again(own_office: Office) -> None:
    desk = own_office.desk()
    with own_office.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        hook.signal(signal.SIGSTOP)
        killed = own_office.hub.kill()
        plan.decides()
        plan.says("^Not sent: the hub does not answer$")
        expect(plan.bar).to_contain_text(re.compile("draft is kept"))
        hook.signal(signal.SIGCONT)
        own_office.hub.another(than=killed)
        plan.button("Try again").click()
        assert hook.ends().decision["behavior"] == "allow"
