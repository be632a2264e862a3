"""A hub's threads take short turns."""

import sys
from collections.abc import Iterator

import pytest

from countermark.machine.turns import TURN_SECONDS, take_short_turns


@pytest.fixture
def usual_turns() -> Iterator[float]:
    before = sys.getswitchinterval()
    yield before
    sys.setswitchinterval(before)


def test_turns_are_shorter_than_usual(usual_turns: float) -> None:
    take_short_turns()
    assert sys.getswitchinterval() == pytest.approx(TURN_SECONDS)
    assert sys.getswitchinterval() < usual_turns / 2
