"""The rules page: all rules that count in a project, how much is allowed in each, and whose own rules are trusted."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.actions.rulebooks import Outlook, choices_of, outlook_of
from countermark.model.errors import RulesBroken
from countermark.model.modes import GateMode, WorkspaceMode
from countermark.model.permissions import Permission
from countermark.rules.rulebook import RuleFile, RuleSource
from countermark.store.base import Reader
from countermark.workspace.rule_files import FoundRules, find_rules, project_rules, user_rules

DAYS = 30
DAY = 24 * 60 * 60 * 1000
MOST_RECENT = 1000  # calls; a draft judges each of them twice


@dataclass(frozen=True)
class Project:
    """A project that the desk knows, and how much is allowed there without asking."""

    outlook: Outlook
    until: int | None  # the end of its mode
    rules: FoundRules | None  # its own; None: it has none, or they cannot be read
    failure: str  # why they cannot be used

    @property
    def is_trusted(self) -> bool:
        """Whether its own rules may allow something as they are now."""
        return self.rules is not None and self.rules.sha256 == self.outlook.trusted_sha256


@dataclass(frozen=True)
class RulesPage:
    """All that the page shows."""

    projects: Sequence[Project]
    root: str  # of the project that `layers` are of; empty without one
    layers: Sequence[RuleFile]
    own: FoundRules  # the person's file
    failure: str  # why that cannot be used
    at: int  # milliseconds since 1970
    seq: int


@dataclass(frozen=True)
class _Kept:
    """What the store knows of rules."""

    outlooks: Sequence[Outlook]
    modes: Sequence[WorkspaceMode]
    seq: int


async def rules_page(desk: Desk, *, folder: str | None) -> RulesPage:
    """The rules of the project that a folder belongs to, else of the one that was worked in last."""
    at = desk.now()
    modes, recent = await desk.read(lambda reader: (reader.workspace_modes(), recent_calls(reader, at=at)))
    known = [*(each.workspace for each in recent), *(each.workspace for each in modes)]
    folders = [folder, *known] if folder else known
    roots = await asyncio.to_thread(roots_of, desk, folders)
    kept = await desk.read(
        lambda reader: _Kept(
            [outlook_of(root, choices_of(reader, root), at=at) for root in roots], modes, reader.head()
        )
    )
    return await asyncio.to_thread(made_page, desk, kept, at)


def recent_calls(reader: Reader, *, at: int) -> Sequence[Permission]:
    """The calls that were decided in the last days, the newest first."""
    return reader.recent_permissions(since=at - DAYS * DAY, limit=MOST_RECENT)


def roots_of(desk: Desk, folders: Sequence[str]) -> list[str]:
    """The projects of some folders, each once; it looks at the disk."""
    return list(dict.fromkeys(desk.rulebooks.root_of(each) for each in dict.fromkeys(folders)))


def outlooks(reader: Reader, roots: Sequence[str], *, at: int) -> list[Outlook]:
    """What counts in each of these projects."""
    return [outlook_of(root, choices_of(reader, root), at=at) for root in roots]


def made_page(desk: Desk, kept: _Kept, at: int) -> RulesPage:
    """The page itself; it looks at the disk."""
    ends = {each.workspace: each.until for each in kept.modes if each.until is None or each.until > at}
    projects = [project_of(each, ends.get(each.root)) for each in kept.outlooks]
    first = kept.outlooks[0] if kept.outlooks else Outlook("", GateMode.ASK, None)
    path = user_rules(str(desk.home))
    own, unreadable = found_or_why(path)
    layers = desk.rulebooks.rulebook(first).layers
    failure = unreadable or next((each.failure for each in layers if each.source is RuleSource.USER), "")
    return RulesPage(projects, first.root, layers, own or FoundRules(path, "", ""), failure, at, kept.seq)


def project_of(outlook: Outlook, until: int | None) -> Project:
    """A project with its own rules as they lie on the disk."""
    rules, failure = found_or_why(project_rules(outlook.root))
    has_some = rules is not None and rules.text.strip() != ""
    return Project(outlook, until, rules if has_some else None, failure)


def found_or_why(path: str) -> tuple[FoundRules | None, str]:
    """A file of rules, or why it cannot be read."""
    try:
        return find_rules(path), ""
    except RulesBroken as error:
        return None, error.why
