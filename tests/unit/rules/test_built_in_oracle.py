"""What the mode "edits" allows is run in real shells with stubs: only what was read runs, as it was read."""

import posixpath
import random
from pathlib import Path

import pytest

from countermark.model.modes import GateMode
from countermark.rules.shell.lines import Expanded, Opaque, SimpleCommand
from countermark.rules.shell.strict import read_strict
from tests.figures import figure
from tests.unit.rules.corpora.commands import Written, corpus, is_let_through
from tests.unit.rules.shell.shells import PROGRAMS, SHELLS, Call, Shells

LINES = 10_000
SEED = 23
# What agents write: in front of a command, commands, what follows them, and what stands between two; tricks among all.
FRONT = [
    "",
    "",
    "",
    "CI=1 ",
    "NODE_ENV=test ",
    "TZ=UTC ",
    "LANG=C CI=1 ",
    "CI=$(evil) ",
    "PATH=. ",
    "CI='1' ",
    "CI= ",
    "time ",
]
COMMANDS = [
    *("npm test", "pytest -q", "git status", "git commit -m x", "timeout 5 pytest", "timeout 5 evil", "ls", "echo $?"),
    *(
        "cat <<'EOF'",
        "cat <<'EOF' > src/a",
        "cat > src/b <<'EOF'",
        'cat << "EOF"',
        "cat <<EOF",
        "cat <<-'EOF'",
        "wc <<'EOF'",
    ),
    *(
        "git commit -m \"$(cat <<'EOF'\nfix: x\nEOF\n)\"",
        "git commit -m \"$(cat <<'EOF'\n",
        "npm run -w src test",
        "evil",
    ),
    *("git -C src status", "git -C .. status", "make -C src html", "rm -rf dist", "cd src", ". .venv/bin/activate"),
]
BEHIND = [
    *(
        "",
        "",
        "",
        "",
        "",
        "",
        "\nEOF",
        "\nx\nEOF",
        "\n$(evil)\nEOF",
        "\n`evil`\nEOF",
        "\nit's\nEOF",
        "\nevil\n EOF",
        "\nEOF\nevil",
    ),
    *(
        " 2>&1",
        " > out.txt",
        " $?",
        ' "exit $?"',
        " # x",
        " evil",
        '\nEOF\n)"',
        " '",
        ' "',
        " \\\n",
        " $(evil)",
        " `evil`",
        "\nx\nEOF\n",
    ),
]
BETWEEN = [" && ", " && ", "; ", " | ", " || ", "\n", " & ", " "]


def line(chance: random.Random) -> str:
    text = ""
    for _ in range(chance.randint(1, 3)):
        text += chance.choice(BETWEEN) if text else ""
        text += chance.choice(FRONT) + chance.choice(COMMANDS) + chance.choice(BEHIND)
    return text


def faults(text: str, shells: Shells) -> list[str]:
    """What an allowed line did that was not read in it, in each shell."""
    commands = read_strict(text)
    assert not isinstance(commands, Opaque)
    written = {posixpath.basename(redirect.path) for command in commands for redirect in command.redirects}
    found = []
    for shell in SHELLS:
        outcome = shells.run(text, shell)
        strays = [name for name in outcome.files if posixpath.basename(name) not in written]
        calls = [call for call in outcome.calls if not any(is_call_of(call, command) for command in commands)]
        found += [f"{shell}: {text!r} {each}" for each in (*strays, *calls)]
    return found


def is_call_of(call: Call, command: SimpleCommand) -> bool:
    """Whether a program was called with these words; the shell may have replaced some of them."""
    words = command.words[1:] if command.words[0] == "time" and call.words[0] != "time" else command.words
    folder = posixpath.normpath(posixpath.join("/r/work", (command.folder or ".").replace("~", "../home", 1)))
    if folder != posixpath.normpath(posixpath.join("/r/work", call.folder)):
        return False
    fixed = [word for word in words if not isinstance(word, Expanded)]
    if len(fixed) == len(words):
        return call.words == (posixpath.basename(words[0]), *words[1:])
    return set(fixed) <= {words[0], *call.words}


@pytest.fixture(scope="module")
def programs() -> set[str]:
    """The names of all programs of the ordinary corpus, and of those that a trick would start."""
    commands = [read_strict(each.command) for each in corpus("ordinary")]
    named = {command.words[0] for each in commands if not isinstance(each, Opaque) for command in each}
    return {name for name in named if "/" not in name and name not in {".", "["}} | {*PROGRAMS, "python3", "time"}


def test_ordinary_commands_run_as_they_were_read(tmp_path: Path, programs: set[str]) -> None:
    shells = Shells(tmp_path, programs, cat_gives=True)
    allowed = [
        each for each in corpus("ordinary") if is_let_through(each, GateMode.EDITS) and not each.cwd.endswith("web")
    ]
    assert [fault for each in allowed for fault in faults(each.command, shells)] == []


@pytest.mark.tenth
def test_whatever_is_allowed_runs_as_it_was_read(tmp_path: Path, programs: set[str]) -> None:
    shells = Shells(tmp_path, programs, cat_gives=True)
    chance = random.Random(SEED)
    texts = dict.fromkeys(line(chance) for _ in range(figure(LINES)))
    allowed = [text for text in texts if is_let_through(Written(text, text, "/home/someone/src/shop"), GateMode.EDITS)]
    assert len(allowed) > 0.05 * len(texts)
    assert [fault for text in allowed for fault in faults(text, shells)] == []
