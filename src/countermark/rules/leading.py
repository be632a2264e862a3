"""Harmless options between a program and its subcommand, so that `git -C web status` counts as `git status`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.rules.shell.lines import Expanded

MOST_LEFT_OUT = 8


@dataclass(frozen=True)
class Leading:
    """What one program takes before its subcommand."""

    flags: re.Pattern[str]  # without a value
    folders: frozenset[str] = frozenset()  # with a value that says where to work, or on which package
    runs: frozenset[str] = frozenset()  # subcommands after which the same may stand


def _leading(flags: str, folders: str = "", runs: str = "") -> Leading:
    return Leading(re.compile(flags), frozenset(folders.split()), frozenset(runs.split()))


PROGRAMS = {
    "git": _leading(r"--no-pager|-P|--no-optional-locks", "-C"),
    "npm": _leading(r"-s|--silent|--if-present|-ws|--workspaces", "-w --workspace", "run run-script"),
    "pnpm": _leading(
        r"-s|--silent|-r|--recursive|-w|--workspace-root|--if-present", "--filter -F -C --dir", "run exec"
    ),
    "yarn": _leading(r"-s|--silent", "--cwd workspace", "run"),
    "make": _leading(r"-s|-k|-j\d*|--silent|--keep-going|--no-print-directory", "-C"),
    "cargo": _leading(r"-q|-v|--quiet|--verbose|--offline|--locked|--frozen"),
    "go": _leading(r"(?!)", "-C"),
    **dict.fromkeys(("mvn", "./mvnw"), _leading(r"-q|-B|-o|-ntp|--quiet|--batch-mode|--offline|-DskipTests")),
    **dict.fromkeys(("gradle", "./gradlew"), _leading(r"-q|--quiet|--offline|--no-daemon|--console=plain")),
}


def plain_words(words: Sequence[str], *, with_folders: bool) -> tuple[str, ...]:
    """The words of a command without such options and their values; the same words where there are none.

    Options that lead elsewhere are left out only `with_folders`: the caller then looks at all words as paths.
    """
    known = PROGRAMS.get(words[0])
    if known is None:
        return tuple(words)
    start = 1
    kept = [words[0]]
    for _ in range(MOST_LEFT_OUT):
        count = _left_out(words[start : start + 2], known, with_folders=with_folders)
        if count == 0 and start < len(words) and words[start] in known.runs and len(kept) == 1:
            kept.append(words[start])
            count = 1
        start += count
        if count == 0:
            break
    return (*kept, *words[start:])


def _left_out(words: Sequence[str], known: Leading, *, with_folders: bool) -> int:
    """How many of the next two words are such an option and its value."""
    if not words or isinstance(words[0], Expanded):
        return 0
    if known.flags.fullmatch(words[0]):
        return 1
    name, equals, _ = words[0].partition("=")
    if not with_folders or name not in known.folders:
        return 0
    if equals:
        return 1
    return 2 if len(words) == 2 and not isinstance(words[1], Expanded) and not words[1].startswith("-") else 0
