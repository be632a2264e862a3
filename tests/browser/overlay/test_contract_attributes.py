"""Seed 002, sections 14.1 to 14.3: every attribute, in which tree it is, and from when until when."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.overlay.clock import nothing_ends_by_itself, stands_still
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

ALWAYS = {
    "fab", "badge", "panel", "popup", "popup-textarea", "tab-this-page", "tab-all-pages", "page-note-add", "export",
    "clear-all", "panel-content", "shortcuts-help",
}  # fmt: skip
FIRST_VISIT = {"first-use-tooltip"}
OPEN_PANEL = {
    "annotation-item", "element-annotation-item", "page-note-item", "page-note-edit", "page-note-delete",
    "annotation-delete", "status-badge", "annotation-accept", "annotation-reopen", "agent-reply", "reviewer-reply",
}  # fmt: skip
EMPTY_PAGE = {"empty-arrow"}
REOPEN = {"reopen-form", "reopen-textarea", "reopen-submit", "reopen-cancel"}
NOTE_FORM = {"page-note-textarea", "page-note-cancel", "page-note-save"}
POPUP = {"popup-save", "popup-cancel"}
EDIT = {"popup-delete"}
TOAST = {"toast"}
LIGHT = {"inspector-overlay", "inspector-label"}
ROWS_OF_THE_SPECIFICATION = 38
# Names of ours beside those of the contract.
MORE = {"page-note-form", "popup-picture", "addressed-badge", "addressed-time", "writing-place", "brand"}
PARENTS = {
    "badge": "fab", "popup-textarea": "popup", "popup-save": "popup", "popup-cancel": "popup", "tab-this-page": "panel",
    "tab-all-pages": "panel", "page-note-add": "panel", "export": "panel", "clear-all": "panel",
    "panel-content": "panel", "shortcuts-help": "panel", "reopen-textarea": "reopen-form",
    "reopen-submit": "reopen-form", "reopen-cancel": "reopen-form", "annotation-item": "panel-content",
    "page-note-item": "panel-content", "annotation-accept": "element-annotation-item",
}  # fmt: skip
NAMES = """() => {
  const names = (root) => [...new Set([...root.querySelectorAll("[data-air-el]")].map((each) => each.dataset.airEl))];
  return [names(document.querySelector("#astro-inline-review-host").shadowRoot), names(document)];
}"""


def names(reviewed: Reviewed) -> tuple[set[str], set[str]]:
    """Which names there are now: in our tree, and in the page's."""
    shadow, light = reviewed.page.evaluate(NAMES)
    return set(shadow) - MORE, set(light)


def has_everything(site: Site) -> str:
    """A page with one of each kind; the id of the annotation of text."""
    text: str = site.has_text("baked every morning", "Say when", before="bread that is ")["id"]
    done = site.addresses(site.has_element("#title", "Bigger")["id"])
    site.asks("PATCH", f"/annotations/{done['id']}", {"reply": {"message": "mine"}})
    file = site.stored()
    file["annotations"][1]["replies"].insert(0, {"message": "the agent's", "createdAt": "2026-01-01T00:00:00.000Z"})
    site.writes_file(file)
    site.has_note("A note")
    return text


