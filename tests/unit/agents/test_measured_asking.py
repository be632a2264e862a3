"""The files of agents say of their asking what the real programs were seen to do, and with which version."""

from collections.abc import Sequence

import pytest

from countermark.agents.launch_brands import AskingSource, BeforeActing
from countermark.agents.launch_catalog import built_in
from tests.journeys.test_acp_peers import ASKING, ASKS, BY_DEFAULT, CHOSEN, WRITES, Manners
from tests.real_agents.acp_peers import PEERS

BRANDS = {"claude": "claude-code"}  # where a peer is called otherwise
MODES = {"opencode": "build"}  # it has an option instead of modes
SEEN: dict[tuple[str, ...], set[BeforeActing]] = {
    (): {BeforeActing.NEVER, BeforeActing.SANDBOXED},
    (ASKS,): {BeforeActing.ASKED},
    (ASKS, WRITES): {BeforeActing.ASKED},
    (WRITES,): {BeforeActing.WRITES_THROUGH_US},
}
PLANS = {BeforeActing.NOT_DONE}
MEASURED: Sequence[tuple[str, Manners]] = [*BY_DEFAULT.items(), *ASKING.items(), *CHOSEN]


@pytest.mark.parametrize(("name", "manners"), MEASURED, ids=[f"{name}-{each.mode}" for name, each in MEASURED])
def test_a_brand_says_what_was_seen(name: str, manners: Manners) -> None:
    brand = built_in()[BRANDS.get(name, name)]
    row = brand.asks_in(MODES.get(name, manners.mode))
    assert row.source is AskingSource.MEASURED
    assert row.shell in (SEEN[manners.shell] if manners.acts else PLANS)
    assert row.edit in (SEEN[manners.edit] if manners.acts else PLANS)
    assert brand.version == PEERS[name].program.version


def test_what_is_called_measured_is_measured_in_a_journey() -> None:
    seen = {(BRANDS.get(name, name), MODES.get(name, manners.mode)) for name, manners in MEASURED}
    said = {
        (brand.name, row.mode)
        for brand in built_in().values()
        for row in brand.asks
        if row.source is AskingSource.MEASURED
    }
    assert said == seen
