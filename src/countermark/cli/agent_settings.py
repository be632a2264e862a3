"""Where an agent's settings lie, and how they are read and replaced without losing a byte or a permission bit."""

import fcntl
import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from countermark.agents.hook_hosts import HookHost
from countermark.agents.hook_settings import Record
from countermark.cli.failure import Failure
from countermark.doorbell import hub_address
from countermark.workspace.git import is_repository

HOOK = "countermark-hook"


def settings_file(host: HookHost, *, project: bool) -> Path:
    """The settings of the person, or of the project around the current folder."""
    if project:
        return project_folder() / host.files.project
    folder = os.environ.get(host.files.variable)
    if folder:
        return Path(folder).expanduser().absolute() / host.files.moved
    return Path.home() / host.files.user


def all_settings(host: HookHost) -> list[Path]:
    """Every file of settings that the agent reads here; in the home folder the person's and the project's are one.

    The organisation's comes first, then the person's.
    """
    users, projects = (settings_file(host, project=project) for project in (False, True))
    local = [project_folder() / name for name in host.files.more]
    everyone = [Path(host.files.everyone[sys.platform])] if sys.platform in host.files.everyone else []
    files = {path.resolve(): path for path in (*local, projects, users, *everyone)}
    return list(reversed(files.values()))


def project_folder() -> Path:
    """The project around the current folder: the next one with a repository, else the folder itself."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if is_repository(folder):
            return folder
    return here


def hook_program() -> str:
    """The absolute path of our hook: the one installed with this very program comes first."""
    beside = Path(sys.executable).with_name(HOOK)
    if os.access(beside, os.X_OK):
        return str(beside)
    found = shutil.which(HOOK)
    if found is None:
        raise Failure(f"{HOOK} is not installed", "Install Countermark with pip, pipx or uv, then try again.")
    return str(Path(found).absolute())


def read_text(path: Path) -> str | None:
    """The text of a settings file with its line ends as they are; None if there is no file."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}", "Nothing was changed.") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{path} is not UTF-8 text (byte {error.start})", "Correct it; nothing was changed.") from error


def write_text(path: Path, text: str | None, *, was: str | None, mode: int) -> None:
    """Replaces the file that `path` stands for, links followed, at once or not at all; None takes it away.

    `was` is what it was when it was read: somebody else's change in between is not overwritten.
    """
    target = path.resolve()
    if read_text(target) != was:
        raise Failure(f"{path} has just been changed by somebody else", "Run the command again.")
    try:
        if text is None:
            target.unlink()
        else:
            _replace(target, text.encode("utf-8"), mode)
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror}", "Nothing was changed.") from error


def _replace(target: Path, content: bytes, mode: int) -> None:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if target.exists():
        mode = target.stat().st_mode & 0o7777
    beside = target.with_name(f".{target.name}.countermark-{os.getpid()}")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            os.fchmod(file.fileno(), mode)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def read_record(home: str, path: Path) -> Record | None:
    """What an install found in this file before it wrote."""
    found = _records(home).get(str(path.resolve()))
    if not isinstance(found, dict):
        return None
    try:
        return Record(**found)
    except TypeError:
        return None


def write_record(home: str, path: Path, record: Record | None) -> None:
    """Keeps a record until the hooks are taken out again; None forgets it."""
    hub_address.prepare(home)
    with _turn(home):
        records = _records(home)
        records.pop(str(path.resolve()), None)
        if record is not None:
            records[str(path.resolve())] = asdict(record)
        _replace(Path(hub_address.installed_file(home)), json.dumps(records, indent=2).encode("ascii"), 0o600)


@contextmanager
def _turn(home: str) -> Iterator[None]:
    """Of two installs at once the second waits: it would write without what the first one has kept."""
    turn = os.open(Path(hub_address.run_folder(home)) / "installed.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield
    finally:
        os.close(turn)


def _records(home: str) -> dict[str, object]:
    try:
        found = json.loads(Path(hub_address.installed_file(home)).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
