"""Rules for a test: from TOML to a decision, on a disk of plain files or on the real one."""

from dataclasses import replace

from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.rules.evaluate import judge
from countermark.rules.examples import EXAMPLE_FACTS, WORKSPACE, example_call
from countermark.rules.facts import RequestFacts
from countermark.rules.file import read_rules
from countermark.rules.rulebook import Rulebook, RuleFile, RulesJudgement, RuleSource
from countermark.workspace.real_paths import RealPaths

NOW = 1_800_000_000_000  # January 2027


def rule_file(
    *rules: str, source: RuleSource = RuleSource.USER, trusted: bool = True, sha256: str = "0" * 64
) -> RuleFile:
    """A file with these rules, each as the lines under its `[[rule]]`; one without an id gets its number."""
    tables = (rule if "id =" in rule else f'id = "rule-{number}"\n{rule}' for number, rule in enumerate(rules, start=1))
    text = "version = 1\n" + "".join(f"\n[[rule]]\n{table}\n" for table in tables)
    return read_rules(text, source=source, sha256=sha256, trusted=trusted)


def book(*rules: str) -> Rulebook:
    """A book of one file with these rules."""
    return Rulebook((rule_file(*rules),))


def judged(
    rulebook: Rulebook,
    tool: str,
    what: str,
    *,
    cwd: str = WORKSPACE,
    facts: RequestFacts = EXAMPLE_FACTS,
    at: int = NOW,
) -> RulesJudgement:
    """What a book says about a command, a path, an address, or a server's name and its tool's."""
    return judge(rulebook, replace(example_call(ToolKind(tool), what), cwd=cwd), facts, at=at)


def decision(rulebook: Rulebook, tool: str, what: str, **others: object) -> str:
    """The decision alone."""
    return judged(rulebook, tool, what, **others).decision.value  # type: ignore[arg-type]  # as `judged` takes them


def call(tool: str, what: str) -> ToolCall:
    """A call in the workspace of the examples."""
    return example_call(ToolKind(tool), what)


def real_facts(*, home: str, workspace: str, protected: tuple[str, ...] = ()) -> RequestFacts:
    """What the real disk says."""
    disk = RealPaths()
    return RequestFacts(
        home=home, workspace=workspace, real=disk.real, names=disk.names, listed=disk.listed, protected=protected
    )
