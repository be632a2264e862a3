"""The command about the journal: show it, follow it, check it, sign it, export it, drop what is old."""

import argparse
import json
from pathlib import Path
from typing import Any

from countermark.cli.desk_commands import agent_mark
from countermark.cli.failure import DONE, FAILED, Failure
from countermark.cli.hub_commands import ask_hub, read_settings
from countermark.cli.journal_export import export
from countermark.cli.journal_lines import follow, show
from countermark.doorbell import hub_address

CHECKING = 300.0  # seconds; a long journal takes its time
LARGEST_CHECKPOINT = 4096  # bytes
EXIT_CODES = {"entry": 4, "rewritten": 5, "cut_off": 6, "checkpoint_missing": 7, "checkpoint_bad": 8}


def journal(chosen: argparse.Namespace) -> int:
    """Does what was chosen; starts a hub if none runs."""
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    match "follow" if chosen.follow and chosen.action == "show" else chosen.action:
        case "show":
            return show(home, chosen)
        case "follow":
            return follow(home, chosen)
        case "export":
            return export(home, chosen)
        case "checkpoint":
            return print_checkpoint(home)
        case "retain":
            return retain(home, chosen)
        case _:
            return verify(home, chosen)


def print_checkpoint(home: str) -> int:
    """Signs the newest entry and prints that, to be kept elsewhere."""
    print(ask_hub(home, "POST", "/api/journal/checkpoint", body={})["note"], end="")
    return DONE


def retain(home: str, chosen: argparse.Namespace) -> int:
    """Drops old entries, up to a checkpoint."""
    mark = agent_mark()
    if mark is not None:
        raise Failure(
            f"this command removes a part of the record and does not run inside an agent ({mark} is set)",
            "Run it in a terminal of your own.",
        )
    days = chosen.days or read_settings(home).keep_days
    if days is None:
        raise Failure("nothing says how long entries are kept", "Use --days N, or set `keep_days` below [journal].")
    told = ask_hub(home, "POST", "/api/journal/retain", body={"days": days}, within=CHECKING)
    print(f"{entries(told['dropped'])} dropped")
    print("".join(f"  {words}\n" for words in list_in(told, "gone")), end="")
    return DONE


def verify(home: str, chosen: argparse.Namespace) -> int:
    """Follows the chain and holds the checkpoints against it; the exit code names the gravest fault."""
    notes = [read_checkpoint(Path(each)) for each in chosen.checkpoint]
    told = ask_hub(home, "POST", "/api/journal/verify", body={"checkpoints": notes}, within=CHECKING)
    if chosen.json:
        print(json.dumps(told))
    else:
        print("\n  ".join(verified_words(told)))
    return exit_code(told)


def read_checkpoint(file: Path) -> str:
    """A checkpoint that was kept elsewhere."""
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST_CHECKPOINT).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(
            f"{file} cannot be read: {error}", "Name a file that `journal checkpoint` has printed."
        ) from error


def verified_words(told: dict[str, object]) -> list[str]:
    """What a check has shown, the most important first."""
    whole = told["broken_at"] is None
    chain = "chain unbroken" if whole else f"the chain breaks at entry {told['broken_at']}: {told['why']}"
    words = [f"{entries(told['entries'])}, {chain}"]
    words += [sentence(fault["words"]) for fault in list_in(told, "faults") if fault["kind"] != "entry"]
    words += list_in(told, "problems")
    words += list_in(told, "dropped")
    forgotten = list_in(told, "forgotten")
    if forgotten:
        words.append(f"Texts of {len(forgotten)} {'entry was' if len(forgotten) == 1 else 'entries were'} forgotten.")
    if told.get("signed"):
        words.append(f"Checkpoints vouch for everything up to entry {told['signed']}.")
    words += [f"The checkpoint of entry {size} is of one that was dropped." for size in list_in(told, "unseen")]
    return words


def exit_code(told: dict[str, object]) -> int:
    """That of the gravest fault, which comes first."""
    faults = list_in(told, "faults")
    codes = [EXIT_CODES.get(fault["kind"], FAILED) for fault in faults]
    return min(codes) if codes else FAILED if told.get("problems") else DONE


def list_in(told: dict[str, object], name: str) -> list[Any]:
    """A list in the hub's answer."""
    found = told.get(name)
    return found if isinstance(found, list) else []


def entries(number: object) -> str:
    """For example "1 entry", "3 entries"."""
    return f"{number} entry" if number == 1 else f"{number} entries"


def sentence(words: str) -> str:
    """Words that begin in the middle of a sentence as one of their own."""
    return f"{words[:1].upper()}{words[1:]}."
