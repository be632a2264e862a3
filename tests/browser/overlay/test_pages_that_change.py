"""Bodies that are swapped, routers that change the address, files that cannot be read, servers that go away."""

import re

from playwright.sync_api import expect

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site
from tests.real_agents.person import eventually

SWAP = """(html) => {
  const body = document.createElement("body");
  body.innerHTML = html;
  document.documentElement.replaceChild(body, document.body);
}"""
# A pulse is over before a slow test has looked.
NOTE_PULSES = """
window.pulsed = [];
new MutationObserver((changes) => {
  for (const { target } of changes) if (target.hasAttribute("data-air-pulse")) window.pulsed.push(target.id);
}).observe(document, { attributes: true, attributeFilter: ["data-air-pulse"], subtree: true });
"""
# What the page has been answered so far, by the end of its address; the stream of events never ends.
ANSWERED = "(end) => performance.getEntriesByType('resource').filter(({ name }) => name.includes(end)).length"
IS_SHOWN = """(shown) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: !shown });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_new_body(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#new")
    reviewed.opens().opens_panel()
    reviewed.el("page-note-add").click()
    reviewed.page.keyboard.type("half a th")
    reviewed.page.evaluate(SWAP, "<h1 id=new>Another body</h1>")
    reviewed.panel_is("open")
    expect(reviewed.outlined).to_have_text("Another body")
    reviewed.page.keyboard.type("ought")
    expect(reviewed.el("page-note-textarea")).to_have_value("half a thought")
    assert reviewed.page.evaluate("document.querySelectorAll('#astro-inline-review-host').length") == 1


def test_a_router(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "here")
    site.has_element("#words", "there", page="/second")
    reviewed.opens().opens_panel()
    expect(reviewed.el("element-annotation-item")).to_contain_text("here")
    reviewed.page.evaluate("history.pushState(null, '', '/second')")
    reviewed.page.evaluate("document.querySelector('.lead').outerHTML = '<p id=words>Other words</p>'")
    expect(reviewed.el("element-annotation-item")).to_contain_text("there")
    expect(reviewed.outlined).to_have_text("Other words")
    reviewed.page.go_back()
    expect(reviewed.el("element-annotation-item")).to_contain_text("here")
    expect(reviewed.outlined).to_have_text("Our little shop")


def test_the_panel_stays_open_over_a_load(reviewed: Reviewed) -> None:
    reviewed.opens().opens_panel()
    reviewed.page.reload()
    reviewed.panel_is("open")
    reviewed.el("fab").click()
    reviewed.page.reload()
    expect(reviewed.el("fab")).to_be_visible()
    reviewed.panel_is("closed")


def test_all_pages_leads_to_the_other_page(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#words", "there", page="/second")
    reviewed.page.add_init_script(NOTE_PULSES)
    reviewed.opens().opens_panel().el("tab-all-pages").click()
    reviewed.el("element-annotation-item").click()
    expect(reviewed.page).to_have_title("Second")
    reviewed.page.wait_for_function("window.pulsed.includes('words')")
    assert set(reviewed.page.evaluate("window.pulsed")) == {"words"}


def test_no_page_leads_elsewhere(reviewed: Reviewed, site: Site) -> None:
    for page in (
        "javascript:window.ran=1",
        "//evil.example/",
        "/\\evil.example",
        "/\t/evil.example",
        "https://evil.example/",
    ):
        site.has_element("#title", page, page=page)
    reviewed.opens().opens_panel().el("tab-all-pages").click()
    items = reviewed.el("element-annotation-item")
    expect(items).to_have_count(5)
    expect(reviewed.el("panel-content").locator("a")).to_have_count(0)
    for at in range(5):
        items.nth(at).click()
    assert reviewed.page.url == f"{site.address}/"
    assert reviewed.page.evaluate("window.ran") is None


def test_orphans_wait(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#gone", "never there")
    site.has_element("#title", "there at first")
    reviewed.opens().opens_panel()
    expect(reviewed.page.locator(".air-annotation-item--orphan")).to_have_count(1)
    expect(reviewed.page.locator(".air-annotation-item__orphan")).to_have_text("Could not locate on page")
    expect(reviewed.outlined).to_have_count(1)
    stands_still(reviewed.page)
    reviewed.page.evaluate("document.querySelector('#title').remove()")
    reviewed.page.clock.run_for(14_000)
    expect(reviewed.el("panel-content").get_by_text("Checking…")).to_have_count(1)
    expect(reviewed.page.locator(".air-annotation-item--orphan")).to_have_count(1)
    reviewed.page.clock.run_for(4_000)
    expect(reviewed.page.locator(".air-annotation-item--orphan")).to_have_count(2)


def test_what_is_in_progress_is_looked_for_without_end(reviewed: Reviewed, site: Site) -> None:
    """Those that were on the page before an agent took them, and those that never were."""
    for selector in ("#title", "#gone"):
        annotation = site.has_element(selector, "words")
        site.asks("PATCH", f"/annotations/{annotation['id']}", {"status": "in_progress"})
    reviewed.opens().opens_panel()
    expect(reviewed.el("status-badge")).to_contain_text(["In progress", "In progress"])
    expect(reviewed.page.locator(".air-annotation-item button")).to_have_text(["Reopen", "Reopen"])
    expect(reviewed.outlined).to_have_count(1)
    checking = reviewed.el("panel-content").get_by_text("Checking…")
    expect(checking).to_have_count(1)
    stands_still(reviewed.page)
    reviewed.page.evaluate("document.querySelector('#title').remove()")
    reviewed.page.clock.run_for(2_000)
    expect(checking).to_have_count(2)
    reviewed.page.clock.run_for(60_000)
    expect(checking).to_have_count(2)
    expect(reviewed.page.locator(".air-annotation-item--orphan")).to_have_count(0)


def test_a_note_whose_agent_went_away_is_opened_again(reviewed: Reviewed, site: Site) -> None:
    """Also when its words are gone from the page, so that no mark leads to it."""
    annotation = site.has_element("#gone", "words")
    site.asks("PATCH", f"/annotations/{annotation['id']}", {"status": "in_progress"})
    reviewed.opens().opens_panel()
    expect(reviewed.el("status-badge")).to_contain_text("In progress")
    again = reviewed.el("annotation-reopen-in-progress")
    again.click()
    reviewed.el("reopen-cancel").click()
    expect(again).to_be_focused()
    again.press("Enter")
    reviewed.el("reopen-textarea").fill("Nobody came")
    reviewed.el("reopen-submit").click()
    expect(reviewed.el("reviewer-reply")).to_contain_text("Nobody came")
    expect(again).to_have_count(0)
    [stored] = site.annotations()
    assert (stored["status"], "inProgressAt" in stored) == ("open", False)
    reviewed.el("annotation-delete").dblclick()
    expect(reviewed.el("element-annotation-item")).to_have_count(0)
    assert site.annotations() == []


def test_a_change_from_elsewhere_begins_the_search_anew(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "lost")
    other = site.has_element(".btn-primary", "an agent's next")
    reviewed.opens().opens_panel()
    expect(reviewed.outlined).to_have_count(2)
    expect(reviewed.el("element-annotation-item")).to_have_count(2)
    checking, orphan = reviewed.el("panel-content").get_by_text("Checking…"), ".air-annotation-item--orphan"
    stands_still(reviewed.page)
    reviewed.page.evaluate("document.querySelector('#title').remove()")
    reviewed.page.clock.run_for(10_000)
    expect(checking).to_have_count(1)
    site.asks("PATCH", f"/annotations/{other['id']}", {"status": "in_progress"})

    def is_heard() -> bool | None:
        reviewed.page.clock.run_for(100)  # by asking, if not by the stream
        return reviewed.el("status-badge").count() == 1 or None

    eventually(is_heard, seconds=20, what="the agent's change", instead=reviewed.el("panel").inner_text)
    reviewed.page.clock.run_for(10_000)
    expect(checking).to_have_count(1)
    expect(reviewed.page.locator(orphan)).to_have_count(0)
    reviewed.page.clock.run_for(6_000)
    expect(reviewed.page.locator(orphan)).to_have_count(1)


def test_a_file_that_cannot_be_read(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "words")
    reviewed.opens()
    with reviewed.page.expect_response("**/api/annotations"):  # what the panel asks for must not meet the broken file
        reviewed.opens_panel()
    expect(reviewed.el("element-annotation-item")).to_have_count(1)
    site.file.write_text("{ <<<<<<< HEAD")
    expect(reviewed.el("notice-broken")).to_contain_text("inline-review.json")
    reviewed.el("set-aside").click()
    expect(reviewed.el("notice-broken")).to_have_count(0)
    expect(reviewed.el("toast")).to_contain_text(re.compile("Kept as .*corrupt"))
    expect(reviewed.el("element-annotation-item")).to_have_count(0)
    reviewed.forgives("500 (Internal Server Error)")


def test_a_page_file_with_a_bad_entry(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "words")
    file = site.stored()
    file["annotations"].append(None)
    site.writes_file(file)
    reviewed.opens().opens_panel()
    expect(reviewed.el("element-annotation-item")).to_have_count(1)
    expect(reviewed.el("notice-problems")).to_contain_text("1 entry of the file cannot be shown")


def test_polling_where_there_is_no_stream(reviewed: Reviewed, site: Site) -> None:
    reviewed.page.route("**/api/events", lambda route: route.abort())
    reviewed.opens()
    site.has_element("#title", "words")
    expect(reviewed.outlined).to_have_count(1, timeout=6_000)
    reviewed.forgives("Failed to load resource")


def test_an_idle_page_asks_nothing_and_a_hidden_one_does_not_even_listen(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title")
    page = reviewed.opens().page
    expect(reviewed.outlined).to_have_count(1)
    page.wait_for_function(f"({ANSWERED})('/version') === 2 && ({ANSWERED})('?late=') === 1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    stands_still(page)
    page.clock.run_for(4_000)
    expect(reviewed.outlined).to_have_count(1)
    assert asked == []
    page.evaluate(IS_SHOWN, False)
    site.has_element(".btn-primary")
    page.clock.run_for(60_000)
    expect(reviewed.outlined).to_have_count(1)
    assert asked == []
    page.evaluate(IS_SHOWN, True)
    page.clock.resume()
    expect(reviewed.outlined).to_have_count(2)


def test_no_clipboard(reviewed: Reviewed, site: Site) -> None:
    site.has_element("#title", "words")
    reviewed.opens().opens_panel()
    reviewed.page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')) }")
    reviewed.el("export").click()
    expect(reviewed.el("toast")).to_have_text("Copied to clipboard!")
    assert "> words" in reviewed.page.evaluate("navigator.clipboard.readText()")


def test_a_policy_that_allows_no_styles(reviewed: Reviewed, site: Site) -> None:
    page = "<!doctype html><html><head><link rel=icon href='data:,'></head><body><p id=words>words</p></body></html>"
    site.writes_page("strict", page, policy="default-src 'self'; img-src data:; require-trusted-types-for 'script'")
    reviewed.opens("/strict").opens_panel()
    expect(reviewed.el("panel")).to_have_css("background-color", "rgb(26, 26, 26)")
    reviewed.alt_clicks("#words").writes("fine")
    expect(reviewed.outlined).to_have_css("outline-style", "dashed")
