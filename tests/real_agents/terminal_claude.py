"""The real Claude Code as people use it: in a terminal, here a private tmux that nobody else can see."""

import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.real_agents.workplace import Workplace

PLAN_QUESTION = "Would you like to proceed?"


class TerminalClaude:
    """`with TerminalClaude(program, workplace, model_url=…) as claude: claude.prompt("…"); claude.approves()`."""

    def __init__(self, program: Path, workplace: Workplace, *, model_url: str, arguments: Sequence[str] = ()) -> None:
        self._socket = workplace.root / "tmux.sock"
        self._environment = workplace.claude_environment(model_url)
        command = [str(program), "--permission-mode", "plan", *arguments]
        self._tmux("new-session", "-d", "-x", "120", "-y", "60", "-c", str(workplace.project), *command)

    def __enter__(self) -> Self:
        self.sees("plan mode on")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Claude ends with its terminal."""
        pane = int(self._tmux("display-message", "-p", "#{pane_pid}"))
        self._tmux("kill-server")
        until(lambda: not Path(f"/proc/{pane}").exists(), seconds=20, otherwise=lambda: f"process {pane} has not ended")

    def prompt(self, text: str) -> None:
        self.type(text)
        self.press("Enter")

    def asks_about_the_plan(self) -> str:
        return self.sees(PLAN_QUESTION)

    def approves(self) -> None:
        """The person chooses *Yes, manually approve edits* in the dialog."""
        self.press_until("2", lambda screen: PLAN_QUESTION not in screen)

    def keeps_planning(self) -> None:
        """The person leaves the dialog with Escape."""
        self.press_until("Escape", lambda screen: PLAN_QUESTION not in screen)

    def tells_what_to_change(self, words: str) -> None:
        """The person chooses *Tell Claude what to change* and writes."""
        self.press_until("3", lambda screen: "❯ 3." in screen)
        self.type(words)
        self.press("Enter")

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p")

    def sees(self, words: str, *, seconds: float = 60.0) -> str:
        """Waits until the words stand on the screen; the error shows what stood there instead."""
        until(lambda: words in self.screen(), seconds=seconds, otherwise=lambda: f"no {words!r} on:\n{self.screen()}")
        return self.screen()

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def press_until(self, key: str, done: Callable[[str], bool]) -> None:
        """A dialog ignores keys in its first moments, so the key is pressed until it has done its work."""
        for _ in range(20):
            self.press(key)
            deadline = time.monotonic() + 1.5
            while time.monotonic() < deadline:
                if done(self.screen()):
                    return
                time.sleep(0.05)
        raise TimeoutError(f"the key {key} did nothing:\n{self.screen()}")

    def type(self, text: str) -> None:
        """Types and sees it on the screen."""
        self._tmux("send-keys", "-l", text)
        self.sees(text)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", "/dev/null", *arguments]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=30, check=True)
        return done.stdout


def until(done: Callable[[], bool], *, seconds: float, otherwise: Callable[[], str]) -> None:
    """Looks ten times a second; raises `TimeoutError` with what is the matter."""
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds} s: {otherwise()}")
        time.sleep(0.1)
