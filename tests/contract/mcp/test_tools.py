"""Each tool of the specification (4.3.2) as an agent uses it: what it takes, what it says, what is in the file then."""

import asyncio
import base64
import json

import pytest
from mcp.types import ImageContent, TextContent

from tests.contract.mcp.review import MODES, RANGE, Mode, Site, refused, texts, told

SPECIFIED = {
    "list_annotations": ([], ["pageUrl"]),
    "list_page_notes": ([], ["pageUrl"]),
    "get_annotation": (["id"], []),
    "get_export": ([], []),
    "address_annotation": (["id"], []),
    "add_agent_reply": (["id", "message"], []),
    "update_annotation_target": (["id", "replacedText"], []),
    "set_in_progress": (["id"], []),
}
MOST_CHARACTERS = 100_000
KEPT = "kept with the annotation"
BEYOND = {
    "wait_for_annotations", "submit_plan", "get_review", "list_reviews", "request_permission", "ask_person",
    "get_answer",
}  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
async def test_the_tools_and_what_they_take(site: Site, mode: Mode) -> None:
    async with site.client(mode) as agent:
        listed = {tool.name: tool for tool in (await agent.list_tools()).tools}
        assert agent.instructions
    assert set(listed) == set(SPECIFIED) | BEYOND
    for name, (required, optional) in SPECIFIED.items():
        schema = listed[name].input_schema
        assert schema["type"] == "object"
        assert schema.get("required", []) == required
        for each in (*required, *optional):
            assert schema["properties"][each]["type"] == "string"
        assert listed[name].description
        hints = listed[name].annotations
        assert hints is not None
        assert hints.read_only_hint is name.startswith(("list_", "get_"))
    assert listed["get_annotation"].input_schema["properties"]["id"]["minLength"] == 1


@pytest.mark.parametrize("mode", MODES)
async def test_an_annotation_from_open_to_addressed_and_back(site: Site, mode: Mode) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Say good day")
    async with site.client(mode) as agent:
        (listed,) = await told(agent, "list_annotations")
        assert (listed["id"], listed["note"], listed["selectedText"]) == (mark, "Say good day", "Hello")
        seen = await asyncio.to_thread(site.asks, "GET", "/annotations")
        assert await told(agent, "get_annotation", id=mark) == listed == seen["annotations"][0]

        begun = await told(agent, "set_in_progress", id=mark)
        assert begun == site.record(mark)
        assert (begun["status"], "addressedAt" in begun) == ("in_progress", False)
        assert begun["inProgressAt"] == begun["updatedAt"] > listed["updatedAt"]

        moved = await told(agent, "update_annotation_target", id=mark, replacedText="Good day")
        assert moved["replacedText"] == "Good day"
        replied = await told(agent, "add_agent_reply", id=mark, message="Done in index.html")
        assert [(each["message"], each["role"]) for each in replied["replies"]] == [("Done in index.html", "agent")]

        done = await told(agent, "address_annotation", id=mark)
        assert (done["status"], "inProgressAt" in done) == ("addressed", False)
        assert done["addressedAt"] == done["updatedAt"]
        again = await told(agent, "set_in_progress", id=mark)
        assert (again["status"], "addressedAt" in again) == ("in_progress", False)

        await asyncio.to_thread(site.changes, mark, status="open", reply={"message": "Not quite"})
        reopened = await told(agent, "get_annotation", id=mark)
        assert not {"inProgressAt", "addressedAt"} & set(reopened)
        assert [each["role"] for each in reopened["replies"]] == ["agent", "reviewer"]


async def test_lists_are_filtered_and_paged(site: Site) -> None:
    here = [await asyncio.to_thread(site.marks_text, f"Note {number}", page="/") for number in range(3)]
    there = await asyncio.to_thread(site.marks_element, "Larger", page="/about/")
    note = await asyncio.to_thread(site.notes_page, "The whole page")
    other = await asyncio.to_thread(site.notes_page, "Another", page="/about/")
    await asyncio.to_thread(site.changes, here[1], status="addressed")
    async with site.client() as agent:

        async def ids(tool: str, **arguments: object) -> list[str]:
            return [each["id"] for each in await told(agent, tool, **arguments)]

        assert await ids("list_annotations") == [*here, there]
        assert await ids("list_annotations", pageUrl="/about/") == [there]
        assert await ids("list_annotations", pageUrl="/nowhere") == []
        assert await ids("list_annotations", status="open") == [here[0], here[2], there]
        assert await ids("list_annotations", status="addressed", pageUrl="/") == [here[1]]
        assert await ids("list_page_notes") == [note, other]
        assert await ids("list_page_notes", pageUrl="/") == [note]
        part = await agent.call_tool("list_annotations", {"limit": 2, "offset": 1})
        listed, cut = texts(part)
        assert [each["id"] for each in json.loads(listed)] == here[1:]
        assert cut == "Cut: these are 2 to 3 of 4. Call again with offset=3."
        assert await ids("list_annotations", offset=3) == [there]


