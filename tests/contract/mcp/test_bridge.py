"""`countermark mcp` line by line: whatever comes on stdin, an answer or nothing goes out, and never a crash."""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.contract.mcp.at_desk import open_items
from tests.contract.mcp.review import Json, Site, until
from tests.contract.wire.small_desk import Target
from tests.unit.doorbell.scripted_hub import ScriptedHub

INITIALIZE = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
ENDS_WITHIN_S = 5.0
REFUSALS, PAUSES_S = 5, 0.5
MANY = 40


class Talk:
    """A client that says exactly what it is told."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def says(self, line: bytes | Json) -> None:
        assert self.process.stdin is not None
        raw = line if isinstance(line, bytes) else json.dumps(line).encode()
        self.process.stdin.write(raw + b"\n")
        self.process.stdin.flush()

    def hears(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def begins(self) -> None:
        self.says(INITIALIZE)
        assert self.hears()["result"]["serverInfo"]["name"] == "countermark"
        self.says(INITIALIZED)

    def calls(self, call_id: int | str, tool: str, **arguments: object) -> None:
        params = {"name": tool, "arguments": arguments}
        self.says({"jsonrpc": "2.0", "id": call_id, "method": "tools/call", "params": params})

    def subscribes(self, call_id: int) -> None:
        params = {"uri": "countermark://annotations"}
        self.says({"jsonrpc": "2.0", "id": call_id, "method": "resources/subscribe", "params": params})

    def ends(self) -> tuple[int, bytes]:
        """Stdin is closed; the exit code, and what was said last."""
        said, _ = self.process.communicate(timeout=ENDS_WITHIN_S)
        return self.process.returncode, said


@contextmanager
def talk(site: Site) -> Iterator[Talk]:
    with site.starts_bridge() as process:
        try:
            yield Talk(process)
        finally:
            process.kill()


ODD: dict[str, tuple[bytes, int, object]] = {
    "not JSON": (b'{"jsonrpc": "2.0", ', -32700, None),
    "not UTF-8": (b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}', -32700, None),
    "too deep": (b"[" * 200_000, -32700, None),
    "a batch": (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600, None),
    "no version": (b'{"id": 1, "method": "ping"}', -32600, None),
    "no method": (b'{"jsonrpc": "2.0", "id": 7}', -32600, 7),
    "an odd id": (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600, None),
    "a long line": (b"x" * (17 * 1024 * 1024), -32700, None),
    "an unknown method": (b'{"jsonrpc": "2.0", "id": 8, "method": "no/such"}', -32601, 8),
}


@pytest.mark.parametrize("line", ODD)
def test_odd_lines_get_an_error_and_the_talk_goes_on(site: Site, line: str) -> None:
    raw, code, call_id = ODD[line]
    with talk(site) as client:
        client.begins()
        client.says(raw)
        answer = client.hears()
        assert (answer["error"]["code"], answer["id"]) == (code, call_id)
        client.calls("next", "list_annotations")
        assert client.hears()["id"] == "next"


def test_the_end_of_stdin_is_the_end(site: Site) -> None:
    with talk(site) as client:
        assert client.ends() == (0, b"")
    with talk(site) as client:
        client.begins()
        client.calls(1, "wait_for_annotations")
        client.calls(2, "list_annotations")
        assert client.hears()["id"] == 2
        assert client.ends()[0] == 0
    with talk(site) as client:  # what was piped in is answered before the end
        client.says(INITIALIZE)
        code, said = client.ends()
        assert (code, json.loads(said)["id"]) == (0, 0)


def test_nobody_waits_for_who_waits_and_who_cancels_hears_nothing(site: Site) -> None:
    with talk(site) as client:
        client.begins()
        for call_id in ("first", "second"):
            client.calls(call_id, "wait_for_annotations")
        for number in range(20):
            client.calls(number, "list_annotations")
        assert {client.hears()["id"] for _ in range(20)} == set(range(20))
        client.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "first"}})
        site.marks_text("Now")
        assert client.hears()["id"] == "second"
        client.calls("last", "list_annotations")
        assert client.hears()["id"] == "last"
        assert client.ends() == (0, b"")


@pytest.mark.parametrize("when", ["asked", "at_once"])
def test_each_of_many_calls_that_are_cancelled_is_taken_back(site: Site, target: Target, when: str) -> None:
    """A call whose line is cut is tried again under another id of the session: the hub must hear of the one it has."""

    def standing() -> list[str]:
        return [each["title"] for each in open_items(target) if each["title"].startswith(f"make {when}")]

    with talk(site) as client:
        client.begins()
        for number in range(MANY):
            client.calls(number, "request_permission", command=f"make {when} FOR={number}")
        if when == "asked":
            until(lambda: len(standing()) == MANY)
        for number in range(MANY):
            client.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
        client.calls("last", "list_annotations")
        assert client.hears()["id"] == "last"
        until(lambda: standing() == [], within=60)


def test_an_id_is_given_back_as_it_came(site: Site) -> None:
    with talk(site) as client:
        client.begins()
        client.calls(1, "wait_for_annotations")
        client.calls("1", "list_annotations")
        assert client.hears()["id"] == "1"
        site.marks_text("Now")
        assert client.hears()["id"] == 1


def test_who_subscribes_before_the_beginning_is_refused_and_hears_nothing_else(site: Site) -> None:
    with talk(site) as client:
        client.subscribes(1)
        assert (answer := client.hears())["id"] == 1
        assert "error" in answer
        client.begins()
        client.subscribes(2)
        assert client.hears() == {"jsonrpc": "2.0", "id": 2, "result": {}}
        site.marks_text("Now")
        news = client.hears()
        assert news["method"] == "notifications/resources/updated"
        status, rest = client.ends()
        assert status == 0
        assert all(json.loads(line) == news for line in rest.splitlines()), "the same change may be told twice"


def test_a_hub_without_news_is_asked_ever_more_seldom_and_the_client_hears_nothing_of_it(
    home: Path, tmp_path: Path
) -> None:
    with ScriptedHub(home) as hub, talk(Site(tmp_path, home)) as client:
        client.says(INITIALIZE)
        hub.next_call().replies({"site": "0" * 20})
        opened = {"protocolVersion": "2025-11-25", "serverInfo": {"name": "countermark"}}
        begins = hub.next_call()
        body = json.dumps({"jsonrpc": "2.0", "id": begins.told["id"], "result": opened}).encode()
        head = f"HTTP/1.1 200 OK\r\nmcp-session-id: {'5' * 32}\r\ncontent-length: {len(body)}\r\n\r\n"
        begins.line.sendall(head.encode() + body)
        assert client.hears()["id"] == 0
        client.subscribes(1)
        listens, started = hub.next_call(), time.monotonic()
        for _ in range(REFUSALS):
            listens.replies({"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "No."}}, status=400)
            listens = hub.next_call()
            assert listens.method == "GET"
        assert time.monotonic() - started > PAUSES_S
        listens.line.sendall(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
        )
        subscribes = hub.next_call()
        subscribes.replies({"jsonrpc": "2.0", "id": subscribes.told["id"], "result": {}})
        assert client.hears() == {"jsonrpc": "2.0", "id": 1, "result": {}}
        hub.dies()
        assert client.ends() == (0, b"")


def test_a_place_without_a_folder_is_an_error_and_no_crash(site: Site) -> None:
    with site.starts_bridge("--storage", "no/such/folder/notes.json") as process:
        client = Talk(process)
        client.says(INITIALIZE)
        assert "no folder" in client.hears()["error"]["message"]
        assert client.ends() == (0, b"")
