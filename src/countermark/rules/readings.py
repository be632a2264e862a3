"""Calls as rules see them: each is read once, and then held against every rule."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import assert_never

from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.rules.facts import RequestFacts
from countermark.rules.globs import has_wildcard
from countermark.rules.hosts import Address, read_address
from countermark.rules.located import LocatedPath, Locator
from countermark.rules.paths import Rests, rests_of
from countermark.rules.shell.lines import LONGEST, LooseLine, Opaque, Redirect, SimpleCommand
from countermark.rules.shell.loose import read_loose
from countermark.rules.shell.strict import read_strict

MOST_WORDS = 4500  # of a line
MOST_NAMES = 1500  # paths that a line may mean; more are not looked at
MOST_FOLDERS = 16  # folders that a line may change to
MOST_PATHS = 1000  # of one call
LONGEST_NAME = 1000  # characters of the name of a server or tool
# Variables that lead to known folders; what others hold is not known.
KNOWN_VARIABLES = {"HOME": "~", "PWD": "."}
KNOWN_VARIABLE = re.compile(r"\$(?:\{(?=\w+\}))?(HOME|PWD)\b\}?")
CHANGES_FOLDER = frozenset({"cd", "pushd", "chdir"})
FOLDER_OPTIONS = frozenset({"-C", "--directory", "--dir", "--cwd", "--prefix", "--git-dir", "--work-tree"})


@dataclass(frozen=True)
class CommandReading:
    """A line of shell: everything that may be found in it, and exactly what it runs where that is certain."""

    line: str
    locator: Locator
    tool: ToolKind = ToolKind.BASH

    @cached_property
    def loose(self) -> LooseLine:
        """Everything that the line may run or name."""
        if self._has_too_many_words:
            return LooseLine((), frozenset(), is_whole=False)
        loose = read_loose(self.line)
        if not loose.is_whole:
            return loose
        spelled = KNOWN_VARIABLE.sub(lambda match: KNOWN_VARIABLES[match[1]], self.line)
        if spelled == self.line:
            return loose
        other = read_loose(spelled)
        return LooseLine((*loose.commands, *other.commands), loose.words | other.words, is_whole=other.is_whole)

    @cached_property
    def programs(self) -> frozenset[str]:
        """What the line may start, in small letters."""
        return frozenset(words[0].lower() for words in self.loose.commands if words)

    @cached_property
    def strict(self) -> tuple[SimpleCommand, ...] | Opaque:
        """Exactly what the line runs, if that is certain."""
        return Opaque("It has too many words") if self._has_too_many_words else read_strict(self.line)

    @property
    def commands(self) -> tuple[SimpleCommand, ...]:
        """What the line certainly runs; nothing when that is not certain."""
        return () if isinstance(self.strict, Opaque) else self.strict

    @cached_property
    def redirected(self) -> tuple["FileReading", ...]:
        """The files that the shell itself reads or writes for the line."""
        return tuple(
            file_of(redirect, command, self.locator) for command in self.commands for redirect in command.redirects
        )

    @cached_property
    def names(self) -> frozenset[str] | None:
        """Every path that a word of the line may mean, absolute and normalised; None if there are too many."""
        folders = list(dict.fromkeys(self._folders()))
        words = [word for word in self.loose.words if not word.startswith("-")]
        if len(folders) > MOST_FOLDERS or len(words) * len(folders) > MOST_NAMES:
            return None
        return frozenset(
            name
            for folder in folders
            for word in words
            if folder == "" or not word.startswith(("/", "~"))
            for path in self._meant(word, folder)
            for name in path.all_names
        )

    def _meant(self, word: str, folder: str) -> tuple[LocatedPath, ...]:
        """The file that a word names, and those that it stands for if it is a pattern."""
        listed = self.locator.listed(word, folder=folder) if has_wildcard(word) else None
        return (self.locator.at(word, folder=folder), *(listed or ()))

    @cached_property
    def rests(self) -> Rests:
        """The same paths as the patterns of rules see them."""
        return rests_of(self.names or (), self.locator)

    @property
    def unreadable(self) -> str:
        """Why not all of it could be searched, as the end of a sentence; empty if it was."""
        if not self.loose.is_whole:
            return "is too long or has too many parts to be read whole"
        return "names too many files to look at each" if self.names is None else ""

    @cached_property
    def _has_too_many_words(self) -> bool:
        is_read = len(self.line) <= LONGEST
        return is_read and len(self.line.split()) > MOST_WORDS

    def _folders(self) -> Iterator[str]:
        """Where the line may be when it names a file: the call's folder, and wherever it may change to."""
        yield ""
        last = ""
        for words in self.loose.commands:
            for target in folders_of(words):
                last = target if target.startswith(("/", "~")) else f"{last}/{target}".lstrip("/")
                yield target
                yield last


