"""The overlay's late part: fetched when the page is idle, at once when it is wanted, again when that has failed."""

from playwright.sync_api import expect

from tests.browser.overlay.page import Reviewed, held
from tests.browser.overlay.site import Site

LATE = "**/client.js?late=*"
FAILED = "Failed to load the panel"


def test_it_comes_by_itself_and_once(reviewed: Reviewed) -> None:
    with reviewed.page.expect_response(LATE) as came:
        reviewed.opens()
    assert came.value.status == 200
    asked: list[str] = []
    reviewed.page.on("request", lambda request: asked.append(request.url) if "?late" in request.url else None)
    reviewed.opens_panel().selects(".lead", "baked")
    expect(reviewed.el("empty-arrow")).to_be_visible()
    assert asked == []


def test_the_panel_opens_before_it_is_there(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "Bigger")
    with held(reviewed, LATE):
        reviewed.opens().opens_panel()
        for name in ("tab-this-page", "tab-all-pages", "page-note-add", "export", "clear-all", "panel-content"):
            expect(reviewed.el(name)).to_be_visible()
        expect(reviewed.el("tab-this-page")).to_have_text("This Page (1)")
        expect(reviewed.outlined).to_have_count(1)
        expect(reviewed.el("element-annotation-item")).to_have_count(0)
        reviewed.el("page-note-add").click()
    expect(reviewed.el("element-annotation-item")).to_contain_text("Bigger")
    expect(reviewed.el("page-note-textarea")).to_be_focused()


def test_what_was_selected_before_it_is_there_is_not_lost(reviewed: Reviewed, site: Site) -> None:
    with held(reviewed, LATE):
        reviewed.opens().page.locator(".lead").dblclick(position={"x": 8, "y": 10})
        reviewed.popup_is("hidden")
    reviewed.popup_is("visible")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    reviewed.writes("A word")
    expect(reviewed.marks).to_have_count(1)
    assert [one["note"] for one in site.annotations()] == ["A word"]


def test_a_failure_is_told_and_the_next_wish_tries_again(reviewed: Reviewed) -> None:
    reviewed.forgives("Failed to load resource", FAILED)
    reviewed.page.route(LATE, lambda route: route.abort())
    reviewed.opens().opens_panel()
    expect(reviewed.el("toast")).to_have_text(FAILED)
    expect(reviewed.el("empty-arrow")).to_have_count(0)
    reviewed.page.unroute(LATE)
    reviewed.el("page-note-add").click()
    expect(reviewed.el("empty-arrow")).to_be_visible()
    expect(reviewed.el("page-note-textarea")).to_be_focused()


def test_an_answer_that_does_nothing_is_no_late_part(reviewed: Reviewed) -> None:
    reviewed.forgives(FAILED)
    empty = {"content_type": "text/javascript", "body": "export {};"}
    reviewed.page.route(LATE, lambda route: route.fulfill(**empty))
    reviewed.opens().opens_panel()
    expect(reviewed.el("toast")).to_have_text(FAILED)
    reviewed.page.unroute(LATE)
    reviewed.el("fab").click()
    reviewed.opens_panel()
    expect(reviewed.el("empty-arrow")).to_be_visible()


def test_a_policy_of_nonces_lets_it_in(reviewed: Reviewed, site: Site) -> None:
    page = "<!doctype html><link rel=icon href=data:,><script nonce=abc123>1</script><p>Only this.</p></body>"
    site.writes_page("strict", page, policy="script-src 'nonce-abc123'")
    reviewed.opens("/strict").opens_panel()
    expect(reviewed.el("empty-arrow")).to_be_visible()
