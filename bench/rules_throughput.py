"""What a decision costs: a line of three commands, and a call of each other tool, with the built-in rules and 100 more.

Run `python -m bench rules_throughput`. Processor time, medians; each decision looks at the real disk anew.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from os import getloadavg
from pathlib import Path
from statistics import median
from time import process_time

from countermark.model.modes import GateMode
from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.rules.evaluate import judge
from countermark.rules.examples import example_call
from countermark.rules.explain import explain
from countermark.rules.facts import RequestFacts
from countermark.rules.file import read_rules
from countermark.rules.modes import built_in
from countermark.rules.rulebook import Rulebook, RuleSource
from countermark.rules.shell.loose import read_loose
from countermark.rules.shell.strict import read_strict
from countermark.workspace.real_paths import RealPaths

ROOT = Path(__file__).parents[1]
RUNS = 300
TARGET_MS = 1.0
LINE = "git log -n 5 --oneline && grep -rn total src/countermark | head -20"
CALLS = {
    "bash, three commands": (ToolKind.BASH, LINE),
    "bash, one command": (ToolKind.BASH, "git status --short"),
    "bash, what a shell replaces": (ToolKind.BASH, "for f in $(git ls-files); do wc -l $f; done"),
    "read": (ToolKind.READ, "src/countermark/hub.py"),
    "edit": (ToolKind.EDIT, "src/countermark/hub.py"),
    "fetch": (ToolKind.FETCH, "https://docs.python.org/3/library/re.html"),
    "mcp": (ToolKind.MCP, "github get_issue"),
}
OWN = """version = 1
""" + "".join(
    f"""
[[rule]]
id = "own-{number}"
tool = "bash"
command = ["program-{number}", ["one", "two"]]
decision = "allow"
"""
    for number in range(100)
)


def main() -> int:
    """Prints a line for each call; 1 if the line of three commands takes over a millisecond."""
    own = read_rules(OWN, source=RuleSource.USER, sha256="")
    book = Rulebook((*built_in(GateMode.EDITS), own))
    count = sum(len(layer.rules) for layer in book.layers)
    print(f"rules: medians of {RUNS}, {count} rules, processor time (load {getloadavg()[0]:.1f})")
    costs = {}
    for name, (tool, text) in CALLS.items():
        call = replace(example_call(tool, text), cwd=str(ROOT))
        costs[name] = cost(judge, book, call)
        figures = f"{costs[name]:6.3f} ms, {1000 / costs[name]:7,.0f} a second"
        decision = judge(book, call, facts(), at=0).decision
        print(f"  {name:28} {figures}; with explanation {cost(explain, book, call):6.3f} ms; {decision}")
    for name, read in {"strict": read_strict, "loose": read_loose}.items():
        print(f"  of that, the {name} reader   {reading_cost(read):6.3f} ms")
    print(f"target: {TARGET_MS} ms for a line of three commands")
    return int(costs["bash, three commands"] > TARGET_MS)


def reading_cost(read: Callable[[str], object]) -> float:
    """Median milliseconds of the processor for the line of three commands."""
    spent = []
    for _ in range(RUNS):
        started = process_time()
        read(LINE)
        spent.append((process_time() - started) * 1000)
    return median(spent)


def facts() -> RequestFacts:
    """The disk, looked at for the first time."""
    disk = RealPaths()
    return RequestFacts(str(Path.home()), str(ROOT), disk.real, disk.names, disk.listed)


def cost(work: Callable[..., object], book: Rulebook, call: ToolCall) -> float:
    """Median milliseconds of the processor."""
    spent = []
    for _ in range(RUNS):
        started = process_time()
        work(book, call, facts(), at=0)
        spent.append((process_time() - started) * 1000)
    return median(spent)


if __name__ == "__main__":
    sys.exit(main())
