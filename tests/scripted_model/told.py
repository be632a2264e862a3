"""Reading a request to the model: what the agent told it since its last turn."""

from collections.abc import Iterator, Mapping
from typing import Any

Body = Mapping[str, Any]
Block = Mapping[str, Any]


def tool_result(body: Body) -> Block:
    """The newest result of a tool that the model had called."""
    return [block for block in news(body) if block.get("type") == "tool_result"][-1]


def words(body: Body) -> str:
    """Every word of it, tool results included."""
    return "\n".join(text_of(block) for block in news(body))


def news(body: Body) -> list[Block]:
    """The blocks of all messages after the model's last turn."""
    messages = body["messages"]
    spoke = max((place for place, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
    return [block for message in messages[spoke + 1 :] for block in blocks(message)]


def blocks(message: Mapping[str, Any]) -> Iterator[Block]:
    content = message["content"]
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    else:
        yield from content


def text_of(block: Block) -> str:
    content = block.get("text") or block.get("content") or ""
    return content if isinstance(content, str) else "\n".join(text_of(part) for part in content)
