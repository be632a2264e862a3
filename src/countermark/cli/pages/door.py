"""The command that dev servers in other languages start: where the hub listens for them, and a hub if none does."""

import argparse
import json
import os
import signal

from countermark.cli.failure import DONE
from countermark.cli.hub_commands import ask_hub
from countermark.doorbell import hub_address
from countermark.doorbell.errors import DoorbellError

USES = ("waiting", "open", "desks", "mcp_clients")


def tell_address(chosen: argparse.Namespace) -> int:
    """Prints where the agents' socket lies, after making sure that a hub listens there."""
    home = hub_address.home()
    started = not hub_address.is_listening(home)
    hub_address.ensure_hub(home)
    address = hub_address.door(home)
    told = {"agent_socket": address, "home": home, "started": started}
    holds = chosen.hold and started
    try:
        print(json.dumps(told) if chosen.json else address, flush=True)  # breaks where who asked has died meanwhile
        while holds and os.read(0, 65536):
            pass
    finally:
        if holds:
            end_if_unused(home)
    return DONE


def end_if_unused(home: str) -> None:
    """Ends the hub unless somebody else uses it.

    By a signal, not by word: whoever came in the meantime rings again and has a hub, as after a crash (decision 0019).
    """
    try:
        told = ask_hub(home, "GET", "/api/status")
    except DoorbellError:
        return  # it has ended by itself
    pid = told["pid"]
    if isinstance(pid, int) and not any(told.get(use) for use in USES):
        os.kill(pid, signal.SIGTERM)
