"""The commands about running OpenCode servers: `countermark opencode attach|list|detach`."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from countermark.cli.desk_commands import refuse_inside_agent
from countermark.cli.failure import DONE, NO_HUB, Failure
from countermark.cli.hub_commands import ask_hub, count
from countermark.doorbell import hub_address
from countermark.doorbell.errors import HubGone
from countermark.doorbell.terminal import visible_text

PATH = "/api/agent-servers"
Row = Mapping[str, Any]


def attach(chosen: argparse.Namespace) -> int:
    """Has the hub follow a server; starts a hub if none runs."""
    refuse_inside_agent()
    folders = [str(folder_of(each)) for each in chosen.directory or ["."]]
    password = read_password() if chosen.password_stdin else None
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    given = {"address": chosen.url, "folders": folders, "user": chosen.user, "password": password}
    told = ask_hub(home, "POST", f"{PATH}/attach", body=given)
    server = with_address(rows_in(told), chosen.url)
    print(f"Attached: {server['address']}")
    for folder in server["folders"]:
        print(f"  folder   {folder}")
    print("  `countermark opencode list` tells whether it can be reached.")
    return DONE


def folder_of(given: str) -> Path:
    """The real path of a folder. Raises `Failure`."""
    folder = Path(given).expanduser().resolve()
    if not folder.is_dir():
        raise Failure(f"{given} is no folder", "Name the project that OpenCode works in.")
    return folder


def read_password() -> str:
    """One line from stdin; it is never an argument, which every process of the machine can read."""
    password = sys.stdin.readline().rstrip("\r\n")
    if not password:
        raise Failure("there is no password on stdin", "Send it as one line.")
    return password


def list_servers(chosen: argparse.Namespace) -> int:
    """Tells which servers are attached."""
    try:
        told = ask_hub(hub_address.home(), "GET", PATH)
    except HubGone:
        raise Failure("no hub runs", "`countermark opencode attach URL` starts one.", code=NO_HUB) from None
    rows = rows_in(told)
    if chosen.json:
        print(json.dumps(rows))
        return DONE
    if not rows:
        print("No server is attached. `countermark opencode attach URL` does it.")
    for row in rows:
        tell(row)
    return DONE


def tell(row: Row) -> None:
    """One server in a few lines."""
    print(f"{row['address']}  {visible_text(state_of(row), lines=False)}")
    for folder in row["folders"]:
        print(f"  folder   {folder}")
    print(f"  waiting  {count(row['waiting'], 'request')}")
    if not row["seen_live"]:
        print("  version 2 of OpenCode is not yet seen live: Countermark knows it from its documents alone")
    for grant in row["saved"]:
        title = visible_text(str(grant["title"]), lines=False)
        print(f"  saved    {title} (OpenCode allows it without asking; take it back at the desk)")


def state_of(row: Row) -> str:
    """Whether there is a line, in words."""
    if row["connected_since"] is None:
        return f"not connected: {row['problem']}"
    return f"connected since {row['connected_since']}, version {row['version']}"


def detach(chosen: argparse.Namespace) -> int:
    """Has the hub follow a server no longer."""
    refuse_inside_agent()
    home = hub_address.home()
    server = with_address(rows_in(ask_hub(home, "GET", PATH)), chosen.url)
    ask_hub(home, "POST", f"{PATH}/{server['id']}/detach", body={})
    print(f"Detached: {server['address']}. What it asks is left to its own terminal.")
    return DONE


def rows_in(told: Mapping[str, object]) -> Sequence[Row]:
    """The servers in what the hub says."""
    rows = told["servers"]
    assert isinstance(rows, list)
    return rows


def with_address(rows: Sequence[Row], url: str) -> Row:
    """The server with this address. Raises `Failure`."""
    wanted = url.rstrip("/").lower()
    for row in rows:
        if row["address"] == wanted:
            return row
    raise Failure(f"{url} is not attached", "`countermark opencode list` names those that are.")
