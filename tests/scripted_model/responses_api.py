"""The Responses API's way of saying a turn: one JSON answer, or the same answer as server-sent events."""

import json
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from tests.scripted_model.script import ToolCall, Turn

Body = Mapping[str, Any]
Item = dict[str, Any]


def conversation(body: Body) -> dict[str, Any]:
    """The request in the form of the Messages API, in which scripts are looked up and tests read.

    What one answer of the model held (its words and its calls) comes back as several items in a row: one message.
    """
    messages: list[dict[str, Any]] = []
    for item in body.get("input", []):
        message = as_message(item)
        if message["role"] == "assistant" and messages and messages[-1]["role"] == "assistant":
            continue
        messages.append(message)
    return {"messages": messages, "tools": [{"name": name} for name in offered(body)]}


def as_message(item: Body) -> dict[str, Any]:
    """One item; what a tool gave is a part of the user's side."""
    match item.get("type", "message"):
        case "message":
            return {"role": item["role"], "content": words_of(item["content"])}
        case "function_call_output" | "custom_tool_call_output":
            result = {
                "type": "tool_result",
                "tool_use_id": item.get("call_id", ""),
                "content": words_of(item["output"]),
            }
            return {"role": "user", "content": [result]}
        case _:
            return {"role": "assistant", "content": ""}


def words_of(content: Any) -> str:
    """A text, or the texts of all parts."""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def offered(body: Body) -> dict[str, str]:
    """The names of the tools and their types; those of a namespace are called by its name and theirs."""
    found: dict[str, str] = {}
    for tool in body.get("tools", []):
        if tool["type"] == "namespace":
            found |= {f"{tool['name']}/{inner['name']}": "namespace" for inner in tool["tools"]}
        elif "name" in tool:
            found[tool["name"]] = tool["type"]
    return found


def answer(turn: Turn, body: Body, *, model: str) -> dict[str, Any]:
    """The whole answer to a request."""
    words = {"type": "output_text", "text": turn.text, "annotations": []}
    said: Item = {"type": "message", "id": name("msg"), "role": "assistant", "status": "completed", "content": [words]}
    usage = {"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
    return {
        "id": name("resp"),
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": body.get("model", model),
        "output": [said, *(called(tool, offered(body)) for tool in turn.calls)],
        "usage": {
            **usage, "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0},
        },
    }  # fmt: skip


def called(tool: ToolCall, kinds: Mapping[str, str]) -> Item:
    """A call as the type of its tool has it: a free text (its `input`), or arguments."""
    if kinds[tool.name] == "custom":
        call = {"type": "custom_tool_call", "name": tool.name, "input": tool.input["input"]}
    else:
        space, _, inner = tool.name.rpartition("/")
        within = {"namespace": space} if space else {}
        call = {"type": "function_call", "name": inner, **within, "arguments": json.dumps(dict(tool.input))}
    return {"id": name("fc"), "call_id": name("call"), "status": "completed", **call}


def name(kind: str) -> str:
    return f"{kind}_{uuid.uuid4().hex[:24]}"


def error(status: int) -> dict[str, Any]:
    return {"error": {"message": f"scripted status {status}", "type": "server_error", "code": None}}


def events(whole: dict[str, Any]) -> Iterator[bytes]:
    """The answer as a stream: each item opens, says its words and closes; then the whole."""
    yield event("response.created", response={**whole, "status": "in_progress", "output": [], "usage": None})
    for index, item in enumerate(whole["output"]):
        yield event("response.output_item.added", output_index=index, item={**item, "status": "in_progress"})
        if item["type"] == "message":
            place = {"item_id": item["id"], "output_index": index, "content_index": 0}
            yield event("response.output_text.delta", **place, delta=item["content"][0]["text"])
        yield event("response.output_item.done", output_index=index, item=item)
    yield event("response.completed", response=whole)


def event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()
