"""Where this user's hub lives and listens (the only place that knows), and how to start it when it does not run.

Addresses are plain strings: `pathlib` costs more than the rest of a hook's start.
"""

import json
import os
import sys
import time

from countermark.doorbell.errors import HubGone, NoHub, NotOurs
from countermark.doorbell.ring import connect

# What a hub that is started by a hook may know of the agent's environment: nothing that belongs to the agent.
ENVIRONMENT = {
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "BROWSER", "VIRTUAL_ENV", "SSL_CERT_FILE"),
    *("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"),
    *("SYSTEMROOT", "APPDATA", "LOCALAPPDATA"),
}
ENVIRONMENT_FAMILIES = ("LC_", "XDG_", "COUNTERMARK_", "PYTHON", "WSL_")
# `sun_path` holds 104 bytes on macOS and 108 on Linux.
LONGEST_SOCKET_PATH = 100
REDIRECT_FILES = "open-desk-*.html"
LONGEST_REASON = 500
FIRST_LOOK = 0.01
SLOWEST_LOOK = 0.05


def home() -> str:
    """The folder that holds everything the program keeps."""
    chosen = os.environ.get("COUNTERMARK_HOME")
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local"), "Countermark")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/Countermark")
    data = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification says to ignore a relative path.
    return os.path.join(data if os.path.isabs(data) else os.path.expanduser("~/.local/share"), "countermark")


def database_file(home: str) -> str:
    return os.path.join(home, "countermark.db")


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
    if owner is None or not _lives(owner.get("pid")) or not _is_locked(lock_file(home)):
        return None
    return owner


def _lives(pid: object) -> bool:
    if not isinstance(pid, int) or pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return False
    return True


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


def ensure_hub(home: str, patience: float = 5.0, patience_while_starting: float = 15.0, *, side: str = "agent") -> None:
    """Returns as soon as a hub listens, starting one if none runs; raises NoHub when patience (seconds) has run out."""
    if is_listening(home, side=side):
        return
    try:
        _wait_for_hub(home, patience, patience_while_starting, side=side)
    except OSError as reason:  # a home that cannot be written, no more processes, a folder that vanishes
        raise NoHub(f"no hub can be started in {home}: {reason.strerror}") from reason


def _wait_for_hub(home: str, patience: float, patience_while_starting: float, *, side: str) -> None:
    prepare(home)
    begun = time.monotonic()
    with _StartingTurn(home) as turn:
        look = FIRST_LOOK
        while not is_listening(home, side=side):
            owner = lock_owner(home)
            if owner is None:
                turn.start()
            # A hub that we or another hook have just started does not have the lock yet.
            starting = owner is None or owner.get("state") == "starting"
            waited = time.monotonic() - begun
            if waited > (patience_while_starting if starting else patience):
                raise NoHub(f"no hub answered within {waited:.0f} s; see {log_file(home)}")
            time.sleep(look)
            look = min(look * 1.5, SLOWEST_LOOK)


class _StartingTurn:
    """Of many hooks that miss the hub at once, one starts it and the others wait for it."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._lock: int | None = None
        self._started: int | None = None
        self._log_began = 0

    def __enter__(self) -> "_StartingTurn":
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock is not None:
            os.close(self._lock)

    def start(self) -> None:
        """Starts a hub unless we or somebody else have; raises NoHub when the one we started has ended."""
        if self._started is not None and not _lives(self._started):
            why = _last_words(log_file(self._home), since=self._log_began)
            raise NoHub(f"the hub ended while it was starting{why}; see {log_file(self._home)}")
        if self._started is None and self._is_ours():
            self._log_began = _size(log_file(self._home))
            self._started = start_hub(self._home)

    def _is_ours(self) -> bool:
        import fcntl

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
    """What a hub wrote last, for the end of a sentence; nothing if it ended without a word."""
    try:
        with open(log, "rb") as file:
            file.seek(max(since, _size(log) - 65536))
            said = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    # Indented lines go on with the one above: a hint, or the places of a traceback.
    lines = [line for line in said if line[:1].strip()]
    return f": {lines[-1].removeprefix('countermark: ').rstrip('.')[:LONGEST_REASON]}" if lines else ""


def start_hub(home: str) -> int:
    """Starts a hub that belongs to no terminal and no agent; returns its process id at once."""
    prepare(home)
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        # Whatever happens here, this copy of the caller must not go on.
        try:
            os.setsid()
            grandchild = os.fork()
            if grandchild == 0:
                _become_hub(home)
            os.write(theirs, str(grandchild).encode("ascii"))
        finally:
            os._exit(0)
    os.close(theirs)
    try:
        told = os.read(ours, 32)
    finally:
        os.close(ours)
        os.waitpid(child, 0)
    if not told:
        raise NoHub("the hub could not be started: no process could be made")
    return int(told)


def _become_hub(home: str) -> None:
    """Turns this process into the hub. It is a grandchild: killing an agent's process tree must not reach it."""
    try:
        # Our own folder: a module of the agent's project must never be imported in the hub's place.
        os.chdir(home)
        nothing = os.open(os.devnull, os.O_RDONLY)
        log = os.open(log_file(home), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for given, number in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(given, number)
        os.closerange(3, 4096)
        os.umask(0o077)
        command = [sys.executable, "-P", "-m", "countermark", "serve", "--background"]
        os.execve(sys.executable, command, hub_environment(home))
    finally:
        os._exit(127)


def hub_environment(home: str) -> dict[str, str]:
    """Our environment without anything of the agent's."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in ENVIRONMENT or name.startswith(ENVIRONMENT_FAMILIES)
    }
    return {**kept, "COUNTERMARK_HOME": home}
