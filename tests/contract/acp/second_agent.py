"""An agent of version 2 that does what each line of its prompt says: `python second_agent.py FLAG …`.

Standard library only. The flags say what is wrong with it, or how it begins:
only-second, refuses-first, third, repeats, switches, dies-at-second, no-sessions, first-lines.
What it was offered goes into `offered.txt`, line by line.
"""

import base64
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started as a script

from tests.contract.acp.ordinary_agent import CONVERSATION, OPTIONS, Agent, Message

INFO = {"name": "second", "title": "Second", "version": "2"}
MODES = [{"value": name, "name": name.title()} for name in ("auto", "default")]
OFFERED = Path("offered.txt")


class Second(Agent):
    """In version 2 unless a flag says otherwise; offered version 1 it speaks that, as ordinary agents do."""

    def __init__(self, flags: set[str]) -> None:
        super().__init__(lambda _: None)
        self.flags = flags
        self.mode = "auto"
        self.speaks = 2
        self.said = 0
        self.turns = 0

    def initialize(self, request: Message) -> None:
        offered = request["params"]["protocolVersion"]
        before = len(OFFERED.read_text().split()) if OFFERED.exists() else 0
        with OFFERED.open("a") as file:
            file.write(f"{offered}\n")
        answered = next((answer for flag, answer in BEGINS.items() if flag in self.flags), speaks_offered)
        version = answered(self, offered, before)
        if version is None:
            data = {"requested": offered, "supported": [2]}
            self.sends({"id": request["id"], "error": {"code": -32022, "message": "Unsupported", "data": data}})
            return
        self.speaks = version
        if version == 1:
            super().initialize(request)
            return
        session: Message = {} if "no-sessions" in self.flags else {"session": {"prompt": {"image": {}}, "delete": {}}}
        about = {} if "repeats" in self.flags else {"info": INFO, "capabilities": session}
        self.answer(request, {"protocolVersion": version, **about})

    def take(self, message: Message) -> None:
        match message.get("method"):
            case "session/resume":
                if message["params"].get("replayFrom") == {"type": "start"}:
                    self.tells("user_message", messageId="u0", content=[text("Before?")])
                    self.tells("agent_message", messageId="a0", content=[text("An older answer.")])
                self.tells("state_update", state="idle", stopReason="end_turn")
                self.answer(message, self.offers())
            case "session/set_config_option":
                assert message["params"]["type"] == "id"
                self.mode = message["params"]["value"]
                self.answer(message, self.offers())
            case "session/close":
                Path("heard").write_text("session/close")
                self.answer(message, {})
            case _:
                super().take(message)

    def begin(self, request: Message) -> None:
        self.answer(request, {"sessionId": CONVERSATION, **(self.offers() if self.speaks == 2 else {})})

    def offers(self) -> Message:
        mode = {
            "configId": "m", "name": "Mode", "category": "mode", "type": "select", "currentValue": self.mode,
            "options": MODES,
        }  # fmt: skip
        commands = [
            {"type": "command", "name": "plan", "description": "Plans", "input": {"type": "text", "hint": "what"}},
            {"type": "_button", "name": "strange", "description": "Of tomorrow"},
        ]
        return {"configOptions": [mode], "availableCommands": commands}

    def turn(self, request: Message) -> None:
        if self.speaks == 1 or "first-lines" in self.flags:
            super().turn(request)
            return
        self.prompt, self.turns = request, self.turns + 1
        blocks = request["params"]["prompt"]
        self.tells("user_message", messageId=f"u{self.turns}", content=blocks)
        self.answer(request, {"messageId": f"u{self.turns}"})
        self.tells("state_update", state="running")
        ended = {"stopReason": "end_turn"}
        for line in str(blocks[0]["text"]).splitlines():
            word, _, rest = line.partition(" ")
            act = ACTS.get(word)
            ended = (act(self, rest) if act is not None else None) or ended
        self.tells("state_update", state="idle", **ended)

    def says(self, words: str) -> None:
        if self.speaks == 1 or "first-lines" in self.flags:
            super().says(words)
            return
        self.said += 1
        self.tells("agent_message_chunk", messageId=f"a{self.said}", content=text(words))

    def hears(self, answer: Message) -> None:
        """Says what the client has answered."""
        self.says(json.dumps(answer.get("result", answer.get("error")), sort_keys=True))

    def permits(self, **params: Any) -> None:
        given = {"sessionId": CONVERSATION, "options": OPTIONS, **params}
        self.tells("state_update", state="requires_action")
        answer = self.asks("session/request_permission", given)
        self.tells("state_update", state="running")
        self.hears(answer)


