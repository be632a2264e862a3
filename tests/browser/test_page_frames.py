"""The overlay in frames: below a foreign page it does not start, below a page of its own site one overlay is enough."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from tests.browser import hostile_site
from tests.browser.overlay.conftest import reviewed, running_site, site, watch
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

__all__ = ["reviewed", "running_site", "site", "watch"]

WIDTH, HEIGHT = 900, 600
# What a person sees is a button of the foreign page; what the click hits is the frame above it.
FRAME = """async (address) => {
  const frame = Object.assign(document.createElement("iframe"), { name: "framed" });
  frame.style.cssText = "position: fixed; inset: 0; width: 100%; height: 100%; border: 0; opacity: 0.01";
  document.body.append(frame);
  await new Promise((done) => { frame.onload = done; frame.src = address; });
}"""
# The page's own module, which has run to its end when this has.
STARTED = "import(document.querySelector('script[src*=\"__inline-review/client.js\"]').src).then(() => undefined)"
HOSTS = "document.querySelectorAll('#astro-inline-review-host').length"
# Opens the panel, then Clear All and Confirm Delete, where they stand in a window of this size.
CLICKS = ((WIDTH - 48, HEIGHT - 48), (WIDTH - 200, 66), (WIDTH - 200, 66), (WIDTH - 48, HEIGHT - 48))
CLEAR_ALL = """() => {
  const { shadowRoot } = document.querySelector("#astro-inline-review-host");
  const { left, right, top, bottom } = shadowRoot.querySelector("[data-air-el=clear-all]").getBoundingClientRect();
  return [left, right, top, bottom];
}"""


@pytest.fixture
def stranger(browser: Browser) -> Iterator[Page]:
    """A tab on another site's page."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    with hostile_site.site() as port:
        page = context.new_page()
        page.goto(f"http://localhost:{port}/")
        yield page
        context.close()


def framed(page: Page, address: str) -> Frame:
    """The address in a frame over the whole page, loaded."""
    page.evaluate(FRAME, address)
    frame = page.frame("framed")
    assert frame is not None
    return frame


def test_four_clicks_on_a_foreign_page_delete_nothing(site: Site, stranger: Page) -> None:
    site.has_element("#title", "Bigger")
    site.has_note("Warmer")
    asked: list[str] = []
    stranger.on("request", lambda request: asked.append(request.url))
    frame = framed(stranger, f"{site.address}/")
    frame.evaluate(STARTED)
    assert frame.evaluate(HOSTS) == 0
    for x, y in CLICKS:
        stranger.mouse.click(x, y)
    frame.locator("#title").click(modifiers=["Alt"])
    assert [url for url in asked if "/__inline-review/api" in url] == []
    assert frame.evaluate("window.__astro_inline_review_init") is None
    assert (len(site.annotations()), len(site.stored()["pageNotes"])) == (1, 1)


def test_the_clicks_would_hit_where_nothing_stops_them(site: Site, reviewed: Reviewed) -> None:
    """In a window of the same size, by itself."""
    site.has_note("Warmer")
    reviewed.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    reviewed.opens().page.mouse.click(*CLICKS[0])
    reviewed.panel_is("open")
    expect(reviewed.el("panel")).to_have_css("transform", "matrix(1, 0, 0, 1, 0, 0)")
    left, right, top, bottom = reviewed.page.evaluate(CLEAR_ALL)
    x, y = CLICKS[1]
    assert left < x < right
    assert top < y < bottom
    for click in CLICKS[1:3]:
        reviewed.page.mouse.click(*click)
    expect(reviewed.el("tab-all-pages")).to_have_text("All Pages (0)")
    assert site.stored()["pageNotes"] == []


def test_a_foreign_page_between_two_of_the_site(site: Site, stranger: Page) -> None:
    """Its own site at the top does not vouch for what lies between."""
    foreign = stranger.url
    stranger.goto(site.address)
    middle = framed(stranger, foreign)
    middle.evaluate(FRAME.replace('"framed"', '"inner"'), f"{site.address}/second")
    inner = stranger.frame("inner")
    assert inner is not None
    inner.evaluate(STARTED)
    assert inner.evaluate(HOSTS) == 0


@pytest.mark.parametrize("path", ["/second", "/"])
def test_one_overlay_for_a_page_and_its_frames(site: Site, reviewed: Reviewed, path: str) -> None:
    """The outer one, which writes down the frame in which an element stands."""
    frame = framed(reviewed.opens().page, site.address + path)
    frame.evaluate(STARTED)
    assert frame.evaluate(HOSTS) == 0
    reviewed.page.locator("iframe").evaluate("frame => { frame.style.top = '80px' }")
    for y in (40, 120):  # a person's mouse comes into the frame from the page around it
        reviewed.page.mouse.move(60, y)
    frame.locator("h1").click(modifiers=["Alt"])
    reviewed.popup_is("visible")
    reviewed.writes("In here")
    assert [(one["pageUrl"], len(one["frames"])) for one in site.annotations()] == [("/", 1)]


def test_a_frame_of_a_page_without_an_overlay_has_its_own(site: Site, reviewed: Reviewed) -> None:
    """As in a gallery of components, whose frames the dev server serves and whose own page it does not."""
    reviewed.page.route(f"{site.address}/gallery", lambda route: route.fulfill(
        content_type="text/html", body="<!doctype html><link rel=icon href='data:,'><title>Gallery</title><body></body>"
    ))  # fmt: skip
    reviewed.page.goto(f"{site.address}/gallery")
    frame = framed(reviewed.page, f"{site.address}/second")
    expect(frame.locator("[data-air-el=fab]")).to_be_visible()
    frame.locator("h1").click(modifiers=["Alt"])
    expect(frame.locator("[data-air-el=popup]")).to_have_attribute("data-air-state", "visible")
