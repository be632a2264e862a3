"""Figures of the journal: how long things waited for a person, and who or what decided."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.actions.journal_pages import asker_of, with_openings
from countermark.model.actors import ActorKind
from countermark.model.journal import NO_END, Entry
from countermark.model.journal_lookups import EntryQuery, lookup_of, text_or_none
from countermark.model.reviews import CANARY
from countermark.store.base import Reader

MOST = 5000  # of the newest decisions: more makes no better picture
PAGE = 500
DAY = 24 * 60 * 60 * 1000
FOR_A_PERSON = frozenset({ActorKind.PERSON, ActorKind.TIMEOUT})  # what they decide has waited for a person
DecisionEntries = tuple[Entry, Entry]  # of a decision, and the one that opened what is decided


@dataclass(frozen=True)
class JournalWait:
    """How long something waited for a person."""

    kind: str  # of item
    ms: int
    expired: bool  # nobody answered


@dataclass(frozen=True)
class DecidedBy:
    """Who or what decided, and how; `tool` is None for what is no call of a tool."""

    decider: str
    id: str
    outcome: str | None  # allowed, denied, answered …; None where the entry's kind says it all
    agent: str | None
    tool: str | None


@dataclass(frozen=True)
class Figures:
    """What the newest decisions of some days come to."""

    waits: Sequence[JournalWait]
    decided: Counter[DecidedBy]
    workspaces: Sequence[str]  # absolute paths of the folders that these were asked from, in order
    entries: int  # in the whole journal
    since: int | None  # when its first entry was written, milliseconds since 1970


async def figures(desk: Desk, *, days: int) -> Figures:
    """The figures of the last days, of at most 5,000 decisions."""
    since = desk.now() - days * DAY

    def read(reader: Reader) -> Figures:
        decisions = decisions_since(reader, since)
        first = reader.entries(limit=1)
        return Figures(
            [wait for decision in decisions if (wait := wait_of(*decision)) is not None],
            Counter(decider_of(*decision) for decision in decisions),
            sorted({folder for _, opening in decisions if (folder := lookup_of(opening).workspace) is not None}),
            reader.head(), first[0].at if first else None,
        )  # fmt: skip

    return await desk.read(read)


def decisions_since(reader: Reader, since: int) -> list[DecisionEntries]:
    """The decisions since a moment, the newest first, without those about the doctor's own questions."""
    decisions: list[DecisionEntries] = []
    before = NO_END
    while len(decisions) < MOST:
        page = reader.entries_matching(EntryQuery(before=before, limit=PAGE, decisions=True, since=since))
        if not page:
            break
        before = page[-1].seq
        decisions += [
            (entry, opening)
            for entry, opening in with_openings(reader, page)
            if opening is not None and asker_of(opening) != CANARY
        ]
    return decisions[:MOST]


def wait_of(entry: Entry, opening: Entry) -> JournalWait | None:
    """How long something waited, if it waited for a person. A clock can be set back."""
    decider = lookup_of(entry).decider
    if decider not in FOR_A_PERSON or entry.item is None:
        return None
    return JournalWait(entry.item.kind.value, max(0, entry.at - opening.at), expired=decider == ActorKind.TIMEOUT)


def decider_of(entry: Entry, opening: Entry) -> DecidedBy:
    """Who or what decided, and about what; every browser of the person is the person."""
    lookup = lookup_of(entry)
    is_person = lookup.decider == ActorKind.PERSON
    return DecidedBy(
        lookup.decider or "", "" if is_person else lookup.decider_id or "",
        text_or_none(entry.body.get("outcome")), asker_of(opening), text_or_none(opening.body.get("tool")),
    )  # fmt: skip
