"""An agent of the protocol as it should be, for one turn or many: standard library only."""

import json
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
CONVERSATION = "conversation-1"
OPTIONS = [
    {"optionId": "yes", "name": "Yes", "kind": "allow_once"},
    {"optionId": "no", "name": "No", "kind": "reject_once"},
]


class Agent:
    """`in_turn` is what it does in the middle of a turn; a stop reason of it ends the turn without another word."""

    def __init__(self, in_turn: "Callable[[Agent], str | None]", *, hears_end: bool = True) -> None:
        self.in_turn = in_turn
        self.hears_end = hears_end
        self.prompt: Message = {}  # the request that is worked on
        self.last_answer: Message = {}
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self._asked = 0

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        while (message := self._inbox.get()) is not None:
            self.take(message)

    def take(self, message: Message) -> None:
        match message.get("method"):
            case "initialize":
                self.initialize(message)
            case "session/new":
                self.begin(message)
            case "session/prompt":
                self.turn(message)
            case None | "session/cancel" | "$/cancel_request":
                pass  # too late
            case _ if "id" in message:
                self.fail(message, -32601, "Method not found")
            case _:
                pass

    def initialize(self, request: Message) -> None:
        self.answer(request, {
            "protocolVersion": 1, "agentInfo": {"name": "misbehaving", "version": "1"}, "authMethods": [],
            "agentCapabilities": {"loadSession": False, "promptCapabilities": {"image": True}},
        })  # fmt: skip

    def begin(self, request: Message) -> None:
        self.answer(request, {"sessionId": CONVERSATION})

    def turn(self, request: Message) -> None:
        self.prompt = request
        self.says("Working.")
        reason = self.in_turn(self)
        if reason is None:
            self.says("Done.")
        self.answer(request, {"stopReason": reason or "end_turn"})

    def waits(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message of the client that is wanted; others are dropped."""
        while (message := self._inbox.get()) is not None:
            if wanted(message):
                return message
        sys.exit(0)

    def waits_for_cancel(self) -> None:
        self.waits(lambda message: message.get("method") == "session/cancel")

    def asks(self, method: str, params: Message, *, name: object = None) -> Message:
        """Asks the client, and gives its answer."""
        self._asked += 1
        name = f"own-{self._asked}" if name is None else name
        self.sends({"id": name, "method": method, "params": params})
        return self.waits(lambda message: "method" not in message and message.get("id") == name)

    def asks_permission(self, call: str, *, name: object = None) -> Message:
        params = {"sessionId": CONVERSATION, "toolCall": {"toolCallId": call, "title": call}, "options": OPTIONS}
        return self.asks("session/request_permission", params, name=name)

    def says(self, text: str) -> None:
        self.tells("agent_message_chunk", content={"type": "text", "text": text})

    def tells(self, update: str, *, conversation: str = CONVERSATION, **fields: Any) -> None:
        params = {"sessionId": conversation, "update": {"sessionUpdate": update, **fields}}
        self.sends({"method": "session/update", "params": params})

    def answer(self, request: Message, result: object) -> None:
        self.last_answer = {"id": request["id"], "result": result}
        self.sends(self.last_answer)

    def fail(self, request: Message, code: int, words: str) -> None:
        self.sends({"id": request["id"], "error": {"code": code, "message": words}})

    def sends(self, message: Message) -> None:
        writes(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            self._inbox.put(json.loads(line))
        if self.hears_end:
            self._inbox.put(None)


def writes(content: bytes) -> None:
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
