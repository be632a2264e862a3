"""A client asks whether it may do something: what stands on the card, what comes back, and who decides without one."""

import asyncio
import json
from datetime import datetime
from pathlib import Path

import pytest

from tests.contract.mcp.at_desk import answered, answers, appears, becomes, card, now, open_items, pending
from tests.contract.mcp.review import MODES, Json, Mode, Site, refused, said, texts
from tests.contract.wire.small_desk import Target

COMMAND = "terraform apply -auto-approve"


@pytest.mark.parametrize("mode", MODES)
async def test_a_command_is_allowed_while_the_client_waits(site: Site, target: Target, mode: Mode) -> None:
    command = f"{COMMAND} -var mode={mode}"
    async with site.client(mode) as agent:
        asked = asyncio.create_task(said(agent, "request_permission", command=command, reason="The tests need it."))
        item = await appears(target, command)
        assert (item["agent"], item["workspace"], item["point"]) == ("mcp", str(site.folder), "alone")
        shown = await asyncio.to_thread(card, target, item)
        assert (shown["headline"], shown["reason"], shown["editable"]) == (
            "Run this command?", "The tests need it.", command,
        )  # fmt: skip
        await asyncio.to_thread(answers, target, item, answer="once")
        words, record = await asked
        assert words == "Allowed by the user."
        assert (record["item"], record["kind"], record["outcome"], record["decidedBy"]) == (
            item["id"], "permission", "allowed", "person",
        )  # fmt: skip
        assert "command" not in record
        await becomes(target, item, lambda it: it["delivery"] == "delivered")


async def test_a_no_comes_with_the_persons_words(site: Site, target: Target) -> None:
    async with site.client() as agent:
        asked = asyncio.create_task(said(agent, "request_permission", command="git push origin main"))
        await answered(target, "git push origin main", answer="no_with_words", words="Open a pull request instead.")
        words, record = await asked
        assert words == "Not allowed by the user. The words with it:\n\nOpen a pull request instead."
        assert (record["outcome"], record["words"]) == ("denied", "Open a pull request instead.")

        asked = asyncio.create_task(said(agent, "request_permission", command="git push origin next"))
        await answered(target, "git push origin next", answer="no_and_stop")
        words, record = await asked
        assert words.startswith("Not allowed by the user.")
        assert (record["outcome"], record["stopsTurn"], "end your turn" in words) == ("denied", True, True)


async def test_the_command_that_the_person_has_changed_comes_back(site: Site, target: Target) -> None:
    async with site.client() as agent:
        asked = asyncio.create_task(said(agent, "request_permission", command="npm install left-pad"))
        await answered(target, "npm install left-pad", answer="once", edited="npm install left-pad@1.3.0")
        words, record = await asked
        assert record["outcome"] == "allowed"
        assert record["command"] == "npm install left-pad@1.3.0"
        assert "exactly this one" in words
        assert "npm install left-pad@1.3.0" in words
        assert (await said(agent, "get_answer", item=record["item"]))[1] == record


async def test_each_kind_of_thing_has_its_own_card(site: Site, target: Target) -> None:
    (site.folder / "menu.txt").write_text("Soup\nFish\n")
    async with site.client() as agent:
        changed = await pending(
            agent, "request_permission", path="menu.txt", replacements=[{"old": "Fish", "new": "Bread"}]
        )
        shown = await asyncio.to_thread(card, target, {"id": changed["item"]})
        (change,) = shown["changes"]
        assert (shown["headline"], change["is_new"], change["problem"]) == ("Change this file?", False, None)
        assert change["path"] == str(site.folder / "menu.txt")
        assert "Bread" in change["html"]
        assert shown["shown"] == []  # the difference says everything
        assert "Really" not in [fact["name"] for fact in shown["facts"]]  # a file below the folder is where it says

        new = await pending(agent, "request_permission", path="new.txt", content="Hello\n")
        shown = await asyncio.to_thread(card, target, {"id": new["item"]})
        assert [each["is_new"] for each in shown["changes"]] == [True]

        gone = await pending(agent, "request_permission", path="menu.txt", delete=True)
        assert (await asyncio.to_thread(card, target, {"id": gone["item"]}))["headline"] == "Delete this?"

        page = await pending(agent, "request_permission", url="https://example.org/prices")
        shown = await asyncio.to_thread(card, target, {"id": page["item"]})
        assert (shown["headline"], shown["editable"]) == ("Fetch this address?", None)

        to = {"to": ["team@example.org"]}
        mail = await pending(agent, "request_permission", action="Send the report to the whole team", arguments=to)
        shown = await asyncio.to_thread(card, target, {"id": mail["item"]})
        text = "".join(piece["text"] for piece in shown["shown"])
        assert json.loads(text) == {"action": "Send the report to the whole team", "arguments": to}
        assert shown["permission"]["title"] == "Send the report to the whole team"


