"""History: decided items of all kinds are indexed as the journal grows, and found by words, place and time."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from countermark.actions.desk import Desk
from countermark.model.annotations import Annotation
from countermark.model.any_item import AnyItem
from countermark.model.asked import AskedItem, DeciderKind
from countermark.model.errors import BadInput
from countermark.model.forgetting import ItemForgotten
from countermark.model.happenings import ARRIVALS
from countermark.model.history import (
    MAX_WORDS_CHARACTERS,
    DecidedItem,
    HistoryFacets,
    HistoryLine,
    HistoryOutcome,
    HistoryQuery,
    SearchedTexts,
)
from countermark.model.items import ItemKind
from countermark.model.journal import Entry
from countermark.model.journal_end import End
from countermark.model.journal_lookups import ENDINGS, EntryQuery
from countermark.model.permissions import Permission
from countermark.model.questions import Question
from countermark.model.reviews import CANARY, Review, Verdict
from countermark.store.base import Reader

Indexed = tuple[DecidedItem, SearchedTexts]
BATCH = 100  # items that are taken in at once
GATHER_SECONDS = 0.2  # in which what is decided together is taken in together
NO_ENTRIES = End(0, "")
NO_TEXTS = SearchedTexts("", "")
FOLLOWED = tuple(sorted(ENDINGS | ARRIVALS | {ItemForgotten.kind}))


@dataclass(frozen=True)
class FoundItems:
    """Decided items, newest first, and up to which entry of the journal they were looked for."""

    lines: Sequence[HistoryLine]
    until: int
    head: int


async def search(desk: Desk, query: HistoryQuery) -> FoundItems:
    """Find decided items. Raises `BadInput` for a search that is too long, and `StoreFailed`."""
    if len(query.words) > MAX_WORDS_CHARACTERS:
        raise BadInput(f"A search has at most {MAX_WORDS_CHARACTERS} characters.", hint="Search for fewer words.")
    until, head = await desk.history.until(), desk.feed.head
    return FoundItems(await desk.history.search(query), until.seq, head)


async def facets(desk: Desk) -> HistoryFacets:
    """What can be chosen from, with counts. Raises `StoreFailed`."""
    return await desk.history.facets()


async def keep_history(desk: Desk) -> None:
    """Bring the index up to the journal's end, then follow that for ever. Raises `StoreFailed`."""
    until = await desk.history.until()
    if not await desk.read(partial(is_end_in, until=until)):
        until = await index_all(desk)
    since = until.seq
    while True:
        since = await index_new(desk, since)
        await desk.feed.grown(since)
        await asyncio.sleep(GATHER_SECONDS)


def is_end_in(reader: Reader, *, until: End) -> bool:
    """Whether an index up to there is one of this journal; an empty one is none."""
    return any(entry.hash == until.hash for entry in reader.entries(after=until.seq - 1, limit=1)) and until.seq > 0


def end_of(reader: Reader) -> End:
    """Where the journal ends now."""
    last = reader.entries(after=reader.head() - 1, limit=1)
    return End(last[0].seq, last[0].hash) if last else NO_ENTRIES


async def index_all(desk: Desk) -> End:
    """Make the index anew from everything that was decided; gives the last entry that is in it."""
    await desk.history.start_anew()
    end = await desk.read(end_of)
    for kind in ItemKind:
        async for batch in batches_of(desk, kind):
            await desk.history.put(batch, until=NO_ENTRIES)  # a hub that is ended before all is in begins again
    await desk.history.put((), until=end)
    return end


async def batches_of(desk: Desk, kind: ItemKind) -> AsyncIterator[Sequence[Indexed]]:
    """All decided items of a kind with what they are found by."""
    after: tuple[int, str] | None = None
    while True:
        items, indexed = await desk.read(partial(decided_after, kind=kind, after=after))
        if not items:
            return
        yield indexed
        after = ended_at(items[-1]), items[-1].id


def decided_after(
    reader: Reader, *, kind: ItemKind, after: tuple[int, str] | None
) -> tuple[Sequence[AnyItem], Sequence[Indexed]]:
    """The next decided items of a kind, and the same with what they are found by."""
    items = reader.decided(kind, after=after, limit=BATCH)
    return items, [index_of(reader, item) for item in items]


async def index_new(desk: Desk, since: int) -> int:
    """Take in what the entries after `since` have ended; gives the last entry that is in the index."""
    while since < desk.feed.head:
        until, indexed, waiting = await desk.read(partial(changed_after, since=since))
        await desk.history.put(indexed, until=until, waiting=waiting)
        since = until.seq
    return since


