"""Whatever changes in the page file or the page, what a person is writing stays, and nothing flickers."""

from playwright.sync_api import expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site

COUNT_CHANGES = """() => {
  const { shadowRoot } = document.querySelector("#astro-inline-review-host");
  const content = shadowRoot.querySelector("[data-air-el=panel-content]");
  window.changes = [];
  const note = ({ type, target }) => window.changes.push(`${type} ${target.className ?? target.nodeName}`);
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver((all) => all.forEach(note)).observe(content, everything);
}"""
HEAR = """() => {
  window.heard = [];
  for (const on of [window, document, document.body]) {
    for (const name of ["keydown", "keyup", "input", "click"]) {
      on.addEventListener(name, ({ type, key }) => window.heard.push(`${type} ${key}`));
    }
  }
}"""


def test_open_forms_outlive_changes(reviewed: Reviewed, site: Site) -> None:
    done = site.addresses(site.has_element("#title")["id"])
    note = site.has_note("A note")
    reviewed.opens().opens_panel()
    reviewed.el("page-note-edit").click()
    reviewed.el("page-note-textarea").fill("half a th")
    reviewed.el("annotation-reopen").click()
    reviewed.el("reopen-textarea").fill("not qui")
    site.has_note("Another")
    site.asks("PATCH", f"/page-notes/{note['id']}", {"note": "Changed elsewhere"})
    site.asks("PATCH", f"/annotations/{done['id']}", {"status": "open"})
    expect(reviewed.el("page-note-item")).to_have_count(2)
    expect(reviewed.el("annotation-delete")).to_have_count(1)
    expect(reviewed.el("page-note-textarea")).to_have_value("half a th")
    expect(reviewed.el("reopen-textarea")).to_have_value("not qui")
    expect(reviewed.el("reopen-textarea")).to_be_focused()


def test_words_to_what_is_deleted_elsewhere(reviewed: Reviewed, site: Site) -> None:
    note = site.has_note("A note")
    reviewed.opens().opens_panel()
    reviewed.el("page-note-edit").click()
    reviewed.el("page-note-textarea").fill("Much to say")
    site.asks("DELETE", f"/page-notes/{note['id']}")
    expect(reviewed.el("tab-this-page")).to_have_text("This Page (0)")
    reviewed.el("page-note-save").click()
    expect(reviewed.el("page-note-item")).to_have_text("Much to sayEditDelete")
    assert [each["note"] for each in site.stored()["pageNotes"]] == ["Much to say"]