async def test_what_is_too_much_is_cut_and_says_so(site: Site) -> None:
    everything = [await asyncio.to_thread(site.marks_text, "x" * 40_000) for _ in range(5)]
    async with site.client() as agent:
        found: list[str] = []
        while len(found) < len(everything):
            listed, *notes = texts(await agent.call_tool("list_annotations", {"offset": len(found)}))
            assert len(listed) <= MOST_CHARACTERS
            found += [each["id"] for each in json.loads(listed)]
            assert bool(notes) is (len(found) < len(everything))
        assert found == everything
        exported, note = texts(await agent.call_tool("get_export", {}))
        assert len(exported) <= MOST_CHARACTERS
        assert note.startswith("Cut: these are the first ")


async def test_one_that_is_longer_than_an_answer_is_cut_too(site: Site) -> None:
    words = "x" * 50_000
    long = await asyncio.to_thread(site.marks_text, words, selected=words)
    short = await asyncio.to_thread(site.marks_text, "Short")
    for number in range(3):
        await asyncio.to_thread(site.changes, long, reply={"message": f"{number} {words}"})
    async with site.client() as agent:
        for tool, arguments in (
            ("list_annotations", {}), ("get_annotation", {"id": long}), ("set_in_progress", {"id": long}),
            ("wait_for_annotations", {"status": "in_progress"}), ("add_agent_reply", {"id": long, "message": "Done"}),
        ):  # fmt: skip
            said, note = texts(await agent.call_tool(tool, arguments))
            assert len(said) <= MOST_CHARACTERS
            assert f'"id": "{long}"' in said
            assert f'"note": "{words[:1000]}' in said
            assert note.startswith("Cut: the ")
            assert long in note
        newest, _ = texts(await agent.call_tool("get_annotation", {"id": long}))
        assert json.loads(newest)["replies"][-1]["message"] == "Done"
        (listed,) = texts(await agent.call_tool("list_annotations", {"offset": 1}))
        assert [each["id"] for each in json.loads(listed)] == [short]
    assert len(site.record(long)["replies"]) == 4


def picture_of(size: int) -> str:
    """A picture as a page sends it, about as large as the hub takes one."""
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(size)
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


@pytest.mark.parametrize("mode", MODES)
async def test_a_picture_is_seen_and_not_read(site: Site, mode: Mode) -> None:
    picture, anchor = picture_of(290_000), {"blocks": [], "more": "x" * 90_000}
    wish = {"pageUrl": "/", "pageTitle": "Shop", "selectedText": "Hello", "range": RANGE, "note": "Like this"}
    made = await asyncio.to_thread(site.asks, "POST", "/annotations", {**wish, "picture": picture, "anchor": anchor})
    assert (made["picture"], made["anchor"]) == (picture, anchor)
    kept = {**made, "picture": KEPT, "anchor": KEPT}
    async with site.client(mode) as agent:
        assert await told(agent, "list_annotations") == [kept]
        assert (await told(agent, "wait_for_annotations"))["annotations"] == [kept]
        text, image = (await agent.call_tool("get_annotation", {"id": made["id"]})).content
        assert isinstance(text, TextContent)
        assert isinstance(image, ImageContent)
        assert json.loads(text.text) == kept
        assert f"data:{image.mime_type};base64,{image.data}" == picture
        for tool, more in (
            ("set_in_progress", {}), ("update_annotation_target", {"replacedText": "Hi"}),
            ("add_agent_reply", {"message": "Done"}), ("address_annotation", {}),
        ):  # fmt: skip
            assert (await told(agent, tool, id=made["id"], **more))["picture"] == KEPT
        (read,) = (await agent.read_resource(f"countermark://annotations/{made['id']}")).contents
        assert picture not in read.model_dump_json()
    assert site.record(made["id"])["picture"] == picture


