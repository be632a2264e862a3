"""A decided item as JSON for scripts: every name is stable, times are ISO 8601 in UTC."""

import json
from dataclasses import asdict
from typing import Any

from countermark.exports.markdown import iso
from countermark.model.exports import ExportedItem

VERSION = 1


def as_json(item: ExportedItem) -> str:
    """The item as one JSON object."""
    return json.dumps(fields_of(item), ensure_ascii=False, indent=2) + "\n"


def fields_of(item: ExportedItem) -> dict[str, Any]:
    """What is written, in its order."""
    fields = asdict(item)
    times = {name: iso(fields.pop(name)) for name in ("opened_at", "decided_at")}
    marks = [{**mark, "lines": mark["lines"] and list(mark["lines"])} for mark in fields.pop("marks")]
    return {"countermark_export": VERSION, **fields, **times, "marks": marks}
