"""What "always" writes: narrow rules that allow this call, end, and read back as they were written."""

import tomllib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.tool_calls import ToolCall
from countermark.rules.evaluate import judge
from countermark.rules.examples import EXAMPLE_FACTS
from countermark.rules.file import read_rules
from countermark.rules.proposal import Proposal, propose
from countermark.rules.rulebook import Rulebook, RuleSource
from countermark.rules.toml_text import Value, moment, rule_as_toml, with_rules
from tests.unit.rules.judging import NOW, book, call, decision, rule_file
from tests.unit.rules.test_rule_properties import CALLS

NOTHING = Rulebook()
WEEK = 7 * 24 * 60 * 60 * 1000
PROPOSED = [
    ("bash", "git commit -m 'a b'", ['command = ["git", "commit"]']),
    ("bash", "git log -n 5 && git log --oneline", ['command = ["git", "log"]']),
    ("bash", "npm run test:unit -- --watch", ['command = ["npm", "run", "test:unit"]']),
    ("bash", "docker compose up -d", ['command = ["docker", "compose", "up"]']),
    ("bash", "ls -la | wc -l", ['command = ["ls"]', 'command = ["wc"]']),
    ("bash", "pytest -q tests/unit", ['command = ["pytest", "-q", "tests/unit"]']),
    ("bash", "ls > out.txt", ['command = ["ls"]', 'path = ["~/project/out.txt"]']),
    ("bash", "wc < in.txt", ['command = ["wc"]', 'path = ["~/project/in.txt"]']),
    ("edit", "src/app.py", ['path = ["~/project/src/app.py"]']),
    ("read", "/srv/data", ['path = ["//srv/data"]']),
    ("edit", "src/[id]*.ts", ['path = ["~/project/src/?id]?.ts"]']),
    ("fetch", "https://example.com/x?y", ['host = "example.com"']),
    ("fetch", "http://localhost:3000/", ['host = "http://localhost:3000"']),
    ("fetch", "https://[::1]:8443/", ['host = "[::1]:8443"']),
    ("mcp", "github get_issue", ['name = "get_issue"']),
]
NOT_PROPOSED = [
    ("bash", "rm -rf dist", "what `rm` does depends on what follows it"),
    ("bash", "sudo ls", "what `sudo` does"),
    ("bash", "/bin/bash -c ls", "what `bash` does"),
    ("bash", "./deploy.sh", "is another file in every project"),
    ("bash", "sort -o out in", "`-o` makes `sort` write or start something"),
    ("bash", "git -C x log", "an option stands before what `git` does"),
    ("bash", "pytest src/*", "not all its words are fixed and few"),
    ("bash", "ls $(x)", ""),
    ("bash", "ls > .countermark/rules.toml", "where no agent may write"),
    ("read", "src/\u200bx", "a character that cannot be seen"),
    ("fetch", "https://a@example.com/", "has a user's name before the host"),
    ("mcp", "git\u200bhub x", "its name holds characters that no rule has"),
    ("mcp", "github get*", "its name holds characters that no rule has"),
]


def proposed(made: ToolCall, *, rulebook: Rulebook = NOTHING, taken: tuple[str, ...] = ()) -> Proposal:
    return propose(rulebook, made, EXAMPLE_FACTS, at=NOW, until=NOW + WEEK, taken=taken)


@pytest.mark.parametrize(("tool", "text", "lines"), PROPOSED, ids=[text for _, text, _ in PROPOSED])
def test_what_is_proposed_allows_the_call(tool: str, text: str, lines: list[str]) -> None:
    proposal = proposed(call(tool, text))
    assert proposal.why_not == ""
    keys = ("command = ", "path = ", "host = ", "name = ")
    assert [line for line in proposal.text.splitlines() if line.startswith(keys)] == lines
    assert len(proposal.covers) == len(proposal.rules) == len(lines)
    assert all(each.endswith("until 22 January 2027, 08:00 UTC") for each in proposal.covers)
    file = read_rules(with_rules("", proposal.text), source=RuleSource.USER, sha256="")
    after = Rulebook((file,))
    assert decision(after, tool, text) == "allow"
    assert decision(after, tool, text, at=NOW + WEEK) == "ask"


