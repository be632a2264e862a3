"""The words and operators of a line, read in the one way in which bash, dash and zsh agree; all else is refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countermark.rules.shell.lines import Expanded

BLANKS = re.compile(r"(?:[ \t]|(?:(?<=[ \t])|^)\\\n)*")  # a continuation counts between words only
COMMENT = re.compile(r"#[^\n]*")
PLAIN = re.compile(r"[\w./,:@%+=\]^}#-]+")  # none of these means anything inside of a word
SINGLE = re.compile(r"'([^']*)'")
# A dollar before the closing quote, a blank or a bar is a dollar; an exclamation mark there recalls no history.
DOUBLE = re.compile(r'"((?:[^"\\$`!]|\\[^\n]|\$(?=[" |])|!(?=[" =]))*)"')
ESCAPED_IN_DOUBLE = re.compile(r'\\(["\\$`])')
ESCAPED = re.compile(r"\\([]()\[{};*?!$&|<>'\"\\ #`~])")
STATUS = re.compile(r'\$\?|"((?:[\w ./,:=()-])*)\$\?((?:[\w ./,:=()-])*)"')  # `$?`, alone or in a plain text
TILDE_ENDS = re.compile(r"/|[ \t\n;|&<>]|$")
END_OF_WORD = re.compile(r"[ \t\n;|&<>]|$")

# The text of a here-document that no shell expands, as one word; without what an old shell could read otherwise.
LITERAL = re.compile(r"\"\$\(cat << ?'([A-Za-z_]+)'\n((?:(?!\1\n)[^\n'\"`$\\]*\n)*)\1\n[ \t]*\)\"")
HERE_DOCUMENT = re.compile(r"""<<[ \t]*(?:'([A-Za-z_]+)'|"([A-Za-z_]+)")(?=[ \t\n;|&<>])""")

CONNECTION = re.compile(r"&&(?!&)|\|\|(?![|&])|;(?![;&|])|\|(?![|&])|\n")
COPY = re.compile(r"[0-9]?>&[0-9](?=[ \t\n;|&]|$)")
# No second operator, no `>!` of zsh, no `<1-9>` of zsh.
OPENING = re.compile(r"(?:[0-9]?(>>|>\||>|<)|(&>>|&>))(?![<>&|(!])(?![0-9]*-[0-9]*>)[ \t]*")

# What the shell expands to stays no option: a name, a path, or the value of a long option.
HARMLESS_PREFIX = re.compile(r"[\w./]|--[a-z][a-z0-9-]*=")


class Refused(Exception):
    """A line is not in the part of the shell's language that is read strictly."""


@dataclass(frozen=True, slots=True)
class ShellWord:
    """One word without its quotes; an `Expanded` text where the shell replaces it."""

    text: str
    raw: str  # as written
    start: int
    end: int
    is_literal: bool = False  # whether it is the text of a here-document


@dataclass(frozen=True, slots=True)
class FileOpening:
    """A redirection to a file; the next token is the file's word."""

    operator: str  # "<", ">", ">>", ">|", "&>" or "&>>"
    start: int


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of one descriptor to another, which touches no file."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Separator:
    """What stands between two commands: one of "&&", "||", ";", "|", newline."""

    operator: str


Token = ShellWord | FileOpening | Copy | Separator


def tokens_of(line: str) -> Iterator[Token]:
    """The tokens from left to right; raises `Refused` at the first place that is not surely understood."""
    position = 0
    delimiter = ""  # of the here-document whose text begins after this line
    while True:
        position = _after(BLANKS, line, position)
        if position == len(line):
            if delimiter:
                raise Refused("A here-document has no end")
            return
        if comment := COMMENT.match(line, position):
            if comment.group().endswith("\\"):
                raise Refused("A comment ends with a backslash")
            position = comment.end()
            continue
        if document := HERE_DOCUMENT.match(line, position):
            if delimiter:
                raise Refused("There are two here-documents in a line")
            delimiter = document[1] or document[2]
            yield Copy(position, document.end())
            position = document.end()
            continue
        token, position = _token_at(line, position)
        if delimiter and isinstance(token, ShellWord) and "\n" in token.raw:
            raise Refused("A word of several lines stands behind a here-document")
        if delimiter and token == Separator("\n"):
            position = _after_document(line, position, delimiter)
            delimiter = ""
        yield token


def _after_document(line: str, start: int, delimiter: str) -> int:
    """Where the line ends that ends the here-document; the text in between is data."""
    while start < len(line):
        end = line.find("\n", start)
        end = len(line) if end < 0 else end
        if line[start:end] == delimiter:
            return end
        start = end + 1
    raise Refused("A here-document has no end")


