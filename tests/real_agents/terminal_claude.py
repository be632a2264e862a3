"""The real Claude Code as people use it: in a terminal, with keys and a screen."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.real_agents.screen import COLUMNS, ROWS, Screen
from tests.real_agents.workplace import Workplace

PLAN_QUESTION = "Would you like to proceed?"
CALL_QUESTION = "Do you want to proceed?"
ENTER, ESCAPE = "\r", "\x1b"
INPUT = "❯\u00a0"  # in front of what is being typed; a prompt that was sent stands behind an ordinary blank


class TerminalClaude:
    """`with TerminalClaude(program, workplace, model_url=…) as claude: claude.prompt("…"); claude.approves()`."""

    def __init__(
        self,
        program: Path,
        workplace: Workplace,
        *,
        model_url: str,
        arguments: Sequence[str] = (),
        mode: str = "plan",
    ) -> None:
        self._ready = "plan mode on" if mode == "plan" else "manual mode on"
        self._keyboard, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            [program, "--permission-mode", mode, *arguments],
            cwd=workplace.project,
            env=workplace.claude_environment(model_url),
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        self._screen = Screen()
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._watch)
        self._reader.start()

    def __enter__(self) -> Self:
        self.sees(self._ready)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        os.close(self._keyboard)

    def prompt(self, text: str) -> None:
        self.type(text, shown=INPUT + text)
        self.press_until(ENTER, lambda screen: INPUT + text not in screen)

    def asks_about_the_plan(self) -> None:
        self.sees(PLAN_QUESTION)

    def asks_about_a_call(self) -> None:
        self.sees(CALL_QUESTION)

    def allows(self) -> None:
        """The person chooses *Yes* in the dialog of a tool."""
        self.press_until("1", lambda screen: CALL_QUESTION not in screen)

    def approves(self) -> None:
        """The person chooses *Yes, manually approve edits* in the dialog."""
        self.press_until("2", lambda screen: PLAN_QUESTION not in screen)

    def keeps_planning(self) -> None:
        """The person leaves the dialog with Escape."""
        self.press_until(ESCAPE, lambda screen: PLAN_QUESTION not in screen)

    def tells_what_to_change(self, words: str) -> None:
        """The person chooses *Tell Claude what to change* and writes."""
        self.press_until("3", lambda screen: "❯ 3." in screen)
        self.type(words, shown=f"3. {words}")
        self.press_until(ENTER, lambda screen: f"3. {words}" not in screen)

    def screen(self) -> str:
        with self._changed:
            return str(self._screen)

    def sees(self, words: str, *, seconds: float = 60.0) -> None:
        """Waits until the words stand on the screen; the error shows what stood there instead."""
        if not self._comes(lambda screen: words in screen, seconds=seconds):
            raise TimeoutError(f"no {words!r} within {seconds} s on this screen:\n{self.screen()}")

    def press(self, key: str) -> None:
        os.write(self._keyboard, key.encode())

    def press_until(self, key: str, done: Callable[[str], bool]) -> None:
        """Keys are lost in a dialog's first moments and right behind typed text: pressed until it has done its work."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            self.press(key)
            if self._comes(done, seconds=1.5):
                return
        raise TimeoutError(f"the key {key!r} did nothing:\n{self.screen()}")

    def type(self, text: str, *, shown: str) -> None:
        """Types and sees it on the screen."""
        self.press(text)
        self.sees(shown)

    def _comes(self, wanted: Callable[[str], bool], *, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: wanted(str(self._screen)), timeout=seconds)

    def _watch(self) -> None:
        while output := self._read():
            with self._changed:
                self._screen.write(output)
                self._changed.notify_all()

    def _read(self) -> bytes:
        try:
            return os.read(self._keyboard, 1 << 16)
        except OSError:  # how Linux says that nobody has the terminal open any more
            return b""
