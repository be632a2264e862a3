"""The door on TCP: nobody without the key, no page, no other host; and the official client with it."""

import asyncio
import json
import stat
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.contract.mcp.at_desk import answered, becomes, card, pending
from tests.contract.mcp.review import MODES, Mode, Site, refused, said, texts, told
from tests.contract.wire.raw_client import Answer, exchange, request
from tests.contract.wire.small_desk import Target

MODERN = {
    "protocolVersion": "2026-07-28", "clientCapabilities": {}, "clientInfo": {"name": "t", "version": "1"},
}  # fmt: skip
PING = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'


@pytest.fixture
def key(target: Target, hub_home: Path) -> str:
    file = hub_home / "mcp.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = file.read_text()
    assert len(bytes.fromhex(found)) == 32
    return found


def knocks(
    target: Target, path: str, headers: Mapping[str, str], *, method: str = "POST", body: bytes | None = PING,
    host: str | None = None,
) -> Answer:  # fmt: skip
    given = {"Accept": "application/json, text/event-stream", **headers}
    if body is not None:
        given = {"Content-Type": "application/json"} | given
    answer = exchange(target.address, request(method, path, host=host or target.host, headers=given, body=body))
    assert answer is not None
    return answer


@asynccontextmanager
async def client(target: Target, path: str, key: str, mode: Mode, **headers: str) -> AsyncIterator[Client]:
    given = {"Authorization": f"Bearer {key}", **headers}
    async with httpx2.AsyncClient(headers=given, timeout=60) as http:
        transport = streamable_http_client(f"http://{target.host}{path}", http_client=http)
        async with Client(transport, mode=mode, cache=None) as agent:
            yield agent


@pytest.mark.parametrize("mode", MODES)
async def test_the_official_client_with_the_key(site: Site, target: Target, key: str, mode: Mode) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Over HTTP")
    async with client(target, f"/mcp/{site.id}", key, mode) as agent:
        assert [each["id"] for each in await told(agent, "list_annotations")] == [mark]
        assert (await told(agent, "address_annotation", id=mark))["status"] == "addressed"
        assert "'nobody'" in await refused(agent, "get_annotation", id="nobody")
    assert site.record(mark)["status"] == "addressed"


async def test_a_site_is_named_by_path_or_header(site: Site, target: Target, key: str, tmp_path: Path) -> None:
    other = Site(tmp_path / "other", site.home)
    other.folder.mkdir()
    await asyncio.to_thread(site.marks_text, "Here")
    await asyncio.to_thread(other.marks_text, "There")
    async with client(target, "/mcp", key, "auto", **{"Countermark-Site": other.id}) as agent:
        assert [each["note"] for each in await told(agent, "list_annotations")] == ["There"]
    bearer = {"Authorization": f"Bearer {key}"}
    unnamed = await asyncio.to_thread(knocks, target, "/mcp", bearer)  # several are known by now
    assert (unnamed.status, "Name one, as /mcp/<site>" in unnamed.body.decode()) == (400, True)
    unknown = await asyncio.to_thread(knocks, target, f"/mcp/{'0' * 20}", bearer)
    assert (unknown.status, unknown.json["error"]["data"]["code"]) == (404, "unknown_site")


REFUSED: dict[str, tuple[Mapping[str, str], int]] = {
    "no key": ({}, 401),
    "another key": ({"Authorization": f"Bearer {'0' * 64}"}, 401),
    "another scheme": ({"Authorization": "Basic KEY"}, 401),
    "half a key": ({"Authorization": "Bearer HALF"}, 401),
    "a browser's token": ({"Authorization": "TOKEN"}, 401),
    "another origin": ({"Authorization": "Bearer KEY", "Origin": "http://evil.example"}, 403),
    "no origin of its own": ({"Authorization": "Bearer KEY", "Origin": "null"}, 403),
    "a page": ({"Authorization": "Bearer KEY", "Origin": "OWN", "Sec-Fetch-Site": "same-origin"}, 403),
    "a page elsewhere": ({"Authorization": "Bearer KEY", "Sec-Fetch-Site": "cross-site"}, 403),
    "a form": ({"Authorization": "Bearer KEY", "Content-Type": "text/plain"}, 415),
}


@pytest.mark.parametrize("case", REFUSED)
def test_who_may_not_come_in(site: Site, target: Target, key: str, case: str) -> None:
    headers, status = REFUSED[case]
    words = {
        "KEY": key,
        "HALF": key[:32],
        "OWN": f"http://{target.host}",
        "TOKEN": target.page_headers["Authorization"],
    }
    filled = dict(headers)
    for word, value in words.items():
        filled = {name: text.replace(word, value) for name, text in filled.items()}
    answer = knocks(target, f"/mcp/{site.id}", filled)
    assert answer.status == status
    assert answer.json["jsonrpc"] == "2.0"
    assert (answer.header("www-authenticate") is not None) is (status == 401)
    assert not [name for name, _ in answer.headers if name.startswith("access-control")]


def test_odd_requests_are_refused_in_the_words_of_the_protocol(site: Site, target: Target, key: str) -> None:
    bearer = {"Authorization": f"Bearer {key}"}
    path = f"/mcp/{site.id}"
    assert knocks(target, path, bearer, host="evil.example").status == 403
    assert knocks(target, path, bearer, host=f"evil.example:{target.port}").status == 403
    assert knocks(target, path, bearer, method="OPTIONS", body=None).status == 405
    assert knocks(target, path, bearer, body=b"{").status == 400
    assert knocks(target, f"{path}/more", bearer).status == 404
    assert knocks(target, "/mcpx", bearer).status != 200
    assert knocks(target, path, {**bearer, "Mcp-Session-Id": "0" * 32}).status == 404
    big = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "y" * 9_000_000}}).encode()
    assert knocks(target, path, bearer, body=big).status == 413
    target.assert_answers()


