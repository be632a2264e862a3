"""Pages that become others without a load: what the overlay shows, stores and says until the next one is there."""

import pytest
from playwright.sync_api import expect

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Json, Site
from tests.real_agents.person import eventually

HTML = """<!doctype html><html><head><title>Shop</title><link rel=icon href="data:,"></head><body>
<nav><a href="/one" id=go-one>One</a> <a href="/two" id=go-two>Two</a></nav>
<main>{content}</main>
<script>
const contents = {contents};
// As routers do that fetch: the address first, the content when it has come.
for (const link of document.querySelectorAll("nav a")) link.addEventListener("click", event => {{
  event.preventDefault();
  history.pushState(null, "", link.href);
  if (window.skeleton) document.querySelector("main").innerHTML = window.skeleton;
  setTimeout(() => {{ document.querySelector("main").innerHTML = contents[location.pathname] }}, 300);
}});
</script></body></html>"""
PRICE = '<p id="p">Price: <b>{}</b> incl. VAT</p>'
CONTENTS = {"/one": PRICE.format("$10"), "/two": PRICE.format("$20")}
SKELETON = PRICE.format("-")
FRAMES = "async () => { for (let n = 0; n < 10; n++) await new Promise(requestAnimationFrame) }"


@pytest.fixture
def shop(site: Site) -> Site:
    for path, content in CONTENTS.items():
        site.writes_page(path[1:], HTML.format(content=content, contents=CONTENTS))
    return site


def place(shop: Site) -> Json:
    found: Json = shop.annotations()[0]["range"]
    return found


def passes_until_marked(reviewed: Reviewed) -> None:
    """Let time pass in the page a little at a time: the notes come from the hub, which has a clock of its own."""

    def look() -> bool | None:
        reviewed.page.clock.run_for(100)
        return reviewed.marks.count() > 0 or None

    eventually(look, seconds=10, what="the mark", instead=reviewed.marks.count)


@pytest.mark.parametrize("skeleton", ["", SKELETON], ids=["at once", "skeleton first"])
def test_a_note_waits_for_its_page(reviewed: Reviewed, shop: Site, skeleton: str) -> None:
    reviewed.opens("/two").selects("b", "$20").writes("Too much")
    expect(reviewed.marks).to_have_text("$20")
    stored = place(shop)
    reviewed.opens("/one").opens_panel()
    stands_still(reviewed.page)
    reviewed.page.evaluate("skeleton => { window.skeleton = skeleton }", skeleton)
    patches: list[str] = []
    reviewed.page.on("request", lambda request: patches.append(request.url) if request.method == "PATCH" else None)
    reviewed.page.locator("#go-two").click()
    item = reviewed.el("annotation-item")
    expect(item).to_contain_text("Too much")
    reviewed.page.clock.run_for(200)
    if not skeleton:
        expect(reviewed.marks).to_have_count(0)
    expect(item).not_to_contain_text("Could not locate")
    passes_until_marked(reviewed)
    expect(reviewed.marks).to_have_text("$20")
    reviewed.page.clock.run_for(5_000)
    reviewed.page.clock.resume()
    expect(reviewed.marks).to_have_text("$20")
    assert (patches, place(shop)) == ([], stored)
    reviewed.page.locator("#go-one").click()
    expect(reviewed.page.locator("b")).to_have_text("$10")
    expect(reviewed.marks).to_have_count(0)
    reviewed.page.go_back()
    expect(item).to_contain_text("Too much")


def test_words_that_went_while_the_panel_was_closed_are_looked_for(reviewed: Reviewed, shop: Site) -> None:
    """The grace of an annotation does not depend on who looks (3.2.5)."""
    shop.has_text("$10", "Too little", page="/one", before="Price: ", after=" incl. VAT")
    reviewed.opens("/one")
    expect(reviewed.marks).to_have_text("$10")
    reviewed.page.clock.install()
    reviewed.page.evaluate("document.querySelector('#p').remove()")
    expect(reviewed.marks).to_have_count(0)
    reviewed.page.clock.run_for(2_000)
    reviewed.opens_panel()
    expect(reviewed.el("annotation-item")).to_contain_text("Checking…")
    reviewed.page.clock.run_for(16_000)
    expect(reviewed.el("annotation-item")).to_contain_text("Could not locate on page")


def test_what_nobody_can_place_is_said_once(reviewed: Reviewed, shop: Site) -> None:
    """A change elsewhere in the file makes no orphan flicker."""
    shop.has_text("Never there", "Nowhere", page="/one")
    reviewed.opens("/one").opens_panel()
    orphan = reviewed.page.locator(".air-annotation-item--orphan")
    expect(orphan).to_have_count(1)
    reviewed.page.evaluate("""() => {
      const { shadowRoot } = document.querySelector("#astro-inline-review-host");
      const item = shadowRoot.querySelector("[data-air-el=annotation-item]");
      window.seen = [];
      new MutationObserver(records => seen.push(...records.map(({ type }) => type))).observe(
        item, { subtree: true, childList: true, attributeFilter: ["class"], attributes: true });
    }""")
    shop.has_text("Not there either", "Another", page="/one")
    expect(orphan).to_have_count(2)
    assert reviewed.page.evaluate("seen") == []
