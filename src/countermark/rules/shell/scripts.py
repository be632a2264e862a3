"""The small parts of sed's and awk's languages that only print; all else may write files or run programs."""

import re
from collections.abc import Iterator, Sequence

from countermark.rules.shell.lines import Expanded
from countermark.rules.shell.options import operands


def _sed_pattern(delimiter: str) -> str:
    """A regular expression up to its delimiter; in brackets it may not stand: GNU's sed and BSD's disagree there."""
    d = re.escape(delimiter)
    return rf"(?:[^{d}\\\[\n]|\\[^\n]|\[\^?(?:\[:\w+:\]|[^\]\[{d}\\\n])+\])*"


def _substitution(delimiter: str) -> str:
    d = re.escape(delimiter)
    return rf"s{d}{_sed_pattern(delimiter)}{d}(?:[^{d}\\\n]|\\[^\n])*{d}[gpiIM0-9]*"


_ADDRESS = rf"(?:\d+(?:~\d+)?|\$|/{_sed_pattern('/')}/I?)"
_ADDRESSES = rf"(?:{_ADDRESS}(?:, ?(?:{_ADDRESS}|[+~]\d+))? ?!? ?)?"
_COMMAND = rf"(?:[pdDPnNhHgGxl=]|[qQ]\d*|{'|'.join(_substitution(delimiter) for delimiter in '/|#,@:%')})"
_BLOCK = rf"(?:{_COMMAND}|\{{ *{_COMMAND}(?: *; *{_COMMAND})* *(?:; *)?\}})"
SED_PRINTS = re.compile(rf" ?{_ADDRESSES}{_BLOCK}(?: *; *{_ADDRESSES}{_BLOCK})* *(?:; *)?")
SED_FLAG = re.compile(r"-[nErszu]+|--(?:quiet|silent|regexp-extended|posix|separate|null-data|version|help)")
SED_SCRIPT_FOLLOWS = re.compile(r"-[nErszu]*e|--expression")

# What may stand in a program of awk: nothing else is called, and there is no `|` and no `@`.
AWK_TOKEN = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<keyword>(?:print|printf|if|while|for|in|else|do|return|delete|exit|next|nextfile|BEGIN|END)\b)"
    r"|(?:length|substr|index|split|sub|gsub|tolower|toupper|int|sprintf|match)\("
    r"|(?P<operand>\d+(?:\.\d+)?|\"(?:[^\"\\\n]|\\[^\n])*\"|[A-Za-z_]\w*(?!\w)(?! *\()|\])"
    r"|(?P<block>[{}])|(?P<more>>=?)|(?P<slash>/)"
    r"|(?P<before>&&|\|\||!~|==|!=|[(,;!~])|<=?|[-+*%=?:$)\[^]"
)
AWK_PATTERN = re.compile(r"/(?:[^/\\\n\[]|\\[^\n]|\[\^?(?:\[:\w+:\]|[^\]\[/\\\n])+\])+/")
AWK_WRITES = frozenset("getline system ENVIRON ARGV ARGC PROCINFO SYMTAB FUNCTAB close fflush function func".split())
AWK_FLAG = re.compile(r"-[Fv].*|--(?:version|help|field-separator=.*|assign=.*)", re.DOTALL)


def sed_dangers(words: Sequence[str]) -> Iterator[int]:
    """The indexes of options that write or read scripts, and of scripts that do more than print."""
    scripts = [index + 1 for index, word in enumerate(words[:-1]) if SED_SCRIPT_FOLLOWS.fullmatch(word)]
    glued = [index for index, word in enumerate(words) if word.startswith("--expression=")]
    if not scripts and not glued:
        scripts = [index for index, word in enumerate(words) if index and not word.startswith("-")][:1]
    for index, word in enumerate(words):
        if index in scripts or index in glued:
            if isinstance(word, Expanded) or not SED_PRINTS.fullmatch(word.removeprefix("--expression=")):
                yield index
        elif word.startswith("-") and len(word) > 1 and not _is_sed_flag(word):
            yield index


def _is_sed_flag(word: str) -> bool:
    return bool(SED_FLAG.fullmatch(word) or SED_SCRIPT_FOLLOWS.fullmatch(word))


def awk_dangers(words: Sequence[str]) -> Iterator[int]:
    """The indexes of options that read programs or write, and of a program that does more than print."""
    start = 1
    while start < len(words) and words[start].startswith("-") and len(words[start]) > 1:
        if not AWK_FLAG.fullmatch(words[start]):
            yield start
        start += 2 if words[start] in {"-F", "-v"} else 1
    program = next(operands(words, start), None)
    if program is not None and (isinstance(words[program], Expanded) or not _awk_prints(words[program])):
        yield program


def _awk_prints(program: str) -> bool:
    """Whether it only computes and prints; `>` compares outside of blocks and writes inside of them."""
    position = depth = 0
    before: str | None = "before"  # what kind of token stands before this one
    while position < len(program):
        token = AWK_TOKEN.match(program, position)
        if token is None or token.group() in AWK_WRITES or (token["more"] and depth):
            return False
        position = token.end()
        if token["slash"]:
            if before in {"before", "block"}:
                pattern = AWK_PATTERN.match(program, token.start())
                if pattern is None:
                    return False
                position = pattern.end()
            elif before != "operand":  # a division or a pattern? what follows depends on it
                return False
        depth += {"{": 1, "}": -1}.get(token.group(), 0)
        if token["blank"] is None or "\n" in token.group():
            before = token.lastgroup
    return depth == 0
