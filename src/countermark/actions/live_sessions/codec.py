"""Events of sessions as JSON and back; what a newer Countermark has written is read as far as it is known."""

from dataclasses import asdict
from functools import cache
from typing import Annotated, Any

import orjson
from pydantic import Field, TypeAdapter, ValidationError

from countermark.model.sessions.events import NumberedEvent, SessionEvent, UnknownCame
from countermark.model.sessions.parts import UnknownPart
from countermark.model.sessions.values import StoredEvent

TypedEvent = Annotated[SessionEvent, Field(discriminator="type")]


@cache
def event_adapter() -> TypeAdapter[SessionEvent]:
    """What reads every kind of event; made when the first one is read."""
    return TypeAdapter(TypedEvent)


def encoded(event: SessionEvent) -> str:
    """An event as canonical JSON: keys sorted, no blanks. Half characters, which no UTF-8 has, become U+FFFD."""
    try:
        plain = orjson.loads(orjson.dumps(event))  # the keys of a value are not sorted, those of a dictionary are
    except TypeError:  # a surrogate, or a number of more than 64 bits
        plain = storable(asdict(event))
    return orjson.dumps(plain, option=orjson.OPT_SORT_KEYS).decode()


def storable(value: Any) -> Any:
    """The same, with nothing in it that JSON in UTF-8 cannot say."""
    if isinstance(value, dict):
        return {name: storable(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [storable(each) for each in value]
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, int):
        return max(-(2**63), min(value, 2**63 - 1))
    return value


def decoded(stored: StoredEvent) -> NumberedEvent:
    """A stored event as a value; one of a kind that nobody knows yet says so."""
    try:
        event = event_adapter().validate_json(stored.body)
    except ValidationError:
        name = f"unknown-{stored.number}"
        event = UnknownCame(UnknownPart(name, stored.at, kind=stored.type, raw=stored.body))
    return NumberedEvent(stored.session, stored.number, stored.at, stored.line, event)
