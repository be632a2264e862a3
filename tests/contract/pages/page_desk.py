"""A desk with pages in this process: one site in a folder, what its journal says, and edits of its file."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from countermark.actions.desk import Desk, open_desk
from countermark.actions.pages import annotations as pages
from countermark.actions.pages.sites import open_site_of
from countermark.actions.pages.writing import Edit, intend, outcome
from countermark.model.actors import Actor, agent
from countermark.model.journal import Entry
from countermark.model.pages import wishes
from countermark.store.pages.file import PageFile
from countermark.store.pages.file_json import stringified
from countermark.store.sqlite import open_file

NOW = "2026-11-22T08:00:00.000Z"
WISH = {"type": "text", "pageUrl": "/", "selectedText": "x", "note": "n", "range": {}}
AGENT = agent("claude")


@asynccontextmanager
async def hub(folder: Path) -> AsyncIterator[Desk]:
    desk = await open_desk(open_file(folder / "db"), images=folder)
    try:
        yield desk
    finally:
        await desk.close()


async def bring(desk: Desk, folder: Path) -> str:
    site = await pages.register(desk, root=str(folder), storage=None, address=None, hosts=(), by=AGENT)
    await pages.reconcile(desk, site.id)
    async with (await open_site_of(desk, site.id)).alone():  # what has begun by itself is done
        return site.id


async def said(desk: Desk) -> list[Entry]:
    found = await desk.read(lambda reader: reader.entries())
    return [each for each in found if each.kind.startswith("page_") and not each.kind.startswith("page_site")]


async def announce(desk: Desk, site: str, edit: Edit, *, by: Actor) -> None:
    """Only the first of the three steps."""
    open_site = await open_site_of(desk, site)
    store = open_site.file.read()
    await intend(desk, open_site, edit, outcome(edit, store, edit.apply(store)), by=by, write="tab-write-1")


def adding(entry_id: str) -> Edit:
    made = wishes.new_annotation(WISH, id=entry_id, now=NOW)
    return Edit("page_annotation_added", "annotations", entry_id, lambda store: store.with_annotation(made))


def removing(entry_id: str) -> Edit:
    return Edit("page_annotation_removed", "annotations", entry_id, lambda store: store.without_annotation(entry_id))


def by_hand(file: Path, edit: Edit) -> None:
    """The same by an editor, which takes no lock."""
    beside = file.with_name("by-hand")
    beside.write_bytes(stringified(edit.apply(PageFile(file).read()).whole))
    beside.replace(file)
