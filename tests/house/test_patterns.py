"""No pattern of the program uses what Python before 3.11.5 matches wrongly: possessive quantifiers, atomic groups."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from tests.house.layout import PROGRAM, named, program_files, tree

# Characters that stand for themselves: escaped ones, and what is inside of a class.
LITERAL = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
ATOMIC = re.compile(r"[*+?}]\+|\(\?>")
TAKES_A_PATTERN = {"compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub"}


def is_atomic(pattern: str) -> bool:
    return bool(ATOMIC.search(LITERAL.sub("x", pattern)))


def text_of(pattern: str | bytes) -> str:
    return pattern if isinstance(pattern, str) else pattern.decode("latin-1")


def patterns_in(value: object) -> Iterator[str]:
    """The patterns that stand under a name: one, or a collection of them."""
    values = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else (value,)
    for each in values:
        if isinstance(each, re.Pattern):
            yield text_of(each.pattern)


def named_values(module: ModuleType) -> Iterator[object]:
    """What has a name in a module or in one of its classes."""
    for value in vars(module).values():
        yield value
        if isinstance(value, type) and value.__module__ == module.__name__:
            yield from vars(value).values()


def patterns_passed(source: ast.Module) -> Iterator[str]:
    """The literal patterns that are handed to `re` where they are used; a placeholder counts as a letter."""
    for node in ast.walk(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKES_A_PATTERN:
            if ast.unparse(node.func.value) != "re":
                continue
            parts = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
            yield "x".join(text_of(part) for part in parts if isinstance(part, (str, bytes)))


def patterns_of(path: Path) -> list[str]:
    """Every pattern that a module has or passes on."""
    source = tree(path)
    patterns = list(patterns_passed(source))
    if any(isinstance(node, ast.Import) and node.names[0].name == "re" for node in source.body):
        dotted = ".".join(path.relative_to(PROGRAM.parent).with_suffix("").parts)
        for value in named_values(importlib.import_module(dotted)):
            patterns += patterns_in(value)
    return patterns


def test_no_pattern_is_possessive() -> None:
    modules = [path for path in program_files() if path.name != "__main__.py"]
    assert {named(path): bad for path in modules if (bad := [*filter(is_atomic, patterns_of(path))])} == {}


def test_a_possessive_pattern_would_be_seen() -> None:
    assert [is_atomic(pattern) for pattern in (r"a*+b", r"(?:ab?c)++", r"a?+", r"a{2,3}+", r"(?>a|ab)c")] == [True] * 5
    assert not any(is_atomic(pattern) for pattern in (r"c\++", r"[*+]+", r"[^]*+]", r"a+\+", r"(?:a+)+"))
    assert list(patterns_in({"one": re.compile(rb"a++")})) == ["a++"]
    assert list(patterns_passed(ast.parse("re.search(f'a{b}++', text); text.split('c++')"))) == ["ax++"]
