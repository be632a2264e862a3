"""Which files a path of a call may mean: as it is written, without its links, and by roundabout ways."""

import posixpath
import re
from dataclasses import dataclass, field
from functools import cached_property

from countermark.rules.facts import RequestFacts
from countermark.rules.shell.lines import Expanded

LONGEST_PATH = 4096  # what Linux takes
LONGEST_NAME = 255
MOST_FOLDERS = 256
GLOB = re.compile(r"[*?\[]")
# The root or the folder of a process, which is another name for what lies below it.
OF_PROCESS = re.compile(r"/proc/(?:self|thread-self|\d+)(?:/task/\d+)?/(root|cwd)(?=/|$)")
SPECIAL = re.compile(r"/(?:proc|dev)(?:/|$)")
# What a shell or a program may turn into the home folder.
HOME = re.compile(r"(?:~|\$HOME|\$\{HOME\})(?=/|$)")
HARMLESS_DEVICE = "/dev/null"


@dataclass(frozen=True)
class LocatedPath:
    """A path of a call: the absolute, normalised paths that it may be."""

    written: str
    names: tuple[str, ...]  # as it is written, and without links: an allow needs all of them
    roundabout: tuple[str, ...]  # what else it could mean: a deny or ask takes any
    fault: str  # why no rule can allow it, as the end of a sentence; empty if one can

    @property
    def all_names(self) -> tuple[str, ...]:
        """Everything that it may be; empty for a path that cannot be read."""
        return (*self.names, *self.roundabout)

    @property
    def is_readable(self) -> bool:
        """Whether it could be a path at all."""
        return bool(self.names)


@dataclass(frozen=True)
class Locator:
    """Locates the paths of one call; what the disk says is asked once for each path."""

    facts: RequestFacts
    cwd: str
    homes: tuple[str, ...] = field(init=False)  # as it is called, and without links
    workspaces: tuple[str, ...] = field(init=False)
    _known: dict[tuple[str, str, bool], LocatedPath] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "homes", self._both(self.facts.home))
        object.__setattr__(self, "workspaces", self._both(self.facts.workspace))

    def at(self, path: str, *, folder: str = "", is_word: bool = False) -> LocatedPath:
        """Where a path leads from the call's folder, or from one that a `cd` leads to.

        `is_word` says that it is a word of a shell's line, where what the shell replaces is marked.
        """
        key = (path, folder, isinstance(path, Expanded)) if is_word else (path, folder, False)
        if key not in self._known:
            self._known[key] = self._located(path, folder, is_word=is_word)
        return self._known[key]

    def fault_of(self, path: LocatedPath) -> str:
        """Why no rule can allow this path, as the end of a sentence; empty if one can."""
        if path.fault:
            return path.fault
        if any(self.facts.names(name) > 1 for name in path.names):
            return "has another name elsewhere (a hard link), which may be one that no rule allows"
        return ""

    def listed(self, word: str, *, folder: str = "") -> tuple[LocatedPath, ...] | None:
        """What a word with wildcards stands for, seen from a folder: the word itself where nothing matches it.

        None when that cannot be told.
        """
        if unreadable_path(word):
            return None
        names = self.facts.listed(self.absolute(word, folder=folder))
        if names is None:
            return None
        return tuple(self.at(name) for name in names) or (self.at(str(word), folder=folder),)

    def absolute(self, path: str, *, folder: str) -> str:
        """A word of a line as a path from the root, not normalised."""
        return self.facts.home + path[1:] if path.startswith("~") else posixpath.join(self._folder(folder), path)

    @cached_property
    def is_wide(self) -> bool:
        """Whether the workspace is the whole home folder, or more."""
        return any(below(home, workspace) is not None for home in self.homes for workspace in self.workspaces)

    def _both(self, folder: str) -> tuple[str, ...]:
        if not folder.startswith("/"):
            return ()
        plain = normalised(folder)
        real = self.facts.real(plain)
        return (plain,) if real is None or real == plain else (plain, real)

    def _located(self, path: str, folder: str, *, is_word: bool) -> LocatedPath:
        if unreadable := unreadable_path(path):
            return LocatedPath(path, (), (), unreadable)
        start = self._folder(folder)
        if not start.startswith("/"):
            return LocatedPath(path, (), (), "starts from a folder that is not known")
        is_home = HOME.match(path)
        if is_home and is_word and isinstance(path, Expanded) and path.startswith("~"):
            return self._of(path, self.absolute(path, folder=folder), fault=self._fault(path, is_word=True))
        literal = self._of(path, posixpath.join(start, path), fault=self._fault(path, is_word=is_word))
        if not is_home:
            return literal
        home = self._of(path, self.facts.home + path[is_home.end() :], fault="")
        fault = "begins with the home folder in a way that not every program understands"
        return LocatedPath(path, literal.names, (*literal.roundabout, *home.all_names), fault)

    def _folder(self, folder: str) -> str:
        if folder.startswith("~"):
            return self.facts.home + folder[1:]
        return posixpath.join(self.cwd, folder)

    def _fault(self, path: str, *, is_word: bool) -> str:
        if not path.isprintable():
            return "holds a character that cannot be seen"
        if "\\" in path:
            return "holds a backslash"
        if is_word and isinstance(path, Expanded) and GLOB.search(path):
            return "is a pattern, and which files it names is not known"
        return ""

    def _of(self, written: str, absolute: str, *, fault: str) -> LocatedPath:
        """The path and the ways around; a program may take `..` away before it opens, or leave that to the system."""
        plain = normalised(absolute)
        real, as_written = self.facts.real(plain), _slashes(absolute)
        real_as_written = real if as_written == plain else self.facts.real(as_written)
        known = tuple(dict.fromkeys(name for name in (plain, real, real_as_written) if name is not None))
        roundabout = tuple(way for name in known if (way := self._way_of_process(name)) not in known)
        if real is None or real_as_written is None:
            fault = fault or "leads through links that never end, or through a folder that nobody may look into"
        if any(SPECIAL.match(name) for name in known) and plain != HARMLESS_DEVICE:
            fault = fault or "is a file of the kernel's"
        return LocatedPath(written, known, roundabout, fault)

    def _way_of_process(self, path: str) -> str:
        """The path without `/proc/self/root` and the like."""
        while match := OF_PROCESS.match(path):
            start = self.cwd if match[1] == "cwd" else "/"
            path = normalised(posixpath.join(start, path[match.end() :].lstrip("/")))
        return path


def unreadable_path(path: str) -> str:
    """Why no system takes this for a path, as the end of a sentence; empty if one might."""
    if not path:
        return "is empty"
    if "\0" in path:
        return "holds the character NUL"
    if (
        len(path) > LONGEST_PATH
        or path.count("/") > MOST_FOLDERS
        or any(len(n) > LONGEST_NAME for n in path.split("/"))
    ):
        return "is longer than any path"
    try:
        path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return "holds half of a character"
    return ""


def below(path: str, folder: str) -> str | None:
    """The rest of a path below a folder, empty for the folder itself; None outside of it."""
    if folder == "/":
        return path[1:]
    if not path.startswith(folder):
        return None
    rest = path[len(folder) :]
    return rest[1:] if not rest or rest[0] == "/" else None


def normalised(path: str) -> str:
    """The absolute path without doubled slashes, `.` and `..`."""
    return posixpath.normpath(_slashes(path))


def _slashes(path: str) -> str:
    # Two slashes at the beginning mean the same as one, but posixpath keeps them.
    return "/" + path.lstrip("/")
