"""Finds everything that a line may run or name, however it is written; for rules that deny or ask."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from countermark.rules.shell.bodies import bodies_in, reads_commands
from countermark.rules.shell.code import commands_in_code, pieces_of_code
from countermark.rules.shell.lines import LONGEST, MOST_PARTS, LooseLine
from countermark.rules.shell.loose_words import BRACES, readings
from countermark.rules.shell.tree import nodes_of, tree_of
from countermark.rules.shell.wrappers import program_of, wrapped_in

if TYPE_CHECKING:
    from tree_sitter import Node

Words = tuple[str, ...]

DEEPEST = 5  # bodies in bodies: `sh -c "sh -c …"`
MOST_LAYERS = 20  # wrappers around wrappers: `sudo nice env …`
MOST_READ = 2 * LONGEST  # characters of the line and all bodies in it
MOST_FOUND = 300  # commands, with and without what wraps them
MOST_LOST_TREES = 2  # texts whose tree takes too long
LONGEST_PATH = 4_096

OPERATORS = re.compile(r"[;|&\n\r(){}`<>]")
QUOTES = re.compile(r"[\\'\"]")
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
BACKTICKS = re.compile(r"`((?:\\.|[^`\\])*)`", re.DOTALL)
CONTINUED = re.compile(r"\\\r?\n")
BEFORE_COMMENT = re.compile(rb"[\s;&|()]?")
PLAIN_NAME = re.compile(r"[\w./~+-]*")
PATH_ENDS = re.compile(r"[=:,@]")  # an option's value, a list, a host's file, curl's `@file`
GLUED = re.compile(r"-[A-Za-z](.+)", re.DOTALL)  # `-f/etc/passwd`

COMMANDS = frozenset({"command", "declaration_command", "unset_command", "test_command"})
WORDS = frozenset({"word", "string", "raw_string", "ansi_c_string", "concatenation", "translated_string"})
QUOTED = frozenset({"string", "raw_string", "ansi_c_string", "heredoc_body"})
REDIRECTS = frozenset({"file_redirect", "herestring_redirect", "heredoc_redirect"})
HEREDOC = ("heredoc_start", "heredoc_body", "heredoc_end")
LANGUAGE = frozenset("! { } then else elif do if while until time coproc in".split())


def read_loose(line: str) -> LooseLine:
    """Every command found anywhere in the line; total, and bounded by `LONGEST` and `MOST_PARTS`.

    Names of programs are given as they are written and, where it differs, without their folder and in small letters.
    """
    if len(line) > LONGEST:
        return LooseLine((), frozenset(), is_whole=False)
    search = _Search()
    search.read(line.replace("\0", " "), 0)
    return LooseLine(tuple(search.commands), frozenset(search.words), search.is_whole)


class _Search:
    """What was found so far, and how much may still be read."""

    def __init__(self) -> None:
        self.commands: dict[Words, None] = {}
        self.words: set[str] = set()
        self.is_whole = True
        self._characters = MOST_READ
        self._trees = MOST_LOST_TREES
        self._variables: dict[str, str] = {}
        self._bodies: set[str] = set()

    def read(self, line: str, depth: int) -> None:
        """Search one line, or a body that a command in it would run."""
        if line in self._bodies:
            return
        self._bodies.add(line)
        self._characters -= len(line)
        if depth > DEEPEST or self._characters < 0 or len(self.commands) > MOST_FOUND:
            self.is_whole = False
            return
        text = CONTINUED.sub("", line)
        tree = tree_of(text) if self._trees else None
        if tree is None:
            self._trees = max(0, self._trees - 1)
            self.is_whole = False
            self._read_as_text(text, depth)
            return
        if tree.root_node.has_error:
            self._read_as_text(text, depth)
        self._read_nodes(list(nodes_of(tree)), text.encode("utf-8", "surrogatepass"), depth)

    def _read_as_text(self, text: str, depth: int) -> None:
        """Where the tree cannot be trusted: every piece between operators may be a command."""
        for piece in OPERATORS.split(BRACES.sub(_apart, text))[:MOST_FOUND]:
            self._add_command(tuple(QUOTES.sub("", piece).split()), depth)

    def _read_nodes(self, nodes: list["Node"], text: bytes, depth: int) -> None:
        for node in nodes:
            if node.type == "variable_assignment":
                self._assign(_text(node))
        commands = [node for node in nodes if node.type in COMMANDS]
        self.is_whole = self.is_whole and len(commands) <= MOST_PARTS
        for node in commands[:MOST_FOUND]:
            self._read_command(node, depth)
        for node in nodes:
            self._read_beside_commands(node, text, depth)
        if any(reads_commands(command) for command in self.commands):
            for node in nodes:
                if node.type in QUOTED:
                    self.read("".join(readings(_text(node), self._variables)[0]), depth + 1)

    def _read_beside_commands(self, node: "Node", text: bytes, depth: int) -> None:
        if node.type in WORDS:
            self._add_words(readings(_text(node), self._variables)[0])
        elif node.type == "heredoc_redirect":
            self._read_heredoc(node, depth)
        elif node.type == "command_substitution":
            self._read_backticks(_text(node), depth)
        elif node.type == "comment" and not BEFORE_COMMENT.fullmatch(text[: node.start_byte][-1:]):
            self._read_as_text(_text(node), depth)  # a shell sees none there

    def _assign(self, assignment: str) -> None:
        name, _, value = assignment.partition("=")
        self._variables[name.rstrip("+")] = "".join(readings(value, self._variables)[0])
        self._add_words([self._variables[name.rstrip("+")]])

    def _read_command(self, node: "Node", depth: int) -> None:
        """Its words as they are, and as a shell may split them."""
        joined: list[str] = []
        split: list[str] = []
        for child in node.children:
            if child.type == "variable_assignment" and node.type == "command":
                self._read_value(_text(child), depth)
            elif child.type not in REDIRECTS:
                one, several = readings(_text(child), self._variables)
                joined += one
                split += several
        self._add_command(tuple(joined), depth)
        self._add_command(tuple(split), depth)

    def _read_value(self, assignment: str, depth: int) -> None:
        """A variable in front of a command is often a command itself (`GIT_SSH_COMMAND=…`)."""
        value = self._variables.get(assignment.partition("=")[0], "")
        if " " in value:
            self.read(value, depth + 1)

    def _read_heredoc(self, node: "Node", depth: int) -> None:
        start, body, end = ("".join(_text(child) for child in node.children if child.type == kind) for kind in HEREDOC)
        if '"' not in start and "'" not in start and "\\" not in start:
            self._read_backticks(body, depth)
        delimiter = QUOTES.sub("", start)
        if end.strip() != delimiter or delimiter in (text.lstrip("\t") for text in body.splitlines()):
            self._read_as_text(body, depth)  # a shell sees its end elsewhere

    def _read_backticks(self, text: str, depth: int) -> None:
        """What is escaped in them is not for the tree: backticks in backticks."""
        for body in BACKTICKS.findall(text):
            self.read(re.sub(r"\\([\\`$])", r"\1", body), depth + 1)

    def _add_command(self, command: Words, depth: int) -> None:
        """Note a command, what it wraps, and what it would read as lines of its own."""
        waiting = [command]
        for _ in range(MOST_LAYERS):
            if not waiting:
                return
            waiting = [inner for words in waiting for inner in self._layer(_unassigned(words), depth)]
        self.is_whole = False

    def _layer(self, words: Words, depth: int) -> tuple[Words, ...]:
        if not words or words in self.commands:
            return ()
        self._add_words(words)
        self.commands[words] = None
        name = program_of(words)
        if name != words[0]:
            self.commands[name, *words[1:]] = None
        named = (name, *words[1:])
        for body in bodies_in(named):
            self.read(body, depth + 1)
        for command in commands_in_code(named):
            self._add_words(command)
            self.commands[command] = None
        self._add_words(pieces_of_code(named))
        return wrapped_in(named)

    def _add_words(self, words: Iterable[str]) -> None:
        for word in words:
            self.words.add(word)
            if match := GLUED.match(word):
                self.words.add(match[1])
            if not PLAIN_NAME.fullmatch(word) and len(word) < LONGEST_PATH:
                self.words.update(PATH_ENDS.split(word))


def _text(node: "Node") -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _apart(braces: re.Match[str]) -> str:
    return braces[1].replace(",", " ")


def _unassigned(words: Words) -> Words:
    """Without what stands before the program: assignments, words of the language, and words that became nothing."""
    start = 0
    while start < len(words) and (not words[start] or words[start] in LANGUAGE or ASSIGNMENT.match(words[start])):
        start += 1
    return words[start:]
