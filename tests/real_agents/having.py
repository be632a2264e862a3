"""A real program for a test, or the one reason to go without."""

import os
from pathlib import Path
from typing import NoReturn, assert_never

import pytest

from tests.real_agents.npm_program import NpmProgram, Unreachable, fetched
from tests.real_agents.npm_scripts import NpmScripts, fetched_scripts
from tests.real_agents.npm_tree import NpmTree, fetched_tree
from tests.real_agents.python_tree import PythonTree, fetched_python

Program = NpmProgram | NpmScripts | NpmTree | PythonTree
MAY_NOT_SKIP = "COUNTERMARK_TESTS_MAY_NOT_SKIP"


def real(program: Program) -> Path:
    """The checked program; a test is skipped, loudly, only where npm or PyPI cannot be reached."""
    try:
        return checked(program)
    except Unreachable as reason:
        goes_without(f"THE REAL {program.name.upper()} IS NOT TESTED: {reason}")


def checked(program: Program) -> Path:
    match program:
        case NpmProgram():
            return fetched(program)
        case NpmScripts():
            return fetched_scripts(program)
        case NpmTree():
            return fetched_tree(program)
        case PythonTree():
            return fetched_python(program)
        case _:
            assert_never(program)


def goes_without(words: str) -> NoReturn:
    """Skips the test; fails it where somebody has said that none may be skipped, as before a release."""
    if os.environ.get(MAY_NOT_SKIP):
        pytest.fail(f"{words} ({MAY_NOT_SKIP} is set)")
    pytest.skip(words)
