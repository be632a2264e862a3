"""The command about what was decided: found by words, narrowed, and printed as lines or objects, newest first."""

import argparse
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from countermark.cli.failure import DONE
from countermark.cli.hub_commands import ask_hub
from countermark.doorbell import hub_address
from countermark.doorbell.terminal import visible_text

PAGE = 200
WAITING = 15.0  # seconds; the hub answers sooner
ASKED = ("person", "timeout", "agent")  # who ends what a person was asked
BY = {
    "person": "you", "rule": "a rule", "grant": "what you allowed for its conversation",
    "session": "what you allowed for its session", "mode": "the mode of its workspace", "timeout": "nobody",
    "agent": "the agent", "policy": "the hub",
}  # fmt: skip


def history(chosen: argparse.Namespace) -> int:
    """Prints the newest decided items that fit; starts a hub if none runs."""
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    found = list(islice(found_lines(home, chosen), chosen.limit))
    for line in found:
        print(json.dumps(line) if chosen.json else "\n".join(line_words(line)))
    if not found and not chosen.json:
        print("Nothing like that was decided." if chosen.rules else "Nothing like that was decided by a person.")
    return DONE


def found_lines(home: str, chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Decided items, newest first, page by page."""
    before: str | None = None
    while True:
        told = ask_hub(home, "GET", f"/api/history?{query_of(chosen, before)}", within=WAITING)
        lines, following = told["lines"], told["next"]
        assert isinstance(lines, list)
        yield from lines
        if not isinstance(following, str):
            return
        before = following


def query_of(chosen: argparse.Namespace, before: str | None) -> str:
    """What is asked for, as the hub reads it."""
    named = {
        "words": " ".join(chosen.words), "kind": chosen.kind, "agent": chosen.agent, "workspace": chosen.workspace,
        "outcome": chosen.verdict, "before": before, "limit": min(PAGE, chosen.limit),
    }  # fmt: skip
    times = {name: getattr(chosen, name).isoformat() for name in ("since", "until") if getattr(chosen, name)}
    pairs: Sequence[tuple[str, object]] = [(name, value) for name, value in named.items() if value]
    by = [] if chosen.rules else [("decider", decider) for decider in ASKED]
    return urlencode([*pairs, *times.items(), *by])


def line_words(line: dict[str, Any]) -> Iterator[str]:
    """A decided item as a person reads it, and below it the words around what was found."""
    at = datetime.fromisoformat(line["decided_at"]).astimezone()
    ended = f"{str(line['outcome']).replace('_', ' ')} by {BY.get(line['decider'], line['decider'])}"
    title = "(its texts were forgotten)" if line["forgotten"] else line["title"]
    about = f"{line['agent_name']}, {line['workspace_name']}"
    yield visible_text(f"{at:%Y-%m-%d %H:%M}  {line['id']}  {title}", lines=False)
    yield visible_text(f"{'':18}{ended}; {about}", lines=False)
    snippet = "".join(part["text"] for part in line["snippet"])
    if snippet and snippet != line["title"]:
        yield visible_text(f"{'':18}“{' '.join(snippet.split())}”", lines=False)
