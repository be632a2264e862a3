"""The commands that make us an MCP server of an agent, and take us out again."""

import argparse
import difflib
import os
from collections.abc import Iterator
from pathlib import Path

from countermark.agents.hook_settings import NotSettings
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings, mcp_clients
from countermark.cli.failure import DONE, FAILED, Failure, complain
from countermark.cli.mcp_clients import CLIENTS, Client
from countermark.doorbell import hub_address

# A project's file is shared with everybody who works on it; a person's may hold keys of other servers.
PRIVATE, SHARED = 0o600, 0o644
WHICH = f"Say which: --for {'|'.join(CLIENTS)}|all."


def install(chosen: argparse.Namespace) -> int:
    """Shows the difference and writes it, client by client; one that cannot be edited does not keep the others."""
    return sum_up(install_one(client, chosen) for client in chosen_clients(chosen))


def uninstall(chosen: argparse.Namespace) -> int:
    """Takes our entry out: every other byte is as it was before."""
    return sum_up(uninstall_one(client, chosen) for client in chosen_clients(chosen))


def chosen_clients(chosen: argparse.Namespace) -> Iterator[Client]:
    """The clients that are meant; `all` leaves out those that have no file where we could write."""
    if chosen.client is None:
        raise Failure("it is not said for which agent", WHICH)
    if chosen.client != "all":
        yield CLIENTS[chosen.client]
        return
    yield from (each for each in CLIENTS.values() if not chosen.user or each.user is not None)


def sum_up(outcomes: Iterator[Failure | None]) -> int:
    """The exit code for all clients; what failed is said at the end."""
    failures = [each for each in outcomes if each is not None]
    for failure in failures:
        complain(str(failure), failure.do)
    return FAILED if failures else DONE


def install_one(client: Client, chosen: argparse.Namespace) -> Failure | None:
    """Our entry in one client's file."""
    project = None if chosen.user else agent_settings.project_folder()
    command = mcp_clients.command(chosen.storage, shared=project is not None)
    entry = client.entry(command)
    try:
        path = mcp_clients.file_of(client, project=project)
    except Failure as failure:
        return Failure(str(failure), f"{failure.do}\n  {to_paste(client, entry)}")
    home = hub_address.home()
    try:
        before = agent_settings.read_text(path)
        record = agent_settings.read_record(home, path)
        after, kept = mcp_clients.install(before, client, entry, record=record)
    except (NotJson, NotSettings) as error:
        return by_hand(path, error, f"Nothing was written. {to_paste(client, entry)}")
    except Failure as failure:
        return failure
    if after == before:
        print(f"Nothing to do: {client.title} has our server already, in {path}.")
        return None
    show_difference(path, before, after)
    if not chosen.dry_run:
        agent_settings.write_record(home, path, kept)
        agent_settings.write_text(path, after, was=before, mode=PRIVATE if project is None else SHARED)
        print(f"\nWritten: {path}. {client.title} starts the server with its next session.")
        if project is not None and command[0] != mcp_clients.PROGRAM:
            print(f"{command[0]} is of this machine: whoever shares this file needs Countermark in the same place.")
        if os.environ.get("COUNTERMARK_HOME"):
            print(f"COUNTERMARK_HOME is set here: start {client.title} with {home} in it too, or it asks another hub.")
    return None


def uninstall_one(client: Client, chosen: argparse.Namespace) -> Failure | None:
    """One client's file without our entry."""
    project = None if chosen.user else agent_settings.project_folder()
    path = mcp_clients.file_of(client, project=project)
    home = hub_address.home()
    try:
        before = agent_settings.read_text(path)
    except Failure as failure:
        return failure
    after = before
    if before is not None and f'"{mcp_clients.SERVER}"' in before:
        try:
            after = mcp_clients.uninstall(before, client, record=agent_settings.read_record(home, path))
        except (NotJson, NotSettings) as error:
            return by_hand(path, error, f'Nothing was written. Remove "{mcp_clients.SERVER}" by hand.')
    if after == before:
        print(f"Nothing to do: {client.title} has no server of ours in {path}.")
        return None
    show_difference(path, before, after)
    if not chosen.dry_run:
        agent_settings.write_text(path, after, was=before, mode=PRIVATE)
        agent_settings.write_record(home, path, None)
        print(f"\n{'Written' if after is not None else 'Taken away, as it was not there before'}: {path}")
    return None


def to_paste(client: Client, entry: mcp_clients.ServerEntry) -> str:
    """What to write by hand where we cannot, and where it belongs."""
    goes = f'Paste this; where the file has "{client.section}" already, only "{mcp_clients.SERVER}" goes into that:'
    return f"{goes}\n{mcp_clients.snippet(client, entry)}"


def by_hand(path: Path, error: Exception, do: str) -> Failure:
    """A file that cannot be edited without losing something: one with comments, or one that is no JSON."""
    commented = " It may hold comments, which no program of ours can keep." if isinstance(error, NotJson) else ""
    return Failure(f"{path} cannot be edited safely: {error}.{commented}", do)


def show_difference(path: Path, before: str | None, after: str | None) -> None:
    """What is about to be changed."""
    lines = difflib.unified_diff(
        (before or "").splitlines(),
        (after or "").splitlines(),
        fromfile="/dev/null" if before is None else str(path),
        tofile="/dev/null" if after is None else str(path),
        lineterm="",
    )
    print("\n".join(lines))
