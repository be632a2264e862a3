"""An agent that streams chunks: `streaming_agent.py CHUNKS TOGETHER`, so many of them in one write."""

import json
import sys

WORDS = "of a sentence that goes on, "  # 28 characters, as a model's token or two


def main() -> None:
    """Answer three requests; the third with the chunks."""
    chunks, together = int(sys.argv[1]), int(sys.argv[2])
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "initialize":
            answer(request, {"protocolVersion": 1, "agentCapabilities": {}, "authMethods": []})
        elif request["method"] == "session/new":
            answer(request, {"sessionId": "conversation-1"})
        else:
            stream(chunks, together)
            answer(request, {"stopReason": "end_turn"})


def stream(chunks: int, together: int) -> None:
    """All chunks; the lines are made before, so that the agent takes as little time as can be."""
    content = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": WORDS}}
    update = {
        "jsonrpc": "2.0",
        "method": "session/update",
        "params": {"sessionId": "conversation-1", "update": content},
    }
    block = (json.dumps(update, separators=(",", ":")) + "\n").encode() * together
    for _ in range(chunks // together):
        sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()


def answer(request: dict[str, object], result: object) -> None:
    sys.stdout.buffer.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
