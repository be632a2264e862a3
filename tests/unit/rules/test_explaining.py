"""Why a call was decided as it was, and the rule that almost matched."""

import json
from dataclasses import replace

import pytest

from countermark.rules.examples import EXAMPLE_FACTS
from countermark.rules.explain import MOST_CONSIDERED, explain
from countermark.rules.levels import FULL, SCOPED, limited
from countermark.rules.rulebook import Limits, Rulebook, RuleSource
from tests.unit.rules.judging import NOW, book, call, rule_file

RULES = (
    'id = "git"\ntool = "bash"\ncommand = ["git", ["log", "show"]]\ndecision = "allow"',
    'id = "find"\ntool = "bash"\ncommand = ["find"]\npath = "/**"\ndecision = "allow"',
    'id = "src"\ntool = ["read", "edit"]\npath = "src/**"\ndecision = "allow"',
    'id = "web"\ntool = "fetch"\nhost = ["example.com", "*.docs.example"]\ndecision = "allow"',
    'id = "gh"\ntool = "mcp"\nserver = "github"\nname = "get_*"\ndecision = "allow"',
    'id = "push"\ntool = "bash"\ncommand = ["git", "push"]\ndecision = "deny"',
    'id = "secrets"\ntool = ["read", "edit"]\npath = ".env*"\ndecision = "deny"',
)
ALMOST = [
    ("bash", "git commit -m x", "git", "word 2 has to be `log` or `show`, and is `commit`"),
    ("bash", "git", "git", "word 2 has to be `log` or `show`, and is nothing"),
    ("bash", "git log && find . -delete", "find", "`-delete` makes it write or start something"),
    ("bash", "find /etc -name x", "find", "/etc is not meant by its paths"),
    ("bash", "cd /etc && find", "find", "it runs in /etc, which is not meant by its paths"),
    ("bash", "npm test", None, ""),
    ("bash", "$(x)", None, ""),
    ("bash", "git log > lib/x", None, ""),
    ("read", "lib/x.py", None, ""),
    ("read", "~/x", "src", ""),
    ("fetch", "http://example.com/", "web", "example.com does not mean http at port 80"),
    ("fetch", "https://example.com:8443/", "web", "example.com does not mean https at port 8443"),
    ("fetch", "https://docs.example/", "web", "*.docs.example does not mean docs.example"),
    ("fetch", "https://other.example/", None, ""),
    ("mcp", "github delete_repo", "gh", "it allows other tools of github"),
    ("mcp", "gitlab get_issue", "gh", "it is about another server"),
    ("mcp", "gitlab x", None, ""),
]


@pytest.mark.parametrize(("tool", "text", "rule", "why"), ALMOST, ids=[f"{tool} {text}" for tool, text, _, _ in ALMOST])
def test_the_rule_that_almost_matched(tool: str, text: str, rule: str | None, why: str) -> None:
    explanation = explain(book(*RULES), call(tool, text), EXAMPLE_FACTS, at=NOW)
    almost = explanation.almost
    assert explanation.judgement.decision == "ask"
    assert (almost and almost.id) == rule
    assert almost is None or why in almost.why


def test_every_rule_about_the_tool_says_something() -> None:
    explanation = explain(book(*RULES), call("bash", "git push && cat .env"), EXAMPLE_FACTS, at=NOW)
    said = {each.id: (each.is_match, each.why) for each in explanation.considered}
    assert said == {
        "push": (True, "matches"),
        "secrets": (True, "matches"),
        "git": (False, "word 2 has to be `log` or `show`, and is `push`"),
        "find": (False, "word 1 has to be `find`, and is `cat`"),
        "src": (False, "nothing in the call is of the kind that it is about"),
    }
    assert [each.is_match for each in explanation.considered[:2]] == [True, True]


def test_a_rule_that_fits_but_for_its_end_or_trust_came_nearest() -> None:
    ended = explain(book(f"{RULES[0]}\nexpires = 2026-01-01"), call("bash", "git log"), EXAMPLE_FACTS, at=NOW)
    assert ended.almost is not None
    assert ended.almost.why == "has ended; it would match"
    project = Rulebook((rule_file(RULES[0], source=RuleSource.PROJECT, trusted=False),))
    untrusted = explain(project, call("bash", "git log"), EXAMPLE_FACTS, at=NOW)
    assert untrusted.almost is not None
    assert "a project's file that nobody has trusted yet" in untrusted.almost.why


def test_a_link_is_what_was_missing() -> None:
    facts = replace(EXAMPLE_FACTS, real=lambda path: path.replace("/src/link", "/private"))
    almost = explain(book(RULES[2]), call("read", "src/link/x"), facts, at=NOW).almost
    assert almost is not None
    assert almost.why == "the file that it leads to, /home/you/project/private/x, is not meant by its paths"
    linked = replace(EXAMPLE_FACTS, names=lambda _: 2)
    almost = explain(book(RULES[2]), call("read", "src/x"), linked, at=NOW).almost
    assert almost is not None
    assert "has another name elsewhere (a hard link)" in almost.why


def test_it_is_bounded_and_can_be_stored() -> None:
    many = book(*(f'tool = "bash"\ncommand = ["x{number}"]\ndecision = "deny"' for number in range(300)))
    explanation = explain(many, call("bash", "x7 " + "y" * 500), EXAMPLE_FACTS, at=NOW)
    assert len(explanation.considered) == MOST_CONSIDERED
    assert explanation.left_out == 300 - MOST_CONSIDERED
    assert explanation.considered[0].id == "rule-8"
    assert all(len(each.why) <= 300 for each in explanation.considered)
    stored = json.loads(json.dumps(explanation.to_json()))
    assert stored["rule"]["id"] == "rule-8"
    assert stored["decision"] == "deny"


LEVELS = [
    (SCOPED, "src/app.py", "allow", {}),
    (SCOPED, "Makefile", "allow", {}),
    (SCOPED, ".gitignore", "allow", {}),
    (SCOPED, "src/APP.PY", "allow", {}),
    (SCOPED, "src/tool.exe", "ask", {}),
    (SCOPED, "src/tool", "ask", {}),
    (SCOPED, "src/lib.so", "ask", {}),
    (SCOPED, ".git/config.toml", "ask", {}),
    (SCOPED, "a/.Git/hooks/x.sh", "ask", {}),
    (SCOPED, "web/node_modules/x/index.js", "ask", {}),
    (SCOPED, "src/app.py", "allow", {"size": 10 * 1024 * 1024}),
    (SCOPED, "src/app.py", "ask", {"size": 10 * 1024 * 1024 + 1}),
    (SCOPED, "src/app.py", "ask", {"deletes": True}),
    (FULL, "src/tool.exe", "allow", {}),
    (FULL, "src/app.py", "allow", {"deletes": True}),
    (FULL, "src/app.py", "ask", {"size": 10 * 1024 * 1024 + 1}),
    (FULL, "/etc/x.py", "ask", {}),
    (FULL, ".", "ask", {"deletes": True}),
]


@pytest.mark.parametrize(("level", "path", "expected", "more"), LEVELS)
def test_a_level(level: Limits, path: str, expected: str, more: dict[str, int]) -> None:
    files = limited(rule_file('tool = "edit"\npath = "/**"\ndecision = "allow"'), level)
    made = replace(call("edit", path), **more)  # type: ignore[arg-type]  # of the call's own fields
    assert explain(Rulebook((files,)), made, EXAMPLE_FACTS, at=NOW).judgement.decision == expected
