"""Code that stands in a line for an interpreter (`python -c`, `awk`): which commands and paths are named in it."""

import re
from collections.abc import Iterator

Argv = tuple[str, ...]

INTERPRETER = re.compile(
    r"python[\d.]*|pypy[\d.]*|ipython|perl[\d.]*|ruby[\d.]*|node|nodejs|deno|bun|php[\d.]*|lua[\d.]*|luajit|[gmn]?awk"
    r"|tclsh|osascript|rscript|julia|groovy|elixir|ts-node|tsx|pwsh|powershell|emacs|expect|sqlite3|psql|mysql"
)
STARTS_A_PROGRAM = re.compile(r"system|popen|exec|spawn|subprocess|child_process|shell|run|call|pty|fork|qx|%x|`|\|")
TEXT = re.compile(r"'((?:\\.|[^'\\\n])*)'|\"((?:\\.|[^\"\\\n])*)\"|`([^`]*)`|(?:qx|%x)\W([^)}\]]*)", re.DOTALL)
PIECES = re.compile(r"[\s'\"`()\[\]{},;<>|&]+")
MOST_TEXTS = 40


def commands_in_code(words: Argv) -> tuple[Argv, ...]:
    """Commands as the code may start them: every text split at its blanks, and the texts in a row."""
    if not INTERPRETER.fullmatch(words[0]):
        return ()
    return tuple(command for code in words[1:] if STARTS_A_PROGRAM.search(code) for command in _commands(code))


def _commands(code: str) -> Iterator[Argv]:
    texts = [next(filter(None, match.groups()), "") for match in TEXT.finditer(code)][:MOST_TEXTS]
    for index, text in enumerate(texts):
        for line in re.split(r"[;|&\n]", text)[:MOST_TEXTS]:
            if command := tuple(line.split()):
                yield command
        if following := tuple(text for text in texts[index : index + 8] if text):
            yield following


def pieces_of_code(words: Argv) -> Argv:
    """Everything in the code that may be a path."""
    if not INTERPRETER.fullmatch(words[0]):
        return ()
    return tuple(piece for code in words[1:] for piece in PIECES.split(code) if piece)
