"""An agent is asked for its conversations: it is started for that alone, and whatever it does, its program ends."""

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from countermark.agents.acp.listing import (
    MOST_CONVERSATIONS,
    MOST_PAGES,
    KnownConversation,
    KnownConversations,
    list_conversations,
    moment_in,
)
from countermark.agents.launch import LoginPath
from countermark.agents.launch_catalog import ANY_COMMAND
from countermark.model.errors import (
    AgentCannot,
    AgentFailed,
    AgentGone,
    AgentSilent,
    CommandMissing,
    CountermarkError,
    FolderMissing,
)
from tests.contract.acp.driven import runs

AGENT = Path(__file__).with_name("listing_agent.py")
LISTENS = 60.0


async def listed(place: Path, mode: str, *, seconds: float = LISTENS) -> KnownConversations:
    home, folder = place / "home", place / "work"
    for each in (home, folder):
        each.mkdir(exist_ok=True)
    try:
        return await list_conversations(
            ANY_COMMAND, (sys.executable, str(AGENT), mode), str(folder), home, version="1", login=LoginPath(),
            seconds=seconds,
        )  # fmt: skip
    finally:
        assert not runs(int((folder / "agent.pid").read_text())), "its program has ended with the question"
        assert not list((home / "agents-running").glob("*.json"))


def asked(place: Path) -> Sequence[dict[str, Any]]:
    return [json.loads(line) for line in (place / "work" / "asked.jsonl").read_text().splitlines()]


async def test_all_pages_are_read_the_newest_first(tmp_path: Path) -> None:
    known = await listed(tmp_path, "paged")
    assert known.whole
    assert len(known.conversations) == 120
    times = [each.updated_at for each in known.conversations]
    assert times == sorted(times, key=lambda at: at or 0, reverse=True)
    assert known.conversations[0] == KnownConversation("talk-27", str(tmp_path / "work"), "Talk 27", 1795860000000)
    folder = str(tmp_path / "work")
    assert [each["method"] for each in asked(tmp_path)] == ["session/list"] * 3, "no conversation was begun"
    assert [each["params"] for each in asked(tmp_path)] == [
        {"cwd": folder}, {"cwd": folder, "cursor": "50"}, {"cwd": folder, "cursor": "100"},
    ]  # fmt: skip
    assert known.check.facts.loads
    assert known.check.facts.resumes
    assert not known.check.facts.forks


async def test_an_endless_cursor_ends(tmp_path: Path) -> None:
    known = await listed(tmp_path, "endless")
    assert len(known.conversations) == MOST_PAGES == len(asked(tmp_path))
    assert not known.whole


async def test_a_cursor_that_comes_again_ends_it(tmp_path: Path) -> None:
    known = await listed(tmp_path, "same-cursor")
    assert [each.id for each in known.conversations] == ["talk-1"]
    assert not known.whole
    assert len(asked(tmp_path)) == 2


async def test_of_very_many_the_first_are_told(tmp_path: Path) -> None:
    known = await listed(tmp_path, "many")
    assert len(known.conversations) == MOST_CONVERSATIONS
    assert not known.whole


async def test_junk_is_left_out(tmp_path: Path) -> None:
    known = await listed(tmp_path, "junk")
    assert {each.id: (each.title, each.updated_at) for each in known.conversations} == {
        "talk-3": ("Talk 3", 1793786400000), "bare": (None, None), "odd": (None, None),
        "hidden": ("Title \u202e\x07 of it", None),
    }  # fmt: skip
    assert known.whole


@pytest.mark.parametrize("mode", ["no-list", "array", "paged-not"])
async def test_what_has_no_list_has_no_conversations(tmp_path: Path, mode: str) -> None:
    assert (await listed(tmp_path, mode)).conversations == ()


FAULTS: dict[str, tuple[type[CountermarkError], str, str]] = {
    "cannot": (AgentCannot, "does not say that it can list its conversations", "Type the id"),
    "silent": (AgentSilent, "has not listed its conversations within 1 s. Its last words: looking for", "Type the id"),
    "dies": (AgentGone, "ended with code 3. Its last words: no database", ""),
    "signed-out": (AgentFailed, "wants you to sign in first: Authentication required", "Open a new session"),
    "refuses": (AgentFailed, "does not list its conversations: Internal error.*index broken", "Type the id"),
}


@pytest.mark.parametrize("mode", FAULTS)
async def test_why_there_is_no_list_is_said(tmp_path: Path, mode: str) -> None:
    kind, words, hint = FAULTS[mode]
    with pytest.raises(kind, match=words) as raised:
        await listed(tmp_path, mode, seconds=1.0 if mode == "silent" else LISTENS)
    assert hint in raised.value.hint


async def test_what_was_told_in_time_is_told(tmp_path: Path) -> None:
    known = await listed(tmp_path, "slow-second", seconds=2.0)
    assert [each.id for each in known.conversations] == ["talk-1"]
    assert not known.whole


async def test_who_stops_asking_leaves_no_program(tmp_path: Path) -> None:
    asking = asyncio.create_task(listed(tmp_path, "silent"))
    async with asyncio.timeout(LISTENS):
        while not (tmp_path / "work" / "asked.jsonl").exists():  # noqa: ASYNC110  a file of another program
            await asyncio.sleep(0.02)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking  # which looks for the program


async def test_a_missing_command_or_folder_is_named(tmp_path: Path) -> None:
    for command, folder, kind in (
        (("no-such-agent",), tmp_path, CommandMissing),
        (("cat",), tmp_path / "no", FolderMissing),
    ):
        with pytest.raises(kind):
            await list_conversations(ANY_COMMAND, command, str(folder), tmp_path, version="1", login=LoginPath())


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("1970-01-01T00:00:01Z", 1000), ("1970-01-01T01:00:01.5+01:00", 1500), ("1970-01-01", 0), ("", None),
        ("0001-01-01T00:00:00Z", 0), ("soon", None), ("2026-13-01T00:00:00Z", None),
    ],
)  # fmt: skip
def test_times_are_read_as_iso_8601(text: str, moment: int | None) -> None:
    assert moment_in(text) == moment
