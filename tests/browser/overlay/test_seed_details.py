"""What seed 002 says in numbers, words and times: lists, popup, toasts, keys, failures, places that are found again."""

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Json, Site
from tests.browser.watch import Watch
from tests.real_agents.person import eventually

HEAD = "<!doctype html><html lang=en><head><title>Home</title><link rel=icon href='data:,'></head>"
PLACES = f"""{HEAD}<style>p {{ position: absolute; margin: 0; height: 20px }} body {{ margin: 0 }}</style><body>
<p id=lowest-below style="top: 215px; left: 300px; width: 100px">a</p>
<p id=highest-above style="top: 216px; left: 600px; width: 100px">b</p>
<p id=left style="top: 400px; left: 0; width: 50px">c</p>
<p id=right style="top: 400px; right: 0; width: 50px">d</p></body></html>"""
NO_OUTLINE = """
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (...given) {
    if (["title", "mixed"].includes(this.id)) throw new Error("not this one");
    return set.apply(this, given);
  };"""
BREAK = """() => {
  window.first = Object.getOwnPropertyDescriptor(Node.prototype, "firstChild");
  Object.defineProperty(Node.prototype, "firstChild", { configurable: true, get() { throw new Error("not now") } });
  document.body.prepend(document.createElement("hr"));
}"""
MEND = """() => {
  Object.defineProperty(Node.prototype, "firstChild", window.first);
  document.body.prepend(Object.assign(document.createElement("p"), { id: "late", textContent: "Late" }));
}"""
LETTERS = "letters and more letters " * 8
NEXT_FRAME = (
    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
)
UNFOCUS = '() => document.querySelector("#astro-inline-review-host").shadowRoot.activeElement.blur()'
HEAR = """() => {
  window.heard = [];
  document.addEventListener("keydown", ({ key }) => window.heard.push(key), true);
}"""


def box(reviewed: Reviewed) -> FloatRect:
    """Where the popup is."""
    found = reviewed.el("popup").bounding_box()
    assert found is not None
    return found


def test_it_starts_once(reviewed: Reviewed) -> None:
    reviewed.opens().page.evaluate("import('/__inline-review/client.js?again')")
    host = "document.querySelector('#astro-inline-review-host')"
    assert reviewed.page.evaluate("window.__astro_inline_review_init") is True
    assert reviewed.page.evaluate(f"[{host}.shadowRoot.mode, {host}.parentNode.nodeName]") == ["open", "BODY"]
    for name in ("fab", "panel", "popup"):
        expect(reviewed.el(name)).to_have_count(1)
    expect(reviewed.page.locator("#astro-inline-review-host")).to_have_count(1)


def test_what_stands_in_the_two_tabs(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "third")
    site.has_text("baked every morning", "fourth", before="bread that is ")
    site.has_note("first")
    site.has_note("second")
    site.has_element("#words", "other", page="/second")
    site.has_note("elsewhere", page="/second")
    reviewed.opens().opens_panel()
    expect(reviewed.el("tab-this-page")).to_have_text("This Page (4)")
    expect(reviewed.marks).to_have_count(1)
    expect(reviewed.el("tab-all-pages")).to_have_text("All Pages (6)")
    expect(reviewed.el("badge")).to_have_text("2")
    here = ["Page Notes", "first", "second", "Annotations", "third", '"baked every morning"', "fourth"]
    assert lines(reviewed, *here, "other", "elsewhere") == here
    reviewed.el("tab-all-pages").click()
    everything = ["/ — Home", "first", "second", "third", "fourth", "/second — Home", "elsewhere", "other"]
    assert lines(reviewed, *everything, "Page Notes", "Annotations") == everything
    reviewed.page.goto(f"{site.address}/second")
    expect(reviewed.el("badge")).to_have_text("1")
    expect(reviewed.el("tab-this-page")).to_have_text("This Page (2)")
    assert lines(reviewed, *here, "other", "elsewhere") == ["Page Notes", "elsewhere", "Annotations", "other"]


def lines(reviewed: Reviewed, *known: str) -> list[str]:
    """Which of these lines the panel shows, in its order."""
    told = (line.strip() for line in reviewed.el("panel-content").inner_text().splitlines())
    return [line for line in told if line in known]


def test_long_words_are_cut(reviewed: Reviewed, site: Site) -> None:
    site.writes_page("long", f"{HEAD}<body><p>{LETTERS.strip()}</p></body></html>")
    site.has_text(LETTERS.strip(), page="/long", before="")
    reviewed.opens("/long").opens_panel()
    expect(reviewed.page.locator(".air-annotation-item__text")).to_have_text(f'"{LETTERS[:80]}..."')
    reviewed.marks.click(position={"x": 20, "y": 8})
    reviewed.popup_is("visible")
    expect(reviewed.el("popup").locator(".air-popup__label")).to_have_text(f'"{LETTERS[:100]}..."')


