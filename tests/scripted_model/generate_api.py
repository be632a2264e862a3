"""Google's way of saying a turn: one JSON answer, or the same answer as server-sent events."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.scripted_model.script import Turn

# The address names the model, and whether the answer is a stream.
ADDRESS = re.compile(r"/v1beta/models/(?P<model>[^/:]+):(?P<method>generateContent|streamGenerateContent)")
Body = Mapping[str, Any]


def addressed(body: Body, address: re.Match[str]) -> dict[str, Any]:
    """The request with what its address says, as other dialects have it in the body."""
    return {**body, "model": address["model"], "stream": address["method"] == "streamGenerateContent"}


def conversation(body: Body) -> dict[str, Any]:
    """The request in the form of the Messages API, in which scripts are looked up and tests read."""
    tools = [each for tool in body.get("tools", []) for each in tool.get("functionDeclarations", [])]
    return {
        "system": json.dumps(body.get("systemInstruction", {}), ensure_ascii=False),
        "messages": [as_message(content) for content in body.get("contents", [])],
        "tools": tools,
    }


def as_message(content: Body) -> dict[str, Any]:
    """One content; the model's role has another name there."""
    role = "assistant" if content.get("role") == "model" else "user"
    return {"role": role, "content": [as_block(part) for part in content.get("parts", [])]}


def as_block(part: Body) -> dict[str, Any]:
    """One part: words, a call, or what a tool gave."""
    if call := part.get("functionCall"):
        return {"type": "tool_use", "id": call.get("id", ""), "name": call["name"], "input": call.get("args", {})}
    if told := part.get("functionResponse"):
        gave = told.get("response", {})
        words = gave.get("error", gave.get("output", ""))
        content = words if isinstance(words, str) else json.dumps(words, ensure_ascii=False)
        return {
            "type": "tool_result",
            "tool_use_id": told.get("id", ""),
            "content": content,
            "is_error": "error" in gave,
        }
    return {"type": "text", "text": part.get("text", "")}


def answer(turn: Turn, body: Body, *, model: str) -> dict[str, Any]:
    """The whole answer to a request."""
    calls = [{"functionCall": {"name": call.name, "args": dict(call.input)}} for call in turn.calls]
    said = {"role": "model", "parts": [{"text": turn.text}, *calls]}
    return {
        "candidates": [{"index": 0, "finishReason": "STOP", "content": said}],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120},
        "modelVersion": body.get("model", model),
    }


def error(status: int) -> dict[str, Any]:
    return {"error": {"code": status, "message": f"scripted status {status}", "status": "UNAVAILABLE"}}


def events(whole: Body) -> Iterator[bytes]:
    """The answer as a stream of one event."""
    yield f"data: {json.dumps(whole)}\r\n\r\n".encode()
