"""One window for each data folder: who comes second asks the first one to show itself, and ends."""

import fcntl
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from countermark.doorbell import hub_address

LOCK = "desktop.lock"
SOCKET = "desktop.sock"
RAISE, RAISED = b"raise\n", b"raised\n"
PATIENCE = 20.0  # seconds in which a window that is just being opened can be reached
LOOK = 0.1


class OnlyOne:
    """Held for the life of the window."""

    def __init__(self, home: str) -> None:
        folder = Path(hub_address.run_folder(home))
        self._address = folder / SOCKET
        self._descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._listener: socket.socket | None = None

    def take(self) -> bool:
        """Whether there is no other window."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def listen(self, show: Callable[[], None]) -> None:
        """Call `show`, in a thread, for everybody who comes second."""
        self._address.unlink(missing_ok=True)  # of one that was killed
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(self._address))
        self._address.chmod(0o600)
        self._listener.listen()
        threading.Thread(target=self._answer, args=(self._listener, show), daemon=True).start()

    def raise_other(self) -> bool:
        """Have the other window shown; False if it does not answer."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
                line.settimeout(PATIENCE)
                line.connect(str(self._address))
                line.sendall(RAISE)
                return line.recv(len(RAISED)) == RAISED
            time.sleep(LOOK)
        return False

    def _answer(self, listener: socket.socket, show: Callable[[], None]) -> None:
        while True:
            try:
                line, _ = listener.accept()
            except OSError:  # closed: the window has ended
                return
            with line, suppress(OSError):
                line.settimeout(PATIENCE)
                if line.recv(len(RAISE)) == RAISE:
                    show()
                    line.sendall(RAISED)

    def __enter__(self) -> "OnlyOne":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._listener is not None:
            self._listener.close()
            self._address.unlink(missing_ok=True)
        os.close(self._descriptor)
