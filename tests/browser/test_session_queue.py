"""Words that wait, by the keyboard alone; and words that were not answered, sent again by the person alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.obedient import ObedientSession
from tests.browser.office import Office
from tests.browser.talk import LONG_MS, Talk

NEXT = ".session-next"


@pytest.fixture
def session(office: Office) -> Iterator[ObedientSession]:
    opened = ObedientSession(office)
    yield opened
    opened.closes()


@pytest.fixture
def talk(office: Office, session: ObedientSession) -> Talk:
    return session.shown(office.desk())


@pytest.fixture
def waiting(talk: Talk) -> Talk:
    """Three prompts wait for the end of a turn."""
    talk.says("wait")
    expect(talk.standing).to_contain_text("working", timeout=LONG_MS)
    for words in ("say one", "say two", "say three"):
        talk.says(words)
    expect(talk.queue).to_have_count(3)
    return talk


def stands(talk: Talk, *words: str) -> None:
    expect(talk.queue.locator(NEXT)).to_have_text(list(words))


def test_words_that_wait_are_moved_by_keys_and_keep_the_focus(waiting: Talk, session: ObedientSession) -> None:
    waiting.words.press("Shift+Tab")
    waiting.queue.nth(0).focus()
    waiting.page.keyboard.press("Alt+ArrowDown")
    stands(waiting, "say two", "say one", "say three")
    expect(waiting.queue.nth(1)).to_be_focused()
    waiting.page.keyboard.press("Alt+ArrowDown")
    stands(waiting, "say two", "say three", "say one")
    expect(waiting.queue.nth(2)).to_be_focused()
    waiting.page.keyboard.press("Alt+ArrowDown")
    waiting.page.keyboard.press("Alt+ArrowUp")
    stands(waiting, "say two", "say one", "say three")
    expect(waiting.queue.nth(1)).to_be_focused()
    waiting.page.keyboard.press("Control+.")
    waiting.answers("three")
    assert [blocks[0]["text"] for blocks in session.prompts()] == ["wait", "say two", "say one", "say three"]


def test_two_moves_in_one_moment_are_both_done(waiting: Talk) -> None:
    waiting.queue.nth(0).focus()
    waiting.page.keyboard.press("Alt+ArrowDown")
    waiting.page.keyboard.press("Alt+ArrowDown")
    stands(waiting, "say two", "say three", "say one")
    expect(waiting.queue.nth(2)).to_be_focused()


def test_a_button_that_moves_words_to_the_end_leaves_the_focus_on_them(waiting: Talk) -> None:
    waiting.queue.nth(1).get_by_role("button", name="Move it up").focus()
    waiting.page.keyboard.press("Enter")
    stands(waiting, "say two", "say one", "say three")
    expect(waiting.queue.nth(0)).to_be_focused()


def test_words_that_wait_are_taken_back_by_keys_and_the_focus_goes_to_the_next(waiting: Talk) -> None:
    waiting.queue.nth(1).focus()
    waiting.page.keyboard.press("Delete")
    stands(waiting, "say one", "say three")
    expect(waiting.queue.nth(1)).to_be_focused()
    waiting.page.keyboard.press("Delete")
    stands(waiting, "say one")
    expect(waiting.queue.nth(0)).to_be_focused()
    waiting.queue.nth(0).get_by_role("button", name="Take it back").press("Enter")
    expect(waiting.queue).to_have_count(0)
    expect(waiting.words).to_be_focused()


def test_words_that_wait_are_changed_by_keys(waiting: Talk, session: ObedientSession) -> None:
    waiting.queue.nth(1).focus()
    waiting.page.keyboard.press("e")
    expect(waiting.words).to_be_focused()
    expect(waiting.words).to_have_value("say two")
    waiting.page.keyboard.type(" and more")
    waiting.page.keyboard.press("Control+Enter")
    stands(waiting, "say one", "say two and more", "say three")
    waiting.page.keyboard.press("Control+.")
    waiting.answers("three")
    assert [blocks[0]["text"] for blocks in session.prompts()][2] == "say two and more"


def test_what_one_writes_is_not_lost_by_a_wish_to_change_other_words(waiting: Talk) -> None:
    waiting.words.fill("Half a sen")
    waiting.queue.nth(0).focus()
    waiting.page.keyboard.press("e")
    expect(waiting.region.get_by_text("Send or clear what you are writing first")).to_be_visible()
    expect(waiting.words).to_have_value("Half a sen")


def test_sending_twice_in_one_moment_sends_once(talk: Talk, session: ObedientSession) -> None:
    talk.words.fill("say once")
    talk.button("Send").dblclick()
    talk.answers("once")
    assert len(session.prompts()) == 1


def interrupted(talk: Talk, session: ObedientSession) -> Talk:
    """The agent's program is killed in the middle of a turn."""
    talk.says("say I begin\nwait")
    expect(talk.lines("agent")).to_contain_text("I begin", timeout=LONG_MS)
    session.ends_suddenly()
    expect(talk.lines("prompt")).to_contain_text("Not answered", timeout=LONG_MS)
    expect(talk.queue).to_have_count(0)
    return talk


def test_interrupted_words_are_sent_again_once_and_by_the_person_alone(talk: Talk, session: ObedientSession) -> None:
    interrupted(talk, session)
    talk.desk.reloads()
    expect(talk.lines("prompt")).to_contain_text("The agent may have acted on it.")
    expect(talk.queue).to_have_count(0)
    talk.button("Send again").dblclick()
    expect(talk.queue).to_have_count(1)
    expect(talk.queue).to_contain_text("once more")
    expect(talk.button("Send again")).to_have_count(0)
    assert len(session.prompts()) == 1
    talk.button("Connect again").click()
    expect(talk.standing).to_contain_text("working", timeout=LONG_MS)
    expect(talk.queue).to_have_count(0)
    assert [blocks[0]["text"] for blocks in session.prompts()] == ["say I begin\nwait"] * 2
    expect(talk.button("Send again")).to_have_count(0)
    talk.button("Stop").click()
    talk.is_ready()


def test_interrupted_words_that_were_taken_back_can_be_sent_again(talk: Talk, session: ObedientSession) -> None:
    interrupted(talk, session)
    for _ in range(2):
        talk.button("Send again").click()
        expect(talk.queue).to_have_count(1)
        talk.queue.get_by_role("button", name="Take it back").click()
        expect(talk.queue).to_have_count(0)
    assert len(session.prompts()) == 1
