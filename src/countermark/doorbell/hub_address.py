"""Where this user's hub lives and listens (the only place that knows), and how to start it when it does not run.

Addresses are plain strings: `pathlib` costs more than the rest of a hook's start.
"""

import json
import os
import sys
import time

from countermark.doorbell.errors import HubBroken, HubGone, NoHub, NotOurs
from countermark.doorbell.hub_process import StartedHub, start_hub
from countermark.doorbell.ring import connect

# `sun_path` holds 104 bytes on macOS and 108 on Linux.
LONGEST_SOCKET_PATH = 100
REDIRECT_FILES = "open-desk-*.html"
LONGEST_REASON = 500
FIRST_LOOK = 0.005
SLOWEST_LOOK = 0.05
# Of all who wait for a hub, the one that starts it looks often: hundreds more would take the processor from the start.
SLOWING_DOWN, SLOWING_DOWN_AS_STARTER = 1.5, 1.02
# Before a hub is started in the place of one that was killed while it started.
FIRST_REST = 0.05
LONGEST_REST = 1.0


def home() -> str:
    """The folder that holds everything the program keeps."""
    chosen = os.environ.get("COUNTERMARK_HOME")
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    return usual_home()


def usual_home() -> str:
    """The folder that is taken when nobody has chosen one."""
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local"), "Countermark")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/Countermark")
    data = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification says to ignore a relative path.
    return os.path.join(data if os.path.isabs(data) else os.path.expanduser("~/.local/share"), "countermark")


def database_file(home: str) -> str:
    return os.path.join(home, "countermark.db")


def head_file(home: str) -> str:
    """Beside the database: the number and the hash of the journal's last entry."""
    return os.path.join(home, "journal.head")


def settings_file(home: str) -> str:
    """Written by the person, read by the hub; need not exist."""
    return os.path.join(home, "settings.toml")


def hub_file(home: str) -> str:
    """Who the running hub is; exists only while it is ready."""
    return os.path.join(home, "hub.json")


def lock_file(home: str) -> str:
    """Locked for the life of the hub."""
    return os.path.join(home, "hub.lock")


def log_file(home: str) -> str:
    return os.path.join(home, "hub.log")


def page_key_file(home: str) -> str:
    """The secret behind the tokens that reviewed pages show."""
    return os.path.join(home, "page.key")


def mcp_key_file(home: str) -> str:
    """What MCP clients show that reach the hub over TCP."""
    return os.path.join(home, "mcp.key")


def images_folder(home: str) -> str:
    """Where agents open the images that go with an answer."""
    return os.path.join(home, "images")


def plans_folder(home: str) -> str:
    """Where agents that can only write files put their plans, and find the answers."""
    return os.path.join(home, "plans")


def redirect_file(home: str) -> str:
    """A fresh name for a page that leads one browser to the desk, so that the launch code is in nobody's argv."""
    return os.path.join(home, REDIRECT_FILES.replace("*", os.urandom(4).hex()))


def installed_file(home: str) -> str:
    """What `countermark install` found in the settings of agents, so that `uninstall` can restore it."""
    return os.path.join(home, "installed.json")


def agent_socket(home: str) -> str:
    """Where a hub of this home listens for agents."""
    return os.path.join(run_folder(home), "agent.sock")


def person_socket(home: str) -> str:
    """Where a hub of this home listens for the person's own programs."""
    return os.path.join(run_folder(home), "person.sock")


def run_folder(home: str) -> str:
    """The folder of the sockets: in the home, or a short one outside when a socket's path would be too long."""
    folder = os.path.join(home, "run")
    if len(os.fsencode(os.path.join(folder, "person.sock"))) <= LONGEST_SOCKET_PATH:
        return folder
    return os.path.join(_runtime_base(), f"countermark-{os.geteuid()}-{_digest(home)}")


