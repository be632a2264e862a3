"""Seed 002, section 17 and what section 6 says of looks: colours, layers, letters, sizes and motion."""

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

PALETTE = {
    "#D97706": "rgb(217, 119, 6)", "#B45309": "rgb(180, 83, 9)", "#EF4444": "rgb(239, 68, 68)",
    "#1a1a1a": "rgb(26, 26, 26)", "#e5e5e5": "rgb(229, 229, 229)", "#333": "rgb(51, 51, 51)",
    "#2a2a2a": "rgb(42, 42, 42)", "#FCD34D": "rgb(252, 211, 77)", "#fca5a5": "rgb(252, 165, 165)",
    "#7f1d1d": "rgb(127, 29, 29)", "#F87171": "rgb(248, 113, 113)", "#3B82F6": "rgb(59, 130, 246)",
    "#166534": "rgb(22, 101, 52)", "#86EFAC": "rgb(134, 239, 172)", "white": "rgb(255, 255, 255)",
}  # fmt: skip
WIDTH, HEIGHT = 1280, 800
BOXES = """() => [...document.querySelectorAll("body > :not([id^=astro]), section > *, em")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.tagName, ...[x, y, width, height].map((number) => Math.round(number * 100))];
})"""
PRESS_AND_LOOK = """() => {
  const { shadowRoot } = document.querySelector("#astro-inline-review-host");
  shadowRoot.querySelector("[data-air-el=fab]").click();
  return shadowRoot.querySelector("[data-air-el=panel]").dataset.airState;
}"""
STYLE = """({ style }) => [style.outlineColor, style.backgroundColor, style.boxShadow, style.transitionProperty]"""


def has(element: Locator, **colours: str) -> None:
    """Judge colours by their names in the specification."""
    for name, colour in colours.items():
        expect(element).to_have_css(name.replace("_", "-"), PALETTE[colour])


def box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


def test_colours_of_the_panel(reviewed: Reviewed, site: Site) -> None:
    site.has_text("baked every morning", "Say when", before="bread that is ")
    site.has_element("#gone", "Nowhere")
    reviewed.opens().opens_panel()
    has(reviewed.el("panel"), background_color="#1a1a1a", color="#e5e5e5", border_left_color="#333")
    has(reviewed.el("page-note-add"), background_color="#2a2a2a", color="#e5e5e5", border_top_color="#333")
    has(reviewed.el("export"), border_top_color="#D97706", color="#FCD34D")
    has(reviewed.el("clear-all"), background_color="#7f1d1d", color="#fca5a5")
    has(reviewed.el("annotation-delete").first, background_color="#7f1d1d", color="#fca5a5")
    has(reviewed.el("tab-this-page"), border_bottom_color="#D97706")
    has(reviewed.page.locator(".air-annotation-item__text"), color="#FCD34D")
    expect(reviewed.page.locator(".air-annotation-item__text")).to_have_css("font-style", "italic")
    has(reviewed.page.locator(".air-annotation-item__element"), color="#FCD34D")
    expect(reviewed.page.locator(".air-annotation-item--orphan")).to_have_css("opacity", "0.9")
    has(reviewed.page.locator(".air-annotation-item--orphan"), border_left_color="#F87171")
    has(reviewed.page.locator(".air-annotation-item__orphan"), color="#F87171")
    reviewed.el("export").click()
    has(reviewed.el("toast"), background_color="#1a1a1a", color="#e5e5e5")
    reviewed.marks.click()
    reviewed.popup_is("visible")
    has(reviewed.el("popup"), background_color="#1a1a1a", color="#e5e5e5", border_top_color="#333")
    has(reviewed.el("popup").locator(".air-popup__label"), color="#FCD34D")
    has(reviewed.el("popup-delete"), background_color="#7f1d1d", color="#fca5a5")


def test_the_panel_says_whose_it_is(reviewed: Reviewed) -> None:
    """The name and the sign that the desk has, beside the title of the specification."""
    reviewed.opens().opens_panel()
    brand = reviewed.el("brand")
    expect(brand).to_have_text("Countermark")
    expect(brand.locator("svg")).to_have_css("background-color", "rgb(255, 139, 112)")
    expect(brand.locator("svg")).to_have_attribute("aria-hidden", "true")
    title = box(reviewed.el("panel").get_by_role("heading", name="Inline Review"))
    assert box(brand)["y"] < title["y"] + title["height"], "on one line"
    expect(reviewed.el("panel").get_by_role("heading", level=2)).to_have_text("Inline Review")


