"""`python noting_agent.py NOTES resume|load`: an agent that notes, a line each, what it is asked and what it tells.

The notes are of all programs with this file, one after the other: so one sees what reached an agent at all.
"""

import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started as a script

from tests.contract.acp.ordinary_agent import Agent, Message

NAME = re.compile(r"<\S+>")  # of a prompt, within its words
PAUSE_S = 0.01


class Noting(Agent):
    """Streams thoughts and words around two calls, and can go on with its conversation."""

    def __init__(self, notes: Path, way: str) -> None:
        super().__init__(lambda _: None)
        self.way = way
        self.conversation = notes.stem
        self.asked_before = prompts_in(notes)
        self._notes = notes.open("a", encoding="utf-8")
        self.note("began", os.getpid())

    def note(self, kind: str, what: object) -> None:
        self._notes.write(json.dumps([kind, what]) + "\n")
        self._notes.flush()

    def initialize(self, request: Message) -> None:
        session: Message = {"resume": {}} if self.way == "resume" else {}
        self.answer(request, {
            "protocolVersion": 1, "agentInfo": {"name": "noting", "version": "1"}, "authMethods": [],
            "agentCapabilities": {"loadSession": self.way == "load", "sessionCapabilities": session},
        })  # fmt: skip

    def begin(self, request: Message) -> None:
        self.answer(request, {"sessionId": self.conversation})

    def take(self, message: Message) -> None:
        match message.get("method"):
            case "session/load":
                for name in self.asked_before:
                    self.tells("user_message_chunk", content={"type": "text", "text": name})
                    self.says(f"(what was said about {name}) ")
                self.answer(message, {})
            case "session/resume":
                self.answer(message, {})
            case _:
                super().take(message)

    def turn(self, request: Message) -> None:
        found = NAME.search(request["params"]["prompt"][0]["text"])
        self.prompt = request
        name = found.group() if found else "a prompt without a name"
        self.note("prompt", name)
        work(self, name)
        self.answer(request, {"stopReason": "end_turn"})

    def tells(self, update: str, *, conversation: str = "", **fields: Any) -> None:
        self.note("update", {"sessionUpdate": update, **fields})
        super().tells(update, conversation=conversation or self.conversation, **fields)


def work(agent: Agent, name: str) -> None:
    """About a third of a second."""
    for number in range(4):
        agent.tells("agent_thought_chunk", content={"type": "text", "text": f"{name}?{number} "})
        time.sleep(PAUSE_S)
    for call in ("first", "second"):
        stream(agent, f"{name}{call}")
        title = f"{name} {call}"
        agent.tells("tool_call", toolCallId=title, title=title, kind="execute", status="in_progress")
        time.sleep(PAUSE_S)
        done = [{"type": "content", "content": {"type": "text", "text": f"{title} has this"}}]
        agent.tells("tool_call_update", toolCallId=title, content=done)
        time.sleep(PAUSE_S)
        agent.tells("tool_call_update", toolCallId=title, status="completed")
    stream(agent, f"{name}end")


def stream(agent: Agent, name: str) -> None:
    for number in range(8):
        agent.says(f"{name}.{number} ")
        time.sleep(PAUSE_S)


def prompts_in(notes: Path) -> list[str]:
    if not notes.exists():
        return []
    told = (json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines())
    return [str(what) for kind, what in told if kind == "prompt"]


if __name__ == "__main__":
    Noting(Path(sys.argv[1]), sys.argv[2]).run()
