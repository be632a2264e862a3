"""A program in a terminal of its own, with keys and a screen, as a person has it."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.real_agents.screen import COLUMNS, ROWS, Screen

ENTER, ESCAPE, CLEAR = "\r", "\x1b", "\x15"
TRIES = 3
PATIENCE = 20.0  # in which it ends when it is asked to


class RealTerminal:
    """`with RealTerminal(command, cwd=…, env=…, ready="words of the first screen") as terminal`."""

    def __init__(self, command: Sequence[str | Path], *, cwd: Path, env: Mapping[str, str], ready: str) -> None:
        self._ready = ready
        self._keyboard, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            command, cwd=cwd, env=env, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
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
        self.ends()
        self._reader.join()
        os.close(self._keyboard)

    def ends(self) -> None:
        """It is asked to end, and ended if it does not."""
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.is_killed()

    def is_killed(self) -> None:
        """It and the children that have the terminal open, too."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

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
        """Types and sees it on the screen; what is typed while a screen changes is lost, and is typed again."""
        for _ in range(TRIES):
            self.press(text)
            if self._comes(lambda screen: shown in screen, seconds=PATIENCE):
                return
            self.press(CLEAR)
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
