"""Words in the popup and in the panel's forms: where they wait, and what never takes them away."""

from playwright.sync_api import expect

from tests.browser.overlay.page import Reviewed, held
from tests.browser.overlay.site import Site

ROUTED = "path => history.pushState(null, '', path)"


def must_hold(reviewed: Reviewed, words: str) -> None:
    reviewed.popup_is("visible")
    expect(reviewed.el("popup-textarea")).to_have_value(words)


def adds(reviewed: Reviewed, selector: str) -> None:
    reviewed.page.locator(selector).click(modifiers=["Alt", "Shift"])


def also(site: Site) -> list[list[str]]:
    """The further elements of each annotation."""
    return [[more["tagName"] for more in each.get("also", [])] for each in site.annotations()]


def label(reviewed: Reviewed) -> str:
    return reviewed.el("popup").locator(".air-popup__label").inner_text()


def test_a_popup_of_another_page_takes_no_words(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#words", "there already", page="/second")
    reviewed.opens().selects(".lead", "baked every morning").el("popup-textarea").fill("when ex")
    reviewed.opens("/second").popup_is("hidden")
    reviewed.outlined.click()
    must_hold(reviewed, "there already")
    reviewed.el("popup-cancel").click()
    reviewed.alt_clicks("h1").el("popup-textarea").fill("too lo")
    reviewed.opens()
    must_hold(reviewed, "when ex")
    reviewed.writes("when exactly")
    reviewed.opens("/second")
    must_hold(reviewed, "too lo")
    reviewed.writes("too loud")
    stored = [(each["note"], each["pageUrl"]) for each in site.annotations()]
    assert stored == [("there already", "/second"), ("when exactly", "/"), ("too loud", "/second")]
    reviewed.opens().popup_is("hidden")


def test_words_go_back_to_their_page_with_a_router(reviewed: Reviewed) -> None:
    reviewed.opens().selects(".lead", "baked every morning").el("popup-textarea").fill("when ")
    reviewed.page.evaluate(ROUTED, "/second")
    reviewed.el("popup-textarea").press_sequentially("ex")
    reviewed.page.reload()
    reviewed.popup_is("hidden")
    reviewed.page.evaluate(ROUTED, "/")
    must_hold(reviewed, "when ex")
    reviewed.page.reload()
    must_hold(reviewed, "when ex")


def test_an_edited_note_waits_for_its_page(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "Bigger")
    reviewed.opens().outlined.click()
    reviewed.el("popup-textarea").fill("Bigger, pl")
    reviewed.opens("/second").popup_is("hidden")
    reviewed.opens()
    must_hold(reviewed, "Bigger, pl")
    reviewed.writes("Bigger, please")
    assert [each["note"] for each in site.annotations()] == ["Bigger, please"]


def test_elements_join_only_what_is_open(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#mixed", "Y")
    reviewed.opens().alt_clicks("#title").el("popup-cancel").click()
    reviewed.page.locator("#mixed").click()
    must_hold(reviewed, "Y")
    adds(reviewed, ".btn-primary")
    assert label(reviewed) == "#mixed"
    reviewed.writes("Y again")
    assert also(site) == [[]]


def test_elements_join_after_a_selection_by_accident(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().alt_clicks("#title").el("popup-textarea").fill("both")
    reviewed.selects("#mixed", "always")
    adds(reviewed, ".btn-primary")
    assert label(reviewed).endswith(" + 1 more")
    reviewed.page.reload()
    must_hold(reviewed, "both")
    assert label(reviewed).endswith(" + 1 more")
    reviewed.writes("both of them")
    assert also(site) == [["button"]]


def test_an_untouched_note_gives_way(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "first")
    site.has_element(".btn-primary", "second")
    expect(reviewed.opens().outlined).to_have_count(2)
    reviewed.page.locator("#title").click()
    must_hold(reviewed, "first")
    reviewed.page.locator(".btn-primary").click()
    must_hold(reviewed, "second")
    reviewed.el("popup-textarea").fill("second, cha")
    reviewed.page.locator("#title").click()
    must_hold(reviewed, "second, cha")
    reviewed.page.keyboard.press("Escape")
    must_hold(reviewed, "second, cha")


def test_words_typed_while_a_new_note_is_saved(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().alt_clicks("#title").el("popup-textarea").fill("Bigger")
    with held(reviewed, "**/api/annotations"):
        reviewed.el("popup-save").click()
        reviewed.el("popup-textarea").press_sequentially(", please")
    expect(reviewed.outlined).to_have_count(1)
    must_hold(reviewed, "Bigger, please")
    assert [each["note"] for each in site.annotations()] == ["Bigger"]
    reviewed.page.reload()
    must_hold(reviewed, "Bigger, please")
    reviewed.el("popup-save").click()
    reviewed.popup_is("hidden")
    assert [each["note"] for each in site.annotations()] == ["Bigger, please"]


def test_words_typed_while_a_page_note_is_saved(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().opens_panel().el("page-note-add").click()
    field = reviewed.el("page-note-textarea")
    field.fill("Warmer")
    with held(reviewed, "**/api/page-notes"):
        reviewed.el("page-note-save").click()
        field.press_sequentially(", please")
    expect(reviewed.el("page-note-item")).to_contain_text("Warmer")
    expect(field).to_have_value("Warmer, please")
    reviewed.el("page-note-save").click()
    expect(reviewed.el("page-note-item")).to_contain_text("Warmer, please")
    expect(field).to_have_count(0)
    assert [each["note"] for each in site.stored()["pageNotes"]] == ["Warmer, please"]


def test_words_typed_while_an_annotation_is_reopened(reviewed: Reviewed, site: Site) -> None:
    done = site.addresses(site.has_element("#title")["id"])
    reviewed.opens().opens_panel().el("annotation-reopen").click()
    field = reviewed.el("reopen-textarea")
    field.fill("Not quite.")
    with held(reviewed, f"**/api/annotations/{done['id']}"):
        reviewed.el("reopen-submit").click()
        field.press_sequentially(" Still small.")
    expect(reviewed.el("reviewer-reply")).to_have_count(1)
    expect(field).to_have_value("Still small.")
    reviewed.el("reopen-submit").click()
    expect(field).to_have_count(0)
    assert [each["message"] for each in site.annotations()[0]["replies"]] == ["Not quite.", "Still small."]


def test_a_new_note_that_is_folded_keeps_its_words(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().opens_panel()
    add, field = reviewed.el("page-note-add"), reviewed.el("page-note-textarea")
    add.click()
    field.fill("Warm")
    add.click()
    expect(field).to_have_count(0)
    add.click()
    expect(field).to_have_value("Warm")
    expect(field).to_be_focused()
    add.click()
    reviewed.page.evaluate(ROUTED, "/second")
    add.click()
    expect(field).to_have_value("")
    reviewed.page.evaluate(ROUTED, "/")
    expect(field).to_have_value("Warm")
    field.press_sequentially("er")
    reviewed.el("page-note-save").click()
    expect(reviewed.el("page-note-item")).to_contain_text("Warmer")
    add.click()
    expect(field).to_have_value("")
    assert [each["note"] for each in site.stored()["pageNotes"]] == ["Warmer"]


def test_words_to_an_annotation_that_was_accepted_elsewhere(reviewed: Reviewed, site: Site) -> None:
    done = site.addresses(site.has_element("#title")["id"])
    reviewed.opens().opens_panel().el("annotation-reopen").click()
    reviewed.el("reopen-textarea").fill("Not quite")
    site.asks("DELETE", f"/annotations/{done['id']}")
    expect(reviewed.el("element-annotation-item")).to_contain_text("This annotation is gone.")
    expect(reviewed.el("reopen-textarea")).to_have_value("Not quite")
    reviewed.page.reload()
    expect(reviewed.el("element-annotation-item")).to_contain_text("This annotation is gone.")
    expect(reviewed.el("reopen-textarea")).to_have_value("Not quite")
    reviewed.el("reopen-submit").click()
    expect(reviewed.el("page-note-item")).to_contain_text("Not quite")
    expect(reviewed.el("element-annotation-item")).to_have_count(0)
    assert [(each["note"], each["pageUrl"]) for each in site.stored()["pageNotes"]] == [("Not quite", "/")]
    reviewed.forgives("Failed to load resource")


def test_a_picture_of_the_element_goes_into_the_file(reviewed: Reviewed, site: Site) -> None:
    reviewed.opens().opens_panel().alt_clicks(".btn-primary")
    expect(reviewed.el("popup-picture")).not_to_be_checked()
    reviewed.el("popup-picture").check()
    reviewed.writes("Rounder")
    reviewed.alt_clicks("#title").writes("Bigger")
    with_picture, without = site.annotations()
    assert with_picture["picture"].startswith("data:image/")
    assert len(with_picture["picture"]) > 100
    assert "picture" not in without
    shown = reviewed.el("element-annotation-item").locator("img")
    expect(shown).to_have_count(1)
    assert shown.evaluate("one => one.decode().then(() => one.naturalWidth > 0)") is True
