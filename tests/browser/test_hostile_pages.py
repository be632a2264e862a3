"""Other sites in the same browser, signed in or not: they read nothing, change nothing, and sign nobody out."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hostile_site
from tests.browser.chromium import REBOUND
from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE
from tests.browser.watch import Watch

Json = dict[str, Any]
HARMLESS = re.compile(r"^(refused: \w+|opaque 0 |opaque, 0 frames|error|sent)$")


@pytest.fixture
def evil_port() -> Iterator[int]:
    with hostile_site.site() as port:
        yield port


@pytest.fixture
def visited(office: Office, monkeypatch: pytest.MonkeyPatch) -> Office:
    """An office whose browsers also visit other sites on purpose: who else was asked is judged in the test."""
    monkeypatch.setattr(office, "judge", list[Watch])
    return office


def deeds(office: Office) -> list[Json]:
    """What a person did, if the journal is right; agents of earlier tests may still come and go."""
    persons = {"person", "page_visitor"}
    return [entry for entry in office.attendant.journal() if entry["actor"]["kind"] in persons]


def visits(desk: Desk, address: str) -> Page:
    page = desk.page.context.new_page()
    page.goto(address)
    expect(page.get_by_role("heading", name="A nice page")).to_be_visible()
    return page


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", REBOUND])
def test_a_hostile_site_gets_nothing(visited: Office, evil_port: int, host: str) -> None:
    """127.0.0.1 on another port is the same site, though another origin: the hardest of the three."""
    desk = visited.desk()
    with visited.asks(REFUNDS) as hook:
        plan = desk.shows(REFUNDS_TITLE)
        review = visited.attendant.sees(visited.attendant.sees_plan(), seen=True)
        before = deeds(visited)
        page = visits(desk, f"http://{host}:{evil_port}/")
        facts = {"desk": desk.address, "review": review["id"], "digest": review["sha256"]}
        told: dict[str, str] = page.evaluate(hostile_site.ATTEMPTS, {**facts, "port": desk.address.rpartition(":")[2]})
        assert {name: words for name, words in told.items() if not HARMLESS.match(words)} == {}
        assert [frame.name for frame in page.frames if frame.get_by_role("navigation", name="Inbox").count()] == []
        assert deeds(visited) == before
        assert hook.waits
        desk.reloads()
        plan = desk.chooses(REFUNDS_TITLE)
        plan.decides()
        assert hook.ends().decision["behavior"] == "allow"


def test_the_attempts_would_succeed_where_nobody_minds(visited: Office, evil_port: int) -> None:
    """The same script against a server without any protection, on a third port."""
    with hostile_site.site() as open_port:
        page = visits(visited.desk(), f"http://127.0.0.1:{evil_port}/")
        facts = {"desk": f"http://127.0.0.1:{open_port}", "review": "rv_1", "digest": "", "port": str(open_port)}
        told: dict[str, str] = page.evaluate(hostile_site.ATTEMPTS, facts)
    for name in ("fetch cors", "post json"):
        assert told[name].startswith("cors 200 <!doctype html><title>A nice page"), name
    for name in ("fetch no-cors", "post plain", "sign out"):
        assert told[name] == "opaque 0 ", name


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_window_that_it_opens_is_out_of_reach(visited: Office, evil_port: int, host: str) -> None:
    desk = visited.desk()
    page = visits(desk, f"http://{host}:{evil_port}/")
    page.evaluate(hostile_site.OPEN_WINDOW, desk.address)
    with desk.page.context.expect_page() as opening:
        page.get_by_role("heading").click()
    opened = opening.value
    opened.wait_for_load_state()
    assert opened.evaluate("window.opener") is None
    assert page.evaluate(hostile_site.REACH_WINDOW) in ("cut off", "refused: SecurityError")
    expect(Desk(opened, desk.address).inbox).to_be_visible()  # the person's own desk, in a window of its own


def test_a_rebound_name_is_not_the_desk(visited: Office) -> None:
    """A name of the attacker's that leads here: same port, so same origin as whatever answers."""
    desk = visited.desk()
    port = urlsplit(desk.address).port
    with visited.asks(REFUNDS) as hook:
        desk.shows(REFUNDS_TITLE)
        visited.attendant.sees(visited.attendant.sees_plan(), seen=True)
        before = deeds(visited)
        page = desk.page.context.new_page()
        answer = page.goto(f"http://{REBOUND}:{port}/")
        assert answer is not None
        assert answer.status in (403, 421)
        for path in ("/api/reviews?status=open", "/api/session", "/api/status", "/nothing"):
            status, body = page.evaluate("path => fetch(path).then(async got => [got.status, await got.text()])", path)
            assert status in (403, 421)
            assert REFUNDS_TITLE not in body
        signing = "fetch('/api/sign-in', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: %r})"
        code = visited.launch_address()[1]
        status = page.evaluate(signing % f'{{"code": "{code}"}}' + ".then(got => got.status)")
        assert status in (403, 421)
        assert deeds(visited) == before
        assert hook.waits
        expect(desk.reloads().item(REFUNDS_TITLE)).to_be_visible()