def test_where_the_popup_stands(reviewed: Reviewed, site: Site) -> None:
    site.writes_page("places", PLACES)
    reviewed.opens("/places")
    for place, left in {"#highest-above": 500, "#left": 8, "#right": 1280 - 8 - 300}.items():
        reviewed.alt_clicks(place)
        found = box(reviewed)
        bottom = 208 if place == "#highest-above" else 392
        assert (found["x"], found["width"], found["y"] + found["height"]) == (left, 300, bottom)
        reviewed.el("popup-cancel").click()
    reviewed.alt_clicks("#lowest-below")
    assert box(reviewed)["y"] == 215 + 20 + 8
    reviewed.el("popup-cancel").click()
    reviewed.opens_panel()
    expect(reviewed.el("panel")).to_have_css("transform", "matrix(1, 0, 0, 1, 0, 0)")
    reviewed.page.locator("#right").dispatch_event("click", {"altKey": True})
    reviewed.popup_is("visible")
    assert box(reviewed)["x"] == 1280 - 380 - 8 - 300


def scrolls(reviewed: Reviewed, top: int) -> None:
    reviewed.page.evaluate(f"scrollTo(0, {top})")
    reviewed.page.evaluate(NEXT_FRAME)


def unfocuses(reviewed: Reviewed) -> None:
    reviewed.page.evaluate(NEXT_FRAME)  # in which the popup takes the focus once more
    reviewed.page.evaluate(UNFOCUS)


def test_scrolling_away_closes_what_nobody_uses(reviewed: Reviewed) -> None:
    reviewed.opens().alt_clicks("#title")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    scrolls(reviewed, 200)
    reviewed.popup_is("visible")
    reviewed.el("popup-textarea").fill("words")
    unfocuses(reviewed)
    scrolls(reviewed, 300)
    reviewed.popup_is("visible")
    reviewed.el("popup-cancel").click()
    scrolls(reviewed, 0)
    reviewed.alt_clicks("#title")
    expect(reviewed.el("popup-textarea")).to_be_focused()
    unfocuses(reviewed)
    scrolls(reviewed, 50)
    reviewed.popup_is("visible")
    scrolls(reviewed, 51)
    reviewed.popup_is("hidden")


def test_clear_all_asks_for_three_seconds(reviewed: Reviewed, site: Site) -> None:
    site.has_note("Warmer")
    reviewed.opens().opens_panel()
    stands_still(reviewed.page)
    button = reviewed.el("clear-all")
    button.click()
    expect(button).to_have_text("Confirm Delete")
    reviewed.page.clock.run_for(2_900)
    expect(button).to_have_text("Confirm Delete")
    reviewed.page.clock.run_for(200)
    expect(button).to_have_text("Clear All")
    button.click()
    expect(button).to_have_text("Confirm Delete")
    assert len(site.stored()["pageNotes"]) == 1


def test_clear_all_that_fails_half_way(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "first")
    second = site.has_element(".btn-primary", "second")
    site.has_note("third")
    reviewed.opens().opens_panel()
    expect(reviewed.outlined).to_have_count(2)
    reviewed.page.route("**/api/events", lambda route: route.abort())
    reviewed.page.route(f"**/api/annotations/{second['id']}", lambda route: route.abort())
    stands_still(reviewed.page)
    reviewed.el("clear-all").click()
    reviewed.el("clear-all").click()
    expect(reviewed.el("toast")).to_have_text("Failed to delete annotations")
    reviewed.page.clock.run_for(1_000)
    expect(reviewed.el("element-annotation-item")).to_have_count(1)
    expect(reviewed.el("element-annotation-item")).to_contain_text("second")
    expect(reviewed.outlined).to_have_text("Order now")
    assert [each["note"] for each in site.annotations()] == ["second"]
    reviewed.page.unroute_all()
    reviewed.el("clear-all").click()
    reviewed.el("clear-all").click()
    expect(reviewed.el("tab-all-pages")).to_have_text("All Pages (0)")
    reviewed.forgives("Failed to load resource", "Failed to delete annotations")


