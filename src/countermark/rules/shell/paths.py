"""Which words of a simple command may name files."""

import re
from collections.abc import Iterator, Sequence

from countermark.rules.shell.options import operands
from countermark.rules.shell.wrappers import program_of

# Of these no argument names a file.
SAYS_ONLY = frozenset("echo printf true false sleep seq whoami uname uptime which type hostname nproc".split())
# The first operand of these is a text, unless an option has given it already.
TEXT_FIRST: dict[str, tuple[str, re.Pattern[str]]] = {
    **dict.fromkeys(
        ("grep", "egrep", "fgrep", "ggrep"), ("ABCDdefm", re.compile(r"-[A-Za-z]*[ef].*|--(?:re|fi).*", re.DOTALL))
    ),
    "rg": ("ABCEdefgjMmrtT", re.compile(r"-[A-Za-z]*[ef].*|--(?:re|fi|ty).*", re.DOTALL)),
    "sed": ("l", re.compile(r"-[A-Za-z]*[ef].*|--(?:ex|fi).*", re.DOTALL)),
    **dict.fromkeys(("awk", "gawk", "mawk"), ("Fv", re.compile(r"-[A-Za-z]*[fEi].*|--.*", re.DOTALL))),
    "jq": ("L", re.compile(r"-[a-z]*f|--from-file|--arg.*|--slurpfile|--rawfile", re.DOTALL)),
}  # the letters of its options that take a value, and what gives the text otherwise
# Options whose value is a message or a condition; of git, those of the subcommands that take a message.
MESSAGES = frozenset("commit tag stash merge notes".split())
TEXT_VALUES = {
    "git": re.compile(r"-a?m|--message"),
    **dict.fromkeys(("pytest", "py.test"), re.compile(r"-k|-m")),
    **dict.fromkeys(("jest", "vitest"), re.compile(r"-t|--testNamePattern")),
}
# Letters of options without a value: in a cluster of these nothing is glued.
FLAGS = {
    "ls": frozenset("aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1"),
    "cat": frozenset("AbeEnstTuv"),
    "grep": frozenset("EFGPivwxycLlqosbHhnTUzZraRIZ0123456789"),
    "git": frozenset("pusrzabvwi0123456789"),
    "rm": frozenset("rRfidvI"),
    "cp": frozenset("abdfiHlLnPpRrsTuvxZ"),
    "mv": frozenset("bfinTuvZ"),
    "head": frozenset("qvz0123456789"),
    "tail": frozenset("fFqrvz0123456789"),
    "wc": frozenset("cmlLw"),
    "mkdir": frozenset("pvZ"),
    "sed": frozenset("nErsuz"),
    "sort": frozenset("bdfghimMnRrsuVzc"),
    "diff": frozenset("qsacuybBwiEZNrTtapd0123456789"),
}
NUMBER = re.compile(r"-?\d+")
PATH_ENDS = re.compile(r"=|@|:(?!//)")


def path_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a command that may name files, options' values included; all that certainly are none left out.

    A word that holds a path after `=`, `@` or `:` is given whole and in its parts.
    """
    name = program_of(tuple(words))
    if name in SAYS_ONLY:
        return ()
    texts = _texts(name, words)
    flags = FLAGS.get(name, frozenset())
    end = words.index("--") if "--" in words else len(words)
    candidates = (
        part
        for index, word in enumerate(words)
        if index and index not in texts
        for part in (*_parts(word, flags), *([word] if index > end else ()))
    )
    return tuple(dict.fromkeys(part for part in candidates if part and part != "-"))


def _texts(name: str, words: Sequence[str]) -> frozenset[int]:
    """The indexes of words that are a pattern or a program, and of a subcommand of git."""
    if name in TEXT_VALUES and (name != "git" or (words[1:2] and words[1] in MESSAGES)):
        option = TEXT_VALUES[name]
        values = (index for index in range(2, len(words)) if option.fullmatch(words[index - 1]))
        return frozenset({1, *values} if name == "git" else values)
    if name == "git" and len(words) > 1 and not words[1].startswith("-"):
        return frozenset({1})
    if name not in TEXT_FIRST:
        return frozenset()
    valued, given = TEXT_FIRST[name]
    if any(given.fullmatch(word) for word in words[1:]):
        return frozenset()
    return frozenset(list(operands(words, valued=valued))[:1])


def _parts(word: str, flags: frozenset[str]) -> Iterator[str]:
    if word == "--":
        return
    if word.startswith("--"):
        yield word.partition("=")[2]
        return
    if word.startswith("-"):
        if not flags.issuperset(word[1:]) and not NUMBER.fullmatch(word):
            yield word[2:]
        return
    yield word
    if PATH_ENDS.search(word):
        yield from PATH_ENDS.split(word)
