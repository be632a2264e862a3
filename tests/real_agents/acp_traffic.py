"""The raw lines of a session as the hub has kept them, each one that the hub has written held against the protocol."""

import json
from collections.abc import Sequence

from tests.real_agents.acp_schema import check_outgoing
from tests.real_agents.person import Json


def check_traffic(lines: Sequence[Json]) -> int:
    """How many lines the hub has written. Raises AssertionError, with the line, for one that the protocol forbids.

    Each is held against the version that its connection has agreed on last, by offering it.
    """
    asked: dict[object, str] = {}
    written, version = 0, 1
    for line in lines:
        if line["direction"] == "from_agent":
            message = json.loads(line["text"])
            if isinstance(message, dict) and "method" in message and "id" in message:
                asked[message["id"]] = message["method"]
        elif line["direction"] == "to_agent":
            written += 1
            message = json.loads(line["text"])
            if message.get("method") == "initialize":
                version = message["params"]["protocolVersion"]
            check_line(line["text"], asked, version)
    return written


def check_line(text: str, asked: dict[object, str], version: int) -> None:
    message = json.loads(text)
    try:
        check_outgoing(message, answers=None if "method" in message else asked.get(message["id"]), version=version)
    except AssertionError as error:
        raise AssertionError(f"{error}\nin the line {text[:2000]}") from None


def sent(lines: Sequence[Json], method: str) -> list[Json]:
    """The parameters of what the hub has sent, by method."""
    messages = [json.loads(line["text"]) for line in lines if line["direction"] == "to_agent"]
    return [message["params"] for message in messages if message.get("method") == method]
