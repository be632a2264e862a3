"""Path patterns of rules: gitignore's, from four anchors, over the written path and the one without links."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from countermark.rules.located import LocatedPath, Locator, below
from countermark.rules.refusals import Unusable

LONGEST_PATTERN = 512  # characters
# More of them in a pattern could keep the matching of one hostile path busy for seconds.
MOST_WILDCARDS = 4
MOST_IN_A_NAME = 2
MOST_FOLDER_RUNS = 2  # `**`
MARKED_SLASH = "(?P<ps_d>/)"  # a group with a name, which an expression may hold once; a class holds no slash
TEXT_OF_FOLDER = re.compile(r"(?:/\*\*|/)+$")


class Anchor(StrEnum):
    """Where a pattern starts."""

    ROOT = "//"
    HOME = "~/"
    WORKSPACE = "/"
    ANYWHERE = ""  # at any depth of the disk


Rests = Mapping[Anchor, Collection[str]]  # what is left of paths behind each anchor


@dataclass(frozen=True)
class PathPattern:
    """One path pattern, ready to be matched."""

    text: str  # as it stands in the rule
    anchor: Anchor
    rest: str  # from the anchor on, beginning with a slash; folded where case makes no difference
    expressions: tuple["re.Pattern[str]", ...]  # any of them matches a path relative to the anchor
    covers_start: bool  # whether the anchor's own folder is meant too

    def matches_any(self, rests: Collection[str]) -> bool:
        """Whether one of these paths is meant; they are relative to the anchor, whose own folder is the empty one."""
        if self.covers_start and "" in rests:
            return True
        return any(any(map(expression.match, rests)) for expression in self.expressions)


@dataclass(frozen=True)
class JointPatterns:
    """Patterns that are asked together: any of them, with one expression for each anchor."""

    expressions: tuple[tuple[Anchor, "re.Pattern[str]"], ...]
    covering: tuple[Anchor, ...]  # the anchors whose own folders are meant

    def names_any(self, rests: Rests) -> bool:
        """Whether one of the patterns means one of the paths, as `named_by` says."""
        if any("" in rests[anchor] for anchor in self.covering):
            return True
        return any(any(map(expression.match, rests[anchor])) for anchor, expression in self.expressions)


def joint_patterns(patterns: Collection[PathPattern]) -> JointPatterns:
    """The patterns as few expressions as possible."""
    by_anchor = dict[Anchor, list[str]]()
    for each in patterns:
        by_anchor.setdefault(each.anchor, []).extend(
            f"(?:{it.pattern.replace(MARKED_SLASH, '/')})" for it in each.expressions
        )
    expressions = ((anchor, re.compile("|".join(parts))) for anchor, parts in by_anchor.items())
    covering = dict.fromkeys(each.anchor for each in patterns if each.covers_start)
    return JointPatterns(tuple(expressions), tuple(covering))


def path_pattern(text: str, *, allows: bool) -> PathPattern:
    """A pattern as it stands in a rule that allows, or in one that denies or asks. Raises `Unusable`."""
    _demand_plain(text)
    anchor, rest = _anchored(text, allows=allows)
    _demand_bounded(rest)
    is_all = not set(rest) - set("/*") and "**" in rest
    if allows:
        return PathPattern(text, anchor, rest, (_expression(rest),), covers_start=is_all)
    # What is inside of a folder is meant, so the folder itself is: `rm -r secrets` removes all of `secrets/**`.
    whole = rest if is_all else TEXT_OF_FOLDER.sub("", rest)
    # Folding turns [A-z] into [a-z], which means less.
    forms = {folded(whole), whole} if "[" in whole else {folded(whole)}
    expressions = tuple(_expression(form) for form in sorted(forms))
    return PathPattern(text, anchor, folded(whole), expressions, covers_start=is_all)


def allowed_by(patterns: Iterable[PathPattern], path: LocatedPath, locator: Locator) -> bool:
    """Whether the path is meant by these patterns as it is written and without links."""
    if locator.fault_of(path):
        return False
    known = tuple(patterns)
    return all(is_meant(known, name, locator) for name in path.names)


def is_meant(patterns: Iterable[PathPattern], name: str, locator: Locator) -> bool:
    """Whether the patterns of an allow rule mean this very path."""
    return any(each.matches_any(_rests((name,), starts_of(each.anchor, locator))) for each in patterns)


def named_by(patterns: Iterable[PathPattern], rests: Rests) -> bool:
    """Whether one of these patterns of a deny or ask rule means one of the paths."""
    return any(each.matches_any(rests[each.anchor]) for each in patterns)


def rests_of(names: Iterable[str], locator: Locator) -> Rests:
    """Paths as the patterns of deny and ask rules see them: folded, and relative to each anchor."""
    plain = tuple(map(folded, names))
    return {anchor: _rests(plain, map(folded, starts_of(anchor, locator))) for anchor in Anchor}


def _rests(names: Collection[str], starts: Iterable[str]) -> tuple[str, ...]:
    return tuple(rest for start in starts for name in names if (rest := below(name, start)) is not None)


def starts_of(anchor: Anchor, locator: Locator) -> tuple[str, ...]:
    """The folders that an anchor stands for, as they are called and without links."""
    if anchor is Anchor.HOME:
        return locator.homes
    return locator.workspaces if anchor is Anchor.WORKSPACE else ("/",)


def folded(text: str) -> str:
    """The text without the differences that some file systems do not see: case, and how letters are composed."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text.casefold())


