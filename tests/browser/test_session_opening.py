"""The dialog that opens a session: any command, an agent that is kept, a conversation of the agent's own list."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.office import WIDE, Office
from tests.browser.talk import LONG_MS, Talk
from tests.browser.test_axe import PHONE, objections, themes

PROGRAM = Path(__file__).with_name("keeping_agent.py")


def command(*flags: str) -> str:
    return f"'{sys.executable}' '{PROGRAM}' {' '.join(flags)}"


def dialog_of(office: Office, desk: Desk, *flags: str) -> Locator:
    """The dialog with a command in it, ready to be sent."""
    desk.presses("N")
    dialog = desk.dialog("New session")
    dialog.get_by_role("radio", name="Any command").check()
    dialog.get_by_role("textbox", name="Command").fill(command(*flags))
    dialog.get_by_label("Folder", exact=True).fill(str(office.workplace.project))
    return dialog


def listed(dialog: Locator) -> Locator:
    """What the agent has listed, once it has."""
    dialog.get_by_text("An earlier conversation").click()
    dialog.get_by_role("button", name="Ask the agent for its conversations").click()
    talks = dialog.get_by_role("radiogroup", name="Conversations of the agent")
    expect(talks).to_be_visible(timeout=LONG_MS)
    return talks


def the_session(desk: Desk) -> Talk:
    """The one session of the desk, in its pane."""
    region = desk.page.get_by_role("region", name=re.compile("^Session: "))
    expect(region).to_be_visible(timeout=LONG_MS)
    talk = Talk(desk, "")
    return talk.is_ready()


def test_any_command_opens_a_session(office: Office, desk: Desk) -> None:
    dialog = dialog_of(office, desk, "load")
    opens = dialog.get_by_role("button", name="Open the session")
    field = dialog.get_by_role("textbox", name="Command")
    field.fill("run 'open")
    expect(dialog.get_by_role("status").filter(has_text="is open at its end")).to_be_visible()
    expect(opens).to_have_attribute("aria-disabled", "true")
    field.fill("cat x | sh")
    expect(dialog.get_by_role("status").filter(has_text="No shell reads it")).to_be_visible()
    field.fill(command("load"))
    expect(dialog.locator("#session-command-words code")).to_have_text([sys.executable, str(PROGRAM), "load"])
    opens.click()
    talk = the_session(desk)
    expect(talk.standing).to_contain_text("Own command")
    talk.says("say Heard")
    expect(talk.ledger).to_contain_text("Heard")


def test_a_command_is_kept_as_an_agent_of_ones_own(office: Office, desk: Desk) -> None:
    dialog = dialog_of(office, desk, "load")
    dialog.get_by_role("checkbox", name="Keep it as an agent of mine").check()
    opens = dialog.get_by_role("button", name="Open the session")
    expect(opens).to_have_attribute("aria-disabled", "true")
    dialog.get_by_role("textbox", name="What it is called").fill("The Keeper")
    expect(dialog.get_by_text("countermark agents remove the-keeper removes it again")).to_be_visible()
    opens.click()
    talk = the_session(desk)
    expect(talk.standing).to_contain_text("The Keeper")
    desk.presses("Escape", "I")
    kept = desk.page.get_by_role("region", name="The Keeper yours")
    expect(kept).to_contain_text("keeping_agent.py")
    kept.get_by_role("button", name="Remove The Keeper").click()
    expect(kept).to_have_count(0)
    desk.page.get_by_role("button", name="Journal", exact=True).first.click()
    lines = desk.page.get_by_role("region", name="Journal")
    lines.get_by_role("button", name="Kinds: all kinds").click()
    lines.get_by_text("Everything that happened").click()
    expect(lines).to_contain_text("Agent added: The Keeper, started by")
    expect(lines).to_contain_text("Agent removed: the-keeper")


def test_a_conversation_is_chosen_by_keys_and_loaded(office: Office, desk: Desk) -> None:
    dialog = dialog_of(office, desk, "load", "list")
    talks = listed(dialog)
    expect(talks.get_by_role("radio")).to_have_count(101)
    expect(dialog.get_by_text("33 more: search for them.")).to_be_visible()
    search = dialog.get_by_role("searchbox", name="Conversations with these words")
    search.press_sequentially("webhooks IDEMPOTENT")
    expect(talks.get_by_role("radio")).to_have_count(2)
    search.press("Tab")
    expect(talks.get_by_role("radio", name="None: a new one")).to_be_focused()
    desk.page.keyboard.press("ArrowDown")
    expect(talks.get_by_role("radio", name="Idempotent webhooks")).to_be_checked()
    expect(dialog.get_by_role("textbox", name="By its own id")).to_have_value("kept-0")
    ways = dialog.get_by_role("group", name="How").get_by_role("radio")
    expect(ways).to_have_count(1)
    expect(ways).to_be_checked()
    desk.page.keyboard.press("Control+Enter")
    talk = the_session(desk)
    expect(talk.ledger).to_contain_text("An older answer.")


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ((), "does not say that it can list its conversations. Type the id"),
        (("list", "--signed-out"), "wants you to sign in first: Run keeper login"),
    ],
    ids=["cannot", "signed-out"],
)
def test_why_there_is_no_list_is_said_and_an_id_can_be_typed(
    office: Office, desk: Desk, flags: tuple[str, ...], words: str
) -> None:
    dialog = dialog_of(office, desk, "load", *flags)
    dialog.get_by_text("An earlier conversation").click()
    dialog.get_by_role("button", name="Ask the agent for its conversations").click()
    expect(dialog.get_by_role("alert").filter(has_text=words)).to_be_visible(timeout=LONG_MS)
    expect(dialog.get_by_role("button", name="Ask again")).to_be_enabled()
    dialog.get_by_role("textbox", name="By its own id").fill("kept-7")
    expect(dialog.get_by_role("group", name="How").get_by_role("radio")).to_have_count(3)
    dialog.get_by_role("button", name="Open the session").click()
    expect(the_session(desk).ledger).to_contain_text("An older answer.")


@themes
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_to_object_to(office: Office, dark: bool, size: tuple[int, int]) -> None:
    with office:
        desk = office.desk(office.profile(dark=dark, size=size))
        dialog = dialog_of(office, desk, "load", "list")
        dialog.get_by_role("checkbox", name="Keep it as an agent of mine").check()
        dialog.get_by_role("textbox", name="What it is called").fill("Keeper")
        talks = listed(dialog)
        talks.get_by_role("radio").nth(1).check()
        assert objections(desk) == []
