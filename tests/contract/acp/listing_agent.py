"""An agent that is asked for its conversations: `python listing_agent.py MODE`, standard library only.

It keeps its process id in the file `agent.pid` of its folder, and what it was asked in `asked.jsonl`.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

Message = dict[str, Any]
PAGE = 50


def entry(number: int) -> Message:
    return {
        "sessionId": f"talk-{number}", "cwd": str(Path.cwd()), "title": f"Talk {number}",
        "updatedAt": f"2026-11-{1 + number % 28:02}T10:00:00Z", "_meta": {"more": True},
    }  # fmt: skip


JUNK: list[object] = [
    42,
    None,
    [],
    "talk",
    {},
    {"sessionId": ""},
    {"sessionId": 7},
    {"sessionId": "x" * 2000},
    entry(3),
    entry(3),
    {"sessionId": "bare"},
    {"sessionId": "odd", "cwd": 3, "title": [], "updatedAt": "yesterday"},
    {"sessionId": "hidden", "cwd": "/srv/a\u202eb", "title": "  Title \u202e\x07 of it  ", "updatedAt": "9999-99-99"},
]


def page(mode: str, cursor: str | None) -> Message:
    match mode:
        case "paged":
            start = int(cursor or 0)
            sessions = [entry(number) for number in range(start, min(start + PAGE, 120))]
            return {"sessions": sessions, **({"nextCursor": str(start + PAGE)} if start + PAGE < 120 else {})}
        case "endless":
            start = int(cursor or 0)
            return {"sessions": [entry(start)], "nextCursor": str(start + 1)}
        case "same-cursor":
            return {"sessions": [entry(1)], "nextCursor": "again"}
        case "junk":
            return {"sessions": JUNK}
        case "no-list":
            return {"sessions": "none"}
        case "many":
            return {"sessions": [entry(number) for number in range(100_000)]}
        case "slow-second" if cursor is not None:
            signal.pause()
        case "slow-second":
            return {"sessions": [entry(1)], "nextCursor": "later"}
        case _:
            pass
    return {"sessions": []}


def answer(mode: str, request: Message) -> Message:
    """What stands in an answer beside its id."""
    params = request.get("params", {})
    if request["method"] == "initialize":
        session: Message = {} if mode == "cannot" else {"list": {}, "resume": {}, "fork": None}
        can = {"loadSession": True, "sessionCapabilities": session}
        return {"result": {"protocolVersion": 1, "agentInfo": {"name": "lister"}, "agentCapabilities": can}}
    with Path("asked.jsonl").open("a") as file:
        file.write(json.dumps(request) + "\n")
    match mode:
        case "silent":
            sys.stderr.write("looking for conversations\n")
            sys.stderr.flush()
            signal.pause()
        case "dies":
            sys.stderr.write("no database\n")
            sys.stderr.flush()
            os._exit(3)
        case "signed-out":
            return {"error": {"code": -32000, "message": "Authentication required"}}
        case "refuses":
            return {"error": {"code": -32603, "message": "Internal error", "data": {"details": "index broken"}}}
        case "array":
            return {"result": [1, 2]}
        case _:
            pass
    return {"result": page(mode, params.get("cursor"))}


def main(mode: str) -> None:
    Path("agent.pid").write_text(str(os.getpid()))
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request or "method" not in request:
            continue
        told = {"jsonrpc": "2.0", "id": request["id"], **answer(mode, request)}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
