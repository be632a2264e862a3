"""A request that is sent again because nobody heard its answer does nothing twice, over any number of hubs."""

from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.actions.pages import annotations as pages
from countermark.actions.pages.sites import open_site_of
from countermark.actions.pages.writing import Edit
from countermark.model.actors import A_VISITOR
from countermark.model.errors import Conflict, NotFound
from countermark.model.pages.annotations import PageStore
from countermark.model.pages.wishes import changed_annotation
from countermark.store.pages.file import PageFile
from tests.contract.pages.page_client import ELEMENT, HOST, WISH, PageSide
from tests.contract.pages.page_desk import AGENT, NOW, adding, announce, bring, hub
from tests.contract.pages.page_desk import WISH as SMALL

NAMED = "1-2-3-4-5-6-7-8-9"
OTHER = "another-write-of-the-tab"


def overlay(side: PageSide, write: str = NAMED) -> dict[str, str]:
    return {**side.browser, "content-type": "application/json", "x-countermark-write": write}


def test_each_request_once(side: PageSide) -> None:
    made = [side.ask("POST", "/api/annotations", WISH, overlay(side)) for _ in range(3)]
    assert {each.status for each in made} == {201}
    assert len({each.json["id"] for each in made}) == 1
    other = side.ask("POST", "/api/annotations", WISH, overlay(side, OTHER)).json["id"]
    path = f"/api/annotations/{made[0].json['id']}"
    patch = {"status": "open", "reply": {"message": "not yet"}}
    answers = [side.ask("PATCH", path, patch, overlay(side, "a-reply-of-the-tab")) for _ in range(3)]
    assert [each.status for each in answers] == [200] * 3
    assert [each["message"] for each in answers[-1].json["replies"]] == ["not yet"]
    gone = [side.ask("DELETE", path, None, overlay(side, "a-removal-of-the-tab")) for _ in range(2)]
    assert [each.status for each in gone] == [200, 200]
    assert [each["id"] for each in side.content["annotations"]] == [other]
    assert side.ask("POST", "/api/annotations", WISH, overlay(side)).status == 404  # it was made, and is gone
    assert [kind for kind, _ in side.kinds()].count("page_annotation_added") == 2


def test_in_other_words_it_is_the_same_note(side: PageSide) -> None:
    wish = {"pageUrl": "/", "pageTitle": "Home", "note": "first words"}
    first = side.ask("POST", "/api/page-notes", wish, overlay(side)).json
    again = side.ask("POST", "/api/page-notes", {**wish, "note": "better words"}, overlay(side)).json
    assert (again["id"], again["note"]) == (first["id"], "better words")
    assert [each["note"] for each in side.content["pageNotes"]] == ["better words"]


PAGE_NOTE = {"pageUrl": "/a", "pageTitle": "A", "note": "one"}
PATCHED = {"status": "open", "reply": {"message": "Not like this"}}


def all_there(side: PageSide) -> tuple[str, str]:
    """A note and an annotation made under one name each, and another note and another annotation."""
    for body, name in ((PAGE_NOTE, NAMED), ({**PAGE_NOTE, "note": "other"}, OTHER)):
        assert side.ask("POST", "/api/page-notes", body, overlay(side, name)).status == 201
    for mark, name in ((WISH, "an-annotation"), ({**WISH, "note": "other"}, "another-one")):
        assert side.ask("POST", "/api/annotations", mark, overlay(side, name)).status == 201
    return side.content["pageNotes"][1]["id"], side.content["annotations"][1]["id"]


def refused(side: PageSide, method: str, path: str, body: object, name: str = NAMED) -> None:
    before = side.content
    answer = side.ask(method, f"/api{path}", body, overlay(side, name))
    assert (answer.status, answer.json["code"]) == (409, "conflict")
    assert answer.json["error"] == "This name of a write has been used for another one, so nothing was changed."
    assert side.content == before