def test_a_toast_goes_by_itself(reviewed: Reviewed) -> None:
    reviewed.forgives("Failed to load resource", "[astro-inline-review] Export failed")
    reviewed.opens()
    expect(reviewed.el("toast")).to_have_count(0)
    stands_still(reviewed.page)
    seen = reviewed.page.locator(".air-toast--visible")
    reviewed.page.keyboard.press("Control+Shift+E")
    expect(seen).to_have_text("Copied to clipboard!")
    reviewed.page.clock.run_for(2_400)
    expect(seen).to_have_count(1)
    reviewed.page.route("**/api/export", lambda route: route.abort())
    reviewed.page.keyboard.press("Control+Shift+E")
    expect(seen).to_have_text("Export failed — try again")
    reviewed.page.clock.run_for(2_400)
    expect(seen).to_have_count(1)
    reviewed.page.clock.run_for(200)
    expect(seen).to_have_count(0)
    expect(reviewed.el("toast")).to_have_css("opacity", "0")
    expect(reviewed.el("toast")).to_have_count(1)


def test_the_tooltip_goes_by_itself(reviewed: Reviewed) -> None:
    reviewed.page.clock.install()
    reviewed.opens()
    tooltip = reviewed.el("first-use-tooltip")
    expect(tooltip).to_have_attribute("id", "air-tooltip")
    expect(tooltip).to_have_attribute("role", "tooltip")
    assert reviewed.page.evaluate("localStorage.getItem('air-tooltip-dismissed')") is None
    reviewed.page.clock.run_for(8_000)
    expect(reviewed.page.locator(".air-tooltip:not(.air-tooltip--hidden)")).to_have_count(0)
    assert reviewed.page.evaluate("localStorage.getItem('air-tooltip-dismissed')") == "1"
    reviewed.page.clock.run_for(300)
    expect(tooltip).to_have_count(0)


FIELDS = {
    "input": "#search",
    "contenteditable": "#mixed",
    "our own": "[data-air-el=page-note-textarea]",
}


@pytest.mark.parametrize("field", FIELDS)
def test_shortcuts_are_silent_in_fields(reviewed: Reviewed, field: str) -> None:
    reviewed.opens().opens_panel().el("page-note-add").click()
    reviewed.page.evaluate("() => { document.querySelector('#mixed').contentEditable = 'true' }")
    for key in ("Control+Shift+Period", "Control+Shift+E", "Control+Shift+N"):
        reviewed.page.locator(FIELDS[field]).press(key)
        reviewed.panel_is("open")
    expect(reviewed.el("toast")).to_have_count(0)
    reviewed.page.locator(FIELDS[field]).press("Escape")
    if field == "our own":  # it leaves the form first
        expect(reviewed.el("page-note-textarea")).to_have_count(0)
        reviewed.page.keyboard.press("Escape")
    reviewed.panel_is("closed")


def test_the_site_does_not_hear_our_shortcuts(reviewed: Reviewed) -> None:
    reviewed.opens().page.evaluate(HEAR)
    for key in ("Control+Shift+>", "Control+Shift+Period", "Control+Shift+E"):
        reviewed.page.locator("#title").click()
        reviewed.page.keyboard.press(key)
    expect(reviewed.el("toast")).to_have_text("Copied to clipboard!")
    reviewed.page.keyboard.press("x")
    assert set(reviewed.page.evaluate("window.heard")) == {"Control", "Shift", "x"}


def test_what_was_known_is_shown_where_nobody_answers(reviewed: Reviewed, site: Site, watch: Watch) -> None:
    site.has_element("#title", "words")
    reviewed.forgives("Failed to load resource", "[astro-inline-review] Failed to load annotations")
    reviewed.opens()
    expect(reviewed.outlined).to_have_count(1)
    stored: Json = reviewed.page.evaluate("JSON.parse(localStorage.getItem('astro-inline-review'))")
    assert [each["note"] for each in stored["annotations"]] == ["words"]
    reviewed.page.route("**/__inline-review/api/**", lambda route: route.abort())
    reviewed.page.reload()
    expect(reviewed.outlined).to_have_count(1)
    reviewed.opens_panel()
    expect(reviewed.el("toast")).to_have_text("Failed to load annotations. Is the dev server running?")
    expect(reviewed.el("element-annotation-item")).to_contain_text("words")
    expect(reviewed.el("notice-away")).to_contain_text("last known state")
    assert logged(watch)[-1].startswith("Failed to load annotations. Is the dev server running? ")


def logged(watch: Watch) -> list[str]:
    """What the overlay has written to the console as errors, without its prefix."""
    prefix = "error: [astro-inline-review] "
    return [line.removeprefix(prefix) for line in watch.console if line.startswith(prefix)]


def test_a_browser_that_keeps_nothing(reviewed: Reviewed, site: Site) -> None:
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    reviewed.page.add_init_script(full)
    reviewed.opens().opens_panel().alt_clicks("#title").writes("words")
    expect(reviewed.outlined).to_have_count(1)
    expect(reviewed.el("element-annotation-item")).to_contain_text("words")
    assert len(site.annotations()) == 1


