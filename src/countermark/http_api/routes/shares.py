"""Sharing for the browser and the person's commands: links and blocks out, and both back in."""

from fastapi import APIRouter

from countermark.actions import receiving, sharing
from countermark.http_api.dependencies import AnyPerson, TheDesk, TheHub, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import share_wire as wire

router = APIRouter(prefix="/api/shares", tags=["sharing"], responses=error_responses(404, 409))
person_router = APIRouter(prefix="/api/shares", tags=["person"])


@router.post("")
async def share_review(desk: TheDesk, by: ThePerson, asked: wire.ShareAsked) -> wire.Shared:
    """What a review has to share, with the person's marks under the name that they give."""
    shared = await sharing.share(desk, asked.review, author=asked.author, others=asked.others, by=by)
    return wire.Shared(shared=dict(sharing.as_json(shared)), left_out=list(shared.left_out))


@router.post("/choose")
async def choose_marks(desk: TheDesk, by: ThePerson, asked: wire.ChoiceAsked) -> wire.Chosen:
    """Let marks of other people go with the next answer, or leave them out of it."""
    await sharing.choose(desk, asked.review, asked.annotations, chosen=asked.chosen, by=by)
    return wire.Chosen(seq=desk.feed.head)


@router.post("/into")
@person_router.post("/into")
async def share_into_file(desk: TheDesk, by: AnyPerson, asked: wire.ShareIntoAsked) -> wire.SharedFile:
    """Write the marks into a block at the end of a file. 409 where it holds another text than the review."""
    done = await sharing.share_into(
        desk, asked.review, author=asked.author, others=asked.others, path=asked.path, by=by
    )
    return wire.SharedFile(path=done.path, marks=len(done.shared.marks), left_out=list(done.shared.left_out))


@router.post("/open")
@person_router.post("/open")
async def open_shared(desk: TheDesk, by: AnyPerson, asked: wire.OpenAsked) -> wire.Received:
    """Open a link, a link of Plannotator, or a file with a block: the marks merge under their authors' names."""
    received = await receiving.open_shared(desk, asked.text, path=asked.path, by=by)
    return wire.Received(
        review=received.review, opened=received.opened, added=received.added, changed=received.changed,
        same=received.same + received.sent, own=received.own, left_out=received.left_out,
    )  # fmt: skip


@person_router.post("/link")
async def share_link(hub: TheHub, by: AnyPerson, asked: wire.ShareAsked) -> wire.SharedLink:
    """The same as a link at this desk's address, for a command that has no WebCrypto."""
    base = f"http://127.0.0.1:{hub.port}"
    done = await sharing.share_as_link(
        hub.desk, asked.review, author=asked.author, others=asked.others, base=base, by=by
    )
    return wire.SharedLink(link=done.link, marks=len(done.shared.marks), left_out=list(done.shared.left_out))
