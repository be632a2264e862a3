"""`countermark forget ID`: the texts of a decided item are removed; that it was decided stays in the journal."""

import argparse
import json
import sys
from urllib.parse import quote

from countermark.cli.desk_commands import agent_mark
from countermark.cli.failure import DONE, FAILED, Failure
from countermark.cli.hub_commands import ask_hub, count
from countermark.cli.journal_commands import entries, list_in
from countermark.doorbell import hub_address
from countermark.doorbell.errors import HubRefused
from countermark.doorbell.terminal import visible_text

KINDS = {"rv": "review", "pm": "permission", "qu": "question"}  # by the beginning of an id
NOT_CLEAN = (
    "A file still has bytes of it: something reads the database, or the disk is full. The hub goes on trying, and the "
    "same command tells whether it has succeeded."
)
CLEANING = 300.0  # seconds; a large database takes its time to be written anew


def forget(chosen: argparse.Namespace) -> int:
    """Asks first, unless it is told not to; the exit code is 1 while a file still has bytes of the texts."""
    mark = agent_mark()
    if mark is not None:
        raise Failure(
            f"this command removes a part of the record and does not run inside an agent ({mark} is set)",
            "Run it in a terminal of your own.",
        )
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    if not chosen.yes and not is_wanted(home, chosen.id):
        print("Nothing was changed.", file=sys.stderr)
        return FAILED
    path = f"/api/history/{KINDS[chosen.id[:2]]}/{chosen.id}/forget"
    try:
        told = ask_hub(home, "POST", path, body={}, within=CLEANING)
    except HubRefused as refused:
        raise Failure(f"{chosen.id} is not forgotten: {refused}", refused.hint or "Look at it at the desk.") from None
    print(json.dumps(told) if chosen.json else said(told))
    return DONE if told["is_clean"] else FAILED


def is_wanted(home: str, item_id: str) -> bool:
    """What the person answers at the terminal."""
    if not sys.stdin.isatty():
        raise Failure("nobody can be asked here whether to forget it", "Say so with --yes.")
    found = list_in(ask_hub(home, "GET", f"/api/journal?limit=1&item={quote(item_id)}"), "entries")
    title = str(found[0].get("title") or item_id) if found else item_id
    print(
        f"{visible_text(title)}\nIts texts, marks, images and answers are removed for good; that it was decided stays."
    )
    return input("Forget it? [y/N] ").strip().lower() in ("y", "yes")


def said(told: dict[str, object]) -> str:
    """What has become of it."""
    if not told["entries"]:
        words = [f"{told['id']} was forgotten before."]
    else:
        parts = [entries(told["entries"]), count(told["marks"], "mark"), count(told["images"], "image")]
        words = [f"{told['id']} is forgotten: the texts of {parts[0]}, {parts[1]}, {parts[2]}."]
    if not told["is_clean"]:
        words.append(NOT_CLEAN)
    return "\n".join([*words, *map(str, list_in(told, "copies"))])
