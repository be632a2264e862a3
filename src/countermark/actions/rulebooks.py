"""The rules that count in a workspace: read from their files when these change, and asked about each call."""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

from countermark.model.asked import Decider, DeciderKind
from countermark.model.errors import BadInput, RulesBroken, Stale
from countermark.model.modes import GateMode, TrustedRules, WorkspaceMode
from countermark.model.redaction import redacted
from countermark.model.tool_calls import Decision, ToolCall
from countermark.rules.evaluate import judge
from countermark.rules.explain import Explanation, explain
from countermark.rules.facts import RequestFacts
from countermark.rules.file import read_rules
from countermark.rules.modes import built_in
from countermark.rules.proposal import Proposal, propose
from countermark.rules.risks import Risk, risks_of
from countermark.rules.rulebook import Rulebook, RuleFile, RulesJudgement, RuleSource, after_failed_load
from countermark.rules.shell.strict import read_strict
from countermark.rules.toml_text import with_rules
from countermark.store.base import Reader
from countermark.workspace.git import project_root
from countermark.workspace.real_paths import RealPaths
from countermark.workspace.rule_files import FoundRules, find_rules, project_rules, replace_rules, user_rules

if TYPE_CHECKING:
    from countermark.actions.desk import Desk

NO_RULES = "version = 1\n"
NOBODY_ASKED = "Nobody is asked in this mode."
SHORT = 4_000  # characters of arguments: judged within a millisecond or two, without another thread
SPENT_MS = 30 * 24 * 60 * 60 * 1000  # the end of a rule that *always* writes, unless the person chooses another day
MOST_MS = 366 * 24 * 60 * 60 * 1000


@dataclass(frozen=True)
class LoadedFile:
    """A rules file as it was last read, and when the file was written."""

    stamp: tuple[int, int, int] | None
    found: FoundRules | None
    rules: RuleFile | None  # None: there is none
    failure: str = ""


@dataclass(frozen=True)
class CountedFile:
    """A rules file that counted for a call."""

    source: str  # "user", or the root of the project
    layer: RuleSource
    sha256: str
    text: str
    rules: int
    trusted: bool


@dataclass(frozen=True)
class FailedFile:
    """A rules file that does not load; `sha256` is of what is wrong with it."""

    source: str
    sha256: str
    why: str


@dataclass(frozen=True)
class Ruling:
    """What the rules say about a call in its workspace."""

    judgement: RulesJudgement
    mode: GateMode
    files: Sequence[CountedFile]  # the person's and the project's, as far as the store does not know them
    failures: Sequence[FailedFile] = ()

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
                "files": [
                    {"source": each.layer, "sha256": each.sha256, "trusted": each.trusted} for each in self.files
                ],
            },
            ensure_ascii=False,
        )


def load_built_in() -> None:
    """Read the rules of every mode, and load what reads commands."""
    for mode in GateMode:
        built_in(mode)
    read_strict("true")


@dataclass(frozen=True)
class Outlook:
    """What counts in a project now, as the store has it."""

    root: str  # of the project
    mode: GateMode
    trusted_sha256: str | None  # of the project's rules that a person trusts


@dataclass(frozen=True)
class Choices:
    """What a person has chosen for a project."""

    mode: WorkspaceMode | None
    trusted: TrustedRules | None


@dataclass(frozen=True)
class CallReading:
    """What a card shows of the rules, the risks and the disk."""

    explanation: Explanation
    risks: Sequence[Risk]
    real_paths: Mapping[str, str]  # where paths really lead, by how they are written
    proposal: Proposal
    until: date  # when the rules of the proposal end


@dataclass(frozen=True)
class AddedRules:
    """Rules as they were written into the person's own file."""

    first_id: str
    line: int
    sha256: str  # of the whole file
    whole: str
    toml: str
    before: str  # the whole file without them