def _demand_plain(text: str) -> None:
    if not text:
        raise Unusable("is empty; a pattern that means everything is `**`")
    if len(text) > LONGEST_PATTERN:
        raise Unusable(f"is longer than {LONGEST_PATTERN} characters")
    if not text.isprintable() or text != text.strip():
        raise Unusable("holds a character that cannot be seen, or a blank at an end; take it out")
    if text.startswith("!"):
        raise Unusable("begins with `!`; nothing can be taken out of a pattern, write narrower ones")
    if "\\" in text:
        raise Unusable("holds a backslash; write `?` for a character that is special")
    if text.startswith("~") and not text.startswith("~/"):
        raise Unusable("begins with `~` but not with `~/`; only your own home folder can be meant")
    parts = text.removeprefix("~").removeprefix("/").removeprefix("/").split("/")
    if not {".", ".."}.isdisjoint(parts):
        raise Unusable("has a step `.` or `..`; write the path that it leads to")
    if "" in parts[:-1] or parts == [""]:
        raise Unusable("has an empty step; `//` stands only at the beginning, and something follows it")


def _anchored(text: str, *, allows: bool) -> tuple[Anchor, str]:
    """The anchor, and the pattern from there, which begins with a slash."""
    if text.startswith("//"):
        return Anchor.ROOT, text[1:]
    if text.startswith("~/"):
        return Anchor.HOME, text[1:]
    if text.startswith("/"):
        return Anchor.WORKSPACE, text
    return (Anchor.WORKSPACE, f"/{text}") if allows else (Anchor.ANYWHERE, f"/**/{text}")


def _demand_bounded(rest: str) -> None:
    names = rest[1:].split("/")
    runs = [index for index, name in enumerate(names) if name == "**" and names[index - 1 : index] != ["**"]]
    if any("**" in name and name != "**" for name in names):
        raise Unusable("has `**` inside of a name; it stands alone between slashes")
    stars = [name.count("*") for name in names if name != "**"]
    if max(stars, default=0) > MOST_IN_A_NAME or len(runs) > MOST_FOLDER_RUNS + 1:
        raise Unusable(f"has more than {MOST_IN_A_NAME} `*` in a name or more than {MOST_FOLDER_RUNS} `**`")
    if sum(stars) + len(runs) > MOST_WILDCARDS + 1:
        raise Unusable(f"has more than {MOST_WILDCARDS} wildcards; write narrower patterns")
    for name in names:
        if re.search(r"\[[^]]*\[", name):
            raise Unusable("has a `[` inside of a class; write `?` for the character")


def _expression(rest: str) -> "re.Pattern[str]":
    try:
        expression = GitIgnoreSpecPattern(rest).regex
    except (ValueError, re.error):
        expression = None
    if expression is None:
        raise Unusable("is no pattern of gitignore; look at its brackets")
    return expression
