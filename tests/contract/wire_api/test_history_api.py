"""History over HTTP: whatever is asked is answered, or refused in words."""

import pytest

from tests.contract.wire_api.conftest import Furnished


@pytest.mark.parametrize(
    "query",
    ["before=-1", "before=x", f"before={2**63}", f"before={10**40}", "limit=0", "limit=201", "since=2026-01-01",
     "since=NaN", "kind=x", "outcome=x", "decider=x", f"words={'a' * 401}"],
)  # fmt: skip
def test_what_means_nothing_is_refused(furnished: Furnished, query: str) -> None:
    answer = furnished.target.ask("GET", f"/api/history?{query}")
    assert (answer.status, answer.json["error"]["code"]) == (422, "bad_input")


@pytest.mark.parametrize(
    "query",
    [f"before={2**63 - 1}", "since=0001-01-01T00:00:00%2B23:59", "until=9999-12-31T23:59:59-23:59", "words=%22",
     "words=NEAR(a%20b,%205)", "words=title:x%20OR%20*", "words=%00", "workspace=%00", "words=%F0%9F%9A%80",
     f"words={'a%20' * 199}", f"words={'%22a%22' * 133}"],
)  # fmt: skip
def test_what_can_be_asked_is_answered(furnished: Furnished, query: str) -> None:
    assert furnished.target.ask("GET", f"/api/history?{query}").status == 200
