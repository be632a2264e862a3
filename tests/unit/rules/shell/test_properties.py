"""What holds for any line: it is read, in bounded time, and gluing more onto it never makes an answer looser."""

from time import thread_time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from countermark.rules.shell.lines import LONGEST, Expanded, Opaque, SimpleCommand
from countermark.rules.shell.loose import read_loose
from countermark.rules.shell.programs import danger_in, path_words
from countermark.rules.shell.strict import read_strict
from tests.figures import examples
from tests.unit.rules.shell.deciding import decide
from tests.unit.rules.shell.fragments import FRAGMENTS, STARTS

LOOSER = {"deny": 0, "ask": 1, "allow": 2}
LINES = st.lists(st.sampled_from([*STARTS, *FRAGMENTS, " ", "; ", "rm a"]), min_size=1, max_size=6).map("".join)
ADDED = st.sampled_from(["evil", "ls", "make x", "rm a", "git log", "git push", "cd src", "A=1 ls", "$(ls)", "{ ls; }"])
BEFORE = st.sampled_from(["{}; ", "{} && ", "{} || ", "{} | ", "{}\n", "{} & "])
AFTER = st.sampled_from(["; {}", " && {}", " || {}", " | {}", "\n{}", " & {}", ";{}", "&&{}", "|{}", " |& {}"])
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=80)
HOSTILE = [
    "(", "$(", "`", "{ ", '"$(', "'", '"', "a;", "<<a ", "$((", "${", "${a:-", "|", "if a;then ", "case a in a) ",
    "a", "a ", "\\", "<(", "[[ ", "f(){ ", "a[$((", "*?[", "! ", "a&", "\n", "#\n", "$", "a=(", "<", "<<<", "?(a|",
    "cat <<E\n$(\n", "|!", "*))", "`>&*", "$x ", "a=$a$a;", "{a,b}", "eval 'eval ", "sudo ", "sh -c '",
    "git -c a=b ", "find -exec ", "$'\\x", "-a=b:c,d@e ", "\u200b", "ü", "\x00", "\ud800", "echo 'a' | sh;",
    "sed 's/", "awk '/", "x=y ", "a\\\n",
]  # fmt: skip
MOST_MS = 50.0


@given(ANY_TEXT | LINES)
def test_every_text_is_read(line: str) -> None:
    read_loose(line)
    commands = read_strict(line)
    if isinstance(commands, Opaque):
        assert commands.why.endswith(tuple("abcdefghijklmnopqrstuvwxyz)0123456789"))
        return
    for command in commands:
        assert 0 <= command.start < command.end <= len(line)
        assert command.words[: len(command.fixed)] == command.fixed
        danger_in(command.words)
        path_words(command.words)


@given(st.lists(ANY_TEXT, min_size=1, max_size=5))
def test_every_command_is_judged(words: list[str]) -> None:
    for name in (words[0], "git", "find", "sed", "awk", "curl", "xargs", "python", "tar", "sudo", "make"):
        danger = danger_in([name, *words])
        assert danger is None or danger_in([name, *words], named=len(words) + 1) in {
            None,
            "(what it reads from its input)",
        }
        path_words([name, *words])


@examples(4_000)
@given(LINES, ADDED, AFTER)
def test_what_is_glued_after_a_line_never_loosens(line: str, added: str, glue: str) -> None:
    assume(not is_open(line))
    assert LOOSER[decide(line + glue.format(added))] <= LOOSER[decide(line)]


@examples(4_000)
@given(LINES, ADDED, BEFORE)
def test_what_is_glued_before_a_line_never_loosens(line: str, added: str, glue: str) -> None:
    assume(not is_open(line))
    assert LOOSER[decide(glue.format(added) + line)] <= LOOSER[decide(line)]


def is_open(line: str) -> bool:
    """Whether something is missing that the added text could supply: a command, or what a backslash continues."""
    reading = read_strict(line)
    is_short = isinstance(reading, Opaque) and reading.why in {
        "It ends with an operator", "There is no command in it", "A redirection names no file",
        "An operator stands where a command was expected", "A redirection stands alone",
    }  # fmt: skip
    return is_short or line.rstrip().endswith("\\")


@examples(4_000)
@given(LINES)
def test_both_readers_find_the_same_programs(line: str) -> None:
    """What is surely run is never missing where denies look."""
    commands = read_strict(line)
    found = read_loose(line).commands
    for command in () if isinstance(commands, Opaque) else commands:
        assert tuple(as_found(word) for word in command.words) in found, command


def as_found(word: str) -> str:
    return word.replace("$?", "") if isinstance(word, Expanded) else word


@pytest.mark.parametrize("motif", HOSTILE, ids=ascii)
def test_a_hostile_line_is_answered_soon(motif: str) -> None:
    for length in (LONGEST, 1_000_000):
        line = (motif * (length // len(motif) + 1))[:length]
        assert min(milliseconds(line) for _ in range(4)) < MOST_MS


def milliseconds(line: str) -> float:
    """The processor's time that one decision takes."""
    started = thread_time()
    decide(line)
    return (thread_time() - started) * 1000


def test_the_marks_of_a_card() -> None:
    line = "cd src && git log -n 5 > 'x y' # why\n ls ü | cat"
    commands = read_strict(line)
    assert not isinstance(commands, Opaque)
    assert [line[command.start : command.end] for command in commands] == [
        "git log -n 5 > 'x y'", "ls ü", "ls ü", "cat", "cat",
    ]  # fmt: skip
    assert commands[0].redirects[0].path == "x y"
    assert isinstance(commands[0], SimpleCommand)
