"""What files were like at some fingerprints: from it follows what is new since one of them."""

import asyncio
import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Literal, NamedTuple

from countermark.actions.desk import Desk
from countermark.model.journal import Entry
from countermark.model.pages.annotations import PageAnnotation, PageStore
from countermark.model.pages.journal import PageAnnotationRemoved, PageFileChanged

MOST_KEPT = 100
LOOKED_THROUGH = 1000  # entries of the journal, for a fingerprint that nobody remembers
NOTHING = "0:"
FINGERPRINT = re.compile(r"\d{1,9}:(?P<latest>[^\x00-\x1f]{0,80}?)(?::[0-9a-f]{12})?")


@dataclass(frozen=True)
class Snapshot:
    """A state of a file, and how far the journal had come before it was read."""

    digests: Mapping[str, str]  # of annotations, by their ids
    seq: int


class Removal(NamedTuple):
    """An annotation that is gone: `accepted` once it was addressed, else `deleted`; `removed` by a hand in the file."""

    id: str
    outcome: Literal["accepted", "deleted", "removed"]
    page: str
    note: str


class Snapshots:
    """States of files by their fingerprints; the oldest are forgotten."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Snapshot] = OrderedDict()

    def keep(self, site: str, fingerprint: str, snapshot: Snapshot) -> None:
        """Remember a state."""
        self._kept[site, fingerprint] = snapshot
        self._kept.move_to_end((site, fingerprint))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def of(self, site: str, fingerprint: str) -> Snapshot | None:
        """A state, if it is remembered."""
        found = self._kept.get((site, fingerprint))
        if found is not None:
            self._kept.move_to_end((site, fingerprint))
        return found


def digests_of(store: PageStore) -> dict[str, str]:
    """What tells one state of an annotation from another, by its id."""
    return {each.id: news_digest(each) for each in store.annotations}


def news_digest(annotation: PageAnnotation) -> str:
    """An agent's own reply makes no news for agents, nor does the time that it leaves behind."""
    raw = dict(annotation.raw)
    raw.pop("updatedAt", None)
    replies = raw.pop("replies", None)
    listed = replies if isinstance(replies, list) else []
    said = [each for each in listed if isinstance(each, dict) and each.get("role") == "reviewer"]
    content = json.dumps([raw, said], sort_keys=True).encode("ascii")
    return hashlib.sha256(content).hexdigest()[:24]


def latest_in(fingerprint: str) -> str | None:
    """The time of the last change that a fingerprint tells; None for what is no fingerprint."""
    found = FINGERPRINT.fullmatch(fingerprint)
    return None if found is None else found["latest"]


async def entries_of(desk: Desk, site: str, *, after: int, until: int) -> list[Entry]:
    """What the journal says of a site between two of its entries."""
    found: list[Entry] = []
    if after >= until:
        return found
    async with aclosing(desk.feed.follow(after)) as entries:
        async for entry in entries:
            if entry.body.get("site") == site:
                found.append(entry)
            if entry.seq >= until:
                break
    return found


async def next_entry(desk: Desk, site: str, *, after: int, seconds: float) -> None:
    """Until the journal says something of a site after this entry, or the time is over."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), aclosing(desk.feed.follow(after)) as entries:
            async for entry in entries:
                if entry.body.get("site") == site:
                    return


async def seq_of(desk: Desk, site: str, fingerprint: str) -> int | None:
    """The newest entry after which a file had this fingerprint, for one that a hub before us has told; None if old."""
    newest = await desk.read(lambda reader: reader.entries(after=max(0, reader.head() - LOOKED_THROUGH)))
    at = (each.seq for each in newest if (each.body.get("site"), each.body.get("fingerprint")) == (site, fingerprint))
    return max(at, default=None)


def were_otherwise(entries: Iterable[Entry], *, status: str) -> set[str]:
    """The ids of annotations that have had another status than this one.

    Who begins, addresses and reopens an annotation without a word leaves it as it was, and yet it is news.
    """
    return {name for entry in entries for name, now in statuses_in(entry) if now != status}


def removals_in(entries: Iterable[Entry]) -> dict[str, Removal]:
    """The annotations that were removed one by one: by a person who has accepted them, or deleted."""
    return {
        str(entry.body["entry"]): Removal(
            str(entry.body["entry"]), "accepted" if entry.body["status"] == "addressed" else "deleted",
            str(entry.body["page"]), str(entry.body["note"]),
        )
        for entry in entries
        if entry.kind == PageAnnotationRemoved.kind
    }  # fmt: skip


def statuses_in(entry: Entry) -> Iterator[tuple[str, str]]:
    """Annotations that an entry of the journal is about, each with the status that it has had then."""
    about = [entry.body]
    if entry.kind == PageFileChanged.kind:  # by a hand: several at once
        about = [{**each, "entry": each.get("id")} for each in json.loads(str(entry.body.get("entries", "[]")))]
    for each in about:
        if isinstance(status := each.get("status"), str):
            yield str(each.get("entry")), status
