"""Marks and their placements out of the bodies of entries: what a reader of the journal does, and the hub never."""

import json
from collections.abc import Mapping
from dataclasses import fields

from countermark.model.annotation_records import Plain, annotation_from, placement_from, plain
from countermark.model.annotations import Annotation, Placement


def annotation_in(body: Mapping[str, Plain]) -> Annotation:
    """The annotation as it is after an entry with this body; older entries lack the newest fields."""
    names = {field.name for field in fields(Annotation)} - {"id"}
    return annotation_from({"id": body["annotation"], **{name: body[name] for name in names if name in body}})


def placements_in(text: str) -> tuple[Placement, ...]:
    """Placements out of their JSON, in which the nested fields are no JSON of their own."""
    return tuple(
        placement_from({name: plain(name, value) for name, value in found.items()}) for found in json.loads(text)
    )
