"""A program that an agent starts through the desk, as the line for a shell that rules and people read."""

import re
import shlex
from collections.abc import Mapping, Sequence

from countermark.agents.acp.call_commands import SHELLS, command_line
from countermark.agents.fields import Malformed

# The folder that a command is told to go to first: `cd '/srv/shop' && …`.
GOES_TO = re.compile(r"cd (?P<folder>'[^']*'|[\w./-]+) && (?=\S)")
LOOKS = frozenset({
    *("TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"),
    *("GIT_TERMINAL_PROMPT", "CI"),
})  # fmt: skip
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PLAIN_VALUE = re.compile(r"[\w.+-]{0,64}", re.ASCII)
USUAL_SHELLS = frozenset({"/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/bash", "/usr/bin/sh", "/usr/bin/zsh"})


def line_of(command: str, args: Sequence[str], env: Mapping[str, str], folder: str) -> str:
    """A program with its words and its variables as one line for the shell that would do the same in a folder."""
    if env:
        variables = " ".join(f"{name}={shlex.quote(value)}" for name, value in env.items())
        return f"{variables} {words_line([command, *args])}"
    line = command_line([command, *args]) if args and command in SHELLS else words_line([command, *args])
    goes = GOES_TO.match(line)
    is_there = goes is not None and shlex.split(goes["folder"]) == [folder]
    return line[goes.end() :] if goes is not None and is_there else line


def words_line(words: Sequence[str]) -> str:
    """The words of a program as a shell would read them: the first is a name, whatever blanks or signs are in it."""
    program, *others = words
    named = f"'{program}'" if "=" in program and shlex.quote(program) == program else shlex.quote(program)
    return " ".join([named, *map(shlex.quote, others)])


def only_looks(name: str, value: str) -> bool:
    """Whether a variable only says how a program looks: no program reads a path or another program's name in it."""
    if name == "SHELL":
        return value in USUAL_SHELLS
    return name in LOOKS and PLAIN_VALUE.fullmatch(value) is not None


def check_names(env: Mapping[str, str]) -> None:
    """Raise `Malformed` for a variable whose name could be read as a command of its own."""
    if not all(NAME.fullmatch(name) for name in env):
        raise Malformed("env has a name that is no variable's")