def test_what_is_addressed(reviewed: Reviewed, site: Site) -> None:
    site.addresses(site.has_element("#title", "Bigger")["id"])
    reviewed.opens().opens_panel()
    reviewed.page.mouse.move(10, 10)
    item = reviewed.page.locator(".air-annotation-item--addressed")
    has(item, border_left_color="#3B82F6")
    expect(item).to_have_css("opacity", "0.85")
    has(reviewed.page.locator(".air-annotation-item__addressed-badge"), color="#3B82F6")
    expect(reviewed.el("status-badge").locator("span span")).to_have_text(" " + short_time(reviewed, site))
    has(reviewed.el("annotation-accept"), background_color="#166534", color="#86EFAC")
    expect(reviewed.el("annotation-delete")).to_have_count(0)


def short_time(reviewed: Reviewed, site: Site) -> str:
    """When the first annotation was addressed, as this browser says it."""
    short = "at => new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })"
    found: str = reviewed.page.evaluate(short, site.annotations()[0]["addressedAt"])
    return found


def test_the_button_in_the_corner(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title")
    site.has_text("baked every morning", before="bread that is ")
    site.has_note("not counted")
    reviewed.opens()
    fab, badge = reviewed.el("fab"), reviewed.el("badge")
    has(fab, background_color="#D97706")
    has(badge, background_color="#EF4444", color="white")
    expect(badge).to_have_text("2")
    expect(badge).to_have_css("font-size", "11px")
    expect(badge).to_have_css("font-weight", "700")
    expect(fab).to_have_attribute("title", "Inline Review")
    expect(fab).to_have_attribute("aria-label", "Toggle inline review (2 annotations)")
    clipboard = fab.locator("path").get_attribute("d")
    fab.hover()
    has(fab, background_color="#B45309")
    fab.click()
    assert fab.locator("path").get_attribute("d") != clipboard
    expect(fab.locator("svg")).to_have_css("transform", "matrix(0.707107, 0.707107, -0.707107, 0.707107, 0, 0)")
    expect(fab).to_have_class("air-fab air-fab--open")
    reviewed.page.keyboard.press("Escape")
    assert fab.locator("path").get_attribute("d") == clipboard
    expect(fab).to_have_class("air-fab")


def test_layers(reviewed: Reviewed) -> None:
    reviewed.opens()
    expect(reviewed.el("first-use-tooltip")).to_have_css("z-index", "10002")
    reviewed.opens_panel().el("export").click()
    layers = {"panel": "9999", "fab": "10000", "popup": "10001", "toast": "10003"}
    for name, layer in layers.items():
        expect(reviewed.el(name)).to_have_css("z-index", layer)
    reviewed.page.keyboard.down("Alt")
    reviewed.page.locator("#title").hover()
    expect(reviewed.el("inspector-overlay")).to_have_css("z-index", "10002")
    expect(reviewed.el("inspector-label")).to_have_css("background-color", "rgba(66, 133, 244, 0.9)")
    expect(reviewed.el("inspector-label")).to_have_css("color", "rgb(255, 255, 255)")


def test_letters(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    for name in ("panel", "popup"):
        family = reviewed.el(name).evaluate("each => getComputedStyle(each).fontFamily.replaceAll('\"', \"'\")")
        assert family in {f"-apple-system, BlinkMacSystemFont, {segoe}, Roboto, sans-serif" for segoe in SEGOE}
        expect(reviewed.el(name)).to_have_css("font-size", "14px")
        expect(reviewed.el(name)).to_have_css("line-height", "21px")


SEGOE = ("'Segoe UI'", "Segoe UI")  # browsers differ in quoting what they compute


def test_sizes(reviewed: Reviewed) -> None:
    reviewed.opens()
    fab = box(reviewed.el("fab"))
    assert (fab["width"], fab["height"]) == (48, 48)
    assert (fab["x"] + 48, fab["y"] + 48) == (WIDTH - 24, HEIGHT - 24)
    expect(reviewed.el("fab")).to_have_css("border-radius", "50%")
    expect(reviewed.el("first-use-tooltip")).to_have_css("bottom", "80px")
    expect(reviewed.el("first-use-tooltip")).to_have_css("border-top-color", PALETTE["#D97706"])
    reviewed.opens_panel()
    expect(reviewed.el("panel")).to_have_css("transform", "matrix(1, 0, 0, 1, 0, 0)")
    assert box(reviewed.el("panel")) == {"x": WIDTH - 380, "y": 0, "width": 380, "height": HEIGHT}
    reviewed.el("export").click()
    for name, value in {"right": "24px", "bottom": "80px", "font-size": "13px", "pointer-events": "none"}.items():
        expect(reviewed.el("toast")).to_have_css(name, value)
    reviewed.page.set_viewport_size({"width": 480, "height": HEIGHT})
    expect(reviewed.el("panel")).to_have_css("width", "380px")
    reviewed.page.set_viewport_size({"width": 479, "height": HEIGHT})
    expect(reviewed.el("panel")).to_have_css("width", "479px")


def test_the_panel_slides(reviewed: Reviewed) -> None:
    reviewed.opens()
    panel = reviewed.el("panel")
    expect(panel).to_have_css("visibility", "hidden")
    expect(panel).to_have_css("transform", "matrix(1, 0, 0, 1, 380, 0)")
    expect(panel).to_have_css("transition-property", "transform, visibility")
    expect(panel).to_have_css("transition-timing-function", "cubic-bezier(0.4, 0, 0.2, 1), ease")
    assert reviewed.page.evaluate(PRESS_AND_LOOK) == "open", "at once, before it has slid"
    expect(panel).to_have_css("visibility", "visible")
    expect(panel).to_have_css("transform", "matrix(1, 0, 0, 1, 0, 0)")


def test_the_arrow_of_an_empty_page(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    arrow = reviewed.el("empty-arrow")
    has(arrow, color="#D97706")
    wanted = {
        "font-size": "28px", "animation-name": "air-nudge", "animation-duration": "1.5s",
        "animation-iteration-count": "infinite",
    }  # fmt: skip
    for name, value in wanted.items():
        expect(arrow).to_have_css(name, value)
    expect(reviewed.page.locator(".air-panel__empty-arrow")).to_have_count(1)


def test_an_element_pulses(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title")
    reviewed.opens().opens_panel()
    expect(reviewed.outlined).to_have_count(1)
    stands_still(reviewed.page)
    reviewed.el("element-annotation-item").click()
    title = reviewed.page.locator("#title")
    expect(title).to_have_attribute("data-air-pulse", "")
    moves = "background-color, box-shadow, outline-color"
    glow = "rgba(217, 119, 6, 0.3) 0px 0px 0px 4px"
    assert looks(title) == ["rgb(217, 119, 6)", "rgba(217, 119, 6, 0.15)", glow, moves]
    reviewed.page.clock.run_for(600)
    assert looks(title) == ["rgba(217, 119, 6, 0.8)", "", "", moves]
    expect(title).to_have_attribute("data-air-pulse", "")
    reviewed.page.clock.run_for(300)
    assert looks(title) == ["rgba(217, 119, 6, 0.8)", "", "", ""]
    expect(title).not_to_have_attribute("data-air-pulse", "")


def looks(element: Locator) -> Any:
    """Outline, background, glow and what is in motion, as they stand in its style."""
    return element.evaluate(STYLE)


@pytest.mark.parametrize("words", ["always", "is always warm"])
def test_nothing_moves(reviewed: Reviewed, site: Site, words: str) -> None:
    reviewed.opens()
    before = reviewed.page.evaluate(BOXES)
    site.has_text(words, before="The oven is " if words == "always" else "The oven ")
    site.has_element(".btn-primary")
    expect(reviewed.marks).to_have_count(1 if words == "always" else 3)
    expect(reviewed.outlined).to_have_count(1)
    assert reviewed.page.evaluate(BOXES) == before