def test_new_note_and_popup_outlive_changes(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().opens_panel()
    reviewed.el("page-note-add").click()
    reviewed.el("page-note-textarea").fill("half a th")
    reviewed.selects(".lead", "baked every morning").el("popup-textarea").fill("when ex")
    site.has_element("#title")
    expect(reviewed.el("element-annotation-item")).to_have_count(1)
    expect(reviewed.el("popup-textarea")).to_have_value("when ex")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    expect(reviewed.el("page-note-textarea")).to_have_value("half a th")


def test_popup_outlives_a_reload(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().selects(".lead", "baked every morning").el("popup-textarea").fill("when ex")
    reviewed.page.reload()
    reviewed.popup_is("visible")
    expect(reviewed.el("popup-textarea")).to_have_value("when ex")
    reviewed.writes("when exactly")
    expect(reviewed.marks).to_have_text("baked every morning")
    assert [each["note"] for each in site.annotations()] == ["when exactly"]
    reviewed.page.reload()
    reviewed.popup_is("hidden")


def test_open_forms_outlive_a_reload(reviewed: Reviewed, site: Site) -> None:
    done = site.addresses(site.has_element("#title")["id"])
    site.has_note("A note")
    reviewed.opens().opens_panel()
    reviewed.el("page-note-add").click()
    reviewed.el("page-note-textarea").fill("quite n")
    reviewed.el("page-note-edit").click()
    reviewed.el("page-note-textarea").nth(1).fill("half a th")
    reviewed.el("annotation-reopen").click()
    reviewed.el("reopen-textarea").fill("not qui")
    reviewed.page.reload()
    reviewed.panel_is("open")
    expect(reviewed.el("page-note-textarea").nth(0)).to_have_value("quite n")
    expect(reviewed.el("page-note-textarea").nth(1)).to_have_value("half a th")
    expect(reviewed.el("reopen-textarea")).to_have_value("not qui")
    expect(reviewed.el("reopen-textarea")).to_be_focused()
    reviewed.page.keyboard.type("te")
    reviewed.el("reopen-submit").click()
    expect(reviewed.el("annotation-delete")).to_have_count(1)
    reviewed.el("page-note-save").nth(1).click()
    expect(reviewed.el("page-note-item")).to_have_text("half a thEditDelete")
    reviewed.el("page-note-cancel").click()
    expect(reviewed.el("page-note-textarea")).to_have_count(0)
    assert [each["message"] for each in site.annotations()[0]["replies"]] == ["not quite"]
    assert site.annotations()[0]["id"] == done["id"]
    reviewed.page.reload()
    expect(reviewed.el("page-note-item")).to_have_count(1)
    expect(reviewed.el("page-note-textarea")).to_have_count(0)
    expect(reviewed.el("reopen-textarea")).to_have_count(0)


def test_the_other_tab_and_its_form_outlive_a_reload(reviewed: Reviewed, site: Site) -> None:
    note = site.has_note("A note", page="/second")
    reviewed.opens().opens_panel().el("tab-all-pages").click()
    reviewed.el("page-note-edit").click()
    reviewed.el("page-note-textarea").fill("Much to say")
    site.asks("DELETE", f"/page-notes/{note['id']}")
    expect(reviewed.el("tab-all-pages")).to_have_text("All Pages (0)")
    reviewed.page.reload()
    expect(reviewed.el("tab-all-pages")).to_have_attribute("aria-selected", "true")
    expect(reviewed.el("page-note-textarea")).to_have_value("Much to say")
    reviewed.el("page-note-save").click()
    expect(reviewed.el("page-note-item")).to_have_text("Much to sayEditDelete")
    assert [(each["note"], each["pageUrl"]) for each in site.stored()["pageNotes"]] == [("Much to say", "/second")]


def test_a_note_belongs_to_the_page_where_it_was_begun(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().opens_panel().el("page-note-add").click()
    reviewed.el("page-note-textarea").fill("About the sh")
    reviewed.page.evaluate("() => { history.pushState(null, '', '/second'); document.title = 'Second' }")
    expect(reviewed.el("panel-content")).to_contain_text("For /")
    reviewed.el("page-note-textarea").press_sequentially("op")
    reviewed.page.reload()
    expect(reviewed.el("empty-arrow")).to_be_visible()
    expect(reviewed.el("page-note-textarea")).to_have_count(0)
    reviewed.page.evaluate("history.pushState(null, '', '/')")
    expect(reviewed.el("page-note-textarea")).to_have_value("About the shop")
    reviewed.page.evaluate("history.pushState(null, '', '/second')")
    reviewed.el("page-note-save").click()
    expect(reviewed.el("page-note-textarea")).to_have_count(0)
    stored = site.stored()["pageNotes"]
    assert [(each["note"], each["pageUrl"], each["pageTitle"]) for each in stored] == [("About the shop", "/", "Home")]


def test_a_failed_save_keeps_the_popup(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().selects(".lead", "baked every morning")
    reviewed.page.route("**/api/annotations", lambda route: route.abort())
    reviewed.el("popup-textarea").fill("when exactly")
    reviewed.el("popup-save").click()
    expect(reviewed.el("toast")).to_have_text("Failed to save annotation")
    reviewed.popup_is("visible")
    reviewed.page.unroute_all()
    reviewed.writes("when exactly")
    assert len(site.annotations()) == 1
    reviewed.forgives("Failed to load resource", "Failed to save annotation")


def test_only_what_changes_is_touched(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "one")
    second = site.has_element(".btn-primary", "two")
    reviewed.opens().opens_panel()
    expect(reviewed.outlined).to_have_count(2)
    reviewed.page.evaluate(COUNT_CHANGES)
    site.asks("PATCH", f"/annotations/{second['id']}", {"note": "changed"})
    expect(reviewed.el("panel-content")).to_contain_text("changed")
    assert reviewed.page.evaluate("window.changes") == ["childList "]


def test_own_writes_ask_for_nothing(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    expect(reviewed.el("empty-arrow")).to_be_visible()
    asked: list[str] = []
    reviewed.page.on("request", lambda request: asked.append(f"{request.method} {request.url.rpartition('/')[2]}"))
    is_quiet = False
    while not is_quiet:  # what the beginning asks for may still come
        asked.clear()
        reviewed.page.wait_for_timeout(500)
        is_quiet = not asked
    reviewed.alt_clicks("#title").writes("one")
    reviewed.alt_clicks(".btn-primary").writes("two")
    expect(reviewed.outlined).to_have_count(2)
    assert asked == ["POST annotations", "POST annotations"]


def test_keys_in_our_fields_stay_ours(reviewed: Reviewed) -> None:
    reviewed.opens().page.evaluate(HEAR)
    reviewed.opens_panel().el("page-note-add").click()
    reviewed.page.keyboard.type("jk/")
    expect(reviewed.el("page-note-textarea")).to_have_value("jk/")
    assert reviewed.page.evaluate("window.heard") == []
    reviewed.page.keyboard.press("Control+Enter")
    expect(reviewed.el("page-note-item")).to_contain_text("jk/")


def test_styles_of_the_page_stay_outside(reviewed: Reviewed, site: Site) -> None:
    style = "<style>* { color: red !important; font-size: 40px !important } div { display: none !important }</style>"
    site.writes_page(
        "loud",
        f"<!doctype html><html><head>{style}<link rel=icon href='data:,'></head><body><p>words</p></body></html>",
    )
    reviewed.opens("/loud").opens_panel()
    expect(reviewed.el("panel")).to_be_visible()
    expect(reviewed.el("panel")).to_have_css("color", "rgb(229, 229, 229)")
    expect(reviewed.el("panel")).to_have_css("font-size", "14px")
