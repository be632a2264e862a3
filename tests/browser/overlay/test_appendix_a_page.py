"""Seed 002, Appendix A, line by line: what a person does in the page. Each test is named after its line."""

import re

from playwright.sync_api import expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

AMBER = "rgba(217, 119, 6, 0.3)"
DASHED = "dashed"


def test_select_text_on_page(reviewed: Reviewed) -> None:
    reviewed.opens().selects(".lead", "baked every morning")
    words = reviewed.page.evaluate("getSelection().toString()")
    assert words in {"", "baked every morning"}  # the popup has the focus now
    box, lead = reviewed.el("popup").bounding_box(), reviewed.page.locator(".lead").bounding_box()
    assert box is not None
    assert lead is not None
    assert box["width"] == 300
    assert abs(box["y"] - (lead["y"] + lead["height"])) < 40  # there is no room above
    expect(reviewed.el("popup")).to_contain_text('"baked every morning"')
    expect(reviewed.el("popup-textarea")).to_be_focused()
    expect(reviewed.el("popup-textarea")).to_have_attribute("placeholder", "Add a note (optional)...")
    expect(reviewed.el("popup-delete")).to_have_count(0)


def test_click_save_in_popup_text(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().selects(".lead", "baked every morning").writes("Say when")
    expect(reviewed.marks).to_have_text("baked every morning")
    expect(reviewed.marks).to_have_css("background-color", AMBER)
    expect(reviewed.el("badge")).to_have_text("1")
    expect(reviewed.el("fab")).to_have_attribute("aria-label", "Toggle inline review (1 annotation)")
    [stored] = site.annotations()
    assert (stored["type"], stored["selectedText"], stored["note"]) == ("text", "baked every morning", "Say when")
    assert (stored["pageUrl"], stored["pageTitle"]) == ("/", "Home")
    assert stored["range"]["contextBefore"].endswith("bread that is ")
    assert reviewed.page.evaluate("getSelection().toString()") == ""


def test_click_cancel_in_popup(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().selects(".lead", "baked every morning")
    reviewed.el("popup-cancel").click()
    reviewed.popup_is("hidden")
    expect(reviewed.el("popup")).to_be_hidden()
    assert reviewed.page.evaluate("getSelection().isCollapsed")
    expect(reviewed.marks).to_have_count(0)
    assert site.annotations() == []


def test_click_existing_highlight(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().selects(".lead", "baked every morning").writes("Say when")
    reviewed.marks.click()
    reviewed.popup_is("visible")
    expect(reviewed.el("popup-textarea")).to_have_value("Say when")
    expect(reviewed.el("popup")).to_contain_text('"baked every morning"')
    reviewed.writes("At five")
    assert [each["note"] for each in site.annotations()] == ["At five"]


def test_click_delete_in_edit_popup(reviewed: Reviewed, site: Site) -> None:
    before = "document.querySelector('.lead').outerHTML"
    reviewed.opens()
    html = reviewed.page.evaluate(before)
    reviewed.selects(".lead", "baked every morning").writes("Say when")
    reviewed.marks.click()
    reviewed.el("popup-delete").click()
    reviewed.popup_is("hidden")
    expect(reviewed.marks).to_have_count(0)
    expect(reviewed.el("badge")).to_be_hidden()
    assert reviewed.page.evaluate(before) == html
    assert reviewed.page.evaluate("document.querySelector('.lead').childNodes.length") == 1
    assert site.annotations() == []


def test_hold_alt_key(reviewed: Reviewed) -> None:
    reviewed.opens().page.keyboard.down("Alt")
    reviewed.page.locator(".hero-image").hover()
    expect(reviewed.el("inspector-overlay")).to_be_visible()
    expect(reviewed.el("inspector-label")).to_have_text("img.hero-image")
    expect(reviewed.el("inspector-overlay")).to_have_css("background-color", "rgba(66, 133, 244, 0.15)")
    expect(reviewed.el("inspector-overlay")).to_have_css("z-index", "10002")
    reviewed.page.locator("#title").hover()
    expect(reviewed.el("inspector-label")).to_have_text("h1#title")
    expect(reviewed.el("inspector-overlay")).to_have_count(1)


def test_release_alt_key(reviewed: Reviewed) -> None:
    reviewed.opens().page.keyboard.down("Alt")
    reviewed.page.locator(".hero-image").hover()
    expect(reviewed.el("inspector-overlay")).to_be_visible()
    reviewed.page.keyboard.up("Alt")
    expect(reviewed.el("inspector-overlay")).to_have_count(0)
    reviewed.page.locator("#title").hover()
    expect(reviewed.el("inspector-overlay")).to_have_count(0)


def test_alt_click_element(reviewed: Reviewed) -> None:
    reviewed.opens().alt_clicks(".btn-primary")
    expect(reviewed.el("popup")).to_contain_text("button.btn-primary (type=button)")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    expect(reviewed.el("inspector-overlay")).to_have_count(0)


def test_alt_click_element_follows_no_link(reviewed: Reviewed) -> None:
    reviewed.opens().alt_clicks("#next")
    assert reviewed.page.url == f"{reviewed.site.address}/"


def test_click_save_in_popup_element(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().alt_clicks(".btn-primary").writes("Bigger")
    expect(reviewed.outlined).to_have_text("Order now")
    expect(reviewed.outlined).to_have_css("outline-style", DASHED)
    expect(reviewed.outlined).to_have_css("outline-color", "rgba(217, 119, 6, 0.8)")
    expect(reviewed.el("badge")).to_have_text("1")
    [stored] = site.annotations()
    selector = stored["elementSelector"]
    assert (stored["type"], stored["note"]) == ("element", "Bigger")
    assert selector["description"] == "button.btn-primary (type=button)"
    assert selector["tagName"] == "button"
    assert reviewed.page.locator(selector["cssSelector"]).count() == 1


def test_click_element_with_outline(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().alt_clicks(".hero").writes("Too much air")
    reviewed.page.locator(".btn-primary").click()  # inside of it
    reviewed.popup_is("visible")
    expect(reviewed.el("popup-textarea")).to_have_value("Too much air")
    expect(reviewed.el("popup")).to_contain_text("section.hero")
    reviewed.el("popup-delete").click()
    expect(reviewed.outlined).to_have_count(0)
    assert site.annotations() == []


def test_page_reload(reviewed: Reviewed) -> None:
    reviewed.opens().selects(".lead", "baked every morning").writes("Say when")
    reviewed.alt_clicks(".btn-primary").writes("Bigger")
    reviewed.page.reload()
    expect(reviewed.marks).to_have_text("baked every morning")
    expect(reviewed.outlined).to_have_text("Order now")
    expect(reviewed.el("badge")).to_have_text("2")


def test_navigate_to_different_page(reviewed: Reviewed) -> None:
    reviewed.opens().selects(".lead", "baked every morning").writes("Say when")
    reviewed.page.locator("#next").click()
    expect(reviewed.page).to_have_title("Second")
    expect(reviewed.el("fab")).to_be_visible()
    expect(reviewed.el("badge")).to_be_hidden()
    expect(reviewed.marks).to_have_count(0)
    reviewed.selects("#words", "a few other").writes("")
    expect(reviewed.el("badge")).to_have_text("1")
    reviewed.page.go_back()
    expect(reviewed.marks).to_have_text("baked every morning")
    expect(reviewed.el("badge")).to_have_text("1")


def test_agent_calls_address_annotation(reviewed: Reviewed, site: Site) -> None:
    annotation = site.has_element(".btn-primary", "Bigger")
    reviewed.opens().opens_panel()
    expect(reviewed.el("annotation-delete")).to_have_count(1)
    site.addresses(annotation["id"])
    expect(reviewed.el("status-badge")).to_have_text(re.compile(r"^🔧 Addressed "), timeout=4_000)
    expect(reviewed.outlined).to_have_css("outline-color", "rgba(59, 130, 246, 0.5)")