async def test_a_rule_answers_without_a_card(site: Site, target: Target) -> None:
    (site.folder / "notes.txt").write_text("Hello\n")
    async with site.client() as agent:
        words, record = await said(agent, "request_permission", command="cat notes.txt")
        assert (words, record["outcome"], record["decidedBy"]) == ("Allowed by a rule of the user.", "allowed", "rule")
        words, record = await said(agent, "request_permission", command="rm -rf /")
        assert (record["outcome"], record["decidedBy"]) == ("denied", "rule")
        assert words.startswith("Not allowed by a rule of the user.")
        assert (await said(agent, "get_answer", item=record["item"]))[1]["outcome"] == "denied"
    assert str(site.folder) not in [each["workspace"] for each in await asyncio.to_thread(open_items, target)]


@pytest.mark.parametrize("mode", MODES)
async def test_what_is_allowed_for_a_conversation_counts_for_that_client_alone(
    site: Site, target: Target, mode: Mode
) -> None:
    command = f"make release MODE={mode}"
    async with site.client(mode) as mine, site.client(mode) as theirs:
        asked = asyncio.create_task(said(mine, "request_permission", command=command))
        await answered(target, command, answer="conversation")
        assert (await asked)[1]["decidedBy"] == "person"
        words, record = await said(mine, "request_permission", command=command)
        assert (words, record["decidedBy"]) == ("Allowed by the user, for this conversation.", "grant")
        other = await pending(theirs, "request_permission", command=command)
        await asyncio.to_thread(answers, target, await appears(target, command), answer="no")
        assert (await said(theirs, "get_answer", item=other["item"]))[1]["outcome"] == "denied"


async def test_an_answer_that_takes_longer_is_polled_for(site: Site, target: Target) -> None:
    async with site.client() as agent:
        record = await pending(agent, "request_permission", command="make slow")
        words, again = await said(agent, "get_answer", item=record["item"], waitSeconds=0.1)
        assert (again, "Call get_answer" in words) == (record, True)
        (listed,) = json.loads(texts(await agent.call_tool("get_answer", {}))[0])
        assert (listed["item"], listed["kind"], listed["title"], listed["outcome"]) == (
            record["item"], "permission", "make slow", "pending",
        )  # fmt: skip
        waiting = asyncio.create_task(said(agent, "get_answer", key=record["key"], waitSeconds=50))
        await agent.list_tools()
        await answered(target, "make slow", answer="once")
        assert (await waiting)[1]["outcome"] == "allowed"


async def test_it_waits_as_long_as_a_plan(site: Site, target: Target) -> None:
    async with site.client() as agent:
        record = await pending(agent, "request_permission", command="make patient")
        item = await asyncio.to_thread(now, target, {"id": record["item"]})
    assert (item["delivery"], item["waits_until"]) == ("waiting", None)
    assert minutes_between(item["opened_at"], item["expires_at"]) == 30


def minutes_between(first: str, last: str) -> float:
    return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds() / 60


