"""What known programs do beyond reading: the options and arguments that run or write something."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from countermark.rules.shell.bodies import SHELLS
from countermark.rules.shell.code import INTERPRETER
from countermark.rules.shell.git import git_dangers
from countermark.rules.shell.options import end_of_options, operands
from countermark.rules.shell.paths import path_words
from countermark.rules.shell.program_options import (
    CURL_LETTERS,
    CURL_NAMES,
    CURL_VALUED,
    CURL_VALUED_NAMES,
    INFORMS,
    MOST_OPERANDS,
    OPTIONS,
    PLAIN_FLAGS,
    RUNNER,
    TESTS,
    VALUED,
)
from countermark.rules.shell.scripts import awk_dangers, sed_dangers
from countermark.rules.shell.wrappers import program_of, wrapped_in

INPUT = "(what it reads from its input)"
FIND_ACTS = re.compile(r"-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|files0-from)")
THIS_MACHINE = re.compile(r"(?:https?://)?(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?(?:[/?][\w./?&=%,;+:-]*)?")
REPORTER = re.compile(r"--report")
NAMED_REPORTER = re.compile(r"--reporters?[= ][a-z-]+(?: |$)")
RUNS_CODE = re.compile(r"-[A-Za-z]*[cepE]|--eval|--print")
SQL_ACTS = re.compile(
    r"writefile|load_extension|edit\(|readfile|attach|^ *[.\\]|\\!|copy\s", re.IGNORECASE | re.MULTILINE
)
LOCKED = frozenset({"ci", "clean-install", "--frozen-lockfile", "--immutable", "--frozen", "--locked"})
CONTEXT = re.compile(r"(?!github\.com/|git@)[\w./-]*[\w./]")  # of an image: a folder, no address and no input
PLAIN_PROPERTY = re.compile(r"-D(?:skipTests|skipITs|(?:test|it\.test)=[\w.#*,$-]+)(?:=true)?")
JQ_READS = re.compile(r"(?<![.\w])env\b|\$ENV|\$__|\b(?:import|include)\b|\binput_filename\b")
MOST_LAYERS = 10

Dangers = Callable[[Sequence[str]], Iterable[int]]


def danger_in(words: Sequence[str], *, named: int = 0) -> str | None:
    """The first word that makes a known program run or write something although it otherwise only reads.

    The first `named` words are no danger: the rule's own pattern spells them out. None for an unknown program: a rule
    that names it means all that it does. `INPUT` when the program would run what it reads from its input.
    """
    for index in sorted(_dangers(tuple(words), MOST_LAYERS)):
        if index >= named:
            return words[index] if index < len(words) else INPUT
    return None


def _dangers(words: tuple[str, ...], layers: int) -> Iterator[int]:
    name = program_of(words)
    if options := OPTIONS.get(name):
        yield from options.where(words)
    if dangers := _OF_PROGRAM.get(name):
        yield from dangers(words)
    elif name in SHELLS or INTERPRETER.fullmatch(name):
        yield from _interpreted(words)
    if name in MOST_OPERANDS:
        yield from list(operands(words, valued=VALUED.get(name, "")))[MOST_OPERANDS[name] :]
    yield from _in_wrapped((name, *words[1:]), layers)


def _in_wrapped(words: tuple[str, ...], layers: int) -> Iterator[int]:
    """The program that is run by another has to be named, and is itself looked at."""
    for inner in wrapped_in(words):
        start = len(words) - len(inner)
        yield start
        if layers:
            yield from (start + index for index in _dangers(inner, layers - 1))


def _of_find(words: Sequence[str]) -> Iterator[int]:
    yield from (index for index, word in enumerate(words) if FIND_ACTS.fullmatch(word))


def _of_curl(words: Sequence[str]) -> Iterator[int]:
    """All but asking this machine for something and printing it."""
    option = ""  # the one whose value comes next
    for index, word in enumerate(words[1:], start=1):
        if option:
            if not _is_harmless_value(option, word):
                yield index
            option = ""
        elif word.startswith("--"):
            option = word[2:] if word[2:] in CURL_VALUED_NAMES else ""
            if not option and word[2:] not in CURL_NAMES:
                yield index
        elif word.startswith("-") and len(word) > 1:
            option = word[-1] if word[-1] in CURL_VALUED else ""
            if not CURL_LETTERS.issuperset(word[1:-1] if option else word[1:]):
                yield index
        elif not THIS_MACHINE.fullmatch(word):
            yield index


def _is_harmless_value(option: str, value: str) -> bool:
    if option in {"X", "request"}:
        return value in {"GET", "HEAD"}
    if option in {"o", "output"}:
        return value == "/dev/null"
    return not value.startswith("@") and "%output" not in value


def _of_less(words: Sequence[str]) -> Iterator[int]:
    yield from (index for index, word in enumerate(words) if word.startswith("+"))


def _of_make(words: Sequence[str]) -> Iterator[int]:
    """A variable may be a program (`CC=…`), and each further target is one more thing that is done."""
    yield from operands(words, valued="jl")


def _of_targets(words: Sequence[str]) -> Iterator[int]:
    """Of Maven, Gradle and their like: each further target, and properties and files that load more."""
    yield from operands(words, valued="xTl", named=("-pl", "--projects", "--tests", "--exclude-task"))
    for index, word in enumerate(words[1:], start=1):
        is_property = word.startswith(("-D", "-P")) and not PLAIN_PROPERTY.fullmatch(word)
        if is_property or re.match(r"-[Ibcsfg]$|--(?:init|build-f|settings|include-b|file|global-s|tool)", word):
            yield index


def _of_go(words: Sequence[str]) -> Iterator[int]:
    """Of `go run`: what is no folder of this module is fetched from its server."""
    if words[1:2] and words[1] == "run":
        first = next(operands(words, 2), len(words))
        if first < len(words) and not words[first].startswith("."):
            yield first


def _of_docker(words: Sequence[str]) -> Iterator[int]:
    if "build" in words[1:2]:
        values = ("--tag", "--file", "--build-arg", "--target", "--platform", "--label", "--progress", "--network")
        folders = operands(words, 2, valued="tf", named=values)
        yield from (index for index in folders if not CONTEXT.fullmatch(words[index]))


def _of_ps(words: Sequence[str]) -> Iterator[int]:
    """The letter `e` without a dash, and `-E` elsewhere, show the environment of each program."""
    for index, word in enumerate(words[1:], start=1):
        if re.fullmatch(r"-\w*E\w*|[a-zA-Z]*e[a-zA-Z]*", word) and not re.fullmatch(
            r"-[opuCGU]|--\w+", words[index - 1]
        ):
            yield index


def _of_jq(words: Sequence[str]) -> Iterator[int]:
    """A filter may show the environment, where passwords are, and may read other files as modules."""
    yield from (index for index, word in enumerate(words[1:], start=1) if JQ_READS.search(word))


def _of_date(words: Sequence[str]) -> Iterator[int]:
    yield from (index for index in operands(words, valued="drI") if not words[index].startswith("+"))


def _of_tests(words: Sequence[str]) -> Iterator[int]:
    yield from (index for index, word in enumerate(words) if word in TESTS)


def _of_printf(words: Sequence[str]) -> Iterator[int]:
    yield from (index for index, word in enumerate(words[:3]) if word.startswith("-v"))


def _of_tsc(words: Sequence[str]) -> Iterator[int]:
    lowered = [word.lower() for word in words]
    yield from OPTIONS["tsc"].where(lowered)
    for index, word in enumerate(lowered):
        if word.startswith("@") or (word == "false" and lowered[index - 1].lstrip("-") == "noemit"):
            yield index


def _of_npm(words: Sequence[str]) -> Iterator[int]:
    """After `--` stands what the script's program gets, most often a test runner."""
    end = end_of_options(words)
    if end < len(words):
        yield from _of_runner([words[0], *words[end + 1 :]], end)
    else:
        yield from _of_runner(words)
    if "audit" in words[:2] and "fix" in words:
        yield words.index("fix")
    if not LOCKED.isdisjoint(words):  # with an operand, more than the lock file says is installed
        yield from list(operands(words))[1:]


