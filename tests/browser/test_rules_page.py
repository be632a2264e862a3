"""The rules page in the browser: all rules, the person's own with a check while it is written, modes and trust."""

import asyncio
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import furnished
from tests.browser.earlier_days import write_earlier_days
from tests.browser.office import Office
from tests.browser.test_axe import objections

PUSH = """version = 1

[[rule]]
id = "push-it"
tool = "bash"
command = ["git", "push"]
decision = "allow"
match = ["git push origin main"]
not_match = ["git pull"]
"""
CLEAN = """
[[rule]]
id = "clean"
tool = "bash"
command = ["rm", "-rf", "build"]
decision = "allow"
"""
NO_TESTS = """
[[rule]]
id = "no-install"
tool = "bash"
command = ["npm", "install"]
decision = "deny"
"""


@pytest.fixture
def settled(browser: Browser) -> Iterator[Office]:
    """An office with three days behind it, and a project with rules of its own."""
    folder = Path(tempfile.mkdtemp(prefix="cm-r-"))
    project = Path(tempfile.mkdtemp(prefix="cm-p-"))
    (project / ".countermark").mkdir()
    (project / ".countermark" / "rules.toml").write_text(PUSH)
    # Playwright's loop stands in this thread.
    writing = threading.Thread(target=lambda: asyncio.run(write_earlier_days(folder, str(project), days=7)))
    writing.start()
    writing.join()
    with furnished(browser, folder) as office, office:
        yield office


@pytest.fixture
def rules(settled: Office) -> Locator:
    desk = settled.desk()
    desk.inbox.get_by_role("button", name="Rules").click()
    region = desk.page.get_by_role("region", name="Rules")
    expect(region.get_by_role("heading", name="What is decided without you")).to_be_visible()
    return region


def writes(rules: Locator, text: str) -> Locator:
    """Opens the editor, if it is not, and puts a text in the place of all that stands there."""
    begin = rules.get_by_role("button", name="Write your first rule")
    if begin.count() > 0:
        begin.click()
    editor = rules.get_by_role("textbox", name="Your rules")
    editor.fill(text)
    return editor


def test_all_layers_are_told_as_sentences_with_their_toml(rules: Locator) -> None:
    for heading in ("Projects", "Yours 0", "The project’s 1", "Built-in"):
        expect(rules.get_by_role("heading", name=heading)).to_be_visible()
    own = rules.get_by_role("listitem").filter(has_text="push-it")
    expect(own).to_contain_text("Allow git push, not trusted")
    own.locator("summary").press("Enter")
    expect(own.locator("pre")).to_contain_text('command = ["git", "push"]')


def test_a_projects_rules_are_trusted_by_their_digest(settled: Office, rules: Locator) -> None:
    rules.get_by_role("button", name="Trust them as they are").click()
    expect(rules.get_by_text("are trusted", exact=False).first).to_be_visible()
    expect(rules.get_by_role("listitem").filter(has_text="push-it")).not_to_contain_text("not trusted")
    assert [each["kind"] for each in settled.attendant.journal() if each["kind"] == "rules_trusted"] == [
        "rules_trusted"
    ]


def test_a_mode_is_set_with_its_end(settled: Office, rules: Locator) -> None:
    line = rules.locator(".rule-projects li").first
    line.get_by_role("button", name="Mode of").click()
    rules.page.get_by_role("radio", name="read-only:").check()
    rules.page.get_by_role("button", name="Set read-only for an hour").click()
    expect(line).to_contain_text("read-only until")
    newest = [each for each in settled.attendant.journal() if each["kind"] == "mode_set"][0]
    assert newest["body"]["mode"] == "read-only"


def test_the_draft_is_checked_while_it_is_written(rules: Locator) -> None:
    editor = writes(rules, PUSH.replace("git pull", "git push --tags"))
    problem = rules.locator("[id$=-rules-problem]")
    expect(problem).to_contain_text("Rule push-it:")
    expect(editor).to_have_attribute("aria-invalid", "true")
    expect(rules.locator("li.fails")).to_contain_text("matches, and is not to")
    expect(rules.get_by_role("button", name="Save")).to_have_attribute("aria-disabled", "true")
    problem.get_by_role("button", name="Line 3").click()
    expect(editor).to_be_focused()
    editor.fill("version = 1\nfoo = 2\n")
    expect(problem).to_contain_text("foo")
    editor.fill(PUSH)
    expect(rules.get_by_text("2 examples, all hold")).to_be_visible()
    expect(problem).to_be_empty()


def test_lines_are_tried(rules: Locator) -> None:
    writes(rules, PUSH)
    line = rules.get_by_role("textbox", name="Line to try")
    line.fill("git push origin main")
    line.press("Enter")
    tried = rules.locator(".rule-checks li").filter(has_text="git push origin main").last
    expect(tried).to_contain_text("Allowed")
    expect(tried).to_contain_text("push-it")
    writes(rules, PUSH.replace('"allow"', '"deny"'))
    expect(tried).to_contain_text("Denied")


def test_it_is_held_against_the_last_days(rules: Locator) -> None:
    writes(rules, PUSH + CLEAN + NO_TESTS)
    expect(rules.get_by_text("of the last 30 days it would have asked")).to_be_visible()
    expect(rules.get_by_role("heading", name="It would have let through")).to_be_visible()
    expect(rules.locator(".rule-checks li").filter(has_text="rm -rf build")).to_contain_text("denied")
    expect(rules.get_by_role("heading", name="It would have refused")).to_be_visible()
    expect(rules.locator(".rule-checks li").filter(has_text="npm install zod")).to_contain_text("allowed")


def test_a_draft_outlives_a_reload_and_is_saved_with_an_entry(settled: Office, rules: Locator) -> None:
    writes(rules, PUSH)
    expect(rules.get_by_text("2 examples, all hold")).to_be_visible()
    rules.page.reload()
    editor = rules.get_by_role("textbox", name="Your rules")
    expect(editor).to_have_value(PUSH)
    expect(rules.get_by_text("2 examples, all hold")).to_be_visible()
    editor.press("Control+Enter")
    expect(rules.get_by_role("heading", name="Yours 1")).to_be_visible()
    assert (settled.workplace.desk_folder / "rules.toml").read_text() == PUSH
    newest = [each for each in settled.attendant.journal() if each["kind"] == "rules_changed"][0]
    assert newest["body"]["rules"] == 1


def test_what_others_wrote_meanwhile_is_not_written_over(settled: Office, rules: Locator) -> None:
    writes(rules, PUSH)
    expect(rules.get_by_text("2 examples, all hold")).to_be_visible()
    file = settled.workplace.desk_folder / "rules.toml"
    file.write_text(PUSH.replace("push-it", "mine"))
    rules.get_by_role("button", name="Save").click()
    expect(rules.get_by_role("alert")).to_contain_text("Not saved")
    assert "mine" in file.read_text()
    rules.get_by_role("button", name="Keep my words, in its place").click()
    rules.get_by_role("button", name="Save").click()
    expect(rules.get_by_role("heading", name="Yours 1")).to_be_visible()
    assert file.read_text() == PUSH


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(settled: Office, dark: bool) -> None:
    desk = settled.desk(settled.profile(dark=dark))
    desk.inbox.get_by_role("button", name="Rules").click()
    region = desk.page.get_by_role("region", name="Rules")
    expect(region.get_by_role("heading", name="What is decided without you")).to_be_visible()
    assert objections(desk) == [], "all rules"
    writes(region, PUSH.replace("git pull", "git push --tags"))
    expect(region.locator("li.fails")).to_be_visible()
    assert objections(desk) == [], "a draft that does not hold"
