"""Sessions on the desk, by the names that a person reads there, with an agent that does what it is told."""

import re
import sys
from pathlib import Path
from typing import Self

from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.office import Office

PROGRAM = Path(__file__).with_name("talking_agent.py")
LONG_MS = 60_000  # for a program to start on a busy machine


def opened(office: Office, *, title: str = "") -> str:
    """The id of a session with the talking agent, opened at the wire."""
    folder, command = str(office.workplace.project), [sys.executable, str(PROGRAM)]
    return office.attendant.opens_session(agent="claude-code", folder=folder, title=title, command=command)


class Talk:
    """A session in its pane; where several stand beside each other, `title` is that of the one that is meant."""

    def __init__(self, desk: Desk, session: str, *, title: str = "") -> None:
        self.desk = desk
        self.page = desk.page
        self.line = desk.page.locator(f'[data-item="{session}"]')
        self.region = desk.page.get_by_role("region", name=re.compile(f"^Session: {re.escape(title)}"))

    def opens(self) -> Self:
        """Choose it in the inbox, and wait until its agent is there."""
        self.line.click()
        return self.is_ready()

    def opens_beside(self) -> Self:
        """The same in a pane of its own."""
        self.line.click(modifiers=["Shift"])
        return self.is_ready()

    def is_ready(self) -> Self:
        expect(self.standing).to_contain_text("your turn", timeout=LONG_MS)
        return self

    @property
    def standing(self) -> Locator:
        """Who it is with, and how that stands."""
        return self.region.locator(".session-agent")

    @property
    def words(self) -> Locator:
        return self.region.get_by_role("textbox", name="Your words to the agent")

    @property
    def scroll(self) -> Locator:
        return self.region.locator(".session-scroll")

    @property
    def ledger(self) -> Locator:
        return self.region.locator(".session-ledger")

    def lines(self, kind: str) -> Locator:
        return self.ledger.locator(f'.session-line[data-kind~="{kind}"]')

    @property
    def queue(self) -> Locator:
        return self.region.get_by_role("region", name="Words that wait").get_by_role("listitem")

    @property
    def suggestions(self) -> Locator:
        return self.region.get_by_role("option")

    @property
    def chips(self) -> Locator:
        return self.region.locator(".session-bar .session-chips li")

    def button(self, name: str) -> Locator:
        return self.region.get_by_role("button", name=name)

    def call(self, name: str) -> Locator:
        """The line of a tool call."""
        return self.ledger.locator("button.session-act", has_text=name)

    def says(self, words: str) -> None:
        """Write and send, by keys."""
        self.words.fill(words)
        self.words.press("Control+Enter")
        expect(self.words).to_have_value("")

    def answers(self, words: str) -> None:
        """Wait until the agent has said something, and its turn has ended."""
        expect(self.lines("agent").last).to_contain_text(words, timeout=LONG_MS)
        self.is_ready()
