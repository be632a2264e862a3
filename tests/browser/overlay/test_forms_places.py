"""Where our own parts stand and who has the focus: pages from right to left, modal dialogs, rows that go away."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

HEBREW = "שלום עולם"
RIGHT_TO_LEFT = f"""<!doctype html><html dir=rtl style="direction: rtl"><head><link rel=icon href='data:,'>
<style>* {{ direction: rtl !important }}</style><title>Home</title></head>
<body><p id=p>{HEBREW} words</p></body></html>"""
# What moves the dialog would move all that is fixed in it.
DIALOG = """<dialog id=modal style="transform: translate(3px, 40px) scale(.9)"><p id=said>Are you sure about this</p>
<input id=field></dialog>"""
WITH_DIALOG = """<!doctype html><html><head><link rel=icon href='data:,'><title>Home</title></head><body><p>Words</p>
<button id=open>Open</button>{dialog}<script>
const dialog = document.querySelector("#modal") ?? document.querySelector("#around").shadowRoot.firstChild;
document.querySelector("#open").onclick = () => dialog.showModal();</script></body></html>"""
PLAIN = WITH_DIALOG.format(dialog=DIALOG)
IN_SHADOW = WITH_DIALOG.format(dialog=f"<div id=around><template shadowrootmode=open>{DIALOG}</template></div>")
ON_TOP = """one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  let found = document.elementFromPoint(left + width / 2, top + height / 2);
  while (found?.shadowRoot) {
    const inside = found.shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
    if (inside === null || inside === found) break;
    found = inside;
  }
  return one.contains(found);
}"""


def is_on_top(part: Locator) -> bool:
    found: bool = part.evaluate(ON_TOP)
    return found


def test_a_page_from_right_to_left(reviewed: Reviewed, site: Site) -> None:
    site.writes_page("right", RIGHT_TO_LEFT)
    site.has_note(HEBREW, page="/right")
    done = site.addresses(site.has_element("#p", HEBREW, page="/right")["id"])
    site.asks("PATCH", f"/annotations/{done['id']}", {"reply": {"message": HEBREW}})
    reviewed.opens("/right").opens_panel()
    runs = {
        reviewed.el("panel"): "ltr",
        reviewed.page.locator(".air-page-note-item__text"): "rtl",
        reviewed.page.locator(".air-annotation-item__note"): "rtl",
        reviewed.el("reviewer-reply"): "ltr",
        reviewed.el("reviewer-reply").locator("bdi"): "rtl",
    }
    for part, way in runs.items():
        expect(part).to_have_css("direction", way)
    reviewed.el("page-note-add").click()
    field = reviewed.el("page-note-textarea")
    field.fill(HEBREW)
    expect(field).to_have_css("direction", "rtl")
    field.fill("words")
    expect(field).to_have_css("direction", "ltr")
    reviewed.alt_clicks("#p").el("popup-textarea").fill(HEBREW)
    expect(reviewed.el("popup-textarea")).to_have_css("direction", "rtl")
    cancel, save = reviewed.el("popup-cancel").bounding_box(), reviewed.el("popup-save").bounding_box()
    assert cancel is not None
    assert save is not None
    assert cancel["x"] < save["x"]


@pytest.mark.parametrize("page", [PLAIN, IN_SHADOW], ids=["document", "shadow"])
def test_a_note_to_what_stands_in_a_modal_dialog(reviewed: Reviewed, site: Site, page: str) -> None:
    site.writes_page("dialog", page)
    reviewed.opens("/dialog").page.locator("#open").click()
    reviewed.page.locator("#said").dblclick(position={"x": 8, "y": 10})
    reviewed.popup_is("visible")
    textarea = reviewed.el("popup-textarea")
    expect(textarea).to_be_focused()
    assert is_on_top(textarea)
    reviewed.page.keyboard.type("Yes")
    reviewed.page.keyboard.press("Escape")
    expect(textarea).to_have_value("Yes")
    reviewed.el("popup-save").click()
    reviewed.popup_is("hidden")
    assert [each["note"] for each in site.annotations()] == ["Yes"]
    reviewed.page.locator("#field").click(modifiers=["Alt"])
    reviewed.popup_is("visible")
    expect(textarea).to_be_focused()
    reviewed.page.keyboard.press("Escape")
    reviewed.popup_is("hidden")
    expect(reviewed.page.locator("#modal")).to_have_attribute("open", "")
    reviewed.page.keyboard.press("Escape")
    expect(reviewed.page.locator("#modal")).not_to_have_attribute("open", "")
    reviewed.opens_panel()
    host = "document.querySelector('#astro-inline-review-host').parentNode === document.body"
    reviewed.page.wait_for_function(host)


def test_a_modal_dialog_that_is_taken_away_with_words_in_it(reviewed: Reviewed, site: Site) -> None:
    site.writes_page("dialog", PLAIN)
    reviewed.opens("/dialog").page.locator("#open").click()
    assert is_on_top(reviewed.el("fab"))
    reviewed.page.locator("#said").dblclick(position={"x": 8, "y": 10})
    reviewed.popup_is("visible")
    reviewed.el("popup-textarea").fill("half a th")
    reviewed.page.evaluate("document.querySelector('#modal').remove()")
    expect(reviewed.el("popup-textarea")).to_have_value("half a th")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    assert is_on_top(reviewed.el("popup-textarea"))


def test_a_new_note_gives_the_focus_back(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    add = reviewed.el("page-note-add")
    for way_out in ("page-note-cancel", "page-note-save"):
        add.press("Enter")
        expect(reviewed.el("page-note-textarea")).to_be_focused()
        reviewed.page.keyboard.type("Warmer")
        reviewed.el(way_out).press("Enter")
        expect(reviewed.el("page-note-textarea")).to_have_count(0)
        expect(add).to_be_focused()
    expect(reviewed.el("page-note-item")).to_have_count(1)


def test_reopen_gives_the_focus_back(reviewed: Reviewed, site: Site) -> None:
    site.addresses(site.has_element("#title")["id"])
    reviewed.opens().opens_panel()
    reopen = reviewed.el("annotation-reopen")
    reopen.press("Enter")
    expect(reviewed.el("reopen-textarea")).to_be_focused()
    reviewed.el("reopen-cancel").press("Enter")
    expect(reopen).to_be_focused()
    reopen.press("Enter")
    reviewed.page.keyboard.type("Not quite")
    reviewed.el("reopen-submit").press("Enter")
    expect(reopen).to_have_count(0)
    expect(reviewed.el("element-annotation-item")).to_be_focused()


def test_a_row_that_goes_gives_the_focus_to_the_next(reviewed: Reviewed, site: Site) -> None:
    site.has_note("A note")
    site.has_element("#title", "first")
    site.addresses(site.has_element(".btn-primary", "second")["id"])
    site.has_element("#mixed", "third")
    reviewed.opens().opens_panel()
    items = reviewed.el("element-annotation-item")
    reviewed.el("annotation-accept").press("Enter")
    expect(items).to_have_count(2)
    expect(items.nth(1)).to_be_focused()
    for left in (1, 0):
        delete = reviewed.el("annotation-delete").nth(left)
        delete.press("Enter")
        delete.press("Enter")
        expect(items).to_have_count(left)
        heir = items.nth(0) if left else reviewed.el("page-note-edit")
        expect(heir).to_be_focused()
    reviewed.el("page-note-delete").press("Enter")
    expect(reviewed.el("page-note-item")).to_have_count(0)
    expect(reviewed.el("panel-content")).to_be_focused()
