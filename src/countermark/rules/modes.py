"""The modes of the gate, and the built-in rules that stand below everyone's own in each."""

import hashlib
from functools import cache
from importlib import resources

from countermark.model.modes import GateMode
from countermark.rules.file import read_rules
from countermark.rules.levels import FULL, SCOPED, limited
from countermark.rules.rulebook import RuleFile, RuleSource

FILES = {
    GateMode.READ_ONLY: ("always", "ask", "read_only"),
    GateMode.ASK: ("always", "ask"),
    GateMode.EDITS: ("always", "ask", "edits"),
    GateMode.UNATTENDED: ("always", "ask", "edits", "unattended"),
}


# What the edits that a mode allows have to keep to.
LEVELS = {GateMode.EDITS: SCOPED, GateMode.UNATTENDED: FULL}


@cache
def built_in(mode: GateMode) -> tuple[RuleFile, ...]:
    """The built-in files that count in a mode; they come with the program and are read once."""
    level = LEVELS.get(mode)
    files = {name: built_in_file(name) for name in FILES[mode]}
    return tuple(limited(file, level) if level and name == "edits" else file for name, file in files.items())


@cache
def built_in_file(name: str) -> RuleFile:
    """One built-in file, such as "always". Raises `RulesBroken` if the program was changed badly."""
    content = (resources.files("countermark.rules") / "builtin" / f"{name}.toml").read_bytes()
    return read_rules(content.decode("utf-8"), source=RuleSource.BUILT_IN, sha256=hashlib.sha256(content).hexdigest())
