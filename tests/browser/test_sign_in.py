"""How a browser becomes the person's: a one-time link, a cookie that no script reads, and what a stranger sees."""

import re

from playwright.sync_api import Request, expect

from tests.browser.desk import Desk
from tests.browser.office import Office


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


def test_the_cookie(office: Office) -> None:
    profile = office.stranger()
    page = profile.new_page()
    page.goto(office.launch_address()[0])
    expect(Desk(page, office.address).inbox).to_be_visible()
    (cookie,) = profile.cookies()
    assert cookie.get("name") == f"countermark-{office.address.rpartition(':')[2]}"
    assert (cookie.get("httpOnly"), cookie.get("sameSite"), cookie.get("path")) == (True, "Strict", "/")
    assert len(cookie.get("value", "")) >= 43  # 256 bits in base64
    assert page.evaluate("document.cookie") == ""
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert cookie.get("value", "") not in kept
    assert not re.search(r"[\w-]{43}", kept), "nothing that looks like a secret is kept where scripts read"


def test_signing_out(office: Office) -> None:
    profile = office.stranger()
    page = profile.new_page()
    page.goto(office.launch_address()[0])
    expect(Desk(page, office.address).inbox).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign this browser out").click()
    expect(page.get_by_role("heading", name="This browser is not signed in.")).to_be_visible()
    assert profile.cookies() == []
