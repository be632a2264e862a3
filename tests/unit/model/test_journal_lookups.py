"""What entries are found by: it is stored beside them, so for an entry of long ago it must come out as it did then."""

import pytest

from countermark.model.actors import Actor, ActorKind
from countermark.model.journal import FIRST_PREV, Entry
from countermark.model.journal_lookups import ENDINGS, Lookup, lookup_of


def entry(kind: str, actor: Actor, body: dict[str, str | int | None]) -> Entry:
    return Entry(1, 1, kind, actor, None, None, body, FIRST_PREV, "0" * 64)


def test_what_ends_something_is_what_did_so_always() -> None:
    """Another set needs a migration of the column `decider` of old entries."""
    assert {"review_decided", "review_expired", "review_withdrawn"} <= ENDINGS
    assert ENDINGS - {"review_decided", "review_expired", "review_withdrawn"} == {
        "permission_decided", "permission_expired", "permission_withdrawn",
        "question_answered", "question_expired", "question_withdrawn",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("actor", "decider"),
    [
        (ActorKind.PERSON, "person"),
        (ActorKind.RULE, "rule"),
        (ActorKind.TIMEOUT, "timeout"),
        (ActorKind.AGENT, "agent"),
        (ActorKind.POLICY, "policy"),
        (ActorKind.HAND, "policy"),
        (ActorKind.PAGE_VISITOR, "policy"),
    ],
)
def test_who_decided_is_the_actor_unless_the_entry_says_more(actor: ActorKind, decider: str) -> None:
    assert lookup_of(entry("review_expired", Actor(actor, "x"), {})) == Lookup(None, None, decider, "x")
    said = {"decider": "grant", "decider_id": "gr_1", "conversation": "c", "workspace": "/w"}
    assert lookup_of(entry("permission_decided", Actor(actor, "x"), {**said})) == Lookup("c", "/w", "grant", "gr_1")
    assert lookup_of(entry("permission_asked", Actor(actor, "x"), {**said})) == Lookup("c", "/w", None, None)


def test_what_is_no_text_finds_nothing() -> None:
    odd = entry("review_decided", Actor(ActorKind.PERSON, "x"), {"conversation": 1, "workspace": None, "decider": 2})
    assert lookup_of(odd) == Lookup(None, None, "person", "x")
