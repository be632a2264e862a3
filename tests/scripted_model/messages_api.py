"""The Messages API's way of saying a turn: one JSON message, or the same message as server-sent events."""

import json
import uuid
from collections.abc import Iterator
from typing import Any

from tests.scripted_model.script import Turn

Block = dict[str, Any]


def conversation(body: dict[str, Any]) -> dict[str, Any]:
    """A request as it is: the other ways of speaking are turned into this one."""
    return body


def answer(turn: Turn, body: dict[str, Any], *, model: str) -> dict[str, Any]:
    """The message that answers a request."""
    return {
        "id": f"msg_{uuid.uuid4().hex[:24]}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", model),
        "content": blocks(turn),
        "stop_reason": "tool_use" if turn.calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


def blocks(turn: Turn) -> list[Block]:
    said: list[Block] = [{"type": "text", "text": turn.text}]
    for tool in turn.calls:
        call = {"id": f"toolu_{uuid.uuid4().hex[:24]}", "name": tool.name, "input": dict(tool.input)}
        said.append({"type": "tool_use", **call})
    return said


def error(status: int) -> dict[str, Any]:
    kind = {429: "rate_limit_error", 529: "overloaded_error"}.get(status, "api_error")
    return {"type": "error", "error": {"type": kind, "message": f"scripted status {status}"}}


def events(whole: dict[str, Any]) -> Iterator[bytes]:
    """The message as a stream, in the order the real API sends it."""
    opening = {**whole, "content": [], "stop_reason": None, "usage": {**whole["usage"], "output_tokens": 1}}
    yield event("message_start", message=opening)
    for index, block in enumerate(whole["content"]):
        yield from block_events(index, block)
    ending = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=ending, usage={"output_tokens": whole["usage"]["output_tokens"]})
    yield event("message_stop")


def block_events(index: int, block: Block) -> Iterator[bytes]:
    if block["type"] == "text":
        start: Block = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": block["text"]}
    else:
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    yield event("content_block_start", index=index, content_block=start)
    yield event("content_block_delta", index=index, delta=delta)
    yield event("content_block_stop", index=index)


def event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()
