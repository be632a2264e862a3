"""Hundreds of hooks wait at a hub that may open few files: none is dropped in silence, and the person gets in."""

import pytest

from tests.journeys.waiting_hooks import crowd, hub_with_limit
from tests.real_agents.person import Person, countermark
from tests.real_agents.workplace import Workplace

MANY = 260  # more than a limit of 256 could ever hold


@pytest.mark.parametrize("hard", [True, False], ids=["hard limit", "soft limit"])
def test_a_limit_of_256_open_files(workplace: Workplace, hard: bool) -> None:
    with hub_with_limit(workplace, hard=hard) as log, crowd(workplace, most=MANY) as hooks:
        with Person(workplace) as person, person.follows_feed() as lines:
            assert next(line for line in lines if line.startswith("data: "))
            assert f"{hooks.waiting} agents" in countermark(workplace, "status")
            person.approves(person.all_reviews()[0])
        if not hard:
            assert hooks.waiting == MANY
            return
        assert 120 <= hooks.waiting < MANY
        assert hooks.told.startswith("HTTP/1.1 503"), hooks
        assert "limit of open files" in hooks.told
        assert log.read_text().count("the agent door is full") == 1
