"""A real program for a test, or the one reason to go without."""

import os
from pathlib import Path
from typing import NoReturn

import pytest

from tests.real_agents.npm_program import NpmProgram, Unreachable, fetched
from tests.real_agents.npm_scripts import NpmScripts, fetched_scripts

MAY_NOT_SKIP = "COUNTERMARK_TESTS_MAY_NOT_SKIP"


def real(program: NpmProgram | NpmScripts) -> Path:
    """The checked program; a test is skipped, loudly, only where npm cannot be reached."""
    try:
        return fetched(program) if isinstance(program, NpmProgram) else fetched_scripts(program)
    except Unreachable as reason:
        goes_without(f"THE REAL {program.name.upper()} IS NOT TESTED: {reason}")


def goes_without(words: str) -> NoReturn:
    """Skips the test; fails it where somebody has said that none may be skipped, as before a release."""
    if os.environ.get(MAY_NOT_SKIP):
        pytest.fail(f"{words} ({MAY_NOT_SKIP} is set)")
    pytest.skip(words)
