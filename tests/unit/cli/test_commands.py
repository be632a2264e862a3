"""The commands as a person types them, against a hub that does what the test says."""

import argparse
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from countermark import __version__
from countermark.cli import agent_commands, plan_demo
from countermark.cli.command_line import REVIEW_EPILOG, make_parser
from countermark.cli.failure import Failure
from countermark.cli.main import main
from tests.unit.cli.terminal import Terminal, printed
from tests.unit.doorbell.scripted_hub import ScriptedHub

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "command-line.md"
URL = "http://127.0.0.1:4747/#code=abc"


@pytest.fixture
def terminal(home: Path, tmp_path: Path) -> Terminal:
    return Terminal(home, tmp_path)


@pytest.fixture
def desk(home: Path) -> Iterator[ScriptedHub]:
    """The hub's door for the person."""
    with ScriptedHub(home, side="person") as hub:
        yield hub


@pytest.fixture
def hub(home: Path) -> Iterator[ScriptedHub]:
    """The hub's door for agents."""
    with ScriptedHub(home) as hub:
        yield hub


def commands() -> dict[str, argparse.ArgumentParser]:
    (action,) = [action for action in make_parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(action.choices)


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_and_option_is_in_the_reference(name: str) -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    assert f"## countermark {name}" in text
    section = text.partition(f"## countermark {name}")[2].partition("\n## ")[0]
    options = {option for action in commands()[name]._actions for option in action.option_strings}
    assert {option for option in options - {"-h", "--help"} if f"`{option}" not in section} == set()


def test_the_endings_of_a_review_are_the_same_in_the_help_and_in_the_reference() -> None:
    section = REFERENCE.read_text(encoding="utf-8").partition("## countermark review")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([\d, ]+) \|", section, re.MULTILINE)
    assert len(rows) > 5
    assert re.findall(r"\d+", " ".join(rows)) == re.findall(r"\d+", REVIEW_EPILOG)


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"usage: countermark {name}" in capsys.readouterr().out


def test_help_and_version_load_nothing_heavy(terminal: Terminal) -> None:
    assert terminal.runs("--version").stdout == f"countermark {__version__}\n"
    traced = Terminal(terminal.home, terminal.folder, (("PYTHONPROFILEIMPORTTIME", "1"),)).runs("--help")
    assert traced.code == 0
    loaded = {line.rpartition("|")[2].strip() for line in traced.stderr.splitlines()}
    assert "countermark.cli.command_line" in loaded
    assert {
        name for name in loaded if name.split(".")[0] in {"fastapi", "sqlalchemy", "asyncio", "webbrowser"}
    } == set()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nonsense",), "invalid choice: 'nonsense'"),
        (("serve", "--port", "70000"), "--port: must be a whole number from 0 to 65535"),
        (("serve", "--port", "abc"), "--port: must be a whole number from 0 to 65535"),
        (("serve", "--port", "-1"), "--port: must be a whole number from 0 to 65535"),
        (("review", "x", "--wait", "abc"), "--wait: must be a whole number of seconds, 1 or more"),
        (("review", "x", "--wait", "0"), "--wait: must be a whole number of seconds, 1 or more"),
        (("review", "x", "--wait", "9" * 5000), "--wait: must be a whole number of seconds, 1 or more"),
        (("review", "x", "--js", "--wait", "1"), "unrecognized arguments: --js"),
        (("--vers",), "unrecognized arguments: --vers"),
        (("review", "x", "--key", "a b"), "--key: must be 8 to 128 letters, digits, dots, dashes or underscores"),
    ],
)
def test_a_wrong_command_line_is_told(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    told = capsys.readouterr()
    assert (ended.value.code, told.out) == (2, "")
    assert told.err.startswith("usage: countermark")
    assert says in told.err
    assert "_" not in told.err.replace("COUNTERMARK_HOME", ""), "no name of the program's inside"


def test_without_a_command_it_explains_itself(terminal: Terminal) -> None:
    assert terminal.runs() == terminal.runs("--help")
    assert terminal.runs().code == 0


def test_status_without_a_hub(terminal: Terminal) -> None:
    told = terminal.runs("status")
    assert (told.code, told.stderr) == (3, "")
    assert told.stdout.startswith("No hub runs.")
    told = terminal.runs("status", "--json")
    assert told.code == 3
    assert json.loads(told.stdout)["running"] is False
    assert terminal.runs("stop").stdout == "No hub runs.\n"


def test_status_of_a_hub(home: Path, tmp_path: Path, desk: ScriptedHub) -> None:
    terminal = Terminal(home, tmp_path, (("TZ", "UTC-05:30"),))  # POSIX: five hours and a half before UTC
    facts: dict[str, object] = {"pid": 12, "port": 4747, "version": "9", "waiting": 1, "open": 2, "desks": 0}
    facts["started_at"] = "2026-11-21T23:50:42.496Z"
    for arguments in (["status"], ["status", "--json"]):
        process = terminal.starts(*arguments)
        call = desk.next_call()
        assert (call.method, call.path) == ("GET", "/api/status")
        call.replies(facts)
        told = printed(process)
        assert (told.code, told.stderr) == (0, "")
        if "--json" in arguments:
            assert json.loads(told.stdout) == {"running": True, "home": str(terminal.home), **facts}
        else:
            assert "http://127.0.0.1:4747, process 12, version 9" in told.stdout
            assert "1 agent, 2 open items" in told.stdout
            assert "  desks    0 open browser tabs\n  since    2026-11-22 05:20\n" in told.stdout


def test_a_hub_that_starts_is_no_hub_yet(terminal: Terminal, desk: ScriptedHub) -> None:
    desk.dies()
    told = terminal.runs("status")
    assert (told.code, told.stdout.split("(")[0]) == (3, "A hub is starting ")


def test_open_prints_one_line(terminal: Terminal, desk: ScriptedHub) -> None:
    process = terminal.starts("open", "--print")
    call = desk.next_call()
    assert (call.method, call.path, call.told) == ("POST", "/api/launch-codes", {})
    call.replies({"code": "abc", "url": URL})
    assert printed(process).stdout == f"{URL}\n"


def test_open_keeps_the_code_out_of_the_browsers_arguments(terminal: Terminal, desk: ScriptedHub) -> None:
    browser, seen = terminal.folder / "browser", terminal.folder / "seen"
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {seen}.part && mv {seen}.part {seen}\n')
    browser.chmod(0o700)
    process = Terminal(terminal.home, terminal.folder, (("COUNTERMARK_BROWSER", str(browser)),)).starts("open")
    desk.next_call().replies({"code": "abc", "url": URL})
    told = printed(process)
    assert (told.code, told.stderr) == (0, "")
    (page,) = terminal.home.glob("open-desk-*.html")
    assert URL in page.read_text()
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert "abc" not in told.stdout
    # The next one leaves a page alone that a browser may still be reading, and removes those that are good no more.
    for age, pages_left in ((0.0, 2), (120.0, 2)):
        os.utime(page, (time.time() - age,) * 2)
        process = Terminal(terminal.home, terminal.folder, (("COUNTERMARK_BROWSER", str(browser)),)).starts("open")
        desk.next_call().replies({"code": "abc", "url": URL})
        assert printed(process).code == 0
        assert len(list(terminal.home.glob("open-desk-*.html"))) == pages_left
    assert not page.exists()


@pytest.mark.parametrize("mark", ["CLAUDECODE", "OPENCODE", "CODEX_SANDBOX", "GEMINI_CLI", "COPILOT_CLI"])
def test_the_desk_is_not_opened_inside_an_agent(terminal: Terminal, mark: str) -> None:
    told = Terminal(terminal.home, terminal.folder, ((mark, "1"),)).runs("open", "--print")
    assert (told.code, told.stdout) == (1, "")
    assert mark in told.stderr
    assert "terminal of your own" in told.stderr


def test_a_review_sends_the_document_and_ends_as_it_was_decided(terminal: Terminal, hub: ScriptedHub) -> None:
    (terminal.folder / "notes.md").write_bytes("\ufeff# Nötes\r\n".encode())
    process = terminal.starts("review", "notes.md", "--title", "T", "--wait", "9", "--key", "my-key-1")
    call = hub.next_call().begins()
    assert (call.path, call.key) == ("/api/hooks/review", "my-key-1")
    assert call.told == {
        "title": "T",
        "document": "# Nötes\r\n",
        "path": str(terminal.folder / "notes.md"),
        "cwd": str(terminal.folder),
        "json": False,
        "wait_seconds": 9,
    }
    call.answers("Change it.\n", exit_code=1)
    told = printed(process)
    assert (told.code, told.stdout) == (1, "Change it.\n")


def test_a_review_of_stdin(terminal: Terminal, hub: ScriptedHub) -> None:
    process = terminal.starts("review", "-", "--json")
    assert process.stdin is not None
    process.stdin.write(b"# In")
    process.stdin.close()
    process.stdin = None
    call = hub.next_call().begins()
    assert (call.told["document"], call.told["path"], call.told["json"]) == ("# In", None, True)
    call.answers('{"decision": "approved"}\n')
    assert printed(process).stdout == '{"decision": "approved"}\n'


@pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff\xfe"])
def test_what_cannot_be_reviewed(terminal: Terminal, content: bytes | None) -> None:
    if content is not None:
        (terminal.folder / "x.md").write_bytes(content)
    told = terminal.runs("review", "x.md")
    assert (told.code, told.stdout) == (4, "")
    assert told.stderr.startswith("countermark: x.md")
    told = terminal.runs("review", "x.md", "--json")
    record = json.loads(told.stdout)
    assert (told.code, record["decision"]) == (4, None)
    kinds = {None: "file_unreadable", b"": "empty", b" \n": "empty", b"\xff\xfe": "not_utf8"}
    assert record["error"]["code"] == kinds[content]
    assert record["error"]["message"].startswith("x.md")
    assert record["error"]["hint"]


WAITING = "Waiting for a person's answer to stdin (`countermark open` signs you in).\n"


def test_a_refused_review_is_a_failed_one(terminal: Terminal, hub: ScriptedHub) -> None:
    process = terminal.starts("review", "-")
    assert process.stdin is not None
    process.stdin.write(b"# x")
    process.stdin.close()
    process.stdin = None
    hub.next_call().refuses(413, "too_large", "It is too long.")
    told = printed(process)
    assert (told.code, told.stdout, told.stderr) == (4, "", f"{WAITING}countermark: It is too long.\n")


def asks_for_json(terminal: Terminal) -> "subprocess.Popen[bytes]":
    (terminal.folder / "notes.md").write_text("# x")
    return terminal.starts("review", "notes.md", "--json")


def test_a_refusal_is_a_record_for_programs(terminal: Terminal, hub: ScriptedHub) -> None:
    process = asks_for_json(terminal)
    hub.next_call().refuses(413, "too_large", "It is too long.", "Shorten it.")
    told = printed(process)
    error = {"code": "too_large", "message": "It is too long.", "hint": "Shorten it."}
    assert (told.code, json.loads(told.stdout)) == (4, {"error": error, "decision": None})


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_review_says_so(terminal: Terminal, hub: ScriptedHub, number: signal.Signals) -> None:
    process = asks_for_json(terminal)
    call = hub.next_call().begins()
    process.send_signal(number)
    assert call.is_left()
    goodbye = hub.next_call()
    assert goodbye.path == "/api/hooks/review/goodbye"
    goodbye.replies({})
    told = printed(process)
    record = json.loads(told.stdout)
    assert (told.code, record["decision"], record["error"]["code"]) == (128 + number, None, "interrupted")
    assert number.name in told.stderr


def test_a_review_without_a_hub_says_so(terminal: Terminal, home: Path) -> None:
    (home / "file").write_text("a file where the folder should be")
    process = asks_for_json(Terminal(home / "file", terminal.folder))
    told = printed(process)
    record = json.loads(told.stdout)
    assert (told.code, record["decision"], record["error"]["code"]) == (3, None, "no_hub")


def test_a_wrong_command_line_is_a_record_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["review", "x.md", "--json", "--wait", "0"], ["review", "--json"], ["review", "--json", "x", "--no"]):
        with pytest.raises(SystemExit) as ended:
            main(words)
        told = capsys.readouterr()
        record = json.loads(told.out)
        assert (ended.value.code, record["decision"], record["error"]["code"]) == (2, None, "usage")
        assert record["error"]["message"] in told.err


