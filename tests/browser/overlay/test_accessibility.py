"""Seed 002, section 18: roles and names, where the focus goes, keys, motion, and what axe says of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# At rest an addressed item is paler (6.2.3), which together with the colours of these two (17.1) is as specified;
# so are the words of the round button's name.
PALE = [".air-annotation-item__addressed-badge", ".air-annotation-item--addressed .air-button--accept"]
NAME = "label-content-name-mismatch"
# So do items stand under the pointer or with the focus.
OPAQUE = """() => {
  const opaque = new CSSStyleSheet();
  opaque.replaceSync(".air-annotation-item { opacity: 1 !important }");
  document.querySelector("#astro-inline-review-host").shadowRoot.adoptedStyleSheets.push(opaque);
}"""
ASK_AXE = """([rules, pale, name]) => {
  const host = "#astro-inline-review-host";
  const where = { include: [[host]], exclude: pale.map((each) => ({ fromShadowDom: [host, each] })) };
  const how = { runOnly: rules, resultTypes: ["violations"], rules: { [name]: { enabled: false } } };
  return axe.run(where, how).then((told) => told.violations);
}"""
FOCUSED = """() => {
  const { shadowRoot } = document.querySelector("#astro-inline-review-host");
  return shadowRoot.activeElement?.dataset.airEl ?? document.activeElement.id;
}"""


def objections(reviewed: Reviewed, *, but: Sequence[str] = ()) -> list[str]:
    """What axe says of our own parts, shadow root and all."""
    if not reviewed.page.evaluate("'axe' in window"):
        reviewed.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = reviewed.page.evaluate(ASK_AXE, [RULES, list(but), NAME])
    return [f"{rule['id']}: {node['failureSummary']} {node['html'][:200]}" for rule in found for node in rule["nodes"]]


def focused(reviewed: Reviewed) -> str:
    found: str = reviewed.page.evaluate(FOCUSED)
    return found


def test_axe_has_no_objections(reviewed: Reviewed, site: Site) -> None:
    reviewed.page.emulate_media(reduced_motion="reduce")  # what fades has no contrast
    reviewed.opens()
    assert objections(reviewed) == [], "at first"
    reviewed.opens_panel()
    expect(reviewed.el("empty-arrow")).to_be_visible()
    expect(reviewed.el("first-use-tooltip")).to_have_count(0)
    assert objections(reviewed) == [], "an empty panel"
    site.has_text("baked every morning", "Say when", before="bread that is ")
    site.has_element("#gone", "Nowhere")
    site.addresses(site.has_element("#title", "Bigger")["id"])
    site.has_note("Warmer")
    expect(reviewed.el("annotation-reopen")).to_have_count(1)
    reviewed.page.mouse.move(10, 10)
    assert objections(reviewed, but=PALE) == [], "a full panel"
    reviewed.page.evaluate(OPAQUE)
    for item in reviewed.page.locator(".air-annotation-item").all():
        expect(item).to_have_css("opacity", "1")
    assert objections(reviewed) == [], "a full panel, each item as it is under the pointer"
    reviewed.el("annotation-reopen").click()
    reviewed.el("page-note-edit").click()
    assert objections(reviewed) == [], "forms"
    reviewed.el("tab-all-pages").click()
    reviewed.el("export").click()
    reviewed.marks.click()
    reviewed.popup_is("visible")
    assert objections(reviewed) == [], "all pages, a toast and the popup"


def test_roles_and_names(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title")
    reviewed.opens().opens_panel().el("export").click()
    told = {
        "panel": {"role": "complementary", "aria-label": "Inline Review Panel"},
        "tab-this-page": {"role": "tab", "aria-selected": "true"},
        "tab-all-pages": {"role": "tab", "aria-selected": "false"},
        "panel-content": {"role": "tabpanel", "aria-live": "polite", "aria-labelledby": "air-tab-this"},
        "popup": {"role": "dialog", "aria-modal": "true", "aria-label": "Add annotation"},
        "toast": {"role": "status", "aria-live": "polite"},
        "fab": {"aria-label": "Toggle inline review (1 annotation)", "title": "Inline Review"},
        "element-annotation-item": {"tabindex": "0"},
    }
    for name, attributes in told.items():
        for attribute, value in attributes.items():
            expect(reviewed.el(name)).to_have_attribute(attribute, value)
    expect(reviewed.el("tab-this-page").locator("..")).to_have_attribute("role", "tablist")
    reviewed.el("tab-all-pages").click()
    expect(reviewed.el("tab-all-pages")).to_have_attribute("aria-selected", "true")
    expect(reviewed.el("tab-this-page")).to_have_attribute("aria-selected", "false")
    labelled_by = reviewed.el("panel-content").get_attribute("aria-labelledby")
    assert labelled_by == reviewed.el("tab-all-pages").get_attribute("id")


def test_the_focus_goes_into_the_panel_and_back(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    assert focused(reviewed) == "page-note-add"
    reviewed.page.keyboard.press("Escape")
    reviewed.panel_is("closed")
    assert focused(reviewed) == "fab"
    reviewed.page.keyboard.press("Enter")
    reviewed.panel_is("open")
    assert focused(reviewed) == "page-note-add"
    reviewed.el("fab").click()
    reviewed.panel_is("closed")
    assert focused(reviewed) == "fab"
    reviewed.page.keyboard.press("Control+Shift+Period")
    reviewed.panel_is("open")
    assert focused(reviewed) == "page-note-add"


def test_tab_goes_round_in_the_popup(reviewed: Reviewed, site: Site) -> None:
    site.has_text("baked every morning", before="bread that is ")
    reviewed.opens().marks.click()
    reviewed.popup_is("visible")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    order = ["popup-delete", "popup-cancel", "popup-save", "popup-textarea"]
    for name in order:
        reviewed.page.keyboard.press("Tab")
        assert focused(reviewed) == name
    for name in [*order[-2::-1], "popup-textarea"]:
        reviewed.page.keyboard.press("Shift+Tab")
        assert focused(reviewed) == name


def test_the_popup_gives_the_focus_back(reviewed: Reviewed) -> None:
    reviewed.opens().page.locator("#search").focus()
    reviewed.page.locator("#title").dispatch_event("click", {"altKey": True})
    reviewed.popup_is("visible")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    reviewed.page.keyboard.press("Escape")
    reviewed.popup_is("hidden")
    expect(reviewed.page.locator("#search")).to_be_focused()


def test_items_by_keyboard(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#deep")
    reviewed.opens().opens_panel()
    item = reviewed.el("element-annotation-item")
    expect(item).to_be_visible()
    expect(reviewed.outlined).to_have_count(1)
    stands_still(reviewed.page)
    for key in ("Enter", "Space"):
        expect(reviewed.page.locator("[data-air-pulse]")).to_have_count(0)
        item.press(key)
        expect(reviewed.page.locator("#deep[data-air-pulse]")).to_have_count(1)
        reviewed.page.clock.run_for(1_000)
    reviewed.el("tab-this-page").press("ArrowRight")
    assert focused(reviewed) == "tab-all-pages"
    expect(reviewed.el("tab-all-pages")).to_have_attribute("aria-selected", "true")


def test_those_who_want_no_motion_get_none(reviewed: Reviewed, site: Site) -> None:
    reviewed.page.emulate_media(reduced_motion="reduce")
    reviewed.opens().opens_panel()
    expect(reviewed.el("panel")).to_have_css("transition-duration", "1e-05s")
    expect(reviewed.el("empty-arrow")).to_have_css("animation-duration", "1e-05s")
    site.has_element("#deep")
    reviewed.el("element-annotation-item").click()
    expect(reviewed.outlined).to_be_in_viewport()


def test_the_systems_own_colours(reviewed: Reviewed) -> None:
    reviewed.page.emulate_media(forced_colors="active")
    reviewed.opens().opens_panel()
    expect(reviewed.el("fab")).to_have_css("border-top-style", "solid")
    chosen = reviewed.el("tab-this-page").evaluate("each => getComputedStyle(each).borderBottomColor")
    expect(reviewed.el("tab-all-pages")).not_to_have_css("border-bottom-color", chosen)
