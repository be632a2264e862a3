"""What must not come apart in a running hub: file, journal and open site, whatever fails or leaves in between."""

import asyncio
import json
import os
import threading
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from countermark.actions.desk import Desk
from countermark.actions.open_sites import OpenSite
from countermark.actions.pages import annotations as pages
from countermark.actions.pages import sites as page_sites
from countermark.actions.pages import writing as page_writing
from countermark.actions.pages.sites import open_site_of
from countermark.actions.pages.writing import Edit
from countermark.model.errors import NotFound, PageFileBroken, StoreFailed
from countermark.model.pages import annotations as model
from countermark.model.pages import wishes
from countermark.model.pages.annotations import PageStore
from countermark.model.pages.sites import PageSite
from countermark.store.base import Reader, Transaction
from countermark.store.pages.file import PageFile
from tests.contract.pages.page_desk import AGENT, WISH, adding, announce, bring, by_hand, hub, removing, said

T = TypeVar("T")
FILE = "inline-review.json"
ADDRESS = "http://localhost:5173"


class Journal:
    """The desk's store with a hand on it: transactions fail, or their success is heard late."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self.heard = asyncio.Event()
        self.heard.set()
        self.made = asyncio.Event()
        self._transact = desk.store.transact
        monkeypatch.setattr(desk.store, "transact", self.transact)

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        def fail_at_the_end(transaction: Transaction) -> T:
            work(transaction)
            raise StoreFailed("The disk is full.")

        done = await self._transact(fail_at_the_end if self.full else work)
        self.made.set()
        await self.heard.wait()
        return done


async def kinds(desk: Desk) -> list[str]:
    return [each.kind for each in await said(desk)]


def whole(folder: Path) -> Any:
    return json.loads((folder / FILE).read_bytes())


async def test_two_ways_in_that_bring_a_site_at_once_are_both_heard(tmp_path: Path) -> None:
    """An agent's tools know nothing but the file; the dev server beside them knows its address and its names."""
    async with hub(tmp_path) as desk:
        by_file = pages.register(desk, root=str(tmp_path), storage=None, address=None, hosts=None, by=AGENT)
        by_server = pages.register(
            desk, root=str(tmp_path), storage=None, address=ADDRESS, hosts=["shop.test"], by=AGENT
        )
        await asyncio.gather(by_file, by_server)
        (site,) = await pages.sites(desk)
        assert (site.address, site.hosts) == (ADDRESS, ("shop.test",))


async def test_a_site_that_is_forgotten_while_others_wait_for_it(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        await pages.edited(desk, site, adding("one"), by=AGENT, write=None)
        open_site, before = await open_site_of(desk, site), (tmp_path / FILE).read_bytes()
        async with open_site.alone():
            asked = [
                pages.forget(desk, site, by=AGENT),
                pages.edited(desk, site, adding("two"), by=AGENT, write=None),
                pages.set_aside(desk, site, by=AGENT),
                pages.forget(desk, site, by=AGENT),
                pages.reconcile(desk, site),
            ]
            waiting = [asyncio.ensure_future(each) for each in asked]
            for _ in range(20):  # until each stands before the door, in this order
                await asyncio.sleep(0)
            (tmp_path / "other").write_bytes(before)  # so that there is something to catch up with
            (tmp_path / "other").replace(tmp_path / FILE)
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(each) for each in answers] == [type(None), NotFound, NotFound, NotFound, type(None)]
        assert (tmp_path / FILE).read_bytes() == before
        assert await pages.sites(desk) == []
        assert [each.kind for each in await desk.read(lambda reader: reader.entries())][-1] == "page_site_forgotten"


async def test_a_site_that_is_brought_while_it_is_forgotten_is_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, returned = asyncio.Event(), page_sites.returned

    async def told_of(*given: Any, **more: Any) -> bool:
        waits.set()
        return await returned(*given, **more)

    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        await pages.edited(desk, site, adding("one"), by=AGENT, write=None)
        open_site = await open_site_of(desk, site)
        async with open_site.alone():
            forgetting = asyncio.ensure_future(pages.forget(desk, site, by=AGENT))
            for _ in range(20):
                await asyncio.sleep(0)
            monkeypatch.setattr(page_sites, "returned", told_of)
            again = asyncio.ensure_future(bring(desk, tmp_path))
            await waits.wait()
        await forgetting
        assert await again == site
        assert await open_site_of(desk, site) is not open_site
        found = [each.kind for each in await desk.read(lambda reader: reader.entries())]
        assert found[found.index("page_site_forgotten") :] == [
            "page_site_forgotten", "page_site_added", "page_file_changed",
        ]  # fmt: skip


