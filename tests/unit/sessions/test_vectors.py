"""The fold holds the cases that the page's reducer holds, too: its test reads the same files."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest
from pydantic import Field, TypeAdapter

from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.reducer import folded

VECTORS = Path(__file__).parents[2] / "vectors" / "sessions"
Json = dict[str, Any]
EVENTS = TypeAdapter[SessionEvent](Annotated[SessionEvent, Field(discriminator="type")])


def cases() -> list[Json]:
    """All cases of all files."""
    return [case for path in sorted(VECTORS.glob("*.json")) for case in json.loads(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["case"]))
def test_the_state_is_what_the_events_make_of_it(case: Json) -> None:
    state = folded((each["at"], EVENTS.validate_python(each["event"])) for each in case["events"])
    assert json.loads(json.dumps(asdict(state))) == case["state"]


def test_every_kind_of_event_stands_in_a_case() -> None:
    present = {each["event"]["type"] for case in cases() for each in case["events"]}
    assert present == {kind.type for kind in get_args(SessionEvent)}
