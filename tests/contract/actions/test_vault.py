"""What a person decides is written into a folder of notes: once, whatever it is called, and whatever happens."""

import asyncio
import errno
import json
import os
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from countermark.actions import items, reviews, vault
from countermark.actions.desk import Desk
from countermark.actions.forgetting import forget
from countermark.actions.journal import problems
from countermark.actions.vault import PROGRESS, Vault, keep_vault
from countermark.model import actors
from countermark.model.items import ItemKind
from countermark.model.reviews import CANARY, Stage, Submission, Verdict

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
PLAN = Submission("claude-code", "# Ship\n\nMove the till.\n", None, "/shop", "talk-1", None)
HOSTILE = [
    "../../../etc/cron.d/x", "/etc/passwd", "..", "CON", "nul.md", "a\x00b\x1b[31m", "x" * 300, "漢" * 300,
    "\u202egnp.exe", "مرحبا بالعالم", "[[link]]|#tag", "-rf ~", "a\nb: c", "", "   ", "%2e%2e%2f",
]  # fmt: skip


@pytest.fixture(autouse=True)
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault, "TRY_AGAIN_SECONDS", 0.02)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "vault" / "Reviews"
    folder.mkdir(parents=True)
    return folder


async def asked(desk: Desk, text: str, *, title: str | None = None, agent: str = "claude-code") -> str:
    submission = replace(PLAN, text=text, title=title, agent=agent, conversation=f"{agent} {text} {title}")
    key = key_of(text, title, agent)
    return (await reviews.open_review(desk, submission, key=key, wait_seconds=60, by=actors.agent(agent))).review.id


def key_of(text: str, title: str | None = None, agent: str = "claude-code") -> str:
    return f"key-{abs(hash((text, title, agent))):020}"


async def decide(desk: Desk, review_id: str, verdict: Verdict = Verdict.APPROVED) -> None:
    review = await desk.read(lambda reader: reader.review(review_id))
    assert review is not None
    await reviews.decide(desk, review_id, verdict, notes="Yes.", shown_sha256=review.latest.sha256, by=ME)


async def decided(desk: Desk, text: str = PLAN.text, **more: str) -> str:
    review_id = await asked(desk, text, **more)
    await decide(desk, review_id)
    return review_id


@asynccontextmanager
async def kept(desk: Desk, folder: Path, *, since: int = 0, tags: tuple[str, ...] = ()) -> AsyncIterator[None]:
    """The folder follows what is decided."""
    made = Vault(folder, tags, lambda agent: agent.title())
    keeping = asyncio.create_task(keep_vault(desk, made, since=since))
    try:
        yield
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping


