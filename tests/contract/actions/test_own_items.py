"""What an agent sees of the desk: the reviews of its own conversation, however many others there are."""

from dataclasses import replace

import pytest

from countermark.actions import reviews
from countermark.actions.desk import Desk
from countermark.actions.own_items import Submitter, own_reviews
from countermark.model import actors
from countermark.model.reviews import Review, Submission, Verdict
from countermark.store.base import Transaction

MCP, ME = actors.agent("mcp"), actors.person("si_me")
OWN = Submitter(MCP, "conversation-of-this-agent")
MANY = 501  # more than a list of the desk holds


async def ask(desk: Desk, title: str, *, conversation: str | None = OWN.conversation) -> Review:
    plan = Submission("mcp", f"# {title}\n", None, "/shop", conversation, None)
    return (await reviews.open_review(desk, plan, key=f"key-{title}", wait_seconds=60, by=MCP)).review


async def crowd(desk: Desk, like: Review, **changes: object) -> None:
    """Reviews of other conversations, asked for before `like` and decided after it."""

    def work(txn: Transaction) -> None:
        for number in range(MANY):
            its = f"rv_{number:05}"
            latest = replace(like.latest, review_id=its, opened_at=like.opened_at - 1, **changes)  # type: ignore[arg-type]
            txn.put(replace(like, id=its, conversation=f"other-{number}", latest=latest))

    await desk.store.transact(work)


async def test_a_crowd_of_others_hides_none_of_ones_own(desk: Desk) -> None:
    done, waits = await ask(desk, "one-done"), await ask(desk, "one-open", conversation="another")
    await desk.store.transact(lambda txn: txn.put(replace(waits, conversation=OWN.conversation)))
    await reviews.decide(desk, done.id, Verdict.APPROVED, notes=None, shown_sha256=done.latest.sha256, by=ME)
    await crowd(desk, waits)
    assert [each.id for each in await own_reviews(desk, OWN)] == [waits.id, done.id]


async def test_decided_ones_of_others_hide_none_either(desk: Desk) -> None:
    own = await ask(desk, "one-done")
    decided = await reviews.decide(desk, own.id, Verdict.APPROVED, notes=None, shown_sha256=own.latest.sha256, by=ME)
    at = decided.latest.decided_at
    assert at is not None
    await crowd(desk, decided, decided_at=at + 1)
    assert [each.id for each in await own_reviews(desk, OWN)] == [own.id]


@pytest.mark.parametrize(
    "asker", [Submitter(MCP, None), Submitter(MCP, "x"), Submitter(actors.agent("other"), OWN.conversation)]
)
async def test_whoever_has_asked_for_nothing_sees_nothing(desk: Desk, asker: Submitter) -> None:
    await ask(desk, "one-open")
    await ask(desk, "of-nobody", conversation=None)
    assert await own_reviews(desk, asker) == []