def changed_after(reader: Reader, since: int) -> tuple[End, Sequence[Indexed], Collection[str]]:
    """The next items that have ended, the ids of those that wait, and the last entry that was looked at."""
    entries = reader.entries_matching(EntryQuery(after=since, kinds=FOLLOWED, oldest_first=True, limit=BATCH))
    until = End(entries[-1].seq, entries[-1].hash) if len(entries) == BATCH else end_of(reader)
    items = list(items_of(reader, entries))
    decided = [item for item in items if not is_open(item)]
    return until, [index_of(reader, item) for item in decided], [item.id for item in items if is_open(item)]


def items_of(reader: Reader, entries: Sequence[Entry]) -> Iterator[AnyItem]:
    """What entries are about, each once, but for what the doctor has asked."""
    named = {entry.item.id: entry.item.kind for entry in entries if entry.item is not None}
    reviews = reader.reviews_named([each for each, kind in named.items() if kind is ItemKind.REVIEW])
    yield from (review for review in reviews.values() if review.agent != CANARY)
    yield from reader.permissions_named([each for each, kind in named.items() if kind is ItemKind.PERMISSION]).values()
    yield from reader.questions_named([each for each, kind in named.items() if kind is ItemKind.QUESTION]).values()


def is_open(item: AnyItem) -> bool:
    """Whether it waits for an answer, perhaps again."""
    return item.latest.verdict is None if isinstance(item, Review) else item.is_open


def ended_at(item: AnyItem) -> int:
    """When its newest version ended; 0 for one that waits."""
    return (item.latest.decided_at if isinstance(item, Review) else item.ended_at) or 0


def index_of(reader: Reader, decided: AnyItem) -> Indexed:
    """A decided item with what it is found by; of one that was forgotten that is nothing."""
    item, texts = texts_of(reader, decided)
    return (replace(item, title="", marks=0), NO_TEXTS) if item.forgotten else (item, texts)


def texts_of(reader: Reader, item: AnyItem) -> Indexed:
    """The same of one that was not."""
    match item:
        case Review():
            return review_index(reader, item)
        case Permission():
            its = item.redact()
            words = "" if its.decision is None else its.decision.words or ""
            text = "\n".join(filter(None, (its.call.name, its.call.command, its.call.arguments, its.reason)))
            return asked_index(its, str(its.outcome)), SearchedTexts(its.title, text, answer=words)
        case Question():
            told = item.redact()
            return asked_index(told, str(told.outcome)), question_texts(told)
        case _:
            assert_never(item)


def review_index(reader: Reader, review: Review) -> Indexed:
    """A review: the newest text, all marks, and the words of each answer."""
    latest = review.latest
    marks = [mark for mark in reader.annotations(review.id) if not mark.removed]
    notes = [revision.notes for revision in reader.revisions(review.id) if revision.notes]
    assert latest.verdict is not None
    item = DecidedItem(
        version=latest.version, agent=review.agent, workspace=review.workspace, title=latest.title,
        outcome=HistoryOutcome(latest.verdict.value), decider=reviews_decider(latest.verdict),
        decided_at=latest.decided_at or latest.opened_at, marks=len(marks),
        forgotten=latest.forgotten_at is not None,
    )  # fmt: skip
    said = "\n".join(part for mark in marks for part in parts_of(mark))
    text = without_title(reader.text(latest.sha256) or "", latest.title)
    return item, SearchedTexts(latest.title, text, said, "\n".join(notes))


def without_title(text: str, title: str) -> str:
    """A text without the heading that is its title, which is indexed by itself: a line of history says it once."""
    first, _, rest = text.lstrip().partition("\n")
    return rest.lstrip() if first.strip("# \t\r") == title else text


def reviews_decider(verdict: Verdict) -> DeciderKind:
    """Who or what ends a review so."""
    match verdict:
        case Verdict.APPROVED | Verdict.CHANGES_REQUESTED:
            return DeciderKind.PERSON
        case Verdict.EXPIRED:
            return DeciderKind.TIMEOUT
        case Verdict.WITHDRAWN:
            return DeciderKind.AGENT
        case _:
            assert_never(verdict)


def parts_of(mark: Annotation) -> Iterator[str]:
    """What a mark says and quotes."""
    yield from (part for part in (mark.words, mark.text, mark.label, mark.quote) if part)


def asked_index(item: AskedItem, outcome: str) -> DecidedItem:
    """A permission or a question."""
    return DecidedItem(
        version=item.version, agent=item.agent, workspace=item.workspace, title=item.title,
        outcome=HistoryOutcome(outcome), decider=DeciderKind.AGENT if item.decider is None else item.decider.kind,
        decided_at=item.ended_at or item.opened_at, forgotten=item.forgotten_at is not None,
    )  # fmt: skip


def question_texts(question: Question) -> SearchedTexts:
    """What a question is found by."""
    asked = [question.message, *(f"{prompt.header} {prompt.text}" for prompt in question.prompts)]
    reply = question.reply
    answers = [] if reply is None else [*(value for values in reply.answers.values() for value in values), reply.words]
    return SearchedTexts(question.title, "\n".join(filter(None, asked)), answer="\n".join(filter(None, answers)))
