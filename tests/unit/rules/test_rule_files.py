"""The format of rule files: what is read, what is refused, and on which line."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.errors import RulesBroken
from countermark.model.tool_calls import Decision, ToolKind
from countermark.rules.file import MOST_RULES, read_rules
from countermark.rules.rulebook import RuleFile, RuleSource
from countermark.rules.toml_text import moment

WHOLE = """# my rules
version = 1  # the only one

[[rule]]  # [[rule]]
id = "git-read"
tool = "bash"
command = ["git", ["log", "show"]]
decision = "allow"
expires = 2027-12-31
message = \"\"\"
[[rule]]
\"\"\"
justification = 'reads [[rule]]'
match = [
  "git log -n 5",
  # [[rule]]
  "git show HEAD",
]
not_match = ["git logout", "git -c a=b log"]

# secrets
[[ "rule" ]]
id = "no-secrets"
tool = ["read", "edit"]
path = ["**/.env*", "//etc/shadow"]
decision = "deny"
"""


def read(text: str) -> RuleFile:
    return read_rules(text, source=RuleSource.USER, sha256="")


def rule(lines: str) -> str:
    return f'version = 1\n\n[[rule]]\nid = "it"\n{lines}\n'


def test_a_whole_file() -> None:
    git, secrets = read(WHOLE).rules
    assert (git.id, git.tools, git.decision) == ("git-read", (ToolKind.BASH,), Decision.ALLOW)
    assert git.command == (("git",), ("log", "show"))
    assert (git.line, secrets.line) == (4, 22)
    assert git.text.startswith("[[rule]]  # [[rule]]\n")
    assert git.text.endswith('"git -c a=b log"]')
    assert secrets.tools == (ToolKind.READ, ToolKind.EDIT)
    assert [pattern.text for pattern in secrets.path or ()] == ["**/.env*", "//etc/shadow"]


@pytest.mark.parametrize(
    ("written", "end"),
    [
        ("2027-12-31", datetime(2028, 1, 1, tzinfo=UTC)),  # the whole day
        ("2027-12-31T18:00:00Z", datetime(2027, 12, 31, 18, tzinfo=UTC)),
        ("2027-12-31T18:00:00+02:00", datetime(2027, 12, 31, 16, tzinfo=UTC)),
        ("2027-12-31 18:00:00", datetime(2027, 12, 31, 18, tzinfo=UTC)),
    ],
)
def test_an_end(written: str, end: datetime) -> None:
    (only,) = read(rule(f'tool = "bash"\ncommand = ["ls"]\ndecision = "allow"\nexpires = {written}')).rules
    assert only.expires is not None
    assert moment(only.expires) == end


BASH = 'tool = "bash"\ndecision = "deny"'
READ = 'tool = "read"\ndecision = "deny"'
ALLOW = 'tool = "bash"\ndecision = "allow"'
REFUSED = [
    # Keys and their values.
    (f'{BASH}\ncomand = ["ls"]', "`comand` is no key of a rule"),
    (f'{BASH}\nregex = "x"', "`regex` is no key of a rule"),
    ('tool = "bash"', "`decision` has to be one of allow, ask, deny"),
    ('tool = "bash"\ndecision = "Allow"', "`decision` has to be"),
    ('tool = "bash"\ndecision = true', "`decision` has to be"),
    ('decision = "deny"', "`tool` has to be one or a list of"),
    ('tool = "shell"\ndecision = "deny"', "`tool` has to be"),
    ('tool = "other"\ndecision = "deny"', "`tool` has to be"),
    ('tool = []\ndecision = "deny"', "`tool` has to be"),
    ('tool = ["bash", 1]\ndecision = "deny"', "`tool` has to be a text or a list of texts"),
    (f"{BASH}\nexpires = 18:00:00", "`expires` has to be a date"),
    (f'{BASH}\nexpires = "2027-12-31"', "`expires` has to be a date"),
    (f"{BASH}\nexpires = 1", "`expires` has to be a date"),
    (f"{BASH}\nexpires = 9999-12-31", "`expires` has to be a date"),
    (f"{BASH}\nmessage = 1", "`message` has to be a text"),
    (f'{BASH}\njustification = "{"x" * 1001}"', "`justification` has to be a text of at most"),
    # What a rule speaks about.
    (f'{BASH}\ncommand = "git log"', "`command` has to be a list of words"),
    (f"{BASH}\ncommand = []", "`command` has to be a list of words"),
    (f'{BASH}\ncommand = ["git", []]', "empty or too long list of alternatives"),
    (f'{BASH}\ncommand = ["git", [["log"]]]', "something else than words"),
    (f'{BASH}\ncommand = ["git", ""]', "something else than words"),
    (f'{BASH}\ncommand = ["git\\u200b"]', "a character that cannot be seen"),
    (ALLOW, "a rule that allows bash has to say `command`"),
    ('tool = "read"\ndecision = "allow"', "a rule that allows read has to say `path`"),
    ('tool = "fetch"\ndecision = "allow"', "a rule that allows fetch has to say `host`"),
    ('tool = "mcp"\ndecision = "allow"\nname = "get_*"', "a rule that allows mcp has to say `server`"),
    ('tool = "mcp"\ndecision = "allow"\nserver = "git*"', "servers that nobody named"),
    ('tool = "fetch"\ndecision = "deny"\npath = "x"', "`path` says nothing about fetch"),
    ('tool = ["bash", "mcp"]\ndecision = "deny"\ncommand = ["ls"]', "`command` says nothing about mcp"),
    # Paths.
    (f'{READ}\npath = ""', "`path`: '' is empty"),
    (f"{READ}\npath = []", "`path` has to have 1 to 100 texts"),
    (f'{READ}\npath = "!.env"', "begins with `!`"),
    (f"{READ}\npath = 'a\\b'", "holds a backslash"),
    (f'{READ}\npath = "../x"', "a step `.` or `..`"),
    (f'{READ}\npath = "a/../x"', "a step `.` or `..`"),
    (f'{READ}\npath = "~root/x"', "begins with `~`"),
    (f'{READ}\npath = "a//b"', "has an empty step"),
    (f'{READ}\npath = "/"', "has an empty step"),
    (f'{READ}\npath = "a\\tb"', "a character that cannot be seen"),
    (f'{READ}\npath = " a"', "a blank at an end"),
    (f'{READ}\npath = "a**b"', "`**` inside of a name"),
    (f'{READ}\npath = "*a*b*"', "more than 2 `*` in a name"),
    (f'{READ}\npath = "**/a/**/b/**/c/**"', "more than 2 `*` in a name or more than 2 `**`"),
    (f'{READ}\npath = "a["', "no pattern of gitignore"),
    (f'{READ}\npath = "[z-a]"', "no pattern of gitignore"),
    (f'{READ}\npath = "[[]"', "a `[` inside of a class"),
    (f'{READ}\npath = "{"x" * 513}"', "longer than 512 characters"),
    # Hosts.
    ('tool = "fetch"\ndecision = "allow"\nhost = "*"', "would allow every host"),
    ('tool = "fetch"\ndecision = "allow"\nhost = "*.com"', "a whole top-level domain"),
    ('tool = "fetch"\ndecision = "deny"\nhost = "ftp://x.example"', "a scheme that is none of"),
    ('tool = "fetch"\ndecision = "deny"\nhost = "https://x.example/a"', "is no host"),
    ('tool = "fetch"\ndecision = "deny"\nhost = "x.example:0"', "no number from 1 to 65535"),
    ('tool = "fetch"\ndecision = "deny"\nhost = "X.example"', "capitals or letters beyond ASCII"),
    ('tool = "fetch"\ndecision = "deny"\nhost = "bücher.example"', "capitals or letters beyond ASCII"),
    ('tool = "fetch"\ndecision = "deny"\nhost = "0x7f.1"', "is no host"),
    ('tool = "fetch"\ndecision = "deny"\nhost = "*x.example"', "is no host"),
    # Examples.
    (
        f'{ALLOW}\ncommand = ["git", "log"]\nmatch = ["git logout"]',
        "it does not match its example 'git logout'",
    ),
    (f'{ALLOW}\ncommand = ["git"]\nnot_match = ["git log"]', "`not_match`: it matches its example 'git log'"),
    (f'{BASH}\ncommand = ["rm"]\nnot_match = ["x $(rm y)"]', "`not_match`: it matches its example"),
    ('tool = "mcp"\ndecision = "deny"\nserver = "a*"\nmatch = ["b x"]', "does not match its example 'b x'"),
]


@pytest.mark.parametrize(("lines", "why"), REFUSED, ids=[why[:40] for _, why in REFUSED])
def test_a_refusal_names_the_rule_its_line_and_what_to_do(lines: str, why: str) -> None:
    with pytest.raises(RulesBroken) as refusal:
        read(rule(lines))
    assert str(refusal.value).startswith("line 3, rule it: ")
    assert why in str(refusal.value)
    assert refusal.value.hint


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("version = 2", "it has to begin with `version = 1`"),
        ("version = true", "it has to begin with `version = 1`"),
        ('[[rule]]\nid = "a"', "it has to begin with `version = 1`"),
        ("version = 1\nrules = []", "`rules` is no key of a rule file"),
        ("version = 1\n[other]\n", "`other` is no key of a rule file"),
        ("version = 1\n[rule]\n", "each rule stands under a line `[[rule]]`"),
        ('version = 1\nrule = [{id = "a", tool = "bash", decision = "deny"}]', "each rule stands under a line"),
        ("version = 1\n[[rule]\n", "it is no TOML: Expected"),
        ("version = 1\nx = " + "[" * 100_000, "it is no TOML that could be read"),
        ("version = 1\n" + "a." * 120_000 + "b = 1", "a key with several dots"),
        ("version = 1\n" + "'a' . " * 40_000 + "b = 1", "a key with several dots"),
        ("version = 1\n[[" + "a." * 120_000 + "b]]", "a key with several dots"),
        ("version = 1\nx = {" + "a." * 120_000 + "b = 1}", "a key with several dots"),
        ("version = " + "1" * 5000, "it is no TOML that could be read"),
        ("version = 1\n" + "#" * 300_000, "it is longer than 256 KB"),
        ("version = 1\n" + "[[rule]]\n" * (MOST_RULES + 1), "it has more than 1,000 rules"),
        ("version = 1\n" + f"[[rule]]\npath = {['x'] * 100}\n" * 21, "more than 2,000 paths and examples"),
        ('version = 1\n[[rule]]\ntool = "bash"\ndecision = "deny"', "line 2, a rule: `id` has to be a name"),
        (
            'version = 1\n[[rule]]\nid = "a b"\ntool = "bash"\ndecision = "deny"',
            "line 2, rule a b: `id` has to be a name",
        ),
    ],
)
def test_a_file_that_is_none(text: str, why: str) -> None:
    with pytest.raises(RulesBroken) as refusal:
        read(text)
    assert why in str(refusal.value)


def test_an_id_stands_once() -> None:
    one = '\n[[rule]]\nid = "a"\ntool = "bash"\ndecision = "deny"\n'
    with pytest.raises(RulesBroken, match="line 3, rule a: another rule has this id"):
        read(f"version = 1\n{one}{one}")


def test_an_empty_file_has_no_rules() -> None:
    assert read("").rules == read(" \n").rules == read("version = 1").rules == ()


def test_a_refusal_names_the_right_line() -> None:
    good = '[[rule]]\nid = "a"\ntool = "bash"\ndecision = "deny"\n'
    bad = '[[rule]]\nid = "b"\ntool = "bash"\ndecision = "deny"\nmessage = 1\n'
    with pytest.raises(RulesBroken) as refusal:
        read(f"version = 1\n\n{good}\r\n\n{bad}")
    assert (refusal.value.line, refusal.value.rule) == (9, "b")


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for content in (text, f"version = 1\n{text}", rule(text)):
        assert is_read(content) or refusal_of(content).why


def is_read(text: str) -> bool:
    try:
        return read(text).source is RuleSource.USER
    except RulesBroken:
        return False


def refusal_of(text: str) -> RulesBroken:
    with pytest.raises(RulesBroken) as refusal:
        read(text)
    return refusal.value
