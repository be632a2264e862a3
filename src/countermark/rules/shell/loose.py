"""Finds everything that a line may run or name, however it is written; for rules that deny or ask."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from countermark.rules.shell.bodies import bodies_in, reads_commands, runs_nothing
from countermark.rules.shell.code import commands_in_code, pieces_of_code
from countermark.rules.shell.lines import LONGEST, MOST_PARTS, LooseLine
from countermark.rules.shell.loose_words import readings, without_braces
from countermark.rules.shell.tree import Syntax, syntax_of
from countermark.rules.shell.wrappers import program_of, wrapped_in

if TYPE_CHECKING:
    from tree_sitter import Node

Argv = tuple[str, ...]

DEEPEST = 5  # bodies in bodies: `sh -c "sh -c …"`
MOST_LAYERS = 20  # wrappers around wrappers: `sudo nice env …`
MOST_READ = 2 * LONGEST  # characters of the line and all bodies in it
MOST_FOUND = 300  # commands, with and without what wraps them
MOST_NODES = 3_000  # that are looked at for backticks
MOST_LOST_TREES = 2  # texts whose tree takes too long
LONGEST_PATH = 4_096
LONGEST_VALUE = 200  # characters of a variable; each may hold the one before it twice

OPERATORS = re.compile(r"[;|&\n\r(){}`<>]")
QUOTES = re.compile(r"[\\'\"]")
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
TEXT_WORD = re.compile(r"[^\s;|&<>()]+")
BACKTICKS = re.compile(r"`((?:\\.|[^`\\])*)`", re.DOTALL)
CONTINUED = re.compile(r"\\\r?\n")
BEFORE_COMMENT = ("", *" \t\n\r;&|()")
PLAIN_NAME = re.compile(r"[\w./~+-]*")
PATH_ENDS = re.compile(r"[=:,@]")  # an option's value, a list, a host's file, curl's `@file`
GLUED = re.compile(r"-[A-Za-z](.+)", re.DOTALL)  # `-f/etc/passwd`

COMMANDS = frozenset({"command", "declaration_command", "unset_command", "test_command"})
WORDS = frozenset({"word", "string", "raw_string", "ansi_c_string", "concatenation", "translated_string"})
QUOTED = frozenset({"string", "raw_string", "ansi_c_string", "heredoc_body"})
ARGUMENTS = WORDS | {"simple_expansion", "expansion", "command_substitution", "number", "brace_expression"}
DECLARES = frozenset({"export", "declare", "typeset", "readonly", "local"})
REDIRECTS = frozenset({"file_redirect", "herestring_redirect", "heredoc_redirect"})
HEREDOC = ("heredoc_start", "heredoc_body", "heredoc_end")
LANGUAGE = frozenset("! { } then else elif do if while until coproc in".split())


def read_loose(line: str) -> LooseLine:
    """Every command found anywhere in the line; total, and bounded by `LONGEST` and `MOST_PARTS`.

    Names of programs are given as they are written and, where it differs, without their folder and in small letters.
    """
    if len(line) > LONGEST:
        return LooseLine((), frozenset(), is_whole=False)
    search = _LooseSearch()
    search.read(line.replace("\0", " "), 0)
    return LooseLine(tuple(search.commands), frozenset(search.words), search.is_whole)


class _LooseSearch:
    """What was found so far, and how much may still be read."""

    def __init__(self) -> None:
        self.commands: dict[Argv, None] = {}
        self.words: set[str] = set()
        self.is_whole = True
        self._characters = MOST_READ
        self._trees = MOST_LOST_TREES
        self._variables: dict[str, str] = {}
        self._bodies: set[str] = set()
        self._is_unknown = False  # whether a command's name or body comes from somewhere else

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
        syntax = syntax_of(text) if self._trees else None
        if syntax is None:
            self._trees = max(0, self._trees - 1)
            self.is_whole = False
        if syntax is None or syntax.has_error:
            self._read_as_text(text, depth)
        if syntax is not None:
            self._read_syntax(syntax, depth)

    def _read_as_text(self, text: str, depth: int) -> None:
        """Where the tree cannot be trusted: every piece between operators may be a command."""
        pieces = OPERATORS.split(TEXT_WORD.sub(_without_braces, text))
        self.is_whole = self.is_whole and len(pieces) <= MOST_FOUND
        for piece in pieces[:MOST_FOUND]:
            self._add_command(tuple(QUOTES.sub("", piece).split()), depth)

    def _read_syntax(self, syntax: Syntax, depth: int) -> None:
        nodes: dict[str, list[Node]] = defaultdict(list)
        for node in syntax.nodes():
            nodes[node.type].append(node)
        for node in nodes["variable_assignment"]:
            self._assign(syntax.text(node))
        commands = [node for kind in COMMANDS for node in nodes[kind]]
        self.is_whole = self.is_whole and len(commands) <= MOST_PARTS
        behind = _words_behind_redirects([*nodes["file_redirect"], *nodes["heredoc_redirect"]], commands)
        for node in commands[:MOST_FOUND]:
            self._read_command([*node.children, *behind[node.start_byte]], syntax, depth)
        for node in nodes["heredoc_redirect"]:
            self._read_heredoc(node, syntax, depth)
        for kind in WORDS:
            self._read_words({syntax.text(node) for node in nodes[kind]})
        self._read_misread(nodes, syntax, depth)
        if self._is_unknown or any(reads_commands(command) for command in self.commands):
            self._read_texts([syntax.text(node) for kind in QUOTED for node in nodes[kind]], depth)

    def _read_misread(self, nodes: Mapping[str, list["Node"]], syntax: Syntax, depth: int) -> None:
        """What a shell reads in another way than the tree: backticks in `${x:=…}`, and what is no comment."""
        for node in (*nodes["command_substitution"], *nodes["word"])[:MOST_NODES]:
            if "`" in (text := syntax.text(node)):
                self._read_backticks(text, depth)
        for node in (*nodes["regex"], *nodes["extglob_pattern"]):  # which may hold what is none
            self._read_as_text(syntax.text(node), depth)
        for node in nodes["comment"]:
            if syntax.before(node) not in BEFORE_COMMENT:
                self._read_as_text(syntax.text(node), depth)

    def _read_texts(self, texts: list[str], depth: int) -> None:
        """Something runs a text that is not known: it may be any of the line."""
        for text in texts[:MOST_FOUND]:
            self.read("".join(readings(text, self._variables)[0]), depth + 1)
        for words in [words for words in self.commands if words[0] in {"echo", "printf"}]:
            self.read(" ".join(words[1:]), depth + 1)

    def _read_words(self, texts: Iterable[str]) -> None:
        for text in texts:
            if len(text) <= LONGEST_PATH:
                self._add_words(readings(text, self._variables)[0])

    def _assign(self, assignment: str) -> None:
        name, _, value = assignment.partition("=")
        value = "".join(readings(value, self._variables)[0])
        self._variables[name.rstrip("+")] = value[:LONGEST_VALUE]
        self._add_words([value])

    def _read_command(self, children: list["Node"], syntax: Syntax, depth: int) -> None:
        """Its words as they are, and as a shell may split them."""
        if children and children[0].type not in DECLARES:
            for child in children:
                if child.type == "variable_assignment":
                    self._read_value(syntax.text(child), depth)
            children = [child for child in children if child.type != "variable_assignment"]
        for row in _rows(children, syntax):
            both = [readings(raw, self._variables) for raw in row]
            joined = tuple(word for one, _ in both for word in one)
            self._is_unknown = self._is_unknown or not joined[:1] or not joined[0] or runs_nothing(joined)
            self._add_command(joined, depth)
            self._add_command(tuple(word for _, several in both for word in several), depth)

    def _read_value(self, assignment: str, depth: int) -> None:
        """A variable in front of a command is often a command itself (`GIT_SSH_COMMAND=…`)."""
        value = self._variables.get(assignment.partition("=")[0], "")
        if " " in value:
            self.read(value, depth + 1)

    def _read_heredoc(self, node: "Node", syntax: Syntax, depth: int) -> None:
        start, body, end = (
            "".join(syntax.text(child) for child in node.children if child.type == kind) for kind in HEREDOC
        )
        if '"' not in start and "'" not in start and "\\" not in start:
            self._read_backticks(body, depth)
        delimiter = QUOTES.sub("", start)
        if end.strip() != delimiter or delimiter in (text.lstrip("\t") for text in body.splitlines()):
            self._read_as_text(body, depth)  # a shell sees its end elsewhere

    def _read_backticks(self, text: str, depth: int) -> None:
        """What is escaped in them is not for the tree: backticks in backticks."""
        for body in BACKTICKS.findall(text)[:MOST_FOUND]:
            self.read(re.sub(r"\\([\\`$])", r"\1", body), depth + 1)

    def _add_command(self, command: Argv, depth: int) -> None:
        """Note a command, what it wraps, and what it would read as lines of its own."""
        waiting = [command]
        for _ in range(MOST_LAYERS):
            if not waiting:
                return
            waiting = [inner for words in waiting for inner in self._layer(_unassigned(words), depth)]
        self.is_whole = False

    def _layer(self, words: Argv, depth: int) -> tuple[Argv, ...]:
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


def _rows(children: Iterable["Node"], syntax: Syntax) -> list[list[str]]:
    """The words as they are written, and as many commands as there are lines of them.

    The tree makes two words of some (`'a'\\;`), and one command of two lines after `=~`.
    """
    rows: list[list[str]] = [[]]
    end = -1
    for child in children:
        if child.type in REDIRECTS or child.type == "comment":
            continue
        if child.start_byte == end:
            rows[-1][-1] += syntax.text(child)
        elif 0 <= end < child.start_byte and "\n" in syntax.between(end, child.start_byte):
            rows.append([syntax.text(child)])
        else:
            rows[-1].append(syntax.text(child))
        end = child.end_byte
    return rows


def _words_behind_redirects(redirects: list["Node"], commands: list["Node"]) -> Mapping[int, list["Node"]]:
    """The words after a redirection's file, which are arguments of the command before it, by where that begins.

    The tree takes them for more files: `sudo > log rm`.
    """
    starts = sorted(node.start_byte for node in commands)
    behind: dict[int, list[Node]] = defaultdict(list)
    for redirect in sorted(redirects, key=lambda node: node.start_byte):
        words = [child for child in redirect.named_children if child.type in ARGUMENTS]
        at = bisect_right(starts, redirect.start_byte)
        if at:
            behind[starts[at - 1]] += words if redirect.type == "heredoc_redirect" else words[1:]
    return behind


def _without_braces(word: re.Match[str]) -> str:
    return " ".join(without_braces(word.group())) if "{" in word.group() else word.group()


def _unassigned(words: Argv) -> Argv:
    """Without what stands before the program: assignments, words of the language, and words that became nothing."""
    start = 0
    while start < len(words) and (not words[start] or words[start] in LANGUAGE or ASSIGNMENT.match(words[start])):
        start += 1
    return words[start:]
