"""A call's change of a file: compared word by word, below or side by side, and its lines marked for the next words."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import furnished
from tests.browser.office import Office
from tests.browser.talk import Talk
from tests.browser.talks import begun, exchange, written
from tests.browser.test_axe import PHONE, objections, themes

WORDS = "Insert, and let the unique key decide."


@pytest.fixture
def marked(browser: Browser) -> Iterator[tuple[Office, str]]:
    """A hub that finds one session, in which a file was changed."""
    folder, project = (Path(tempfile.mkdtemp(prefix=prefix)) for prefix in ("cm-d-", "cm-p-"))
    (name,) = written(folder, project, [*begun(), *exchange(time.time_ns() // 10**6 - 60_000)])
    with furnished(browser, folder) as office:
        yield office, name
    for each in (folder, project):
        shutil.rmtree(each, ignore_errors=True)


def change_in(talk: Talk) -> Locator:
    """The change of the file, once its lines are there."""
    line = talk.ledger.locator(".session-act", has_text="Edit").first
    if line.get_attribute("aria-expanded") != "true":
        line.click()
    change = talk.ledger.get_by_role("figure").first
    expect(change.get_by_role("table")).to_be_visible()
    return change


def opened_talk(office: Office, session: str, *, dark: bool = False, size: tuple[int, int] = (1440, 900)) -> Talk:
    talk = Talk(office.desk(office.profile(dark=dark, size=size)), session)
    talk.line.click()
    return talk


def test_lines_are_marked_by_the_keyboard_and_go_with_the_next_words(marked: tuple[Office, str]) -> None:
    talk = opened_talk(*marked)
    change = change_in(talk)
    numbers = change.get_by_role("button", name="Comment on line")
    numbers.first.focus()
    talk.page.keyboard.press("ArrowDown")
    expect(numbers.nth(1)).to_be_focused()
    talk.page.keyboard.press("Enter")
    talk.page.keyboard.type(WORDS)
    talk.page.keyboard.press("Control+Enter")
    note = change.locator(".session-mark")
    expect(note).to_contain_text(f"1 Comment {WORDS}")
    expect(talk.words).to_have_attribute("placeholder", "1 mark goes with your next words")
    talk.page.reload()
    change = change_in(talk)
    expect(change.locator(".session-mark")).to_contain_text(WORDS)
    change.get_by_role("button", name="Take back").click()
    expect(change.locator(".session-mark")).to_have_count(0)


def test_several_lines_are_chosen_with_shift(marked: tuple[Office, str]) -> None:
    talk = opened_talk(*marked)
    change = change_in(talk)
    added = change.get_by_role("button", name=", added")
    added.first.click()
    added.last.click(modifiers=["Shift"])
    expect(change.get_by_text("Comment on lines")).to_be_visible()
    talk.page.keyboard.press("Escape")
    expect(change.get_by_role("textbox")).to_have_count(0)


def test_both_texts_stand_beside_each_other(marked: tuple[Office, str]) -> None:
    talk = opened_talk(*marked)
    change = change_in(talk)
    before = change.locator("td[data-side=old]").count()
    change.get_by_role("button", name="Side by side").click()
    expect(change.locator("table.beside")).to_be_visible()
    assert change.locator("td[data-side=old]").count() > before, "equal lines stand in both columns"


@themes
@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["wide", "phone"])
def test_nothing_to_object_to(marked: tuple[Office, str], dark: bool, size: tuple[int, int]) -> None:
    talk = opened_talk(*marked, dark=dark, size=size)
    change = change_in(talk)
    change.get_by_role("button", name=", added").first.click()
    expect(change.get_by_role("textbox")).to_be_focused()
    assert objections(talk.desk) == []


def test_the_page_of_agents_says_what_each_starts_and_whether_it_asks(marked: tuple[Office, str]) -> None:
    desk = opened_talk(*marked).desk
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("Shift+I")
    agents = desk.page.get_by_role("group", name="Agents")
    claude = agents.get_by_role("region", name="Claude Code")
    expect(claude).to_contain_text("claude-agent-acp")
    expect(claude).to_contain_text("where it asks before it runs a command or edits a file")
    expect(agents.get_by_role("region", name="OpenCode")).to_contain_text("without asking")
    assert objections(desk) == []
