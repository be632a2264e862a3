"""`countermark rules` as a person or a program calls it; no hub is there."""

import json
from pathlib import Path

import pytest

from tests.unit.cli.terminal import Terminal

RULES = """version = 1

[[rule]]
id = "git-read"
tool = "bash"
command = ["git", ["log", "status"]]
decision = "allow"
expires = 2099-12-31
match = ["git log"]

[[rule]]
id = "sources"
tool = ["read", "edit"]
path = "src/**"
decision = "allow"

[[rule]]
id = "no-push"
tool = "bash"
command = ["git", "push"]
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
    ({"tool": "bash", "command": "git log"}, "allow", "git-read"),
    ({"tool": "bash", "command": "git log && git push", "cwd": "/tmp"}, "deny", "no-push"),
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
    (folder / ".git").mkdir()
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
    printed = terminal.runs("rules", "check", "git push", "--file", "../mine.toml")
    assert printed.code == 0
    first, message, *others = printed.stdout.splitlines()
    assert first == "deny: Rule no-push (user, line 17) denies it."
    assert message == "  The agent would read: Leave that to me."
    assert others[0] == "  + deny  no-push (user, line 17) matches"
    assert "  - allow git-read (user, line 3) word 2 has to be `log` or `status`, and is `push`" in others


def test_the_files_of_this_folder_count(terminal: Terminal, home: Path, project: Path) -> None:
    (home / "rules.toml").write_text(RULES)
    (project / ".countermark").mkdir()
    tightens = RULES.replace('"allow"', '"ask"').replace("git-read", "theirs")
    (project / ".countermark" / "rules.toml").write_text(tightens)
    checked = terminal.runs("rules", "check", "git log")
    assert checked.stdout.startswith("ask: Rule theirs (project, line 3) asks.\n")
    listed = terminal.runs("rules", "list").stdout
    assert "  allow git-read, bash, line 3, until 2100-01-01 00:00 UTC\n" in listed
    assert "  ask   theirs, bash, line 3, until 2100-01-01 00:00 UTC\n" in listed
    assert terminal.runs("rules").stdout == listed


def test_a_project_nobody_trusts_allows_nothing(terminal: Terminal, project: Path) -> None:
    (project / ".countermark").mkdir()
    (project / ".countermark" / "rules.toml").write_text(RULES)
    checked = terminal.runs("rules", "check", "git log").stdout
    assert checked.startswith("ask: No rule allows `git log`.\n")
    assert "stands in a project's file that nobody has trusted yet" in checked
    assert (
        "allow git-read, bash, line 3, until 2100-01-01 00:00 UTC (does not count now)" in terminal.runs("rules").stdout
    )


def test_a_broken_file_lets_everything_ask(terminal: Terminal, home: Path) -> None:
    (home / "rules.toml").write_text(RULES.replace("tool =", "tol =", 1))
    checked = terminal.runs("rules", "check", "git log")
    assert checked.stdout.startswith("ask: Everything asks until the rules can be read: line 3, rule git-read: `tol`")
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
        'match = ["git log"]', 'match = ["git log", "git logout"]\nnot_match = ["git status -s", "ls"]'
    )
    (home / "rules.toml").write_text(wrong)
    tried = terminal.runs("rules", "test")
    assert tried.code == 1
    lines = [line.partition(", ")[2] for line in tried.stdout.splitlines()]
    assert lines == [
        "line 3: rule git-read does not match 'git logout'",
        "line 3: rule git-read matches 'git status -s'",
    ]