def _after(pattern: re.Pattern[str], line: str, position: int) -> int:
    match = pattern.match(line, position)
    return match.end() if match else position


def _token_at(line: str, position: int) -> tuple[Token, int]:
    if match := CONNECTION.match(line, position):
        return Separator(match.group()), match.end()
    if match := COPY.match(line, position):
        return Copy(position, match.end()), match.end()
    if match := OPENING.match(line, position):
        return FileOpening(match.group(1) or match.group(2), position), match.end()
    if (match := LITERAL.match(line, position)) and END_OF_WORD.match(line, match.end()):
        text = match[2].rstrip("\n")
        return ShellWord(text, match.group(), position, match.end(), is_literal=True), match.end()
    word = _word_at(line, position)
    return word, word.end


class _WordBeingRead:
    """The text of one word, and what the shell would do to it."""

    def __init__(self) -> None:
        self.text = ""
        self.fixed: int | None = None  # how much of the text stands before the first replaced character
        self.braces = False

    def replaced_from_here(self) -> None:
        if self.fixed is None:
            self.fixed = len(self.text)


def _word_at(line: str, start: int) -> ShellWord:
    if line[start] == "=":  # zsh looks a program up
        raise Refused("A word begins with an equals sign")
    word = _WordBeingRead()
    position = start
    while not END_OF_WORD.match(line, position):
        position = _piece_at(line, position, start, word)
    if position == start:
        raise Refused(_why_not(line[position]))
    raw = line[start:position]
    _check_whole(word, raw, line[position : position + 1])
    text = word.text if word.fixed is None else Expanded(word.text)
    return ShellWord(text, raw, start, position)


def _piece_at(line: str, position: int, start: int, word: _WordBeingRead) -> int:
    """Read one run of plain characters, one quoted text or one special character; returns where it ends."""
    if match := PLAIN.match(line, position):
        word.text += match.group()
        word.braces = word.braces or "}" in match.group()
        return match.end()
    if match := SINGLE.match(line, position):
        word.text += match.group(1)
        return match.end()
    if match := DOUBLE.match(line, position):
        word.text += ESCAPED_IN_DOUBLE.sub(r"\1", match.group(1))
        return match.end()
    if match := ESCAPED.match(line, position):
        word.text += match.group(1)
        return match.end()
    if match := STATUS.match(line, position):
        word.text += match.group(1) or ""
        word.replaced_from_here()
        word.text += "$?" + (match.group(2) or "")
        return match.end()
    return _special_at(line, position, start, word)


def _special_at(line: str, position: int, start: int, word: _WordBeingRead) -> int:
    character, following = line[position], line[position + 1 : position + 2]
    ends = bool(END_OF_WORD.match(line, position + 1))
    if character in "*?[":
        if character != "[" or not (ends and position == start):  # alone it is the program `[`
            word.replaced_from_here()
    elif character == "~":
        _tilde(line, position, start, word)
    elif character == "{":
        word.braces = True
    elif not ((character == "$" and ends) or (character == "!" and ends and position == start)):
        raise Refused(_why_not(character, following))
    word.text += character
    return position + 1


def _tilde(line: str, position: int, start: int, word: _WordBeingRead) -> None:
    """At the beginning of a word it is the home folder, after `=` or `:` it may be; elsewhere a plain character."""
    if position == start:
        if not TILDE_ENDS.match(line, position + 1):
            raise Refused("The home folder of another user is named")
        word.replaced_from_here()
    elif line[position - 1] in "=:":
        raise Refused("A home folder is named inside of a word")


def _check_whole(word: _WordBeingRead, raw: str, following: str) -> None:
    if word.braces and ("," in word.text or ".." in word.text):
        raise Refused("Braces make several words of one")
    if word.braces and word.text.count("{") != word.text.count("}"):
        raise Refused("A brace stands alone")
    if following in {"<", ">"} and (raw.isdigit() or raw.endswith("}")):
        raise Refused("A descriptor is named before a redirection")
    if word.fixed is None or raw.startswith("~"):
        return
    if not HARMLESS_PREFIX.match(word.text[: word.fixed]) and word.text != "$?":
        raise Refused("A pattern may become an option")


def _why_not(character: str, following: str = "") -> str:
    match character:
        case "`":
            return "There is a substitution in it"
        case "$":
            return "There is a substitution in it" if following == "(" else "There is a variable in it"
        case "'" | '"':
            return "There is a variable, a substitution or an open end in a quoted text"
        case "(" | ")":
            return "There are parentheses in it"
        case "&":
            return "A command runs in the background"
        case "<" | ">":
            return "There is a here-document or a redirection of a rare kind in it"
        case "\\":
            return "There is a backslash in it"
        case "!":
            return "There is an exclamation mark in it"
        case _:
            return "There is a character in it that is not read"
