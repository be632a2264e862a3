"""The tests guard themselves: real parts, no fixed sleeps, no test that cannot fail."""

import ast

from tests.house.layout import ROOT, TESTS, Function, called, files, functions, named, tree

LOOPS = (ast.For, ast.While, ast.AsyncFor)
JUDGES = (
    "test_",
    "assert",
    "check",
    "expect",
    "must",
    "raises",
    "warns",
    "fail",
    "run_state_machine",
    "wait_for",
    "wait_until",
)
MOCKS = {"unittest.mock", "mock", "pytest_mock"}
FOLDERS = {"unit", "contract", "house", "journeys", "browser"}


def test_files() -> None:
    strays = {path.name for path in TESTS.iterdir() if path.is_dir() and list(path.rglob("test_*.py"))} - FOLDERS
    assert strays == set(), "tests lie in one of the rings, else nobody runs them"


def fixed_sleeps(source: ast.AST, *, in_loop: bool = False) -> list[int]:
    """The lines that sleep outside of a loop: inside one, a sleep is the breath between two looks."""
    found = [source.lineno] if isinstance(source, ast.Call) and is_fixed_sleep(source) and not in_loop else []
    for node in ast.iter_child_nodes(source):
        found += fixed_sleeps(node, in_loop=in_loop or isinstance(source, LOOPS))
    return found


def is_fixed_sleep(call: ast.Call) -> bool:
    """A sleep of so many seconds; `asyncio.sleep(0)` waits for nothing, and a variable is somebody's script."""
    if called(call) != "sleep" or not call.args:
        return False
    return isinstance(call.args[0], ast.Constant) and bool(call.args[0].value)


def can_fail(function: Function) -> bool:
    """Whether a test judges something: by an assert, or by calling something that is named like a judge."""
    return any(
        isinstance(node, ast.Assert | ast.Raise) or called(node).lstrip("_").startswith(JUDGES)
        for node in ast.walk(function)
    )


def imports_mocks(source: ast.Module) -> bool:
    plain = {name.name for node in ast.walk(source) if isinstance(node, ast.Import) for name in node.names}
    froms = [node for node in ast.walk(source) if isinstance(node, ast.ImportFrom)]
    named_from = {f"{node.module}.{name.name}" for node in froms for name in node.names}
    return not MOCKS.isdisjoint(plain | named_from | {str(node.module) for node in froms})


TEST_FILES = files("tests", suffixes={".py"})


def test_nothing_sleeps_for_luck() -> None:
    sleeps = {named(path): lines for path in TEST_FILES if (lines := fixed_sleeps(tree(path)))}
    assert sleeps == {}, "wait for what you wait for, with a limit"


def test_parts_are_real() -> None:
    assert [named(path) for path in TEST_FILES if imports_mocks(tree(path))] == []


def test_every_test_can_fail() -> None:
    files_of_tests = (path for path in TEST_FILES if path.name.startswith("test_"))
    tests = ((path, each) for path in files_of_tests for each in functions(tree(path)) if each.name.startswith("test_"))
    assert [f"{named(path)}: {each.name}" for path, each in tests if not can_fail(each)] == []


def test_bad_samples_would_be_seen() -> None:
    sample = ast.parse(
        "from unittest import mock\ndef test_nothing():\n    time.sleep(1)\n    while True:\n        time.sleep(0.1)\n"
    )
    assert fixed_sleeps(sample) == [3]
    assert imports_mocks(sample)
    assert not can_fail(next(functions(sample)))


def test_the_rings_are_the_ones_that_make_runs() -> None:
    rings = (ROOT / "Makefile").read_text(encoding="utf-8").split("RINGS := ")[1].splitlines()[0].split()
    assert set(rings) == {f"tests/{folder}" for folder in FOLDERS}
