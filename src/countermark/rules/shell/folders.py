"""In which folders a command may run when `cd` stands before it in the same line."""

import posixpath
from collections.abc import Sequence

from countermark.rules.shell.lines import Expanded
from countermark.rules.shell.tokens import Refused

MOST = 4  # folders that one command may run in; more are not worth an answer


class Folders:
    """Follows a line from command to command: `cd` may succeed or fail, and each outcome is possible."""

    def __init__(self) -> None:
        self._now: tuple[str | None, ...] = (None,)
        self._ever: tuple[str | None, ...] = (None,)  # all that were possible so far
        self._is_doubtful = False  # whether the command may be left out and what follows it with `&&` yet be run

    def before(self, operator: str) -> tuple[str | None, ...]:
        """The possible folders of the command after this operator."""
        self._is_doubtful = operator == "||"
        if operator not in {"&&", "|"}:  # a `cd` further left may have failed, or may have been left out
            self._now = self._ever
        return self._now

    def change(self, words: Sequence[str], *, apart: bool) -> None:
        """Follow one `cd`; raises `Refused` when it is not certain where it leads."""
        if apart:
            raise Refused("A `cd` runs in a process of its own")
        if len(words) != 2 or words[1].startswith("-") or not words[1]:
            raise Refused("It is not certain where `cd` leads")
        if isinstance(words[1], Expanded) != words[1].startswith("~"):  # a pattern, or a folder that is called "~"
            raise Refused("It is not certain where `cd` leads")
        moved = tuple(_joined(folder, words[1]) for folder in self._now)
        self._now = tuple(dict.fromkeys((*self._now, *moved) if self._is_doubtful else moved))
        self._ever = tuple(dict.fromkeys((*self._ever, *self._now)))
        if len(self._ever) > MOST:
            raise Refused("There are too many `cd` in it")

    def forget(self) -> None:
        """All so far may have run in a process of its own: each folder is possible."""
        self._now = self._ever


def _joined(folder: str | None, target: str) -> str:
    """Where `cd` leads by the names alone, as the shell's own `cd` does; "~" begins a path from the home folder."""
    if target.startswith("~"):
        return posixpath.normpath(target)
    return posixpath.normpath(posixpath.join(folder or "", target))
