"""The commands about agents that a session can be started with: `countermark agents list|add|remove|check`."""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from countermark.cli.desk_commands import refuse_inside_agent
from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import ask_hub
from countermark.doorbell import hub_address
from countermark.doorbell.terminal import visible_text

PATH = "/api/agents"
LISTING = 30.0
CHECKING = 330.0  # longer than the hub waits for the agent
Row = Mapping[str, Any]


def list_agents(chosen: argparse.Namespace) -> int:
    """Tells which agents can be started; starts a hub if none runs."""
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    told = ask_hub(home, "GET", PATH, within=LISTING)
    if chosen.json:
        print(json.dumps(told))
        return DONE
    for row in rows_in(told, "agents"):
        tell(row)
    for row in rows_in(told, "broken"):
        print(f"{row['name']}  cannot be used: {visible_text(str(row['why']), lines=False)}")
    return DONE


def tell(row: Row) -> None:
    """One agent in a few lines."""
    version = "" if row["version"] is None else f" {row['version']}"
    whose = "  (your own)" if row["own"] else ""
    print(f"{row['name']}  {shown(row['title'])}{shown(version)}{whose}")
    print(f"  starts   {shown(row['command_line'])}")
    print(f"  found    {'yes' if row['found'] else 'no: ' + shown(row['why_not_found'])}")
    if row["runtime"] is not None:
        there = "" if row["runtime_version"] is None else f"; there is {row['runtime_version']}"
        print(f"  needs    {row['runtime']}{there}")
    tell_lines("asks", row["asks"])
    if row["sign_in"] is not None:
        print(f"  sign-in  {shown(row['sign_in'])}")


def shown(text: object) -> str:
    """What an agent's file says, with nothing in it that a terminal obeys."""
    return visible_text(str(text), lines=False)


def add(chosen: argparse.Namespace) -> int:
    """Has the hub write the file of an agent of one's own."""
    refuse_inside_agent()
    given = {
        "name": chosen.name,
        "title": chosen.title,
        "command": from_here(chosen.command),
        "env": dict(variable(each) for each in chosen.env),
        "asking_mode": chosen.asking_mode,
    }
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    told = ask_hub(home, "POST", PATH, body=given, within=LISTING)
    print("Added:")
    tell(next(row for row in rows_in(told, "agents") if row["name"] == chosen.name))
    return DONE


def from_here(command: Sequence[str]) -> list[str]:
    """The command line with the program's whole path where its path is relative: sessions start elsewhere."""
    program, *arguments = command
    return [str(Path.cwd() / program) if "/" in program else program, *arguments]


def variable(word: str) -> tuple[str, str]:
    """A variable and its value. Raises `Failure`."""
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise Failure(f"{word!r} is no variable with a value", "Write --env NAME=VALUE.")
    return name, value


def check(chosen: argparse.Namespace) -> int:
    """Has the hub start an agent once, and tells what it says of itself."""
    refuse_inside_agent()
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    told = ask_hub(home, "POST", f"{PATH}/{quote(chosen.name, safe='')}/check", body={}, within=CHECKING)
    version = "" if told["version"] is None else f" {told['version']}"
    print(f"{told['name']}  {shown(told['title'])} answers, after {told['startup_ms']} ms")
    print(f"  started  {shown(told['command_line'])}")
    print(f"  says     {shown(told['agent_name'] or 'no name')}{shown(version)}, protocol version {told['protocol']}")
    tell_lines("can", told["abilities"])
    tell_lines("asks", told["asks"])
    tell_lines("sign-in", [way_to_sign_in(way) for way in rows_in(told, "sign_ins")])
    print("It has ended; no conversation was begun.")
    return DONE


def way_to_sign_in(way: Row) -> str:
    """A way to sign in, in a line."""
    where = "" if way["command"] is None else f", in a terminal: {way['command']}"
    return f"{way['name']}{where}"


def tell_lines(name: str, lines: object) -> None:
    """Several lines behind one name."""
    assert isinstance(lines, list)
    for place, line in enumerate(lines):
        print(f"  {'' if place else name:8} {shown(line)}")


def remove(chosen: argparse.Namespace) -> int:
    """Has the hub remove the file of an agent of one's own."""
    refuse_inside_agent()
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    ask_hub(home, "POST", f"{PATH}/{quote(chosen.name, safe='')}/remove", body={}, within=LISTING)
    print(f"Removed: {shown(chosen.name)}. Its sessions are kept.")
    return DONE


def rows_in(told: Mapping[str, object], name: str) -> Sequence[Row]:
    """A list in what the hub says."""
    rows = told[name]
    assert isinstance(rows, list)
    return rows
