"""How a browser becomes the person's: a one-time link, a token in this port's storage, and what a stranger sees."""

import re
import subprocess

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.browser.desk import Desk
from tests.browser.office import TOKEN, Office
from tests.browser.watch import Watch
from tests.real_agents.person import countermark


def test_the_link_signs_in_and_leaves_the_address(office: Office) -> None:
    link, _ = office.launch_address()
    page = office.stranger().new_page()
    visited: list[str] = []
    page.on("framenavigated", lambda frame: visited.append(frame.url))
    page.goto(link)
    expect(Desk(page, office.address).inbox).to_be_visible()
    expect(page).to_have_url(f"{office.address}/")
    assert page.evaluate("history.length") <= 2, "the link must be replaced, not left behind one step"
    page.reload()
    expect(Desk(page, office.address).inbox).to_be_visible()
    assert visited[-1] == f"{office.address}/"


def test_the_code_is_gone_before_anything_is_asked(office: Office) -> None:
    link, code = office.launch_address()
    page = office.stranger().new_page()
    sent: list[tuple[str, str | None]] = []
    page.on("request", lambda request: sent.append((request.url, request.headers.get("referer"))))
    at_sign_in: list[str] = []

    def look(request: Request) -> None:
        if request.url.endswith("/api/sign-in"):
            at_sign_in.append(request.frame.url)

    page.on("request", look)
    page.goto(link)
    expect(Desk(page, office.address).inbox).to_be_visible()
    assert at_sign_in == [f"{office.address}/"], "the address bar still showed the code while it was sent"
    # Playwright names the document with its fragment; a fragment is never sent.
    assert [url for url, _ in sent[1:] if code in url] == []
    assert [referer for _, referer in sent if referer] == []


def test_the_code_works_once(office: Office) -> None:
    link, _ = office.launch_address()
    first, second = office.stranger().new_page(), office.stranger().new_page()
    first.goto(link)
    expect(Desk(first, office.address).inbox).to_be_visible()
    second.goto(link)
    expect(second.get_by_role("heading", name="This browser is not signed in.")).to_be_visible()
    expect(second).to_have_url(f"{office.address}/")


def test_a_used_link_does_no_harm_where_one_is_signed_in(office: Office) -> None:
    link, _ = office.launch_address()
    page = office.stranger().new_page()
    for _ in range(2):
        page.goto("about:blank")
        page.goto(link)
        expect(Desk(page, office.address).inbox).to_be_visible()


def test_a_link_opened_in_a_tab_that_shows_the_desk(office: Office) -> None:
    """The browser only changes the fragment then: nothing is loaded."""
    page = office.stranger().new_page()
    page.goto(office.address)
    expect(page.get_by_role("heading", name="This browser is not signed in.")).to_be_visible()
    page.goto(office.launch_address()[0])
    expect(Desk(page, office.address).inbox).to_be_visible()
    expect(page).to_have_url(f"{office.address}/")


def test_a_stranger_is_told_what_to_do(office: Office) -> None:
    page = office.stranger().new_page()
    page.goto(office.address)
    expect(page.get_by_role("main")).to_contain_text("countermark open")
    expect(page).to_have_title("Countermark")
    assert page.evaluate("fetch('/api/reviews?status=open').then(answer => answer.status)") == 401


def signs_in(office: Office, profile: BrowserContext) -> Desk:
    page = profile.new_page()
    page.goto(office.launch_address()[0])
    desk = Desk(page, office.address)
    expect(desk.inbox).to_be_visible()
    return desk


def signs_out(desk: Desk) -> None:
    """Return when the page has loaded itself anew, as it does so that nothing stays in its memory."""
    desk.page.get_by_role("button", name="Settings").click()
    with desk.page.expect_event("load"):
        desk.page.get_by_role("button", name="Sign this browser out").click()


def check_stranger(page: Page) -> None:
    expect(page.get_by_role("heading", name="This browser is not signed in.")).to_be_visible()


def test_the_token(office: Office) -> None:
    profile = office.stranger()
    page = signs_in(office, profile).page
    assert profile.cookies() == []
    token: str = page.evaluate(f"localStorage.getItem({TOKEN!r})")
    assert re.fullmatch(r"[\w-]{43,}", token)  # 256 bits in base64
    assert page.evaluate("sessionStorage.length") == 0
    assert page.evaluate("fetch('/api/session').then(answer => answer.status)") == 401
    told = f"fetch('/api/session', {{headers: {{Authorization: 'Bearer {token}'}}}}).then(answer => answer.status)"
    assert page.evaluate(told) == 200