async def test_progress_is_told_while_a_person_thinks(site: Site, target: Target) -> None:
    heard: list[tuple[float, float | None, str | None]] = []

    async def hears(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with site.client() as agent:
        arguments: Json = {"command": "make thought", "waitSeconds": 20}
        asked = asyncio.create_task(agent.call_tool("request_permission", arguments, progress_callback=hears))
        await answered(target, "make thought", answer="no")
        await asked
    assert heard[0] == (0.0, 20.0, "Waiting for a person's answer.")


async def test_the_same_key_is_the_same_request(site: Site, target: Target) -> None:
    key = "0123456789abcdef-mine"
    async with site.client() as agent:
        first = await pending(agent, "request_permission", command="make twice", key=key)
        assert await pending(agent, "request_permission", command="make twice", key=key) == first
        assert "key" in await refused(agent, "request_permission", command="make other", key=key, waitSeconds=0)
        assert "key" in await refused(agent, "submit_plan", plan="# Other\n", key=key, waitSeconds=0)
        assert (await said(agent, "get_answer", key=key))[1] == first
    async with site.client() as later:  # the client was started anew: the key that the hub gave opens it again
        assert "no such item of yours" in await refused(later, "get_answer", key=key)
        waiting = asyncio.create_task(said(later, "get_answer", key=first["key"], waitSeconds=50))
        await answered(target, "make twice", answer="once")
        assert (await waiting)[1]["outcome"] == "allowed"


WRONG: dict[str, tuple[Json, str]] = {
    "nothing": ({}, "name exactly one of command, path, url and action; this names none of them"),
    "two things": ({"command": "ls", "url": "https://example.org"}, "this names command and url"),
    "only blanks": ({"command": "  "}, "command: Value error, it is empty"),
    "a NUL": ({"command": "ls\0rm"}, "NUL character"),
    "a folder that is none": ({"command": "ls", "directory": "src"}, "directory must be an absolute path"),
    "content without a path": ({"command": "ls", "content": "x"}, "content goes with path, not with command"),
    "arguments of a command": ({"command": "ls", "arguments": {}}, "arguments goes with action, not with command"),
    "a change and its end": ({"path": "a", "content": "x", "delete": True}, "content and delete exclude one another"),
    "an unknown name": ({"command": "ls", "cwd": "/"}, "cwd: Extra inputs are not permitted"),
    "too long a command": ({"command": "x" * 100_001}, "command: String should have at most 100000 characters"),
    "an action of an essay": ({"action": "x" * 1_001}, "action: String should have at most 1000 characters"),
}


@pytest.mark.parametrize("case", WRONG)
async def test_what_cannot_be_shown_is_refused_with_what_to_do(site: Site, case: str) -> None:
    arguments, why = WRONG[case]
    async with site.client() as agent:
        assert why in await refused(agent, "request_permission", **arguments)
        assert texts(await agent.call_tool("get_answer", {})) == ["[]"]


async def test_no_client_asks_more_than_a_person_can_see(site: Site) -> None:
    async with site.client() as agent, site.client() as other:
        for number in range(50):
            await pending(agent, "request_permission", command=f"make part NUMBER={number}")
        why = await refused(agent, "request_permission", command="make part NUMBER=50", waitSeconds=0)
        assert why == "50 of your own wait already. Wait for their answers with get_answer."
        again = await pending(agent, "ask_person", questions=[{"question": "Shall I stop?"}])
        assert again["kind"] == "question"
        await pending(other, "request_permission", command="make part NUMBER=50")


async def test_a_folder_is_where_it_happens(site: Site, target: Target, tmp_path: Path) -> None:
    async with site.client() as agent:
        record = await pending(agent, "request_permission", command="make here", directory=str(tmp_path / "deep"))
        shown = await asyncio.to_thread(card, target, {"id": record["item"]})
    assert {"name": "Directory", "text": str(tmp_path / "deep"), "more": "", "heed": False} in shown["facts"]


async def test_a_path_that_leads_elsewhere_is_said_with_its_end(site: Site, target: Target, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (site.folder / "notes").symlink_to(tmp_path / "elsewhere")
    async with site.client() as agent:
        record = await pending(agent, "request_permission", path="notes/today.txt", content="Hello\n")
        shown = await asyncio.to_thread(card, target, {"id": record["item"]})
    (really,) = [fact for fact in shown["facts"] if fact["name"] == "Really"]
    assert (really["text"], really["heed"]) == (str(tmp_path / "elsewhere" / "today.txt"), True)
