"""Whether a pattern of the shell could name a file that a rule is about, without looking at the disk."""

import re
from collections.abc import Sequence
from itertools import takewhile

from countermark.rules.located import GLOB, Locator, normalised
from countermark.rules.paths import PathPattern, folded, starts_of

WILD = re.compile(r"[*?]|\[[^]]*\]?")
STEP_UP = re.compile(r"(?:^|/)\.\.(?:/|$)")


def may_name(word: str, pattern: PathPattern, locator: Locator, *, folder: str) -> bool:
    """Whether a word with wildcards, seen from a folder, may stand for a path that a deny or ask pattern means.

    True where that cannot be told. Wildcards of the shell do not stand for the dot at the beginning of a name.
    """
    if STEP_UP.search(word):
        return True
    steps = folded(normalised(locator.absolute(word, folder=folder))).split("/")[1:]
    ends = pattern.rest.split("/")[1:]
    return any(
        _may_meet(steps, [*(name for name in folded(start).split("/")[1:] if name), *ends])
        for start in starts_of(pattern.anchor, locator)
    )


def has_wildcard(word: str) -> bool:
    """Whether a word that the shell replaces may become names of files."""
    return GLOB.search(word) is not None


def _may_meet(steps: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the steps could be the pattern, or something below it."""
    reached = {0}
    for step in steps:
        reached = _past_runs(reached, pattern)
        if len(pattern) in reached:
            return True
        reached = {
            place if pattern[place] == "**" else place + 1
            for place in reached
            if pattern[place] == "**" or may_be_same(step, pattern[place])
        }
    return len(pattern) in _past_runs(reached, pattern)


def _past_runs(reached: set[int], pattern: Sequence[str]) -> set[int]:
    """The places in the pattern that are reached when a `**` stands for nothing."""
    places = set(reached)
    for place in sorted(reached):
        runs = takewhile(lambda index: pattern[index] == "**", range(place, len(pattern)))
        places |= {index + 1 for index in runs}
    return places


def may_be_same(word: str, name: str) -> bool:
    """Whether some name is meant by both; told from their fixed ends, so it says yes too often and never too seldom."""
    if WILD.match(word) and name.startswith("."):
        return False
    if not WILD.search(word):
        word, name = name, word
    if not WILD.search(word):
        return word == name
    (front, back), (other_front, other_back) = _ends(word), _ends(name)
    is_front = front.startswith(other_front) or other_front.startswith(front)
    return is_front and (back.endswith(other_back) or other_back.endswith(back))


def _ends(name: str) -> tuple[str, str]:
    """What stands before the first wildcard and after the last one; a name without any is both."""
    parts = WILD.split(name)
    return parts[0], parts[-1]
