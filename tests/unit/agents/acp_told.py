"""Recorded permission requests of agents of the protocol, each with what the agent had told of its call before."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from countermark.model.sessions.parts import (
    CallPart,
    CallStatus,
    DiffOutput,
    Location,
    Output,
    TerminalOutput,
    TextOutput,
)

PAYLOADS = Path(__file__).parent / "payloads" / "acp"
FOLDER = "/w/proj"
Recorded = tuple[Mapping[str, Any], CallPart | None]


def recorded(name: str) -> Sequence[Recorded]:
    """The requests of an agent, in their order."""
    cases = json.loads((PAYLOADS / f"{name}.json").read_text(encoding="utf-8"))
    return [(case["params"], part_of(case["before"])) for case in cases]


def part_of(updates: Sequence[Mapping[str, Any]]) -> CallPart | None:
    """The call as the ledger has it after these updates: what is told later replaces what was told before."""
    told: dict[str, Any] = {}
    for update in updates:
        told |= {name: value for name, value in update.items() if value is not None}
    if not told:
        return None
    return CallPart(
        id=told["toolCallId"], at=1, title=told.get("title", ""), name=told.get("name"), kind=told.get("kind", "other"),
        status=CallStatus(told.get("status", "pending")),
        outputs=tuple(output_of(each) for each in told.get("content", ())),
        locations=tuple(Location(each["path"]) for each in told.get("locations", ())),
        raw_input=json.dumps(told["rawInput"]) if "rawInput" in told else None,
    )  # fmt: skip


def output_of(content: Mapping[str, Any]) -> Output:
    """One content of a call."""
    if content["type"] == "diff":
        return DiffOutput(content["path"], content.get("oldText"), content["newText"])
    if content["type"] == "terminal":
        return TerminalOutput(content["terminalId"], "")
    return TextOutput(content["content"]["text"])
