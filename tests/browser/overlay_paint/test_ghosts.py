"""Words that are only coloured: what is under the mouse, where a pulse leads, and the empty marks over them."""

import pytest
from playwright.sync_api import Page

from tests.browser.overlay_paint.house import Site, annotated, lies_over, show

GHOST = "document.querySelector('mark[data-air-id]')"
LINES = "<p>Another line.</p>" * 60
FIELD = "<div contenteditable id=field>Here are words that nobody may wrap.</div>"
CENTRE = "() => { const {x, y, width, height} = range.getBoundingClientRect(); return [x + width / 2, y + height / 2] }"


def coloured(site: Site, body: str) -> tuple[Page, str]:
    """A page with a note on words in an editable part, and the note's id."""
    page = site.open(body)
    [note] = annotated(page, "air.words(field, 'words')")
    show(page, [note])
    page.evaluate("""() => {
      window.range = document.createRange();
      range.setStart(field.firstChild, 9);
      range.setEnd(field.firstChild, 14);
      window.hits = [];
      addEventListener('click', event => hits.push(air.idUnder(event)?.id ?? null), true);
    }""")
    assert page.evaluate(f"[range.toString(), {GHOST}.dataset.airMode]") == ["words", "highlight"]
    lies_over(page, GHOST, "range")
    return page, note["id"]


MOVES = {
    "a line comes": "document.body.insertAdjacentHTML('afterbegin', '<p>One more line.</p>')",
    "the window scrolls": "scrollTo(0, 40)",
    "a part of it scrolls": "box.scrollTop = 35",
    "what holds the page is narrower": "document.body.style.padding = '0 200px 20px'",
}


@pytest.mark.parametrize("move", MOVES)
def test_a_click_means_the_words_where_they_are_now(site: Site, move: str) -> None:
    tall = "<div style='height: 2000px'></div>"
    body = f"<div id=box style='height: 300px; overflow: auto'><p>A line.</p><p>A line.</p>{FIELD}{LINES}</div>{tall}"
    page, note = coloured(site, body)
    before = page.evaluate(CENTRE)
    page.evaluate(f"void ({MOVES[move]})")
    after = page.evaluate(CENTRE)
    assert before != after
    page.mouse.click(*before)
    page.mouse.click(*after)
    assert page.evaluate("hits") == [None, note]
    lies_over(page, GHOST, "range")


def test_words_that_are_scrolled_away_or_covered_are_not_hit(site: Site) -> None:
    page, note = coloured(site, f"<div id=box style='height: 100px; overflow: auto'>{FIELD}{LINES}</div>{LINES}")
    cover = "<div id=cover style='position: fixed; inset: 0'></div>"
    page.evaluate("html => { document.body.insertAdjacentHTML('beforeend', html) }", cover)
    page.mouse.click(*page.evaluate(CENTRE))
    page.evaluate("cover.remove(); box.style.marginTop = '150px'; box.scrollTop = 100")
    x, y = page.evaluate(CENTRE)
    assert 0 < y < 150
    page.mouse.click(x, y)
    page.evaluate("box.scrollTop = 0")
    page.mouse.click(*page.evaluate(CENTRE))
    assert page.evaluate("hits") == [None, None, note]


def test_a_pulse_leads_to_the_words_in_every_scroller(site: Site) -> None:
    page, note = coloured(site, f"{LINES}<div id=box style='height: 100px; overflow: auto'>{LINES}{FIELD}</div>{LINES}")
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("id => air.painter.pulse(id)", note)
    assert page.evaluate("scrollY > 0 && box.scrollTop > 0")
    page.wait_for_function(
        "range.getBoundingClientRect().top > 0 && range.getBoundingClientRect().bottom < innerHeight"
    )


def test_empty_marks_make_no_page_longer(site: Site) -> None:
    page, _ = coloured(site, f"<div id=box style='height: 100px; overflow: auto'>{LINES * 3}{FIELD}</div>")
    assert page.evaluate(f"{GHOST}.getBoundingClientRect().top > innerHeight")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
