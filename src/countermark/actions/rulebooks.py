"""The rules that count in a workspace: read from their files when these change, and asked about each call."""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from countermark.actions.desk import Change, Desk
from countermark.model.actors import A_HAND
from countermark.model.asked import Decider, DeciderKind
from countermark.model.errors import RulesBroken
from countermark.model.gate_happenings import RulesChanged, RulesRefused
from countermark.model.modes import GateMode, TrustedRules, WorkspaceMode
from countermark.model.tool_calls import Decision, ToolCall
from countermark.rules.evaluate import judge
from countermark.rules.facts import RequestFacts
from countermark.rules.file import read_rules
from countermark.rules.levels import FULL, SCOPED, limited
from countermark.rules.rulebook import Judgement, Rulebook, RuleFile, RuleSource, after_failed_load
from countermark.store.base import Reader
from countermark.workspace.git import project_root
from countermark.workspace.real_paths import RealPaths
from countermark.workspace.rule_files import FoundRules, find_rules, project_rules, user_rules

NOBODY_ASKED = "Nobody is asked in this mode."
LAYERS: Mapping[GateMode, Sequence[str]] = {
    GateMode.ASK: ("always", "ask"),
    GateMode.EDITS: ("always", "ask", "edits"),
    GateMode.READ_ONLY: ("always", "ask", "read_only"),
    GateMode.UNATTENDED: ("always", "ask", "edits", "unattended"),
}


@cache
def built_in(name: str) -> RuleFile:
    """A file of rules that comes with the program."""
    content = files("countermark.rules").joinpath("builtin", f"{name}.toml").read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    return limited(read_rules(content.decode(), source=RuleSource.BUILT_IN, sha256=sha256), SCOPED)


@dataclass(frozen=True)
class LoadedFile:
    """A rules file as it was last read, and when the file was written."""

    stamp: tuple[int, int, int] | None
    found: FoundRules | None
    rules: RuleFile | None  # None: there is none
    failure: str = ""


@dataclass(frozen=True)
class Ruling:
    """What the rules say about a call in its workspace."""

    judgement: Judgement
    mode: GateMode
    files: Mapping[str, str]  # the texts of the files that counted, by their digests

    @property
    def asks_nobody(self) -> bool:
        """Whether what would be asked is refused: nobody is there to answer."""
        return self.mode is GateMode.UNATTENDED

    @property
    def decider(self) -> Decider:
        """What decided, where it was no person: the rule, or the mode."""
        rule = self.judgement.rule
        if rule is None or (self.judgement.decision is Decision.ASK and self.asks_nobody):
            return Decider(DeciderKind.MODE, self.mode)
        return Decider(DeciderKind.RULE, rule.id, rule.file_sha256 or None, rule.line or None)

    @property
    def denial(self) -> str:
        """What the agent is told of a no."""
        rule = self.judgement.rule
        if self.judgement.decision is Decision.ASK:
            return f"{NOBODY_ASKED} {self.judgement.why}."
        said = "" if rule is None else rule.message
        return said or f"{self.judgement.why}."

    @property
    def explanation(self) -> str:
        """What is kept of this beside the permission, so that it can be explained later."""
        rule = self.judgement.rule
        return json.dumps(
            {
                "mode": self.mode.value,
                "decision": self.judgement.decision.value,
                "why": self.judgement.why,
                "rule": None if rule is None else rule.to_json(),
                "also": [each.to_json() for each in self.judgement.also],
                "files": sorted(self.files),
            },
            ensure_ascii=False,
        )


@dataclass(frozen=True)
class Outlook:
    """What counts in a project now, as the store has it."""

    root: str  # of the project
    mode: GateMode
    trusted_sha256: str | None  # of the project's rules that a person trusts


class Rulebooks:
    """The rules of all projects, as they were last read; the files are looked at again with each call."""

    def __init__(self, data: Path, *, home: Path | None = None) -> None:
        self._data = data
        self._home = str(home or Path.home())
        self._files: dict[str, LoadedFile] = {}

    async def ruling(self, desk: Desk, call: ToolCall, *, workspace: str) -> Ruling:
        """What the rules say about a call now."""
        root = self.root_of(workspace or call.cwd)
        at = desk.now()
        outlook = await desk.read(lambda reader: outlook_of(reader, root, at=at))
        return await asyncio.to_thread(self.ruling_now, call, outlook, at=at)

    def ruling_now(self, call: ToolCall, outlook: Outlook, *, at: int) -> Ruling:
        """The same, off the event loop: it looks at the disk."""
        rulebook = self.rulebook(outlook)
        return Ruling(judge(rulebook, call, self.facts(outlook.root), at=at), outlook.mode, self.texts(outlook.root))

    def root_of(self, folder: str) -> str:
        """The root of the project that a folder belongs to."""
        return project_root(folder, home=self._home) if folder.startswith("/") else self._home

    def rulebook(self, outlook: Outlook) -> Rulebook:
        """All files that count in a project."""
        user = self.loaded(user_rules(str(self._data)), RuleSource.USER).rules
        project = self.loaded(project_rules(outlook.root), RuleSource.PROJECT).rules
        if project is not None:
            project = replace(project, trusted=project.sha256 == outlook.trusted_sha256)
        own = [each for each in (user, project) if each is not None]
        return Rulebook((*(built_in(name) for name in LAYERS[outlook.mode]), *own))

    def loaded(self, path: str, source: RuleSource) -> LoadedFile:
        """A rules file, read again if it has changed; one that does not load leaves its last denies."""
        before, stamp = self._files.get(path), stamp_of(path)
        if before is None or before.stamp != stamp:
            self._files[path] = before = load(path, source, stamp, before)
        return before

    def texts(self, root: str) -> Mapping[str, str]:
        """The texts of the person's and the project's rules as they were last read, by their digests."""
        paths = (user_rules(str(self._data)), project_rules(root))
        known = [self._files[path].found for path in paths if path in self._files]
        return {found.sha256: found.text for found in known if found is not None and found.text}

    def facts(self, root: str) -> RequestFacts:
        """What rules ask of the disk."""
        real = RealPaths()
        return RequestFacts(
            home=self._home, workspace=root, real=real.real, names=real.names, protected=protected(self._data)
        )


def protected(data: Path) -> tuple[str, ...]:
    """Folders that no agent writes: our own."""
    return (str(data), str(data.resolve()))


def stamp_of(path: str) -> tuple[int, int, int] | None:
    """What tells that a file has been written since; None where there is none."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def load(path: str, source: RuleSource, stamp: tuple[int, int, int] | None, before: LoadedFile | None) -> LoadedFile:
    """Read a rules file; one that is broken leaves its last good denies, and everything else asks."""
    if stamp is None:
        return LoadedFile(None, None, None)
    try:
        found = find_rules(path)
        return LoadedFile(stamp, found, read_rules(found.text, source=source, sha256=found.sha256))
    except RulesBroken as error:
        last = before.rules if before is not None and before.rules is not None else RuleFile(source, "", ())
        failure = str(error)
        return LoadedFile(stamp, before.found if before else None, after_failed_load(last, failure=failure), failure)


def outlook_of(reader: Reader, root: str, *, at: int) -> Outlook:
    """What counts in a project now: its mode, unless that is over, and whether its own rules are trusted."""
    chosen = reader.workspace_mode(root)
    is_over = chosen is None or (chosen.until is not None and chosen.until <= at)
    trusted = reader.trusted_rules(root)
    return Outlook(
        root, GateMode.ASK if chosen is None or is_over else chosen.mode, None if trusted is None else trusted.sha256
    )
