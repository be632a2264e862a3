"""Starts a hub as a process of its own, which belongs to no terminal and to no agent."""

import os
import select
import sys

from countermark.doorbell.errors import NoHub

# What a hub that is started by a hook may know of the agent's environment: nothing that belongs to the agent.
ENVIRONMENT = {
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "BROWSER", "VIRTUAL_ENV", "SSL_CERT_FILE"),
    *("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"),
    *("SYSTEMROOT", "APPDATA", "LOCALAPPDATA"),
}
KILLED = -9
PID_BYTES = 16  # of the message with the process id: the next one may be there before it is read
END_LOOK = 20  # milliseconds
ENVIRONMENT_FAMILIES = ("LC_", "XDG_", "COUNTERMARK_", "PYTHON", "WSL_")


class StartedHub:
    """A hub that this process has started; `ended` tells how it has ended, as long as somebody asks."""

    def __init__(self, pid: int, *, end: int) -> None:
        self.pid = pid
        self._end = end
        os.set_blocking(end, False)

    def ended(self) -> int | None:
        """Its exit status, negative when a signal has killed it; None while it runs."""
        try:
            told = os.read(self._end, 32)
        except BlockingIOError:
            return None
        return int(told) if told else KILLED  # who was to tell was killed, too

    def close(self) -> None:
        """Ask no more; the hub then has no process above it but the system's first."""
        os.close(self._end)


def start_hub(home: str, *, log: str) -> StartedHub:
    """Starts a hub that belongs to no terminal and no agent; returns at once."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        # Whatever happens here, this copy of the caller must not go on.
        try:
            os.setsid()
            if os.fork() == 0:
                _watch_over_hub(home, log, theirs)
        finally:
            os._exit(0)
    os.close(theirs)
    os.waitpid(child, 0)
    told = os.read(ours, PID_BYTES)
    if not told:
        os.close(ours)
        raise NoHub("the hub could not be started: no process could be made")
    return StartedHub(int(told), end=ours)


def _watch_over_hub(home: str, log: str, to: int) -> None:
    """Tells of a hub its process id and, as long as the starter listens, its exit status.

    It is no descendant of the starter any more, and neither is the hub: killing an agent's process tree reaches none.
    """
    try:
        hub = os.fork()
        if hub == 0:
            _become_hub(home, log)
        # The caller's output, for whose end an agent waits, and the lock of the starting turn.
        os.closerange(0, to)
        os.closerange(to + 1, 4096)
        os.write(to, str(hub).encode("ascii").ljust(PID_BYTES))
        starter = select.poll()
        starter.register(to, 0)  # that nobody reads any more is told in any case
        while not starter.poll(END_LOOK):
            ended, status = os.waitpid(hub, os.WNOHANG)
            if ended:
                os.write(to, str(os.waitstatus_to_exitcode(status)).encode("ascii"))
                break
    finally:
        os._exit(0)


def _become_hub(home: str, log_file: str) -> None:
    """Turns this process into the hub."""
    try:
        # Our own folder: a module of the agent's project must never be imported in the hub's place.
        os.chdir(home)
        nothing = os.open(os.devnull, os.O_RDONLY)
        log = os.open(log_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for given, number in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(given, number)
        os.closerange(3, 4096)
        os.umask(0o077)
        command = [sys.executable, "-P", "-m", "countermark", "serve", "--background"]
        os.execve(sys.executable, command, hub_environment(home))
    except OSError as reason:
        os.write(2, f"countermark: {sys.executable} cannot be started: {reason.strerror}\n".encode("utf-8", "replace"))
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
