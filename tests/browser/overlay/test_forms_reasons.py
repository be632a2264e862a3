"""Why something failed, and what to do, is said in the toast, and in the panel as long as it is so."""

import json

from playwright.sync_api import Page, Route, expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

MOVE = "Something else has its name: move that away"
NO_HUB = {"error": "The countermark hub cannot be reached. Why not.", "code": "no_hub", "hint": "Try again."}


def without_a_hub(page: Page) -> None:
    """From now on the page's server answers as each way in does while there is no hub."""
    gone = {"status": 503, "content_type": "application/json", "body": json.dumps(NO_HUB)}
    page.route("**/__inline-review/api/**", lambda route: route.fulfill(**gone))


def with_another_token(route: Route) -> None:
    script = route.fetch()
    assert '"token":"' in script.text()
    changed = script.text().replace('"token":"', '"token":"no', 1)
    route.fulfill(headers={"content-type": "text/javascript", "cache-control": "no-store"}, body=changed)


def test_a_file_that_cannot_be_written(reviewed: Reviewed, site: Site) -> None:
    reviewed.forgives("Failed to load resource", "Failed to load annotations", "Failed to save annotation")
    reviewed.opens().opens_panel()
    expect(reviewed.el("empty-arrow")).to_be_visible()
    site.file.mkdir()
    try:
        reviewed.alt_clicks("#title").el("popup-textarea").fill("Bigger")
        reviewed.el("popup-save").click()
        expect(reviewed.el("toast")).to_contain_text("Failed to save annotation: ")
        expect(reviewed.el("toast")).to_contain_text(site.file.name)
        expect(reviewed.el("toast")).to_contain_text(MOVE)
        expect(reviewed.el("notice-failed")).to_contain_text(MOVE)
        reviewed.popup_is("visible")
    finally:
        site.file.rmdir()
    reviewed.writes("Bigger")
    expect(reviewed.el("notice-failed")).to_have_count(0)
    assert [each["note"] for each in site.annotations()] == ["Bigger"]


def test_a_hub_that_is_gone_behind_a_server_that_is_there(reviewed: Reviewed, site: Site) -> None:
    reviewed.forgives("Failed to load resource", "Failed to load annotations", "Export failed")
    site.has_element("#title", "words")
    reviewed.opens()
    expect(reviewed.outlined).to_have_count(1)
    without_a_hub(reviewed.page)
    reviewed.opens_panel()
    expect(reviewed.el("toast")).to_have_text(f"Failed to load annotations: {NO_HUB['error']} Try again.")
    expect(reviewed.el("notice-away")).to_contain_text("last known state")
    expect(reviewed.el("element-annotation-item")).to_contain_text("words")
    reviewed.el("export").click()
    expect(reviewed.el("toast")).to_have_text(f"Export failed — try again: {NO_HUB['error']} Try again.")
    reviewed.page.unroute_all()
    reviewed.el("fab").click()
    reviewed.opens_panel()
    expect(reviewed.el("notice-away")).to_have_count(0)


def test_a_token_that_is_another_one_now(reviewed: Reviewed, site: Site) -> None:
    reviewed.forgives("Failed to load resource", "Failed to save annotation")
    reviewed.page.route("**/__inline-review/client.js", with_another_token)
    reviewed.opens().alt_clicks("#title").el("popup-textarea").fill("Bigger")
    reviewed.el("popup-save").click()
    expect(reviewed.el("toast")).to_contain_text("Failed to save annotation: ")
    expect(reviewed.el("toast")).to_contain_text("Reload the page.")
    reviewed.page.unroute_all()
    reviewed.page.reload()
    expect(reviewed.el("popup-textarea")).to_have_value("Bigger")
    reviewed.writes("Bigger")
    assert len(site.annotations()) == 1