def _of_runner(words: Sequence[str], offset: int = 0) -> Iterator[int]:
    yield from (index + offset for index in RUNNER.where(words))
    reporters = (index for index, word in enumerate(words) if REPORTER.match(word))
    yield from (index + offset for index in reporters if not NAMED_REPORTER.match(" ".join(words[index : index + 2])))


def _of_sql(words: Sequence[str]) -> Iterator[int]:
    yield from (index for index, word in enumerate(words) if SQL_ACTS.search(word))
    if not any(" " in word for word in words):
        yield len(words)


def _of_tar(words: Sequence[str]) -> Iterator[int]:
    """The first word may be a cluster without its dash; only a list of what is in it is reading."""
    if len(words) > 1 and not words[1].startswith("-") and not re.fullmatch(r"t[vzjJ]*f?", words[1]):
        yield 1


def _interpreted(words: tuple[str, ...]) -> Iterator[int]:
    """Up to its program, all words of an interpreter have to be named; without one it runs its input."""
    if len(words) == 2 and words[1] in INFORMS:
        return
    if len(words) == 3 and words[0] in SHELLS and words[1] == "-n" and words[2][:1] not in {"-", "+"}:
        return  # it reads the script and runs nothing
    is_value = False
    for index, word in enumerate(words[1:], start=1):
        yield index
        if word.startswith("-") and len(word) > 1:
            is_value = word not in PLAIN_FLAGS
        elif is_value and words[index - 1] != "-m":
            is_value = False
        elif word != "-":
            yield from (index + inner for inner in _dangers(words[index:], 1) if words[index - 1] == "-m")
            return
        else:
            break
    if "--test" not in words and not any(RUNS_CODE.fullmatch(word) for word in words):
        yield len(words)


_OF_PROGRAM: dict[str, Dangers] = {
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), awk_dangers),
    **dict.fromkeys(("sed", "gsed"), sed_dangers),
    **dict.fromkeys(("find", "gfind"), _of_find),
    **dict.fromkeys(("less", "more", "most", "vim", "vi", "nvim", "view", "emacs"), _of_less),
    **dict.fromkeys(("make", "gmake"), _of_make),
    **dict.fromkeys(("test", "["), _of_tests),
    **dict.fromkeys(("jest", "vitest", "mocha", "ava", "tap"), _of_runner),
    **dict.fromkeys(("npm", "yarn", "pnpm", "uv", "poetry"), _of_npm),
    **dict.fromkeys(("sqlite3", "psql", "mysql"), _of_sql),
    **dict.fromkeys(("mvn", "mvnw", "gradle", "gradlew", "ant", "rake", "just", "task", "ninja", "sbt"), _of_targets),
    "curl": _of_curl,
    "date": _of_date,
    "docker": _of_docker,
    "go": _of_go,
    "git": git_dangers,
    "jq": _of_jq,
    "printf": _of_printf,
    "ps": _of_ps,
    "tar": _of_tar,
    "tsc": _of_tsc,
}


__all__ = ["INPUT", "danger_in", "path_words"]
