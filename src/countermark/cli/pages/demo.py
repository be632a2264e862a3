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
from countermark.cli.pages.demo_agent import IDLE_SECONDS, DemoAgent
from countermark.doorbell import hub_address
from countermark.machine.own_command import open_command, program
from countermark.machine.window import show_desk

SAMPLE = Path(__file__).with_name("sample_site")
STORAGE = "inline-review.json"
TIMES = ("createdAt", "updatedAt", "addressedAt", "inProgressAt")
AGO = timedelta(minutes=2)  # when the sample's last word was written, as the person sees it


def demo_pages(folder: str | None, *, printed: bool) -> int:
    """Serves the sample site until Ctrl-C, with an agent that works on it; what is noted stays in its folder."""
    from countermark.page_proxy import serving
    from countermark.page_proxy.target import CannotServe

    root = lay_out(Path(folder).expanduser() if folder else Path(tempfile.mkdtemp(prefix="fen-and-field-")))
    # The browser is led by a file in the data folder, and the agent's first question needs a hub.
    hub_address.ensure_hub(hub_address.home(), side="person")
    wishes = serving.Wishes(root, root, root / STORAGE, None, ())
    known = known_in(root / STORAGE)
    agents: list[DemoAgent] = []

    def ready(address: str) -> None:
        shown = greet(root, address, opened=not printed)
        idle = IDLE_SECONDS if shown else None
        agents.append(DemoAgent(root, root / STORAGE, known=known, say=say, idle=idle))

    try:
        serving.run_proxy(wishes, ready=ready, say=say)
    except CannotServe as error:
        raise Failure(str(error), error.do) from error
    finally:
        for agent in agents:
            agent.close()
    return DONE


def say(line: str) -> None:
    """A line for the person, at once."""
    print(line, flush=True)


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


def known_in(storage: Path) -> dict[str, str]:
    """The annotations that are there, by their ids, with the time of their last change; none in a broken file."""
    try:
        return {each["id"]: each["updatedAt"] for each in json.loads(storage.read_text("utf-8"))["annotations"]}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


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


def greet(root: Path, address: str, *, opened: bool) -> bool:
    """What is here, and what can be done with it; whether a browser opens."""
    shown = opened and show_desk(hub_address.home(), f"{address}/")
    notes = shlex.quote(str(root / STORAGE))
    where = "opens in your browser" if shown else "waits for your browser" if opened else "is served"
    print(f"Fen & Field, a sample site with notes on its pages, {where}: {address}/")
    print(f"  it lies in  {root}")
    print("Your turn, in the page: select a few words, write what should stand there instead, and press Save.")
    print("  A scripted agent (it has no model) then changes the source and addresses your note, as you watch.")
    print("Also here:")
    print(f"  The desk    {open_command(hub_address.home())}")
    print("              then Pages: the same notes beside plans of all your agents.")
    print(f"  Your agent  claude mcp add inline-review -- {shlex.quote(program())} mcp --storage {notes}")
    print('              then ask it: "Read the review notes, do what they say and address them."')
    print("Ctrl-C ends it; the folder stays.", flush=True)
    return shown
