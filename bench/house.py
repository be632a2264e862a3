"""How large the house is: lines for each room, files in each folder, functions; beside an older commit if one is named.

`python -m bench house --since COMMIT` prints both.
"""

import argparse
import ast
import io
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
TREES = ("src/countermark", "web/src", "tests", "web/tests", "bench", "tools")
SOURCES = {".py", ".ts", ".tsx", ".js", ".mjs", ".css", ".html"}
LONGEST_FUNCTION = 60
LONGEST_FILE = 400


@dataclass(frozen=True)
class House:
    """Lines for each room (generated files are a room of their own), files for each folder, lines of each function."""

    lines: Counter[str]
    files: Counter[str]
    longest_file: int
    functions: tuple[int, ...]


def main() -> int:
    """Prints the figures, beside those of the commit after `--since`; 1 if a file or a function is too long."""
    options = argparse.ArgumentParser(prog="bench house")
    options.add_argument("--since", metavar="COMMIT")
    commit = options.parse_known_args()[0].since
    house = measured(ROOT)
    if commit is None:
        report(house, house)
    else:
        with checked_out(commit) as older:
            report(measured(older), house)
    return int(max(house.functions) > LONGEST_FUNCTION or house.longest_file > LONGEST_FILE)


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The files of a commit in a temporary folder."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory(prefix="cm-b-") as folder, tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
        yield Path(folder)


def measured(root: Path) -> House:
    """Reads every source file below the trees; packages that npm or the build put there are not ours."""
    lines: Counter[str] = Counter()
    files: Counter[str] = Counter()
    functions: list[int] = []
    longest = 0
    for path in (path for tree in TREES for path in (root / tree).rglob("*") if path.suffix in SOURCES):
        place = path.relative_to(root)
        if {"node_modules", "static", ".running"} & set(place.parts):
            continue
        text = path.read_text("utf-8")
        count = text.count("\n")
        lines[room(place)] += count
        files[str(place.parent)] += 1
        if ".gen." not in path.name:
            longest = max(longest, count)
        if path.suffix == ".py":
            functions += function_lengths(text)
    return House(lines, files, longest, tuple(functions))


def room(place: Path) -> str:
    """`src/countermark/model`, `web/src/desk`, `tests/unit` …: a tree and one folder below it."""
    tree = next(tree for tree in TREES if place.is_relative_to(tree))
    inside = place.relative_to(tree).parts
    if ".gen." in place.name:
        return f"{tree} (generated)"
    return f"{tree}/{inside[0]}" if len(inside) > 1 else f"{tree} (top)"


def function_lengths(text: str) -> list[int]:
    """Lines of each function, its decorators not counted."""
    found = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [(node.end_lineno or node.lineno) - node.lineno + 1 for node in found]


def report(older: House, newer: House) -> None:
    print("lines for each room: before, now, difference")
    for name in sorted(older.lines | newer.lines):
        compare(name, older.lines[name], newer.lines[name])
    for tree in TREES:
        written = [
            sum(count for name, count in house.lines.items() if name.startswith(tree) and "generated" not in name)
            for house in (older, newer)
        ]
        compare(f"{tree}, all that was written by hand", *written)
    print("files: the five folders with the most")
    for name, _ in newer.files.most_common(5):
        compare(name, older.files[name], newer.files[name])
    compare("the folder with the most files", max(older.files.values()), max(newer.files.values()))
    compare("lines of the longest file written by hand", older.longest_file, newer.longest_file)
    print("functions of Python")
    compare("how many", len(older.functions), len(newer.functions))
    compare("median lines", round(statistics.median(older.functions)), round(statistics.median(newer.functions)))
    compare("longest", max(older.functions), max(newer.functions))


def compare(name: str, before: int, now: int) -> None:
    print(f"  {before:8,} {now:8,} {now - before:+8,}  {name}")


if __name__ == "__main__":
    sys.exit(main())
