"""Permissions of a session on the desk: the agent's own words for each choice, and what is sent of them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.cards import asks_to_run
from tests.browser.cards import chosen as opened
from tests.browser.office import Office
from tests.browser.session_asks import ALWAYS, AND_DEFAULT, NO, ODD, ONCE, AskingSession, chosen, to_run

PHONE = (390, 844)


@pytest.fixture
def session(office: Office) -> Iterator[AskingSession]:
    """A session that is closed afterwards, whatever became of it."""
    asking = AskingSession(office)
    yield asking
    asking.closes()


def test_every_choice_of_the_agent_stands_in_its_own_words_and_once_is_sent(
    office: Office, session: AskingSession
) -> None:
    desk = office.desk()
    session.asks(to_run("make deploy", ALWAYS, ONCE, NO))
    card = opened(desk, "make deploy")
    offered = card.region.get_by_role("region", name="What Gemini CLI offers")
    expect(offered.locator("dt")).to_have_text(["“Allow for this session”", "“Allow”", "“Reject”"])
    expect(offered.locator("dd").first).to_contain_text("Never sent.")
    card.chooses("1")
    expect(card.region.get_by_role("group", name="Sent to Gemini CLI")).to_have_count(0)  # there is no other
    card.sends()
    assert session.hears() == chosen("once")
    card.says("^Allowed once by you$")


def test_another_choice_that_allows_once_is_taken_by_the_keyboard(office: Office, session: AskingSession) -> None:
    desk = office.desk()
    session.asks(to_run("make stage", ONCE, AND_DEFAULT, ODD, ALWAYS, NO))
    card = opened(desk, "make stage")
    card.listens()
    desk.page.keyboard.press("1")
    expect(card.choice("Allow once")).to_be_checked()
    sent = card.region.get_by_role("group", name="Sent to Gemini CLI")
    words = ["“Allow”", "“Switch to Default Mode and allow once”", "“Ask my manager”"]
    expect(sent.locator("label")).to_have_text(words)  # nothing that lasts is among them
    expect(sent.get_by_role("radio", name=words[0])).to_be_checked()
    sent.get_by_role("radio", name=words[0]).focus()
    desk.page.keyboard.press("ArrowDown")
    expect(sent.get_by_role("radio", name=words[1])).to_be_checked()
    card.sends()
    assert session.hears() == chosen("default")


def test_what_nobody_knows_is_sent_only_if_it_is_chosen(office: Office, session: AskingSession) -> None:
    desk = office.desk()
    session.asks(to_run("make audit", ODD, NO))
    card = opened(desk, "make audit")
    expect(card.region.get_by_text("Gemini CLI offers nothing that allows once.", exact=True)).to_be_visible()
    card.chooses("1")
    expect(card.reason).to_have_text("Choose which of the agent’s words are sent")
    card.region.get_by_role("radio", name="“Ask my manager”").check()
    card.sends()
    assert session.hears() == chosen("odd")


def test_without_a_choice_that_allows_once_no_yes_of_the_desk_can_be_chosen(
    office: Office, session: AskingSession
) -> None:
    desk = office.desk()
    session.asks(to_run("make never", ALWAYS, NO))
    card = opened(desk, "make never")
    for label in ("Allow once", "Allow this conversation", "Allow always until …"):
        expect(card.choice(label)).to_have_attribute("aria-disabled", "true")
    card.chooses("4")
    card.sends()
    assert session.hears() == chosen("no")


def test_the_first_answer_wins_and_the_other_desk_is_told(office: Office, session: AskingSession) -> None:
    first, second = office.desk(), office.desk(office.profile(size=PHONE))
    session.asks(to_run("make twice", ONCE, NO))
    card = opened(first, "make twice")
    late = opened(second, "make twice")
    card.chooses("4")
    card.sends()
    assert session.hears() == chosen("no")
    for each in (card, late):
        each.says("^No by you$")
    expect(late.region.get_by_role("radio")).to_have_count(0)


def test_the_next_card_of_a_session_comes_by_itself(office: Office, session: AskingSession) -> None:
    desk = office.desk()
    session.asks(to_run("make one", ONCE, NO))
    card = opened(desk, "make one")
    card.chooses("1")
    card.sends()
    session.hears()
    session.asks(to_run("make two", ONCE, NO))
    card = opened(desk, "make two")
    card.chooses("4")
    card.sends()
    assert session.hears() == chosen("no")


def test_what_a_hook_of_an_agent_that_the_desk_drives_would_ask_comes_by_its_session_alone(office: Office) -> None:
    """Claude's own hooks run in a session, too: their dialog is the request that the session makes."""
    driven = AskingSession(office, agent="claude-code")
    try:
        talk = driven.begins()
        with asks_to_run(office, "make twice over", session=talk) as hook:
            assert hook.ends().stdout == ""
        with office.asks("# A plan\n\n1. Do it\n", session=talk) as plan:
            assert plan.ends().stdout == ""
        assert office.attendant.open_asked() == []
        assert [each for each in office.attendant.all_reviews() if each["status"] == "open"] == []
    finally:
        driven.closes()