async def test_a_site_that_is_forgotten_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a hub that has just begun: what was read of it is old, and brings nothing back."""
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
    async with hub(tmp_path) as desk:
        read, was_read, may_be_heard = desk.store.read, asyncio.Event(), asyncio.Event()

        async def read_slowly(work: Callable[[Reader], T]) -> T:
            found = await read(work)
            was_read.set()
            await may_be_heard.wait()
            return found

        with monkeypatch.context() as patched:
            patched.setattr(desk.store, "read", read_slowly)
            writing = asyncio.ensure_future(pages.edited(desk, site, adding("one"), by=AGENT, write=None))
            await was_read.wait()
        await pages.forget(desk, site, by=AGENT)
        may_be_heard.set()
        with pytest.raises(NotFound):
            await writing
        assert (await pages.sites(desk), (tmp_path / FILE).exists()) == ([], False)


async def test_an_intent_that_was_not_kept_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        journal, open_site = Journal(desk, monkeypatch), await open_site_of(desk, site)
        journal.full = True
        with pytest.raises(StoreFailed):
            await pages.edited(desk, site, adding("one"), by=AGENT, write=None)
        assert (open_site.site.pending, (tmp_path / FILE).exists()) == (None, False)
        journal.full = False
        await pages.edited(desk, site, adding("two"), by=AGENT, write=None)
        assert await kinds(desk) == ["page_change_intended", "page_annotation_added"]


async def test_a_change_that_is_in_the_file_has_not_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand was faster than our swap, and nothing of it can be written down."""
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        journal, intended = Journal(desk, monkeypatch), page_writing.intend

        async def late(*given: object, **more: object) -> None:
            await intended(*given, **more)  # type: ignore[arg-type]  # handed on as they are
            by_hand(tmp_path / FILE, adding("hand"))
            journal.full = True

        monkeypatch.setattr(page_writing, "intend", late)
        store = await pages.edited(desk, site, adding("ours"), by=AGENT, write=None)
        assert [each.id for each in store.annotations] == ["hand", "ours"]
        journal.full = False
        await pages.reconcile(desk, site)
        assert await kinds(desk) == ["page_change_intended", "page_annotation_added", "page_file_changed"]


async def test_why_a_change_failed_is_said_even_if_it_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        journal, intended, announced = Journal(desk, monkeypatch), page_writing.intend, threading.Event()

        async def heard(*given: object, **more: object) -> None:
            await intended(*given, **more)  # type: ignore[arg-type]  # handed on as they are
            announced.set()

        monkeypatch.setattr(page_writing, "intend", heard)

        def breaks(store: PageStore) -> PageStore:
            if (tmp_path / ".inline-review.json.lock").exists():  # it is meant now
                assert announced.wait(30)
                (tmp_path / FILE).write_bytes(b"{")
                journal.full = True
            return adding("one").apply(store)

        with pytest.raises(PageFileBroken):
            await pages.edited(
                desk, site, Edit("page_annotation_added", "annotations", "one", breaks), by=AGENT, write=None
            )
        journal.full = False
        (tmp_path / FILE).unlink()
        await pages.reconcile(desk, site)
        assert await kinds(desk) == ["page_change_intended", "page_change_dropped"]


async def test_a_file_that_is_set_aside_has_its_name_whatever_the_journal_can_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        await pages.edited(desk, site, adding("one"), by=AGENT, write=None)
        (tmp_path / FILE).write_bytes(b"{")
        journal = Journal(desk, monkeypatch)
        journal.full = True
        kept = await pages.set_aside(desk, site, by=AGENT)
        assert (kept.read_bytes(), (tmp_path / FILE).exists()) == (b"{", False)
        journal.full = False
        await pages.reconcile(desk, site)
        last = (await said(desk))[-1]
        assert (last.kind, last.body["removed"]) == ("page_file_changed", 1)