def test_signing_out(office: Office) -> None:
    profile = office.stranger()
    desk = signs_in(office, profile)
    token: str = desk.page.evaluate(f"localStorage.getItem({TOKEN!r})")
    signs_out(desk)
    check_stranger(desk.page)
    assert token not in desk.page.evaluate("JSON.stringify({...localStorage})")
    told = f"fetch('/api/session', {{headers: {{Authorization: 'Bearer {token}'}}}}).then(answer => answer.status)"
    assert desk.page.evaluate(told) == 401


def test_signing_out_is_noticed_in_the_other_tabs(office: Office) -> None:
    profile = office.stranger()
    one = signs_in(office, profile)
    other = Desk(profile.new_page(), office.address).opens()
    signs_out(one)
    check_stranger(one.page)
    check_stranger(other.page)
    other.page.reload()
    check_stranger(other.page)


def test_signing_in_is_noticed_in_the_other_tabs(office: Office) -> None:
    profile = office.stranger()
    waiting = profile.new_page()
    waiting.goto(office.address)
    check_stranger(waiting)
    signs_in(office, profile)
    expect(Desk(waiting, office.address).inbox).to_be_visible()


def test_a_sign_in_that_the_hub_has_ended_is_noticed(office: Office) -> None:
    """From elsewhere, as the hub does on a shared machine."""
    desk = signs_in(office, office.stranger())
    token: str = desk.page.evaluate(f"localStorage.getItem({TOKEN!r})")
    headers = {"Authorization": f"Bearer {token}", "Origin": office.address}
    httpx.post(f"{office.address}/api/sign-out", headers=headers, json={}, trust_env=False).raise_for_status()
    check_stranger(desk.page)
    assert desk.page.evaluate(f"localStorage.getItem({TOKEN!r})") is None


def test_a_browser_that_keeps_nothing_is_signed_in_until_it_reloads(office: Office) -> None:
    profile = office.stranger()
    profile.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    desk = signs_in(office, profile)
    desk.page.reload()
    check_stranger(desk.page)


def test_a_used_link_says_how_to_get_a_new_one_for_this_data_folder(own_office: Office) -> None:
    link, _ = own_office.launch_address()
    desk = Desk(own_office.stranger().new_page(), own_office.address)
    desk.page.goto(link)
    expect(desk.inbox).to_be_visible()
    late = own_office.stranger().new_page()
    late.goto(link)
    check_stranger(late)
    command = late.get_by_role("main").locator("code").inner_text()
    assert command == f"COUNTERMARK_HOME={own_office.workplace.desk_folder} countermark open"
    expect(late.get_by_role("main")).to_contain_text("This link was used already")
    bare = {**own_office.workplace.environment()}
    del bare["COUNTERMARK_HOME"]
    told = ["sh", "-c", f"{command} --print"]
    printed = subprocess.run(told, env=bare, cwd="/", capture_output=True, text=True, check=True).stdout
    late.goto(printed.strip())
    expect(Desk(late, own_office.address).inbox).to_be_visible()
    signs_out(desk)
    # The desk that is being left names commands too.
    told_again = desk.page.get_by_role("main").locator("code").filter(has_text="countermark open")
    expect(told_again).to_have_text(command)


@pytest.mark.parametrize("fragment", ["", "#code=" + "x" * 43])
def test_a_stranger_learns_nothing_of_the_data_folder(office: Office, fragment: str) -> None:
    page = office.stranger().new_page()
    page.goto(f"{office.address}/{fragment}")
    check_stranger(page)
    assert page.get_by_role("main").locator("code").inner_text() == "countermark open"
    answer = page.request.post(
        f"{office.address}/api/sign-in", headers={"Origin": office.address}, data={"code": "x" * 43}
    )
    assert (answer.status, str(office.workplace.desk_folder) in answer.text()) == (401, False)


@pytest.mark.parametrize("own_office", ["[hub]\nshared_machine = true\n"], indirect=True)
def test_on_a_shared_machine_the_desk_forgets_its_token_before_the_port_is_given_up(
    own_office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_office, "judge", list[Watch])  # there is no hub any more to judge by
    desk = signs_in(own_office, own_office.stranger())
    countermark(own_office.workplace, "stop")
    check_stranger(desk.page)
    assert desk.page.evaluate(f"localStorage.getItem({TOKEN!r})") is None