def _runtime_base() -> str:
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(base) and len(os.fsencode(base)) < 40 and os.path.isdir(base):
        return base
    # Not TMPDIR: agents change it for their hooks, and hook and hub must agree.
    return "/tmp"


def _digest(text: str) -> str:
    """A short name for a folder (FNV-1a, 64 bit): no secret, and `hashlib` costs milliseconds."""
    value = 0xCBF29CE484222325
    for byte in os.fsencode(text):
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def prepare(home: str) -> None:
    """Makes the folders of the program, 0700 whatever the umask says; raises NotOurs if somebody else has them."""
    _make_private(home)
    _make_private(run_folder(home))


def _make_private(folder: str) -> None:
    parent = os.path.dirname(folder)
    if not os.path.isdir(parent):
        _make_private(parent)
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        require_ours(folder)
        if os.stat(folder).st_mode & 0o077:
            os.chmod(folder, 0o700)
    except OSError as reason:
        raise NoHub(f"the folder {folder} cannot be made: {reason.strerror}") from reason


def require_ours(folder: str) -> None:
    """Raises NotOurs unless the folder belongs to this user; a link to a folder of this user is good enough."""
    try:
        found = os.stat(folder)
    except OSError as reason:
        raise NotOurs(f"{folder} cannot be looked at: {reason.strerror}") from reason
    if not os.path.isdir(folder):
        raise NotOurs(f"{folder} is no folder")
    if found.st_uid != os.geteuid() or os.lstat(folder).st_uid != os.geteuid():
        raise NotOurs(f"{folder} belongs to another user; set COUNTERMARK_HOME to a folder of your own")


def read_hub(home: str) -> dict[str, object] | None:
    """What the running hub says of itself: pid, port, version, agent_socket, person_socket, started_at."""
    return _read_json(hub_file(home))


def _read_json(path: str) -> dict[str, object] | None:
    try:
        with open(path, "rb") as file:
            value = json.loads(file.read(65536))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def door(home: str, *, side: str = "agent") -> str:
    """The socket to ring at, `side` "agent" or "person"; raises HubGone if there is none, NotOurs if it is a trap."""
    usual = agent_socket(home) if side == "agent" else person_socket(home)
    told = (read_hub(home) or {}).get(f"{side}_socket")
    address = told if isinstance(told, str) and os.path.isabs(told) else usual
    folder = os.path.dirname(address)
    if not os.path.isdir(folder):
        raise HubGone(f"no hub has run in {home}")
    require_ours(folder)
    if os.stat(folder).st_mode & 0o022:
        raise NotOurs(f"{folder} can be written by other users; make it private with chmod 700")
    return address


def lock_owner(home: str) -> dict[str, object] | None:
    """The process that holds the hub's lock, as it wrote itself down: {"pid", "state"}; None if nobody does."""
    owner = _read_json(lock_file(home))
    # The lock itself is only tried when a process of that number lives, so as not to get into a starting hub's way.
    if owner is None or not process_lives(owner.get("pid")) or not _is_locked(lock_file(home)):
        return None
    return owner


def process_lives(pid: object) -> bool:
    """Whether a process of this user has this number; one that has ended and that nobody has taken note of does not."""
    if not isinstance(pid, int) or pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return False
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Whether it has ended, and nobody has taken note: the first process of a container often does not."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read(4096).rpartition(b")")[2].split()[:1] == [b"Z"]
    except OSError:
        return False


