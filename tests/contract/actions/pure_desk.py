"""What must become of reviews, in plain data: the model that the desk is held against."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from countermark.model.items import ItemKind
from countermark.model.journal import Entry
from countermark.model.reviews import Revision
from tests.contract.actions.pure_marks import PureMark

Place = tuple[str, int]
PERSONS = ("approved", "changes_requested")


@dataclass(frozen=True)
class Known:
    """Everything about a revision that anybody may rely on."""

    sha256: str
    verdict: str | None = None
    reason: str | None = None
    notes: str | None = None
    decided_by: str | None = None
    here: bool = True
    stage: str | None = None
    notes_delivery: str | None = None
    seen: bool = False
    marks: int = 0
    feedback: str | None = None

    @property
    def answered(self) -> bool:
        return self.verdict in PERSONS

    @property
    def kept(self) -> bool:
        """A person has answered, and no agent has acknowledged it."""
        return self.answered and self.stage is None


def known(it: Revision) -> Known:
    """The same of what the desk has stored."""
    return Known(
        it.sha256, it.verdict, it.reason, it.notes, it.decided_by, it.agent_present, it.stage, it.notes_delivery,
        it.seen_at is not None, it.marks, it.feedback,
    )  # fmt: skip


def after(entry: Entry, before: Known | None) -> Known:
    """A revision after one line of the journal; nothing but the line is asked."""
    body = entry.body
    if entry.kind in ("review_opened", "revision_added"):
        assert before is None, "a revision begins once"
        return Known(str(entry.shown_sha256))
    assert before is not None
    assert entry.shown_sha256 == before.sha256, "every line names the text that was shown"
    marks = len(json.loads(str(body.get("annotations", "[]"))))
    with_words = body.get("notes") or marks
    changes: dict[str, dict[str, object]] = {
        "review_seen": {"seen": True},
        "review_expired": {"verdict": "expired"},
        "review_withdrawn": {"verdict": "withdrawn", "reason": body.get("reason"), "here": False},
        "answer_delivered": {"stage": "delivered"},
        "answer_received": {"stage": "received"},
        "notes_delivered": {"notes_delivery": "delivered"},
        "agent_left": {"here": False},
        "agent_returned": {"here": True},
        "other_text_approved": {},
        "marks_carried": {},
        "review_decided": {
            "verdict": body.get("verdict"), "notes": body.get("notes"), "decided_by": entry.actor.id, "seen": True,
            "notes_delivery": "pending" if with_words and body.get("verdict") == "approved" else None,
            "marks": marks, "feedback": body.get("feedback"),
        },
    }  # fmt: skip
    return replace(before, **changes[entry.kind])  # type: ignore[arg-type]  # the table's values are of the fields


def replayed(entries: Iterable[Entry]) -> dict[Place, Known]:
    """Every revision, rebuilt from the journal alone; none may end twice, or by the hand of somebody else."""
    found: dict[Place, Known] = {}
    ends = {"review_decided": "person", "review_expired": "timeout", "review_withdrawn": "agent"}
    for entry in entries:
        if entry.item is None or entry.item.kind is not ItemKind.REVIEW:
            continue
        place = (entry.item.id, entry.item.number)
        before = found.get(place)
        if entry.kind in ends:
            assert before is not None, "what ends has begun"
            assert before.verdict is None, f"{place} ends a second time"
            assert entry.actor.kind == ends[entry.kind], f"{entry.kind} by {entry.actor}"
        if entry.kind.startswith("annotation_"):
            assert before is not None, "what is marked has begun"
            assert entry.shown_sha256 == before.sha256, "every line names the text that was shown"
            continue
        found[place] = after(entry, before)
    return found


@dataclass
class Conversation:
    """A review as the model knows it: whose it is, and its revisions in order."""

    id: str
    agent: str
    workspace: str
    conversation: str | None
    path: str | None
    revisions: list[Known] = field(default_factory=list)

    @property
    def latest(self) -> Known:
        return self.revisions[-1]


@dataclass
class PureDesk:
    """All conversations in the order in which they began, the keys that were rung with, and the unsent words."""

    conversations: list[Conversation] = field(default_factory=list)
    keys: dict[str, tuple[Place, str, str]] = field(default_factory=dict)  # place, agent, digest of what was asked
    drafts: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)  # by review and slot
    marks: dict[str, PureMark] = field(default_factory=dict)

    def by_id(self, review_id: str) -> Conversation:
        return next(each for each in self.conversations if each.id == review_id)

    def at(self, place: Place) -> Known:
        return self.by_id(place[0]).revisions[place[1] - 1]

    def put(self, place: Place, value: Known) -> None:
        self.by_id(place[0]).revisions[place[1] - 1] = value

    def carry(self, review_id: str) -> None:
        """The marks of a review are looked for in its newest revision."""
        latest = self.by_id(review_id).revisions
        for name, mark in self.marks.items():
            if mark.review == review_id:
                self.marks[name] = mark.carried(len(latest), latest[-1].sha256)

    def places(self) -> dict[Place, Known]:
        """Every revision."""
        return {
            (each.id, number): value for each in self.conversations for number, value in enumerate(each.revisions, 1)
        }

    def conversation(
        self, *, agent: str, workspace: str, conversation: str | None, path: str | None
    ) -> Conversation | None:
        """The newest one of this name here or about this file; without a name the newest one without about it."""
        mine = [
            each for each in reversed(self.conversations) if (each.agent, each.conversation) == (agent, conversation)
        ]
        here = (each for each in mine if conversation is not None and each.workspace == workspace)
        of_file = (each for each in mine if path is not None and each.path == path)
        found = {each.id for each in (*here, *of_file)}
        return next((each for each in mine if each.id in found), None)
