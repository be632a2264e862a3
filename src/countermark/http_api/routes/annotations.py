"""Marks for the browser: list, add, change, remove, restore, keep, unkeep, address, reopen."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from countermark.actions import annotations
from countermark.actions.annotations import At
from countermark.actions.desk import Desk
from countermark.actions.marks_shown import show_mark, show_marks
from countermark.actions.standings import NEWEST
from countermark.http_api.dependencies import TheDesk, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import annotation_wire as wire
from countermark.http_api.shapes import render_annotations as render
from countermark.model.annotations import ID, Words
from countermark.model.errors import AnnotationNewer, BadPlace

router = APIRouter(prefix="/api/reviews/{review_id}/annotations", tags=["annotations"], responses=error_responses(404))

ItsId = Annotated[str, Path(pattern=f"^{ID.pattern}$")]
WORDS = ("kind", "words", "text", "label", "tip")


@router.get("", response_model=wire.AnnotationList)
async def list_marks(
    desk: TheDesk, review_id: str, revision: Annotated[wire.Number | None, Query()] = None
) -> Response:
    """The marks that were made on a revision or looked for in it, as they stand there; the newest if none is named."""
    marks = await show_marks(desk, review_id, revision, render=render.marks_json)
    return Response(marks, media_type="application/json")


@router.put("/{annotation_id}", responses=error_responses(409))
async def add_mark(
    desk: TheDesk, by: ThePerson, review_id: str, annotation_id: ItsId, given: wire.AnnotationGiven
) -> wire.AnnotationNow:
    """A new mark; the same one again changes nothing. 422 `bad_place` if the quote is not what stands at the place."""
    said = Words(given.kind, given.words, given.text, given.label, given.tip, render.images(given.images))
    at = At(given.revision, render.place(given.place), given.quote)
    try:
        await annotations.add(desk, review_id, annotation_id, said, at, by=by)
    except AnnotationNewer as error:
        raise with_newest_mark(error) from None
    return await mark_now(desk, review_id, annotation_id, revision=given.revision)


@router.patch("/{annotation_id}", responses=error_responses(409))
async def change_mark(
    desk: TheDesk, by: ThePerson, review_id: str, annotation_id: ItsId, given: wire.AnnotationChange
) -> wire.AnnotationNow:
    """Other words, or another place on the newest revision. 409 `annotation_newer` brings the mark as it is now."""
    try:
        await annotations.change(
            desk, review_id, annotation_id, version=given.version, said=said_in(given), at=place_in(given), by=by
        )
    except AnnotationNewer as error:
        raise with_newest_mark(error) from None
    return await mark_now(desk, review_id, annotation_id)


def said_in(given: wire.AnnotationChange) -> Mapping[str, object]:
    """The words that the request names; only a label and its tip can be none."""
    named = {name: getattr(given, name) for name in WORDS if name in given.model_fields_set}
    said: dict[str, object] = {
        name: value for name, value in named.items() if value is not None or name in ("label", "tip")
    }
    if given.images is not None:
        said["images"] = render.images(given.images)
    return said


def place_in(given: wire.AnnotationChange) -> At | None:
    """The new place, if the request names one."""
    if given.place is None:
        return None
    if given.quote is None or given.revision is None:
        raise BadPlace("A place comes with its quote and its revision.")
    return At(given.revision, render.place(given.place), given.quote)


@router.delete("/{annotation_id}", responses=error_responses(409))
async def remove_mark(desk: TheDesk, by: ThePerson, review_id: str, annotation_id: ItsId) -> wire.AnnotationNow:
    """Take a mark back; 409 `already_decided` once it has gone to the agent."""
    await annotations.remove(desk, review_id, annotation_id, by=by)
    return await mark_now(desk, review_id, annotation_id)


@router.post("/{annotation_id}/restore")
async def restore_mark(desk: TheDesk, by: ThePerson, review_id: str, annotation_id: ItsId) -> wire.AnnotationNow:
    """Bring a removed mark back."""
    await annotations.restore(desk, review_id, annotation_id, by=by)
    return await mark_now(desk, review_id, annotation_id)


@router.post("/{annotation_id}/keep", responses=error_responses(409))
async def keep_mark(
    desk: TheDesk, by: ThePerson, review_id: str, annotation_id: ItsId, given: wire.AnnotationKeep
) -> wire.AnnotationNow:
    """Keep an earlier mark for the newest revision: as it stands there, or as a note on the whole."""
    as_note = given.keep_as == "note"
    await annotations.keep(desk, review_id, annotation_id, revision=given.revision, as_note=as_note, by=by)
    return await mark_now(desk, review_id, annotation_id)


@router.post("/{annotation_id}/unkeep", responses=error_responses(409))
async def unkeep_mark(
    desk: TheDesk, by: ThePerson, review_id: str, annotation_id: ItsId, given: wire.AnnotationUnkeep
) -> wire.AnnotationNow:
    """Take back that it was kept: it is a mark of its earlier round again, and stands as it was found."""
    await annotations.unkeep(desk, review_id, annotation_id, revision=given.revision, by=by)
    return await mark_now(desk, review_id, annotation_id)


@router.post("/{annotation_id}/address", responses=error_responses(409))
async def address_mark(desk: TheDesk, by: ThePerson, review_id: str, annotation_id: ItsId) -> wire.AnnotationNow:
    """What the mark asks for is done."""
    await annotations.address(desk, review_id, annotation_id, by=by)
    return await mark_now(desk, review_id, annotation_id)


@router.post("/{annotation_id}/reopen", responses=error_responses(409))
async def reopen_mark(desk: TheDesk, by: ThePerson, review_id: str, annotation_id: ItsId) -> wire.AnnotationNow:
    """What the mark asks for is not done after all."""
    await annotations.reopen(desk, review_id, annotation_id, by=by)
    return await mark_now(desk, review_id, annotation_id)


async def mark_now(desk: Desk, review_id: str, annotation_id: str, *, revision: int = NEWEST) -> wire.AnnotationNow:
    """A mark as it stands now: on the newest revision, or on the one that the page shows."""
    standing, seq = await show_mark(desk, review_id, annotation_id, revision=revision)
    return wire.AnnotationNow(annotation=render.annotation(standing), seq=seq)


def with_newest_mark(error: AnnotationNewer) -> AnnotationNewer:
    """The refusal with the mark as it is now; its place is that of its own revision."""
    error.extra = {"annotation": render.own(error.annotation).model_dump(mode="json")}
    return error
