"""`countermark demo pages` as a newcomer's first command: a scripted agent carries out a note."""

import json
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.overlay.page import SELECT
from tests.real_agents.workplace import Workplace

PATIENCE_S = 60.0
STEP_MS = 30_000
OLD, NEW, LAST = "two working days", "three working days", "most of <a week> & more"


class FirstCommand:
    """The command in a home where nothing of ours is, line by line as a person reads it."""

    def __init__(self, workplace: Workplace, folder: Path) -> None:
        self._environment = workplace.environment(COUNTERMARK_BROWSER="/bin/true")
        command = [sys.executable, "-P", "-m", "countermark", "demo", "pages", str(folder)]
        self._process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self.said = ""
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)

    def until(self, words: str) -> str:
        """Everything that it has said until these words come."""
        while words not in self.said:
            self.said += self._lines.get(timeout=PATIENCE_S)
        return self.said

    @property
    def address(self) -> str:
        found = re.search(r"http://localhost:\d+", self.until("Ctrl-C"))
        assert found
        return found[0]

    def ends(self) -> int:
        self._process.send_signal(signal.SIGINT)
        code = self._process.wait(PATIENCE_S)
        self._reading.join(PATIENCE_S)
        assert self._process.stdout is not None
        self._process.stdout.close()
        stop = [sys.executable, "-P", "-m", "countermark", "stop"]
        subprocess.run(stop, env=self._environment, check=True, capture_output=True)
        return code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "fen-and-field"


@pytest.fixture
def first_command(tmp_path: Path, folder: Path) -> Iterator[FirstCommand]:
    workplace = Workplace(tmp_path, tmp_path / "no" / "folder" / "yet")
    workplace.home.mkdir(parents=True, exist_ok=True)
    command = FirstCommand(workplace, folder)
    yield command
    assert command.ends() == 0
    assert "Traceback" not in command.said


@pytest.fixture
def newcomer(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def selects(page: Page, selector: str, words: str) -> None:
    left, right, middle = page.evaluate(SELECT, [selector, words])
    page.mouse.move(left + 0.5, middle)
    page.mouse.down()
    page.mouse.move((left + right) / 2, middle)
    page.mouse.move(right - 0.5, middle)
    page.mouse.up()


def notes_on(page: Page, words: str, note: str) -> None:
    """Marks the words, says what should stand there, and saves."""
    selects(page, "main", words)
    page.locator('[data-air-el="popup-textarea"]').fill(note)
    page.locator('[data-air-el="popup-save"]').click()


def test_a_newcomer_sees_a_note_carried_out(first_command: FirstCommand, newcomer: Page, folder: Path) -> None:
    newcomer.goto(f"{first_command.address}/delivery.html")
    assert "opens in your browser" in first_command.said, "by a file in the data folder, which was not there"
    expect(newcomer.locator('[data-air-el="fab"]')).to_be_visible()
    notes_on(newcomer, OLD, NEW)
    expect(newcomer.get_by_text(f"Inside the country: {NEW}.")).to_be_visible(timeout=STEP_MS)
    assert "What next:" in first_command.until("Reopen")
    mark = newcomer.locator("mark[data-air-id]", has_text=NEW)
    expect(mark).to_have_text(NEW)
    name = mark.get_attribute("data-air-id")
    entry = next(each for each in stored(folder) if each["id"] == name)
    assert (entry["status"], entry["note"], entry["selectedText"]) == ("addressed", NEW, OLD)
    assert f"<li>Inside the country: {NEW}.</li>" in (folder / "delivery.html").read_text()
    newcomer.locator('[data-air-el="fab"]').click()
    row = newcomer.locator('[data-air-el="annotation-item"]', has_text=NEW)
    expect(row).to_contain_text(f"Now it reads “{NEW}”.")
    row.get_by_role("button", name="Reopen").click()
    row.locator("textarea").fill(LAST)
    row.get_by_role("button", name="Reopen").last.click()
    expect(newcomer.get_by_text(f"Inside the country: {LAST}.")).to_be_visible(timeout=STEP_MS)


def test_what_takes_a_model_is_left_open_with_a_reply(
    first_command: FirstCommand, newcomer: Page, folder: Path
) -> None:
    newcomer.goto(first_command.address)
    expect(newcomer.locator('[data-air-el="fab"]')).to_be_visible()
    newcomer.locator("blockquote").click(modifiers=["Alt"])
    newcomer.locator('[data-air-el="popup-textarea"]').fill("Warmer, please")
    newcomer.locator('[data-air-el="popup-save"]').click()
    first_command.until("takes an agent with a model")
    # Somebody who only looks sees a note carried out, too: one of the sample's own.
    expect(newcomer.get_by_text("ships the same day if it is ordered before two")).to_be_visible(timeout=2 * STEP_MS)
    entry = next(each for each in stored(folder) if each["note"] == "Warmer, please")
    assert "status" not in entry
    assert [each["role"] for each in entry["replies"]] == ["agent"]


def stored(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "inline-review.json").read_text())["annotations"]
    return found