def test_every_name_is_asserted(reviewed: Reviewed, site: Site) -> None:
    has_everything(site)
    nothing_ends_by_itself(reviewed.page)
    reviewed.opens()
    expect(reviewed.marks).to_have_count(1)
    assert names(reviewed) == (ALWAYS | FIRST_VISIT, set())
    reviewed.opens_panel()
    expect(reviewed.el("first-use-tooltip")).to_have_count(0)
    expect(reviewed.el("element-annotation-item")).to_have_count(1)
    now = ALWAYS | OPEN_PANEL
    assert names(reviewed) == (now, set())
    reviewed.el("annotation-reopen").click()
    assert names(reviewed) == (now | REOPEN, set())
    reviewed.el("reopen-cancel").click()
    reviewed.el("page-note-edit").click()
    assert names(reviewed) == (now - {"page-note-edit", "page-note-delete"} | NOTE_FORM, set())
    reviewed.el("page-note-cancel").click()
    reviewed.marks.click()
    reviewed.popup_is("visible")
    assert names(reviewed) == (now | POPUP | EDIT, set())
    reviewed.el("popup-cancel").click()
    reviewed.alt_clicks(".btn-primary")
    now |= POPUP
    assert names(reviewed) == (now, set())
    reviewed.el("popup-cancel").click()
    reviewed.el("export").click()
    expect(reviewed.el("toast")).to_have_count(1)
    now |= TOAST
    assert names(reviewed) == (now, set())
    reviewed.page.keyboard.down("Alt")
    reviewed.page.locator(".lead").hover()
    assert names(reviewed) == (now, LIGHT)
    reviewed.page.keyboard.up("Alt")
    assert names(reviewed) == (now, set())
    for name, parent in PARENTS.items():
        if name in now:
            expect(reviewed.el(parent).locator(f'[data-air-el="{name}"]').first).to_be_attached()
    every = ALWAYS | FIRST_VISIT | OPEN_PANEL | EMPTY_PAGE | REOPEN | NOTE_FORM | POPUP | EDIT | TOAST | LIGHT
    assert len(every) == ROWS_OF_THE_SPECIFICATION


def test_an_empty_page_has_the_arrow_and_no_entries(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    expect(reviewed.el("first-use-tooltip")).to_have_count(0)
    expect(reviewed.el("empty-arrow")).to_have_count(1)
    assert names(reviewed) == (ALWAYS | EMPTY_PAGE, set())
    reviewed.el("page-note-add").click()
    assert names(reviewed) == (ALWAYS | EMPTY_PAGE | NOTE_FORM, set())
    reviewed.el("page-note-cancel").click()
    assert names(reviewed) == (ALWAYS | EMPTY_PAGE, set())


def test_states(reviewed: Reviewed, site: Site) -> None:
    has_everything(site)
    reviewed.opens().panel_is("closed")
    reviewed.popup_is("hidden")
    expect(reviewed.el("popup")).to_have_css("display", "none")
    reviewed.opens_panel().panel_is("open")
    reviewed.marks.click()
    reviewed.popup_is("visible")
    expect(reviewed.el("popup")).to_have_css("display", "block")
    expect(reviewed.el("popup")).to_have_class("air-popup air-popup--visible")
    reviewed.el("popup-cancel").click()
    reviewed.popup_is("hidden")
    expect(reviewed.el("popup")).to_have_css("display", "none")
    reviewed.el("fab").click()
    reviewed.panel_is("closed")


@pytest.mark.parametrize("name", ["clear-all", "annotation-delete"])
def test_buttons_that_ask_first(reviewed: Reviewed, site: Site, name: str) -> None:
    has_everything(site)
    reviewed.opens().opens_panel()
    button = reviewed.el(name)
    expect(button).to_have_count(1)
    stands_still(reviewed.page)
    assert button.get_attribute("data-air-state") is None
    button.click()
    assert button.get_attribute("data-air-state") == "confirming"
    reviewed.page.clock.run_for(2_900)
    assert button.get_attribute("data-air-state") == "confirming"
    reviewed.page.clock.run_for(200)
    assert button.get_attribute("data-air-state") is None
    assert len(site.annotations()) == 2


def test_attributes_in_the_page(reviewed: Reviewed, site: Site) -> None:
    text = has_everything(site)
    element = site.annotations()[1]["id"]
    reviewed.opens().opens_panel()
    expect(reviewed.marks).to_have_attribute("data-air-id", text)
    expect(reviewed.outlined).to_have_attribute("data-air-element-id", element)
    expect(reviewed.marks).to_have_attribute("data-air-mode", "mark")
    expect(reviewed.outlined).to_have_css("outline-style", "dashed")
    stands_still(reviewed.page)
    for item, shown in (("annotation-item", reviewed.marks), ("element-annotation-item", reviewed.outlined)):
        reviewed.el(item).click()
        assert pulses(shown) == ""
        reviewed.page.clock.run_for(880)
        assert pulses(shown) == ""
        reviewed.page.clock.run_for(40)
        assert pulses(shown) is None


def pulses(shown: Any) -> str | None:
    """The attribute of something that pulses."""
    found: str | None = shown.get_attribute("data-air-pulse")
    return found