def test_a_name_stands_for_one_write(side: PageSide) -> None:
    note, mark = all_there(side)
    refused(side, "PATCH", f"/page-notes/{note}", {"note": "changed"})
    refused(side, "DELETE", f"/page-notes/{note}", None)
    refused(side, "POST", "/page-notes", {**PAGE_NOTE, "pageUrl": "/zzz", "note": "three"})
    refused(side, "POST", "/annotations", WISH)
    range_ = {"startXPath": "/html[1]/body[1]/p[2]/text()[1]", "startOffset": 0, "endOffset": 12}
    for more in ({"pageUrl": "/zzz"}, {"selectedText": "other words"}, {"range": range_}):
        refused(side, "POST", "/annotations", {**WISH, "note": "three", **more}, "an-annotation")
    refused(side, "POST", "/annotations", {**ELEMENT, "note": "three"}, "an-annotation")
    path = f"/annotations/{mark}"
    assert side.ask("PATCH", f"/api{path}", PATCHED, overlay(side, "a-reply-of-the-tab")).status == 200
    for other in ({"note": "n"}, {**PATCHED, "reply": {"message": "Nor like that"}}, {**PATCHED, "replacedText": "w"}):
        refused(side, "PATCH", path, other, "a-reply-of-the-tab")
    refused(side, "PATCH", f"/annotations/{side.content['annotations'][0]['id']}", PATCHED, "a-reply-of-the-tab")
    refused(side, "DELETE", path, None, "a-reply-of-the-tab")
    assert side.ask("PATCH", f"/api{path}", PATCHED, overlay(side, "a-reply-of-the-tab")).status == 200
    assert len(side.content["annotations"][1]["replies"]) == 1


def test_two_elements_that_are_described_alike_are_two(side: PageSide) -> None:
    assert side.ask("POST", "/api/annotations", ELEMENT, overlay(side)).status == 201
    second = {"cssSelector": "section.hero > img:nth-child(2)", "xpath": "/html[1]/body[1]/section[1]/img[2]"}
    refused(side, "POST", "/annotations", {**ELEMENT, "note": "three", "elementSelector": second})


def test_what_others_have_made_of_it_stays(side: PageSide) -> None:
    made = side.ask("POST", "/api/page-notes", PAGE_NOTE, overlay(side)).json
    side.api("PATCH", f"/page-notes/{made['id']}", {"note": "Somebody else's words"})
    again = side.ask("POST", "/api/page-notes", PAGE_NOTE, overlay(side)).json
    assert again["note"] == "Somebody else's words"
    for words in ("better", "one", "x" * 3000, "x" * 2999 + "y"):
        assert side.ask("POST", "/api/page-notes", {**PAGE_NOTE, "note": words}, overlay(side)).status == 201
        assert [each["note"] for each in side.content["pageNotes"]] == [words]


def test_without_a_name_each_request_counts(side: PageSide) -> None:
    for headers in ({}, {"x-countermark-write": "!"}, {"origin": f"http://{HOST}", **side.browser}):
        side.ask("POST", "/api/annotations", WISH, headers)
        side.ask("POST", "/api/annotations", WISH, headers)
    assert len(side.content["annotations"]) == 6


async def again(desk: Desk, site: str) -> str:
    return (await pages.add_annotation(desk, site, SMALL, by=A_VISITOR, write="tab-write-1")).id