@pytest.mark.parametrize(("tool", "text", "why"), NOT_PROPOSED, ids=[repr(text) for _, text, _ in NOT_PROPOSED])
def test_what_no_rule_says_narrowly_enough(tool: str, text: str, why: str) -> None:
    proposal = proposed(call(tool, text))
    assert (proposal.rules, proposal.text, proposal.covers) == ((), "", ())
    assert why in proposal.why_not
    assert proposal.why_not


def test_what_a_rule_allows_already_gets_no_rule() -> None:
    ls = 'tool = "bash"\ncommand = ["ls"]\ndecision = "allow"'
    notes = 'tool = "edit"\npath = "notes/**"\ndecision = "allow"'
    proposal = proposed(call("bash", "ls > notes/x && git status"), rulebook=book(ls, notes))
    assert [rule.id for rule in proposal.rules] == ["always-bash-git-status"]
    assert proposed(call("bash", "ls"), rulebook=book(ls)).why_not == "Rules allow it already"


def test_what_a_rule_forbids_gets_no_rule() -> None:
    ask = book('tool = "bash"\ncommand = ["git", "push"]\ndecision = "ask"')
    why = proposed(call("bash", "git push"), rulebook=ask).why_not
    assert why == "Rule rule-1 (user, line 3) asks, whatever is allowed"


def test_ids_are_new() -> None:
    taken = ("always-bash-ls", "always-bash-ls-2")
    proposal = proposed(call("bash", "ls && ls -a | wc"), taken=taken)
    assert [rule.id for rule in proposal.rules] == ["always-bash-ls-3", "always-bash-wc"]


@given(CALLS)
def test_any_proposal_allows_its_call_until_it_ends(made: ToolCall) -> None:
    proposal = proposed(made)
    assert bool(proposal.why_not) != bool(proposal.rules)
    if proposal.rules:
        after = Rulebook((read_rules(with_rules("", proposal.text), source=RuleSource.USER, sha256=""),))
        assert judge(after, made, EXAMPLE_FACTS, at=NOW).decision == "allow"
        assert all(rule.expires == NOW + WEEK for rule in proposal.rules)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@given(TEXTS, TEXTS, st.lists(TEXTS | st.lists(TEXTS)), st.integers(0, 4_000_000_000_000))
def test_what_is_written_reads_back(one: str, other: str, many: list[str | list[str]], at: int) -> None:
    table: dict[str, Value] = {"id": one, "message": other, "command": many, "expires": moment(at)}
    text = rule_as_toml(table)
    assert tomllib.loads(text) == {"rule": [table]}
    assert text.isprintable() or set(text) - {character for character in text if character.isprintable()} == {"\n"}


CONTENTS = [
    "",
    "\n",
    "version = 1",
    "version = 1\r\n\r\n[[rule]]\r\nid = 'a'\r\ntool='bash'\r\ndecision='deny' # é",
    "# x\nversion = 1\n",
]


@pytest.mark.parametrize("content", CONTENTS)
def test_what_is_there_stays_as_it_is(content: str) -> None:
    after = with_rules(content, proposed(call("bash", "ls")).text)
    assert after.startswith(content)
    ids = [rule.id for rule in read_rules(after, source=RuleSource.USER, sha256="").rules]
    assert ids == (["a"] if "rule" in content else []) + ["always-bash-ls"]


def test_a_moment_is_whole_seconds_of_utc() -> None:
    assert moment(NOW + 999) == datetime(2027, 1, 15, 8, tzinfo=UTC)


def test_an_end_is_never_later_than_wanted() -> None:
    file = rule_file(*(text.removeprefix("[[rule]]\n") for text in proposed(call("bash", "ls")).text.split("\n\n")))
    assert file.rules[0].expires == NOW + WEEK
