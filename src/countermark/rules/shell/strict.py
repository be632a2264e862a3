"""Reads a line as a row of simple commands where every shell would do the same; for rules that allow."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from countermark.rules.shell.folders import Folders
from countermark.rules.shell.lines import LONGEST, MOST_PARTS, Expanded, Opaque, Redirect, SimpleCommand
from countermark.rules.shell.tokens import FileOpening, Refused, Separator, ShellWord, Token, tokens_of
from countermark.rules.shell.tree import Syntax, syntax_of

UNUSUAL = re.compile(r"[^ -~\t\n]")
# Letters, marks and symbols by their category, and yet drawn as nothing.
BLANK_LOOKING = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
PROGRAM = re.compile(r"(?:\.{0,2}/|\.(?=[\w-]+/))?[A-Za-z0-9_][A-Za-z0-9_.+/@-]*|\[|\.")
# Variables that only say how something is printed or that nobody is watching; no name of a file among the values.
HARMLESS_SETTING = re.compile(
    r"(?:CI|NODE_ENV|FORCE_COLOR|NO_COLOR|CLICOLOR|TERM|COLUMNS|LINES|LANG|LC_ALL|TZ|RUST_BACKTRACE|RUST_LOG"
    r"|CARGO_TERM_COLOR|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)=[\w.,:=-]*"
)
RESERVED = frozenset(
    "if then else elif fi do done case esac while until for in function select coproc foreach end repeat "
    "nocorrect noglob".split()
)


def read_strict(line: str) -> tuple[SimpleCommand, ...] | Opaque:
    """Every simple command of the line, in order; `Opaque` when there is anything else in it, or none.

    Total, and bounded by `LONGEST`. A command that may run in several folders (`cd a; ls`: in `a`, or where `cd`
    failed) is given once for each. A `cd` is no command of its own where others follow it.
    """
    if len(line) > LONGEST:
        return Opaque(f"It is longer than {LONGEST:,} characters")
    if hidden := hidden_character(line):
        return Opaque(f"There is a hidden or unusual character in it (U+{ord(hidden):04X})")
    try:
        parts = _parts(tokens_of(line))
        commands = _in_their_folders(parts)
    except Refused as refusal:
        return Opaque(str(refusal))
    syntax = syntax_of(line)
    if (
        syntax is None
        or syntax.has_error
        or _programs_outside(parts, syntax) != tuple(part.words[0].start for part in parts)
    ):
        return Opaque("Two readers of the shell's language disagree about it")
    return commands


def _programs_outside(parts: Sequence["_Part"], syntax: Syntax) -> tuple[int, ...]:
    """Where the other reader sees programs, but for the `cat` that only gives a literal text."""
    literals = [(word.start, word.end) for part in parts for word in part.words if word.is_literal]
    starts = syntax.program_starts()
    return tuple(start for start in starts if not any(first < start < end for first, end in literals))


def hidden_character(text: str) -> str | None:
    """The first control, format, private or unassigned character, or blank that is none of space, tab and newline."""
    for match in UNUSUAL.finditer(text):
        if unicodedata.category(match.group())[0] in "CZ" or BLANK_LOOKING.match(match.group()):
            return match.group()
    return None


@dataclass
class _Part:
    """One simple command while it is read."""

    before: str  # the operator in front of it; "" at the beginning
    words: list[ShellWord] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    is_split: bool = False  # by `&>`, which dash reads as the end of a command in the background
    start: int | None = None
    end: int = 0
    after: str = ""

    def covers(self, start: int, end: int) -> None:
        self.start = start if self.start is None else self.start
        self.end = end


def _parts(tokens: Iterable[Token]) -> list[_Part]:
    part = _Part("")
    parts: list[_Part] = []
    opening: FileOpening | None = None
    for token in tokens:
        if opening is not None:
            if not isinstance(token, ShellWord):
                raise Refused("A redirection names no file")
            part.redirects.append(_redirect(opening, token))
            part.is_split = part.is_split or opening.operator.startswith("&")
            part.covers(opening.start, token.end)
            opening = None
        elif isinstance(token, FileOpening):
            opening = token
        elif isinstance(token, Separator):
            part = _next_part(part, token, parts)
        else:
            part.covers(token.start, token.end)
            if isinstance(token, ShellWord):
                _add_word(part, token)
    if opening is not None:
        raise Refused("A redirection names no file")
    if part.start is not None:
        parts.append(_finished(part, parts))
    elif part.before in {"&&", "||", "|"}:
        raise Refused("It ends with an operator")
    return parts


def _redirect(opening: FileOpening, word: ShellWord) -> Redirect:
    if isinstance(word.text, Expanded) and not word.raw.startswith("~/"):
        raise Refused("A redirection goes to a pattern")
    if word.raw.startswith(("!", "#")) or not word.text:
        raise Refused("A redirection names no plain file")
    return Redirect(opening.operator.removeprefix("&"), word.text)


def _add_word(part: _Part, word: ShellWord) -> None:
    if part.is_split:
        raise Refused("Something follows a redirection of both outputs")
    if not part.words:
        if HARMLESS_SETTING.fullmatch(word.raw):
            return
        if not PROGRAM.fullmatch(word.raw):
            raise Refused("A command does not begin with the plain name of a program")
        if word.raw in RESERVED:
            raise Refused(f"“{word.raw}” is a word of the shell's own language")
    elif len(part.words) == 1 and part.words[0].raw == "time" and (word.raw in RESERVED or "=" in word.raw):
        raise Refused("What is timed does not begin with the plain name of a program")
    part.words.append(word)


def _next_part(part: _Part, connection: Separator, parts: list[_Part]) -> _Part:
    """The part that begins after this operator; an empty line and one more newline begin none."""
    if part.start is None:
        if connection.operator == "\n":
            return part
        raise Refused("An operator stands where a command was expected")
    part.after = connection.operator
    parts.append(_finished(part, parts))
    return _Part(connection.operator)


def _finished(part: _Part, parts: list[_Part]) -> _Part:
    if not part.words:
        raise Refused("A redirection stands alone")
    if len(parts) >= MOST_PARTS:
        raise Refused(f"It has more than {MOST_PARTS} commands")
    return part


def _in_their_folders(parts: list[_Part]) -> tuple[SimpleCommand, ...]:
    folders = Folders()
    commands: list[SimpleCommand] = []
    last = max((index for index, part in enumerate(parts) if part.words[0].text != "cd"), default=-1)
    for index, part in enumerate(parts):
        words = tuple(word.text for word in part.words)
        redirects = tuple(part.redirects)
        possible = folders.before(part.before)
        for word in (word for word in part.words if word.is_literal):
            commands.extend(SimpleCommand(("cat",), (), folder, word.start, word.end) for folder in possible)
        if words[0] == "cd":
            folders.change(words, apart=part.is_split or "|" in (part.before, part.after))
        if words[0] != "cd" or redirects or index > last:
            commands.extend(SimpleCommand(words, redirects, folder, part.start or 0, part.end) for folder in possible)
        if part.is_split:
            folders.forget()
    if not commands:
        raise Refused("There is no command in it")
    return tuple(commands)
