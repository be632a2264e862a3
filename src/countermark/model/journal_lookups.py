"""By which names an entry of the journal is found: its conversation, its workspace, and who or what decided.

They are read out of the entry itself, so that a store that keeps them beside it cannot say anything else. What is read
out of an old entry must stay the same, or a migration has to bring the columns along: else it counts as changed.
"""

from collections.abc import Collection
from dataclasses import dataclass

from countermark.model.actors import ActorKind
from countermark.model.happenings import HAPPENINGS
from countermark.model.items import ItemKind
from countermark.model.journal import NO_END, Entry
from countermark.model.pages.journal import PageAnnotationChanged, PageAnnotationRemoved

ENDINGS = frozenset(each.kind for each in HAPPENINGS if each.ends)
OWN_DECIDER = "decider"  # in the body of a decision that names who or what decided; else its actor did


@dataclass(frozen=True)
class Lookup:
    """What an entry is found by; None for what it does not say."""

    conversation: str | None  # the agent's own name of it
    workspace: str | None  # an absolute path
    # Of an entry that ends something, or settles a note on a page:
    decider: str | None  # person, rule, grant, mode, timeout, agent or policy
    decider_id: str | None


@dataclass(frozen=True)
class EntryQuery:
    """Which entries to list; what is not said leaves nothing out. Times are milliseconds since 1970."""

    before: int = NO_END  # only those with a lower number
    after: int = 0  # only those with a higher number
    oldest_first: bool = False  # else the newest
    limit: int = 100
    item: str | None = None  # the id of what they are about
    conversation: str | None = None  # what an agent asked in it, and all that became of that
    workspaces: Collection[str] = ()  # the same for any of these folders
    kinds: Collection[str] = ()  # of entries
    item_kinds: Collection[ItemKind] = ()
    decisions: bool = False  # only what ends something
    deciders: Collection[tuple[str, str | None]] = ()  # who or what decided, each with an id or any; see `lookup_of`
    words: str = ""  # each of them in what the entry says, or in the title of what it is about
    since: int | None = None  # not earlier
    until: int | None = None  # earlier


def lookup_of(entry: Entry) -> Lookup:
    """What an entry is found by."""
    body = entry.body
    conversation, workspace = (text_or_none(body.get(name)) for name in ("conversation", "workspace"))
    if entry.kind not in ENDINGS and not settles_annotation(entry):
        return Lookup(conversation, workspace, None, None)
    if isinstance(body.get(OWN_DECIDER), str):
        return Lookup(conversation, workspace, str(body[OWN_DECIDER]), text_or_none(body.get("decider_id")))
    return Lookup(conversation, workspace, decider_by(entry.actor.kind), entry.actor.id)


def settles_annotation(entry: Entry) -> bool:
    """Whether an agent says that a note on a page is addressed, or the person that it is."""
    if entry.body.get("status") != "addressed":
        return False
    is_change, is_agent = entry.kind == PageAnnotationChanged.kind, entry.actor.kind is ActorKind.AGENT
    return (is_change and is_agent) or entry.kind == PageAnnotationRemoved.kind


def decider_by(actor: ActorKind) -> str:
    """What an actor counts as, where an entry says no more about who decided."""
    match actor:
        case ActorKind.PERSON | ActorKind.RULE | ActorKind.TIMEOUT | ActorKind.AGENT | ActorKind.POLICY:
            return actor.value
        case ActorKind.PAGE_VISITOR | ActorKind.HAND:
            return ActorKind.POLICY.value  # neither can end anything that waits


def text_or_none(value: object) -> str | None:
    """A text of a body."""
    return value if isinstance(value, str) else None
