"""Recorded payloads of agents with hooks, and what every such agent's reader is asked: hostile fields, any JSON."""

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

PAYLOADS = Path(__file__).parent / "payloads"
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def recorded(agent: str, name: str) -> bytes:
    return (PAYLOADS / agent / f"{name}.json").read_bytes()


def names(agent: str) -> set[str]:
    return {file.stem for file in (PAYLOADS / agent).glob("*.json")}


def changed(payload: bytes, path: tuple[str, ...], value: object) -> bytes:
    """The payload with one field gone (`...`) or with this in its place."""
    sent: dict[str, Any] = json.loads(payload)
    inner = sent
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(sent).encode()
