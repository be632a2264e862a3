"""Values as the browser's wire shows them."""

from dataclasses import asdict

from countermark.agents.catalog import brand
from countermark.documents.markdown import Document
from countermark.documents.odd import spelled
from countermark.http_api import render_annotations, wire
from countermark.http_api.times import iso, iso_or_none
from countermark.model import drafts, journal, reviews
from countermark.model.annotations import Standing


def review(it: reviews.Review) -> wire.Review:
    """A review for lists."""
    named, latest = brand(it.agent), it.latest
    return wire.Review(
        id=it.id, title=latest.title, agent=it.agent, agent_name=named.name, what=named.what,
        workspace=plain(it.workspace), workspace_name=plain(last_part(it.workspace)),
        branch=None if it.branch is None else plain(it.branch),
        status=status(latest), verdict=latest.verdict, reason=latest.reason,
        revision=latest.number, revisions=latest.number,
        opened_at=iso(latest.opened_at), expires_at=iso_or_none(latest.expires_at),
        decided_at=iso_or_none(latest.decided_at), delivery=latest.delivery, delivered_ms=latest.delivered_ms,
        notes=latest.notes, takes_notes=named.takes_notes, notes_reason=named.notes_reason,
        notes_delivery=None if named.notes_with_answer else latest.notes_delivery,
        sha256=latest.sha256, seen=latest.seen_at is not None, marks=latest.marks,
    )  # fmt: skip


def revision(it: reviews.Revision) -> wire.Revision:
    """A revision for the review's history."""
    return wire.Revision(
        number=it.number, sha256=it.sha256, title=it.title, opened_at=iso(it.opened_at),
        expires_at=iso_or_none(it.expires_at), status=status(it), verdict=it.verdict, reason=it.reason,
        notes=it.notes, decided_at=iso_or_none(it.decided_at), delivery=it.delivery, delivered_ms=it.delivered_ms,
        marks=it.marks,
    )  # fmt: skip


def document_slice(it: Document, number: int) -> wire.DocumentSlice:
    """One slice of a document."""
    html, first = it.slices[number], number == 0
    front_matter = list(it.front_matter) if first and it.front_matter is not None else None
    toc = [wire.Heading(id=each.id, level=each.level, text=each.text) for each in it.toc] if first else None
    return wire.DocumentSlice(
        html=html, slice=number, slices=len(it.slices), sha256=it.sha256, title=it.title,
        toc=toc, front_matter=front_matter,
    )  # fmt: skip


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


def feed_entry(it: journal.Entry, *, now: reviews.Review | None, mark: Standing | None = None) -> wire.FeedEntry:
    """A line of the journal as the feed brings it."""
    fields = {
        "title": now.latest.title if now else None,
        "review_now": review(now) if now else None,
        "annotation_now": render_annotations.annotation(mark) if mark else None,
    }
    return wire.FeedEntry.model_validate({**entry_fields(it), **fields})


def entry_fields(it: journal.Entry) -> dict[str, object]:
    """The fields of an entry as the wire names them."""
    actor = wire.Actor(kind=it.actor.kind, id=it.actor.id)
    return {**vars(it), "at": iso(it.at), "actor": actor, "body": dict(it.body)}


def status(it: reviews.Revision) -> wire.Status:
    """Whether an answer is wanted."""
    return "open" if it.verdict is None else "decided"


def plain(name: str) -> str:
    """A name that an agent or a folder has brought, with nothing in it that hides or reorders words of the desk."""
    return spelled(" ".join(name.splitlines()), code=True)


def last_part(path: str) -> str:
    """The folder's own name."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path
