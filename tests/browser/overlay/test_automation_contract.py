"""Seed 002, section 14: every name of the automation contract, where it stands and when it is there."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

PANEL_BUTTON = "[data-air-el=panel] button"
PART_OF_PANEL = "[data-air-el=panel] > div"
ALWAYS = {
    "fab": "button", "badge": "[data-air-el=fab] > span", "panel": "div", "popup": "div",
    "popup-textarea": "[data-air-el=popup] textarea", "tab-this-page": PANEL_BUTTON, "tab-all-pages": PANEL_BUTTON,
    "page-note-add": PANEL_BUTTON, "export": PANEL_BUTTON, "clear-all": PANEL_BUTTON, "panel-content": PART_OF_PANEL,
    "shortcuts-help": PART_OF_PANEL, "first-use-tooltip": "div",
}  # fmt: skip
WITH_ENTRIES = {
    "annotation-item": 1, "element-annotation-item": 2, "page-note-item": 1, "page-note-edit": 1, "page-note-delete": 1,
    "annotation-delete": 2, "status-badge": 1, "annotation-accept": 1, "annotation-reopen": 1, "agent-reply": 1,
    "reviewer-reply": 1, "reopen-form": 0, "popup-delete": 0, "empty-arrow": 0, "page-note-textarea": 0,
    "inspector-overlay": 0,
}  # fmt: skip
IN_SHADOW = """([name, is]) => {
  const { shadowRoot } = document.querySelector("#astro-inline-review-host");
  return shadowRoot.querySelector(`[data-air-el="${name}"]`)?.matches(is);
}"""


@pytest.mark.parametrize("name", ALWAYS)
def test_always_there(reviewed: Reviewed, name: str) -> None:
    reviewed.opens()
    expect(reviewed.el(name)).to_have_count(1)
    assert reviewed.page.evaluate(IN_SHADOW, [name, ALWAYS[name]]) is True


def test_there_with_entries(reviewed: Reviewed, site: Site) -> None:
    site.has_text("baked every morning", before="bread that is ")
    site.has_element("#title")
    done = site.addresses(site.has_element(".btn-primary")["id"])
    site.asks("PATCH", f"/annotations/{done['id']}", {"reply": {"message": "mine"}})
    file = site.stored()
    file["annotations"][2]["replies"].insert(0, {"message": "the agent's", "createdAt": "2026-01-01T00:00:00.000Z"})
    site.writes_file(file)
    site.has_note("A note")
    reviewed.opens().opens_panel()
    for name, count in WITH_ENTRIES.items():
        expect(reviewed.el(name)).to_have_count(count)
    expect(reviewed.el("agent-reply")).to_contain_text("the agent's")
    expect(reviewed.el("status-badge").locator(".air-annotation-item__addressed-badge")).to_have_count(1)
    badge = reviewed.el("status-badge").locator("[data-air-el=addressed-badge]")
    expect(badge).to_contain_text("🔧 Addressed")
    expect(badge.locator("[data-air-el=addressed-time]")).to_have_text(re.compile(r"^ \S.*\d"))
    expect(reviewed.page.locator(".air-annotation-item--addressed")).to_have_count(1)


def test_forms(reviewed: Reviewed, site: Site) -> None:
    site.addresses(site.has_element("#title")["id"])
    site.has_note("A note")
    reviewed.opens().opens_panel()
    reviewed.el("annotation-reopen").click()
    for name in ("reopen-form", "reopen-textarea", "reopen-submit", "reopen-cancel"):
        expect(reviewed.el(name)).to_be_visible()
    reviewed.el("page-note-edit").click()
    for name in ("page-note-textarea", "page-note-cancel", "page-note-save"):
        expect(reviewed.el(name)).to_be_visible()
    expect(reviewed.el("page-note-textarea")).to_have_value("A note")
    reviewed.el("page-note-textarea").fill("Another")
    reviewed.el("page-note-save").click()
    expect(reviewed.el("page-note-item")).to_contain_text("Another")
    reviewed.el("page-note-delete").click()
    expect(reviewed.el("page-note-item")).to_have_count(0)
    assert site.stored()["pageNotes"] == []


def test_popup_in_edit_mode(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "words")
    reviewed.opens()
    expect(reviewed.el("popup-save")).to_have_count(0)
    reviewed.outlined.click()
    for name in ("popup-save", "popup-cancel", "popup-delete"):
        expect(reviewed.el(name)).to_be_visible()


def test_states(reviewed: Reviewed) -> None:
    reviewed.opens().panel_is("closed")
    reviewed.popup_is("hidden")
    assert reviewed.el("clear-all").get_attribute("data-air-state") is None
    reviewed.opens_panel().panel_is("open")


def test_empty_arrow_and_words(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    expect(reviewed.el("empty-arrow")).to_have_text("←")
    words = "No annotations on this page yet. Select text or Alt+click elements to get started."
    expect(reviewed.el("panel-content")).to_contain_text(words)
    reviewed.el("tab-all-pages").click()
    expect(reviewed.el("panel-content")).to_have_text("No annotations across any pages.")
    expect(reviewed.el("empty-arrow")).to_have_count(0)


def test_tooltip_only_once(reviewed: Reviewed) -> None:
    reviewed.opens()
    expect(reviewed.el("first-use-tooltip")).to_have_text("Select text to annotate it, or Alt+click any element")
    expect(reviewed.el("fab")).to_have_attribute("aria-describedby", "air-tooltip")
    reviewed.page.locator("#title").click()
    expect(reviewed.el("first-use-tooltip")).to_have_count(0)
    expect(reviewed.el("fab")).not_to_have_attribute("aria-describedby", "air-tooltip")
    reviewed.opens()
    expect(reviewed.el("first-use-tooltip")).to_have_count(0)


def test_light_dom(reviewed: Reviewed, site: Site) -> None:
    text = site.has_text("baked every morning", before="bread that is ")
    element = site.has_element("#title")
    reviewed.opens()
    expect(reviewed.marks).to_have_attribute("data-air-id", text["id"])
    expect(reviewed.outlined).to_have_attribute("data-air-element-id", element["id"])
    assert reviewed.page.evaluate("document.querySelector('#astro-inline-review-host').parentNode === document.body")


def test_layers(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel().el("export").click()
    layers = {"panel": "9999", "fab": "10000", "popup": "10001", "first-use-tooltip": "10002", "toast": "10003"}
    for name in ("panel", "fab", "popup", "toast"):
        expect(reviewed.el(name)).to_have_css("z-index", layers[name])


def test_colours(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    expect(reviewed.el("fab")).to_have_css("width", "48px")
    expect(reviewed.el("panel")).to_have_css("background-color", "rgb(26, 26, 26)")
    expect(reviewed.el("export")).to_have_css("color", "rgb(252, 211, 77)")
    reviewed.page.mouse.move(10, 10)
    expect(reviewed.el("fab")).to_have_css("background-color", "rgb(217, 119, 6)")
