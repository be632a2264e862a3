"""What an agent says is only text, while it is written and when it is finished: nothing in it runs or fetches."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.hostile import BAD_ATTRIBUTES, FORBIDDEN_ELEMENTS, PIECES
from tests.browser.office import Office
from tests.contract.acp.unseen_agent import BELL, HIDES, TURNS

AGENT = Path(__file__).parents[1] / "contract" / "acp" / "streaming_agent.py"
UNSEEN = AGENT.with_name("unseen_agent.py")
UNSEEN_LETTERS = re.compile(f".{{0,20}}[{TURNS}{HIDES}{BELL}].{{0,20}}")
LONG_MS = 60_000  # for a program to start on a busy machine
# Each piece is a block of its own, closed before the next one begins; the last words stay open.
PARTS = {name: f"Behold {name}.\n\n{piece}\n\n" for name, piece in PIECES.items()}
END = "The last open words"


@pytest.fixture
def session(office: Office, tmp_path: Path) -> Iterator[str]:
    said = tmp_path / "said.md"
    said.write_text("\n\n" + "".join(PARTS.values()) + END, encoding="utf-8")
    command = [sys.executable, str(AGENT), str(said), "7", "waits"]
    wanted = {"agent": "gemini", "folder": str(office.workplace.project), "command": command, "title": "Hostile words"}
    browser = office.attendant._browser
    name = str(browser.post("/api/sessions", json=wanted).raise_for_status().json()["session"]["id"])
    yield name
    browser.post(f"/api/sessions/{name}/close", json={}).raise_for_status()


def test_a_hostile_message_runs_nothing_while_it_is_written_nor_after(office: Office, desk: Desk, session: str) -> None:
    desk.page.locator(f'[data-item="{session}"]').click()
    pane = desk.page.get_by_role("region", name=re.compile("^Session: "))
    expect(pane.locator(".session-agent")).to_contain_text("your turn", timeout=LONG_MS)
    given = pane.get_by_role("textbox", name="Your words to the agent")
    given.fill("Say it.")
    given.press("Control+Enter")
    expect(pane.locator(".session-open")).to_contain_text(END, timeout=LONG_MS)
    words = pane.locator(".session-words")
    assert words.locator(".session-block").count() > len(PARTS)
    judge_harmless(office, desk, words)
    desk.page.keyboard.press("Control+.")
    expect(pane.locator(".session-agent")).to_contain_text("your turn", timeout=LONG_MS)
    expect(words).to_contain_text(END, timeout=LONG_MS)
    judge_harmless(office, desk, words)


def test_nothing_that_an_agent_says_beside_the_desks_own_words_is_unseen_or_taken_for_them(
    office: Office, desk: Desk
) -> None:
    wanted = {"agent": "gemini", "folder": str(office.workplace.project), "command": [sys.executable, str(UNSEEN)]}
    browser = office.attendant._browser
    name = str(browser.post("/api/sessions", json=wanted).raise_for_status().json()["session"]["id"])
    try:
        desk.page.locator(f'[data-item="{name}"]').click()
        pane = desk.page.get_by_role("region", name=re.compile("^Session: "))
        expect(pane.locator(".session-agent")).to_contain_text("your turn", timeout=LONG_MS)
        given = pane.get_by_role("textbox", name="Your words to the agent")
        given.fill("Say it.")
        given.press("Control+Enter")
        expect(pane.locator(".session-words").last).to_contain_text("Done.", timeout=LONG_MS)
        for fold in pane.locator(".session-act[aria-expanded=false]").all():
            fold.click()
        pane.get_by_role("button", name="Pace").click()
        shown = (
            "A title", "A step", "A call", "An output", "a place", "a file", "before", "after", "A failure",
            "hologram", "Pace", "Loud", "fast", "a choice",
        )  # fmt: skip
        for words in shown:
            expect(pane).to_contain_text(words)
        expect(pane.locator(".session-notice", has_text="Your rules allow this")).to_contain_text("The agent says:")
        assert UNSEEN_LETTERS.findall(pane.inner_text()) == []
        assert UNSEEN_LETTERS.findall(desk.page.locator("body").inner_text()) == []
    finally:
        browser.post(f"/api/sessions/{name}/close", json={}).raise_for_status()


def judge_harmless(office: Office, desk: Desk, words: Locator) -> None:
    """The blocks hold nothing that could run, and nothing ran, fetched, or went elsewhere."""
    watch = office.watch_over(desk.page.context)
    expect(words.locator(FORBIDDEN_ELEMENTS)).to_have_count(0)
    assert words.evaluate(BAD_ATTRIBUTES) == []
    assert desk.page.evaluate("window.ran") is None
    assert watch.origins() == {office.address}
    assert (watch.errors, watch.dialogs) == ([], [])
    assert [line for line in watch.console if line.startswith("error")] == []
    assert desk.page.url == f"{office.address}/"
    assert (len(desk.page.context.pages), len(desk.page.frames)) == (1, 1)
