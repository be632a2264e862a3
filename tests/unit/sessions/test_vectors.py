"""The fold makes of each vector's events the state that the vector names; the page's reducer is held to the same."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest
from pydantic import Field, TypeAdapter

from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState

VECTORS = sorted(Path(__file__).parents[2].joinpath("vectors", "sessions").glob("*.json"))
EVENT: TypeAdapter[SessionEvent] = TypeAdapter(Annotated[SessionEvent, Field(discriminator="type")])
STATE = TypeAdapter(SessionState)


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def state_of(vector: Any) -> SessionState:
    """A state as JSON has it; of a sequence pydantic makes a list."""
    state = STATE.validate_python(vector)
    return replace(state, ledger=tuple(state.ledger))


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_fold_makes_the_state_of_the_vector(path: Path) -> None:
    vector = read(path)
    start = state_of(vector["start"]) if "start" in vector else None
    happened = [(each["at"], EVENT.validate_python(each["event"])) for each in vector["events"]]
    assert folded(happened, start=start) == state_of(vector["expected"])


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_a_vector_leaves_no_field_to_a_default(path: Path) -> None:
    """Neither side reads a vector with defaults of its own."""
    vector = read(path)
    state = STATE.validate_python(vector["expected"])
    assert json.loads(json.dumps(asdict(state))) == vector["expected"]
    for each in vector["events"]:
        assert json.loads(json.dumps(asdict(EVENT.validate_python(each["event"])))) == each["event"]


def test_the_vectors_have_every_kind_of_event() -> None:
    told = {each["event"]["type"] for path in VECTORS for each in read(path)["events"]}
    assert told == {kind.type for kind in get_args(SessionEvent)}
    assert len({read(path)["description"] for path in VECTORS}) == len(VECTORS) >= 40
