"""A session of the desk whose agent does what each line of its prompt says, and the raw lines that it was sent."""

import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.talk import Talk

AGENT = Path(__file__).parents[1] / "contract" / "acp" / "obedient_agent.py"
Json = dict[str, Any]


class ObedientSession:
    """One session, opened by the person; `flags` are what its agent can."""

    def __init__(self, office: Office, *flags: str, folder: Path | None = None, title: str = "") -> None:
        self.office = office
        where = str(folder or office.workplace.project)
        command = [sys.executable, str(AGENT), *flags]
        self.id = office.attendant.opens_session(agent="gemini", folder=where, command=command, title=title)

    def shown(self, desk: Desk) -> Talk:
        """It in its pane, once its agent is there."""
        return Talk(desk, self.id).opens()

    def ends_suddenly(self) -> None:
        """The agent's program is killed; its conversation is called after its process."""
        read: Json = self.office.attendant._browser.get(f"/api/sessions/{self.id}").raise_for_status().json()
        os.kill(int(read["state"]["conversation"].removeprefix("conversation-")), signal.SIGKILL)

    def lines(self) -> list[Json]:
        """The raw lines, oldest first."""
        path = f"/api/sessions/{self.id}/traffic"
        read: Json = self.office.attendant._browser.get(path).raise_for_status().json()
        return list(read["lines"])

    def sent(self, method: str) -> list[Json]:
        """The params of each message of a method that the agent was sent, oldest first."""
        messages = [json.loads(line["text"]) for line in self.lines() if line["direction"] == "to_agent"]
        return [each["params"] for each in messages if each.get("method") == method]

    def prompts(self) -> list[Sequence[Json]]:
        """The blocks of each prompt, oldest first."""
        return [params["prompt"] for params in self.sent("session/prompt")]

    def closes(self) -> None:
        """The person closes it."""
        self.office.attendant.closes_session(self.id)