async def test_the_export_is_the_one_of_the_page(site: Site) -> None:
    done = await asyncio.to_thread(site.marks_text, "Say good day")
    await asyncio.to_thread(site.marks_element, "Larger", page="/about/")
    await asyncio.to_thread(site.notes_page, "The whole page")
    await asyncio.to_thread(site.changes, done, status="addressed")
    async with site.client() as agent:
        (whole,) = texts(await agent.call_tool("get_export", {}))
        (still_open,) = texts(await agent.call_tool("get_export", {"status": "open"}))
    assert whole.startswith("# Inline Review — Copy Annotations\nExported: ")
    assert "Say good day" in whole
    assert "- The whole page" in whole
    assert "Say good day" not in still_open
    assert "Larger" in still_open


@pytest.mark.parametrize("mode", MODES)
async def test_every_error_is_an_answer_that_says_why(site: Site, mode: Mode) -> None:
    mark = await asyncio.to_thread(site.marks_text, "One")
    element = await asyncio.to_thread(site.marks_element, "Two")
    before = site.file.read_bytes()
    writes = {"add_agent_reply": {"message": "Done"}, "update_annotation_target": {"replacedText": "Hi"}}
    by_id = [name for name, (required, _) in SPECIFIED.items() if "id" in required]
    async with site.client(mode) as agent:
        for name in by_id:
            more = writes.get(name, {})
            assert "'nobody'" in await refused(agent, name, id="nobody", **more)
            assert "id" in await refused(agent, name, id="", **more)
            assert "id: Field required" in await refused(agent, name, **more)
            assert "id: Input should be a valid string" in await refused(agent, name, id=5, **more)
        assert "message" in await refused(agent, "add_agent_reply", id=mark, message=" \n ")
        assert "message" in await refused(agent, "add_agent_reply", id=mark, message="x" * 60_000)
        assert "replacedText" in await refused(agent, "update_annotation_target", id=mark, replacedText="\t ")
        assert "text" in await refused(agent, "update_annotation_target", id=element, replacedText="Hi")
        assert "replacedText" in await refused(agent, "address_annotation", id=mark, replacedText=" ")
        assert "text" in await refused(agent, "address_annotation", id=element, replacedText="Hi")
        assert "status" in await refused(agent, "list_annotations", status="done")
        assert "limit" in await refused(agent, "list_page_notes", limit=0)
        assert "timeoutSeconds" in await refused(agent, "wait_for_annotations", timeoutSeconds=51)
        with pytest.raises(Exception, match="Unknown tool: resolve_annotation"):
            await agent.call_tool("resolve_annotation", {"id": mark})
    assert site.file.read_bytes() == before


async def test_addressed_with_the_words_that_stand_there_now(site: Site) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Friendlier")
    async with site.client() as agent:
        done = await told(agent, "address_annotation", id=mark, replacedText="Good day")
    assert (done["status"], done["replacedText"]) == ("addressed", "Good day")
    assert site.record(mark)["replacedText"] == "Good day"


BROKEN = {
    "conflict": b'{"version": 1,\n<<<<<<< HEAD\n"annotations": []\n=======\n>>>>>>> theirs\n, "pageNotes": []}',
    "cut off": b'{"version": 1, "annotations": [{"id": "a',
    "a list": b"[]",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
async def test_a_broken_file_is_an_error_and_never_an_empty_list(site: Site, content: bytes) -> None:
    site.file.write_bytes(content)
    needs = {"id": "x", "message": "y", "replacedText": "z"}
    async with site.client() as agent:
        for name, (required, _) in SPECIFIED.items():
            why = await refused(agent, name, **{each: needs[each] for each in required})
            assert str(site.file) in why
            assert "Nothing was changed in it." in why
        assert str(site.file) in await refused(agent, "wait_for_annotations")
        with pytest.raises(Exception, match="cannot be read as a review"):
            await agent.read_resource("countermark://annotations")
    assert site.file.read_bytes() == content


async def test_a_bad_entry_hides_no_other_and_is_named(site: Site) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Good")
    whole = json.loads(site.file.read_bytes())
    whole["annotations"].insert(0, None)
    site.file.write_text(json.dumps(whole))
    async with site.client() as agent:
        listed, note = texts(await agent.call_tool("list_annotations", {}))
        assert [each["id"] for each in json.loads(listed)] == [mark]
        assert "annotations[0]" in note
        await told(agent, "address_annotation", id=mark)
    assert json.loads(site.file.read_bytes())["annotations"][0] is None


async def test_another_file_is_another_site(site: Site) -> None:
    await asyncio.to_thread(site.marks_text, "In the usual file")
    (site.folder / "docs").mkdir()
    async with site.client(arguments=["--storage", "docs/notes.json"]) as agent:
        assert await told(agent, "list_annotations") == []
