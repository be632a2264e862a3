"""The npm package in Chromium, on each framework's own dev server."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.sites.reviewing import LEAD, WORDS, Tab, must_go_the_whole_way
from tests.browser.watch import Watch
from tests.real_agents.person import eventually
from tests.sites.node_sites import FRAMEWORKS, Site, served_for_many

# What frameworks say of themselves in a developer's console.
THEIRS = ("[vite]", "[astro]", "[hmr]", "React DevTools", "devtools", "<Suspense>", "[Vue")
HOT = set(FRAMEWORKS) - {"express"}
SOFT = {"astro-router", "vite-react", "sveltekit", "nuxt"}
PROJECT_CLASSES = "[...document.querySelectorAll('nav, main, #count')].map(each => each.className)"


@pytest.fixture(scope="module", params=FRAMEWORKS)
def running(request: pytest.FixtureRequest) -> Iterator[Site]:
    """One dev server for all tests of a framework."""
    yield from served_for_many(request.param)


@pytest.fixture
def site(running: Site) -> Site:
    """The running site without annotations."""
    running.storage.unlink(missing_ok=True)
    return running


@pytest.fixture
def tab(browser: Browser, site: Site) -> Iterator[Tab]:
    """A tab on the site; at its end, nothing of ours is in the console."""
    watch = Watch()
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    watch.over(context)
    yield Tab(context.new_page(), site.url)
    context.close()
    assert watch.errors == []
    assert [line for line in watch.console if not any(word in line for word in THEIRS)] == []
    assert {origin.split("//")[1] for origin in watch.origins()} == {site.url.split("//")[1]}


def presses_counter(tab: Tab) -> None:
    """The site's own button works: its script runs, its page is hydrated, perhaps only now."""
    button = tab.page.locator("#count")

    def reacts() -> Any:
        button.click()
        return True if button.inner_text() != "Clicked 0 times" else None

    eventually(reacts, seconds=20, what="a page that reacts", instead=button.inner_text)


def test_the_site_still_works(tab: Tab, site: Site) -> None:
    tab.opens().annotates("Say which.")
    presses_counter(tab)
    tab.mark_is_over(WORDS)
    tab.page.get_by_role("link", name="Prices").click()
    expect(tab.page.locator("main h1")).to_have_text("Prices")
    expect(tab.page).to_have_url(f"{site.url}/prices")
    expect(tab.el("fab")).to_be_visible()
    expect(tab.el("badge")).to_be_hidden()
    expect(tab.page.locator("[data-air-id]")).to_have_count(0)
    tab.selects("#price", "four shillings").writes("Too dear.")
    tab.shows_mark()
    tab.page.get_by_role("link", name="Home").click()
    expect(tab.page.locator("main h1")).to_have_text("The chandlery")
    tab.shows_mark().mark_is_over(WORDS)
    assert "".join(tab.page.evaluate(PROJECT_CLASSES)) == ""


def test_routes_change_softly(tab: Tab, site: Site) -> None:
    """The page is not loaded anew where the framework has a router: our script runs once and goes on."""
    tab.opens()
    presses_counter(tab)
    tab.page.evaluate("window.same = true")
    tab.page.get_by_role("link", name="Prices").click()
    expect(tab.page.locator("main h1")).to_have_text("Prices")
    assert tab.page.evaluate("window.same === true") == (site.framework.name in SOFT)
    expect(tab.page.locator("#astro-inline-review-host")).to_have_count(1)
    expect(tab.el("fab")).to_be_visible()


@pytest.mark.parametrize("running", ["vite-react"], indirect=True)
def test_react_goes_on_under_the_marks(tab: Tab) -> None:
    tab.opens().selects("#parity", "an even number").writes("Which one?")
    tab.shows_mark()
    for said in ("an odd number", "an even number", "an odd number"):
        tab.page.locator("#count").click()
        expect(tab.page.locator("#parity")).to_have_text(f"You pressed it {said} of times.")
    tab.page.locator("#grow").click()
    expect(tab.page.locator("li")).to_have_count(5)
    expect(tab.page.locator(LEAD)).to_be_visible()


SOURCES = {
    "vite-react": {"file": "src/Shop.jsx", "component": "Home"},
    "sveltekit": {"file": "src/routes/+page.svelte", "line": 6},
}


@pytest.mark.parametrize("running", SOURCES, indirect=True)
def test_a_source_hint_is_right(tab: Tab, site: Site) -> None:
    """A file of the project by its path in it, and a line only where that is one of the source."""
    presses_counter(tab.opens())
    tab.alt_clicks("main h1").writes("Bigger")
    expect(tab.page.locator("[data-air-element-id]")).to_have_count(1)
    [stored] = json.loads(site.storage.read_text())["annotations"]
    assert stored["source"] == SOURCES[site.framework.name]
    assert (site.folder / stored["source"]["file"]).is_file()


@pytest.mark.parametrize("running", ["vite-react"], indirect=True)
def test_a_new_row_on_top_does_not_move_a_note(tab: Tab) -> None:
    tab.opens().selects("li:nth-child(3)", "In stock").writes("Only two left.")
    tab.mark_is_over("In stock", of="li:nth-child(3) .stock")
    tab.page.locator("#grow").click()
    expect(tab.page.locator("li")).to_have_count(5)
    tab.mark_is_over("In stock", of="li:nth-child(4) .stock")
    tab.page.reload()
    expect(tab.page.locator("li")).to_have_count(4)
    tab.shows_mark().mark_is_over("In stock", of="li:nth-child(3) .stock")


def test_the_whole_way(tab: Tab, site: Site) -> None:
    """The last one: it changes the site."""

    def edit() -> None:
        presses_counter(tab)  # a page that is not awake yet hears nothing of an edit, with us or without
        site.edit("good rope", "plain rope")
        if site.framework.name not in HOT:
            tab.page.reload()

    must_go_the_whole_way(tab, edit=edit, storage=site.storage, environment=dict(site.environment))