@dataclass(frozen=True)
class FileReading:
    """Files that are read or edited."""

    tool: ToolKind
    paths: tuple[LocatedPath, ...]
    locator: Locator
    deletes: bool = False
    size: int | None = None

    @cached_property
    def rests(self) -> Rests:
        """Everything that the paths may be, as the patterns of rules see it."""
        return rests_of((name for path in self.paths for name in path.all_names), self.locator)

    @property
    def unreadable(self) -> str:
        """Why the files cannot be known, as the end of a sentence; empty if they are."""
        if not 0 < len(self.paths) <= MOST_PATHS:
            return "names no file, or too many"
        return next((f"names a path that {path.fault}" for path in self.paths if not path.is_readable), "")


def file_of(redirect: Redirect, command: SimpleCommand, locator: Locator) -> FileReading:
    """A redirection as the edit or the reading of a file that it is."""
    path = locator.at(redirect.path, folder=command.folder or "", is_word=True)
    return FileReading(ToolKind.EDIT if redirect.writes else ToolKind.READ, (path,), locator)


@dataclass(frozen=True)
class FetchReading:
    """An address that is fetched."""

    address: Address
    tool: ToolKind = ToolKind.FETCH

    @property
    def unreadable(self) -> str:
        """Why no host can be found, as the end of a sentence; empty if one was."""
        return "" if self.address.possible else f"has an address that {self.address.fault or 'names no host'}"


@dataclass(frozen=True)
class McpReading:
    """A tool of an MCP server."""

    server: str
    name: str
    tool: ToolKind = ToolKind.MCP

    @property
    def unreadable(self) -> str:
        """Why these are no names, as the end of a sentence; empty if they are."""
        is_named = all(0 < len(each) <= LONGEST_NAME for each in (self.server, self.name))
        return "" if is_named else "names no server and tool"

    @property
    def is_plain(self) -> bool:
        """Whether the names hold no character that cannot be seen."""
        return self.server.isprintable() and self.name.isprintable()


@dataclass(frozen=True)
class OtherReading:
    """A tool of which rules know nothing."""

    tool: ToolKind = ToolKind.OTHER
    unreadable: str = ""


def folders_of(words: Sequence[str]) -> Iterator[str]:
    """The folders that a command changes to, or lets another program run in."""
    for before, word in pairwise(words):
        option, equals, value = word.partition("=")
        if before in FOLDER_OPTIONS or (before == words[0] and before in CHANGES_FOLDER):
            yield word
        elif equals and option in FOLDER_OPTIONS:
            yield value


Reading = CommandReading | FileReading | FetchReading | McpReading | OtherReading


def read_call(call: ToolCall, facts: RequestFacts) -> Reading:
    """The call as rules see it; total."""
    match call.kind:
        case ToolKind.BASH:
            return CommandReading(call.command or "", Locator(facts, call.cwd))
        case ToolKind.READ | ToolKind.EDIT:
            locator = Locator(facts, call.cwd)
            paths = tuple(locator.at(path) for path in call.paths[: MOST_PATHS + 1])
            return FileReading(call.kind, paths, locator, deletes=call.deletes, size=call.size)
        case ToolKind.FETCH:
            return FetchReading(read_address(call.url or ""))
        case ToolKind.MCP:
            return McpReading(call.server or "", call.tool or "")
        case ToolKind.OTHER:
            return OtherReading()
        case _ as never:
            assert_never(never)
