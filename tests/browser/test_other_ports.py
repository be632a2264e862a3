"""Another user's listener on another port of this host: a browser that visits it takes nothing of the sign-in along."""

import http.client
import json

import pytest
from playwright.sync_api import BrowserContext, Request, expect

from tests.browser.desk import Desk
from tests.browser.office import TOKEN, Office
from tests.browser.plans import REFUNDS, REFUNDS_TITLE
from tests.browser.watch import Watch
from tests.second_user import as_another_user, needs_a_second_user, other_users_site

PAGE = b"<!doctype html><title>A nice page</title><link rel=icon href=data:,><h1>A nice page</h1><img src=/picture>"
FILLS_THE_JAR = b"""<!doctype html><title>A nice page</title><link rel=icon href=data:,><h1>A nice page</h1><script>
  const [count, port] = location.hash.slice(1).split(",").map(Number);
  const set = (name, value) => (document.cookie = `${name}=${value}; path=/`);
  for (let n = 0; n < count; n++) set(`stray-${n}`, "x".repeat(4000));
  set(`countermark-${port}`, "w".repeat(43));
</script>"""


@pytest.fixture
def visited(office: Office, monkeypatch: pytest.MonkeyPatch) -> Office:
    """An office whose browsers also visit other sites on purpose."""
    monkeypatch.setattr(office, "judge", list[Watch])
    return office


def token_in(desk: Desk) -> str:
    found: str = desk.page.evaluate(f"localStorage.getItem({TOKEN!r})")
    assert len(found) >= 43  # 256 bits in base64
    return found


def asked_by_another_user(address: str, method: str, path: str, headers: dict[str, str], body: object = None) -> int:
    """The status of the hub's answer to that user."""
    line = http.client.HTTPConnection(address.removeprefix("http://"), timeout=10)
    told = {"Content-Type": "application/json", "Origin": address, **headers} if body is not None else headers
    with as_another_user():
        line.connect()
        line.request(method, path, None if body is None else json.dumps(body), told)
        status = line.getresponse().status
        line.close()
    return status


@needs_a_second_user
def test_a_visited_port_of_another_user_hears_nothing_that_signs_in(visited: Office) -> None:
    desk = visited.desk()
    with visited.asks(REFUNDS) as hook, other_users_site(PAGE) as thief:
        desk.shows(REFUNDS_TITLE)
        review = visited.attendant.sees(visited.attendant.sees_plan(), seen=True)
        page = desk.page.context.new_page()
        page.goto(thief.address)
        page.evaluate("fetch('/more', {method: 'POST', credentials: 'include', body: 'x'})")
        expect(page.get_by_role("heading", name="A nice page")).to_be_visible()
        assert len(thief.heard) >= 3
        assert token_in(desk) not in json.dumps(thief.heard)
        assert page.evaluate("[document.cookie, localStorage.length]") == ["", 0]
        verdict = {"verdict": "approved", "notes": None, "shown_sha256": review["sha256"], "revision": 1}
        for heard in [{}, *(headers for _, _, headers in thief.heard)]:
            replayed = {name: value for name, value in heard.items() if name in ("authorization", "cookie")}
            assert asked_by_another_user(desk.address, "GET", "/api/session", replayed) == 401
            path = f"/api/reviews/{review['id']}/verdict"
            assert asked_by_another_user(desk.address, "POST", path, replayed, verdict) == 401
        assert hook.waits
        desk.plan(REFUNDS_TITLE).decides()
        assert hook.ends().decision["behavior"] == "allow"


@needs_a_second_user
@pytest.mark.parametrize("count", [14, 40, 170])
def test_cookies_of_another_users_port_neither_sign_out_nor_lock_out(visited: Office, count: int) -> None:
    desk = visited.desk()
    token = token_in(desk)
    port = desk.address.rpartition(":")[2]
    with other_users_site(FILLS_THE_JAR) as stranger:
        page = desk.page.context.new_page()
        page.goto(f"{stranger.address}/#{count},{port}")
        expect(page.get_by_role("heading", name="A nice page")).to_be_visible()
        assert page.evaluate("document.cookie.length") > count * 4000, "all of them are sent to every port"
    with visited.asks(REFUNDS) as hook:
        desk.reloads()
        plan = desk.chooses(REFUNDS_TITLE)
        plan.decides()
        assert hook.ends().decision["behavior"] == "allow"
    assert token_in(desk) == token


def test_what_the_desk_sends(office: Office) -> None:
    """Every request for data has the token in its header; none has it in its address; there is no cookie."""
    profile = office.profile()
    with office.asks(REFUNDS):
        sent = requests_of(profile)
        desk = office.desk(profile)
        desk.chooses(REFUNDS_TITLE)
        token = token_in(desk)
        data = [request for request in sent if "/api/" in request.url]
        assert any("/api/feed" in request.url for request in data)
        assert [request.url for request in sent if token in request.url] == []
        assert [request.url for request in sent if "cookie" in request.all_headers()] == []
        told = {request.all_headers().get("authorization") for request in data}
        assert told == {f"Bearer {token}"}
        assert profile.cookies() == []


def requests_of(profile: BrowserContext) -> list[Request]:
    sent: list[Request] = []

    def note(request: Request) -> None:
        sent.append(request)

    profile.on("request", note)
    return sent
