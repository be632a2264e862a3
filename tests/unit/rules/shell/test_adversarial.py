"""Each trick gets the answer that stands in the table, and nothing gets a looser one."""

import pytest

from tests.unit.rules.shell.adversarial import CASES
from tests.unit.rules.shell.deciding import decide

ROWS = [
    pytest.param(line, decision, id=f"{trick}-{decision}-{number}")
    for trick, decisions in CASES.items()
    for decision, lines in decisions.items()
    for number, line in enumerate(lines)
]


@pytest.mark.parametrize(("line", "decision"), ROWS)
def test_decision(line: str, decision: str) -> None:
    assert decide(line) == decision, repr(line)[:200]


def test_there_are_enough() -> None:
    lines = [row.values[0] for row in ROWS]
    assert len(lines) == len(set(lines)) >= 300
    assert len(CASES) >= 15