def test_what_nobody_expected_of_a_review_is_a_record_for_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_chosen: argparse.Namespace) -> int:
        raise RuntimeError("It broke.")

    monkeypatch.setattr(agent_commands, "review", fails)
    assert main(["review", "x.md"]) == 4
    assert capsys.readouterr().out == ""
    assert main(["review", "x.md", "--json"]) == 4, "1 would be a request for changes"
    told = capsys.readouterr()
    record = json.loads(told.out)
    assert (record["decision"], record["error"]["code"]) == (None, "internal")
    assert record["error"]["message"] == "RuntimeError: It broke."
    assert "RuntimeError: It broke." in told.err
    monkeypatch.setitem(sys.modules, "countermark.cli.unanswered", None)
    assert main(["review", "x.md", "--json"]) == 4, "an installation that is broken has no record and the same ending"


@pytest.mark.parametrize("words", [["bad name"], [], ["claude-code", "--js"]])
def test_a_hook_that_is_started_wrongly_is_seen_and_refuses_nothing(terminal: Terminal, words: list[str]) -> None:
    told = terminal.runs("hook", *words)
    assert (told.code, told.stdout) == (1, ""), "an agent takes 2 for a refusal"
    assert told.stderr


def test_hook_is_the_same_program(terminal: Terminal, hub: ScriptedHub) -> None:
    process = terminal.starts("hook", "claude-code")
    assert process.stdin is not None
    process.stdin.write(b'{"x": 1}')
    process.stdin.close()
    process.stdin = None
    call = hub.next_call().begins()
    assert (call.path, call.body) == ("/api/hooks/claude-code", b'{"x": 1}')
    call.answers("same")
    assert printed(process).stdout == "same"