async def test_another_hub_knows_it_too(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        made = await again(desk, site)
    async with hub(tmp_path) as desk:
        assert await again(desk, site) == made
        open_site = await open_site_of(desk, site)
        assert [each.id for each in open_site.file.read().annotations] == [made]


LONG = "x" * 3000
ELSEWHERE = {**SMALL, "range": {"startOffset": 7}}


async def test_another_hub_knows_what_each_name_stands_for(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        made = await again(desk, site)
        for name, message in (("tab-write-2", "Done"), ("tab-write-3", LONG)):
            await pages.reply(desk, site, made, message, by=AGENT, role="agent", write=name)
        other = (await pages.add_annotation(desk, site, SMALL, by=A_VISITOR)).id
        untouched = (await pages.add_annotation(desk, site, SMALL, by=A_VISITOR, write="tab-write-4")).id
        note = {"pageUrl": "/", "note": "n"}
        await pages.add_note(desk, site, note, by=A_VISITOR, write="tab-write-5")
    async with hub(tmp_path) as desk:
        store = (await open_site_of(desk, site)).file.read()
        for wish, name in (
            ({**SMALL, "pageUrl": "/zzz"}, "tab-write-1"), ({**SMALL, "selectedText": "y"}, "tab-write-1"),
            (SMALL, "tab-write-2"), (SMALL, "tab-write-5"), (ELSEWHERE, "tab-write-4"),
        ):  # fmt: skip
            with pytest.raises(Conflict):
                await pages.add_annotation(desk, site, wish, by=A_VISITOR, write=name)
        for entry, message, name in (
            (other, "Done", "tab-write-2"), (made, "Not yet", "tab-write-2"), (made, f"{LONG}y", "tab-write-3"),
        ):  # fmt: skip
            with pytest.raises(Conflict):
                await pages.reply(desk, site, entry, message, by=AGENT, role="agent", write=name)
        with pytest.raises(Conflict):
            await pages.remove_annotation(desk, site, other, by=A_VISITOR, write="tab-write-1")
        with pytest.raises(Conflict):
            await pages.add_note(desk, site, {**note, "pageUrl": "/zzz"}, by=A_VISITOR, write="tab-write-5")
        for name, message in (("tab-write-2", "Done"), ("tab-write-3", LONG)):
            await pages.reply(desk, site, made, message, by=AGENT, role="agent", write=name)
        same = await pages.add_annotation(desk, site, SMALL, by=A_VISITOR, write="tab-write-4")
        assert same.id == untouched
        assert (await open_site_of(desk, site)).file.read().sha256 == store.sha256


async def test_a_reply_that_was_cut_in_two_is_known_by_its_words(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        mark = (await pages.add_annotation(desk, site, SMALL, by=A_VISITOR)).id
        reply = {"status": "open", "reply": {"message": "Not yet"}}

        def apply(store: PageStore) -> PageStore:
            return store.with_annotation(changed_annotation(store.annotation(mark), reply, now=NOW))

        edit = Edit("page_annotation_changed", "annotations", mark, apply)
        await announce(desk, site, edit, by=A_VISITOR)
        PageFile(tmp_path / "inline-review.json").change(apply)
    async with hub(tmp_path) as desk:
        other = {**reply, "reply": {"message": "Never"}}
        with pytest.raises(Conflict):
            await pages.change_annotation(desk, site, mark, other, by=A_VISITOR, write="tab-write-1")
        told = await pages.change_annotation(desk, site, mark, reply, by=A_VISITOR, write="tab-write-1")
        assert [each.message for each in told.replies] == ["Not yet"]


@pytest.mark.parametrize("meanwhile", ["nothing", "a hand", "removed"])
async def test_a_hub_that_was_killed_before_its_answer(tmp_path: Path, meanwhile: str) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        edit = adding("one")
        await announce(desk, site, edit, by=A_VISITOR)
        file = PageFile(tmp_path / "inline-review.json")
        file.change(edit.apply)
    if meanwhile == "a hand":
        told = tmp_path / "inline-review.json"
        told.write_text(told.read_text().replace('"note": "n"', '"note": "by hand"'))
    elif meanwhile == "removed":
        file.change(lambda store: store.without_annotation("one"))
    async with hub(tmp_path) as desk:
        made = await again(desk, site)
        store = (await open_site_of(desk, site)).file.read()
        # What a hand has taken out again cannot be told from what was never written: then it is made.
        assert ([each.id for each in store.annotations] == ["one"]) is (meanwhile != "removed")
        assert [each.id for each in store.annotations] == [made]


async def test_a_killed_hub_that_had_written_nothing(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        site = await bring(desk, tmp_path)
        await announce(desk, site, adding("one"), by=A_VISITOR)
    async with hub(tmp_path) as desk:
        made = await again(desk, site)
        assert made != "one"
        assert [each.id for each in (await open_site_of(desk, site)).file.read().annotations] == [made]


async def test_names_are_those_of_one_site(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    async with hub(tmp_path) as desk:
        sites = [await bring(desk, tmp_path / name) for name in ("a", "b")]
        made = [await again(desk, site) for site in sites]
        assert made[0] != made[1]
        await pages.remove_annotation(desk, sites[0], made[0], by=AGENT)
        with pytest.raises(NotFound):
            await again(desk, sites[0])
