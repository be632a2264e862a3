"""An agent of the protocol that asks what its prompt tells it to ask, and says what it was answered: a program."""

import json
import sys
from typing import Any

CONVERSATION = "conversation-1"
Message = dict[str, Any]


def say(message: Message) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def hear() -> Message:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    heard: Message = json.loads(line)
    return heard


def asked(request: Message) -> Message:
    """The answer to a request of its own; what else comes meanwhile is nothing to it."""
    params = {"sessionId": CONVERSATION, **request["params"]}
    say({"id": "asked", "method": request["method"], "params": params})
    while True:
        heard = hear()
        if heard.get("id") == "asked" and "method" not in heard:
            return {name: heard[name] for name in ("result", "error") if name in heard}


def take(message: Message) -> None:
    match message.get("method"):
        case "initialize":
            say({"id": message["id"], "result": {"protocolVersion": 1, "authMethods": [], "agentCapabilities": {}}})
        case "session/new":
            say({"id": message["id"], "result": {"sessionId": CONVERSATION}})
        case "session/prompt":
            words = "".join(each.get("text", "") for each in message["params"]["prompt"])
            told = json.dumps(asked(json.loads(words[words.index("{") :])))
            chunk = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": told}}
            say({"method": "session/update", "params": {"sessionId": CONVERSATION, "update": chunk}})
            say({"id": message["id"], "result": {"stopReason": "end_turn"}})
        case _ if "id" in message and "method" in message:
            say({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
        case _:
            pass


if __name__ == "__main__":
    while True:
        take(hear())
