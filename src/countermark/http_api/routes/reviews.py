"""Reviews for the browser: list, read, decide."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse

from countermark.actions import documents, drafts, review_lists, reviews, verdicts
from countermark.actions.desk import must
from countermark.agents.catalog import brand
from countermark.http_api.dependencies import TheDesk, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import annotation_wire, render, render_annotations, wire
from countermark.http_api.shapes.times import iso
from countermark.model.drafts import ANSWER, Draft
from countermark.model.errors import BadInput, DraftNewer, NotFound
from countermark.model.feedback import feedback
from countermark.model.review_answers import answer_about
from countermark.model.reviews import Verdict

router = APIRouter(prefix="/api/reviews", tags=["reviews"], responses=error_responses(404, 409))

PAGE = 100


@router.get("")
async def list_reviews(
    desk: TheDesk,
    status: Annotated[wire.Status | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = PAGE,
    before: Annotated[str | None, Query(max_length=40)] = None,
) -> wire.ReviewList:
    """Open reviews, all of them, oldest first; decided ones newest first.

    `limit` and `before` (the id of the last one already known) page through the decided ones.
    """

    listed, seq = await review_lists.list_reviews(desk, status=status, before=before, limit=limit)
    return wire.ReviewList(reviews=[render.review(each) for each in listed], seq=seq)


@router.get("/{review_id}", response_model=wire.ReviewWhole)
async def read_review(desk: TheDesk, review_id: str) -> Response:
    """Everything about a review, its document included."""

    whole = await review_lists.whole_review(desk, review_id, with_marks=True)
    whole.review.latest.check_remembered()
    document = render.whole_document(await documents.document_of(desk, whole.review.latest.sha256))
    marks = [render_annotations.annotation(each) for each in whole.marks]
    shape = wire.ReviewWhole(**dict(state_shape(whole)), document=document, annotations=marks)
    return Response(shape.model_dump_json(), media_type="application/json")


@router.get("/{review_id}/state")
async def read_state(desk: TheDesk, review_id: str) -> wire.ReviewState:
    """Everything about a review but its document."""
    return state_shape(await review_lists.whole_review(desk, review_id))


def state_shape(whole: review_lists.WholeReview) -> wire.ReviewState:
    """A review with its revisions and the unsent words."""
    return wire.ReviewState(
        review=render.review(whole.review),
        revisions=[render.revision(each) for each in whole.revisions],
        draft=render.draft(whole.draft) if whole.draft else None,
        mark_drafts=[render_annotations.mark_draft(each) for each in whole.mark_drafts],
        seq=whole.seq,
    )


@router.get("/{review_id}/revisions/{number}/document")
async def read_document(
    desk: TheDesk, review_id: str, number: annotation_wire.Number, part: Annotated[int, Query(ge=0, alias="slice")] = 0
) -> wire.DocumentSlice:
    """A slice of a revision's document."""
    revision = must(await desk.read(lambda reader: reader.revision(review_id, number)))
    revision.check_remembered()
    document = await documents.packed_of(desk, revision.sha256)
    if part >= len(document.parts):
        raise NotFound(f"This document has {len(document.parts)} slices, counted from 0.")
    return render.document_slice(document, part)


@router.get(
    "/{review_id}/source", response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)  # fmt: skip
async def read_source(
    desk: TheDesk, review_id: str, revision: annotation_wire.Number | None = None
) -> PlainTextResponse:
    """A revision's text as the agent submitted it."""
    review = must(await desk.read(lambda reader: reader.review(review_id)))
    number = review.latest.number if revision is None else revision
    wanted = must(await desk.read(lambda reader: reader.revision(review_id, number)))
    wanted.check_remembered()
    return PlainTextResponse(await documents.text_of(desk, wanted.sha256))


@router.get("/{review_id}/feedback")
async def read_feedback(desk: TheDesk, review_id: str, revision: annotation_wire.Number | None = None) -> wire.Feedback:
    """The words that the agent got, or would get."""
    review = must(await desk.read(lambda reader: reader.review(review_id)))
    number = review.latest.number if revision is None else revision
    wanted = must(await desk.read(lambda reader: reader.revision(review_id, number)))
    wanted.check_remembered()
    return feedback_with_digest(feedback(answer_about(review, wanted)))


@router.post("/{review_id}/feedback-preview")
async def preview_feedback(desk: TheDesk, review_id: str, asked: wire.FeedbackAsked) -> wire.Feedback:
    """The very words that the agent would get with this verdict; nothing is changed."""
    verdict = Verdict(asked.verdict)
    words = await verdicts.preview(desk, review_id, verdict, notes=asked.notes, annotations=asked.annotations)
    return feedback_with_digest(words)


def feedback_with_digest(words: str) -> wire.Feedback:
    """Words for the agent with their digest."""
    return wire.Feedback(markdown=words, sha256=verdicts.sha256_of(words))


@router.post("/{review_id}/verdict")
async def decide(desk: TheDesk, by: ThePerson, review_id: str, given: wire.VerdictGiven) -> wire.ReviewNow:
    """A person's verdict: 409 `already_decided` or `stale`, 422 without the digest of what was shown."""
    asked_by = brand(must(await desk.read(lambda reader: reader.review(review_id))).agent)
    if given.mode is not None and given.mode not in {each.id for each in asked_by.modes}:
        raise BadInput(f"{asked_by.name} has no such mode to go on in.", hint="Choose one of the modes of its review.")
    review = await reviews.decide(
        desk, review_id, Verdict(given.verdict), notes=given.notes, annotations=given.annotations,
        mode=given.mode, shown_sha256=given.shown_sha256, feedback_sha256=given.feedback_sha256,
        revision=given.revision, by=by,
    )  # fmt: skip
    return wire.ReviewNow(review=render.review(review), seq=desk.feed.head)


@router.post("/{review_id}/seen")
async def see_revision(desk: TheDesk, by: ThePerson, review_id: str, seen: wire.RevisionSeen) -> wire.ReviewNow:
    """The person has had a revision before their eyes."""
    await reviews.see(desk, review_id, revision=seen.revision, by=by)
    review = must(await desk.read(lambda reader: reader.review(review_id)))
    return wire.ReviewNow(review=render.review(review), seq=desk.feed.head)


@router.put("/{review_id}/draft")
async def keep_draft(desk: TheDesk, review_id: str, kept: annotation_wire.DraftKept) -> wire.DraftSaved:
    """Keep words as they are typed; 409 `draft_newer` brings the newer ones along."""
    kind = None if kept.kind is None else Verdict(kept.kind)
    mark = None if kept.mark is None else kept.mark.model_dump_json()
    draft = Draft(review_id, kept.revision, kept.text, kind, kept.version, 0, kept.slot, mark)
    try:
        saved = await drafts.save_draft(desk, draft)
    except DraftNewer as error:
        newer = render.draft(error.draft) if kept.slot == ANSWER else render_annotations.mark_draft(error.draft)
        error.extra = {"draft": newer.model_dump(mode="json")}
        raise
    return wire.DraftSaved(version=saved.version, saved_at=iso(saved.saved_at))
