"""An MCP server on stdin and stdout that asks the person by a form before its one tool answers: a program."""

import json
import sys
from pathlib import Path
from typing import Any

FORM = {
    "type": "object",
    "properties": {
        "where": {"type": "string", "title": "Where", "enum": ["staging", "production"]},
        "copies": {"type": "integer", "minimum": 1, "default": 2},
        "at_once": {"type": "boolean"},
    },
    "required": ["where"],
}
TOOL = {"name": "deploy", "description": "Deploys", "inputSchema": {"type": "object", "properties": {}}}


def answer_to(message: dict[str, Any]) -> dict[str, Any] | None:
    """What a request gets at once; None for the call, which waits for the person."""
    match message["method"]:
        case "initialize":
            version = message["params"]["protocolVersion"]
            info = {"name": "ship", "version": "1"}
            return {"result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}}
        case "tools/list":
            return {"result": {"tools": [TOOL]}}
        case "tools/call":
            return None
        case _:
            return {"error": {"code": -32601, "message": "Method not found"}}


def main() -> None:
    """Takes a message a line; the text of the tool's result is what the client answered to the form."""
    calls: dict[str, Any] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "method" in message and "id" in message:
            answer = answer_to(message)
            if message["method"] == "tools/list" and len(sys.argv) > 1:
                Path(sys.argv[1]).touch()
            if answer is not None:
                say({"id": message["id"], **answer})
            else:
                calls[name := f"ask-{len(calls)}"] = message["id"]
                asked = {"mode": "form", "message": "Deploy where?", "requestedSchema": FORM}
                say({"id": name, "method": "elicitation/create", "params": asked})
        elif message.get("id") in calls:
            told = json.dumps(message.get("result", message.get("error")), sort_keys=True)
            say({"id": calls.pop(message["id"]), "result": {"content": [{"type": "text", "text": told}]}})


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
