"""What was decided is found again: by its text, its marks, the words of the answer, its place and its time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from countermark.actions import history, reviews
from countermark.actions.desk import Desk, open_desk
from countermark.model import actors
from countermark.model.asked import DeciderKind
from countermark.model.errors import BadInput
from countermark.model.history import HistoryLine, HistoryOutcome, HistoryQuery
from countermark.model.items import ItemKind
from countermark.model.reviews import Submission, Verdict
from countermark.store.history.file import HISTORY
from countermark.store.history.words import match_of
from countermark.store.sqlite import open_file
from tests.contract.memory_desk import HandClock

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
PLAN = Submission("claude-code", "# Ship the café\n\nMove the till.\n", None, "/shop", "talk-1", None)


async def decided(
    desk: Desk, text: str, verdict: Verdict = Verdict.APPROVED, *, notes: str | None = None, workspace: str = "/shop"
) -> str:
    submission = replace(PLAN, text=text, workspace=workspace, conversation=text)
    receipt = await reviews.open_review(desk, submission, key=f"key-{abs(hash(text)):020}", wait_seconds=60, by=CLAUDE)
    sha256 = receipt.revision.sha256
    await reviews.decide(desk, receipt.review.id, verdict, notes=notes, shown_sha256=sha256, by=ME)
    return receipt.review.id


@asynccontextmanager
async def kept(desk: Desk) -> AsyncIterator[None]:
    """The index follows the journal, and has reached its end."""
    keeping = asyncio.create_task(history.keep_history(desk))
    try:
        await sooner_or_later(lambda: is_up_to_date(desk))
        yield
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping


async def is_up_to_date(desk: Desk) -> bool:
    return await desk.history.until() == await desk.read(history.end_of)


async def sooner_or_later(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(20):
        while not await holds():  # noqa: ASYNC110  what is asked for is in a file
            await asyncio.sleep(0.02)


async def found(desk: Desk, words: str = "", **asked: object) -> list[str]:
    lines = (await history.search(desk, HistoryQuery(words=words, **asked))).lines  # type: ignore[arg-type]
    return [line.item.version.id for line in lines]


async def nothing_found(desk: Desk, words: str) -> bool:
    return not await found(desk, words)


def text_of(line: HistoryLine) -> str:
    return "".join(f"[{part.text}]" if part.found else part.text for part in line.snippet)


async def test_a_decided_plan_is_found_by_its_text_and_by_the_words_of_the_answer(desk: Desk, clock: HandClock) -> None:
    till = await decided(desk, "# Ship the café\n\nMove the till.\n", Verdict.CHANGES_REQUESTED, notes="Ask Ada first.")
    clock.forward(1)
    other = await decided(desk, "# Paint the door\n")
    async with kept(desk):
        assert await found(desk, "till") == [till]
        assert await found(desk, "cafe") == [till]  # without the accent
        assert await found(desk, "ada fir") == [till]  # in the answer; the last word by its beginning
        assert await found(desk, "door") == [other]
        assert await found(desk) == [other, till]
        assert await found(desk, "the door till") == []


async def test_the_place_of_the_words_is_shown(desk: Desk) -> None:
    await decided(desk, "# Ship the café\n\nMove the till.\n")
    async with kept(desk):
        [line] = (await history.search(desk, HistoryQuery(words="TILL"))).lines
        assert "Move the [till]." in text_of(line)


@pytest.mark.parametrize(("words", "is_found"), [("東京", True), ("京", True), ("画を東京", True), ("東 京都", False)])
async def test_words_of_scripts_without_blanks_are_found_anywhere(desk: Desk, words: str, is_found: bool) -> None:
    await decided(desk, "# 計画を東京で\n")
    async with kept(desk):
        assert bool(await found(desk, words)) == is_found
        lines = (await history.search(desk, HistoryQuery(words="東京"))).lines
        assert "計画を[東京]で" in text_of(lines[0])


@pytest.mark.parametrize(
    "words", ['"', '""', "*", "title:", "NEAR(", "a OR", "NOT till", "-till", "^till", "\x00", "\x02", "'"]
)
async def test_nothing_that_is_typed_is_syntax(desk: Desk, words: str) -> None:
    await decided(desk, "# Ship the café\n\nMove the till.\n")
    async with kept(desk):
        assert len(await found(desk, words)) <= 1


@pytest.mark.parametrize(
    ("typed", "asked"),
    [("a a a b", '"a" "b"*'), ('"a b" "a b" c ', '"a b" "c"'), ("t" + " t" * 199, '"t" "t"*')],
)
def test_a_word_that_is_typed_again_is_looked_for_once(typed: str, asked: str) -> None:
    assert match_of(typed) == asked


async def test_what_has_no_blank_for_pages_makes_no_line_longer(desk: Desk) -> None:
    blob = "QUJD" * 10_000
    await decided(desk, f"# Ship\n\n{blob} {blob} till {blob} {blob}\n")
    async with kept(desk):
        for words in ("till", blob[:400]):
            [line] = (await history.search(desk, HistoryQuery(words=words))).lines
            assert 0 < sum(len(part.text) for part in line.snippet) < 1_500
            assert any(part.found for part in line.snippet)
        [line] = (await history.search(desk, HistoryQuery(words="till"))).lines
        assert "QUJD [till] QUJD" in text_of(line)


async def test_words_between_quotation_marks_stand_beside_each_other(desk: Desk) -> None:
    await decided(desk, "# Move the till\n")
    async with kept(desk):
        assert await found(desk, '"move the till"')
        assert not await found(desk, '"till the move"')


async def test_it_is_narrowed_by_workspace_outcome_agent_kind_and_time(desk: Desk, clock: HandClock) -> None:
    first = await decided(desk, "# One\n", workspace="/a")
    clock.forward(100)
    second = await decided(desk, "# Two\n", Verdict.CHANGES_REQUESTED, notes="No.", workspace="/b")
    async with kept(desk):
        assert await found(desk, workspace="/a") == [first]
        assert await found(desk, outcome=HistoryOutcome.CHANGES_REQUESTED) == [second]
        assert await found(desk, agent="claude-code", kind=ItemKind.REVIEW) == [second, first]
        assert await found(desk, kind=ItemKind.QUESTION) == []
        assert await found(desk, until=clock.at - 1) == [first]
        assert await found(desk, since=clock.at) == [second]
        assert await found(desk, deciders=(DeciderKind.PERSON, DeciderKind.TIMEOUT)) == [second, first]
        assert await found(desk, "on", deciders=(DeciderKind.RULE, DeciderKind.MODE)) == []
        assert await found(desk, "on", deciders=(DeciderKind.PERSON,)) == [first]
        assert await found(desk, "one two") == []
        facets = await history.facets(desk)
        assert facets.workspaces == {"/a": 1, "/b": 1}
        assert facets.outcomes == {"approved": 1, "changes_requested": 1}
        assert list(facets.agents.items()) == [("claude-code", 2)]
        assert (facets.kinds, facets.deciders) == ({"review": 2}, {"person": 2})


async def test_pages_follow_each_other_without_a_gap(desk: Desk, clock: HandClock) -> None:
    ids = []
    for number in range(7):
        ids.append(await decided(desk, f"# Plan {number}\n"))
        clock.forward(0.001)
    async with kept(desk):
        seen: list[str] = []
        before = None
        for _ in range(4):
            lines = (await history.search(desk, HistoryQuery(words="plan", before=before, limit=2))).lines
            seen += [line.item.version.id for line in lines]
            before = lines[-1].place
        assert seen == ids[::-1]


async def test_what_waits_again_is_no_history(desk: Desk) -> None:
    review = await decided(desk, "# Plan\n\nOne.\n", Verdict.CHANGES_REQUESTED, notes="Two, please.")
    async with kept(desk):
        assert await found(desk, "plan") == [review]
        again = replace(PLAN, text="# Plan\n\nTwo.\n", conversation="# Plan\n\nOne.\n")
        receipt = await reviews.open_review(desk, again, key="key-again-00000001", wait_seconds=60, by=CLAUDE)
        assert receipt.review.id == review
        await sooner_or_later(lambda: nothing_found(desk, "plan"))
        await reviews.decide(desk, review, Verdict.APPROVED, notes=None, shown_sha256=receipt.revision.sha256, by=ME)
        await sooner_or_later(lambda: is_up_to_date(desk))
        assert await found(desk, "two") == [review]


async def test_a_search_that_is_too_long_says_so(desk: Desk) -> None:
    with pytest.raises(BadInput, match="400 characters"):
        await history.search(desk, HistoryQuery(words="x" * 401))


@contextmanager
def damaged(file: Path, how: str) -> Iterator[None]:
    if how == "gone":
        file.unlink()
    elif how == "no database":
        file.write_bytes(b"no database" * 1000)
    else:
        whole = bytearray(file.read_bytes())
        whole[4096 : 4096 * 3] = b"\xff" * 8192
        file.write_bytes(bytes(whole))
    yield


@pytest.mark.parametrize("how", ["gone", "no database", "spoilt"])
async def test_an_index_that_is_lost_or_spoilt_is_made_anew(tmp_path: Path, how: str) -> None:
    clock = HandClock()
    desk = await open_desk(open_file(tmp_path / "desk.sqlite"), images=tmp_path / "images", clock=clock)
    review = await decided(desk, "# Ship the café\n")
    async with kept(desk):
        assert await found(desk, "ship") == [review]
    await desk.close()
    with damaged(tmp_path / HISTORY, how):
        desk = await open_desk(open_file(tmp_path / "desk.sqlite"), images=tmp_path / "images", clock=clock)
        async with kept(desk):
            assert await found(desk, "ship") == [review]
        await desk.close()


async def test_an_index_of_another_journal_is_made_anew(tmp_path: Path) -> None:
    clock = HandClock()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    long = await open_desk(open_file(tmp_path / "one" / "db"), images=tmp_path / "one" / "images", clock=clock)
    for number in range(5):
        await decided(long, f"# Other {number}\n")
    async with kept(long):
        pass
    await long.close()
    (tmp_path / "one" / HISTORY).rename(tmp_path / "two" / HISTORY)
    short = await open_desk(open_file(tmp_path / "two" / "db"), images=tmp_path / "two" / "images", clock=clock)
    mine = await decided(short, "# Mine\n")
    async with kept(short):
        assert await found(short) == [mine]
    await short.close()


@pytest.mark.parametrize(
    ("text", "title", "rest"),
    [
        ("# Move it\n\nFirst this.\n", "Move it", "First this.\n"),
        ("\n##  Move it  \r\nFirst.", "Move it", "First."),
        ("First.\n# Move it\n", "Move it", "First.\n# Move it\n"),
        ("# Other\nFirst.", "Move it", "# Other\nFirst."),
        ("# Move it", "Move it", ""),
    ],
)
def test_the_heading_that_is_the_title_is_not_indexed_twice(text: str, title: str, rest: str) -> None:
    assert history.without_title(text, title) == rest
