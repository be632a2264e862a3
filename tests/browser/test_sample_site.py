"""`countermark demo pages`: a site whose notes stand where they belong, in the page and on the desk."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.office import Office
from tests.browser.reviewed import Pages
from tests.real_agents.workplace import Workplace

# Whether exactly these annotations stand in the page, as marks or as outlined elements.
STAND = """wanted => {
  const places = [...document.querySelectorAll('[data-air-id], [data-air-element-id]')];
  const there = new Set(places.map(at => at.dataset.airId ?? at.dataset.airElementId));
  return there.size === wanted.length && wanted.every(id => there.has(id));
}"""
ENDING_S = 20


class Demo:
    """The command while it runs."""

    def __init__(self, workplace: Workplace, folder: Path) -> None:
        command = [sys.executable, "-m", "countermark", "demo", "pages", str(folder), "--print"]
        self._process = subprocess.Popen(
            command, env=workplace.environment(), cwd=workplace.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.said = ""
        for line in self._process.stdout:
            self.said += line
            if "Ctrl-C" in line:
                break

    @property
    def address(self) -> str:
        found = re.search(r"http://localhost:\d+", self.said)
        assert found, (self.said, self._process.communicate())
        return found[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()

    def ends(self) -> int:
        """Ctrl-C."""
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=ENDING_S)
        return self._process.returncode

    def fails(self) -> str:
        """What it said as it ended by itself."""
        _, words = self._process.communicate(timeout=ENDING_S)
        assert self._process.returncode == 1
        return words


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_every_note_stands_where_it_belongs(own_office: Office, visitor: Page) -> None:
    folder = own_office.workplace.root / "fen-and-field"
    with Demo(own_office.workplace, folder) as demo:
        assert f"countermark mcp --storage {folder / 'inline-review.json'}" in demo.said
        notes = json.loads((folder / "inline-review.json").read_text())["annotations"]
        assert {each.get("status", "open") for each in notes} == {"open", "in_progress", "addressed"}
        assert {each["type"] for each in notes} == {"text", "element"}
        for path in dict.fromkeys(each["pageUrl"] for each in notes):
            visitor.goto(f"{demo.address}{path}")
            here = [each for each in notes if each["pageUrl"] == path]
            visitor.wait_for_function(STAND, arg=[each["id"] for each in here])
            for each in here:
                if each["type"] == "text":
                    words = each.get("replacedText", each["selectedText"])
                    expect(visitor.locator(f'[data-air-id="{each["id"]}"]')).to_have_text(words)
        desk = own_office.desk()
        desk.inbox.get_by_role("button", name="2 addressed · 1 in progress · 3 open").click()
        pages = Pages(desk, desk.page.get_by_role("region", name="Pages: fen-and-field"))
        expect(pages.rows).to_have_count(len(notes))
        link = pages.region.get_by_role("link", name="/growing.html")
        expect(link).to_have_attribute("href", f"{demo.address}/growing.html")
        assert demo.ends() == 0


def test_what_was_noted_is_there_the_next_time(own_office: Office) -> None:
    folder = own_office.workplace.root / "site"
    assert Demo(own_office.workplace, folder).ends() == 0
    (folder / "inline-review.json").write_text('{"version": 1, "annotations": [], "pageNotes": []}')
    assert Demo(own_office.workplace, folder).ends() == 0
    assert json.loads((folder / "inline-review.json").read_text())["annotations"] == []


def test_a_folder_with_something_else_is_left_alone(own_office: Office) -> None:
    folder = own_office.workplace.root / "other"
    folder.mkdir()
    (folder / "precious.txt").write_text("mine")
    said = Demo(own_office.workplace, folder).fails()
    assert "holds something else" in said
    assert [each.name for each in folder.iterdir()] == ["precious.txt"]
