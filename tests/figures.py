"""How far the long drivers go: a seeded tenth in `make test`, the full figure in `make soak`."""

import os
import random
from collections.abc import Callable
from typing import Any, TypeVar

import hypothesis
import pytest

FULL = bool(os.environ.get("COUNTERMARK_FULL_FIGURES"))
Test = TypeVar("Test", bound=Callable[..., Any])
Each = TypeVar("Each")


def figure(full: int, *, part: int = 10) -> int:
    """The full figure, or a part of it; the test is marked `tenth`, so that `make soak` finds it."""
    return full if FULL else max(1, full // part)


def share(full: list[Each], *, seed: object) -> list[Each]:
    """All of these, or a tenth of them, two at least; the same seed chooses the same ones."""
    if FULL:
        return full
    return random.Random(repr(seed)).sample(full, max(2, len(full) // 10))


def examples(full: int) -> Callable[[Test], Test]:
    """A property that is tried with so many examples, or with a tenth of them."""

    def decorate(test: Test) -> Test:
        marked: Test = pytest.mark.tenth(hypothesis.settings(max_examples=figure(full))(test))
        return marked

    return decorate