class Rulebooks:
    """The rules of all projects, as they were last read; the files are looked at again with each call."""

    def __init__(self, data: Path, *, home: Path | None = None) -> None:
        self._data = data
        self._home = str(home or Path.home())
        self._files: dict[str, LoadedFile] = {}
        self._choices: dict[str, Choices] = {}  # by the root of the project
        self._changed = 0  # how often a person has chosen anew

    async def ruling(self, desk: "Desk", call: ToolCall, *, workspace: str) -> Ruling:
        """What the rules say about a call now."""
        outlook = await self.outlook(desk, workspace or call.cwd)
        if len(call.arguments) <= SHORT:
            return self.ruling_now(call, outlook, at=desk.now())
        return await asyncio.to_thread(self.ruling_now, call, outlook, at=desk.now())

    async def outlook(self, desk: "Desk", folder: str) -> Outlook:
        """What counts in the project of a folder now; read from the store once, and when a person chose anew."""
        root = self.root_of(folder)
        choices = self._choices.get(root)
        if choices is None:
            before = self._changed
            choices = await desk.read(lambda reader: choices_of(reader, root))
            if before == self._changed:  # else what was read may be older than what was chosen
                self._choices[root] = choices
        return outlook_of(root, choices, at=desk.now())

    def choose_anew(self) -> None:
        """A person has chosen another mode, or trusts other rules."""
        self._changed += 1
        self._choices.clear()

    def ruling_now(self, call: ToolCall, outlook: Outlook, *, at: int) -> Ruling:
        """The same; it looks at the disk, and may take 50 ms for a long and hostile command."""
        rulebook = self.rulebook(outlook)
        judgement = judge(rulebook, call, self.facts(outlook.root), at=at)
        return Ruling(
            judgement, outlook.mode, self.counted(outlook.root, outlook.trusted_sha256), self.failed(outlook.root)
        )

    def root_of(self, folder: str) -> str:
        """The root of the project that a folder belongs to."""
        return project_root(folder, home=self._home) if folder.startswith("/") else self._home

    def rulebook(self, outlook: Outlook) -> Rulebook:
        """All files that count in a project."""
        user = self.loaded(user_rules(str(self._data)), RuleSource.USER).rules
        project = self.loaded(project_rules(outlook.root), RuleSource.PROJECT).rules
        if project is not None and project.sha256 != outlook.trusted_sha256:
            project = project.untrusted
        own = [each for each in (user, project) if each is not None]
        return Rulebook((*built_in(outlook.mode), *own))

    def loaded(self, path: str, source: RuleSource) -> LoadedFile:
        """A rules file, read again if it has changed; one that does not load leaves its last denies."""
        before, stamp = self._files.get(path), stamp_of(path)
        if before is None or before.stamp != stamp:
            self._files[path] = before = load(path, source, stamp, before, copy=self._copy_of(path))
        return before

    def _copy_of(self, path: str) -> str:
        """Where the last text of a rules file that loaded is kept, so that its denies hold after a restart, too."""
        return str(self._data / "rules-last-good" / f"{hashlib.sha256(path.encode()).hexdigest()[:32]}.toml")

    def reading(self, call: ToolCall, outlook: Outlook, *, at: int) -> CallReading:
        """What a card shows of the rules, the risks and the disk; it looks at the disk."""
        rulebook, facts = self.rulebook(outlook), self.facts(outlook.root)
        return CallReading(
            explanation=explain(rulebook, call, facts, at=at),
            risks=risks_of(call, facts),
            real_paths={path: real for path in call.paths if (real := real_of(path, call.cwd, facts)) is not None},
            proposal=self.proposal(call, outlook, until=end_of(None, at=at), at=at),
            until=datetime.fromtimestamp(end_of(None, at=at) / 1000, UTC).date(),
        )

    def proposal(self, call: ToolCall, outlook: Outlook, *, until: int, at: int) -> Proposal:
        """The rules that *always* would add to the person's own file."""
        if redacted(call.arguments) != call.arguments:
            return Proposal((), "", (), "It holds what looks like a secret, which no rule should keep")
        user = self.loaded(user_rules(str(self._data)), RuleSource.USER).rules
        taken = frozenset(rule.id for rule in user.rules) if user is not None else frozenset[str]()
        return propose(self.rulebook(outlook), call, self.facts(outlook.root), at=at, until=until, taken=taken)

    def add(self, proposal: Proposal) -> AddedRules:
        """Write the rules of a proposal at the end of the person's own file. Raises `Stale` or `RulesBroken`."""
        path = user_rules(str(self._data))
        found = find_rules(path)
        whole = with_rules(found.text, proposal.text)
        read_rules(whole, source=RuleSource.USER, sha256="")  # what would not load is not written
        try:
            written = replace_rules(path, whole, instead_of=found.sha256)
        except OSError as error:
            raise BadInput(f"{path} cannot be written: {error.strerror}.", hint="Allow it once.") from None
        rules = self.loaded(path, RuleSource.USER).rules
        known = {} if rules is None else {rule.id: rule.line for rule in rules.rules}
        first = proposal.rules[0].id
        return AddedRules(first, known.get(first, 0), written.sha256, written.text, proposal.text, found.text)

    def take_away(self, added: AddedRules) -> None:
        """Write the file as it was before, unless somebody has changed it since."""
        with suppress(Stale, OSError):
            replace_rules(user_rules(str(self._data)), added.before or NO_RULES, instead_of=added.sha256)

    def would_allow(self, proposal: Proposal, call: ToolCall, outlook: Outlook, *, at: int) -> bool:
        """Whether a call would be allowed with the rules of a proposal, and only with them."""
        rulebook = self.rulebook(outlook)
        added = RuleFile(RuleSource.USER, "", proposal.rules)
        both = Rulebook((*rulebook.layers, added))
        return judge(both, call, self.facts(outlook.root), at=at).decision is Decision.ALLOW

    def counted(self, root: str, trusted_sha256: str | None) -> Sequence[CountedFile]:
        """The person's and the project's rules as they were last read."""
        return [
            CountedFile(
                source,
                file.rules.source,
                file.found.sha256,
                file.found.text,
                len(file.rules.rules),
                file.rules.source is RuleSource.USER or file.rules.sha256 == trusted_sha256,
            )
            for source, file in self._own(root)
            if file.found is not None and file.rules is not None and not file.failure
        ]

    def failed(self, root: str) -> Sequence[FailedFile]:
        """The same of those that do not load."""
        return [
            FailedFile(source, hashlib.sha256(f"{source}\n{file.failure}".encode()).hexdigest(), file.failure)
            for source, file in self._own(root)
            if file.failure
        ]

    def _own(self, root: str) -> list[tuple[str, LoadedFile]]:
        paths = {"user": user_rules(str(self._data)), root: project_rules(root)}
        return [(source, self._files[path]) for source, path in paths.items() if path in self._files]

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