def test_the_agents_socket_is_for_programs_alone(site: Site, target: Target) -> None:
    for headers in ({"Origin": "http://localhost"}, {"Sec-Fetch-Site": "none"}):
        given = {"Content-Type": "application/json", **headers}
        octets = request("POST", f"/mcp/{site.id}", host="countermark", headers=given, body=PING)
        answer = exchange(target.agent_socket, octets)
        assert answer is not None
        assert answer.status == 403


def wants(plan: str) -> dict[str, object]:
    return {"plan": f"# {plan}\n\nWords.\n", "key": "the-plan-of-today", "waitSeconds": 0}


async def test_a_key_without_a_session_counts_for_its_text(site: Site, target: Target, key: str) -> None:
    path = f"/mcp/{site.id}"
    async with client(target, path, key, "auto") as mine, client(target, path, key, "auto") as theirs:
        _, first = await said(mine, "submit_plan", **wants("Alone"))
        _, again = await said(mine, "submit_plan", **wants("Alone"))
        assert again == first
        _, other = await said(theirs, "submit_plan", **wants("Not alone"))
        assert other["review"] != first["review"]
        assert len({first["key"], other["key"], "the-plan-of-today"}) == 3
        for asked in ({"key": "the-plan-of-today"}, {"review": first["review"]}, {"review": "x", "key": first["key"]}):
            assert "no such review of yours" in await refused(theirs, "get_review", **asked)
        assert (await said(mine, "get_review", key=first["key"]))[1] == first
        _, unnamed = await said(mine, "submit_plan", plan="# Alone\n\nWords.\n", waitSeconds=0)
        assert unnamed["review"] not in (first["review"], other["review"])


def replies(target: Target, site: Site, key: str, name: str, mark: str, message: str, **more: str) -> bool:
    """Whether the agent's reply was taken, under a name of the request."""
    meta = {f"io.modelcontextprotocol/{each}": value for each, value in MODERN.items()}
    params = {"name": "add_agent_reply", "arguments": {"id": mark, "message": message}, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    headers = {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "add_agent_reply"}
    named = {"Authorization": f"Bearer {key}", "Idempotency-Key": name, **headers, **more}
    return knocks(target, f"/mcp/{site.id}", named, body=body).json["result"]["isError"] is False


def test_a_reply_whose_answer_was_lost_is_said_once(site: Site, target: Target, key: str) -> None:
    mark = site.marks_text("Say it once")
    for name, count in (("a" * 32, 1), ("a" * 32, 1), ("b" * 32, 2)):
        assert replies(target, site, key, name, mark, "Done")
        assert len(site.record(mark)["replies"]) == count


def test_a_key_of_a_reply_loses_no_other_one(site: Site, target: Target, key: str) -> None:
    marks = [site.marks_text("One"), site.marks_text("Two", page="/second")]
    mine, theirs = {"Countermark-Agent": "a" * 32}, {"Countermark-Agent": "b" * 32}
    for who in (mine, theirs, {}):  # each conversation has its own keys, and so has who has none
        for _ in range(2):
            assert replies(target, site, key, "the-reply", marks[0], "Done", **who)
        assert replies(target, site, key, "the-reply", marks[1], "Done, too", **who) is (who == {})
        assert replies(target, site, key, "the-reply", marks[0], "Not yet", **who) is (who == {})
    assert [each["message"] for each in site.record(marks[0])["replies"]] == ["Done"] * 3 + ["Not yet"]
    assert [each["message"] for each in site.record(marks[1])["replies"]] == ["Done, too"]


@pytest.mark.parametrize("mode", MODES)
async def test_a_person_answers_a_client_over_http(site: Site, target: Target, key: str, mode: Mode) -> None:
    command, text = f"make http MODE={mode}", f"Over HTTP ({mode})?"
    async with client(target, f"/mcp/{site.id}", key, mode) as agent:
        asked = [
            asyncio.create_task(said(agent, "request_permission", command=command)),
            asyncio.create_task(said(agent, "ask_person", questions=[{"question": text}])),
        ]
        permission = await answered(target, command, answer="once")
        question = await answered(target, text, outcome="answered", answers=[{"name": text, "values": ["Yes"]}])
        records = [record for _, record in await asyncio.gather(*asked)]
        assert [each["item"] for each in records] == [permission["id"], question["id"]]
        assert [each["outcome"] for each in records] == ["allowed", "answered"]
        # Nothing comes back from such a client: it has the answer once it is sent.
        for item in (permission, question):
            await becomes(target, item, lambda it: it["delivery"] == "delivered")


async def test_a_client_without_a_session_has_its_key_and_nothing_for_longer(
    site: Site, target: Target, key: str
) -> None:
    path, ask = f"/mcp/{site.id}", {"command": "make alone", "key": "the-command-of-today"}
    async with client(target, path, key, "auto") as mine, client(target, path, key, "auto") as theirs:
        first = await pending(mine, "request_permission", **ask)
        assert await pending(mine, "request_permission", **ask) == first
        other = await pending(theirs, "request_permission", **{**ask, "command": "make alone too"})
        assert other["item"] != first["item"]
        assert (await asyncio.to_thread(card, target, {"id": first["item"]}))["grant"] is None
        for asked in ({"key": ask["key"]}, {"item": first["item"]}, {"item": "x", "key": first["key"]}):
            assert "no such item of yours" in await refused(mine, "get_answer", **asked)
        listed, note = texts(await mine.call_tool("get_answer", {}))
        assert (listed, "has no session" in note) == ("[]", True)
        await answered(target, "make alone", answer="no")
        assert (await said(mine, "get_answer", key=first["key"]))[1]["outcome"] == "denied"
