"""What one small, fixed set of rules says about a line, in a workspace without links."""

from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.rules.evaluate import judge
from countermark.rules.facts import RequestFacts
from countermark.rules.file import read_rules
from countermark.rules.rulebook import Rulebook, RuleSource

RULES = """
version = 1
[[rule]]
id = "git"
tool = "bash"
command = ["git", ["log", "status", "diff"]]
decision = "allow"
[[rule]]
id = "list"
tool = "bash"
command = [["ls", "cat"]]
decision = "allow"
[[rule]]
id = "tests"
tool = "bash"
command = ["npm", "test"]
decision = "allow"
[[rule]]
id = "timed"
tool = "bash"
command = ["time", ["ls", "cat"]]
decision = "allow"
[[rule]]
id = "nowhere"
tool = ["read", "edit"]
path = "//dev/null"
decision = "allow"
[[rule]]
id = "no-removal"
tool = "bash"
command = ["rm"]
decision = "deny"
[[rule]]
id = "no-network"
tool = "bash"
command = ["curl"]
decision = "deny"
"""
WORKSPACE = "/home/person/project"
FACTS = RequestFacts(home="/home/person", workspace=WORKSPACE, real=str, names=lambda _: 1)
RULEBOOK = Rulebook((read_rules(RULES, source=RuleSource.USER, sha256="0" * 64),))


def decide(line: str) -> str:
    """One of "allow", "ask" and "deny"."""
    call = ToolCall(ToolKind.BASH, "Bash", WORKSPACE, "{}", command=line)
    return judge(RULEBOOK, call, FACTS, at=0).decision.value
