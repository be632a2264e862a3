"""The commands that start and end the hub."""

import argparse
import json
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

from countermark.cli.failure import DONE, Failure
from countermark.doorbell import hub_address
from countermark.doorbell.errors import DoorbellError
from countermark.doorbell.ring import read_object, ring

if TYPE_CHECKING:
    from countermark.settings import Settings

STOPPING = 20.0
LOOK = 0.02


def serve(chosen: argparse.Namespace) -> int:
    """Runs the hub until it is told to end."""
    if chosen.data_dir:
        os.environ["COUNTERMARK_HOME"] = str(Path(chosen.data_dir).expanduser().absolute())
    settings = read_settings(hub_address.home())
    from countermark import hub

    return hub.serve(settings, port=chosen.port, background=chosen.background)


def read_settings(home: str) -> "Settings":
    """The settings of a home; a file that cannot be understood is a failure that names the place."""
    from countermark.model.errors import CountermarkError
    from countermark.settings import load_settings

    try:
        return load_settings(Path(home))
    except CountermarkError as error:
        raise Failure(str(error), error.hint or "Correct the file.") from error


def ask_hub(
    home: str, method: str, path: str, *, side: str = "person", body: object = None, within: float = 10.0
) -> dict[str, object]:
    """One exchange with the hub; raises DoorbellError."""
    sent = b"" if body is None else json.dumps(body).encode("utf-8")
    return read_object(ring(hub_address.door(home, side=side), method, path, body=sent, within=within))


def count(number: object, noun: str) -> str:
    """For example "1 agent", "3 agents"."""
    return f"{number} {noun}" if number == 1 else f"{number or 0} {noun}s"


def stop(_chosen: argparse.Namespace) -> int:
    """Ends the hub and waits until it has ended."""
    home = hub_address.home()
    owner = hub_address.lock_owner(home)
    if owner is None:
        print("No hub runs.")
        return DONE
    pid = owner["pid"]
    assert isinstance(pid, int)
    waiting = _tell_to_end(home, pid)
    _wait_for_end(home, pid)
    print(f"The hub (process {pid}) has ended.")
    if waiting:
        print(f"  {count(waiting, 'agent')} waited and went back to their own prompts; what they asked is kept.")
    return DONE


def _tell_to_end(home: str, pid: int) -> object:
    """Asks the hub to send its agents away and end; one that does not listen is ended by a signal."""
    try:
        return ask_hub(home, "POST", "/api/stop", body={}, within=5.0).get("waiting")
    except DoorbellError:
        os.kill(pid, signal.SIGTERM)
        return None


def _wait_for_end(home: str, pid: int) -> None:
    until = time.monotonic() + STOPPING
    while (hub_address.lock_owner(home) or {}).get("pid") == pid:
        if time.monotonic() > until:
            raise Failure(
                f"the hub (process {pid}) was told to end {STOPPING:.0f} s ago and has not",
                f"Look at {hub_address.log_file(home)}; `kill -9 {pid}` ends it, nothing that waits is lost.",
            )
        time.sleep(LOOK)
