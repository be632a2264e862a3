"""A session of the desk whose agent asks what a test tells it to ask, and what it was answered."""

import itertools
import json
import sys
import time
from pathlib import Path
from typing import Any

from tests.browser.office import PATIENCE_MS, Office

AGENT = Path(__file__).with_name("told_agent.py")
Json = dict[str, Any]
ONCE = {"optionId": "once", "name": "Allow", "kind": "allow_once"}
AND_DEFAULT = {"optionId": "default", "name": "Switch to Default Mode and allow once", "kind": "allow_once"}
ALWAYS = {"optionId": "always", "name": "Allow for this session", "kind": "allow_always"}
NO = {"optionId": "no", "name": "Reject", "kind": "reject_once"}
ODD = {"optionId": "odd", "name": "Ask my manager", "kind": "escalate"}


def chosen(option: str) -> Json:
    """What an agent hears that is told one of its own choices."""
    return {"result": {"outcome": {"outcome": "selected", "optionId": option}}}


def to_run(command: str, *options: Json) -> Json:
    """A request to run a command."""
    call = {"toolCallId": "call-1", "title": command, "kind": "execute", "rawInput": {"command": command}}
    return {"method": "session/request_permission", "params": {"toolCall": call, "options": list(options)}}


class AskingSession:
    """One session, opened by the person."""

    _keys = itertools.count(1)

    def __init__(self, office: Office, *, agent: str = "gemini") -> None:
        self.office = office
        self.asked = 0
        given = {"agent": agent, "folder": str(office.workplace.project), "command": [sys.executable, str(AGENT)]}
        self.id = str(self._post("/api/sessions", given)["session"]["id"])

    def asks(self, request: Json) -> None:
        """Have the agent ask this."""
        self.asked += 1
        key = f"key-{time.time_ns()}-{next(self._keys):08}"
        self._post(f"/api/sessions/{self.id}/prompts", {"text": json.dumps(request), "key": key})

    def begins(self) -> str:
        """Once the agent has a conversation; gives its id."""
        until = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < until:
            conversation = self.snapshot()["state"]["conversation"]
            if conversation is not None:
                return str(conversation)
            time.sleep(0.05)
        raise AssertionError(self.snapshot())

    def hears(self) -> Json:
        """What the agent was answered, once it has said so."""
        until = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < until:
            found = self.snapshot()
            told = [each["text"] for each in found["state"]["ledger"] if each["type"] == "message"]
            if len(told) >= self.asked and found["state"]["taken"] is None:
                answered: Json = json.loads(told[-1])
                return answered
            time.sleep(0.05)
        raise AssertionError(self.snapshot())

    def snapshot(self) -> Json:
        """The session as it is."""
        read: Json = self.office.attendant._browser.get(f"/api/sessions/{self.id}").raise_for_status().json()
        return read

    def closes(self) -> None:
        """The person closes it."""
        self._post(f"/api/sessions/{self.id}/close", {})

    def _post(self, path: str, given: Json) -> Json:
        answered = self.office.attendant._browser.post(path, json=given)
        assert answered.status_code < 300, answered.text
        read: Json = answered.json()
        return read
