"""The journal as a file: JSON lines from which the chain can be followed again, or a table for a spreadsheet."""

import argparse
import csv
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import ask_hub
from countermark.cli.journal_lines import query_of, whole
from countermark.doorbell.terminal import visible_text

PAGE = 500
WAITING = 60.0  # seconds
COLUMNS = (
    "seq", "at", "kind", "actor_kind", "actor_id", "item_kind", "item", "version", "shown_sha256", "body", "hash",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with these a spreadsheet takes a cell for something to compute
ExportLine = dict[str, Any]


def export(home: str, chosen: argparse.Namespace) -> int:
    """Writes what is asked for, page by page, the oldest entry first, and a checkpoint that is signed for it."""
    signed = ask_hub(home, "POST", "/api/journal/checkpoint", body={}, within=WAITING)
    lines = exported(home, chosen, last=whole(signed["size"]))
    with target(chosen.output) as file:
        if chosen.format == "csv":
            write_csv(file, lines)
        else:
            write_json_lines(file, lines, checkpoint=str(signed["note"]))
    if chosen.format == "csv":
        print(f"The checkpoint of this export:\n{signed['note']}", file=sys.stderr)
    return DONE


def exported(home: str, chosen: argparse.Namespace, *, last: int) -> Iterator[ExportLine]:
    """The entries up to a number, with all that their hashes are made of."""
    after = 0
    while True:
        query = query_of(chosen, after=after, before=last + 1, limit=PAGE)
        page = ask_hub(home, "GET", f"/api/journal/export?{query}", within=WAITING)["entries"]
        assert isinstance(page, list)
        if not page:
            return
        yield from page
        after = page[-1]["entry"]["seq"]


@contextmanager
def target(name: str | None) -> Iterator[TextIO]:
    """Where the lines go: stdout, or a file for this user alone, which is there when it is whole."""
    if name is None:
        yield sys.stdout
        return
    file = Path(name)
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as opened:
            yield opened
        unfinished.replace(file)
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}", "Name another place with --output.") from error


def write_json_lines(file: TextIO, lines: Iterator[ExportLine], *, checkpoint: str) -> None:
    """One entry a line, in ASCII: no terminal and no editor changes it on its way. The last line is the checkpoint."""
    file.writelines(json.dumps(line, sort_keys=True, separators=(",", ":")) + "\n" for line in lines)
    file.write(json.dumps({"checkpoint": checkpoint}) + "\n")


def write_csv(file: TextIO, lines: Iterator[ExportLine]) -> None:
    """A table: what an entry says is one cell, as JSON."""
    table = csv.writer(file, quoting=csv.QUOTE_MINIMAL, lineterminator="\n")
    table.writerow(COLUMNS)
    for line in lines:
        table.writerow(cell(value) for value in row_of(line))


def row_of(line: ExportLine) -> Iterator[object]:
    """The cells of an entry; entries of the first format were all about reviews."""
    entry = line["entry"]
    item = entry.get("item") or {}
    is_review = entry.get("review") is not None
    at = datetime.fromtimestamp(entry["at"] / 1000, UTC)
    yield from (entry["seq"], at.isoformat(timespec="milliseconds"), entry["kind"])
    yield from (entry["actor"]["kind"], entry["actor"]["id"])
    yield from ("review", entry["review"], entry["revision"]) if is_review else map(item.get, ("kind", "id", "version"))
    yield entry["shown_sha256"]
    yield json.dumps({**entry["body"], **line["texts"]}, ensure_ascii=False)
    yield line["hash"]


def cell(value: object) -> object:
    """A cell that no spreadsheet computes, with odd characters spelled out."""
    if not isinstance(value, str):
        return value
    text = visible_text(value, lines=False)
    return f"'{text}" if text.startswith(FORMULA) else text