def load(
    path: str, source: RuleSource, stamp: tuple[int, int, int] | None, before: LoadedFile | None, *, copy: str
) -> LoadedFile:
    """Read a rules file; one that is broken leaves its last good denies, and everything else asks."""
    if stamp is None:
        return LoadedFile(None, None, None)
    try:
        found = find_rules(path)
        rules = read_rules(found.text, source=source, sha256=found.sha256)
    except RulesBroken as error:
        last = last_good(before, source, copy=copy)
        failure = str(error)
        return LoadedFile(stamp, before.found if before else None, after_failed_load(last, failure=failure), failure)
    keep_copy(found, copy)
    return LoadedFile(stamp, found, rules)


def last_good(before: LoadedFile | None, source: RuleSource, *, copy: str) -> RuleFile:
    """The rules of a file as they last loaded: by this hub, or by one before it."""
    if before is not None and before.rules is not None:
        return before.rules
    try:
        kept = find_rules(copy)
        return read_rules(kept.text, source=source, sha256=kept.sha256) if kept.text else RuleFile(source, "", ())
    except RulesBroken:
        return RuleFile(source, "", ())


def keep_copy(found: FoundRules, copy: str) -> None:
    """Keep a text that loaded; without room for it the rules count all the same."""
    with suppress(OSError, RulesBroken, Stale):
        kept = find_rules(copy)
        if kept.sha256 != found.sha256:
            Path(copy).parent.mkdir(mode=0o700, exist_ok=True)
            replace_rules(copy, found.text, instead_of=kept.sha256)


def choices_of(reader: Reader, root: str) -> Choices:
    """What a person has chosen for a project, as the store has it."""
    return Choices(reader.workspace_mode(root), reader.trusted_rules(root))


def outlook_of(root: str, choices: Choices, *, at: int) -> Outlook:
    """What counts in a project at a time: its mode, unless that is over, and whether its own rules are trusted."""
    chosen, trusted = choices.mode, choices.trusted
    is_over = chosen is None or (chosen.until is not None and chosen.until <= at)
    mode = GateMode.ASK if chosen is None or is_over else chosen.mode
    return Outlook(root, mode, None if trusted is None else trusted.sha256)


def real_of(path: str, folder: str, facts: RequestFacts) -> str | None:
    """Where a path as an agent wrote it really leads."""
    return facts.real(path if path.startswith("/") else f"{folder}/{path}")


def end_of(day: str | None, *, at: int) -> int:
    """The end of a day, such as 2026-12-24, as milliseconds since 1970. Raises `BadInput` for one that is none.

    A rule that *always* writes has an end within a year.
    """
    if day is None:
        day = datetime.fromtimestamp((at + SPENT_MS) / 1000, UTC).date().isoformat()
    try:
        until = int(datetime.combine(date.fromisoformat(day), time(23, 59, 59), tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise BadInput(f"{day[:40]!r} is no day.", hint="Write it as in 2026-12-24.") from None
    if not at < until <= at + MOST_MS:
        raise BadInput("A rule ends within a year, and not before today.", hint="Choose another day.")
    return until
