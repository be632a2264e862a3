"""The desk in a window of its own, on a screen that nobody sees: opened, raised, moved, closed, killed."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import TypeVar

import pytest
import webview

from tests.guards import leftovers
from tests.house.layout import ROOT
from tests.journeys.x_screen import Screen, SeenWindow, a_screen
from tests.real_agents.python_tree import pip
from tests.unit.cli.terminal import PATIENCE, SOURCE, Terminal

SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's, with Debian's python3-gi
OPENING = 120.0  # seconds: a WebKit starts beside many other tests
MANY_COLOURS = 60  # a page with text; a blank one has one
MARK = "COUNTERMARK_TEST_WINDOW"  # in the environment of all that belongs to the window
ELSEWHERE = "https://example.com/elsewhere"
Found = TypeVar("Found")


class Desktop:
    """`countermark desktop` with one Python, on one screen; the hub runs already, and is not the window's."""

    def __init__(self, terminal: Terminal, screen: Screen, python: Path, engine: str) -> None:
        self.terminal = terminal
        self.screen = screen
        self._command = [str(python), "-P", "-m", "countermark", "desktop"]
        self._engine = engine
        self._mark = f"{os.getpid()}-{screen.name}"
        self._browsed = terminal.folder / "browsed"
        self._browser = terminal.folder / "browser"
        self._browser.write_text(f'#!/bin/sh\necho "$@" >> {self._browsed}\n')
        self._browser.chmod(0o755)

    def starts(self, *options: str) -> "subprocess.Popen[bytes]":
        environment = {
            **{name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}, "NO_AT_BRIDGE": "1",
            "COUNTERMARK_HOME": str(self.terminal.home), "PYTHONPATH": SOURCE, "DISPLAY": self.screen.name,
            MARK: self._mark, "BROWSER": str(self._browser),
        }  # fmt: skip
        return subprocess.Popen(
            [*self._command, *options], env=environment, cwd=self.terminal.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    @contextmanager
    def runs(self) -> Iterator["subprocess.Popen[bytes]"]:
        """Open while inside, unless it ends before."""
        process = self.starts("--with", self._engine)
        try:
            yield process
        finally:
            process.kill()
            process.communicate(timeout=PATIENCE)

    def window(self, title: str = "Countermark") -> SeenWindow:
        """The desk's window, once it is called so."""
        return until(
            lambda: next((each for each in self.screen.windows() if each.title == title), None),
            instead=self.screen.windows,
        )

    def shows_page(self) -> SeenWindow:
        """The window, once the desk is seen in it."""
        window = self.window()
        until(lambda: self.screen.colours(window) > MANY_COLOURS or None, instead=lambda: self.screen.colours(window))
        return window

    def second_start(self) -> tuple[int, str]:
        """The exit code of another one, and what it prints."""
        process = self.starts()
        printed, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, printed.decode()

    def browsed(self) -> str:
        """What the person's browser was to open."""
        return self._browsed.read_text() if self._browsed.exists() else ""

    def left_processes(self) -> dict[int, str]:
        """What belongs to the window and runs on, once all that has to end had time to."""
        return leftovers(MARK, self._mark)


@contextmanager
def asking(terminal: Terminal, plan: Path) -> Iterator[None]:
    """An agent waits for an answer about a plan while inside."""
    agent = terminal.starts("review", str(plan))
    try:
        yield
    finally:
        agent.kill()
        agent.communicate(timeout=PATIENCE)


def titled(window: SeenWindow, title: str) -> SeenWindow | None:
    return window if window.title == title else None


def until(look: Callable[[], Found | None], *, instead: Callable[[], object]) -> Found:
    """What is found, as soon as it is there."""
    deadline = time.monotonic() + OPENING
    while (found := look()) is None:
        assert time.monotonic() < deadline, instead()
        time.sleep(0.1)
    return found


@pytest.fixture(scope="session")
def gtk_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that sees the system's packages, this program and pywebview."""
    return environment_of(
        tmp_path_factory.mktemp("gtk"), SYSTEM_PYTHON, "--system-site-packages", also=Path(webview.__file__).parents[1]
    )


@pytest.fixture(scope="session")
def qt_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the extra `desktop-qt` as it is locked: 700 MB."""
    python = environment_of(tmp_path_factory.mktemp("qt"), sys.executable)
    pip(["install", "--require-hashes", "--requirement", str(ROOT / "requirements" / "desktop-qt.txt")], python)
    return python


def environment_of(folder: Path, python: str, *options: str, also: Path | None = None) -> Path:
    subprocess.run([python, "-m", "venv", "--without-pip", *options, folder], check=True, timeout=PATIENCE)
    (packages,) = folder.glob("lib/python3*/site-packages")
    if also is not None:
        (packages / "also.pth").write_text(f"{also}\n")
    return folder / "bin" / "python"


@pytest.fixture(params=["gtk", "chromium", pytest.param("qt", marks=pytest.mark.soak)])
def desktop(request: pytest.FixtureRequest, home: Path, tmp_path: Path) -> Iterator[Desktop]:
    """A hub, a screen, and what opens the window on it."""
    engine: str = request.param
    python = Path(sys.executable) if engine == "chromium" else request.getfixturevalue(f"{engine}_python")
    terminal = Terminal(home, tmp_path)
    assert terminal.runs("open", "--print").code == 0
    with a_screen(tmp_path) as screen:
        desktop = Desktop(terminal, screen, python, engine)
        yield desktop
        assert desktop.left_processes() == {}
    terminal.runs("stop")


def test_the_window_shows_the_desk_and_leaves_links_to_the_persons_browser(desktop: Desktop) -> None:
    plan = desktop.terminal.folder / "plan.md"
    plan.write_text("# A plan\n\n" + f"[{'elsewhere ' * 20}]({ELSEWHERE})\n\n" * 12)
    with desktop.runs(), asking(desktop.terminal, plan):
        window = desktop.window("(1) Countermark")  # what waits
        places = cycle(range(window.y + 150, window.y + 550, 17))

        def clicks_on_links() -> bool | None:
            desktop.screen.clicks(x=window.x + window.width // 2, y=next(places))
            return ELSEWHERE in desktop.browsed() or None

        until(clicks_on_links, instead=desktop.browsed)
        until(lambda: len(desktop.screen.windows()) == 1 or None, instead=desktop.screen.windows)
        assert desktop.window("(1) Countermark").id == window.id, "the desk is still in it"
        desktop.screen.closes(window)


def test_a_second_start_raises_the_first_and_ends(desktop: Desktop) -> None:
    with desktop.runs():
        window = desktop.shows_page()
        desktop.screen.covers("another program")
        assert desktop.screen.windows()[-1].title == "another program"
        assert desktop.second_start() == (0, "The desk is open already; its window is in front now.\n")
        top = until(lambda: titled(desktop.screen.windows()[-1], "Countermark"), instead=desktop.screen.windows)
        assert top.id == window.id
        desktop.screen.closes(window)


def test_closing_ends_all_that_belongs_to_the_window_which_comes_back_where_it_was(desktop: Desktop) -> None:
    with desktop.runs() as process:
        window = desktop.shows_page()
        desktop.screen.moves(window, x=130, y=70, width=910, height=640)
        moved = replace(window, x=130, y=70, width=910, height=640)
        until(lambda: moved in desktop.screen.windows() or None, instead=desktop.screen.windows)
        desktop.screen.closes(moved)
        assert process.wait(PATIENCE) == 0
    assert desktop.left_processes() == {}
    assert desktop.terminal.runs("status").code == 0, "the hub goes on"
    with desktop.runs() as process:
        again = desktop.shows_page()
        assert (again.x, again.y, again.width, again.height) == (130, 70, 910, 640)
        process.terminate()
        assert process.wait(PATIENCE) == 0


def test_after_one_that_was_killed_the_next_one_opens(desktop: Desktop) -> None:
    with desktop.runs() as process:
        desktop.shows_page()
        process.kill()
        process.wait(PATIENCE)
    until(lambda: True if not desktop.left_processes() else None, instead=desktop.left_processes)
    with desktop.runs() as process:
        desktop.screen.closes(desktop.shows_page())
        assert process.wait(PATIENCE) == 0


def test_without_a_screen_there_is_no_window_and_the_reason_is_said(home: Path, tmp_path: Path) -> None:
    bare = (("DISPLAY", ""), ("WAYLAND_DISPLAY", ""), ("COUNTERMARK_BROWSER", "none"))
    terminal = Terminal(home, tmp_path, bare)
    refused = terminal.runs("desktop", "--with", "chromium")
    assert refused.code == 1
    assert "there is no screen" in refused.stderr
    tab = terminal.runs("desktop")
    assert tab.code == 0
    assert "No window of its own can be had here" in tab.stdout
    assert "/#code=" in tab.stdout
    terminal.runs("stop")


def test_an_agent_opens_no_window(home: Path, tmp_path: Path) -> None:
    refused = Terminal(home, tmp_path, (("CLAUDECODE", "1"),)).runs("desktop")
    assert refused.code == 1
    assert "does not run inside an agent" in refused.stderr
