"""A tab on a reviewed page: the overlay's parts by their names, and what a person does with mouse and keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.overlay.site import Site

SELECT = """([selector, words]) => {
  const element = document.querySelector(selector);
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + words.length);
    const { left, right, top, height } = range.getBoundingClientRect();
    return [left, right, top + height / 2];
  }
  throw new Error(`no ${words}`);
}"""


class Reviewed:
    """One tab."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.forgiven: tuple[str, ...] = ()

    def opens(self, path: str = "/") -> Self:
        self.page.goto(self.site.address + path)
        expect(self.el("fab")).to_be_visible()
        return self

    def el(self, name: str) -> Locator:
        """A part of the overlay; the selector reaches into the shadow root."""
        return self.page.locator(f'[data-air-el="{name}"]')

    @property
    def marks(self) -> Locator:
        return self.page.locator("mark[data-air-id]")

    @property
    def outlined(self) -> Locator:
        return self.page.locator("[data-air-element-id]")

    def selects(self, selector: str, words: str) -> Self:
        """With the mouse, from the first letter to the last."""
        self.page.locator(selector).scroll_into_view_if_needed()
        left, right, middle = self.page.evaluate(SELECT, [selector, words])
        self.page.mouse.move(left + 0.5, middle)
        self.page.mouse.down()
        self.page.mouse.move((left + right) / 2, middle)
        self.page.mouse.move(right - 0.5, middle)
        self.page.mouse.up()
        self.popup_is("visible")
        return self

    def alt_clicks(self, selector: str) -> Self:
        self.page.locator(selector).click(modifiers=["Alt"])
        self.popup_is("visible")
        return self

    def writes(self, note: str) -> Self:
        """Into the popup, and saves it."""
        self.el("popup-textarea").fill(note)
        self.el("popup-save").click()
        self.popup_is("hidden")
        return self

    def opens_panel(self) -> Self:
        self.el("fab").click()
        expect(self.el("panel")).to_have_attribute("data-air-state", "open")
        return self

    def forgives(self, *words: str) -> None:
        """Lines of the console that this test has brought about."""
        self.forgiven = words

    def popup_is(self, state: str) -> None:
        expect(self.el("popup")).to_have_attribute("data-air-state", state)

    def panel_is(self, state: str) -> None:
        expect(self.el("panel")).to_have_attribute("data-air-state", state)
        expect(self.el("fab")).to_have_attribute("data-air-state", state)


@contextmanager
def held(reviewed: Reviewed, address: str) -> Iterator[None]:
    """What the page asks for at this address comes only when the block has ended."""
    asked: list[Route] = []
    reviewed.page.route(address, lambda route: asked.append(route))  # noqa: PLW0108 (Playwright marks what it calls)
    yield
    # Whoever asks only now meets this one.
    reviewed.page.route(address, lambda route: route.continue_())
    for route in asked:
        route.continue_()
