"""What a word of a line may become when a shell runs it: without quotes, with braces and variables opened."""

import re
from collections.abc import Mapping

from countermark.rules.shell.tokens import LITERAL

PLAIN = re.compile(r"[\w./,:@%+=^~*?#!\[\]-]*")
_EXPANSIONS = (
    r"\$\{[!#]?(?P<braced>\w+)(?P<operation>[^}]*)\}|\$(?P<variable>\w+|[@*#?$!-])"
    r"|(?P<substitution>\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`)"
)
PIECE = re.compile(
    r"\\\n|\\(?P<escaped>.)|'(?P<single>[^']*)'"
    r"|\$'(?P<ansi>(?:\\.|[^'\\])*)'"
    r'|\$?"(?P<double>(?:\\.|[^"\\])*)"'
    rf"|{_EXPANSIONS}|(?P<plain>[^\\'\"$`]+|.)",
    re.DOTALL,
)
PIECE_IN_DOUBLE = re.compile(rf'\\\n|\\(?P<escaped>["\\$`])|{_EXPANSIONS}|(?P<plain>[^\\$`]+|.)', re.DOTALL)
DEFAULT = re.compile(r":?[-+=](.*)", re.DOTALL)  # `${name:-this}`
ANSI = re.compile(
    r"\\(?:x(?P<hexadecimal>[0-9a-fA-F]{1,2})|u(?P<short>[0-9a-fA-F]{1,4})|U(?P<long>[0-9a-fA-F]{1,8})|(?P<octal>[0-7]{1,3})|(?P<other>.))",
    re.DOTALL,
)
ANSI_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
UNKNOWN = "\0"  # what a variable or a substitution stands for
MOST_WORDS = 32  # that one word with braces becomes
LONGEST_BRACES = 300  # characters of a word whose braces are opened

Variables = Mapping[str, str]


def readings(raw: str, variables: Variables) -> tuple[list[str], list[str]]:
    """The word as one, with nothing for what is not known, and as the several words that it may be split into."""
    if PLAIN.fullmatch(raw):
        return [raw], [raw]
    if literal := LITERAL.fullmatch(raw):
        return [literal[2].rstrip("\n")], [literal[2].rstrip("\n")]
    text = _opened(raw, variables)
    joined = text.replace(UNKNOWN, "")
    split = [word for part in without_braces(text) for word in part.split(UNKNOWN) if word]
    if " " in joined and "'" not in raw and '"' not in raw:  # the value of a variable is split at its blanks
        split = [word for part in split for word in part.split()]
    return [joined], split


def _opened(raw: str, variables: Variables, pieces: re.Pattern[str] = PIECE) -> str:
    return "".join(_piece(piece, variables) for piece in pieces.finditer(raw))


def _piece(piece: re.Match[str], variables: Variables) -> str:
    match piece.lastgroup:
        case "single" | "plain" | "escaped":
            return piece[piece.lastgroup]
        case "ansi":
            return ANSI.sub(_ansi, piece["ansi"])
        case "double":
            return _opened(piece["double"], variables, PIECE_IN_DOUBLE)
        case "variable":
            return variables.get(piece["variable"], UNKNOWN)
        case "operation":
            return _parameter(piece["braced"], piece["operation"], variables)
        case "substitution":
            return UNKNOWN
        case _:
            return ""  # a continued line


def _parameter(name: str, operation: str, variables: Variables) -> str:
    if name in variables:
        return variables[name]
    default = DEFAULT.fullmatch(operation)
    return _opened(default[1], variables) if default else UNKNOWN


def _ansi(escape: re.Match[str]) -> str:
    if code := escape["hexadecimal"] or escape["short"] or escape["long"]:
        return chr(min(int(code, 16), 0x10FFFF))
    if code := escape["octal"]:
        return chr(int(code, 8) & 0xFF)
    return ANSI_LETTERS.get(escape["other"], escape["other"])


def without_braces(text: str) -> list[str]:
    """`r{m,d}` is `rm` and `rd`; the innermost braces are opened first."""
    words = [text]
    while len(text) <= LONGEST_BRACES and len(words) < MOST_WORDS:
        at = next((index for index, word in enumerate(words) if BRACES.search(word)), None)
        if at is None:
            break
        braces = BRACES.search(words[at])
        if braces is None:
            break
        before, after = words[at][: braces.start()], words[at][braces.end() :]
        words[at : at + 1] = [f"{before}{choice}{after}" for choice in braces[1].split(",")]
    return words
