"""Verbs of page review: read a site's file, add, change, remove, reply, address, set aside.

The file in the project is the record; every change of it goes through here, whoever asks: overlay, desk or agent.
Each verb raises `NotFound`, `PageWishRefused`, `PageFileBroken`, `PageFileFailed` or `StoreFailed`; then nothing is
changed. `write` is the name that a page gives its write and knows again among the events; under one name it is
made once, however often it is asked for, and `Conflict` tells who asks for something else under it (page_repeats).
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from countermark.actions.desk import Desk
from countermark.actions.open_sites import OpenSite, Pieces, Render
from countermark.actions.pages.following import PageChange, changes, reconcile, reconcile_all, wait_for
from countermark.actions.pages.repeats import note_words, patch_of, place_request
from countermark.actions.pages.sites import STORAGE, SiteNow, find_site, forget, open_site_of, register, site, sites
from countermark.actions.pages.writing import Edit, WriteOutcome, carry_out, catch_up, put_aside
from countermark.model.actors import Actor
from countermark.model.errors import NotFound, PageFileBroken, PageFileFailed, PageWishRefused
from countermark.model.pages import annotations as model
from countermark.model.pages import wishes
from countermark.model.pages.annotations import AnyEntry, PageAnnotation, PageNote, PageStore, Role
from countermark.model.pages.journal import (
    PageAnnotationAdded,
    PageAnnotationChanged,
    PageAnnotationRemoved,
    PageAnnotationReplied,
    PageNoteAdded,
    PageNoteChanged,
    PageNoteRemoved,
)
from countermark.model.pages.sources import with_own_source
from countermark.model.pages.writes import RepeatedRequest

GONE = "It was made before, and has been removed since."

__all__ = [
    "STORAGE",
    "PageChange",
    "Pieces",
    "Render",
    "SiteNow",
    "add_annotation",
    "add_note",
    "address",
    "cached_view",
    "change_annotation",
    "change_note",
    "changes",
    "find_site",
    "fingerprint",
    "forget",
    "look_at",
    "look_round",
    "read_site",
    "reconcile",
    "reconcile_all",
    "register",
    "remove_annotation",
    "remove_note",
    "reply",
    "set_aside",
    "set_in_progress",
    "site",
    "sites",
    "update_target",
    "wait_for",
]  # fmt: skip


async def read_site(desk: Desk, site_id: str) -> PageStore:
    """The file as it is now."""
    return await read_in(desk, await open_site_of(desk, site_id))


async def read_in(desk: Desk, open_site: OpenSite) -> PageStore:
    """The file as it is now; if the journal does not know this state, it learns of it in the background."""
    try:
        store = await desk.pages.think(open_site.read)
    except PageFileBroken:
        desk.pages.begin(catch_up(desk, open_site))
        raise
    if open_site.fingerprint(store) != open_site.site.known or open_site.broken is not None:
        desk.pages.begin(catch_up(desk, open_site))
    return store


async def fingerprint(desk: Desk, site_id: str) -> str:
    """What tells one state of the file from any other."""
    open_site = await open_site_of(desk, site_id)
    return open_site.fingerprint(await read_in(desk, open_site))


async def cached_view(desk: Desk, site_id: str, name: str, make: Render) -> bytes:
    """What a door makes of the file, made once for each of its states; `name` says which of its pictures it is."""
    open_site = await open_site_of(desk, site_id)
    store = await read_in(desk, open_site)
    made = open_site.made(store, name)
    return made if made is not None else await desk.pages.think(lambda: open_site.rendered(store, name, make))


async def look_at(desk: Desk, site_id: str) -> SiteNow:
    """A site with its file, readable or not."""
    open_site = await open_site_of(desk, site_id)
    try:
        store = await read_in(desk, open_site)
    except (PageFileBroken, PageFileFailed) as error:
        return SiteNow(open_site.site, PageStore(), str(error), "")
    return SiteNow(open_site.site, store, None, open_site.fingerprint(store))


async def look_round(desk: Desk) -> Sequence[SiteNow]:
    """All sites with their files, the oldest first."""
    looks = (look_at(desk, each.id) for each in await sites(desk))
    found = await asyncio.gather(*looks, return_exceptions=True)
    for each in found:
        if isinstance(each, BaseException) and not isinstance(each, NotFound):  # one was forgotten meanwhile
            raise each
    return [each for each in found if not isinstance(each, BaseException)]


async def add_annotation(
    desk: Desk, site_id: str, wish: object, *, by: Actor, write: str | None = None
) -> PageAnnotation:
    """A new annotation, as POST describes it."""
    told = wishes.new_annotation(wish, id=desk.new_uuid(), now=model.iso(desk.now()))
    root = (await open_site_of(desk, site_id)).site.root
    made = with_own_source(told, roots=(root, await desk.pages.think(lambda: os.path.realpath(root))))
    asked = place_request(made)
    edit = Edit(PageAnnotationAdded.kind, "annotations", made.id, lambda store: store.with_annotation(made), asked)
    correct = partial(change_annotation, desk, site_id, by=by)
    return await add_entry(desk, site_id, edit, made, correct, by=by, write=write)


async def change_annotation(
    desk: Desk, site_id: str, annotation_id: str, patch: object, *, by: Actor, write: str | None = None
) -> PageAnnotation:
    """Change an annotation as PATCH describes it."""
    now = model.iso(desk.now())
    kind = PageAnnotationReplied if only_replies(patch) else PageAnnotationChanged
    return await work_on(
        desk, site_id, annotation_id, lambda it: wishes.changed_annotation(it, patch, now=now), kind=kind.kind, by=by,
        write=write, asked=patch_of(patch, "note", "status", "reply"),
    )  # fmt: skip


def only_replies(patch: object) -> bool:
    """Whether a change is a reply and nothing else."""
    return isinstance(patch, Mapping) and "reply" in patch and not {"note", "status"} & set(patch)


async def remove_annotation(
    desk: Desk, site_id: str, annotation_id: str, *, by: Actor, write: str | None = None
) -> None:
    """Remove an annotation; at its end this is how a person accepts it."""
    edit = Edit(
        PageAnnotationRemoved.kind, "annotations", annotation_id, lambda store: store.without_annotation(annotation_id)
    )
    await edited(desk, site_id, edit, by=by, write=write)


async def address(
    desk: Desk, site_id: str, annotation_id: str, *, by: Actor, replaced_text: str | None = None
) -> PageAnnotation:
    """What the annotation asks for is done; the words may say what stands now where the annotated ones stood."""
    now = model.iso(desk.now())
    done = {"status": "addressed"}

    def work(it: PageAnnotation) -> PageAnnotation:
        replaced = it if replaced_text is None else with_replaced_text(it, replaced_text, now=now)
        return wishes.changed_annotation(replaced, done, now=now)

    return await work_on(desk, site_id, annotation_id, work, kind=PageAnnotationChanged.kind, by=by)


def with_replaced_text(annotation: PageAnnotation, words: str, *, now: str) -> PageAnnotation:
    """An annotation whose words were replaced by others."""
    if annotation.type != "text":
        raise PageWishRefused("Only an annotation of text has a text that can be replaced.")
    return wishes.changed_annotation(annotation, {"replacedText": words}, now=now)


async def set_in_progress(desk: Desk, site_id: str, annotation_id: str, *, by: Actor) -> PageAnnotation:
    """Somebody works on what the annotation asks for."""
    return await change_annotation(desk, site_id, annotation_id, {"status": "in_progress"}, by=by)


async def reply(
    desk: Desk, site_id: str, annotation_id: str, message: str, *, by: Actor, role: Role, write: str | None = None
) -> PageAnnotation:
    """Say something about an annotation."""
    now = model.iso(desk.now())
    return await work_on(
        desk, site_id, annotation_id, lambda it: wishes.with_reply(it, message, role=role, now=now),
        kind=PageAnnotationReplied.kind, by=by, write=write, asked=patch_of({"reply": {"message": message}}, "reply"),
    )  # fmt: skip


async def update_target(
    desk: Desk, site_id: str, annotation_id: str, replaced_text: str, *, by: Actor
) -> PageAnnotation:
    """Say which words now stand where the annotated ones stood."""
    now = model.iso(desk.now())
    return await work_on(
        desk, site_id, annotation_id, lambda it: with_replaced_text(it, replaced_text, now=now),
        kind=PageAnnotationChanged.kind, by=by,
    )  # fmt: skip


async def add_note(desk: Desk, site_id: str, wish: object, *, by: Actor, write: str | None = None) -> PageNote:
    """A new note on a whole page."""
    made = wishes.new_note(wish, id=desk.new_uuid(), now=model.iso(desk.now()))
    edit = Edit(PageNoteAdded.kind, "pageNotes", made.id, lambda store: store.with_note(made), place_request(made))
    return await add_entry(desk, site_id, edit, made, partial(change_note, desk, site_id, by=by), by=by, write=write)


async def add_entry(
    desk: Desk, site_id: str, edit: Edit, new: AnyEntry, correct: Callable[[str, object], Awaitable[AnyEntry]], *,
    by: Actor, write: str | None,
) -> AnyEntry:  # fmt: skip
    """Add an annotation or a note; if it was sent before with other words, `correct` gives it the ones of now."""
    outcome = await carried_out(desk, site_id, edit, by=by, write=write)
    added = outcome.after
    if not isinstance(added, type(new)):
        raise NotFound(GONE)
    if not outcome.has_other_words(new.note):
        return added
    corrected = await correct(added.id, {"note": new.note})
    note_words(await open_site_of(desk, site_id), write, new.note)
    return corrected


async def change_note(
    desk: Desk, site_id: str, note_id: str, patch: object, *, by: Actor, write: str | None = None
) -> PageNote:
    """Other words for a note on a whole page."""
    now = model.iso(desk.now())

    def apply(store: PageStore) -> PageStore:
        return store.with_note(wishes.changed_note(store.page_note(note_id), patch, now=now))

    edit = Edit(PageNoteChanged.kind, "pageNotes", note_id, apply, patch_of(patch, "note"))
    return (await edited(desk, site_id, edit, by=by, write=write)).page_note(note_id)


async def remove_note(desk: Desk, site_id: str, note_id: str, *, by: Actor, write: str | None = None) -> None:
    """Remove a note on a whole page."""
    edit = Edit(PageNoteRemoved.kind, "pageNotes", note_id, lambda store: store.without_note(note_id))
    await edited(desk, site_id, edit, by=by, write=write)


async def set_aside(desk: Desk, site_id: str, *, by: Actor) -> Path:
    """Put a file that cannot be read out of the way; an empty one begins. Raises `Conflict` for one that can."""
    return await desk.pages.finish(put_aside(desk, await open_site_of(desk, site_id), by=by))


async def work_on(
    desk: Desk, site_id: str, annotation_id: str, work: Callable[[PageAnnotation], PageAnnotation], *, kind: str,
    by: Actor, write: str | None = None, asked: RepeatedRequest | None = None,
) -> PageAnnotation:  # fmt: skip
    """Change one annotation."""

    def apply(store: PageStore) -> PageStore:
        return store.with_annotation(work(store.annotation(annotation_id)))

    edit = Edit(kind, "annotations", annotation_id, apply, asked or RepeatedRequest())
    return (await edited(desk, site_id, edit, by=by, write=write)).annotation(annotation_id)


async def edited(desk: Desk, site_id: str, edit: Edit, *, by: Actor, write: str | None) -> PageStore:
    """The file after an edit."""
    return (await carried_out(desk, site_id, edit, by=by, write=write)).store


async def carried_out(desk: Desk, site_id: str, edit: Edit, *, by: Actor, write: str | None) -> WriteOutcome:
    """What became of an edit, which is made to its end even if the one who asked goes away."""
    open_site = await open_site_of(desk, site_id)
    return await desk.pages.finish(carry_out(desk, open_site, edit, by=by, write=write))
