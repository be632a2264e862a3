"""Sites whose pages are reviewed: a dev server brings one, a person forgets one; and each as it is in memory."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from countermark.actions.desk import Change, Desk
from countermark.actions.open_sites import NO_SITE, OpenSite
from countermark.actions.pages.records import cut
from countermark.actions.pages.writing import catch_up
from countermark.model.actors import Actor
from countermark.model.errors import BadInput, NotFound, StoreFailed, TooLarge
from countermark.model.pages.annotations import PageStore
from countermark.model.pages.journal import PageSiteAdded, PageSiteForgotten, PageSiteReturned
from countermark.model.pages.sites import ADDRESS, HOST, MAX_HOSTS, MAX_SITES, SITE_ID, PageSite
from countermark.store.pages.file import PageFile

STORAGE = "inline-review.json"
RETURN_MS = 60_000  # a dev server that comes back sooner with nothing new is not worth an entry


@dataclass(frozen=True)
class SiteNow:
    """A site, its file as it is, and why that cannot be read, if so."""

    site: PageSite
    store: PageStore
    broken: str | None
    fingerprint: str


async def register(
    desk: Desk, *, root: str, storage: str | None, address: str | None, hosts: Sequence[str] | None, by: Actor
) -> PageSite:
    """Take in a site: one for each storage file, whoever brings it and how often. Raises `BadInput` or `TooLarge`.

    Without hosts it comes from who knows nothing but its file: then what a dev server has said of it stays.
    """
    file = await desk.pages.think(lambda: storage_file(root, storage or STORAGE))
    check_names(address, hosts or ())
    site_id = hashlib.sha256(os.fsencode(file)).hexdigest()[:20]
    names = None if hosts is None else tuple(dict.fromkeys(each.lower() for each in hosts))
    while True:
        open_site = await find_open_site(desk, site_id)
        if open_site is None:
            open_site = await added(desk, site_id, root=root, file=file, address=address, hosts=names or (), by=by)
            if open_site is not None:
                break
        elif await desk.pages.finish(returned(desk, open_site, root=root, address=address, hosts=names, by=by)):
            break
    desk.pages.begin(catch_up(desk, open_site))
    return open_site.site


def storage_file(root: str, storage: str) -> str:
    """The real path of a site's file, which need not exist yet. Raises `BadInput`."""
    try:
        folder = Path(root)
        if not folder.is_absolute() or not folder.is_dir():
            raise BadInput("The root of the site is no folder.", hint="Send the absolute path of the project.")
        file = folder.joinpath(storage).resolve()
        if file.suffix != ".json" or file.name.startswith("."):
            raise BadInput("The storage file needs a name that ends in .json.", hint=f"Use {STORAGE}.")
        if not file.parent.is_dir():
            raise BadInput("The folder of the storage file does not exist.", hint="Make it, then try again.")
        if file.exists() and not file.is_file():
            raise BadInput("The storage file is no ordinary file.", hint="Name another one.")
        check_chosen(folder, storage, file)
        check_review(file)
        str(file).encode()
    except (OSError, ValueError, RuntimeError) as error:  # too long, a null byte, no UTF-8, links that go round
        raise BadInput("The path of the storage file cannot be used.", hint="Name another one.") from error
    return str(file)


def check_chosen(folder: Path, storage: str, file: Path) -> None:
    """Raise `BadInput` for a link out of the site: a cloned repository brings those, and no person has chosen them."""
    named = Path(os.path.normpath(folder / storage))
    if named.is_relative_to(os.path.normpath(folder)) and not file.is_relative_to(folder.resolve()):
        raise BadInput("The storage file is a link that leads out of the site.", hint="Name the file that it leads to.")


def check_review(file: Path) -> None:
    """Raise `BadInput` for a file of others: whatever is asked for, none but reviews are read or changed."""
    # What stands under the usual name is for the person to judge.
    if file.name != STORAGE and not PageFile(file).could_be_review():
        raise BadInput("The storage file holds something else than a review.", hint=f"Use {STORAGE}.")


