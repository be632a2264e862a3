"""Page review for the browser: sites and what was annotated on their pages; and how a way in brings a site."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from countermark.actions.desk import Desk
from countermark.actions.pages import annotations as pages
from countermark.actions.pages.annotations import SiteNow
from countermark.http_api.dependencies import TheDesk, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.routes.page_api import json_of, statuses_in
from countermark.http_api.shapes import page_wire as wire
from countermark.http_api.shapes.names import without_controls
from countermark.model.actors import agent
from countermark.model.pages.annotations import PageAnnotation, PageNote, iso
from countermark.model.pages.export import export
from countermark.model.pages.sites import SITE_ID, PageSite

router = APIRouter(prefix="/api/pages/sites", tags=["pages"], responses=error_responses(400, 404, 500))
way_in = APIRouter(prefix="/pages/sites", tags=["pages"])

SiteId = Annotated[str, Path(pattern=f"^{SITE_ID.pattern}$")]
CLIENT = "/__inline-review/client.js"
JSON = "application/json"


@way_in.post("")
async def bring_site(desk: TheDesk, given: wire.SiteGiven) -> wire.SiteTaken:
    """A dev server with its site; the same storage file is always the same site."""
    site = await pages.register(
        desk, root=given.root, storage=given.storage, address=given.address, hosts=given.hosts, by=agent("way-in")
    )
    return wire.SiteTaken(site=site.id, client=CLIENT)


@router.get("", response_model=wire.PageSiteList)
async def list_sites(desk: TheDesk) -> Response:
    """All sites whose pages were reviewed, with how much is open on each."""
    seq = desk.feed.head
    found = await pages.look_round(desk)
    content = await desk.pages.think(lambda: json_of({"sites": [site_summary(each) for each in found], "seq": seq}))
    return Response(content, media_type=JSON)


@router.get("/{site}", response_model=wire.PageSiteDetail)
async def read_site(desk: TheDesk, site: SiteId) -> Response:
    """A site with everything its file holds; a file that cannot be read says why."""
    seq = desk.feed.head
    found = await pages.look_at(desk, site)
    content = await desk.pages.think(lambda: json_of({**site_detail(found), "seq": seq}))
    return Response(content, media_type=JSON)


@router.delete("/{site}")
async def forget_site(desk: TheDesk, by: ThePerson, site: SiteId) -> wire.PageDone:
    """Take a site off the desk; its file stays."""
    await pages.forget(desk, site, by=by)
    return wire.PageDone(seq=desk.feed.head)


@router.patch("/{site}/annotations/{annotation_id}", response_model=wire.PageAnnotationNow)
async def change_annotation(
    desk: TheDesk, by: ThePerson, site: SiteId, annotation_id: str, given: wire.PageAnnotationChange
) -> Response:
    """Other words, another status, a reply: what the page itself may send."""
    patch = given.model_dump(mode="json", exclude_unset=True)
    made = await pages.change_annotation(desk, site, annotation_id, patch, by=by)
    return entry_response(desk, "annotation", annotation_shown(made))


@router.delete("/{site}/annotations/{annotation_id}")
async def remove_annotation(desk: TheDesk, by: ThePerson, site: SiteId, annotation_id: str) -> wire.PageDone:
    """Remove an annotation; an addressed one is accepted by this."""
    await pages.remove_annotation(desk, site, annotation_id, by=by)
    return wire.PageDone(seq=desk.feed.head)


@router.post("/{site}/page-notes", status_code=201, response_model=wire.PageNoteNow)
async def add_note(desk: TheDesk, by: ThePerson, site: SiteId, given: wire.PageNoteGiven) -> Response:
    """A note on a whole page."""
    made = await pages.add_note(desk, site, given.model_dump(mode="json"), by=by)
    return entry_response(desk, "page_note", made.shown, status=201)


@router.patch("/{site}/page-notes/{note_id}", response_model=wire.PageNoteNow)
async def change_note(desk: TheDesk, by: ThePerson, site: SiteId, note_id: str, given: wire.PageNoteChange) -> Response:
    """Other words for a note on a whole page."""
    made = await pages.change_note(desk, site, note_id, given.model_dump(mode="json"), by=by)
    return entry_response(desk, "page_note", made.shown)


@router.delete("/{site}/page-notes/{note_id}")
async def remove_note(desk: TheDesk, by: ThePerson, site: SiteId, note_id: str) -> wire.PageDone:
    """Remove a note on a whole page."""
    await pages.remove_note(desk, site, note_id, by=by)
    return wire.PageDone(seq=desk.feed.head)


@router.post("/{site}/set-aside", responses=error_responses(409))
async def set_aside(desk: TheDesk, by: ThePerson, site: SiteId) -> wire.PageKeptAs:
    """Put a file that cannot be read out of the way, so that an empty one begins; 409 for one that can be read."""
    return wire.PageKeptAs(kept_as=str(await pages.set_aside(desk, site, by=by)))


@router.get("/{site}/export", response_model=wire.PageMarkdown)
async def read_export(desk: TheDesk, site: SiteId, status: Annotated[str, Query(max_length=100)] = "") -> Response:
    """The annotations as Markdown for an agent; `status` names those that are wanted, with commas between them."""
    wanted = statuses_in([status])
    store, at = await pages.read_site(desk, site), iso(desk.now())
    text = await desk.pages.think(lambda: export(store, now=at, statuses=wanted))
    return Response(json_of({"markdown": text}), media_type=JSON)


def entry_response(desk: Desk, name: str, shown: Mapping[str, object], *, status: int = 200) -> Response:
    """An entry as it is now."""
    return Response(json_of({name: shown, "seq": desk.feed.head}), status_code=status, media_type=JSON)


def site_summary(it: SiteNow) -> dict[str, object]:
    """A site for lists."""
    statuses = [each.status for each in it.store.annotations]
    entries: tuple[PageAnnotation | PageNote, ...] = (*it.store.annotations, *it.store.notes)
    return {
        "id": it.site.id, "name": site_name(it.site), "root": without_controls(it.site.root),
        "storage": without_controls(it.site.storage),
        "address": it.site.address, "open": statuses.count("open"), "in_progress": statuses.count("in_progress"),
        "addressed": statuses.count("addressed"), "notes": len(it.store.notes), "problem": it.broken,
        "changed_at": max((each.updated_at for each in entries), default="") or None,
    }  # fmt: skip


def site_name(site: PageSite) -> str:
    """What a person calls a site: its folder, and its file where that is not the usual one."""
    root, storage = PurePath(site.root), PurePath(site.storage)
    usual = storage.name == pages.STORAGE
    folder = root.name or str(root)
    return without_controls(folder if usual else f"{folder} ({storage.name})")


def site_detail(it: SiteNow) -> dict[str, object]:
    """A site and all that its file holds."""
    return {
        "site": site_summary(it),
        "annotations": [annotation_shown(each) for each in it.store.annotations],
        "page_notes": [each.shown for each in it.store.notes],
        "problems": [vars(each) for each in it.store.problems],
        "broken": it.broken,
        "fingerprint": it.fingerprint,
    }


def annotation_shown(it: PageAnnotation) -> dict[str, object]:
    """An annotation with the status that counts, whatever the file's age."""
    return {**it.shown, "status": it.status}
