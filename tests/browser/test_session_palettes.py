"""Commands of an agent and files of the workspace, completed by the keyboard, whatever they are called."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hostile import RUN
from tests.browser.obedient import ObedientSession
from tests.browser.office import Office
from tests.browser.talk import Talk
from tests.browser.test_axe import objections, themes

IMAGE = f"<img src=x onerror={RUN}('name')>"
NAMES = ("plan", "plan", IMAGE, "turn\u202eed", "two words", "x" * 3000, "prefix-plan")
COMMANDS = [{"name": name, "description": f"{IMAGE}\nabout {name}", "input": {"hint": IMAGE}} for name in NAMES]
TOLD = (
    "tell " + json.dumps({"sessionUpdate": "available_commands_update", "availableCommands": COMMANDS}) + "\nsay told"
)
FILES = (
    f"{IMAGE}.txt".replace("/", ""),
    "turn\u202etxt.exe",
    "two words.md",
    "line\nbreak.md",
    "-rf",
    "ampers & and.py",
)


@pytest.fixture
def session(office: Office, tmp_path: Path) -> Iterator[ObedientSession]:
    for name in FILES:
        (tmp_path / name).write_text(name)
    for number in range(40):
        (tmp_path / f"module_{number:02}.py").write_text("")
    (tmp_path / "webhooks.py").write_text("x = 1\n")
    opened = ObedientSession(office, "embedded", folder=tmp_path)
    yield opened
    opened.closes()


@pytest.fixture
def talk(office: Office, session: ObedientSession) -> Talk:
    return session.shown(office.desk())


def chosen(talk: Talk) -> str:
    """What Enter would take."""
    at = talk.suggestions.and_(talk.region.locator("[aria-selected=true]"))
    expect(at).to_have_count(1)
    expect(talk.words).to_have_attribute("aria-activedescendant", at.get_attribute("id") or "")
    return at.inner_text()


def test_commands_are_walked_through_taken_and_left_by_keys(talk: Talk) -> None:
    talk.says(TOLD)
    talk.answers("told")
    talk.words.press_sequentially("/")
    expect(talk.suggestions).to_have_count(len(NAMES))
    talk.words.press("ArrowUp")
    assert "/prefix-plan" in chosen(talk)
    talk.words.press("ArrowDown")
    assert "/plan" in chosen(talk)
    talk.words.press("Escape")
    expect(talk.suggestions).to_have_count(0)
    expect(talk.words).to_be_focused()
    expect(talk.words).to_have_value("/")
    talk.words.press_sequentially("plan")
    expect(talk.suggestions).to_have_count(3)
    for _ in range(2):
        talk.words.press("ArrowDown")
    talk.words.press("Tab")
    expect(talk.words).to_have_value("/prefix-plan ")
    expect(talk.words).to_be_focused()


def test_hostile_names_of_commands_are_only_text(talk: Talk) -> None:
    talk.says(TOLD)
    talk.answers("told")
    talk.words.press_sequentially("/")
    expect(talk.suggestions).to_have_count(len(NAMES))
    expect(talk.suggestions.nth(2)).to_contain_text(IMAGE)
    expect(talk.suggestions.nth(3)).to_contain_text("turn\\u{202e}ed", use_inner_text=True)
    expect(talk.region.get_by_role("listbox").locator("img")).to_have_count(0)
    assert talk.page.evaluate("window.ran") is None
    assert talk.region.get_by_role("listbox").evaluate("it => it.scrollWidth <= it.clientWidth")
    talk.words.press_sequentially("<im")
    expect(talk.suggestions).to_have_count(1)
    talk.words.press("Enter")
    expect(talk.words).to_have_value(f"/{IMAGE} ")


def test_a_file_is_taken_as_it_was_typed_however_quick_the_hand_is(talk: Talk) -> None:
    talk.words.press_sequentially("look at @")
    expect(talk.suggestions).not_to_have_count(0)
    talk.words.press_sequentially("webhooks")
    talk.words.press("Tab")
    expect(talk.words).to_have_value("look at @webhooks.py ")
    expect(talk.chips).to_have_count(1)
    expect(talk.chips).to_contain_text("webhooks.py")


def test_files_are_walked_through_by_keys_and_the_agent_gets_a_link(talk: Talk, session: ObedientSession) -> None:
    talk.words.press_sequentially("say done @module_1")
    expect(talk.suggestions.first).to_contain_text("module_1")
    expect(talk.suggestions).not_to_have_count(0)
    talk.words.press("ArrowDown")
    taken = chosen(talk)
    talk.words.press("Enter")
    expect(talk.words).to_have_value(f"say done @{taken} ")
    talk.words.press("Control+Enter")
    talk.answers("done")
    [_, block] = session.prompts()[-1]
    assert (block["type"], block["name"]) == ("resource_link", taken)
    assert block["uri"].endswith(f"/{taken}")


@pytest.mark.parametrize("name", FILES)
def test_a_file_with_a_hostile_name_is_a_file(talk: Talk, session: ObedientSession, tmp_path: Path, name: str) -> None:
    talk.words.press_sequentially(f"say done @{name[:3].strip()}")
    shown = name.replace("\u202e", "\\u{202e}").replace("\n", " ")
    suggested = talk.suggestions.filter(has_text=shown)
    expect(suggested).to_have_count(1)
    while shown not in chosen(talk):
        talk.words.press("ArrowDown")
    talk.words.press("Tab")
    expect(talk.chips).to_have_count(1)
    talk.words.press("Control+Enter")
    talk.answers("done")
    [_, block] = session.prompts()[-1]
    assert block["uri"] == (tmp_path / name).as_uri()
    expect(talk.region.locator("img")).to_have_count(0)
    assert talk.page.evaluate("window.ran") is None


@themes
def test_nothing_to_object_to(office: Office, session: ObedientSession, dark: bool) -> None:
    talk = session.shown(office.desk(office.profile(dark=dark)))
    talk.says(TOLD)
    talk.answers("told")
    talk.words.press_sequentially("/")
    expect(talk.suggestions).to_have_count(len(NAMES))
    assert objections(talk.desk) == [], "the commands"
    talk.words.fill("")
    talk.words.press_sequentially("@")
    expect(talk.suggestions).not_to_have_count(0)
    assert objections(talk.desk) == [], "the files"
