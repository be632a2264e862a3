"""The hub's own files: the lock that makes it the only one, and hub.json that tells where it listens."""

import fcntl
import json
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from countermark.doorbell import hub_address

KEY_BYTES = 32
LOCK_BYTES = 128  # more than the content of the lock's file ever takes


@dataclass(frozen=True)
class Winner:
    """The hub that already has the lock."""

    pid: int | None
    port: int | None


class HubLock:
    """Held for the life of the hub; its content says who holds it, how far it is, and the port it had last."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._path = Path(hub_address.lock_file(home))
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        os.fchmod(self._descriptor, 0o600)
        self._said = b""
        self.last_port: int | None = None
        self.last_desks = 0  # pages that were open when the last hub ended

    def take(self) -> Winner | None:
        """Take the lock, or learn who has it."""
        for patience in (0.02, 0.05, 0.1, None):  # a client that only looks holds the lock for a moment
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if patience is None:
                    return self._winner()
                time.sleep(patience)
        self.last_port = whole_number(self._content().get("port"))
        self.last_desks = whole_number(self._content().get("desks")) or 0
        self.say("starting", port=self.last_port)
        return None

    def say(self, state: str, *, port: int | None, desks: int = 0) -> None:
        """Write down how far the hub is. In place: the lock belongs to this very file."""
        told = json.dumps({"pid": os.getpid(), "state": state, "port": port, "desks": desks})
        content = told.encode().ljust(
            LOCK_BYTES
        )  # always as long: who reads meanwhile finds no rest of what stood there
        if content == self._said:
            return
        os.pwrite(self._descriptor, content, 0)
        os.ftruncate(self._descriptor, len(content))
        self._said = content

    def release(self) -> None:
        """Let the next hub in."""
        os.close(self._descriptor)

    def _winner(self) -> Winner:
        told = {**self._content(), **(hub_address.read_hub(self._home) or {})}
        return Winner(whole_number(told.get("pid")), whole_number(told.get("port")))

    def _content(self) -> Mapping[str, object]:
        try:
            found = json.loads(self._path.read_bytes() or b"{}")
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def __enter__(self) -> "HubLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def whole_number(value: object) -> int | None:
    """The value if it is a whole number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def write_hub_json(home: str, content: Mapping[str, object]) -> None:
    """Tell where the hub listens: whole or not at all, and to nobody but this user."""
    write_private(Path(hub_address.hub_file(home)), json.dumps(content, indent=2) + "\n")


def remove_hub_json(home: str) -> None:
    """The hub listens no more."""
    Path(hub_address.hub_file(home)).unlink(missing_ok=True)


def page_key(home: str) -> bytes:
    """The secret behind the tokens of reviewed pages: made once, 256 bits, for this user's eyes only."""
    return bytes.fromhex(kept_secret(Path(hub_address.page_key_file(home))))


def mcp_key(home: str) -> str:
    """The key of MCP clients on TCP: made once, 256 bits in hex, for this user's eyes only."""
    return kept_secret(Path(hub_address.mcp_key_file(home)))


def kept_secret(path: Path) -> str:
    """The hex digits in a file that only this user can read; made anew where there are none."""
    try:
        path.chmod(0o600)
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        key = secrets.token_bytes(KEY_BYTES)
        write_private(path, key.hex())
    return key.hex()


def write_private(path: Path, text: str) -> None:
    """Replace a file by one that only this user can read."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(text)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