async def sooner_or_later(holds: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(30):
        while not await holds():  # noqa: ASYNC110  what is asked for is in a file
            await asyncio.sleep(0.01)


async def has(folder: Path, count: int) -> list[Path]:
    """The notes, as soon as there are so many."""

    async def are_there() -> bool:
        return len(list(folder.glob("*"))) >= count

    await sooner_or_later(are_there)
    return sorted(folder.glob("*"))


async def is_noted(desk: Desk) -> None:
    """All that was decided has been looked at."""
    last = (await desk.read(lambda reader: vault.decisions(reader, after=0)))[-1].seq

    async def is_it() -> bool:
        progress = desk.home / PROGRESS
        return progress.exists() and json.loads(progress.read_text())["seq"] >= last

    await sooner_or_later(is_it)


async def test_a_decided_plan_is_a_note(desk: Desk, notes: Path) -> None:
    async with kept(desk, notes, tags=("work/plans",)):
        review_id = await decided(desk)
        [note] = await has(notes, 1)
        await is_noted(desk)
    text = note.read_text()
    assert note.name.endswith(" Ship.md")
    assert f'id: "{review_id}"' in text
    assert 'agent: "Claude-Code"' in text
    assert '"work/plans"]' in text
    assert "> Yes." in text
    assert stat.S_IMODE(note.stat().st_mode) == stat.S_IMODE(notes.stat().st_mode) & 0o664


@pytest.mark.parametrize("title", HOSTILE, ids=range(len(HOSTILE)))
async def test_no_title_leaves_the_folder(desk: Desk, notes: Path, title: str) -> None:
    async with kept(desk, notes):
        await decided(desk, title=title)
        [note] = await has(notes, 1)
    assert note.parent == notes
    assert note.suffix == ".md"
    assert [each.name for each in notes.parent.iterdir()] == ["Reviews"]


async def test_nothing_is_overwritten_and_nobody_elses_file_is_touched(desk: Desk, notes: Path) -> None:
    async with kept(desk, notes):
        await decided(desk)
        [mine] = await has(notes, 1)
        await is_noted(desk)
        mine.write_text("edited by hand")
        await decided(desk, "# Ship\n\nAnother text.\n")
        found = await has(notes, 2)
        await is_noted(desk)
    assert {note.name for note in found} == {mine.name, mine.name.replace(".md", " 2.md")}
    assert mine.read_text() == "edited by hand"


async def test_after_a_restart_nothing_is_written_twice_and_nothing_left_out(desk: Desk, notes: Path) -> None:
    async with kept(desk, notes):
        await decided(desk, "# One\n")
        await has(notes, 1)
        await is_noted(desk)
    for note in notes.glob("*"):
        note.unlink()  # the person has moved it: it must not come back
    await decided(desk, "# Two\n")
    await decided(desk, "# Three\n")
    async with kept(desk, notes, since=desk.feed.head):
        found = await has(notes, 2)
        await is_noted(desk)
    assert sorted(note.name[11:] for note in found) == ["Three.md", "Two.md"]


async def test_killed_between_the_note_and_the_number_it_writes_one_note(desk: Desk, notes: Path) -> None:
    await decided(desk)
    async with kept(desk, notes):
        await has(notes, 1)
        await is_noted(desk)
    (desk.home / PROGRESS).unlink()  # as if the hub had died before it was written
    async with kept(desk, notes):
        await is_noted(desk)
    assert len(list(notes.iterdir())) == 1


async def test_what_was_decided_before_the_setting_stays_where_it_is(desk: Desk, notes: Path) -> None:
    await decided(desk, "# Before\n")
    async with kept(desk, notes, since=desk.feed.head):
        await decided(desk, "# After\n")
        [note] = await has(notes, 1)
    assert note.name.endswith(" After.md")


async def test_a_revision_that_was_followed_by_another_is_written_as_it_was_decided(desk: Desk, notes: Path) -> None:
    review_id = await asked(desk, "# Plan\n\nFirst.\n")
    await decide(desk, review_id, Verdict.CHANGES_REQUESTED)
    review = await desk.read(lambda reader: reader.review(review_id))
    assert review is not None
    newer = replace(PLAN, text="# Plan\n\nSecond.\n", conversation=review.conversation)
    await reviews.open_review(desk, newer, key="key-" + "9" * 20, wait_seconds=60, by=CLAUDE)
    async with kept(desk, notes):
        [note] = await has(notes, 1)
        await is_noted(desk)
        assert "First." in note.read_text()
        assert 'verdict: "changes_requested"' in note.read_text()
        await decide(desk, review_id)
        assert any("Second." in note.read_text() for note in await has(notes, 2))


async def test_the_doctors_own_question_is_no_note(desk: Desk, notes: Path) -> None:
    await asked(desk, "# Canary\n", agent=CANARY)  # approved by policy in the same moment
    await decided(desk, "# Mine\n")
    async with kept(desk, notes):
        await has(notes, 1)
        await is_noted(desk)
    assert [note.name[11:] for note in notes.iterdir()] == ["Mine.md"]


async def test_a_forgotten_plan_is_not_written_any_more(desk: Desk, notes: Path) -> None:
    review_id = await decided(desk, "# Gone\n")
    await items.acknowledge(desk, key_of("# Gone\n"), Stage.RECEIVED, by=CLAUDE)
    await forget(desk, ItemKind.REVIEW, review_id, by=ME)
    async with kept(desk, notes):
        await decided(desk, "# Stays\n")
        await has(notes, 1)
        await is_noted(desk)
    assert [note.name[11:] for note in notes.iterdir()] == ["Stays.md"]


async def test_a_folder_that_is_missing_is_told_and_tried_again(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "unmounted"
    async with kept(desk, folder):
        await decided(desk)
        await told(desk, "No such file or directory")
        folder.mkdir()
        await has(folder, 1)
        await told(desk, None)
    assert not (tmp_path / "unmounted 2").exists()


async def test_a_full_disk_is_told_and_tried_again(desk: Desk, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with kept(desk, notes):
        with monkeypatch.context() as patch:
            patch.setattr("countermark.actions.vault.put", full)
            await decided(desk)
            await told(desk, "No space left on device")
            assert list(notes.iterdir()) == []
        await has(notes, 1)
        await told(desk, None)


def full(_folder: int, _name: str, _content: bytes) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


async def test_a_file_in_the_folders_place_is_told(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "Reviews"
    folder.write_text("a file")
    async with kept(desk, folder):
        await decided(desk)
        await told(desk, "Not a directory")
        folder.unlink()
        folder.mkdir()
        assert len(await has(folder, 1)) == 1
        await told(desk, None)


async def told(desk: Desk, why: str | None) -> None:
    """The desk says why nothing is written, or nothing any more."""

    async def says() -> bool:
        said = " ".join(await problems(desk))
        return not said if why is None else why in said

    await sooner_or_later(says)
