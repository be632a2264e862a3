"""A conversation is deleted at its agent, a session is removed from the desk: each asks first."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.office import WIDE, Office
from tests.browser.talk import LONG_MS, Talk
from tests.browser.test_axe import PHONE, objections, themes

PROGRAM = Path(__file__).with_name("keeping_agent.py")


def opened(office: Office, *flags: str) -> str:
    command = [sys.executable, str(PROGRAM), *flags]
    return office.attendant.opens_session(agent="command", folder=str(office.workplace.project), command=command)


@pytest.fixture
def talk(office: Office, desk: Desk) -> Talk:
    return Talk(desk, opened(office, "delete", "load")).opens()


def chooses(talk: Talk, act: str) -> Locator:
    """What is asked, once the act was chosen in the menu by keys alone."""
    menu = talk.button("More about this session")
    menu.focus()
    menu.press("Enter")
    entry = talk.region.get_by_role("button", name=act)
    expect(entry).to_be_visible()
    for _ in range(12):
        if entry.evaluate("entry => entry === document.activeElement"):
            break
        talk.page.keyboard.press("Tab")
    expect(entry).to_be_focused()
    talk.page.keyboard.press("Enter")
    asked = talk.region.locator(".session-asked")
    expect(asked.get_by_role("button", name="Back")).to_be_focused()
    return asked


def test_a_conversation_is_deleted_at_its_agent_after_a_question(office: Office, talk: Talk) -> None:
    talk.says("say Remember me")
    expect(talk.ledger).to_contain_text("Remember me")
    asked = chooses(talk, "Delete the conversation …")
    expect(asked).to_contain_text("Own command deletes its own record of it")
    expect(asked).to_contain_text("What was said stays at this desk")
    talk.page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert not (office.workplace.project / "deleted").exists()
    chooses(talk, "Delete the conversation …")
    talk.page.keyboard.press("Tab")
    talk.page.keyboard.press("Enter")
    expect(talk.region).to_contain_text("The agent has deleted this conversation", timeout=LONG_MS)
    expect(talk.ledger).to_contain_text("Remember me")
    assert (office.workplace.project / "deleted").read_text().startswith("conversation-")
    (office.workplace.project / "deleted").unlink()
    talk.region.get_by_role("button", name="Remove it").click()
    asked = talk.region.locator(".session-asked")
    expect(asked).not_to_contain_text("The conversation stays at")
    asked.get_by_role("button", name="Remove it").click()
    expect(talk.page.get_by_role("heading", name="Sessions", level=1)).to_be_visible(timeout=LONG_MS)
    expect(talk.line).to_have_count(0)


def test_a_connected_session_is_removed_once_its_program_has_ended(talk: Talk) -> None:
    asked = chooses(talk, "Remove from the desk …")
    expect(asked).to_contain_text("Its program is ended first. All that was said here goes")
    expect(asked).to_contain_text("The conversation stays at Own command")
    expect(asked).to_contain_text("The journal keeps its lines.")
    talk.page.keyboard.press("Tab")
    talk.page.keyboard.press("Enter")
    expect(talk.page.get_by_role("heading", name="Sessions", level=1)).to_be_visible(timeout=LONG_MS)
    expect(talk.line).to_have_count(0)


def test_what_an_agent_does_not_offer_is_no_choice(office: Office, desk: Desk) -> None:
    talk = Talk(desk, opened(office, "load")).opens()
    talk.button("More about this session").click()
    expect(talk.region.get_by_role("button", name="Remove from the desk …")).to_be_visible()
    expect(talk.region.get_by_role("button", name="Delete the conversation")).to_have_count(0)


@themes
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_to_object_to(office: Office, dark: bool, size: tuple[int, int]) -> None:
    session = opened(office, "delete")
    with office:
        talk = Talk(office.desk(office.profile(dark=dark, size=size)), session).opens()
        for act in ("Delete the conversation …", "Remove from the desk …"):
            asked = chooses(talk, act)
            assert objections(talk.desk) == [], act
            asked.get_by_role("button", name="Back").click()
