"""A real agent for a test, or the one reason to go without."""

from pathlib import Path

import pytest

from tests.real_agents.npm_program import NpmProgram, Unreachable, fetched


def real(program: NpmProgram) -> Path:
    """The checked program; a test is skipped, loudly, only where npm cannot be reached."""
    try:
        return fetched(program)
    except Unreachable as reason:
        pytest.skip(f"THE REAL {program.name.upper()} IS NOT TESTED: {reason}")
