"""What must become of permissions and questions, in plain data: the model that the desk is held against."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from countermark.actions.asking import AnyAsked
from countermark.model.actors import THE_HUB
from countermark.model.items import ItemKind
from countermark.model.journal import Entry

ENDS = {
    "permission_decided": None, "question_answered": None, "permission_expired": "expired",
    "question_expired": "expired", "permission_withdrawn": "withdrawn", "question_withdrawn": "withdrawn",
}  # fmt: skip
ANSWERS = ("allowed", "denied", "answered", "declined", "cancelled")


@dataclass(frozen=True)
class KnownAsk:
    """Everything about a permission or a question that anybody may rely on."""

    sha256: str
    outcome: str | None = None
    decider: str | None = None
    here: bool = True
    stage: str | None = None
    seen: bool = False
    joined: bool = False
    failed: bool = False
    stopped: bool = False

    @property
    def answered(self) -> bool:
        return self.outcome in ANSWERS

    @property
    def awaited(self) -> bool:
        """An answer is wanted, or its arrival has still to be told."""
        return self.stage is None and (self.outcome is None or self.answered)


def known_ask(it: AnyAsked) -> KnownAsk:
    """The same of what the desk has stored."""
    decider = None if it.decider is None else it.decider.kind.value
    return KnownAsk(
        it.sha256, it.outcome and it.outcome.value, decider, it.agent_present, it.stage and it.stage.value,
        it.seen_at is not None, it.joined, it.delivery_failed, it.countdown_stopped,
    )  # fmt: skip


def is_about_ask(entry: Entry) -> bool:
    """Whether it is about a permission or a question."""
    return entry.item is not None and entry.item.kind in (ItemKind.PERMISSION, ItemKind.QUESTION)


def ask_after(entry: Entry, before: KnownAsk | None) -> KnownAsk:
    """A permission or a question after one line of the journal; nothing but the line is asked."""
    if entry.kind in ("permission_asked", "question_asked"):
        assert before is None, "it begins once"
        return KnownAsk(str(entry.shown_sha256))
    assert before is not None, "what goes on has begun"
    assert entry.shown_sha256 == before.sha256, "every line names what was shown"
    if entry.kind in ENDS:
        return ended_by(entry, before)
    changes: dict[str, dict[str, object]] = {
        "permission_seen": {"seen": True}, "question_seen": {"seen": True},
        "answer_delivered": {"stage": "delivered", "failed": False},
        "answer_received": {"stage": "received", "failed": False},
        "delivery_failed": {"failed": True, "here": False}, "agent_returned": {"here": True},
        "answer_joined": {"joined": True}, "countdown_stopped": {"stopped": True},
    }  # fmt: skip
    return replace(before, **changes[entry.kind])  # type: ignore[arg-type]  # the table's values are of the fields


def ended_by(entry: Entry, before: KnownAsk) -> KnownAsk:
    """Its end: there is one, and by the hand of whom the entry names."""
    assert before.outcome is None, f"{entry.item} ends a second time"
    outcome = ENDS[entry.kind] or str(entry.body["outcome"])
    if outcome == "expired":
        assert entry.actor.kind == "timeout"
        return replace(before, outcome=outcome, decider="timeout")
    if outcome == "withdrawn":
        by_hub = entry.body["reason"] == "agent_gone" and entry.actor == THE_HUB  # which misses it after a while
        assert entry.actor.kind == "agent" or by_hub
        return replace(before, outcome=outcome, decider="agent", here=False)
    decider = str(entry.body.get("decider", "person"))
    assert entry.actor.kind == {"grant": "policy", "mode": "policy"}.get(decider, decider)
    # What a rule says is taken from the line that asks: nobody waits for it afterwards.
    return replace(before, outcome=outcome, decider=decider, here=decider == "person")


def asks_replayed(entries: Iterable[Entry]) -> dict[str, KnownAsk]:
    """Every permission and every question, rebuilt from the journal alone; none may end twice."""
    found: dict[str, KnownAsk] = {}
    for entry in entries:
        if entry.item is not None and is_about_ask(entry):
            found[entry.item.id] = ask_after(entry, found.get(entry.item.id))
    return found


@dataclass
class PureAsk:
    """A permission or a question, who asks, and how."""

    id: str
    agent: str
    conversation: str | None
    before_use: bool
    call_id: str | None
    known: KnownAsk
    expires_at: int | None

    @property
    def is_question(self) -> bool:
        return self.id.startswith("qu_")

    def change(self, **changes: object) -> None:
        self.known = replace(self.known, **changes)  # type: ignore[arg-type]  # the machine names real fields


@dataclass
class PureGate:
    """All that was asked in order, the keys that were rung with, and what is granted: talks and digests."""

    asks: list[PureAsk] = field(default_factory=list)
    keys: dict[str, PureAsk] = field(default_factory=dict)
    granted: set[tuple[str, str, str]] = field(default_factory=set)

    def earlier(self, agent: str, conversation: str, call_id: str | None, sha256: str, *, asks: bool) -> PureAsk | None:
        """What an earlier point of the same call has asked for, if no later one has joined it."""
        mine = [
            each for each in reversed(self.asks)
            if (each.agent, each.conversation, each.is_question) == (agent, conversation, asks)
            and not each.known.joined
        ]  # fmt: skip
        same = (each for each in mine if call_id is not None and each.call_id == call_id)
        alike = (
            each for each in mine
            if each.before_use and each.known.sha256 == sha256 and (each.call_id is None or call_id is None)
        )  # fmt: skip
        return next(same, None) or next(alike, None)
