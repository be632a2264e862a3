"""The real Qwen Code as people use it: in a terminal, with keys and a screen."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.real_agents.qwen import command, environment
from tests.real_agents.screen import COLUMNS, ROWS, Screen
from tests.real_agents.workplace import Workplace

READY = "Type your message"
PLAN_QUESTION = "Would you like to proceed?"
ENTER = "\r"


class TerminalQwen:
    """`with TerminalQwen(program, workplace, model_url=…, mode="plan") as qwen: qwen.prompt("…")`."""

    def __init__(self, program: Path, workplace: Workplace, *, model_url: str, mode: str) -> None:
        self._keyboard, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            command(program, workplace, mode=mode), cwd=workplace.project,
            env=environment(workplace, model_url=model_url), stdin=terminal, stdout=terminal, stderr=terminal,
            start_new_session=True,
        )  # fmt: skip
        os.close(terminal)
        self._screen = Screen()
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._watch)
        self._reader.start()

    def __enter__(self) -> Self:
        self.sees(READY)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)  # it works in a child, which has the terminal open too
        self._process.wait()
        self._reader.join()
        os.close(self._keyboard)

    def prompt(self, text: str) -> None:
        """A key right behind typed text is lost: Enter is pressed until the text is sent."""
        self.press(text)
        self.sees(text)
        self.press_until(ENTER, lambda screen: READY in screen or "esc to cancel" in screen)

    def approves_plan(self) -> None:
        """The person says yes in Qwen's own dialog."""
        self.sees(PLAN_QUESTION)
        self.press_until(ENTER, lambda screen: PLAN_QUESTION not in screen)

    def sees(self, words: str, *, seconds: float = 60.0) -> None:
        """Waits until the words stand on the screen; the error shows what stood there instead."""
        if not self._comes(lambda screen: words in screen, seconds=seconds):
            raise TimeoutError(f"no {words!r} within {seconds} s on this screen:\n{self.screen()}")

    def screen(self) -> str:
        with self._changed:
            return str(self._screen)

    def press(self, key: str) -> None:
        os.write(self._keyboard, key.encode())

    def press_until(self, key: str, done: Callable[[str], bool]) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            self.press(key)
            if self._comes(done, seconds=1.5):
                return
        raise TimeoutError(f"the key {key!r} did nothing:\n{self.screen()}")

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
