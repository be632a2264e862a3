"""A hub that is killed between its word and the file: the next one finds out what has happened, and who did it."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from countermark.actions.pages import annotations as pages
from countermark.actions.pages import writing as page_writing
from countermark.actions.pages.writing import Edit
from countermark.model.actors import A_VISITOR
from countermark.model.errors import PageFileBroken
from countermark.model.pages import annotations as model
from countermark.model.pages.annotations import PageStore
from countermark.store.pages.file import PageFile
from tests.contract.page_side.sites import wait_until
from tests.contract.pages.page_desk import AGENT, adding, announce, bring, by_hand, hub, removing, said


@pytest.mark.parametrize("make", [adding, removing])
async def test_killed_before_the_file(tmp_path: Path, make: Callable[[str], Edit]) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        if make is removing:
            await pages.edited(desk, site, adding("one"), by=AGENT, write=None)
        await announce(desk, site, make("one"), by=A_VISITOR)
    before = (tmp_path / "inline-review.json").exists()
    async with hub(tmp_path) as desk:
        await pages.reconcile_all(desk)
        last = (await said(desk))[-1]
        assert (last.kind, last.body["entry"]) == ("page_change_dropped", "one")
        assert (await pages.site(desk, site)).pending is None
        assert before == (make is removing)


@pytest.mark.parametrize("make", [adding, removing])
async def test_killed_after_the_file(tmp_path: Path, make: Callable[[str], Edit]) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        if make is removing:
            await pages.edited(desk, site, adding("one"), by=AGENT, write=None)
        edit = make("one")
        await announce(desk, site, edit, by=A_VISITOR)
        PageFile(tmp_path / "inline-review.json").change(edit.apply)
    async with hub(tmp_path) as desk:
        await pages.reconcile_all(desk)
        await pages.reconcile_all(desk)
        intent, confirmed, *more = (await said(desk))[-2:]
        assert (intent.kind, confirmed.kind) == ("page_change_intended", edit.kind)
        assert confirmed.actor == A_VISITOR
        assert (confirmed.body["intent"], confirmed.body["write"]) == (intent.seq, "tab-write-1")
        assert more == []


async def test_what_others_did_while_no_hub_ran(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        for name in ("one", "two"):
            await pages.edited(desk, site, adding(name), by=AGENT, write=None)
    file = tmp_path / "inline-review.json"
    whole = json.loads(file.read_bytes())
    whole["annotations"] = [{**whole["annotations"][0], "note": "hand"}, {**whole["annotations"][0], "id": "three"}]
    file.write_text(json.dumps(whole))
    async with hub(tmp_path) as desk:
        await pages.reconcile_all(desk)
        last = (await said(desk))[-1]
        assert (last.kind, last.actor.kind) == ("page_file_changed", "hand")
        told = {each["id"]: each["how"] for each in json.loads(str(last.body["entries"]))}
        assert told == {"one": "changed", "two": "removed", "three": "added"}


async def test_the_file_is_replaced_once_the_intention_is_in_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        await pages.edited(desk, site, adding("one"), by=AGENT, write=None)
        file, intended = tmp_path / "inline-review.json", page_writing.intend

        async def late(*given: object, **more: object) -> None:
            await asyncio.to_thread(
                wait_until, lambda: list(tmp_path.glob(".inline-review.json.*.tmp")), lambda: "the new file"
            )
            await intended(*given, **more)  # type: ignore[arg-type]  # handed on as they are
            assert [each["id"] for each in json.loads(file.read_bytes())["annotations"]] == ["one"]

        monkeypatch.setattr(page_writing, "intend", late)
        await pages.edited(desk, site, adding("two"), by=AGENT, write=None)
        assert [each.id for each in (await pages.read_site(desk, site)).annotations] == ["one", "two"]


async def test_a_hand_that_is_faster_than_our_swap_is_told_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        file = tmp_path / "inline-review.json"
        intended = page_writing.intend

        async def slow(*given: object, **more: object) -> None:
            await intended(*given, **more)  # type: ignore[arg-type]  # handed on as they are
            by_hand(file, adding("hand"))

        monkeypatch.setattr(page_writing, "intend", slow)
        await pages.edited(desk, site, adding("ours"), by=AGENT, write=None)
        kinds = [(each.kind, each.actor.kind.value) for each in (await said(desk))]
        assert kinds == [
            ("page_change_intended", "agent"), ("page_file_changed", "hand"), ("page_annotation_added", "agent"),
        ]  # fmt: skip
        store = await pages.read_site(desk, site)
        assert [each.id for each in store.annotations] == ["hand", "ours"]


async def test_a_change_that_fails_is_dropped(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)

        def breaks(store: PageStore) -> PageStore:
            (tmp_path / "inline-review.json").write_bytes(b"{")
            return adding("one").apply(store)

        edit = Edit("page_annotation_added", "annotations", "one", breaks)
        with pytest.raises(PageFileBroken):
            await pages.edited(desk, site, edit, by=AGENT, write=None)
        assert (await said(desk))[-1].kind == "page_change_dropped"
        assert (tmp_path / "inline-review.json").read_bytes() == b"{"


async def test_waiting_for_an_annotation(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        assert await pages.wait_for(desk, site, since="0:", seconds=0.05) is None
        await pages.edited(desk, site, adding("one"), by=AGENT, write=None)
        now = await pages.wait_for(desk, site, since="0:", statuses=["open"], page_url="/", seconds=1)
        assert now is not None
        assert [each.id for each in now.annotations] == ["one"]
        seen = model.fingerprint(now)
        assert await pages.wait_for(desk, site, since=seen, statuses=["addressed"], seconds=0.05) is None
        waiting = desk.pages.begin(pages.wait_for(desk, site, since=seen, statuses=["addressed"], seconds=10))
        await pages.address(desk, site, "one", by=AGENT)
        found = await waiting
        assert found is not None
        assert found.annotations[0].status == "addressed"
