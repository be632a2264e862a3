"""The rule files that a command at the terminal is about, and what the disk says about a call."""

from dataclasses import dataclass
from pathlib import Path

from countermark.doorbell import hub_address
from countermark.model.errors import RulesBroken
from countermark.model.modes import GateMode
from countermark.rules.facts import RequestFacts
from countermark.rules.file import read_rules
from countermark.rules.modes import built_in
from countermark.rules.rulebook import RuleFile, RuleSource, after_failed_load
from countermark.workspace.git import project_root
from countermark.workspace.real_paths import RealPaths
from countermark.workspace.rule_files import find_rules, project_rules, user_rules


@dataclass(frozen=True)
class NamedFile:
    """A rule file and where it lies."""

    path: str
    rules: RuleFile  # without rules, and saying why, where it cannot be read


def file_named(path: str, *, proven: bool = True) -> NamedFile:
    """One file that the person names, as if it were their own. It has to exist; a broken one says so in its failure."""
    if not Path(path).exists():
        raise RulesBroken(f"there is no {path}")
    return _read(path, RuleSource.USER, trusted=True, proven=proven)


def files_here(folder: str, *, mode: GateMode, proven: bool = True) -> list[NamedFile]:
    """The built-in rules, the person's own, and those of the project around a folder, which only the hub may trust."""
    project = project_root(folder, home=home())
    return [
        *(NamedFile(f"built-in rules of the mode {mode}", file) for file in built_in(mode)),
        _read(user_rules(hub_address.home()), RuleSource.USER, trusted=True, proven=proven),
        _read(project_rules(project), RuleSource.PROJECT, trusted=False, proven=proven),
    ]


def facts_for(folder: str) -> RequestFacts:
    """What this disk says about a call that is made in a folder."""
    disk = RealPaths()
    return RequestFacts(
        home=home(),
        workspace=project_root(folder, home=home()),
        real=disk.real,
        names=disk.names,
        listed=disk.listed,
    )


def home() -> str:
    """The person's home folder."""
    return str(Path.home())


def _read(path: str, source: RuleSource, *, trusted: bool, proven: bool) -> NamedFile:
    try:
        found = find_rules(path)
        rules = read_rules(found.text, source=source, sha256=found.sha256, trusted=trusted, proven=proven)
    except RulesBroken as why:
        rules = after_failed_load(RuleFile(source, "", ()), failure=str(why))
    return NamedFile(path, rules)
