"""Whoever points and types at once loses no letter: the field has the focus as soon as it is there."""

import pytest
from playwright.sync_api import expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

# Who has the focus in the very step in which one of these fields appears; a frame later a letter may have been lost.
NOTE_FOCUS = """() => {
  const { shadowRoot } = document.querySelector("#astro-inline-review-host");
  window.focused = [];
  const everything = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-air-state"] };
  new MutationObserver((records) => {
    const shown = records.some(({ target, addedNodes }) => target.dataset?.airState === "visible"
      || [...addedNodes].some((one) => one.matches?.("[data-air-form]") || one.querySelector?.("[data-air-form]")));
    if (shown) setTimeout(() => window.focused.push(shadowRoot.activeElement?.dataset.airEl ?? null));
  }).observe(shadowRoot, everything);
  window.requestAnimationFrame = () => 0;
}"""


def focused(reviewed: Reviewed) -> list[str | None]:
    """What had the focus before any frame."""
    reviewed.page.wait_for_function("window.focused.length > 0")
    found: list[str | None] = reviewed.page.evaluate("window.focused.splice(0)")
    return found


def types(reviewed: Reviewed, name: str) -> None:
    """The letters go where they belong, and the page gets none."""
    reviewed.page.keyboard.type("letters")
    expect(reviewed.el(name)).to_have_value("letters")


@pytest.mark.parametrize("how", ["selected", "alt-clicked"])
def test_a_popup_has_the_focus_at_once(reviewed: Reviewed, how: str) -> None:
    reviewed.opens().opens_panel()
    expect(reviewed.el("empty-arrow")).to_be_visible()
    reviewed.page.evaluate(NOTE_FOCUS)
    if how == "selected":
        reviewed.selects(".lead", "baked every morning")
    else:
        reviewed.alt_clicks("#title")
    assert focused(reviewed) == ["popup-textarea"]
    types(reviewed, "popup-textarea")


@pytest.mark.parametrize(
    ("pressed", "field"),
    [
        ("page-note-add", "page-note-textarea"),
        ("page-note-edit", "page-note-textarea"),
        ("annotation-reopen", "reopen-textarea"),
    ],
)
def test_a_form_has_the_focus_at_once(reviewed: Reviewed, site: Site, pressed: str, field: str) -> None:
    site.has_note("")
    site.addresses(site.has_element("#title")["id"])
    reviewed.opens().opens_panel()
    expect(reviewed.el(pressed)).to_be_visible()
    reviewed.page.evaluate(NOTE_FOCUS)
    reviewed.el(pressed).click()
    assert focused(reviewed) == [field]
    types(reviewed, field)


def test_another_element_joins_and_what_was_typed_stays(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().alt_clicks("#title")
    reviewed.page.keyboard.type("Both of the")
    reviewed.page.locator(".lead").click(modifiers=["Alt", "Shift"])
    expect(reviewed.el("popup").locator(".air-popup__label")).to_contain_text("+ 1 more")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    reviewed.page.keyboard.type("m")
    expect(reviewed.el("popup-textarea")).to_have_value("Both of them")
    reviewed.el("popup-save").click()
    reviewed.popup_is("hidden")
    assert [(one["note"], len(one["also"])) for one in site.annotations()] == [("Both of them", 1)]
