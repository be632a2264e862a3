"""Rules as sentences."""

import pytest

from countermark.rules.file import read_rules
from countermark.rules.rulebook import RuleSource
from countermark.rules.sentences import sentence_of


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ('tool = "bash"\ncommand = ["git", ["status", "log"]]\ndecision = "allow"', "Allow `git (status|log)`"),
        (
            'tool = "bash"\ncommand = [["a", "b", "c", "d", "e", "f"], "x"]\ndecision = "ask"',
            "Ask before `(a|b|c|d|… 2 more) x`",
        ),
        ('tool = "bash"\ncommand = ["cp"]\npath = "/**"\ndecision = "allow"', "Allow `cp` with `/**`"),
        ('tool = ["read", "edit"]\npath = "~/.ssh/**"\ndecision = "deny"',
         "Deny reading `~/.ssh/**` and changing `~/.ssh/**`"),
        ('tool = "edit"\npath = ["a", "b", "c", "d", "e"]\ndecision = "deny"',
         "Deny changing `a` or `b` or `c` or `d` or 1 others"),
        ('tool = "fetch"\nhost = "docs.python.org"\ndecision = "allow"', "Allow fetching from `docs.python.org`"),
        ('tool = "fetch"\ndecision = "deny"', "Deny fetching from any host"),
        ('tool = "mcp"\nserver = "files"\nname = "list"\ndecision = "allow"', "Allow `list` of the MCP server `files`"),
        ('tool = "mcp"\ndecision = "ask"', "Ask before any tool of any MCP server"),
        ('tool = "bash"\ndecision = "ask"', "Ask before any command"),
        ('tool = "bash"\npath = "*.pem"\ndecision = "deny"', "Deny commands that name `*.pem`"),
    ],
)  # fmt: skip
def test_a_rule_is_told_in_words(keys: str, sentence: str) -> None:
    text = f'version = 1\n\n[[rule]]\nid = "it"\n{keys}\n'
    (rule,) = read_rules(text, source=RuleSource.USER, sha256="").rules
    assert sentence_of(rule) == sentence
