"""Everything that an agent asks is allowed for a while: shown while it holds, ended by the person, below every no."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.cards import chosen
from tests.browser.office import Office
from tests.browser.session_asks import ALWAYS, AND_DEFAULT, NO, ONCE, AskingSession, to_run
from tests.browser.session_asks import chosen as answered
from tests.browser.talk import LONG_MS, Talk
from tests.browser.test_axe import objections, themes

NEVER = {"optionId": "never", "name": "Never", "kind": "reject_always"}
OFFER = "Allow what it asks for an hour"
DENIES = """version = 1

[[rule]]
id = "no-rockets"
tool = "bash"
command = ["make", "rockets"]
decision = "deny"
"""


@pytest.fixture
def session(office: Office) -> Iterator[AskingSession]:
    opened = AskingSession(office)
    yield opened
    opened.closes()


@pytest.fixture
def workplace_with_rule(own_office: Office) -> Office:
    (own_office.workplace.desk_folder / "rules.toml").write_text(DENIES)
    return own_office


def held(talk: Talk) -> Locator:
    return talk.region.get_by_text("What Gemini CLI asks is allowed until")


def shown(office: Office, session: AskingSession, *, dark: bool = False) -> Talk:
    return Talk(office.desk(office.profile(dark=dark)), session.id).opens()


def menu(talk: Talk) -> Locator:
    """Opened by keys."""
    talk.button("More about this session").focus()
    talk.page.keyboard.press("Enter")
    return talk.region.get_by_role("group", name="More about this session")


def begins(talk: Talk) -> None:
    menu(talk).get_by_role("button", name=OFFER).press("Enter")
    expect(held(talk)).to_be_visible()


def allows_for(session: AskingSession, seconds: float) -> None:
    until = int((time.time() + seconds) * 1000)
    session._post(f"/api/sessions/{session.id}/auto-allow", {"until": until})


def test_while_it_holds_only_what_allows_once_is_sent_and_no_card_is_shown(
    office: Office, session: AskingSession
) -> None:
    talk = shown(office, session)
    begins(talk)
    expect(menu(talk).get_by_role("button", name=OFFER)).to_have_count(0)
    session.asks(to_run("make first", ALWAYS, NEVER, ONCE, AND_DEFAULT, NO))
    assert session.hears() == answered("once")
    talk.is_ready()
    expect(talk.lines("item")).to_have_count(0)
    assert office.attendant.open_asked() == []


def test_what_offers_nothing_that_allows_once_waits_for_the_person(office: Office, session: AskingSession) -> None:
    talk = shown(office, session)
    begins(talk)
    session.asks(to_run("make always", ALWAYS, NO))
    card = chosen(talk.desk, "make always")
    card.chooses("4")
    card.sends()
    assert session.hears() == answered("no")


def test_the_person_ends_it_and_the_next_thing_is_a_card(office: Office, session: AskingSession) -> None:
    talk = shown(office, session)
    begins(talk)
    talk.button("End that now").press("Enter")
    expect(held(talk)).to_have_count(0)
    expect(talk.region.locator(".session-scroll")).to_be_focused()
    session.asks(to_run("make second", ONCE, NO))
    card = chosen(talk.desk, "make second")
    card.chooses("4")
    card.sends()
    assert session.hears() == answered("no")


def test_it_expires_and_can_be_made_again(office: Office, session: AskingSession) -> None:
    talk = shown(office, session)
    allows_for(session, 4)
    expect(held(talk)).to_be_visible()
    expect(held(talk)).to_have_count(0)
    session.asks(to_run("make third", ONCE, NO))
    card = chosen(talk.desk, "make third")
    card.chooses("4")
    card.sends()
    assert session.hears() == answered("no")
    talk.line.click()
    begins(talk)


def test_a_rule_that_denies_stands_above_it(workplace_with_rule: Office) -> None:
    session = AskingSession(workplace_with_rule)
    try:
        talk = shown(workplace_with_rule, session)
        begins(talk)
        expect(held(talk)).to_contain_text("unless a rule denies it")
        session.asks(to_run("make rockets", ONCE, NO))
        assert session.hears() == answered("no")
        expect(talk.ledger).to_contain_text("Your rules deny: make rockets", timeout=LONG_MS)
        session.asks(to_run("make peace", ONCE, NO))
        assert session.hears() == answered("once")
    finally:
        session.closes()


@themes
def test_nothing_to_object_to(office: Office, session: AskingSession, dark: bool) -> None:
    talk = shown(office, session, dark=dark)
    menu(talk)
    assert objections(talk.desk) == [], "the menu"
    talk.page.keyboard.press("Escape")
    begins(talk)
    assert objections(talk.desk) == [], "while it holds"
