"""A small site with notes in it, to try page reviews on: put into a folder, served, and told what to do with."""

import json
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from countermark.cli.failure import DONE, Failure

SAMPLE = Path(__file__).with_name("sample_site")
STORAGE = "inline-review.json"
TIMES = ("createdAt", "updatedAt", "addressedAt", "inProgressAt")
AGO = timedelta(minutes=2)  # when the sample's last word was written, as the person sees it


def demo_pages(folder: str | None, *, printed: bool) -> int:
    """Serves the sample site until Ctrl-C; what is noted on it stays in its folder."""
    from countermark.page_proxy import serving
    from countermark.page_proxy.target import CannotServe

    root = lay_out(Path(folder).expanduser() if folder else Path(tempfile.mkdtemp(prefix="fen-and-field-")))
    wishes = serving.Wishes(root, root, root / STORAGE, None, ())
    try:
        serving.run(wishes, ready=lambda address: greet(root, address, opened=not printed), say=print)
    except CannotServe as error:
        raise Failure(str(error), error.do) from error
    return DONE


def lay_out(folder: Path) -> Path:
    """Copies the site into a folder that is new or empty; one that holds the sample already is taken as it is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        root = folder.resolve()
        if not any(root.iterdir()):
            for each in SAMPLE.iterdir():
                shutil.copyfile(each, root / each.name)
            notes = root / STORAGE
            text = json.dumps(
                as_of(json.loads(notes.read_text("utf-8")), datetime.now(UTC)), indent=2, ensure_ascii=False
            )
            notes.write_text(f"{text}\n", "utf-8")
    except OSError as error:
        raise Failure(f"the sample cannot be put into {folder}: {error.strerror}", "Name another folder.") from error
    if not (root / "marigold.svg").is_file():
        raise Failure(f"{root} holds something else", "Name a new or an empty folder.")
    return root


def as_of(store: dict[str, Any], now: datetime) -> dict[str, Any]:
    """The store with all its times moved, so that its last word was written a moment ago."""
    shift = (
        now
        - AGO
        - max(datetime.fromisoformat(entry[name]) for entry in entries_of(store) for name in TIMES if name in entry)
    )
    for entry in entries_of(store):
        moved = {name: datetime.fromisoformat(entry[name]) + shift for name in TIMES if name in entry}
        entry |= {name: f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03d}Z" for name, time in moved.items()}
    return store


def entries_of(store: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything in a store that bears a time."""
    for entry in (*store["annotations"], *store["pageNotes"]):
        yield entry
        yield from entry.get("replies", ())


def greet(root: Path, address: str, *, opened: bool) -> None:
    """What is here, and what can be done with it."""
    notes = shlex.quote(str(root / STORAGE))
    print(f"Fen & Field, a sample site with notes on its pages: {address}/")
    print(f"  it lies in  {root}")
    print("Try this:")
    print("  In the page   select some words, or hold Alt and click something; the round button lists all notes.")
    print("  On the desk   countermark open, then Pages: accept what was addressed, or reopen it with a word.")
    print(f"  Your agent    claude mcp add inline-review -- countermark mcp --storage {notes}")
    print('                then ask it: "Read the review notes, do what they say and address them."')
    print("Ctrl-C ends it; the folder stays.", flush=True)
    if opened:
        from countermark.doorbell import hub_address
        from countermark.machine.window import show_desk

        show_desk(hub_address.home(), f"{address}/")
