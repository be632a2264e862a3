"""The commands of a line with the places of their words: what a mark on the card needs and the readers leave out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from countermark.rules.shell.lines import LONGEST, MOST_PARTS
from countermark.rules.shell.tree import syntax_of

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_WRAPPERS = 4  # around one command
DEEPEST = 3  # lines inside of lines, as in `bash -c "sh -c …"`
QUOTED = re.compile(r"""'([^']*)'|"([^"\\$`]*)\"""")
ESCAPE = re.compile(r"\\(\n|.)", re.DOTALL)
QUOTES = re.compile(r"""['"]""")
# Programs that start the program named after them, and what may stand between.
WRAPPERS = frozenset(
    "sudo doas env timeout nice ionice nohup stdbuf command builtin exec time xargs setsid watch parallel npx".split()
)
SKIPPED = re.compile(r"-.*|[A-Za-z_]\w*=.*|[0-9.]+[smhd]?")
SHELLS = frozenset("sh bash dash zsh ksh fish".split())
AROUND_A_PIPE_PART = frozenset({"redirected_statement", "subshell", "compound_statement", "list"})
WRITES = frozenset({">", ">>", ">|", "&>", "&>>"})

TextSpan = tuple[int, int]  # offsets of the first character and of the one after the last


@dataclass(frozen=True)
class PlacedWord:
    """A word of a line without its quotes, and where it stands."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class PlacedCommand:
    """One command of a line, wherever it is nested."""

    words: tuple[PlacedWord, ...]  # from the program on, at least one
    feeds: tuple[int, ...] = ()  # indexes of the commands whose output it takes: before it in a pipe, or inside of it

    @property
    def program(self) -> str:
        """The name of the program without its folder."""
        return self.words[0].text.rpartition("/")[2]

    @property
    def place(self) -> TextSpan:
        """All of it."""
        return self.words[0].start, self.words[-1].end


@dataclass(frozen=True)
class PlacedLine:
    """What of a line can be marked."""

    commands: tuple[PlacedCommand, ...] = ()
    writes: tuple[PlacedWord, ...] = ()  # the files that redirections write
    settings: tuple[PlacedWord, ...] = ()  # of the environment, set in front of a command
    functions: tuple[PlacedWord, ...] = ()  # the names that the line gives to functions
    is_whole: bool = True  # whether all of it was read


def placed_line(line: str, *, depth: int = 0) -> PlacedLine:
    """The commands and written files of a line with their places; total, and bounded by `LONGEST` and `MOST_PARTS`."""
    if len(line) > LONGEST or depth > DEEPEST:
        return PlacedLine(is_whole=False)
    syntax = syntax_of(line)
    if syntax is None:
        return PlacedLine(is_whole=False)
    offsets = _Offsets(line)
    every = list(syntax.nodes())
    nodes = [node for node in every if node.type == "command"]
    is_whole = not syntax.has_error and len(nodes) <= MOST_PARTS
    known = _commands(nodes[:MOST_PARTS], offsets)
    writes = tuple(_written(every, offsets))
    unwrapped = tuple(inner for command in known for inner in islice(_unwrapped(command), MOST_WRAPPERS))
    inside = [_moved(placed_line(text, depth=depth + 1), place) for text, place in _bodies((*known, *unwrapped))]
    return PlacedLine(
        (*known, *unwrapped, *(command for each in inside for command in each.commands)),
        (*writes, *(word for each in inside for word in each.writes)),
        tuple(offsets.word(each) for node in nodes for each in node.children if each.type == "variable_assignment"),
        tuple(offsets.word(node.children[0]) for node in every if node.type == "function_definition"),
        is_whole and all(each.is_whole for each in inside),
    )


class _Offsets:
    """Turns the tree's offsets, which count bytes, into characters."""

    def __init__(self, line: str) -> None:
        self.line = line
        self._bytes = None if line.isascii() else line.encode("utf-8", "surrogatepass")

    def word(self, node: "Node") -> PlacedWord:
        start, end = self._at(node.start_byte), self._at(node.end_byte)
        return PlacedWord(_plain(self.line[start:end]), start, end)

    def _at(self, offset: int) -> int:
        return offset if self._bytes is None else len(self._bytes[:offset].decode("utf-8", "surrogatepass"))


