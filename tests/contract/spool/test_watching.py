"""Plans as files come to the desk, and answers go back: once each, to who has asked, whatever happens in between."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from countermark.actions.items import expect_everybody, expire_due, note_who_left
from countermark.actions.presence import GRACE_MS
from countermark.model.errors import Stale
from countermark.model.reviews import Delivery, Verdict
from tests.contract.spool.writing_agent import SETTLED, TOKEN, FolderSide, SwiftFolder

HOSTILE = 'no "quotes" \\ \n```\nfence\n```\n\x00\x07\x1b[2J \u2028 \U0001f9ed'
A_DAY = 24 * 60 * 60


def dead_process() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


async def test_a_plan_is_asked_about_and_the_answer_names_its_token(side: FolderSide) -> None:
    side.submits("plan-1-a", "# Rotate\n", summary="Rotate the keys", workspace="/srv/web-store")
    await side.looks()
    review = await side.only_review()
    assert (review.agent, review.workspace, review.latest.title) == ("files", "/srv/web-store", "Rotate the keys")
    await side.approves(review, notes="Mind it.")
    await side.looks()
    answer = side.response("plan-1-a")
    assert answer.pop("feedback").endswith("Mind it.\n")
    assert answer == {"planId": "plan-1-a", "token": TOKEN, "decision": "approved", "behavior": "allow"}


async def test_a_taken_response_counts_as_delivered(side: FolderSide) -> None:
    side.submits("plan-1-a")
    await side.looks()
    review = await side.only_review()
    await side.requests_changes(review, HOSTILE)
    await side.looks()
    assert (await side.review(review.id)).latest.delivery is Delivery.SENT
    answer = side.takes("plan-1-a")
    assert (answer["decision"], answer["behavior"]) == ("rejected", "deny")
    assert HOSTILE in answer["feedback"]
    await side.looks()
    assert (await side.review(review.id)).latest.delivery is Delivery.DELIVERED


@pytest.mark.parametrize("plan_id", ["plan-1704369600-12345", "plan-1704369600000-k3j2h1g", "MyPlan-7", "a" * 100, "7"])
async def test_ids_of_both_patterns_of_the_seed_are_taken(side: FolderSide, plan_id: str) -> None:
    side.submits(plan_id)
    await side.looks()
    await side.approves(await side.only_review())
    await side.looks()
    assert side.response(plan_id)["planId"] == plan_id


@pytest.mark.parametrize(
    "plan_id", ["-rf", "a.b", "a b", "..", "a_b", "a\nb", "ä", "a" * 101, "$(id)", "a;b", "%2e%2e"]
)
async def test_other_ids_are_refused_with_the_reason(side: FolderSide, plan_id: str) -> None:
    side.submits(plan_id)
    await side.settles()
    if not plan_id.startswith("."):  # a hidden file is nobody's plan
        answer = side.response(plan_id)
        assert (answer["decision"], answer["behavior"], "planId" in answer) == ("refused", "deny", False)
        assert "letters, digits and hyphens" in answer["feedback"]
        [(_, why)] = await side.refusals()
        assert "letters, digits and hyphens" in why
    assert await side.open() == []
    assert {file.parent for file in side.path.rglob("*")} == {side.path}


async def test_a_refusal_that_no_file_can_hold_is_in_the_journal(side: FolderSide) -> None:
    plan_id = "a" * 247  # with one letter more it is no name of a file
    side.waits(plan_id)
    await side.settles()
    assert [file.suffix for file in side.path.iterdir()] == [".waiting"]
    [(_, why)] = await side.refusals()
    assert "letters, digits and hyphens" in why


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"token": None}, "no token"),
        ({"token": "short"}, "no token"),
        ({"token": "x" * 129}, "no token"),
        ({"token": 123456789012}, "no token"),
        ({"token": 'abcdefghijkl"\n'}, "no token"),
        ({"token": "ünïcode-tokens"}, "no token"),
        ({"planId": "another"}, "not the name of the file"),
        ({"planPath": "/etc/passwd"}, "planPath does not name"),
        ({"planPath": "plan-1-a.md"}, "planPath does not name"),
        ({"planPath": "/elsewhere/plan-1-a.md"}, "another folder"),
        ({"summary": "x" * 2049}, "2 KB"),
        ({"summary": ["x"]}, "summary is no text"),
        ({"workspace": "relative/path"}, "no absolute path"),
        ({"cwd": "/nul\0in/it"}, "no absolute path"),
        ({"conversation": 7}, "conversation is no text"),
        ({"pid": "12"}, "pid is no whole number"),
        ({"pid": -1}, "pid is no whole number"),
        ({"pid": 2**40}, "pid is no whole number"),
        ({"createdAt": True}, "createdAt is no whole number"),
        ({"timeoutSeconds": A_DAY + 1}, "timeoutSeconds is no whole number"),
        ({"timeoutSeconds": 0}, "timeoutSeconds is no whole number"),
    ],
)  # fmt: skip
async def test_a_field_that_cannot_be_used_is_refused_with_the_reason(
    side: FolderSide, fields: dict[str, Any], why: str
) -> None:
    side.submits("plan-1-a", **fields)
    await side.settles()
    answer = side.response("plan-1-a")
    assert (answer["decision"], answer["behavior"]) == ("refused", "deny")
    assert why in answer["feedback"]
    [(plan, reason)] = await side.refusals()
    assert (plan, why in reason) == ("plan-1-a", True)
    assert await side.open() == []


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"12345", "no object"),
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"token": "\xff"}', "not UTF-8"),
        (b"[" * 30_000, "nested too deeply"),
        (b'{"token": "0123456789abcdef", "x": ' + b"[" * 70 + b"]" * 70 + b"}", "64 deep"),
        (b'{"pid": ' + b"9" * 5000 + b"}", "too long"),
        (b" " * 65_537, "65,536 bytes"),
    ],
    ids=["a process id alone", "empty", "half", "not UTF-8", "a bomb", "too deep", "a long number", "too large"],
)
async def test_a_waiting_file_that_cannot_be_read_is_refused_with_the_reason(
    side: FolderSide, content: bytes, why: str
) -> None:
    (side.path / "p.md").write_text("# P\n")
    (side.path / "p.waiting").write_bytes(content)
    await side.settles()
    answer = side.response("p")
    assert (answer["decision"], "token" in answer, why in answer["feedback"]) == ("refused", False, True)
    assert await side.open() == []


@pytest.mark.parametrize(
    ("text", "why"),
    [(b"x" * (1024 * 1024 + 1), "1,048,576"), (b"# \xff\n", "not UTF-8 (byte 2)"), (b" \n\t", "is empty")],
    ids=["oversize", "not UTF-8", "empty"],
)
async def test_a_plan_that_cannot_be_shown_is_refused_with_the_reason(side: FolderSide, text: bytes, why: str) -> None:
    side.submits("plan-1-a", text)
    await side.settles()
    answer = side.response("plan-1-a")
    assert (answer["decision"], answer["token"], why in answer["feedback"]) == ("refused", TOKEN, True)
    assert len(await side.refusals()) == 1


async def test_fields_of_the_seed_that_nothing_is_done_with_are_no_fault(side: FolderSide) -> None:
    path = str(side.path / "plan-1-a.md")
    side.submits("plan-1-a", originPaneId="pane-1", agentType="claude", workspaceId=7, planPath=path, more=[{"x": 1}])
    await side.looks()
    assert (await side.only_review()).waited_for


@pytest.mark.parametrize("ending", [".md", ".waiting"])
async def test_a_link_is_refused_and_what_it_leads_to_is_not_shown(
    side: FolderSide, tmp_path: Path, ending: str
) -> None:
    side.submits("p", "# Plan\n")
    (tmp_path / "secret").write_bytes((side.path / f"p{ending}").read_bytes())
    (side.path / f"p{ending}").unlink()
    (side.path / f"p{ending}").symlink_to(tmp_path / "secret")
    await side.settles()
    assert (await side.open(), "is a link" in side.response("p")["feedback"]) == ([], True)


async def test_a_file_that_is_still_being_written_is_waited_for(side: FolderSide) -> None:
    side.submits("plan-1-a")
    whole = (side.path / "plan-1-a.waiting").read_bytes()
    (side.path / "plan-1-a.waiting").write_bytes(whole[:20])
    await side.looks()
    side.clock.forward(SETTLED / 2)
    await side.looks()
    assert side.response("plan-1-a") is None
    (side.path / "plan-1-a.waiting").write_bytes(whole)
    await side.looks()
    await side.only_review()
    assert await side.refusals() == []


async def test_a_plan_that_comes_after_the_waiting_file_is_waited_for(side: FolderSide) -> None:
    side.waits("plan-1-a")
    await side.looks()
    (side.path / "plan-1-a.md").write_text("# Late\n")
    await side.looks()
    assert (await side.only_review()).latest.title == "Late"


async def test_a_plan_that_never_comes_is_refused(side: FolderSide) -> None:
    side.waits("plan-1-a")
    await side.settles()
    assert "There is no plan-1-a.md" in side.response("plan-1-a")["feedback"]


async def test_a_refusal_is_said_once_across_starts(side: FolderSide) -> None:
    side.submits("plan-1-a", token="short")
    for _ in range(3):
        await side.settles()
        side.starts_anew()
    assert len(await side.refusals()) == 1


async def test_another_response_in_its_place_is_never_replaced(side: FolderSide) -> None:
    """Neither before anybody is asked, nor when the answer is there."""
    (side.path / "old.response").write_text("{}")
    side.submits("old")
    side.submits("new")
    await side.settles()
    review = await side.only_review()
    (side.path / "new.response").write_text("{}")
    await side.approves(review)
    await side.looks()
    await side.looks()
    assert (side.response("old"), side.response("new")) == ({}, {})
    assert [plan for plan, _ in await side.refusals()] == ["old", "new"]
    (side.path / "new.response").unlink()  # the client saw that it was not for it
    await side.looks()
    assert side.response("new")["decision"] == "approved"


async def test_silence_writes_no_response(side: FolderSide) -> None:
    side.submits("plan-1-a", timeoutSeconds=60)
    await side.looks()
    review = await side.only_review()
    await expire_due(side.desk)
    side.clock.forward(61)
    await expire_due(side.desk)
    assert (await side.review(review.id)).latest.verdict is Verdict.EXPIRED
    for _ in range(2):
        await side.settles()
        side.starts_anew()
    assert side.response("plan-1-a") is None
    assert (await side.open(), await side.refusals()) == ([], [])


async def test_a_new_plan_leaves_one_that_waits_alone(side: FolderSide) -> None:
    side.submits("plan-1-a", "# First\n")
    side.submits("plan-2-b", "# Second\n", token=TOKEN * 2)
    await side.looks()
    first, second = sorted(await side.open(), key=lambda review: review.latest.title)
    assert first.waited_for
    assert second.waited_for
    await side.approves(second)
    await side.looks()
    assert side.response("plan-1-a") is None
    assert side.response("plan-2-b")["token"] == TOKEN * 2


async def test_a_newer_plan_of_a_conversation_is_its_next_revision_and_the_older_client_is_told(
    side: FolderSide,
) -> None:
    side.submits("plan-1-a", "# First\n", conversation="c-1")
    await side.looks()
    side.submits("plan-2-b", "# Second\n", conversation="c-1")
    await side.looks()
    review = await side.only_review()
    assert review.latest.number == 2
    await side.looks()
    told = side.response("plan-1-a")
    assert (told["decision"], told["behavior"]) == ("withdrawn", "deny")
    assert side.response("plan-2-b") is None


async def test_the_desk_says_when_the_waiting_file_is_gone(side: FolderSide) -> None:
    side.submits("plan-1-a")
    await side.looks()
    review = await side.only_review()
    (side.path / "plan-1-a.waiting").unlink()
    await side.looks()
    assert (await side.review(review.id)).latest.delivery is Delivery.GONE
    await side.approves(review)
    await side.looks()
    assert side.response("plan-1-a") is None
    side.waits("plan-1-a")  # it comes back with the same token
    await side.looks()
    assert side.response("plan-1-a")["decision"] == "approved"


async def test_the_desk_says_when_the_process_is_gone(side: FolderSide) -> None:
    side.submits("plan-1-a", pid=dead_process())
    await side.looks()
    review = await side.only_review()
    await side.looks()
    side.clock.forward(GRACE_MS / 1000 + 1)
    await note_who_left(side.desk)
    assert (await side.review(review.id)).latest.delivery is Delivery.GONE
    side.starts_anew()
    await expect_everybody(side.desk)
    await side.looks()
    assert "agent_returned" not in await side.kinds()


async def test_a_client_without_a_process_waits_as_long_as_its_file_is_there(side: FolderSide) -> None:
    side.submits("plan-1-a", pid=None)
    await side.looks()
    side.clock.forward(60)
    await note_who_left(side.desk)
    assert (await side.only_review()).waited_for


async def test_another_token_under_the_same_id_gets_no_answer_of_the_first(side: FolderSide) -> None:
    """Not even if it comes in the very moment in which the answer is written."""
    folder = SwiftFolder(side.path)
    side.starts_anew(folder)
    side.submits("plan-1-a", "# First\n")
    await side.looks()
    await side.approves(await side.only_review())
    folder.happens = partial(side.submits, "plan-1-a", "# Second\n", token=TOKEN * 2)
    await side.looks()
    assert side.response("plan-1-a") is None
    await side.looks()
    assert (await side.only_review()).latest.title == "Second"
    assert side.response("plan-1-a") is None


async def test_a_plan_that_was_changed_after_it_was_shown_cannot_be_approved(side: FolderSide) -> None:
    side.submits("plan-1-a", "# Shown\n")
    await side.looks()
    (side.path / "plan-1-a.md").write_text("# Another\n")
    with pytest.raises(Stale):
        await side.approves(await side.only_review())


async def test_a_start_between_any_two_steps_loses_nothing_and_answers_once(side: FolderSide) -> None:
    side.submits("plan-1-a", "# First\n")
    await side.looks()
    side.starts_anew()
    await side.looks()
    review = await side.only_review()
    await side.approves(review)
    side.starts_anew()
    await side.looks()
    answer = side.response("plan-1-a")
    side.starts_anew()
    await side.looks()
    assert side.response("plan-1-a") == answer
    (side.path / "plan-1-a.response").unlink()
    await side.looks()
    assert (await side.review(review.id)).latest.delivery is Delivery.DELIVERED
    side.starts_anew()
    await side.looks()  # its `.waiting` file is still there, as one of the seed's clients leaves it
    assert side.response("plan-1-a") is None
    counted = await side.kinds()
    assert [counted.count(kind) for kind in ("review_opened", "review_decided", "answer_delivered")] == [1, 1, 1]
    assert "plan_files_refused" not in counted


async def test_a_plan_whose_time_was_over_before_the_hub_saw_it_is_refused(side: FolderSide) -> None:
    side.submits("plan-1-a", createdAt=side.clock.at - 61_000, timeoutSeconds=60)
    side.submits("plan-2-b", createdAt=side.clock.at - 59_000, timeoutSeconds=60)
    await side.settles()
    assert "was over" in side.response("plan-1-a")["feedback"]
    review = await side.only_review()
    assert review.expires_at == review.opened_at + 1000


async def test_after_a_day_the_files_are_removed_and_an_answer_that_nobody_took_stays_kept(side: FolderSide) -> None:
    side.submits("plan-1-a")
    await side.looks()
    review = await side.only_review()
    await side.approves(review)
    await side.looks()
    at = (side.clock.at - 1000) / 1000
    for file in side.path.iterdir():
        os.utime(file, (at, at))
    side.clock.forward(A_DAY)
    await side.looks()
    assert list(side.path.iterdir()) == []
    assert (await side.review(review.id)).latest.stage is None


async def test_a_response_is_one_line_of_ascii(side: FolderSide) -> None:
    side.submits("plan-1-a")
    await side.looks()
    await side.requests_changes(await side.only_review(), HOSTILE)
    await side.looks()
    content = (side.path / "plan-1-a.response").read_bytes()
    assert (content.count(b"\n"), content.isascii()) == (1, True)
    assert HOSTILE in json.loads(content)["feedback"]
