"""`countermark rules` as a person or a program calls it; no hub is there."""

import json
from pathlib import Path

import pytest

from tests.repositories import make_repository
from tests.unit.cli.terminal import Terminal

RULES = """version = 1

[[rule]]
id = "own-read"
tool = "bash"
command = ["mytool", ["log", "status"]]
decision = "allow"
expires = 2099-12-31
match = ["mytool log"]

[[rule]]
id = "sources"
tool = ["read", "edit"]
path = "src/**"
decision = "allow"

[[rule]]
id = "no-push"
tool = "bash"
command = ["mytool", "push"]
decision = "deny"
message = "Leave that to me."

[[rule]]
id = "web"
tool = "fetch"
host = "example.com"
decision = "allow"

[[rule]]
id = "issues"
tool = "mcp"
server = "github"
name = "get_*"
decision = "allow"
"""
REQUESTS = [
    ({"tool": "bash", "command": "mytool log"}, "allow", "own-read"),
    ({"tool": "bash", "command": "mytool log && mytool push", "cwd": "/tmp"}, "deny", "no-push"),
    ({"tool": "bash", "command": "npm test"}, "ask", None),
    ({"tool": "read", "path": "src/a.py"}, "allow", "sources"),
    ({"tool": "read", "path": "../src/a.py"}, "ask", None),
    ({"tool": "edit", "path": "src/out/x"}, "ask", None),
    ({"tool": "edit", "path": ".countermark/rules.toml"}, "deny", "protected"),
    ({"tool": "fetch", "url": "https://example.com/"}, "allow", "web"),
    ({"tool": "fetch", "url": "https://example.com@evil.example/"}, "ask", None),
    ({"tool": "mcp", "server": "github", "name": "get_x", "arguments": {"a": [1]}}, "allow", "issues"),
    ({"tool": "mcp", "server": "github", "name": "delete_x", "arguments": None, "more": 1}, "ask", None),
]
BAD = [
    b"x",
    b"[]",
    b'"text"',
    b"{}",
    b'{"tool": "zip"}',
    b'{"tool": ["bash"], "command": "ls"}',
    b'{"tool": "bash"}',
    b'{"tool": "bash", "command": 1}',
    b'{"tool": "bash", "command": "ls", "cwd": "relative"}',
    b'{"tool": "mcp", "server": "x"}',
    b'{"tool": "read", "path": null}',
    b"[" * 100_000,
    b"\xff\xfe",
    b'{"tool": "bash", "command": "\\ud800"}',
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    make_repository(folder)
    (folder / "src" / "out").symlink_to("/srv")
    (tmp_path / "mine.toml").write_text(RULES)
    return folder


@pytest.fixture
def terminal(home: Path, project: Path) -> Terminal:
    return Terminal(home, project, (("HOME", str(project.parent)),))


def test_one_answer_for_each_request(terminal: Terminal) -> None:
    sent = "\n".join(json.dumps(request) for request, _, _ in REQUESTS)
    printed = terminal.runs("rules", "check", "--file", "../mine.toml", "--jsonl", sent=sent.encode())
    answers = [json.loads(line) for line in printed.stdout.splitlines()]
    assert (printed.code, printed.stderr) == (0, "")
    assert [(each["decision"], each["rule"]) for each in answers] == [each[1:] for each in REQUESTS]
    assert all(set(each) == {"decision", "rule", "why"} and each["why"] for each in answers)


def test_a_line_that_cannot_be_understood_is_asked_about(terminal: Terminal, project: Path) -> None:
    good = json.dumps(REQUESTS[0][0]).encode()
    (project / "requests.jsonl").write_bytes(b"\n".join([*BAD, b"", good]))
    printed = terminal.runs("rules", "check", "--jsonl", "--file", "../mine.toml", "requests.jsonl")
    *bad, last = (json.loads(line) for line in printed.stdout.splitlines())
    assert printed.code == 0
    assert len(bad) == len(BAD)
    assert all(each["decision"] == "ask" and each["rule"] is None for each in bad)
    assert all(each["error"] for each in bad[:-1])  # the last one is half of a character, which is no error
    assert last["decision"] == "allow"


def test_a_command_is_explained(terminal: Terminal) -> None:
    printed = terminal.runs("rules", "check", "mytool push", "--file", "../mine.toml")
    assert printed.code == 0
    first, message, *others = printed.stdout.splitlines()
    assert first == "deny: Rule no-push (user, line 17) denies it."
    assert message == "  The agent would read: Leave that to me."
    assert others[0] == "  + deny  no-push (user, line 17) matches"
    assert "  - allow own-read (user, line 3) word 2 has to be `log` or `status`, and is `push`" in others
    assert others[-1] == "  … and 1 rule about other things"


def test_the_files_of_this_folder_count(terminal: Terminal, home: Path, project: Path) -> None:
    (home / "rules.toml").write_text(RULES)
    (project / ".countermark").mkdir()
    tightens = RULES.replace('"allow"', '"ask"').replace("own-read", "theirs")
    (project / ".countermark" / "rules.toml").write_text(tightens)
    checked = terminal.runs("rules", "check", "mytool log")
    assert checked.stdout.startswith("ask: Rule theirs (project, line 3) asks.\n")
    listed = terminal.runs("rules", "list").stdout
    assert "  allow own-read, bash, line 3, until 2100-01-01 00:00 UTC\n" in listed
    assert "  ask   theirs, bash, line 3, until 2100-01-01 00:00 UTC\n" in listed
    assert terminal.runs("rules").stdout == listed


def test_what_would_allow_a_command_is_printed(terminal: Terminal, home: Path) -> None:
    printed = terminal.runs("rules", "check", "mytool sync", "--always").stdout
    first, *_, end = printed.split("# ")
    assert first.startswith("ask: No rule allows `mytool sync`.")
    covers, _, rule = end.partition("\n")
    assert covers.startswith("Every command that begins with `mytool sync`, in every folder, until ")
    (home / "rules.toml").write_text(f"version = 1\n\n{rule}")
    assert terminal.runs("rules", "check", "mytool sync").stdout.startswith(
        "allow: Rule always-bash-mytool-sync (user, "
    )
    never = terminal.runs("rules", "check", "rm -r x", "--always").stdout
    assert never.endswith("No rule could allow this narrowly enough: what `rm` does depends on what follows it.\n")


def test_the_built_in_rules_of_a_mode_count(terminal: Terminal) -> None:
    assert terminal.runs("rules", "check", "ls -la").stdout.startswith("allow: Rule ")
    assert terminal.runs("rules", "check", "touch x").stdout.startswith("ask: ")
    assert terminal.runs("rules", "check", "touch x", "--mode", "read-only").stdout.startswith("deny: Rule ")
    listed = terminal.runs("rules", "list", "--mode", "read-only").stdout
    assert listed.startswith("built-in rules of the mode read-only")


def test_a_project_nobody_trusts_allows_nothing(terminal: Terminal, project: Path) -> None:
    (project / ".countermark").mkdir()
    (project / ".countermark" / "rules.toml").write_text(RULES)
    checked = terminal.runs("rules", "check", "mytool log").stdout
    assert checked.startswith("ask: No rule allows `mytool log`.\n")
    assert "stands in a project's file that nobody has trusted yet" in checked
    assert (
        "allow own-read, bash, line 3, until 2100-01-01 00:00 UTC (does not count now)" in terminal.runs("rules").stdout
    )


def test_a_broken_file_lets_everything_ask(terminal: Terminal, home: Path) -> None:
    (home / "rules.toml").write_text(RULES.replace("tool =", "tol =", 1))
    checked = terminal.runs("rules", "check", "mytool log")
    assert checked.stdout.startswith("ask: Everything asks until the rules can be read: line 3, rule own-read: `tol`")
    assert "`tol` is no key of a rule" in checked.stderr
    assert "cannot be read, so nothing is allowed without asking" in terminal.runs("rules").stdout


def test_a_broken_file_that_is_named_is_a_failure(terminal: Terminal, project: Path) -> None:
    (project / "bad.toml").write_text("version = 1\n[[rule]]\nid = 'a'\n")
    for arguments in (("check", "ls"), ("list",), ("check", "--jsonl")):
        printed = terminal.runs("rules", *arguments, "--file", "bad.toml")
        assert (printed.code, printed.stdout) == (1, "")
        assert "bad.toml: line 2, rule a: `decision` has to be one of allow, ask, deny" in printed.stderr
    assert "there is no none.toml" in terminal.runs("rules", "list", "--file", "none.toml").stderr
    assert "none.jsonl cannot be read" in terminal.runs("rules", "check", "--jsonl", "none.jsonl").stderr
    assert "there is nothing to check" in terminal.runs("rules", "check").stderr


def test_every_example_is_tried(terminal: Terminal, home: Path) -> None:
    (home / "rules.toml").write_text(RULES)
    tried = terminal.runs("rules", "test")
    assert (tried.code, tried.stdout) == (0, "Every example holds.\n")
    wrong = RULES.replace(
        'match = ["mytool log"]', 'match = ["mytool log", "mytool logout"]\nnot_match = ["mytool status -s", "ls"]'
    )
    (home / "rules.toml").write_text(wrong)
    tried = terminal.runs("rules", "test")
    assert tried.code == 1
    lines = [line.partition(", ")[2] for line in tried.stdout.splitlines()]
    assert lines == [
        "line 3: rule own-read does not match 'mytool logout'",
        "line 3: rule own-read matches 'mytool status -s'",
    ]
