"""The two corpora of commands, and a made-up disk on which the built-in rules judge them."""

import posixpath
import re
from dataclasses import dataclass
from pathlib import Path

from countermark.model.modes import GateMode
from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.evaluate import judge
from countermark.rules.facts import RequestFacts
from countermark.rules.modes import built_in
from countermark.rules.rulebook import Rulebook, RulesJudgement

HERE = Path(__file__).parent
HOME = "/home/someone"
WORKSPACE = "/home/someone/src/shop"
# A disk without links, on which no pattern finds a file that a rule is about.
FACTS = RequestFacts(home=HOME, workspace=WORKSPACE, real=posixpath.normpath, names=lambda _: 1, listed=lambda _: ())
LINE = re.compile(r"(?:(?P<folder>[\w./-]+)\$ )?(?P<command>.+)")


@dataclass(frozen=True)
class Written:
    """One line of a corpus."""

    text: str  # as it stands in the file
    command: str
    cwd: str


def corpus(name: str) -> list[Written]:
    """The commands of a file; its head says how they are written."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [_written(line) for line in lines if line and not line.startswith("#")]


def _written(line: str) -> Written:
    match = LINE.fullmatch(line)
    assert match is not None, line
    return Written(line, match["command"].replace("⏎", "\n"), posixpath.join(WORKSPACE, match["folder"] or "."))


def judged(command: str, mode: GateMode, *, cwd: str = WORKSPACE) -> RulesJudgement:
    """What the built-in rules of a mode say about a command, in the workspace of these tests."""
    call = ToolCall(ToolKind.BASH, "Bash", posixpath.normpath(cwd), "{}", command=command)
    return judge(Rulebook(built_in(mode)), call, FACTS, at=0)


def is_let_through(written: Written, mode: GateMode) -> bool:
    """Whether the built-in rules of a mode allow a command without asking."""
    return judged(written.command, mode, cwd=written.cwd).decision is Decision.ALLOW
