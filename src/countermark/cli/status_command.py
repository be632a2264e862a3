"""The command that tells what waits: for people, for programs, for a bar of the desktop and for a prompt.

It asks a hub that runs, and starts none: a bar asks every few seconds, a prompt before each command.
"""

import argparse
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from countermark.cli.failure import DONE, NO_HUB
from countermark.cli.hub_commands import ask_hub, count
from countermark.doorbell import hub_address
from countermark.doorbell.errors import DoorbellError, HubGone

BAR_SECONDS = 2.0
PROMPT_SECONDS = 0.5  # nobody waits longer for a prompt
NOUNS = {"permission": "permission", "question": "question", "review": "plan"}


def status(chosen: argparse.Namespace) -> int:
    """Tells who the hub is and what waits; exit code 3 when none runs, but for a bar and a prompt."""
    home = hub_address.home()
    if chosen.waybar:
        print(json.dumps(for_bar(told_within(home, BAR_SECONDS), now=datetime.now(UTC)), ensure_ascii=False))
        return DONE
    if chosen.prompt:
        told = told_within(home, PROMPT_SECONDS)
        if told is not None and told.get("open"):
            print(f"countermark:{told['open']}")
        return DONE
    try:
        told = ask_hub(home, "GET", "/api/status")
    except HubGone:
        return _tell_no_hub(home, as_json=chosen.json)
    if chosen.json:
        print(json.dumps({"running": True, "home": home, **told}))
        return DONE
    print(f"The hub runs: http://127.0.0.1:{told['port']}, process {told['pid']}, version {told['version']}")
    print(f"  data     {home}")
    print(f"  waiting  {count(told.get('waiting'), 'agent')}, {count(told.get('open'), 'open item')}{_kinds_of(told)}")
    print(f"  desks    {count(told.get('desks'), 'open browser tab')}")
    print(f"  since    {_local_time(str(told['started_at']))}")
    return DONE


def told_within(home: str, seconds: float) -> Mapping[str, object] | None:
    """What the hub says within so many seconds; None where none runs, or none answers."""
    try:
        return ask_hub(home, "GET", "/api/status", within=seconds)
    except DoorbellError:
        return None


def for_bar(told: Mapping[str, object] | None, *, now: datetime) -> dict[str, str]:
    """One object as waybar's custom modules read it; `class` and `alt` are `waiting`, `idle` or `off`."""
    if told is None:
        return {"text": "", "alt": "off", "class": "off", "tooltip": "No Countermark hub runs"}
    state = "waiting" if told.get("open") else "idle"
    text = str(told["open"]) if told.get("open") else ""
    return {"text": text, "alt": state, "class": state, "tooltip": "\n".join(tooltip(told, now=now))}


def tooltip(told: Mapping[str, object], *, now: datetime) -> list[str]:
    """The lines that a bar shows for a pointer."""
    lines = [", ".join(kinds(told)) or "Nothing waits"]
    oldest = told.get("oldest_since")
    if isinstance(oldest, str):
        lines.append(f"The oldest waits since {_local_time(oldest)} ({span(now - datetime.fromisoformat(oldest))})")
    lines.append(count(told.get("desks"), "open desk"))
    return lines


def kinds(told: Mapping[str, object]) -> list[str]:
    """For example "2 permissions", "1 plan"."""
    found = told.get("open_by_kind")
    numbers = found if isinstance(found, dict) else {}
    return [count(numbers[kind], noun) for kind, noun in NOUNS.items() if numbers.get(kind)]


def span(passed: timedelta) -> str:
    """For example "under a minute", "5 min", "2 h"."""
    minutes = int(passed.total_seconds() // 60)
    if minutes < 1:
        return "under a minute"
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"


def _kinds_of(told: Mapping[str, object]) -> str:
    found = ", ".join(kinds(told))
    return f": {found}" if found else ""


def _local_time(moment: str) -> str:
    """A moment of the wire (UTC) as the clock on the wall shows it, for example "2026-11-21 23:50"."""
    return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"


def _tell_no_hub(home: str, *, as_json: bool) -> int:
    owner = hub_address.lock_owner(home) or {}
    if as_json:
        print(json.dumps({"running": False, "home": home, "pid": owner.get("pid"), "state": owner.get("state")}))
    elif owner:
        print(f"A hub is {owner.get('state')} (process {owner.get('pid')}), it does not listen. Data: {home}")
    else:
        print(f"No hub runs. The next hook, `countermark open` or `countermark serve` starts one. Data: {home}")
    return NO_HUB
