"""An agent that floods its hub: `flooding_agent.py UPDATES` tells so many of all kinds in each turn, without a pause.

Of ten updates three are chunks, two begin new calls, two are about one call that never ends to change, one is about a
call of long ago, one is a plan, and one is what it has used.
"""

import json
import random
import sys

WORDS = "of a sentence that goes on, "
KINDS = "ccc" + "nn" + "uu" + "o" + "p" + "s"


def main() -> None:
    """Answer the requests; a prompt with the flood."""
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("method") == "initialize":
            answer(request, {"protocolVersion": 1, "agentCapabilities": {}, "authMethods": []})
        elif request.get("method") == "session/new":
            answer(request, {"sessionId": "conversation-1"})
        elif request.get("method") == "session/prompt":
            flood(int(sys.argv[1]))
            answer(request, {"stopReason": "end_turn"})


def flood(updates: int) -> None:
    """So many updates, each kind in turn."""
    chance = random.Random(1)
    for number in range(updates):
        tell(update_of(KINDS[number % len(KINDS)], number, chance))
    sys.stdout.flush()


def update_of(kind: str, number: int, chance: random.Random) -> dict[str, object]:
    """One update of a kind."""
    content = [{"type": "content", "content": {"type": "text", "text": WORDS * 4}}]
    if kind == "c":
        return {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": WORDS}}
    if kind == "p":
        entry = {"content": f"Step {number}", "priority": "high", "status": "pending"}
        return {"sessionUpdate": "plan", "entries": [entry] * 5}
    if kind == "s":
        return {"sessionUpdate": "usage_update", "used": number, "size": 200_000}
    if kind == "n":
        return {"sessionUpdate": "tool_call", "toolCallId": f"call-{number}", "title": f"Read file {number}",
                "kind": "read", "status": "pending", "content": content}  # fmt: skip
    call = "call-same" if kind == "u" else f"call-{chance.randrange(number) // 10 * 10 + 3}"
    status = "in_progress" if number % 2 else "completed"
    return {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": status, "content": content}


def tell(update: dict[str, object]) -> None:
    params = {"sessionId": "conversation-1", "update": update}
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "method": "session/update", "params": params}) + "\n")


def answer(request: dict[str, object], result: object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