def test_what_fails_is_said(reviewed: Reviewed, site: Site, watch: Watch) -> None:
    site.addresses(site.has_element("#title", "words")["id"])
    site.has_note("A note")
    reviewed.forgives("Failed to load resource", "[astro-inline-review] ")
    reviewed.opens().opens_panel()
    reviewed.el("annotation-reopen").click()
    reviewed.el("reopen-textarea").fill("not quite")
    for path in ("annotations**", "page-notes/**", "export"):
        reviewed.page.route(f"**/api/{path}", lambda route: route.abort())
    toast = reviewed.el("toast")
    reviewed.el("reopen-submit").click()
    expect(toast).to_have_text("Failed to update status")
    expect(reviewed.el("reopen-textarea")).to_have_value("not quite")
    reviewed.el("annotation-accept").click()
    expect(toast).to_have_text("Failed to delete annotation")
    expect(reviewed.el("element-annotation-item")).to_have_count(1)
    reviewed.el("page-note-delete").click()
    expect(toast).to_have_text("Failed to delete note")
    reviewed.el("export").click()
    expect(toast).to_have_text("Export failed — try again")
    assert (len(site.annotations()), len(site.stored()["pageNotes"])) == (1, 1)
    failures = ("Failed to update status", "Failed to delete annotation", "Failed to delete note", "Export failed")
    lines = zip(failures, logged(watch), strict=True)
    assert [line for failure, line in lines if not line.startswith(f"{failure} ")] == []


def test_a_poll_that_fails_is_made_good_by_the_next(reviewed: Reviewed, site: Site) -> None:
    reviewed.forgives("Failed to load resource")
    reviewed.page.route("**/api/events", lambda route: route.abort())
    with reviewed.page.expect_response("**/api/annotations?**"):  # the store as it was before
        reviewed.opens()
    reviewed.page.route("**/api/version", lambda route: route.fulfill(status=500, body="no"))
    with reviewed.page.expect_response(lambda answer: answer.url.endswith("/version") and answer.status == 500):
        site.has_element("#title", "words")
    expect(reviewed.outlined).to_have_count(0)
    reviewed.page.unroute("**/api/version")
    expect(reviewed.outlined).to_have_count(1, timeout=15_000)
    expect(reviewed.el("toast")).to_have_count(0)


def test_a_place_that_was_found_again_is_stored(reviewed: Reviewed, site: Site) -> None:
    site.has_text("sold on Sundays", before="We sell bread that is ", after=" by people who like")
    other = site.has_text("final phrase", before="Far below there is a last ")
    site.asks("PATCH", f"/annotations/{other['id']}", {"replacedText": "sentence"})
    asked: list[str] = []
    reviewed.page.on("request", lambda request: asked.append(request.method))
    reviewed.opens()
    expect(reviewed.marks).to_have_text(["baked every morning", "sentence"])

    def stored_anew() -> Json | None:
        found = site.stored()
        paths = (each["range"]["startXPath"] for each in found["annotations"])
        return found if all(path.endswith("/text()[1]") for path in paths) else None

    seam, replaced = eventually(stored_anew, seconds=10, what="new places", instead=site.stored)["annotations"]
    assert seam["range"]["selectedText"] == "baked every morning"
    assert seam["selectedText"] == "sold on Sundays"
    assert replaced["range"]["selectedText"] == "sentence"
    assert "replacedText" not in replaced
    reviewed.page.reload()
    expect(reviewed.marks).to_have_count(2)
    assert asked.count("PATCH") == 2


def test_one_that_cannot_be_shown_keeps_no_other_from_it(reviewed: Reviewed, site: Site) -> None:
    for odd in ("#title", "#mixed"):
        site.has_element(odd)
    site.has_element(".btn-primary")
    site.has_text("baked every morning", before="bread that is ")
    reviewed.page.add_init_script(NO_OUTLINE)
    said: list[str] = []
    reviewed.page.on("console", lambda line: said.append(line.text))
    reviewed.opens().opens_panel()
    expect(reviewed.page.locator(".air-annotation-item--orphan")).to_have_count(2)
    expect(reviewed.outlined).to_have_text("Order now")
    expect(reviewed.marks).to_have_text("baked every morning")
    assert len([line for line in said if "[astro-inline-review] Failed to show an annotation" in line]) == 2
    reviewed.forgives("Failed to show an annotation")


def test_a_page_that_cannot_be_read_for_once(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title")
    site.has_element("#late")
    reviewed.opens()
    expect(reviewed.outlined).to_have_count(1)
    with reviewed.page.expect_console_message(lambda line: "Failed to show annotations" in line.text):
        reviewed.page.evaluate(BREAK)
    reviewed.page.evaluate(MEND)
    expect(reviewed.outlined).to_have_count(2)
    reviewed.forgives("Failed to show annotations")