def _plain(text: str) -> str:
    """A word without quotes and backslashes, roughly as a shell would leave it."""
    if match := QUOTED.fullmatch(text):
        return match[1] if match[1] is not None else match[2]
    return ESCAPE.sub(lambda match: "" if match[1] == "\n" else match[1], QUOTES.sub("", text))


def _commands(nodes: Sequence["Node"], offsets: _Offsets) -> tuple[PlacedCommand, ...]:
    named = [node for node in nodes if any(map(_is_word, node.children))]
    return tuple(
        PlacedCommand(
            tuple(offsets.word(child) for child in node.children if _is_word(child)),
            tuple(index for index, other in enumerate(named) if other.id != node.id and _feeds(other, node)),
        )
        for node in named
    )


def _is_word(node: "Node") -> bool:
    return node.is_named and node.type not in {"variable_assignment", "file_redirect", "herestring_redirect", "comment"}


def _feeds(other: "Node", node: "Node") -> bool:
    """Whether the output of another command reaches this one: from its left in a pipe, or from inside of its words."""
    whole = node.parent if node.parent is not None and node.parent.type == "redirected_statement" else node
    if whole.start_byte <= other.start_byte and other.end_byte <= whole.end_byte:
        return True
    around = node
    while around.parent is not None and around.parent.type in AROUND_A_PIPE_PART:
        around = around.parent
    pipe = around.parent
    is_piped = pipe is not None and pipe.type == "pipeline"
    return is_piped and pipe is not None and pipe.start_byte <= other.start_byte < other.end_byte <= around.start_byte


def _written(nodes: Sequence["Node"], offsets: _Offsets) -> Iterator[PlacedWord]:
    for node in nodes:
        if node.type == "file_redirect" and {child.type for child in node.children} & WRITES:
            yield from (offsets.word(child) for child in node.children[-1:] if child.is_named)


def _unwrapped(command: PlacedCommand) -> Iterator[PlacedCommand]:
    """The commands that `sudo`, `env`, `xargs` and their like start."""
    words = command.words
    while len(words) > 1 and words[0].text.rpartition("/")[2] in WRAPPERS:
        words = words[1:]
        while len(words) > 1 and SKIPPED.fullmatch(words[0].text):
            words = words[1:]
        yield PlacedCommand(words, command.feeds)
    if len(words) > 2 and words[0].text.startswith("python") and words[1].text == "-m":
        yield PlacedCommand(words[2:], command.feeds)
    for index, word in enumerate(words[:-1]):
        if word.text in {"-exec", "-execdir", "-ok"} and words[0].text.rpartition("/")[2] == "find":
            yield PlacedCommand(words[index + 1 :], command.feeds)


def _bodies(commands: Sequence[PlacedCommand]) -> Iterator[tuple[str, PlacedWord]]:
    """The lines that `sh -c` and `eval` run, and the words that hold them."""
    for command in commands:
        for before, word in zip(command.words, command.words[1:], strict=False):
            is_body = command.program in SHELLS and re.fullmatch(r"-[a-z]*c", before.text)
            if is_body or (command.program == "eval" and before is command.words[0]):
                yield word.text, word


def _moved(inside: PlacedLine, around: PlacedWord) -> PlacedLine:
    """The line inside of a word: its places are shifted where the word is quoted plainly, else they are the word's."""

    def moved(word: PlacedWord) -> PlacedWord:
        if around.end - around.start != len(around.text) + 2:
            return replace(word, start=around.start, end=around.end)
        return replace(word, start=word.start + around.start + 1, end=word.end + around.start + 1)

    commands = tuple(PlacedCommand(tuple(map(moved, command.words))) for command in inside.commands)
    return PlacedLine(commands, tuple(map(moved, inside.writes)), is_whole=inside.is_whole)
