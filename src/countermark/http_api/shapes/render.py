"""Values as the browser's wire shows them."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain, islice, zip_longest
from typing import assert_never

from countermark.actions.entries_now import Now
from countermark.agents.catalog import brand
from countermark.documents.markdown.blocks import Document, Unshown, UnshownKind
from countermark.documents.markdown.odd import spelled
from countermark.documents.markdown.packed import PackedDocument
from countermark.http_api.shapes import render_annotations, render_gate, wire
from countermark.http_api.shapes.names import file_name, last_part, without_controls
from countermark.http_api.shapes.times import iso, iso_or_none
from countermark.model import drafts, journal, permissions, questions, reviews
from countermark.model.any_item import AnyItem
from countermark.model.shares import SHARED

MOST_UNSHOWN = 500  # of the places that a page does not show; the source has them all


def review(it: reviews.Review) -> wire.Review:
    """A review for lists."""
    named, latest = brand(it.agent), it.latest
    return wire.Review(
        id=it.id, title=latest.title, agent=it.agent, agent_name=named.name, kind=it.kind,
        workspace=without_controls(it.workspace), workspace_name=workspace_name(it),
        file=None if it.path is None else without_controls(file_name(it.path, workspace=it.workspace)),
        branch=None if it.branch is None else without_controls(it.branch),
        status=status(latest), verdict=latest.verdict, reason=latest.reason,
        revision=latest.number, revisions=latest.number,
        opened_at=iso(latest.opened_at), expires_at=iso_or_none(latest.expires_at),
        decided_at=iso_or_none(latest.decided_at), delivery=latest.delivery, delivered_ms=latest.delivered_ms,
        notes=latest.notes, takes_notes=named.takes_notes, notes_reason=named.notes_reason,
        notes_delivery=None if named.notes_with_answer else latest.notes_delivery,
        sha256=latest.sha256, seen=latest.seen_at is not None, marks=latest.marks,
        modes=[wire.Mode(**vars(each)) for each in named.modes], mode=latest.mode,
        forgotten_at=iso_or_none(latest.forgotten_at), forgotten_by=latest.forgotten_by,
    )  # fmt: skip


def workspace_name(it: reviews.Review) -> str:
    """The folder's own name; what came with a link has none."""
    if it.agent == SHARED and it.path is None:
        return "Shared with you"
    return without_controls(last_part(it.workspace))


def revision(it: reviews.Revision) -> wire.Revision:
    """A revision for the review's history."""
    return wire.Revision(
        number=it.number, sha256=it.sha256, title=it.title, opened_at=iso(it.opened_at),
        expires_at=iso_or_none(it.expires_at), status=status(it), verdict=it.verdict, reason=it.reason,
        notes=it.notes, decided_at=iso_or_none(it.decided_at), delivery=it.delivery, delivered_ms=it.delivered_ms,
        marks=it.marks,
    )  # fmt: skip


def document_slice(it: PackedDocument, number: int) -> wire.DocumentSlice:
    """One slice of a document."""
    html, first = it.slice(number), number == 0
    front_matter = list(it.front_matter) if first and it.front_matter is not None else None
    toc = [wire.Heading(id=each.id, level=each.level, text=each.text) for each in it.toc] if first else None
    return wire.DocumentSlice(
        html=html, slice=number, slices=len(it.parts), sha256=it.sha256, title=it.title,
        toc=toc, front_matter=front_matter, unshown=unshown(it.unshown) if first else None, is_source=it.is_source,
    )  # fmt: skip


def early_slice(html: str, number: int, *, sha256: str) -> wire.DocumentSlice:
    """A slice of a document about which not all is known yet."""
    return wire.DocumentSlice(
        html=html, slice=number, slices=None, sha256=sha256, title=None, toc=None, front_matter=None, unshown=None,
        is_source=False,
    )  # fmt: skip


def unshown(items: Sequence[Unshown]) -> wire.UnshownWords:
    """What a page does not show: all of it counted, the beginning of a very long list told."""
    counts = [wire.UnshownCount(kind=kind, count=count) for kind, count in Counter(it.kind for it in items).items()]
    told = [
        wire.UnshownItem(kind=it.kind, line=it.line, text=spelled(it.text, code=True)) for it in _some_of_each(items)
    ]
    return wire.UnshownWords(counts=counts, items=told)


def _some_of_each(items: Sequence[Unshown]) -> list[Unshown]:
    """As many as may be told, in their order: one of each kind in turn, so that many of one kind hide no other."""
    if len(items) <= MOST_UNSHOWN:
        return list(items)
    places: defaultdict[UnshownKind, list[int]] = defaultdict(list)
    for place, it in enumerate(items):
        places[it.kind].append(place)
    kinds = sorted(places, key=lambda kind: (kind == "link_address", len(places[kind])))
    in_turn = chain.from_iterable(zip_longest(*(places[kind] for kind in kinds)))
    chosen = islice((place for place in in_turn if place is not None), MOST_UNSHOWN)
    return [items[place] for place in sorted(chosen)]


def whole_document(it: Document) -> wire.WholeDocument:
    """A document, whole."""
    blocks = [wire.Block(**asdict(each)) for each in it.blocks]
    return wire.WholeDocument(html=it.html, blocks=blocks, sha256=it.sha256)


def draft(it: drafts.Draft) -> wire.Draft:
    """A draft."""
    return wire.Draft(revision=it.revision, text=it.text, kind=it.kind, version=it.version, saved_at=iso(it.saved_at))


def entry(it: journal.Entry, *, title: str | None = None) -> wire.Entry:
    """A line of the journal."""
    return wire.Entry.model_validate({**entry_fields(it), "title": title})


def item(it: AnyItem) -> wire.Item:
    """An item for the inbox."""
    match it:
        case reviews.Review():
            return review(it)
        case permissions.Permission():
            return render_gate.permission(it)
        case questions.Question():
            return render_gate.question(it)
        case _:
            assert_never(it)


def feed_entry(it: journal.Entry, now: Now) -> wire.FeedEntry:
    """A line of the journal as the feed brings it."""
    shown = item(now.item) if now.item else None
    fields = {
        "title": shown.title if shown else None,
        "item_now": shown,
        "annotation_now": render_annotations.annotation(now.mark) if now.mark else None,
        "session_now": now.event,
    }
    return wire.FeedEntry.model_validate({**entry_fields(it), **fields})


def entry_fields(it: journal.Entry) -> dict[str, object]:
    """The fields of an entry as the wire names them."""
    about = it.item and wire.ItemVersion(kind=it.item.kind, id=it.item.id, number=it.item.number)
    return {
        "seq": it.seq, "at": iso(it.at), "kind": it.kind, "actor": wire.Actor(kind=it.actor.kind, id=it.actor.id),
        "item": about, "shown_sha256": it.shown_sha256, "body": dict(it.body), "prev": it.prev, "hash": it.hash,
    }  # fmt: skip


def status(it: reviews.Revision) -> wire.Status:
    """Whether an answer is wanted."""
    return "open" if it.verdict is None else "decided"
