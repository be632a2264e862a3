"""Where each `[[rule]]` of a TOML file stands: Python's reader tells no lines."""

import re
from dataclasses import dataclass

LONGEST_TEXT = 4000  # characters of a rule's own text that are kept
# Strings and comments, in which brackets and line ends mean nothing, and what means something outside of them.
TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|\n|\[|\]",
    re.DOTALL,
)
DOTTED = re.compile(r"(?:\.[^.\n]*){3}")
HEADER = re.compile(r"""[ \t]*\[\[[ \t]*(?:rule|"rule"|'rule')[ \t]*\]\]""")


@dataclass(frozen=True)
class RuleText:
    """One rule as it stands in its file."""

    line: int  # of its `[[rule]]`, from 1
    text: str


def rule_texts(text: str) -> list[RuleText]:
    """The rules of a text that is TOML."""
    starts = _headers(text)
    ends = [*starts, len(text)][1:]
    lines, counted, found = 1, 0, []
    for start, end in zip(starts, ends, strict=True):
        lines += text.count("\n", counted, start)
        counted = start
        found.append(RuleText(lines, _own(text[start:end])))
    return found


def has_deep_keys(text: str) -> bool:
    """Whether a key has many dots: Python's reader takes memory and time with the square of them. No rule has any."""
    return DOTTED.search(TOKEN.sub(_blank, text)) is not None


def _blank(token: "re.Match[str]") -> str:
    return "\n" if token.group() == "\n" else " "


def _headers(text: str) -> list[int]:
    """Offsets of the lines that begin a rule."""
    headers, depth = [], 0
    if HEADER.match(text):
        headers.append(0)
    for token in TOKEN.finditer(text):
        mark = token.group()
        if mark == "[":
            depth += 1
        elif mark == "]":
            depth -= 1
        elif mark == "\n" and depth == 0 and HEADER.match(text, token.end()):
            headers.append(token.end())
    return headers


def _own(text: str) -> str:
    """A rule's text without the blank lines and comments that lead to the next one."""
    lines = text.splitlines()
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return "\n".join(lines)[:LONGEST_TEXT]
