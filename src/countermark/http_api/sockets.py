"""The sockets that the doors listen on: loopback for browsers, private unix sockets for agents and the person."""

import errno
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from countermark.doorbell import loopback

USUAL_PORT = 4747
ATTEMPTS = 20  # at finding a port that is free on both loopback addresses


class CannotListen(Exception):
    """A door cannot be opened; the message says why and what to do."""


@dataclass(frozen=True)
class Port:
    """Which TCP port is wanted."""

    number: int = USUAL_PORT
    explicit: bool = False  # a person named it: no other one will do; 0 is any free one


class UnixSocket:
    """A listening unix socket, 0600 in a 0700 folder of our own, removed when we are done."""

    def __init__(self, path: str) -> None:
        if not hasattr(socket, "AF_UNIX"):
            raise CannotListen("This system has no unix sockets; run the hub on Linux or macOS.")
        self.path = Path(path)
        private_folder(self.path.parent)
        remove_stale_socket(self.path)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with only_ours():
                self.socket.bind(path)
            self.path.chmod(0o600)
            self._made = _identity(self.path)
        except OSError as problem:
            self.socket.close()
            raise CannotListen(f"{path} cannot be made: {problem.strerror}.") from problem

    def close(self) -> None:
        """Close it, and remove the file if it is still the one we made."""
        self.socket.close()
        if _identity(self.path) == self._made:
            self.path.unlink(missing_ok=True)


@contextmanager
def only_ours() -> Iterator[None]:
    """Files made inside belong to us alone from their first moment. The umask is the process's: for start-up only."""
    before = os.umask(0o177)
    try:
        yield
    finally:
        os.umask(before)


def private_folder(folder: Path) -> None:
    """Make the folder, or make sure that it is ours and nobody else can enter it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise CannotListen(f"{folder} is not a folder; remove it.")
    if found.st_uid != os.geteuid():
        raise CannotListen(f"{folder} belongs to another user; remove it or set COUNTERMARK_HOME.")
    if stat.S_IMODE(found.st_mode) != 0o700:
        folder.chmod(0o700)


def remove_stale_socket(path: Path) -> None:
    """Remove a socket that a hub left behind; refuse one that still answers, and anything that is no socket."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise CannotListen(f"{path} is not a socket; remove it.")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink(missing_ok=True)
            return
        except OSError as problem:
            raise CannotListen(f"{path} is in use: {problem}.") from problem
    raise CannotListen(f"A hub already listens on {path}; see `countermark status`.")


def tcp_sockets(port: Port) -> list[socket.socket]:
    """Loopback sockets on one port, IPv4 and, where there is one, IPv6; nothing but loopback can be asked for."""
    for attempt in range(ATTEMPTS):
        number = port.number if attempt == 0 else 0
        try:
            return loopback.listen(number)
        except OSError as problem:
            if problem.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise CannotListen(f"Port {port.number} cannot be used: {problem.strerror}.") from problem
            if port.explicit and port.number:
                raise CannotListen(f"{_refused(port.number, problem)} Choose another with --port.") from problem
    raise CannotListen("No port is free on both 127.0.0.1 and ::1.")


def _refused(number: int, problem: OSError) -> str:
    if problem.errno == errno.EACCES:
        return f"Port {number} needs another user's rights."
    return f"Port {number} is taken by another program."


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
