"""Seed 002, Appendix A, line by line: what is done in the panel and with keys. Each test is named after its line."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

FORM = "page-note-textarea"
PULSES_MS = 900
TWO_ESCAPES = """area => {
  const press = () => new KeyboardEvent("keydown", { key: "Escape", bubbles: true, composed: true, cancelable: true });
  area.dispatchEvent(press());
  area.dispatchEvent(press());
}"""


def clipboard(reviewed: Reviewed) -> str:
    found: str = reviewed.page.evaluate("navigator.clipboard.readText()")
    return found


def test_click_fab(reviewed: Reviewed) -> None:
    reviewed.opens().panel_is("closed")
    expect(reviewed.el("panel")).to_be_hidden()
    reviewed.el("fab").click()
    reviewed.panel_is("open")
    expect(reviewed.el("panel")).to_have_css("width", "380px")
    expect(reviewed.el("page-note-add")).to_be_focused()
    reviewed.el("fab").click()
    reviewed.panel_is("closed")
    expect(reviewed.el("panel")).to_be_hidden()
    expect(reviewed.el("fab")).to_be_focused()


def test_click_text_annotation_in_panel(reviewed: Reviewed, site: Site) -> None:
    site.has_text("a last sentence", "Good", before="below there is ")
    reviewed.opens().opens_panel()
    expect(reviewed.marks).not_to_be_in_viewport()
    expect(reviewed.el("annotation-item")).to_be_visible()
    stands_still(reviewed.page)
    reviewed.el("annotation-item").click()
    expect(reviewed.page.locator("mark[data-air-pulse]")).to_have_count(1)
    expect(reviewed.marks).to_be_in_viewport()
    reviewed.page.clock.run_for(PULSES_MS)
    expect(reviewed.page.locator("[data-air-pulse]")).to_have_count(0)
    expect(reviewed.marks).to_have_css("background-color", "rgba(217, 119, 6, 0.3)")


def test_click_element_annotation_in_panel(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#deep", "Good")
    reviewed.opens().opens_panel()
    expect(reviewed.outlined).not_to_be_in_viewport()
    expect(reviewed.el("element-annotation-item")).to_be_visible()
    stands_still(reviewed.page)
    reviewed.el("element-annotation-item").press("Enter")
    expect(reviewed.page.locator("#deep[data-air-pulse]")).to_have_count(1)
    expect(reviewed.outlined).to_be_in_viewport()
    reviewed.page.clock.run_for(PULSES_MS)
    expect(reviewed.page.locator("[data-air-pulse]")).to_have_count(0)


def test_click_plus_note_in_panel(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().opens_panel()
    reviewed.el("page-note-add").click()
    expect(reviewed.el(FORM)).to_be_focused()
    reviewed.el("page-note-add").click()
    expect(reviewed.el(FORM)).to_have_count(0)
    reviewed.el("page-note-add").click()
    reviewed.el(FORM).fill("  ")
    reviewed.el("page-note-save").click()
    expect(reviewed.el(FORM)).to_have_count(0)
    assert site.stored()["pageNotes"] == []
    reviewed.el("page-note-add").click()
    reviewed.el(FORM).fill("Warmer, please")
    reviewed.el("page-note-save").click()
    expect(reviewed.el("page-note-item")).to_contain_text("Warmer, please")
    [note] = site.stored()["pageNotes"]
    assert (note["note"], note["pageUrl"], note["pageTitle"]) == ("Warmer, please", "/", "Home")


def test_click_copy_all_in_panel(reviewed: Reviewed, site: Site) -> None:
    site.has_element(".btn-primary", "Bigger")
    site.has_note("Warmer", page="/second")
    reviewed.opens().opens_panel()
    reviewed.el("export").click()
    expect(reviewed.el("toast")).to_have_text("Copied to clipboard!")
    stamp = re.compile(r"^Exported: .*$", re.MULTILINE)
    expected = site.http.get("/__inline-review/api/export").text
    assert stamp.sub("", clipboard(reviewed)) == stamp.sub("", expected)


def test_click_accept_on_addressed_annotation(reviewed: Reviewed, site: Site) -> None:
    site.addresses(site.has_element(".btn-primary", "Bigger")["id"])
    reviewed.opens().opens_panel()
    expect(reviewed.el("annotation-delete")).to_have_count(0)
    reviewed.el("annotation-accept").click()
    expect(reviewed.el("element-annotation-item")).to_have_count(0)
    expect(reviewed.outlined).to_have_count(0)
    expect(reviewed.el("badge")).to_be_hidden()
    assert site.annotations() == []


def test_click_reopen_on_addressed_annotation(reviewed: Reviewed, site: Site) -> None:
    site.addresses(site.has_element(".btn-primary", "Bigger")["id"])
    reviewed.opens().opens_panel()
    reviewed.el("annotation-reopen").click()
    expect(reviewed.el("reopen-textarea")).to_have_attribute("placeholder", "Add a follow-up note (optional)…")
    reviewed.el("reopen-cancel").click()
    expect(reviewed.el("reopen-form")).to_have_count(0)
    assert site.annotations()[0]["status"] == "addressed"
    reviewed.el("annotation-reopen").click()
    reviewed.el("reopen-textarea").fill("Still too small")
    reviewed.el("reopen-submit").click()
    expect(reviewed.el("reopen-form")).to_have_count(0)
    expect(reviewed.el("reviewer-reply")).to_contain_text("Still too small")
    expect(reviewed.el("status-badge")).to_have_count(0)
    [stored] = site.annotations()
    assert stored["status"] == "open"
    assert [(reply["role"], reply["message"]) for reply in stored["replies"]] == [("reviewer", "Still too small")]


@pytest.mark.parametrize("kind", ["text", "element"])
def test_click_delete_on_annotation_in_panel(reviewed: Reviewed, site: Site, kind: str) -> None:
    _ = site.has_text("baked every morning", before="bread that is ") if kind == "text" else site.has_element("#title")
    reviewed.opens().opens_panel()
    button = reviewed.el("annotation-delete")
    expect(button).to_be_visible()
    stands_still(reviewed.page)
    button.click()
    expect(button).to_have_text("Sure?")
    expect(button).to_have_attribute("data-air-state", "confirming")
    reviewed.page.clock.run_for(3_100)
    expect(button).to_have_text("Delete")
    expect(button).not_to_have_attribute("data-air-state", "confirming")
    button.click()
    button.click()
    reviewed.page.clock.resume()
    expect(button).to_have_count(0)
    assert site.annotations() == []
    assert reviewed.page.url == f"{site.address}/"


def test_click_clear_all_in_panel(reviewed: Reviewed, site: Site) -> None:
    site.has_element(".btn-primary")
    site.has_text("a few other words", page="/second")
    site.has_note("Warmer")
    reviewed.opens().opens_panel()
    expect(reviewed.el("tab-all-pages")).to_have_text("All Pages (3)")
    expect(reviewed.outlined).to_have_count(1)
    stands_still(reviewed.page)
    button = reviewed.el("clear-all")
    button.click()
    expect(button).to_have_text("Confirm Delete")
    expect(button).to_have_attribute("data-air-state", "confirming")
    button.click()
    reviewed.page.clock.resume()
    expect(reviewed.el("tab-all-pages")).to_have_text("All Pages (0)")
    expect(button).to_have_text("Clear All")
    expect(reviewed.outlined).to_have_count(0)
    assert site.stored()["annotations"] == site.stored()["pageNotes"] == []


def test_press_escape_twice_at_once(reviewed: Reviewed) -> None:
    """What has just been hidden keeps the focus until the browser draws again."""
    reviewed.opens().opens_panel().selects(".lead", "baked")
    reviewed.el("popup-textarea").evaluate(TWO_ESCAPES)
    expect(reviewed.el("popup")).to_have_attribute("data-air-state", "hidden")
    expect(reviewed.el("panel")).to_have_attribute("data-air-state", "closed")


def test_press_escape(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel().selects(".lead", "baked")
    reviewed.el("popup-textarea").fill("words")
    reviewed.page.keyboard.press("Escape")
    reviewed.popup_is("visible")
    reviewed.el("popup-textarea").fill("")
    reviewed.page.keyboard.press("Escape")
    reviewed.popup_is("hidden")
    reviewed.panel_is("open")
    reviewed.page.evaluate("document.addEventListener('keydown', ({ key }) => { window.heard = key })")
    reviewed.page.keyboard.press("Escape")
    reviewed.panel_is("closed")
    assert reviewed.page.evaluate("window.heard") is None
    reviewed.page.keyboard.press("Escape")
    assert reviewed.page.evaluate("window.heard") is None  # the button has the focus, and it is ours
    reviewed.page.locator("#title").click()
    reviewed.page.keyboard.press("Escape")
    assert reviewed.page.evaluate("window.heard") == "Escape"


def test_press_toggle_shortcut(reviewed: Reviewed) -> None:
    reviewed.opens().page.keyboard.press("Control+Shift+Period")
    reviewed.panel_is("open")
    reviewed.page.keyboard.press("Control+Shift+Period")
    reviewed.panel_is("closed")
    reviewed.page.locator("#search").focus()
    reviewed.page.keyboard.press("Control+Shift+Period")
    expect(reviewed.el("panel")).to_have_attribute("data-air-state", "closed")


def test_press_export_shortcut(reviewed: Reviewed, site: Site) -> None:
    site.has_element(".btn-primary", "Bigger")
    reviewed.opens().page.keyboard.press("Control+Shift+E")
    expect(reviewed.el("toast")).to_have_text("Copied to clipboard!")
    assert "> Bigger" in clipboard(reviewed)


def test_press_note_shortcut(reviewed: Reviewed) -> None:
    reviewed.opens().page.keyboard.press("Control+Shift+N")
    reviewed.panel_is("open")
    expect(reviewed.el(FORM)).to_be_focused()
    reviewed.page.keyboard.type("n Ctrl")
    expect(reviewed.el(FORM)).to_have_value("n Ctrl")
