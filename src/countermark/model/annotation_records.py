"""Annotations as plain records: the same names and values in the journal's bodies and in the store's rows."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from enum import StrEnum
from typing import Any

from countermark.model.annotations import Annotation, AnnotationKind, AnnotationStatus, Fate, Image, Placement
from countermark.model.places import Place

Plain = str | int | bool | None
NESTED = frozenset({"images", "place", "lines", "occurrence", "hint"})  # canonical JSON


def canonical(value: object) -> str:
    """JSON with sorted keys and no blanks."""
    return json.dumps(value, default=asdict, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def plain(name: str, value: Any) -> Plain:
    """One field's value."""
    if isinstance(value, StrEnum):
        return value.value
    if name in NESTED and value is not None:
        return canonical(value)
    found: Plain = value
    return found


def record(value: Annotation | Placement) -> dict[str, Plain]:
    """All fields, flat."""
    return {field.name: plain(field.name, getattr(value, field.name)) for field in fields(value)}


def annotation_from(found: Mapping[str, Any]) -> Annotation:
    """The annotation that a record holds."""
    images = tuple(Image(**each) for each in json.loads(found["images"]))
    return Annotation(
        **{
            **found,
            **places_in(found),
            "kind": AnnotationKind(found["kind"]),
            "images": images,
            "status": AnnotationStatus(found["status"]),
        }
    )


def placement_from(found: Mapping[str, Any]) -> Placement:
    """The placement that a record holds."""
    return Placement(
        **{**found, **places_in(found), "fate": Fate(found["fate"]), "hint": place_from(found["hint"])},
    )


def places_in(found: Mapping[str, Any]) -> dict[str, object]:
    """What annotations and placements have in common."""
    lines, occurrence = found["lines"] and json.loads(found["lines"]), json.loads(found["occurrence"])
    return {
        "place": place_from(found["place"]),
        "lines": tuple(lines) if lines else None,
        "occurrence": tuple(occurrence),
    }


def place_from(found: str | None) -> Place | None:
    """A place out of its JSON."""
    return None if found is None else Place(**json.loads(found))


def body_of(annotation: Annotation) -> dict[str, Plain]:
    """A record as the journal's body has it."""
    found = record(annotation)
    return {"annotation": found.pop("id"), **found}


def placements_json(placements: Iterable[Placement]) -> str:
    """Placements as one canonical JSON text."""
    return canonical(list(placements))
