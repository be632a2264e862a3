"""The chat completions API's way of saying a turn: one JSON answer, or the same answer as server-sent events."""

import json
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from tests.scripted_model.script import Turn

Body = Mapping[str, Any]


def conversation(body: Body) -> dict[str, Any]:
    """The request in the form of the Messages API, in which scripts are looked up and tests read."""
    tools = [tool["function"] for tool in body.get("tools", []) if tool.get("type") == "function"]
    return {"messages": [as_message(message) for message in body.get("messages", [])], "tools": tools}


def as_message(message: Body) -> dict[str, Any]:
    """One message; what a tool gave is a part of the user's side."""
    if message["role"] != "tool":
        return {"role": message["role"], "content": message.get("content") or ""}
    result = {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": message.get("content") or ""}
    return {"role": "user", "content": [result]}


def answer(turn: Turn, body: Body, *, model: str) -> dict[str, Any]:
    """The whole answer to a request."""
    calls = [
        {
            "id": f"call_{uuid.uuid4().hex[:24]}",
            "type": "function",
            "function": {"name": tool.name, "arguments": json.dumps(dict(tool.input))},
        }
        for tool in turn.calls
    ]
    message = {"role": "assistant", "content": turn.text, **({"tool_calls": calls} if calls else {})}
    reason = "tool_calls" if calls else "stop"
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex[:24]}",
        "object": "chat.completion",
        "created": 1,
        "model": body.get("model", model),
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


def error(status: int) -> dict[str, Any]:
    return {"error": {"message": f"scripted status {status}", "type": "server_error", "code": None}}


def events(whole: dict[str, Any]) -> Iterator[bytes]:
    """The answer as a stream: the words, each call, the reason of the end, the usage."""
    (choice,) = whole["choices"]
    said = choice["message"]
    calls = [{"index": index, **call} for index, call in enumerate(said.get("tool_calls", []))]
    yield chunk(whole, {"role": "assistant", "content": said["content"]})
    for call in calls:
        yield chunk(whole, {"tool_calls": [call]})
    yield chunk(whole, {}, finish_reason=choice["finish_reason"])
    yield event({**whole, "object": "chat.completion.chunk", "choices": []})
    yield b"data: [DONE]\n\n"


def chunk(whole: Body, delta: Body, *, finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return event({**whole, "object": "chat.completion.chunk", "choices": [choice], "usage": None})


def event(content: Body) -> bytes:
    return f"data: {json.dumps(content)}\n\n".encode()
