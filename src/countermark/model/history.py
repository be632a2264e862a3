"""History: what was decided, by whom and how, as it is found again by words, place and time."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from countermark.model.asked import DeciderKind
from countermark.model.items import ItemKind, ItemVersion

MAX_WORDS_CHARACTERS = 400  # of a search
MOST_LINES = 200  # of one answer


class HistoryOutcome(StrEnum):
    """How an item of any kind can end: the endings of all kinds together."""

    APPROVED = "approved"
    CHANGES_REQUESTED = "changes_requested"
    ALLOWED = "allowed"
    DENIED = "denied"
    ANSWERED = "answered"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, kw_only=True)
class DecidedItem:
    """One item that has ended, as lists show it; times are milliseconds since 1970."""

    version: ItemVersion
    agent: str
    workspace: str
    title: str
    outcome: HistoryOutcome
    decider: DeciderKind
    decided_at: int
    marks: int = 0
    forgotten: bool = False  # its texts are gone, by a person's wish or by retention


@dataclass(frozen=True)
class SearchedTexts:
    """What an item is found by."""

    title: str
    text: str  # the document, the call or the question
    marks: str = ""  # their words, new words and quotes
    answer: str = ""  # what the person wrote


@dataclass(frozen=True)
class HistoryQuery:
    """Which decided items to find, newest first; None is any, times are inclusive."""

    words: str = ""
    kind: ItemKind | None = None
    agent: str | None = None
    workspace: str | None = None
    outcome: HistoryOutcome | None = None
    deciders: tuple[DeciderKind, ...] = ()  # any of these; none is any
    since: int | None = None
    until: int | None = None
    before: int | None = None  # the place of a line: only older ones
    limit: int = 50


@dataclass(frozen=True)
class SnippetPart:
    """Some of the text around what was found."""

    text: str
    found: bool  # whether it is a word that was searched for


@dataclass(frozen=True)
class HistoryLine:
    """A decided item, and where the words were found in it."""

    item: DecidedItem
    place: int  # in the order of history, which is that of time
    snippet: tuple[SnippetPart, ...] = ()


@dataclass(frozen=True)
class HistoryFacets:
    """How many decided items there are of each agent, workspace, outcome, kind and decider, most first."""

    agents: Mapping[str, int]
    workspaces: Mapping[str, int]
    outcomes: Mapping[str, int]
    kinds: Mapping[str, int]
    deciders: Mapping[str, int]
