"""Page review beside `sphinx-autobuild`: `extensions = ["countermark.page_side.sphinx"]`; nothing in any build.

sphinx-autobuild lets nobody into its server. So the first build that it starts also starts a page proxy in front of it,
which says its address and ends with it. Any other `sphinx-build` finds nothing to do.
"""

import fcntl
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from countermark import __version__
from countermark.doorbell import hub_address
from countermark.doorbell.errors import DoorbellError

# The page proxy ends when this process does.
ENDS_WITH = "COUNTERMARK_PAGES_WITH"
USUAL_PORT = "8000"
MOST_ABOVE = 4  # ancestors of a build that are looked at


def setup(app: Any) -> dict[str, object]:
    """Sphinx calls this in every build."""
    app.add_config_value("countermark_storage", None, "")
    app.add_config_value("countermark_hosts", [], "", [list, tuple])
    app.connect("builder-inited", look_around)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def look_around(app: Any) -> None:
    """Starts the page proxy if this build belongs to sphinx-autobuild."""
    autobuild = autobuild_above(os.getppid())
    if autobuild is None:
        return
    try:
        storage, hosts = app.config.countermark_storage, app.config.countermark_hosts
        root = project_of(str(app.srcdir))
        if root is None and storage is None:
            sys.stderr.write("countermark: give sphinx-autobuild --re-ignore inline-review, or each note builds anew\n")
        start_beside(autobuild, command_of(autobuild), root=root or str(app.confdir), storage=storage, hosts=hosts)
    except (DoorbellError, OSError) as reason:
        sys.stderr.write(f"countermark: the preview has no page review: {reason}\n")


def project_of(source: str) -> str | None:
    """The project's folder, for the notes: in a folder that sphinx-autobuild watches each note would start a build."""
    here, folder = os.path.realpath(os.getcwd()), os.path.realpath(source)
    while folder != os.path.dirname(folder) and not is_repository(folder):
        folder = os.path.dirname(folder)
        if folder == here or is_repository(folder):
            return folder
    return None


def is_repository(folder: str) -> bool:
    """Whether a folder is the root of a git work tree; an empty `.git`, as a sandbox leaves it, makes none."""
    git = os.path.join(folder, ".git")
    return os.path.isfile(git) or os.path.lexists(os.path.join(git, "HEAD"))


def autobuild_above(process: int) -> int | None:
    """The process of sphinx-autobuild among the ancestors of a build; it may start the build through another one."""
    found = None
    for _ in range(MOST_ABOVE):
        if process <= 1:
            break
        found = process if is_autobuild(command_of(process)) else found
        process = parent_of(process)
    return found


def parent_of(process: int) -> int:
    """The number of a process's parent; 0 if it cannot be known."""
    # The second word behind the name, which stands in brackets and may hold anything.
    told = _read(f"/proc/{process}/stat").rpartition(")")[2].split()[1:2] or _ps("ppid=", process).split()
    return int(told[0]) if told and told[0].isdigit() else 0


def command_of(process: int) -> list[str]:
    """The command line of a process; empty if it cannot be known."""
    told = _read(f"/proc/{process}/cmdline")
    return told.rstrip("\0").split("\0") if told else _ps("args=", process).split()


def _read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return os.fsdecode(file.read())
    except OSError:
        return ""


def _ps(column: str, process: int) -> str:
    """What systems without /proc know of a process."""
    try:
        return subprocess.run(
            ["ps", "-o", column, "-p", str(process)], capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return ""


def is_autobuild(words: list[str]) -> bool:
    """Whether this is sphinx-autobuild, as a program or as a module."""
    names = [os.path.basename(word) for word in words[:4]]
    return "sphinx-autobuild" in names or "sphinx_autobuild" in names


def address_of(words: list[str]) -> str | None:
    """Where sphinx-autobuild serves; None if it has chosen a port that nobody else knows."""
    chosen = {"--port": USUAL_PORT, "--host": "127.0.0.1"}
    for word, following in zip(words, [*words[1:], ""], strict=True):
        name, equals, value = word.partition("=")
        if name in chosen:
            chosen[name] = value if equals else following
    return None if chosen["--port"] == "0" else f"http://{chosen['--host']}:{chosen['--port']}"


def start_beside(parent: int, words: list[str], *, root: str, storage: str | None, hosts: Sequence[str]) -> None:
    """Starts one page proxy for this sphinx-autobuild, however often it builds."""
    address = address_of(words)
    if address is None:
        sys.stderr.write("countermark: give sphinx-autobuild a --port, so that page review can find it\n")
        return
    home = hub_address.home()
    hub_address.prepare(home)
    lock = os.path.join(hub_address.run_folder(home), f"sphinx-{parent}.lock")
    turn = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    else:
        named = [word for host in hosts for word in ("--host", host)]
        command = [sys.executable, "-P", "-m", "countermark", "pages", address, *named]
        subprocess.Popen(
            [*command, "--storage", storage] if storage else command,
            cwd=root,
            env={**os.environ, ENDS_WITH: str(parent), "COUNTERMARK_HOME": home},
            stdin=subprocess.DEVNULL,
            # The lock goes over to the proxy and ends with it.
            pass_fds=(turn,),
        )
    finally:
        os.close(turn)
