"""An agent that streams chunks: `streaming_agent.py CHUNKS TOGETHER`, so many of them in one write.

`streaming_agent.py CHUNKS PER_SECOND TEXT ENDED` says the text of a file in so many pieces, as fast as it can with 0 of
them in a second, and writes into another file when it has written the last one.
"""

import json
import sys
import time
from itertools import cycle, islice
from pathlib import Path

PIECES = (  # some 25 characters each, a few of a model's tokens, and again and again the same eight
    "Here is what I found in the ", "file `reader.py`: the loop ", 'says "done" too early.\n\n',
    "- it reads 4 KB at a time,\n", "- it takes \u201cquotes\u201d and \u00e9 for\n", "  two characters.\n\n",
    "```python\nwith open(name):\n", "    pass\n```\n\nSo I change it. ",
)  # fmt: skip


def main() -> None:
    """Answer three requests; the third with the chunks."""
    chunks, together = int(sys.argv[1]), int(sys.argv[2])
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "initialize":
            answer(request, {"protocolVersion": 1, "agentCapabilities": {}, "authMethods": []})
        elif request["method"] == "session/new":
            answer(request, {"sessionId": "conversation-1"})
        elif sys.argv[3:]:
            tell(Path(sys.argv[3]).read_text(encoding="utf-8"), chunks, per_second=together)
            Path(sys.argv[4]).write_text(repr(time.time()), encoding="utf-8")
            answer(request, {"stopReason": "end_turn"})
        else:
            stream(chunks, together)
            answer(request, {"stopReason": "end_turn"})


def stream(chunks: int, together: int) -> None:
    """All chunks; the lines are made before, so that the agent takes as little time as can be."""
    lines = list(islice(cycle(map(line, PIECES)), chunks))
    for block in [b"".join(lines[at : at + together]) for at in range(0, chunks, together)]:
        sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()


def tell(text: str, chunks: int, *, per_second: int) -> None:
    """The text in pieces of one length."""
    size = -(-len(text) // chunks)
    lines = [line(text[at : at + size]) for at in range(0, len(text), size)]
    begun = time.monotonic()
    for number, each in enumerate(lines):
        if per_second:
            time.sleep(max(0.0, begun + number / per_second - time.monotonic()))
        sys.stdout.buffer.write(each)
        sys.stdout.buffer.flush()


def line(text: str) -> bytes:
    """A chunk of the agent's message."""
    content = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
    update = {
        "jsonrpc": "2.0",
        "method": "session/update",
        "params": {"sessionId": "conversation-1", "update": content},
    }
    return (json.dumps(update, separators=(",", ":")) + "\n").encode()


def answer(request: dict[str, object], result: object) -> None:
    sys.stdout.buffer.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
