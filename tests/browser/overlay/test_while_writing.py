"""While a note is written: what it is about stays in sight and marked, and Escape leaves the form, not the panel."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site
from tests.real_agents.person import eventually

HEAD = "<!doctype html><html lang=en><head><title>Home</title><link rel=icon href='data:,'></head>"
# Where words of an element stand, and where the boxes over what is written about are.
WORDS_AT = """([selector, words]) => {
  const { firstChild } = document.querySelector(selector), at = firstChild.data.indexOf(words);
  const range = document.createRange();
  range.setStart(firstChild, at);
  range.setEnd(firstChild, at + words.length);
  const { left, top, width, height } = range.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
}"""
BOX_AT = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
}"""
AT_200_PERCENT = {"width": 640, "height": 400}  # a window of 1280 × 800
LINES = "".join(f"<p id=p{at} style='margin: 0; height: 30px'>Line {at} of some words</p>" for at in range(12))
LONG = " ".join(["A very long line that is selected to its end."] * 4)


def boxes(reviewed: Reviewed) -> Locator:
    return reviewed.el("writing-place").locator(".air-writing")


def at(element: Locator) -> Any:
    return element.evaluate(BOX_AT)


def is_over(box: Locator, element: Locator) -> None:
    """Judge where a box is, as soon as it has followed what moved on the page."""
    eventually(
        lambda: at(box) == at(element) or None, seconds=5, what="the box", instead=lambda: (at(box), at(element))
    )


def test_words_stay_marked_while_a_note_is_written(reviewed: Reviewed) -> None:
    reviewed.opens().selects(".lead", "baked every morning")
    reviewed.page.keyboard.type("when")
    expect(boxes(reviewed)).to_have_css("background-color", "rgba(217, 119, 6, 0.3)")
    assert at(boxes(reviewed)) == reviewed.page.evaluate(WORDS_AT, [".lead", "baked every morning"])
    reviewed.page.evaluate("scrollTo(0, 40)")
    top = reviewed.page.evaluate(WORDS_AT, [".lead", "baked every morning"])[1]
    reviewed.page.wait_for_function(
        "top => Math.round(document.querySelector('#astro-inline-review-host').shadowRoot"
        ".querySelector('.air-writing').getBoundingClientRect().top) === top", arg=top,
    )  # fmt: skip
    reviewed.el("popup-save").click()
    expect(reviewed.marks).to_have_text("baked every morning")
    expect(reviewed.el("writing-place")).to_have_count(0)


def test_elements_stay_marked_while_a_note_is_written(reviewed: Reviewed) -> None:
    reviewed.opens().alt_clicks("#title")
    expect(boxes(reviewed)).to_have_css("outline-style", "dashed")
    is_over(boxes(reviewed), reviewed.page.locator("#title"))
    reviewed.page.locator(".btn-primary").click(modifiers=["Alt", "Shift"])
    expect(boxes(reviewed)).to_have_count(2)
    is_over(boxes(reviewed).nth(1), reviewed.page.locator(".btn-primary"))
    reviewed.el("popup-cancel").click()
    expect(reviewed.el("writing-place")).to_have_count(0)


def test_what_is_marked_in_the_page_gets_no_second_mark(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "Bigger")
    reviewed.opens().alt_clicks(".btn-primary")
    expect(boxes(reviewed)).to_have_count(1)
    reviewed.outlined.click()
    expect(reviewed.el("popup-textarea")).to_have_value("Bigger")
    expect(reviewed.el("writing-place")).to_have_count(0)


@pytest.mark.parametrize("line", range(12))
def test_the_popup_leaves_the_words_alone_at_200_percent(reviewed: Reviewed, site: Site, line: int) -> None:
    site.writes_page("low", f"{HEAD}<body style='margin: 10px'>{LINES}</body></html>")
    reviewed.page.set_viewport_size(AT_200_PERCENT)  # type: ignore[arg-type]
    reviewed.opens("/low").selects(f"#p{line}", "some words")
    reviewed.el("popup-textarea").fill(LONG)
    _, top, _, height = at(reviewed.el("popup"))
    words = reviewed.page.evaluate(WORDS_AT, [f"#p{line}", "some words"])
    assert top >= words[1] + words[3] or top + height <= words[1]
    assert top >= 0
    assert top + height <= AT_200_PERCENT["height"]
    _, low, _, button = at(reviewed.el("popup-save"))
    assert low + button <= top + height, "it needs no scrolling"
    reviewed.el("popup-save").click()
    reviewed.popup_is("hidden")
    assert [one["note"] for one in site.annotations()] == [LONG]


def test_the_popup_fits_into_a_window_narrower_than_itself(reviewed: Reviewed) -> None:
    reviewed.page.set_viewport_size({"width": 240, "height": 500})
    reviewed.opens().page.locator("#title").dblclick(position={"x": 20, "y": 15})
    reviewed.popup_is("visible")
    left, _, width, _ = at(reviewed.el("popup"))
    assert (left, width) == (8, 224)


def test_escape_leaves_a_form_and_then_the_panel(reviewed: Reviewed, site: Site) -> None:
    site.has_note("Warmer")
    site.addresses(site.has_element("#title")["id"])
    reviewed.opens().opens_panel()
    for pressed, field in (
        ("page-note-add", "page-note-textarea"),
        ("page-note-edit", "page-note-textarea"),
        ("annotation-reopen", "reopen-textarea"),
    ):
        reviewed.el(pressed).click()
        expect(reviewed.el(field)).to_be_focused()
        reviewed.page.keyboard.press("Escape")
        expect(reviewed.el(field)).to_have_count(0)
        reviewed.panel_is("open")
        expect(reviewed.el(pressed)).to_be_focused()
    reviewed.page.keyboard.press("Escape")
    reviewed.panel_is("closed")


def test_escape_takes_no_words(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel().el("page-note-add").click()
    reviewed.page.keyboard.type("half a th")
    reviewed.page.keyboard.press("Escape")
    reviewed.panel_is("open")
    reviewed.page.keyboard.type("ought")
    expect(reviewed.el("page-note-textarea")).to_have_value("half a thought")
    reviewed.el("page-note-textarea").fill("")
    reviewed.page.keyboard.press("Escape")
    expect(reviewed.el("page-note-textarea")).to_have_count(0)
    reviewed.panel_is("open")
