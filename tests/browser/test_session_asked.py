"""What the agent of a session wants to know, or wants to be opened, and how one signs in at it, on the desk."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.cards import Card, chosen
from tests.browser.obedient import ObedientSession
from tests.browser.office import Office
from tests.browser.talk import LONG_MS, Talk
from tests.browser.test_axe import objections, themes

PAGE = "https://sign.example/in?code=abc"


@pytest.fixture
def session(office: Office) -> Iterator[ObedientSession]:
    opened = ObedientSession(office)
    yield opened
    opened.closes()


def asked(talk: Talk, words: str, title: str) -> Card:
    """The card of what the agent asks."""
    talk.says(words)
    expect(talk.lines("item")).to_contain_text("waits for you", timeout=LONG_MS)
    expect(talk.standing).to_contain_text("waits for you")
    return chosen(talk.desk, title, kind="Question")


def heard(talk: Talk) -> dict[str, object]:
    """What the agent says it was answered."""
    talk.line.click()
    expect(talk.lines("agent").last).to_contain_text("Done.", timeout=LONG_MS)
    told = talk.lines("agent").last.inner_text()
    found: dict[str, object] = json.loads(told[told.index("{") : told.rindex("}") + 1])
    return found


def test_a_form_is_filled_in_by_keys_and_reaches_the_agent(office: Office, session: ObedientSession) -> None:
    talk = session.shown(office.desk())
    card = asked(talk, "form Which colour?", "Which colour?")
    expect(card.region.get_by_role("group", name="Which colour?")).to_be_visible()
    card.page.keyboard.press("2")
    expect(card.choice("Blue")).to_be_checked()
    many = card.region.get_by_role("textbox", name="Your answer")
    many.fill("three")
    expect(card.reason).to_have_text("“many” wants a whole number")
    many.fill("3")
    assert objections(talk.desk) == []
    card.sends()
    assert heard(talk) == {"action": "accept", "content": {"colour": "Blue", "many": 3}}
    expect(talk.lines("item")).to_contain_text("Answered")


def test_a_form_that_lacks_an_answer_can_be_declined_only(office: Office, session: ObedientSession) -> None:
    talk = session.shown(office.desk())
    card = asked(talk, "form Which colour?", "Which colour?")
    expect(card.reason).to_have_text("“colour” has no answer yet")
    card.page.keyboard.press("Control+Enter")
    card.button("Decline").click()
    card.sends()
    assert heard(talk) == {"action": "decline"}
    expect(talk.lines("item")).to_contain_text("Declined")


@themes
def test_an_address_is_shown_whole_and_opened_by_the_person_alone(
    office: Office, session: ObedientSession, dark: bool
) -> None:
    profile = office.profile(dark=dark)
    talk = session.shown(office.desk(profile))
    card = asked(talk, f"url {PAGE}", "Sign in")
    expect(card.command).to_have_text(PAGE)
    link = card.region.get_by_role("link", name="Open it on sign.example")
    expect(link).to_have_attribute("href", PAGE)
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    assert len(profile.pages) == 1
    assert objections(talk.desk) == []
    card.button("Agree").click()
    card.says("Agreed|Answered")
    assert heard(talk) == {"action": "accept"}
    assert len(profile.pages) == 1


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://"])
def test_an_address_that_nobody_should_open_is_no_card(office: Office, session: ObedientSession, address: str) -> None:
    talk = session.shown(office.desk())
    talk.says(f"url {address}")
    talk.answers("Done.")
    assert office.attendant.open_asked() == []
    expect(talk.region.get_by_role("link")).to_have_count(0)
    expect(talk.lines("agent").last).to_contain_text("-32602")


def test_stop_ends_what_is_asked(office: Office, session: ObedientSession) -> None:
    talk = session.shown(office.desk())
    card = asked(talk, "form Which colour?", "Which colour?")
    talk.line.click()
    talk.button("Stop").click()
    expect(talk.lines("item")).not_to_contain_text("waits for you", timeout=LONG_MS)
    assert card.page.evaluate("document.title") == "Countermark"


@themes
def test_one_signs_in_at_an_agent_and_goes_on(office: Office, dark: bool) -> None:
    session = ObedientSession(office, "auth", "logout")
    try:
        talk = Talk(office.desk(office.profile(dark=dark)), session.id)
        talk.line.click()
        expect(talk.standing).to_contain_text("wants you to sign in", timeout=LONG_MS)
        part = talk.region.get_by_role("region", name="Sign in at the agent")
        expect(part).to_contain_text("In a terminal: run this in a terminal, then connect again.")
        expect(part.locator("code")).to_contain_text("obedient_agent.py auth logout login")
        assert objections(talk.desk) == []
        talk.says("say hello")
        expect(talk.queue).to_have_count(1)
        part.get_by_role("button", name="By itself").dblclick()
        talk.answers("hello")
        expect(part).to_have_count(0)
        assert session.sent("authenticate") == [{"methodId": "own"}]
        talk.button("More about this session").click()
        talk.button("Sign out at the agent").click()
        expect(talk.region.get_by_text("Not signed out")).to_have_count(0)
    finally:
        session.closes()
