"""What a bar and a prompt are told: whatever happens, they get their answer soon, and no hub is started."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from countermark.cli.status_command import for_bar
from tests.unit.cli.terminal import Terminal, printed
from tests.unit.doorbell.scripted_hub import ScriptedHub

NOW = datetime(2026, 11, 23, 14, 30, tzinfo=UTC)
IDLE = {"open": 0, "open_by_kind": {"review": 0, "permission": 0, "question": 0}, "oldest_since": None, "desks": 1}
BUSY = {
    "open": 4,
    "open_by_kind": {"review": 1, "permission": 3, "question": 0},
    "oldest_since": "2026-11-23T14:25:10.000Z",
    "desks": 0,
}


@pytest.fixture
def terminal(home: Path, tmp_path: Path) -> Terminal:
    return Terminal(home, tmp_path)


@pytest.fixture
def desk(home: Path) -> Iterator[ScriptedHub]:
    with ScriptedHub(home, side="person") as hub:
        yield hub


def test_a_bar_shows_how_many_wait_and_since_when() -> None:
    bar = for_bar(BUSY, now=NOW)
    assert (bar["text"], bar["class"]) == ("4", "waiting")
    kinds, oldest, desks = bar["tooltip"].splitlines()
    assert (kinds, desks) == ("3 permissions, 1 plan", "0 open desks")
    assert oldest.endswith("(4 min)")


@pytest.mark.parametrize(("told", "state"), [(IDLE, "idle"), (None, "off")])
def test_a_bar_is_empty_when_nothing_waits(told: dict[str, object] | None, state: str) -> None:
    bar = for_bar(told, now=NOW)
    assert (bar["text"], bar["class"], bar["alt"]) == ("", state, state)
    assert bar["tooltip"]


@pytest.mark.parametrize("option", ["--waybar", "--prompt"])
def test_a_hub_that_gives_no_answer_holds_up_nobody(terminal: Terminal, desk: ScriptedHub, option: str) -> None:
    process = terminal.starts("status", option)
    call = desk.next_call()
    told = printed(process)  # while the hub still says nothing
    call.hangs_up()
    assert (told.code, told.stderr) == (0, "")
    assert told.stdout == "" or json.loads(told.stdout)["class"] == "off"


def test_a_prompt_is_a_word_or_nothing(terminal: Terminal, desk: ScriptedHub) -> None:
    for told, word in ((BUSY, "countermark:4\n"), (IDLE, "")):
        process = terminal.starts("status", "--prompt")
        desk.next_call().replies(told)
        assert printed(process).stdout == word


@pytest.mark.parametrize("options", [["--json", "--waybar"], ["--waybar", "--prompt"]])
def test_one_form_at_a_time(terminal: Terminal, options: list[str]) -> None:
    assert terminal.runs("status", *options).code == 2


def test_a_test_without_a_service_says_where_to_name_one(terminal: Terminal, home: Path) -> None:
    told = terminal.runs("notify", "test")
    assert told.code == 1
    assert "nothing leaves this machine" in told.stderr
    assert str(home / "settings.toml") in told.stderr
    assert not (home / "hub.json").exists()


def test_a_hub_without_the_extra_says_how_to_install_it(terminal: Terminal, desk: ScriptedHub, home: Path) -> None:
    (home / "settings.toml").write_text('[notify]\nurls = ["json://127.0.0.1/s3cret"]\n')
    process = terminal.starts("notify", "test")
    call = desk.next_call()
    assert (call.method, call.path) == ("POST", "/api/notices/test")
    call.replies({"installed": False, "services": []})
    told = printed(process)
    assert (told.code, told.stdout) == (1, "")
    assert "pip install 'countermark[notify]'" in told.stderr
