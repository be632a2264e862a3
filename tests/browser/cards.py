"""Permissions and questions on the desk, by the names that a person reads there, and the agents that ask."""

import itertools
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.journeys.hook_process import HookProcess, Told

_calls = itertools.count(1)
Json = dict[str, Any]


def asked_payload(
    office: Office, tool: str, tool_input: Json, *, session: str = "talk-1", event: str = "PermissionRequest"
) -> Json:
    """What Claude Code writes to its hook where a person has to answer."""
    return {
        "session_id": session,
        "transcript_path": f"/home/dev/.claude/projects/web-store/{session}.jsonl",
        "cwd": str(office.workplace.project),
        "permission_mode": "default",
        "hook_event_name": event,
        "tool_name": tool,
        "tool_input": tool_input,
        "tool_use_id": f"toolu_{next(_calls):04d}",
    }


def asks_to_run(
    office: Office, command: str, *, why: str = "It has to be done", session: str = "talk-1"
) -> HookProcess:
    """An agent wants to run a command, and waits."""
    given = {"command": command, "description": why}
    return HookProcess(office.workplace, asked_payload(office, "Bash", given, session=session))


def asks_to_write(office: Office, path: str, content: str, *, session: str = "talk-1") -> HookProcess:
    """An agent wants to write a file, and waits."""
    given = {"file_path": path, "content": content}
    return HookProcess(office.workplace, asked_payload(office, "Write", given, session=session))


def asks_questions(office: Office, *questions: Json, session: str = "talk-1") -> HookProcess:
    """An agent wants to know something, and waits."""
    payload = asked_payload(office, "AskUserQuestion", {"questions": list(questions)}, session=session)
    return HookProcess(office.workplace, payload)


def behaviour(told: Told) -> str:
    """Whether the agent may."""
    return str(told.decision["behavior"])


class Card:
    """A permission or a question in its pane."""

    def __init__(self, region: Locator) -> None:
        self.region = region
        self.page = region.page

    @property
    def bar(self) -> Locator:
        return self.region.get_by_role("group", name="Decision")

    @property
    def headline(self) -> Locator:
        return self.bar.locator(".headline")

    @property
    def command(self) -> Locator:
        return self.region.locator("pre.command")

    @property
    def reason(self) -> Locator:
        """Why the button cannot be pressed yet."""
        return self.bar.locator(".reason")

    @property
    def stations(self) -> Locator:
        return self.bar.get_by_role("list", name="How far the answer has come")

    @property
    def send(self) -> Locator:
        """The button that sends what is chosen."""
        return self.bar.locator(".offers .button").last

    def choice(self, label: str) -> Locator:
        return self.region.get_by_role("radio", name=label, exact=True)

    @property
    def chosen(self) -> Locator:
        return self.region.locator("input:checked")

    def button(self, name: str) -> Locator:
        return self.region.get_by_role("button", name=name)

    def says(self, headline: str) -> None:
        expect(self.headline).to_have_text(re.compile(headline))

    def listens(self) -> None:
        """Wait until a fresh card has been there for a moment: before that it takes no answer."""
        expect(self.bar.locator(".button[aria-pressed]").first).to_be_enabled()

    def chooses(self, key: str) -> None:
        """Choose by a number."""
        self.listens()
        self.page.keyboard.press(key)
        expect(self.chosen).to_have_count(1)

    def sends(self) -> None:
        """Send what is chosen, by keys."""
        expect(self.send).to_have_class(re.compile("filled"))
        self.page.keyboard.press("Control+Enter")


def shown(desk: Desk, title: str, *, kind: str = "Permission") -> Card:
    """The card in its pane, listening, with the focus in it."""
    card = Card(desk.page.get_by_role("region", name=f"{kind}: {title}").first)
    expect(card.region).to_be_visible()
    card.listens()
    return card


def chosen(desk: Desk, title: str, *, kind: str = "Permission") -> Card:
    """The same, opened from the inbox."""
    desk.item(title).first.click()
    return shown(desk, title, kind=kind)
