"""Recorded permission requests of agents of the protocol, each with what the agent had told of its call before."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from countermark.agents.acp.translate.calls import begun, merged
from countermark.agents.acp.translate.outputs import Pictures
from countermark.model.sessions.parts import CallPart

PAYLOADS = Path(__file__).parent / "payloads" / "acp"
FOLDER = "/w/proj"
Recorded = tuple[Mapping[str, Any], CallPart | None]


def recorded(name: str) -> Sequence[Recorded]:
    """The requests of an agent, in their order."""
    cases = json.loads((PAYLOADS / f"{name}.json").read_text(encoding="utf-8"))
    # What is asked tells of the call, too, before it comes to the gate.
    return [(case["params"], part_of([*case["before"], case["params"]["toolCall"]])) for case in cases]


def part_of(updates: Sequence[Mapping[str, Any]]) -> CallPart | None:
    """The call as the ledger has it after these updates."""
    if not updates:
        return None
    part = begun(updates[0]["toolCallId"], at=1, replayed=False)
    for update in updates:
        part = merged(part, update, Pictures(), at=1)
    return part
