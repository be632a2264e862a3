"""What a line of shell is read as: the values that both readers give and the limits that both keep."""

from dataclasses import dataclass

LONGEST = 10_000  # characters of a line; a longer one is not read at all
MOST_PARTS = 50  # simple commands of a line


class Expanded(str):
    """A word as it is written, which the shell replaces before the program sees it.

    Either a pattern (`src/*.py`: one or more names of files), or a path from the home folder (`~/x`), or a word with
    the status of the last command (`status=$?`). What the program gets begins with the same fixed text and never is
    an option that the written word is not. It names no token of a rule.
    """

    __slots__ = ()


@dataclass(frozen=True)
class Redirect:
    """A file that the shell opens for a command; copies of descriptors (`2>&1`) are none."""

    operator: str  # "<", ">", ">>" or ">|"; "&>" and "&>>" are given as ">" and ">>"
    path: str  # as written, without quotes; an `Expanded` where the home folder is part of it

    @property
    def writes(self) -> bool:
        """Whether the file is created or changed."""
        return self.operator != "<"


@dataclass(frozen=True)
class SimpleCommand:
    """One program with its arguments, exactly as every shell reads them."""

    words: tuple[str, ...]  # at least one; without quotes; those that the shell replaces are `Expanded`
    redirects: tuple[Redirect, ...]
    folder: str | None  # where a `cd` before it leads: absolute, below "~", or relative to the call's; None: no `cd`
    start: int  # offset of its first character in the line
    end: int  # offset after its last one

    @property
    def fixed(self) -> tuple[str, ...]:
        """The words before the first one that the shell replaces: what a rule's tokens may be compared with."""
        expanded = (index for index, word in enumerate(self.words) if isinstance(word, Expanded))
        return self.words[: next(expanded, len(self.words))]


@dataclass(frozen=True)
class Opaque:
    """A line, or a part of it, that is not provably a row of simple commands."""

    why: str  # a sentence for the person, such as "There is a substitution in it"


@dataclass(frozen=True)
class LooseLine:
    """Everything in a line that may be run or named, however it is written."""

    commands: tuple[tuple[str, ...], ...]  # each found command, with and without what wraps it
    words: frozenset[str]  # every word anywhere, and the parts of it that may be paths
    is_whole: bool  # whether all of the line was searched
