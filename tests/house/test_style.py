"""What style.md asks of every Python file, as far as a program can see it."""

import ast
import re
from pathlib import Path

from tests.house.layout import PROGRAM, called, functions, named, program_files, python_files, tree

# The edges where anything may arrive and nothing may pass unseen. Another place needs a decision record.
BROAD_EXCEPTS = {
    "src/countermark/http_api/guards/edge.py",
    "src/countermark/cli/main.py",
    "src/countermark/hub_loops.py",
    "src/countermark/workers/pool.py",  # 0034
}
FACES = {"src/countermark/__init__.py"}  # packages whose __init__ says something on purpose: the version
VAGUE = re.compile(r"(^|_)(manager|helpers?|utils?|handlers?|misc|common)(_|$)|([a-z](Manager|Helper|Util|Handler)$)")


def broad_excepts(source: ast.Module) -> int:
    """How often anything at all is caught and kept; what cleans up and raises again hides nothing."""
    caught = [node for node in ast.walk(source) if isinstance(node, ast.ExceptHandler) and is_broad(node.type)]
    return sum(ast.unparse(handler.body[-1]) != "raise" for handler in caught)


def is_broad(caught: ast.expr | None) -> bool:
    if caught is None:
        return True
    if isinstance(caught, ast.Tuple):
        return any(is_broad(one) for one in caught.elts)
    return isinstance(caught, ast.Name) and caught.id in ("Exception", "BaseException")


def has_future_annotations(source: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(name.name == "annotations" for name in node.names)
        for node in source.body
    )


def opens_with_a_sentence(source: ast.Module) -> bool:
    opening = (ast.get_docstring(source) or "").split("\n\n")[0].strip()
    return opening.endswith((".", ":", "?", "!"))


def test_no_future_annotations() -> None:
    assert [named(path) for path in python_files() if has_future_annotations(tree(path))] == []


def test_a_module_opens_with_a_sentence() -> None:
    modules = [path for path in python_files() if path.name != "__init__.py"]
    silent = [named(path) for path in modules if not opens_with_a_sentence(tree(path))]
    assert silent == [], "say in one sentence what this module is for"


def test_an_init_is_empty() -> None:
    full = [path for path in python_files() if path.name == "__init__.py" and path.read_text(encoding="utf-8").strip()]
    assert set(map(named, full)) == FACES


def test_the_face_of_the_package_is_its_version() -> None:
    assigned = [node for node in tree(PROGRAM / "__init__.py").body if isinstance(node, ast.Assign)]
    assert [ast.unparse(target) for node in assigned for target in node.targets] == ["__version__"]


def test_catch_what_you_can_name() -> None:
    caught = {named(path): broad_excepts(tree(path)) for path in program_files()}
    assert {name: count for name, count in caught.items() if count > (name in BROAD_EXCEPTS)} == {}


def names(path: Path) -> list[str]:
    """What a module, its classes and its functions are called."""
    classes = [node.name for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
    return [path.stem, *classes, *(function.name for function in functions(tree(path)))]


def test_names_say_something() -> None:
    vague = {named(path): [name for name in names(path) if VAGUE.search(name)] for path in program_files()}
    assert {path: found for path, found in vague.items() if found} == {}


def test_bad_samples_would_be_seen() -> None:
    bad = ast.parse("from __future__ import annotations\ntry: go()\nexcept (OSError, Exception): pass\n")
    assert has_future_annotations(bad)
    assert broad_excepts(bad) == 1
    assert broad_excepts(ast.parse("try: go()\nexcept: pass\n")) == 1
    assert broad_excepts(ast.parse("try: go()\nexcept BaseException: stop(); raise\n")) == 0
    assert not opens_with_a_sentence(bad)
    assert [name for name in ("utils", "SessionManager", "path_helper", "information") if VAGUE.search(name)] == [
        "utils",
        "SessionManager",
        "path_helper",
    ]
    assert called(ast.parse("time.sleep(1)", mode="eval").body) == "sleep"
