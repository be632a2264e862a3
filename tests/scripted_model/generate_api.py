"""Google's way of saying a turn (`generateContent`, `streamGenerateContent`), and its requests in the Messages form."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.scripted_model.script import Turn

ASKED = re.compile(r"/v1(?:beta)?/models/(?P<model>[^/:]+):(?P<how>generateContent|streamGenerateContent|countTokens)")
Part = Mapping[str, Any]


def conversation(body: Mapping[str, Any]) -> dict[str, Any]:
    """A request as a script reads it: messages of blocks, and the names of the tools that are offered."""
    declared = [each for tool in body.get("tools", []) for each in tool.get("functionDeclarations", [])]
    return {
        "system": body.get("systemInstruction", {}),
        "messages": [message_of(content) for content in body.get("contents", [])],
        "tools": declared,
    }


def message_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """One content as a message; the model's role has another name there."""
    role = "assistant" if content.get("role") == "model" else "user"
    return {"role": role, "content": [block_of(part) for part in content.get("parts", [])]}


def block_of(part: Part) -> dict[str, Any]:
    """One part as a block."""
    if "functionCall" in part:
        call = part["functionCall"]
        return {"type": "tool_use", "id": call.get("id"), "name": call["name"], "input": call.get("args", {})}
    if "functionResponse" in part:
        told = part["functionResponse"]
        response = told.get("response", {})
        words = response.get("error", response.get("output", ""))
        return {
            "type": "tool_result",
            "tool_use_id": told.get("id"),
            "content": words if isinstance(words, str) else json.dumps(words, ensure_ascii=False),
            "is_error": "error" in response,
        }
    return {"type": "text", "text": part.get("text", "")}


def response(turn: Turn, *, model: str) -> dict[str, Any]:
    """The whole turn as one response; a stream is the same in one event."""
    calls = [{"functionCall": {"name": call.name, "args": dict(call.input)}} for call in turn.calls]
    return {
        "candidates": [
            {"index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": [{"text": turn.text}, *calls]}}
        ],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120},
        "modelVersion": model,
    }


def error(status: int) -> dict[str, Any]:
    return {"error": {"code": status, "message": f"scripted status {status}", "status": "UNAVAILABLE"}}


def events(whole: Mapping[str, Any]) -> Iterator[bytes]:
    """The response as the stream that `alt=sse` asks for."""
    yield f"data: {json.dumps(whole)}\r\n\r\n".encode()