def _is_locked(path: str) -> bool:
    import fcntl

    try:
        number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(number, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(number)
    return False


def is_listening(home: str, *, side: str = "agent") -> bool:
    """Does somebody answer the bell?"""
    try:
        connect(door(home, side=side)).close()
    except HubGone:
        return False
    return True


def ensure_hub(
    home: str,
    patience: float = 5.0,
    patience_while_starting: float = 15.0,
    *,
    altogether: float = 15.0,
    side: str = "agent",
) -> None:
    """Returns as soon as a hub listens, starting one if none runs, and the next one if that is killed.

    `patience` is for one process that has the hub's lock and does not listen, `altogether` for all of them (seconds).
    Raises NoHub when it has run out, HubBroken when the hub that was started has ended by itself.
    """
    if is_listening(home, side=side):
        return
    try:
        _wait_for_hub(home, patience, patience_while_starting, altogether=altogether, side=side)
    except OSError as reason:  # a home that cannot be written, no more processes, a folder that vanishes
        raise NoHub(f"no hub can be started in {home}: {reason.strerror}") from reason


def _wait_for_hub(home: str, patience: float, patience_while_starting: float, *, altogether: float, side: str) -> None:
    prepare(home)
    begun = since = time.monotonic()
    last: object = None
    with _StartingTurn(home) as turn:
        look = FIRST_LOOK
        while not is_listening(home, side=side):
            mine = turn.take()
            # Looked at with the turn in hand: who had it before has given it back because a hub listens.
            owner = lock_owner(home) or {}
            if mine and not owner:
                turn.start()
            now = time.monotonic()
            if owner.get("pid") != last:
                last, since = owner.get("pid"), now
            # A hub that we or another hook have just started does not have the lock yet.
            is_starting = owner.get("state", "starting") == "starting"
            if now - since > (patience_while_starting if is_starting else patience) or now - begun > altogether:
                raise NoHub(f"no hub answered within {now - begun:.0f} s; see {log_file(home)}")
            time.sleep(look)
            look = min(look * (SLOWING_DOWN_AS_STARTER if mine else SLOWING_DOWN), SLOWEST_LOOK)


class _StartingTurn:
    """Of many hooks that miss the hub at once, one starts it and the others wait for it."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._lock: int | None = None
        self._started: StartedHub | None = None
        self._log_began = 0
        self._not_before = 0.0
        self._rest = FIRST_REST

    def __enter__(self) -> "_StartingTurn":
        return self

    def __exit__(self, *_: object) -> None:
        self._forget()
        if self._lock is not None:
            os.close(self._lock)

    def start(self) -> None:
        """Starts a hub unless we have; raises HubBroken when the one we started has ended by itself.

        In the place of one that was killed, or that gave way to another one, the next one is started.
        """
        status = None if self._started is None else self._started.ended()
        if status is not None:
            self._forget()
            why = self._why_ended(status)
            if why:
                raise HubBroken(f"the hub ended while it was starting: {why}; see {log_file(self._home)}")
            self._not_before = time.monotonic() + self._rest
            self._rest = min(self._rest * 2, LONGEST_REST)
        if self._started is None and time.monotonic() >= self._not_before:
            self._log_began = _size(log_file(self._home))
            self._started = start_hub(self._home, log=log_file(self._home))

    def _forget(self) -> None:
        if self._started is not None:
            self._started.close()
        self._started = None

    def _why_ended(self, status: int) -> str:
        words = _last_words(log_file(self._home), since=self._log_began)
        # The log may be on the full disk that is the reason.
        return words or (f"exit status {status} without a word (is the disk full?)" if status > 0 else "")

    def take(self) -> bool:
        """Whether it is our turn: nobody else's, from now on."""
        import fcntl

        if self._lock is not None:
            return True
        path = os.path.join(run_folder(self._home), "starting.lock")
        number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(number)
            return False
        self._lock = number
        return True


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _last_words(log: str, *, since: int) -> str:
    """Why a hub has ended, for the end of a sentence; nothing if it ended without a word.

    What the hub notes on its way begins with the time, and tells nothing about its end.
    """
    try:
        with open(log, "rb") as file:
            file.seek(max(since, _size(log) - 65536))
            said = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    # Indented lines go on with the one above: a hint, or the places of a traceback.
    lines = [line for line in said if line[:1].strip() and not line[:4].isdigit()]
    return lines[-1].removeprefix("countermark: ").rstrip(".")[:LONGEST_REASON] if lines else ""