def test_a_refusal_of_the_hub_is_two_lines(terminal: Terminal, desk: ScriptedHub) -> None:
    process = terminal.starts("open", "--print")
    desk.next_call().refuses(429, "too_many", "There are too many codes.", "Wait a minute.")
    told = printed(process)
    assert (told.code, told.stdout) == (1, "")
    assert told.stderr == "countermark: There are too many codes.\n  Wait a minute.\n"


def test_what_nobody_expected_is_no_traceback_unless_asked_for(terminal: Terminal, desk: ScriptedHub) -> None:
    for variables, words in (((), "COUNTERMARK_DEBUG=1"), ((("COUNTERMARK_DEBUG", "1"),), "Traceback")):
        process = Terminal(terminal.home, terminal.folder, variables).starts("open", "--print")
        desk.next_call().replies({"no": "url"})
        told = printed(process)
        assert told.code == 1
        assert words in told.stderr
        assert ("Traceback" in told.stderr) is bool(variables)


def test_settings_that_cannot_be_understood_keep_the_hub_from_starting(terminal: Terminal) -> None:
    (terminal.home / "settings.toml").write_text("[hub]\nprot = 1\n")
    for command in (("serve",), ("open", "--print")):
        told = terminal.runs(*command)
        assert (told.code, told.stdout) == (1, "")
        assert "hub.prot is not known; there are hosts, open_browser, port" in told.stderr


def test_a_sample_that_is_not_taken_is_no_sample_on_the_desk(home: Path, desk: ScriptedHub) -> None:
    """The words of the process that asks are handed on."""
    command = [sys.executable, "-c", "import sys; sys.exit('countermark: The disk is full.')"]
    asking = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    asking.wait()
    with ThreadPoolExecutor(1) as pool:
        seen = pool.submit(plan_demo._see_arrival, str(home), asking, waiting=0)
        desk.next_call().replies({"waiting": 0})
        with pytest.raises(Failure, match=r"^The disk is full\.$"):
            seen.result(20)
