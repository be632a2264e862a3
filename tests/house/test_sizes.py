"""Functions of a breath and files that fit into a head."""

import ast
from pathlib import Path

from tests.house.layout import Function, files, functions, named, python_files, tree

FUNCTION_LINES = 60
FILE_LINES = 400
GENERATED = ".gen."


def sized_files() -> list[Path]:
    web = files("web", suffixes={".ts", ".tsx", ".css", ".js", ".mjs"})
    return [path for path in [*python_files(), *web] if GENERATED not in path.name]


def lines_of(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def too_long(source: ast.Module) -> list[str]:
    return [function.name for function in functions(source) if lines_of(function) > FUNCTION_LINES]


def test_no_function_is_over_60_lines() -> None:
    assert {named(path): long for path in python_files() if (long := too_long(tree(path)))} == {}


def test_no_file_is_over_400_lines() -> None:
    lines = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in sized_files()}
    assert {path: count for path, count in lines.items() if count > FILE_LINES} == {}


def test_a_long_function_would_be_seen() -> None:
    body = "\n".join("    pass" for _ in range(FUNCTION_LINES))
    assert too_long(ast.parse(f"async def long():\n{body}\n")) == ["long"]
