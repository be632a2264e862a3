"""`countermark export`: what was decided as Markdown, HTML or JSON: to stdout, into a new file, or into a folder."""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlencode

from countermark.cli.failure import DONE, FAILED, Failure
from countermark.cli.forget_command import KINDS
from countermark.cli.hub_commands import ask_hub
from countermark.cli.journal_commands import list_in
from countermark.doorbell import hub_address
from countermark.doorbell.errors import HubRefused
from countermark.doorbell.ring import ring
from countermark.doorbell.terminal import visible_text
from countermark.exports.folders import opened, put

PAGE = 200
STDOUT = "-"  # as the name of a file
LOOK = 0.1
WITHIN = 60.0  # seconds; a long text takes its time to be laid out
NAME = re.compile(r"filename\*=UTF-8''([A-Za-z0-9%._~-]+)")


@dataclass(frozen=True)
class Exported:
    """One item as a file."""

    name: str
    content: bytes


def export(chosen: argparse.Namespace) -> int:
    """Writes one item, or all; the exit code is 1 if one of them could not be written."""
    if (chosen.id is None) is not chosen.all or (chosen.id and narrowed(chosen)):
        do = "Name one ID, or say --all, perhaps with --workspace, --verdict or --since."
        raise Failure("it is not clear what to export", do)
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    return export_all(home, chosen) if chosen.all else export_one(home, chosen)


def export_one(home: str, chosen: argparse.Namespace) -> int:
    """Writes one item."""
    try:
        it = exported(home, KINDS[chosen.id[:2]], chosen.id, chosen.form or "markdown")
    except HubRefused as refused:
        raise Failure(f"{chosen.id} is not exported: {refused}", refused.hint or "Look at it at the desk.") from None
    place = None if chosen.output in (None, STDOUT) else Path(chosen.output)
    if place is None:
        write_out(it.content)
    elif place.is_dir():
        print(place / into_folder(place, it))
    else:
        new_file(place, it.content)
    return DONE


def export_all(home: str, chosen: argparse.Namespace) -> int:
    """Writes everything: files of a folder, or JSON lines."""
    place = None if chosen.output in (None, STDOUT) else Path(chosen.output)
    is_folder = place is not None and place.is_dir()
    form = chosen.form or ("markdown" if is_folder else "json")
    if not is_folder and form != "json":
        raise Failure(f"{form} of many items needs a folder", "Name one that is there with --output.")
    left_out: list[str] = []
    found = all_exported(home, chosen, form, left_out)
    if place is not None and is_folder:
        names = [into_folder(place, it) for it in found]
        print(f"{len(names)} files in {place}")
    elif place is not None:
        new_file(place, b"".join(map(json_line, found)))
    else:
        for it in found:
            write_out(json_line(it))
    for why in left_out:
        print(why, file=sys.stderr)
    return FAILED if left_out else DONE


def all_exported(home: str, chosen: argparse.Namespace, form: str, left_out: list[str]) -> Iterator[Exported]:
    """What was decided, the newest first, without what was forgotten; what could not be read is said in `left_out`."""
    for line in lines(home, chosen):
        try:
            yield exported(home, str(line["kind"]), str(line["id"]), form)
        except HubRefused as refused:  # it waits again, or was forgotten a moment ago
            left_out.append(f"{line['id']} is left out: {refused}")


def lines(home: str, chosen: argparse.Namespace) -> Iterator[Mapping[str, object]]:
    """The lines of history that are asked for, without forgotten ones."""
    asked = {"limit": str(PAGE), **narrowed(chosen)}
    wait_for_index(home)
    while True:
        page = ask_hub(home, "GET", f"/api/history?{urlencode(asked)}", within=WITHIN)
        yield from (line for line in list_in(page, "lines") if not line["forgotten"])
        if page["next"] is None:
            return
        asked["before"] = str(page["next"])


def narrowed(chosen: argparse.Namespace) -> Mapping[str, str]:
    """What leaves something out, as history is asked for it."""
    named = {"kind": chosen.kind, "agent": chosen.agent, "workspace": chosen.workspace, "outcome": chosen.verdict}
    times = {name: at.isoformat() for name in ("since", "until") if (at := getattr(chosen, name))}
    return {name: value for name, value in named.items() if value} | times


def wait_for_index(home: str) -> None:
    """Return once what was decided a moment ago is in history, too."""
    seq = int(str(ask_hub(home, "GET", "/api/history?limit=1", within=WITHIN)["seq"]))
    until = time.monotonic() + WITHIN
    while int(str(ask_hub(home, "GET", "/api/history?limit=1", within=WITHIN)["indexed"])) < seq:
        if time.monotonic() > until:
            raise Failure("the hub has not yet looked through what was decided", "Try again in a minute.")
        time.sleep(LOOK)


def exported(home: str, kind: str, item_id: str, form: str) -> Exported:
    """One item as the hub writes it. Raises `HubRefused`."""
    heads: list[Mapping[str, str]] = []
    path = f"/api/history/{kind}/{item_id}/export?form={form}"
    content = ring(hub_address.door(home, side="person"), "GET", path, within=WITHIN, on_head=heads.append)
    found = NAME.search(heads[0].get("content-disposition", ""))
    name = unquote(found[1]) if found else f"{item_id}.{form}"
    return Exported(name.replace("/", " "), content)


def json_line(it: Exported) -> bytes:
    """The same object on one line."""
    return json.dumps(json.loads(it.content), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def write_out(content: bytes) -> None:
    """To stdout: byte for byte, but for a terminal without what would steer it."""
    if sys.stdout.isatty():
        print(visible_text(content.decode()), end="")
        return
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def into_folder(folder: Path, it: Exported) -> str:
    """A new file there; gives its name."""
    try:
        with opened(folder) as descriptor:
            return put(descriptor, it.name, it.content)
    except OSError as error:
        raise Failure(f"{folder} cannot be written: {error.strerror}", "Name another place with --output.") from error


def new_file(file: Path, content: bytes) -> None:
    """A file for this user alone, where there is none; nothing half written stays."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as opened_file:
                opened_file.write(content)
        except OSError:
            file.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}", "Name another place with --output.") from error
