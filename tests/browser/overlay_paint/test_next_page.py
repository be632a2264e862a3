"""A router has changed the address, and the page is still the old one or half of the next: neither counts."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay_paint.house import Site, annotated, marked, show, standings

SEVERAL_FRAMES = "async () => { for (let n = 0; n < 30; n++) await new Promise(requestAnimationFrame) }"
KEPT = "localStorage.getItem('countermark:/p/2')"
OTHERS = "".join(f"<p>Some other words, number {number}.</p>" for number in range(5))


def product(price: str) -> str:
    return f"<main><h1>A product</h1><p id=p>Price: <b>{price}</b> incl. VAT</p></main>"


def noted(site: Site, *, knows: str = "air.bare") -> list[dict[str, Any]]:
    """One note, on the price of the second page, which this browser has seen."""
    page = site.open(product("$20"), "/p/2")
    notes = annotated(page, f"{knows}(air.words(p, '$20'))")
    show(page, notes)
    page.close()
    return notes


def steps(page: Page, notes: list[dict[str, Any]], path: str = "/p/2") -> None:
    """What the overlay does when a router has changed the address."""
    page.evaluate("([path, list]) => { history.pushState(null, '', path); void air.painter.show(list) }", [path, notes])


def has_settled(page: Page) -> None:
    page.evaluate(SEVERAL_FRAMES)


def must_find(page: Page, notes: list[dict[str, Any]], says: str) -> None:
    page.wait_for_function(
        "([id, says]) => document.querySelector(`mark[data-air-id='${id}']`)?.textContent === says",
        arg=[notes[0]["id"], says],
    )


ARRIVALS = {
    "patched": "() => { document.querySelector('b').firstChild.data = '$20' }",
    "replaced": "html => { document.querySelector('main').outerHTML = html }",
}


@pytest.mark.parametrize("arrival", ARRIVALS)
@pytest.mark.parametrize("sign", ["", "document.body.insertAdjacentHTML('beforeend', '<p id=wait>Loading…</p>')"])
def test_the_page_before_is_nobodys_place(site: Site, arrival: str, sign: str) -> None:
    notes = noted(site)
    page = site.open(product("$10"), "/p/1")
    show(page, [])
    kept = page.evaluate(KEPT)
    steps(page, notes)
    page.evaluate(f"void ({sign or 0})")
    has_settled(page)
    assert (marked(page, notes), standings(page, notes)) == ([{"says": "", "at": None}], ["searching"])
    assert (page.evaluate(KEPT), page.evaluate("air.told.again")) == (kept, [])
    page.evaluate(ARRIVALS[arrival], product("$20"))
    must_find(page, notes, "$20")
    assert page.evaluate("air.told.again") == []


def test_a_skeleton_is_no_place_that_is_stored(site: Site) -> None:
    notes = noted(site)
    page = site.open(product("$10"), "/p/1")
    show(page, [])
    steps(page, notes)
    page.evaluate(ARRIVALS["replaced"], product("…"))
    has_settled(page)
    page.evaluate(ARRIVALS["replaced"], product("$20"))
    must_find(page, notes, "$20")
    assert page.evaluate("air.told.again") == []


def test_a_page_that_stays_as_it_was_is_looked_at_in_the_end(site: Site) -> None:
    """What only stands between the same surroundings is shown, but not stored; nor is the page."""
    notes = noted(site)
    page = site.open(product("$10"), "/p/1")
    stands = annotated(page, "air.words(document.querySelector('h1'), 'product', 'title')")
    show(page, [])
    kept = page.evaluate(KEPT)
    stands_still(page)
    steps(page, [*notes, *stands])
    page.clock.run_for(2_900)
    assert standings(page, [*notes, *stands]) == ["searching"] * 2
    page.clock.run_for(1_000)
    page.clock.resume()
    must_find(page, notes, "$10")
    assert marked(page, stands)[0]["says"] == "product"
    assert (page.evaluate("air.told.again"), page.evaluate(KEPT)) == ([], kept)


def test_new_words_on_the_next_page_are_stored_when_it_has_arrived(site: Site) -> None:
    notes = noted(site)
    page = site.open(OTHERS, "/p/1")
    show(page, [])
    kept = page.evaluate(KEPT)
    stands_still(page)
    steps(page, notes)
    page.evaluate("html => { document.body.insertAdjacentHTML('afterbegin', html) }", product("$30"))
    page.clock.run_for(1_000)
    must_find(page, notes, "$30")
    assert (page.evaluate("air.told.again"), page.evaluate(KEPT)) == ([], kept)
    page.clock.run_for(3_000)
    page.clock.resume()
    page.wait_for_function("air.told.again.length > 0")
    assert [one["range"]["selectedText"] for one in page.evaluate("air.told.again")] == ["$30"]
    page.wait_for_function(f"kept => {KEPT} !== kept", arg=kept)


@pytest.mark.parametrize("address", ["?sort=price", "#there", "/p/1?a=b#c"])
def test_the_same_page_under_another_address_waits_for_nothing(site: Site, address: str) -> None:
    page = site.open(product("$10"), "/p/1")
    notes = annotated(page, "air.words(p, '$10')")
    stands_still(page)
    page.evaluate("address => history.pushState(null, '', address)", address)
    page.evaluate("list => void air.painter.show(list)", notes)
    page.clock.run_for(1_000)
    must_find(page, notes, "$10")


def test_a_router_that_changes_the_page_first_is_not_waited_for(site: Site) -> None:
    notes = noted(site)
    page = site.open(product("$10"), "/p/1")
    show(page, [])
    stands_still(page)
    page.evaluate(
        """([list, html]) => {
      document.querySelector('main').outerHTML = html;
      history.pushState(null, '', '/p/2');
      void air.painter.show(list);
    }""",
        [notes, product("$20")],
    )
    page.clock.run_for(1_000)
    must_find(page, notes, "$20")


def rows(*numbers: int) -> str:
    each = "".join(f"<tr id=r{number}><td>Product {number}</td><td>In stock</td></tr>" for number in numbers)
    return f"<main><h1>A list</h1><table><tbody>{each}</tbody></table></main>"


def test_what_is_known_of_a_page_outlives_the_way_to_it(site: Site) -> None:
    """Notes that only this browser's memory can tell apart."""
    page = site.open(rows(1, 2, 3, 4), "/p/2")
    notes = annotated(
        page, "[...document.querySelectorAll('tr')].map(row => air.bare(air.words(row.lastChild, 'In stock', row.id)))"
    )
    show(page, notes)
    page.close()
    page = site.open(f"<main>{OTHERS}</main>", "/p/1")
    show(page, [])
    steps(page, notes)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>Loading…</p>')")
    has_settled(page)
    page.evaluate(ARRIVALS["replaced"], rows(0, 1, 2, 3, 4))
    page.wait_for_function("document.querySelectorAll('mark').length === 4")
    assert [mark["at"] for mark in marked(page, notes)] == ["r1", "r2", "r3", "r4"]


