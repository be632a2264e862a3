"""The journal at a terminal: its entries as lines to read, or as objects for programs, the newest last."""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NoReturn
from urllib.parse import urlencode

from countermark.cli.failure import DONE
from countermark.cli.hub_commands import ask_hub
from countermark.doorbell.terminal import visible_text

PAGE = 500
WAITING = 15.0  # seconds; the hub answers sooner
OUTCOMES = ("verdict", "outcome", "reason")  # in a body: what became of an item
SAID = ("name", "value", "version", "size", "why", "tool", "mode")  # in a body: what else tells entries apart


def show(home: str, chosen: argparse.Namespace) -> int:
    """Prints the newest entries."""
    print_all(newest(home, chosen)[0], as_json=chosen.json)
    return DONE


def follow(home: str, chosen: argparse.Namespace) -> NoReturn:
    """Prints the newest entries, then each as it comes, until the hub ends or somebody has enough."""
    entries, last = newest(home, chosen)
    print_all(entries, as_json=chosen.json)
    while True:
        told = ask_hub(home, "GET", f"/api/journal/growth?since={last}", within=WAITING)
        seq = whole(told["seq"])
        if seq > last:
            print_all(between(home, chosen, after=last, last=seq), as_json=chosen.json)
            last = seq


def newest(home: str, chosen: argparse.Namespace) -> tuple[list[dict[str, Any]], int]:
    """The entries that are asked for, the oldest of them first, and the newest number of all then."""
    entries, seq = page_of(home, chosen, limit=min(PAGE, chosen.limit))
    page = entries
    while page and len(entries) < chosen.limit:
        page, _ = page_of(home, chosen, before=entries[-1]["seq"], limit=min(PAGE, chosen.limit - len(entries)))
        entries = [*entries, *page]
    return entries[::-1], seq


def between(home: str, chosen: argparse.Namespace, *, after: int, last: int) -> list[dict[str, Any]]:
    """The entries that are asked for up to a number, the oldest first."""
    entries: list[dict[str, Any]] = []
    before = last + 1
    while page := page_of(home, chosen, after=after, before=before, limit=PAGE)[0]:
        entries += page
        before = page[-1]["seq"]
    return entries[::-1]


def page_of(home: str, chosen: argparse.Namespace, **more: int) -> tuple[list[dict[str, Any]], int]:
    """Some entries, newest first, and the newest number of all."""
    told = ask_hub(home, "GET", f"/api/journal?{query_of(chosen, **more)}", within=WAITING)
    entries = told["entries"]
    assert isinstance(entries, list)
    return entries, whole(told["seq"])


def query_of(chosen: argparse.Namespace, **more: int) -> str:
    """What is asked for, as the hub reads it."""
    times = {name: getattr(chosen, name).isoformat() for name in ("since", "until") if getattr(chosen, name)}
    names = {name: getattr(chosen, name) for name in ("conversation", "item") if getattr(chosen, name)}
    return urlencode({**names, **times, **more})


def print_all(entries: Sequence[dict[str, Any]], *, as_json: bool) -> None:
    """One line for each."""
    for entry in entries:
        print(json.dumps(entry) if as_json else line_of(entry))
    sys.stdout.flush()


def line_of(entry: dict[str, Any]) -> str:
    """An entry as a person reads it: when, which, what, about what, by whom."""
    body = entry["body"]
    outcome = next((f": {body[name]}" for name in OUTCOMES if isinstance(body.get(name), str)), "")
    about = entry["title"] or next((str(body[name]) for name in SAID if body.get(name) is not None), "")
    what = entry["kind"].replace("_", " ") + outcome.replace("_", " ")
    at = datetime.fromisoformat(entry["at"]).astimezone()
    line = f"{at:%Y-%m-%d %H:%M:%S}  {entry['seq']:>6}  {what:<33}  {who_of(entry):<20}  {about}"
    return visible_text(line.rstrip(), lines=False)


def who_of(entry: dict[str, Any]) -> str:
    """Who or what has done it."""
    kind = entry["decider"] or entry["actor"]["kind"]
    its_id = str(entry["decider_id"] or entry["actor"]["id"])
    match kind, its_id:
        case "timeout", _:
            return "nobody"
        case "person", _:
            return "you"
        case "agent", _:
            return its_id
        case "policy", "hub":
            return "the hub"
        case _:
            return f"{kind} {its_id}"


def whole(number: object) -> int:
    """A number in the hub's answer."""
    assert isinstance(number, int)
    return number
