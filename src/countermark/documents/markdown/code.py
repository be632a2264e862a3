"""Source code in two inks: keywords and comments stand out, in a diff what came and went; everything else is plain."""

import re
from functools import cache, lru_cache
from html import escape
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

# Pygments knows six hundred languages, and some of its expressions take quadratic time or worse on hostile text. These
# are the ones that plans are written in; tests/unit/documents/test_code.py feeds each of them hostile text.
LANGUAGES = frozenset(
    "bash c clojure cmake cpp csharp css dart diff docker elixir erlang go graphql groovy haskell html ini java "
    "javascript json jsx julia kotlin lua make nginx nix objective-c perl php powershell protobuf python r ruby rust "
    "scala scss sql swift terraform toml tsx typescript xml yaml zig".split()
)
ALIASES = {
    "c#": "csharp", "c++": "cpp", "cs": "csharp", "dockerfile": "docker", "golang": "go", "hcl": "terraform",
    "js": "javascript", "json5": "json", "jsonc": "json", "kt": "kotlin", "makefile": "make", "mjs": "javascript",
    "patch": "diff", "postgres": "sql", "postgresql": "sql", "proto": "protobuf", "ps1": "powershell", "py": "python",
    "pwsh": "powershell", "python3": "python", "rb": "ruby", "rs": "rust", "sh": "bash", "shell": "bash",
    "sqlite": "sql", "svg": "xml", "tf": "terraform", "ts": "typescript", "yml": "yaml", "zsh": "bash",
}  # fmt: skip
LONGEST_FENCE = 16_000  # characters; longer code is shown plain
LONGEST_LINE = 1_000  # minified code is nobody's reading, and long lines are what slow expressions need
PATIENCE = 0.25  # seconds for one fence: a net under the limits above, far from what they let through
CHANGES = {
    "Token.Generic.Deleted": "diff-minus",
    "Token.Generic.Inserted": "diff-plus",
    "Token.Generic.Subheading": "c",
}
LABEL = re.compile(r"[^\s,{:;]+")


def language_of(label: str) -> str | None:
    """The language that a fence's label names, if we colour it."""
    found = LABEL.match(label)
    name = "" if found is None else found[0].lower()
    name = ALIASES.get(name, name)
    return name if name in LANGUAGES else None


def worth_colouring(code: str, label: str) -> bool:
    """Is there a language for it, and is it short enough?"""
    return (
        len(code) <= LONGEST_FENCE
        and language_of(label) is not None
        and max(map(len, code.split("\n"))) <= LONGEST_LINE
    )


@lru_cache(maxsize=256)
def highlighted(code: str, language: str) -> str:
    """HTML of the code: `<span class="k">` around keywords, `c` comments, `diff-plus` and `diff-minus` lines of a diff.

    The HTML's text is the code, character by character, whatever the lexer does with it.
    """
    pieces: list[str] = []
    at = plain_from = 0
    lexer = _lexer(language)  # its import may take longer than colouring
    deadline = monotonic() + PATIENCE
    for start, kind, words in lexer.get_tokens_unprocessed(code):
        if start != at or monotonic() > deadline:
            return escape(code, quote=False)
        at += len(words)
        ink = _ink(kind)
        if ink is not None and not words.isspace():
            pieces.append(escape(code[plain_from:start], quote=False))
            pieces.append(f'<span class="{ink}">{escape(code[start:at], quote=False)}</span>')
            plain_from = at
    pieces.append(escape(code[plain_from:], quote=False))
    return "".join(pieces)


def kinds_of_tokens(code: str, language: str) -> list[tuple[int, int, str]]:
    """Where each token of the code begins and ends, and Pygments' name of its kind; none where that takes too long."""
    tokens: list[tuple[int, int, str]] = []
    lexer = _lexer(language)
    deadline = monotonic() + PATIENCE
    for start, kind, words in lexer.get_tokens_unprocessed(code):
        if monotonic() > deadline:
            return []
        tokens.append((start, start + len(words), str(kind)))
    return tokens


@cache
def _ink(kind: "_TokenType") -> str | None:
    name = str(kind)
    if name in CHANGES:
        return CHANGES[name]
    if name.startswith("Token.Comment"):
        return "c"
    return "k" if name.startswith("Token.Keyword") or name == "Token.Operator.Word" else None


@cache
def _lexer(language: str) -> "Lexer":
    # Late, because the hub starts faster without it and many plans hold no code.
    from pygments.lexers import get_lexer_by_name

    return get_lexer_by_name(language)