def test_an_element_of_the_page_before_is_let_go_when_its_like_comes(site: Site) -> None:
    page = site.open("<div id=host><section class=card id=new>The second card</section></div>", "/p/2")
    notes = annotated(page, "air.element(document.querySelector('.card'))")
    page.close()
    page = site.open("<div id=host><section class=card id=old>The first card</section></div>", "/p/1")
    notes[0]["elementSelector"] |= {"cssSelector": ".card", "attributes": {}, "xpath": ""}
    show(page, [])
    steps(page, notes)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>Loading…</p>')")
    page.wait_for_function("document.querySelector('[data-air-element-id]')?.id === 'old'")
    page.evaluate("host.insertAdjacentHTML('beforeend', '<section class=card id=new>The second card</section>')")
    page.wait_for_function("document.querySelector('[data-air-element-id]')?.id === 'new'")


def test_what_was_stored_anew_too_soon_is_put_right(site: Site) -> None:
    """Content that comes after the first quiet frames of a load."""
    notes = noted(site)
    page = site.open(product("-"), "/p/2")
    show(page, notes)
    for says in ("$20", "$21", "$22", "$23"):
        page.evaluate(ARRIVALS["replaced"], product(says))
        must_find(page, notes, says)
    # A page that never comes to rest is not written down for ever.
    assert [one["range"]["selectedText"] for one in page.evaluate("air.told.again")] == ["-", "$21", "$22"]
