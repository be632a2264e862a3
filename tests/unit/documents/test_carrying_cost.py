"""Many marks in one long block: each weighs what lies around it, not the whole block."""

import random

import pytest

from countermark.documents.difference import alignment
from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.documents.marks import carrying
from countermark.model.places import Place

WORDS, MARKS = 3000, 200


def test_a_long_block_is_not_weighed_for_each_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(2)
    old, new = (passages(render(" ".join(chance.choice("ab") for _ in range(WORDS)))) for _ in range(2))
    block = old.units[0].block
    places = [Place(block, at, block, at + 8) for at in range(0, 2 * WORDS - 10, 2 * WORDS // MARKS)]
    weighed = list[int]()

    def counted(words: list[str]) -> int:
        weighed.append(len(words))
        return alignment.total(words)

    monkeypatch.setattr(carrying, "total", counted)
    found = carrying.carry(old, new, places)
    assert len(found) == len(places) >= MARKS
    assert sum(weighed) < 100 * MARKS + 4 * WORDS
