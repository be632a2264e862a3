"""Programs that write a page file at the same time, each a process: `python -m …page_writers ROLE FILE COUNT`.

`web` adds annotations and `mcp` answers one, both through PageFile; `hand` adds notes as an editor does that knows
nothing of our lock: it reads, writes beside, looks once more, and replaces. Each prints one line of JSON per
acknowledged write; the hand also prints what it has itself overwritten without having read it.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from countermark.model.pages.wishes import new_annotation, with_reply
from countermark.store.pages import disk as page_file_disk
from countermark.store.pages.file import PageFile

NOW = "2026-02-26T10:30:00.000Z"
TARGET = "target"


def wish(note: str) -> dict[str, object]:
    return {"pageUrl": "/", "note": note, "selectedText": "words", "range": {}}


def say(**what: object) -> None:
    """A line for the test."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def web(path: Path, count: int) -> Iterator[str]:
    """Adds annotations."""
    file = PageFile(path)
    for number in range(count):
        made = new_annotation(wish("w"), id=f"web-{os.getpid()}-{number}", now=NOW)
        file.change(lambda store, made=made: store.with_annotation(made))  # type: ignore[misc]  # bound at once
        yield made.id


def mcp(path: Path, count: int) -> Iterator[str]:
    """Answers one annotation."""
    file = PageFile(path)
    for number in range(count):
        said = f"mcp-{os.getpid()}-{number}"
        file.change(
            lambda store, said=said: store.with_annotation(  # type: ignore[misc]  # bound at once
                with_reply(store.annotation(TARGET), said, role="agent", now=NOW)
            )
        )
        yield said


def hand(path: Path, count: int) -> Iterator[str]:
    """Adds notes; knows nothing of us."""
    beside = path.with_name("editor.swp")
    for number in range(count):
        made = f"hand-{os.getpid()}-{number}"
        while True:
            base = path.read_bytes()
            whole = json.loads(base)
            whole["pageNotes"].append({"id": made, "pageUrl": "/", "note": "h"})
            beside.write_text(json.dumps(whole), encoding="utf-8")
            if path.read_bytes() == base:
                break
        # As atomic as a rename, and the one way to learn what was overwritten.
        assert page_file_disk.swap(beside, path)
        if (displaced := beside.read_bytes()) != base:
            say(overwritten=sorted(names(json.loads(displaced)) - names(whole)))
        yield made


def names(whole: dict[str, list[dict[str, object]]]) -> set[str]:
    """Everything in a file that a writer was told is there."""
    replies = [reply for each in whole["annotations"] for reply in each.get("replies", [])]  # type: ignore[attr-defined]
    ids = [str(each["id"]) for each in (*whole["annotations"], *whole["pageNotes"])]
    return {*ids, *(str(reply["message"]) for reply in replies)}


if __name__ == "__main__":
    role, target, times = {"web": web, "mcp": mcp, "hand": hand}[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[3])
    for acknowledged in role(target, times):
        say(wrote=acknowledged)
