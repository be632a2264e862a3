"""What the commands about the journal say, and how they end, whatever the hub tells."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.cli.terminal import Terminal, printed
from tests.unit.doorbell.scripted_hub import ScriptedHub


@pytest.fixture
def terminal(home: Path, tmp_path: Path) -> Terminal:
    return Terminal(home, tmp_path)


@pytest.fixture
def desk(home: Path) -> Iterator[ScriptedHub]:
    """The hub's door for the person."""
    with ScriptedHub(home, side="person") as hub:
        yield hub


@pytest.mark.parametrize(
    ("told_by_hub", "code", "says"),
    [
        ({"entries": 12, "broken_at": None, "why": None}, 0, "12 entries, chain unbroken\n"),
        ({"entries": 1, "broken_at": None, "why": None}, 0, "1 entry, chain unbroken\n"),
        (
            {"entries": 7, "broken_at": 5, "why": "hash", "faults": [{"kind": "entry", "words": "told"}]},
            4,
            "7 entries, the chain breaks at entry 5: hash\n",
        ),
        (
            {
                "entries": 3,
                "broken_at": None,
                "signed": 2,
                "faults": [{"kind": "cut_off", "words": "entry 4 is"}, {"kind": "checkpoint_bad", "words": "it is"}],
            },
            6,
            "3 entries, chain unbroken\n  Entry 4 is.\n  It is.\n  Checkpoints vouch for everything up to entry 2.\n",
        ),
        ({"entries": 2, "broken_at": None, "problems": ["lost"]}, 1, "2 entries, chain unbroken\n  lost\n"),
    ],
)
def test_the_journal_is_checked(
    terminal: Terminal, desk: ScriptedHub, told_by_hub: object, code: int, says: str
) -> None:
    process = terminal.starts("journal", "verify")
    call = desk.next_call()
    assert call.path == "/api/journal/verify"
    call.replies(told_by_hub)
    told = printed(process)
    assert (told.code, told.stdout) == (code, says)


def test_checkpoints_from_elsewhere_go_along(terminal: Terminal, desk: ScriptedHub, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("a note\n")
    process = terminal.starts("journal", "verify", "--json", "--checkpoint", str(kept))
    call = desk.next_call()
    assert (call.method, json.loads(call.body)) == ("POST", {"checkpoints": ["a note\n"]})
    call.replies({"entries": 2, "broken_at": None, "faults": [{"kind": "rewritten", "words": "no"}]})
    told = printed(process)
    assert (told.code, json.loads(told.stdout)["entries"]) == (5, 2)


def test_a_checkpoint_that_cannot_be_read_is_said(terminal: Terminal, desk: ScriptedHub) -> None:
    told = printed(terminal.starts("journal", "verify", "--checkpoint", "nowhere.txt"))
    assert told.code == 1
    assert "nowhere.txt cannot be read" in told.stderr


def test_retention_needs_a_number_of_days(terminal: Terminal, desk: ScriptedHub, home: Path) -> None:
    told = printed(terminal.starts("journal", "retain"))
    assert (told.code, "nothing says how long" in told.stderr) == (1, True)
    (home / "settings.toml").write_text("[journal]\nkeep_days = 30\n")
    process = terminal.starts("journal", "retain")
    call = desk.next_call()
    assert (call.path, json.loads(call.body)) == ("/api/journal/retain", {"days": 30})
    call.replies({"dropped": 12, "gone": ["Entries 1 to 12 were dropped."]})
    told = printed(process)
    assert (told.code, told.stdout) == (0, "12 entries dropped\n  Entries 1 to 12 were dropped.\n")


def test_no_agent_drops_a_part_of_the_record(
    terminal: Terminal,
    desk: ScriptedHub,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    told = printed(terminal.starts("journal", "retain", "--days", "30"))
    assert (told.code, "does not run inside an agent" in told.stderr) == (1, True)


def test_a_part_is_asked_for_by_name_and_time(terminal: Terminal, desk: ScriptedHub) -> None:
    process = terminal.starts("journal", "--conversation", "a&b", "--since", "2026-11-21T00:00+00:00", "--limit", "7")
    call = desk.next_call()
    assert call.path == "/api/journal?conversation=a%26b&since=2026-11-21T00%3A00%3A00%2B00%3A00&limit=7"
    call.replies({"entries": [], "seq": 9})
    assert (printed(process).code, printed(process).stdout) == (0, "")


@pytest.mark.parametrize("time", ["yesterday", "2026-13-01", ""])
def test_a_time_that_is_none_is_refused(terminal: Terminal, time: str) -> None:
    told = printed(terminal.starts("journal", "--since", time))
    assert (told.code, "must be a day or a time" in told.stderr) == (2, True)
