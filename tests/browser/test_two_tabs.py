"""Two tabs, one person: both see what comes, what is decided and what is written; nothing is decided twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE


@pytest.fixture
def tabs(office: Office) -> tuple[Desk, Desk]:
    profile = office.profile()
    return office.desk(profile), office.desk(profile)


def test_both_see_it_come_and_go(office: Office, tabs: tuple[Desk, Desk]) -> None:
    one, other = tabs
    with office.asks(REFUNDS) as hook:
        other.shows(REFUNDS_TITLE)
        one.shows(REFUNDS_TITLE).button("Approve").click()
        assert hook.ends().decision["behavior"] == "allow"
        for desk in tabs:
            desk.plan(REFUNDS_TITLE).says("^Approved by you$")
            expect(desk.item(REFUNDS_TITLE)).to_have_count(0)


def test_both_see_the_draft(office: Office, tabs: tuple[Desk, Desk]) -> None:
    one, other = tabs
    with office.asks(REFUNDS):
        other.shows(REFUNDS_TITLE)
        one.shows(REFUNDS_TITLE).writes("From the first tab")
        plan = other.plan(REFUNDS_TITLE)
        plan.says("^Words not sent$")
        plan.button("Request changes").click()
        expect(plan.words).to_have_value("From the first tab")


def test_both_write_and_both_are_kept(office: Office) -> None:
    """Two browsers: nothing is shared but the hub."""
    one, other = office.desk(), office.desk()
    with office.asks(REFUNDS):
        first, second = one.shows(REFUNDS_TITLE), other.shows(REFUNDS_TITLE)
        second.button("Request changes").click()
        first.writes("Words of the first")
        first.keeps_draft()
        second.words.press_sequentially("Words of the second")
        second.region.get_by_role("button", name="Add its words").click()
        expect(second.words).to_have_value(re.compile("Words of the second\n\nWords of the first"))


def test_a_second_verdict_is_already_decided(office: Office, tabs: tuple[Desk, Desk]) -> None:
    """The second tab has not heard of the first verdict: its feed is cut."""
    one, other = tabs
    with office.asks(REFUNDS) as hook:
        late = other.shows(REFUNDS_TITLE)
        refused: list[str] = []
        other.page.on("response", lambda r: r.status == 409 and refused.append(r.json()["error"]["code"]))
        held = other.page.context.new_cdp_session(other.page)
        held.send("Network.enable")
        held.send("Network.setBlockedURLs", {"urls": ["*/api/feed*"]})
        other.page.route("**/verdict", lambda route: answer_first(one, route))
        late.button("Approve").click()
        late.says("^Changes requested$")
        assert refused == ["already_decided"]
        assert "Too soon" in hook.ends().decision["message"]


def answer_first(one: Desk, route: "object") -> None:
    raise NotImplementedError
