"""The first screen loads no more than is promised, fonts included; other letters bring their fonts with them."""

import json

from playwright.sync_api import Page

from bench.first_load import FONTS_ARE_THERE, PROMISED_KB, first_screen
from tests.browser.office import Office
from tests.real_agents.person import Json, eventually

FONTS = "performance.getEntriesByType('resource').map(one => one.name).filter(name => name.endsWith('.woff2'))"
# The width of a word in a font alone, and with another font behind it: the same if the first one has all its letters.
SAME_WIDTH = """([family, word]) => {
  const pen = document.createElement('canvas').getContext('2d');
  const widths = [`40px "${family}", monospace`, `40px "${family}", cursive`].map(font => {
    pen.font = font;
    return pen.measureText(word).width;
  });
  return widths[0] === widths[1];
}"""


def test_the_promise(office: Office) -> None:
    parts = [part for part in first_screen(office) if part.counts]
    fonts = [part.name for part in parts if part.name.endswith(".woff2")]
    assert sorted(name.partition("/")[2].rpartition("-")[0] for name in fonts) == [
        "mono-normal-first",
        "sans-normal-first",
        "serif-italic-first",
        "serif-normal-first",
    ]
    assert sum(part.sent for part in parts) <= PROMISED_KB * 1000, parts


def has_fonts(page: Page, *parts: str) -> None:
    """Judge that the page has fetched these fonts."""
    page.evaluate(FONTS_ARE_THERE)

    def look() -> Json | None:
        fetched = page.evaluate(FONTS)
        return {"yes": True} if all(any(part in name for name in fetched) for part in parts) else None

    eventually(look, seconds=10, what=", ".join(parts), instead=lambda: json.dumps(page.evaluate(FONTS)))


def test_accents_and_other_scripts_are_drawn_in_the_same_face(office: Office) -> None:
    with office.asks("# Größe prüfen\n\nDer Preis, *naïve*, и цена; Łódź.\n"):
        desk = office.desk()
        desk.shows("Größe prüfen")
        has_fonts(
            desk.page, "serif-normal-latin", "serif-italic-latin", "cyrillic-wght-normal", "latin-ext-wght-normal"
        )
        for word in ("Größe – “naïve”", "и цена", "Łódź"):
            assert desk.page.evaluate(SAME_WIDTH, ["Countermark Serif", word]), word
