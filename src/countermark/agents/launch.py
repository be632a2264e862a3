"""How an agent is started: its command found as the person's own shell finds it, its folder, its environment."""

import asyncio
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from countermark.agents.running import MARK, marked
from countermark.model.errors import CommandMissing, FolderMissing

SHELL_SECONDS = 10.0  # a shell that loads nvm takes one or two
MOST_SHELL_BYTES = 1024 * 1024
SHELLS = ("bash", "zsh", "sh", "dash", "ksh", "fish")  # that know `-i`, `-l` and `-c`
# Marks of a session of the agent that has started the hub: an agent that finds them believes that it runs inside.
NOT_INHERITED = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", MARK)
# Of what is ours an agent gets no more than a hook of ours within it needs to find this hub.
OURS, OURS_GIVEN = "COUNTERMARK_", ("COUNTERMARK_HOME", "COUNTERMARK_BROWSER")


@dataclass(frozen=True)
class Launch:
    """A command that was found, where it works, and its environment."""

    command: tuple[str, ...]
    folder: str
    environment: Mapping[str, str]


class LoginPath:
    """The PATH of the person's login shell: asked for once, when a first agent is started."""

    def __init__(self) -> None:
        self._asking: asyncio.Task[str | None] | None = None

    async def find(self, environment: Mapping[str, str]) -> str | None:
        """The PATH; None where no shell tells it in time."""
        if self._asking is None:
            self._asking = asyncio.create_task(ask_shell(environment))
        return await asyncio.shield(self._asking)


async def prepare(
    command: Sequence[str], *, folder: str, own: Mapping[str, str], environment: Mapping[str, str], login: LoginPath
) -> Launch:
    """What to start: the hub's environment, the brand's `own` above it, and the PATH of the person's shell.

    All that is started with this environment, commands in terminals of the desk too, belongs to this run of the agent.

    Raises `CommandMissing` or `FolderMissing`.
    """
    check_folder(folder)
    whole = marked(agent_environment(environment, own, login_path=await login.find(environment)))
    return Launch((find_command(command, folder, whole["PATH"]), *command[1:]), folder, whole)


def agent_environment(
    environment: Mapping[str, str], own: Mapping[str, str], *, login_path: str | None
) -> dict[str, str]:
    """The environment of the hub, without what is ours and what tells an agent that it runs inside of another."""
    inherited = {name: value for name, value in environment.items() if is_inherited(name)}
    path = joined_paths(login_path, inherited.get("PATH") or os.defpath)
    return {**inherited, "PATH": path, **own}


def is_inherited(name: str) -> bool:
    """Whether an agent gets a variable of the hub."""
    return name in OURS_GIVEN or not (name in NOT_INHERITED or name.startswith(OURS))


def joined_paths(*paths: str | None) -> str:
    """Folders of several PATHs, the first one's first, each once; relative ones are left out."""
    folders = (each for path in paths for each in (path or "").split(os.pathsep) if each.startswith("/"))
    return os.pathsep.join(dict.fromkeys(folders))


def find_command(command: Sequence[str], folder: str, path: str) -> str:
    """The whole path of the program. Raises `CommandMissing`, which names it and says where it was looked for."""
    if not command or not command[0]:
        raise CommandMissing("The agent has no command.")
    name = os.path.expanduser(command[0])  # noqa: PTH111  # "~name" of a person without a home stays as it is
    if "/" in name:
        whole = str(Path(folder, name))
        if not Path(whole).exists():
            raise CommandMissing(f"There is no {whole}.")
        if not Path(whole).is_file() or not os.access(whole, os.X_OK):
            raise CommandMissing(f"{whole} is no program that you may run.")
        return whole
    found = shutil.which(name, path=path)
    if found is None:
        places = ", ".join(path.split(os.pathsep))
        raise CommandMissing(f"The command {name} was not found. It was looked for in: {places}.")
    return found


def check_folder(folder: str) -> None:
    """Raise `FolderMissing` unless an agent can work there."""
    if not folder.startswith("/"):
        raise FolderMissing(f"The folder {folder!r} has no absolute path.", hint="Name it from the root on.")
    try:
        is_folder = Path(folder).is_dir()
    except (OSError, ValueError) as error:
        raise FolderMissing(f"The folder {folder} cannot be used: {error}.") from None
    if not is_folder:
        what = "is no folder" if Path(folder).exists() else "does not exist"
        raise FolderMissing(f"{folder} {what}.")
    if not os.access(folder, os.X_OK):
        raise FolderMissing(f"You may not enter the folder {folder}.")


async def ask_shell(environment: Mapping[str, str], *, seconds: float = SHELL_SECONDS) -> str | None:
    """The PATH that the person's shell has once it has read its files; None where it does not tell it in time."""
    shell = environment.get("SHELL") or "/bin/sh"
    if Path(shell).name not in SHELLS:
        return None
    mark = f"countermark-{secrets.token_hex(8)}"  # around the PATH: those files may print whatever they want
    path = "(string join : $PATH)" if Path(shell).name == "fish" else '"$PATH"'
    # nvm and its like stand in files that only an interactive shell reads; some of these end it.
    for options in ("-ilc", "-lc"):
        command = (shell, options, f"printf '%s%s%s' {mark} {path} {mark}")
        told = await asyncio.to_thread(output_of, command, environment, seconds)
        pieces = told.decode("utf-8", "replace").split(mark)
        if len(pieces) >= 3 and pieces[-2]:
            return pieces[-2]
    return None


def output_of(command: Sequence[str], environment: Mapping[str, str], seconds: float) -> bytes:
    """What a command prints until it has ended, or has had its time; then all that it has started is ended.

    It prints into a file: what it leaves in the background may hold a pipe open for ever.
    """
    with tempfile.TemporaryFile() as printed:
        try:
            process = subprocess.Popen(
                command, env=environment, cwd=environment.get("HOME"), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except OSError:
            return b""
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        printed.seek(0)
        return printed.read(MOST_SHELL_BYTES)