async def test_an_intent_ends_with_the_file_that_is_set_aside(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        await announce(desk, site, adding("one"), by=AGENT)
        (tmp_path / FILE).write_bytes(b"{")
        await pages.set_aside(desk, site, by=AGENT)
        assert await kinds(desk) == ["page_change_intended", "page_change_dropped", "page_file_set_aside"]
        assert (await pages.site(desk, site)).known == "0:"


async def test_a_hand_is_told_once_though_the_last_tab_leaves_while_it_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        journal = Journal(desk, monkeypatch)
        async with aclosing(pages.changes(desk, site)) as coming:
            following = asyncio.ensure_future(anext(coming))
            PageFile(tmp_path / FILE).change(adding("hand").apply)
            journal.made.clear()
            journal.heard.clear()
            await asyncio.wait_for(journal.made.wait(), 30)
            following.cancel()
            await asyncio.wait([following])
        journal.heard.set()
        async with (await open_site_of(desk, site)).alone():
            pass
        await pages.reconcile(desk, site)
        assert await kinds(desk) == ["page_file_changed"]


async def test_a_hand_is_told_later_if_it_could_not_be_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nothing changes any more, and the file looks as if it had been there for long."""
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        PageFile(tmp_path / "old").change(adding("hand").apply)
        os.utime(tmp_path / "old", (10**9, 10**9))
        journal = Journal(desk, monkeypatch)
        journal.full = True
        failed, transact = asyncio.Event(), journal.transact

        async def fail_once(work: Callable[[Transaction], T]) -> T:
            try:
                return await transact(work)
            except StoreFailed:
                journal.full = False
                failed.set()
                raise

        monkeypatch.setattr(desk.store, "transact", fail_once)
        async with aclosing(pages.changes(desk, site)) as coming:
            following = asyncio.ensure_future(anext(coming))
            (tmp_path / "old").replace(tmp_path / FILE)
            told = await asyncio.wait_for(following, 30)
        assert (told.kind, failed.is_set()) == ("page_file_changed", True)


async def test_the_twin_of_a_removed_entry(tmp_path: Path) -> None:
    """A hand or a merge has given two entries one id: the second is there as soon as the first is gone."""
    twins = [{**WISH, "id": "one", "note": note} for note in ("first", "twin")]
    (tmp_path / FILE).write_text(json.dumps({"version": 1, "annotations": twins, "pageNotes": []}))
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        await pages.edited(desk, site, removing("one"), by=AGENT, write=None)
        last = (await said(desk))[-1]
        assert (last.kind, last.body["note"]) == ("page_annotation_removed", "first")
        assert (await pages.read_site(desk, site)).annotation("one").note == "twin"
        now = await pages.fingerprint(desk, site)
        assert now == model.fingerprint(PageFile(tmp_path / FILE).read()) == (await pages.site(desk, site)).known
        await pages.address(desk, site, "one", by=AGENT)
        assert whole(tmp_path)["annotations"][0]["status"] == "addressed"
        assert "page_file_changed" not in (await kinds(desk))[1:]


async def test_a_removal_of_a_twin_that_a_crash_cuts_in_two(tmp_path: Path) -> None:
    twins = [{**WISH, "id": "one", "note": note} for note in ("first", "twin")]
    (tmp_path / FILE).write_text(json.dumps({"version": 1, "annotations": twins, "pageNotes": []}))
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        await announce(desk, site, removing("one"), by=AGENT)
        PageFile(tmp_path / FILE).change(removing("one").apply)
    async with hub(tmp_path) as desk:
        await pages.reconcile_all(desk)
        last = (await said(desk))[-1]
        assert (last.kind, last.body["entry"], last.body["note"]) == ("page_annotation_removed", "one", "")
        assert (await pages.read_site(desk, site)).annotation("one").note == "twin"


class Interrupted(OpenSite):
    """Another thread asks for another state at the worst moment: right after this one has remembered its own."""

    def __init__(self, site: PageSite, other: PageStore) -> None:
        self.other: PageStore | None = None
        super().__init__(site)
        self.other = other

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "_named" and self.other is not None:
            asked, self.other = self.other, None
            self.fingerprint(asked)


def test_two_threads_ask_for_the_fingerprints_of_two_states(tmp_path: Path) -> None:
    one, two = PageStore(sha256="1" * 64).with_note(wishes.new_note(WISH, id="one", now="1")), PageStore()
    open_site = Interrupted(PageSite("0" * 20, str(tmp_path), str(tmp_path / FILE), None, (), 0, 0), two)
    assert open_site.fingerprint(one) == model.fingerprint(one)
