"""Marks and their drafts as the browser's wire shows them."""

from collections.abc import Iterable, Sequence

from countermark.http_api.shapes import annotation_wire as wire
from countermark.http_api.shapes.times import iso
from countermark.model import annotations, drafts
from countermark.model.annotations import Fate, Standing
from countermark.model.places import Place


def annotation(it: Standing) -> wire.Annotation:
    """A mark as it stands on one revision."""
    mark, ground = it.annotation, it.ground
    return wire.Annotation(
        id=mark.id, review=mark.review_id, revision=mark.revision, live_on=mark.live_on, placed_on=it.revision,
        kind=mark.kind, words=mark.words, text=mark.text, label=mark.label, tip=mark.tip,
        images=[wire.Image(**vars(each)) for each in mark.images], quote=it.quote, status=mark.status, sent=mark.sent,
        removed=mark.removed, version=mark.version, created_at=iso(mark.created_at), changed_at=iso(mark.changed_at),
        place=wire_place(ground.place), position=ground.position, lines=ground.lines, occurrence=ground.occurrence,
        fate=it.fate, reads_now=ground.quote if it.fate is Fate.CHANGED else None, hint=hint(it),
        author=mark.author, chosen=mark.chosen,
    )  # fmt: skip


def marks_json(standings: Iterable[Standing], seq: int) -> bytes:
    """Marks as JSON, one by one: while a serialiser works, nobody else does."""
    marks = b",".join(annotation(each).model_dump_json().encode() for each in standings)
    return b'{"annotations":[%b],"seq":%d}' % (marks, seq)


def own(it: annotations.Annotation) -> wire.Annotation:
    """A mark as it stands on its own revision."""
    return annotation(Standing(it, it.revision, None))


def hint(it: Standing) -> wire.Hint | None:
    """Where a mark that is gone may have gone to."""
    if it.placement is None or it.placement.hint is None:
        return None
    return wire.Hint(place=wire.Place(**vars(it.placement.hint)), quote=it.placement.hint_quote)


def wire_place(it: Place | None) -> wire.Place | None:
    """A place on its way out."""
    return None if it is None else wire.Place(**vars(it))


def place(given: wire.Place | None) -> Place | None:
    """A place on its way in."""
    return None if given is None else Place(**dict(given))


def images(given: Sequence[wire.Image]) -> tuple[annotations.Image, ...]:
    """Images on their way in."""
    return tuple(annotations.Image(**dict(each)) for each in given)


def mark_draft(it: drafts.Draft) -> wire.MarkDraftKept:
    """A mark that is being written."""
    mark = None if it.mark is None else wire.MarkDraft.model_validate_json(it.mark)
    return wire.MarkDraftKept(
        slot=it.slot, revision=it.revision, text=it.text, mark=mark, version=it.version, saved_at=iso(it.saved_at)
    )