def text(words: str) -> Message:
    return {"type": "text", "text": words}


def speaks_offered(_: Second, offered: int, __: int) -> int | None:
    return min(offered, 2)


def dies(_: Second, offered: int, __: int) -> int | None:
    if offered == 2:
        os._exit(3)
    return 1


BEGINS: dict[str, Callable[[Second, int, int], int | None]] = {
    "only-second": lambda _, __, ___: 2,
    "refuses-first": lambda _, offered, __: None if offered == 1 else 2,
    "third": lambda _, __, ___: 3,
    "repeats": lambda _, offered, __: offered,
    "switches": lambda _, __, before: 2 - before % 2,
    "dies-at-second": dies,
}


def say(agent: Second, rest: str) -> None:
    agent.says(rest)


def tell(agent: Second, rest: str) -> None:
    """An update of any kind, as JSON."""
    update = json.loads(rest)
    agent.tells(update.pop("sessionUpdate"), **update)


def ask(agent: Second, rest: str) -> None:
    """A permission for a call that runs a command."""
    call = {"toolCallId": f"call {rest}", "title": rest, "kind": "execute", "rawInput": {"command": rest}}
    agent.permits(title=f"Run {rest}?", subject={"type": "tool_call", "toolCall": call})


def command(agent: Second, rest: str) -> None:
    """A permission for a command without a call."""
    subject = {"type": "command", "command": rest, "cwd": str(Path.cwd())}
    agent.permits(title="May I?", description="The task needs it.", subject=subject)


def permit(agent: Second, rest: str) -> None:
    """A permission as JSON."""
    agent.permits(**json.loads(rest))


def run(agent: Second, rest: str) -> None:
    """A command in a terminal of its own."""
    agent.tells("tool_call_update", toolCallId="r", title=rest, kind="execute", status="in_progress",
                content=[{"type": "terminal", "terminalId": "t"}])  # fmt: skip
    agent.tells("terminal_update", terminalId="t", command=rest, cwd=str(Path.cwd()))
    for piece in ("größe".encode()[:3], "größe\n".encode()[3:]):
        agent.tells("terminal_output_chunk", terminalId="t", data=base64.b64encode(piece).decode())
    agent.tells("terminal_update", terminalId="t", exitStatus={"exitCode": 0})
    agent.tells("tool_call_update", toolCallId="r", status="completed")


def request(agent: Second, rest: str) -> None:
    """A request of any method: what version 1 has is not there any more."""
    agent.hears(agent.asks(rest, {"sessionId": CONVERSATION, "path": "/etc/hosts", "content": "x", "command": "ls"}))


def wait(agent: Second, _: str) -> Message:
    agent.waits_for_cancel()
    return {"stopReason": "cancelled"}


def fail(_: Second, rest: str) -> Message:
    return {"stopReason": "error", "error": {"code": -32603, "message": rest}}


ACTS: dict[str, Callable[[Second, str], Message | None]] = {
    "say": say, "tell": tell, "ask": ask, "command": command, "permit": permit, "run": run, "request": request,
    "wait": wait, "fail": fail,
}  # fmt: skip


if __name__ == "__main__":
    Second(set(sys.argv[1:])).run()