def check_names(address: str | None, hosts: Sequence[str]) -> None:
    """Raise `BadInput` for what is no address and no host name."""
    if address is not None and not ADDRESS.fullmatch(address):
        raise BadInput("The address is not of the form http://host:port.", hint="Leave out path and query.")
    if len(hosts) > MAX_HOSTS or not all(len(each) <= 255 and HOST.fullmatch(each) for each in hosts):
        raise BadInput(f"The hosts are not at most {MAX_HOSTS} names of hosts.", hint="Write them as in my-site.test.")


async def added(
    desk: Desk, site_id: str, *, root: str, file: str, address: str | None, hosts: tuple[str, ...], by: Actor
) -> OpenSite | None:
    """A new site; None if another way in has brought it at the same moment, and may know less of it."""

    def work(change: Change) -> PageSite | None:
        if change.read.page_site(site_id) is not None:
            return None
        if len(change.read.page_sites()) >= MAX_SITES:
            raise TooLarge(f"The desk has {MAX_SITES} sites already.", hint="Forget some of them at the desk.")
        site = PageSite(site_id, root, file, address, hosts, added_at=change.at, last_seen_at=change.at, known="0:")
        change.save(site, PageSiteAdded(site_id, root=cut(root, 4096), storage=cut(file, 4096), address=address))
        return site

    site = await desk.change(by, work)
    return None if site is None else desk.pages.enter(site)


async def returned(
    desk: Desk, open_site: OpenSite, *, root: str, address: str | None, hosts: tuple[str, ...] | None, by: Actor
) -> bool:
    """A dev server has brought a known site again; False if it was forgotten meanwhile."""
    try:
        async with open_site.alone():
            site = open_site.site.came_back(root=root, address=address, hosts=hosts, at=desk.now())
            soon = site.last_seen_at - open_site.site.last_seen_at < RETURN_MS
            if not soon or site != replace(open_site.site, last_seen_at=site.last_seen_at):
                await desk.change(by, lambda change: change.save(site, PageSiteReturned(site.id, address=site.address)))
                open_site.site = site
    except NotFound:
        return False
    return True


async def forget(desk: Desk, site_id: str, *, by: Actor) -> None:
    """Take a site off the desk; its file stays as it is. Raises `NotFound`."""
    await desk.pages.finish(close_site(desk, await open_site_of(desk, site_id), by=by))


async def close_site(desk: Desk, open_site: OpenSite, *, by: Actor) -> None:
    """Let nobody in any more, and say so."""
    async with open_site.alone():
        open_site.forgotten = True  # before the entry is heard
        try:
            told = PageSiteForgotten(open_site.site.id)
            await desk.change(by, lambda change: change.forget_page_site(told.site, told))
        except StoreFailed:
            open_site.forgotten = False
            raise
        desk.pages.forget(open_site.site.id)


async def find_site(desk: Desk, site_id: str) -> PageSite | None:
    """A site, if the hub knows it."""
    open_site = await find_open_site(desk, site_id)
    return None if open_site is None else open_site.site


async def site(desk: Desk, site_id: str) -> PageSite:
    """A site. Raises `NotFound`."""
    return (await open_site_of(desk, site_id)).site


async def sites(desk: Desk) -> Sequence[PageSite]:
    """All sites, the oldest first."""
    return await desk.read(lambda reader: reader.page_sites())


async def find_open_site(desk: Desk, site_id: str) -> OpenSite | None:
    """The site in memory, if the hub knows it."""
    open_site = desk.pages.find(site_id)
    while open_site is None and SITE_ID.fullmatch(site_id):
        closed = desk.pages.closed
        known = await desk.read(lambda reader: reader.page_site(site_id))
        if known is None:
            break
        if closed == desk.pages.closed:  # else it may be the one that was forgotten while it was read
            open_site = desk.pages.enter(known)
    return open_site


async def open_site_of(desk: Desk, site_id: str) -> OpenSite:
    """The site in memory. Raises `NotFound`."""
    open_site = await find_open_site(desk, site_id)
    if open_site is None:
        raise NotFound(NO_SITE)
    return open_site
