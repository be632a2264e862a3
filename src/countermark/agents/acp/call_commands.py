"""The command of a call, out of the input of its tool: the whole line that a shell would read."""

import shlex
from collections.abc import Sequence
from typing import TypeGuard

from countermark.agents.fields import Fields, Malformed

# A shell by its usual places alone: a file of the agent's own that is called `bash` may do anything with the words.
SHELL_NAMES = ("sh", "bash", "zsh", "dash")
SHELLS = frozenset(f"{folder}{name}" for folder in ("", "/bin/", "/usr/bin/") for name in SHELL_NAMES)
SHELL_FLAGS = frozenset({"-c", "-lc"})
# With one of these beside it a command does something else than its words say: only a person decides.
BENDS_COMMAND = frozenset({"env", "environment", "stdin", "input", "arguments", "argv", "shell"})


def command_in(given: Fields) -> str | None:
    """The whole command of an input. Raises `Malformed` for one that no program can be started with."""
    command, args = given.get("command"), given.get("args") or []
    if any(given.get(name) for name in BENDS_COMMAND) or not is_words(args):
        return None
    if is_words(command) and command:
        command = command_line([*command, *args])
    if not isinstance(command, str) or not command.strip():
        return None
    if args and isinstance(given.get("command"), str):
        command = command_line([command, *args])
    if "\0" in command:
        raise Malformed("command has a NUL character in it")
    return command


def is_words(value: object) -> TypeGuard[list[str]]:
    """Whether it is a list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def command_line(words: Sequence[str]) -> str:
    """The words of a program as one line: what a shell is given to run, or the words as a shell would read them."""
    is_shell = len(words) == 3 and words[0] in SHELLS and words[1] in SHELL_FLAGS
    return words[2] if is_shell else shlex.join(words)


def command_named(given: Fields) -> str | None:
    """The command of an input, whatever else stands beside it: enough for a denial. Raises `Malformed`."""
    return command_in({name: value for name, value in given.items() if name in ("command", "args")})
