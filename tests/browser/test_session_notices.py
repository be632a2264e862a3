"""A desk that nobody looks at tells that a turn has ended, or that a session waits; and several sessions stay apart."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.notified import NoticedDesk, noticed_desk
from tests.browser.obedient import ObedientSession
from tests.browser.office import Office
from tests.browser.talk import LONG_MS, Talk
from tests.browser.test_axe import objections, themes

TURN, WAITS = "A turn of a session has ended", "A permission waits"
ENDED = "A turn has ended · Gemini CLI"
NAMES = {False: "Light", True: "Night"}


@pytest.fixture
def session(office: Office) -> Iterator[ObedientSession]:
    opened = ObedientSession(office)
    yield opened
    opened.closes()


def prompts(session: ObedientSession, words: str, *, key: str) -> None:
    """The person writes from elsewhere."""
    given = {"text": words, "key": f"notice-{key}-0000000000"}
    browser = session.office.attendant._browser
    browser.post(f"/api/sessions/{session.id}/prompts", json=given).raise_for_status()


def looking(office: Office, session: ObedientSession, *kinds: str) -> NoticedDesk:
    """A desk that wants to be told, and shows the session."""
    desk = noticed_desk(office)
    if kinds:
        desk.wants(*kinds)
    session.shown(desk)
    return desk


def test_the_end_of_a_turn_is_told_while_nobody_looks_and_a_click_leads_there(
    office: Office, session: ObedientSession
) -> None:
    desk = looking(office, session, TURN)
    desk.presses("S")
    desk.hides()
    prompts(session, "pause 0.5\nsay evil words", key="a")
    desk.hears(ENDED)
    assert "evil" not in str(desk.last())
    desk.hides(hidden=False)
    desk.page.evaluate("window.told.at(-1).onclick()")
    expect(Talk(desk, session.id).region).to_be_visible()
    assert desk.last()["closed"]


def test_the_end_of_a_quick_turn_is_told_too(office: Office, session: ObedientSession) -> None:
    desk = looking(office, session, TURN)
    desk.hides()
    for number, key in enumerate(("one", "two", "three"), start=1):
        prompts(session, "say quick", key=key)
        desk.hears(*[ENDED] * number)
        assert desk.told == [ENDED] * number


def test_a_desk_that_is_looked_at_tells_nothing(office: Office, session: ObedientSession) -> None:
    desk = looking(office, session, TURN, WAITS)
    talk = Talk(desk, session.id)
    talk.says("pause 0.5\nsay first")
    talk.answers("first")
    desk.hides()
    prompts(session, "pause 0.5\nsay second", key="b")
    desk.hears(ENDED)
    assert desk.told == [ENDED]


def test_what_waits_in_a_session_is_told_and_its_turn_has_not_ended(office: Office, session: ObedientSession) -> None:
    desk = looking(office, session, TURN, WAITS)
    desk.hides()
    prompts(session, "ask touch evil", key="c")
    desk.hears("A permission waits · Gemini CLI")
    assert desk.told == ["A permission waits · Gemini CLI"]
    desk.hides(hidden=False)
    Talk(desk, session.id).button("Stop").click()


def test_a_browser_that_refuses_tells_nothing(office: Office, session: ObedientSession) -> None:
    desk = noticed_desk(office)
    desk.page.evaluate("window.answers = 'denied'")
    desk.inbox.get_by_role("button", name="Settings").click()
    box = desk.dialog("Settings").get_by_role("checkbox", name=TURN)
    box.click()
    expect(desk.dialog("Settings").get_by_role("status")).to_contain_text("This browser refuses notifications")
    expect(box).not_to_be_checked()
    desk.presses("Escape")
    talk = session.shown(desk)
    desk.hides()
    prompts(session, "pause 0.5\nsay first", key="d")
    talk.answers("first")
    expect(desk.item("web-store").or_(talk.line)).not_to_have_count(0)
    assert desk.told == []


@themes
def test_two_sessions_beside_each_other_keep_their_words_apart(office: Office, dark: bool) -> None:
    sessions = [ObedientSession(office, title=f"{name} {NAMES[dark]}") for name in ("Heron", "Ostrich")]
    try:
        desk = office.desk(office.profile(dark=dark))
        heron, ostrich = (Talk(desk, each.id) for each in sessions)
        heron.line.click()
        heron.region = desk.page.get_by_role("region", name="Session: Heron")
        ostrich.line.click(modifiers=["Control"])
        ostrich.region = desk.page.get_by_role("region", name="Session: Ostrich")
        for talk in (heron, ostrich):
            talk.is_ready()
        heron.words.fill("pause 1\nsay I am a heron")
        ostrich.words.fill("say I am an ostrich")
        heron.words.press("Control+Enter")
        expect(ostrich.words).to_have_value("say I am an ostrich")
        ostrich.words.press("Control+Enter")
        ostrich.answers("I am an ostrich")
        heron.answers("I am a heron")
        for talk, words in ((heron, "heron"), (ostrich, "ostrich")):
            expect(talk.lines("prompt")).to_have_count(1)
            expect(talk.lines("agent")).to_contain_text(words, timeout=LONG_MS)
        assert objections(desk) == []
        desk.presses("Escape", "S")
        desk.page.get_by_role("searchbox", name="Sessions with these words").fill(f"ostrich {NAMES[dark]}")
        found = desk.page.get_by_role("list", name="Found sessions").get_by_role("listitem")
        expect(found).to_have_count(1)
        expect(found).to_contain_text("Ostrich")
    finally:
        for each in sessions:
            each.closes()
