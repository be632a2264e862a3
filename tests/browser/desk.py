"""The desk in a browser tab, by the names that a person reads there."""

import re
from typing import Self

from playwright.sync_api import Locator, Page, expect


class Desk:
    """One tab; `page` is Playwright's, for what only a machine would ask."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def opens(self) -> Self:
        """Load the desk and wait until it stands."""
        self.page.goto(self.address)
        expect(self.inbox).to_be_visible()
        return self

    def reloads(self) -> Self:
        self.page.reload()
        expect(self.inbox).to_be_visible()
        return self

    @property
    def inbox(self) -> Locator:
        return self.page.get_by_role("navigation", name="Inbox")

    def item(self, title: str) -> Locator:
        """A line of the inbox."""
        return self.inbox.get_by_role("button", name=title)

    @property
    def panes(self) -> Locator:
        return self.page.locator("section.pane")

    def plan(self, title: str) -> "Plan":
        """The pane that shows a plan; the first of them, when it stands in two."""
        return Plan(self.page.get_by_role("region", name=f": {title}").first)

    def chooses(self, title: str) -> "Plan":
        """Open a plan from the inbox."""
        self.item(title).click()
        return self.shows(title)

    def shows(self, title: str) -> "Plan":
        """The plan, once its whole text stands in the page and its card listens."""
        plan = self.plan(title)
        expect(plan.region).to_be_visible()
        expect(plan.button("Approve")).to_be_enabled()
        return plan

    def presses(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    @property
    def focused(self) -> Locator:
        return self.page.locator("*:focus")


class Plan:
    """A plan in its pane: the text, the writing area, the decision bar."""

    def __init__(self, region: Locator) -> None:
        self.region = region

    @property
    def text(self) -> Locator:
        return self.region.get_by_role("article")

    @property
    def scroll(self) -> Locator:
        return self.region.get_by_role("group", name=re.compile("^Text of the"))

    @property
    def bar(self) -> Locator:
        return self.region.get_by_role("group", name="Decision")

    @property
    def headline(self) -> Locator:
        return self.bar.locator(".headline")

    @property
    def stations(self) -> Locator:
        return self.bar.get_by_role("list", name="How far the answer has come")

    @property
    def announced(self) -> Locator:
        """What the desk says for a moment, to those who look."""
        return self.region.locator(".announced")

    @property
    def words(self) -> Locator:
        return self.region.get_by_role("textbox")

    @property
    def goes_on(self) -> Locator:
        """The choice in which mode the agent goes on."""
        return self.bar.get_by_role("combobox")

    def button(self, name: str) -> Locator:
        return self.bar.get_by_role("button", name=name, exact=True)

    @property
    def filled(self) -> Locator:
        """What Ctrl+Enter would choose."""
        return self.bar.locator(".button.filled")

    def tool(self, name: str) -> Locator:
        return self.region.get_by_role("group", name="Pane").get_by_role("button", name=name)

    def says(self, headline: str) -> None:
        """Judge the first line of the bar."""
        expect(self.headline).to_have_text(re.compile(headline))

    def writes(self, words: str, *, choice: str = "Request changes") -> None:
        """Open the writing area and type, without sending."""
        self.button(choice).click()
        self.words.press_sequentially(words)
        expect(self.words).to_have_value(words)

    def decides(self, choice: str = "Approve") -> None:
        """Choose an answer by the mouse, and confirm it."""
        self.button(choice).click()
        self.confirms()

    def sends(self) -> None:
        """What the filled button says, by keys alone."""
        self.region.page.keyboard.press("Control+Enter")
        self.is_asked()
        self.region.page.keyboard.press("Enter")

    def confirms(self) -> None:
        """Answer the question in the bar as it suggests."""
        self.is_asked()
        self.filled.click()

    def is_asked(self) -> None:
        """Wait for the question, until it listens."""
        self.says(r"\?$")
        expect(self.filled).to_be_enabled()

    def keeps_draft(self) -> None:
        """Wait until the hub has the words."""
        expect(self.bar).to_contain_text("Draft kept")
        expect(self.bar).not_to_contain_text("in this browser")
