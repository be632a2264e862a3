"""Whatever is allowed is run in real shells: only what was read runs, where it was read, and no file appears."""

import posixpath
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from countermark.rules.shell.lines import Expanded, Opaque, SimpleCommand
from countermark.rules.shell.loose import read_loose
from countermark.rules.shell.programs import danger_in
from countermark.rules.shell.strict import read_strict
from tests.figures import figure
from tests.unit.rules.shell.deciding import decide
from tests.unit.rules.shell.fragments import FRAGMENTS, lines
from tests.unit.rules.shell.shells import SHELLS, Call, Outcome, Shells

LINES = 50_000
SEED = 11
LEAST_ALLOWED = 0.05
SEARCHED = 10_000
SEARCHED_LEAST = 0.02
# What nobody has allowed may write outside the test's folder: `> /dev/nul`, or `cd / && ls > x`.
WRITES_ELSEWHERE = re.compile(r"""> *[&|]? *["'\\$]*/(?!dev/null(?![^\s;|&)]))|cd +["'\\]*[/.~].*>""", re.DOTALL)
ALLOWED = [
    ("git", "log"),
    ("git", "status"),
    ("git", "diff"),
    ("ls",),
    ("cat",),
    ("npm", "test"),
    ("time", "ls"),
    ("time", "cat"),
]


def escapes(line: str, shells: Shells) -> list[str]:
    """What an allowed line did that it may not do, in each shell."""
    commands = read_strict(line)
    assert not isinstance(commands, Opaque)
    return [
        f"{shell}: {line!r} {fault}"
        for shell in SHELLS
        for fault in faults_of(shells.run(line, shell), (*commands, *given(commands, line)))
    ]


def given(commands: tuple[SimpleCommand, ...], line: str) -> tuple[SimpleCommand, ...]:
    """What is run besides: what bash itself times, and the `cat` that gives a literal text."""
    timed = [replace(command, words=command.words[1:]) for command in commands if command.words[0] == "time"]
    literal = [replace(command, words=("cat",)) for command in commands if '"$(cat <<' in line]
    return (*timed, *literal)


def faults_of(outcome: Outcome, commands: Iterable[SimpleCommand]) -> list[str]:
    faults = [f"writes {name}" for name in outcome.files]
    for call in outcome.calls:
        if not any(call.words[: len(prefix)] == prefix for prefix in ALLOWED):
            faults.append(f"runs {call}")
        elif danger_in(call.words, named=2 if call.words[0] in {"git", "npm", "time"} else 1) is not None:
            faults.append(f"is dangerous: {call}")
        elif not any(is_call_of(call, command) for command in commands):
            faults.append(f"was read otherwise: {call}")
    return faults


def is_call_of(call: Call, command: SimpleCommand) -> bool:
    """Whether a program was called with these words in this folder; the shell may have replaced some of them."""
    folder = (command.folder or ".").replace("~", "../home", 1)
    if posixpath.relpath(posixpath.join("/x/work", folder), "/x/work") != call.folder:
        return False
    fixed = command.fixed
    if len(fixed) == len(command.words):
        return call.words == fixed
    return call.words[: len(fixed)] == fixed and all(word in call.words for word in unexpanded(command))


def unexpanded(command: SimpleCommand) -> list[str]:
    return [word for word in command.words if not isinstance(word, Expanded)]


@pytest.mark.tenth
def test_whatever_is_allowed_runs_only_what_was_read(tmp_path: Path) -> None:
    shells = Shells(tmp_path)
    allowed = [line for line in dict.fromkeys(lines(figure(LINES), seed=SEED)) if decide(line) == "allow"]
    assert len(allowed) > LEAST_ALLOWED * figure(LINES)
    assert [fault for line in allowed for fault in escapes(line, shells)] == []


@pytest.mark.tenth
def test_whatever_runs_was_found(tmp_path: Path) -> None:
    """The loose reader against bash: a program that ran was found in the line, if its name is no pattern."""
    shells = Shells(tmp_path)
    run, missed = 0, []
    for line in dict.fromkeys(lines(figure(SEARCHED), seed=SEED + 1)):
        if "evil" not in line or any(character in line for character in "*?[") or ">(" in line:  # which may wait
            continue
        if WRITES_ELSEWHERE.search(line):
            continue
        if any(call.words[0] == "evil" for call in shells.run(line.replace("\0", ""), "bash").calls):
            run += 1
            if all(command[0] != "evil" for command in read_loose(line).commands):
                missed.append(line)
    assert missed == []
    assert run > SEARCHED_LEAST * figure(SEARCHED)


def test_there_are_enough_fragments() -> None:
    assert len(set(FRAGMENTS)) >= 60


@pytest.mark.parametrize(
    "line",
    [
        "evil",
        "git log; evil",
        "ls > out",
        "git log & evil",
        "ls $(evil)",
        "(sleep 0; evil) & ls",
        "./evil",
        "git push",
        "ls\nrm a",
    ],
)
def test_the_oracle_sees_an_escape(line: str, tmp_path: Path) -> None:
    for shell in SHELLS:
        assert faults_of(Shells(tmp_path).run(line, shell), (SimpleCommand(("ls",), (), None, 0, 2),)) != []


def test_the_oracle_sees_where_and_how(tmp_path: Path) -> None:
    outcome = Shells(tmp_path).run("cd src && ls 'a\nb' ''", "bash")
    assert outcome == Outcome((Call("src", ("ls", "a\nb", "")),), frozenset())
