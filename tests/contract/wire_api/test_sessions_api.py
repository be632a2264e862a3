"""Sessions over the wire of the real hub: opened, talked to, steered, looked back at, and removed."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.contract.wire.small_desk import Target
from tests.contract.wire_api.conftest import Furnished
from tests.real_agents.person import eventually

KEYS = count(1)
NO_AGENT = ["/bin/false"]  # whoever drives it finds a program that ends at once


@dataclass
class Desk:
    """A signed-in page."""

    target: Target

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        with httpx.Client(
            base_url=f"http://{self.target.host}", headers=self.target.page_headers, trust_env=False, timeout=20
        ) as page:
            answer = page.request(method, f"/api/sessions{path}", content=None if body is None else json.dumps(body))
        return answer.status_code, answer.json() if "json" in answer.headers["content-type"] else answer.text

    def opens(self, folder: Path, **more: object) -> str:
        wanted = {"agent": "claude-code", "folder": str(folder), "title": "Tidy up", "command": NO_AGENT, **more}
        status, placed = self.ask("POST", "", wanted)
        assert status == 200, placed
        return str(placed["session"]["id"])

    def queues(self, session: str, text: str, **more: object) -> tuple[int, Any]:
        return self.ask("POST", f"/{session}/prompts", {"text": text, "key": f"the-key-{next(KEYS)}", **more})

    def state(self, session: str) -> Any:
        status, whole = self.ask("GET", f"/{session}")
        assert status == 200
        return whole["state"]


@pytest.fixture
def page(furnished: Furnished) -> Desk:
    return Desk(furnished.target)


@pytest.fixture
def closed(page: Desk, tmp_path: Path) -> Iterator[str]:
    """A session that nobody drives: what a person does to it is all that happens."""
    name = page.opens(tmp_path)
    page.ask("POST", f"/{name}/close")
    eventually(lambda: page.state(name)["why"], seconds=60, what="its program's end", instead=lambda: page.state(name))
    yield name
    page.ask("DELETE", f"/{name}")


def test_a_session_is_opened_listed_and_read_whole(page: Desk, tmp_path: Path) -> None:
    name = page.opens(tmp_path, title="Paint the “shed”")
    status, found = page.ask("GET", "?words=SHED%20paint")
    assert status == 200
    (listed,) = found["sessions"]
    assert (listed["id"], listed["agent_name"], listed["folder_name"]) == (name, "Claude Code", tmp_path.name)
    status, whole = page.ask("GET", f"/{name}")
    assert whole["session"]["id"] == name
    assert (whole["state"]["title"], whole["state"]["folder"]) == ("Paint the “shed”", str(tmp_path))
    assert set(whole["open"]) == {"whisper", "message", "calls", "activity"}
    status, events = page.ask("GET", f"/{name}/events?after=0&limit=1")
    assert [each["event"]["type"] for each in events["events"]] == ["opened"]


def test_words_wait_and_are_changed_until_they_are_taken(page: Desk, tmp_path: Path) -> None:
    name = page.opens(tmp_path)
    status, placed = page.queues(name, "Do it", key="one-key-00001")
    assert status == 200
    assert page.queues(name, "Do it", key="one-key-00001")[1]["prompt"] == placed["prompt"]
    status, refused = page.queues(name, "Another", key="one-key-00001")
    assert (status, refused["error"]["code"]) == (409, "conflict")
    assert page.ask("PATCH", f"/{name}/prompts/{placed['prompt']}", {"text": "Do this"})[0] in (200, 409)
    assert page.queues(name, "  ")[0] == 422
    assert page.queues(name, "x", again_of=placed["prompt"])[0] in (200, 409)


def test_a_closed_session_takes_nothing(page: Desk, closed: str) -> None:
    status, refused = page.queues(closed, "x")
    assert (status, refused["error"]["code"]) == (409, "conflict")
    status, renamed = page.ask("POST", f"/{closed}/rename", {"title": "Shed"})
    assert status == 200
    assert page.state(closed)["title"] == "Shed"
    assert page.state(closed)["number"] >= renamed["number"]
    for path, body in (
        ("prompts/order", {"ids": ["pr_" + "0" * 26]}), ("orders", {"order": {"type": "cancel"}}),
    ):  # fmt: skip
        assert page.ask("POST", f"/{closed}/{path}", body)[0] == 409
    status, refused = page.ask("POST", f"/{closed}/auto-allow", {"until": 5})
    assert (status, refused["error"]["code"]) == (422, "bad_input")


def test_what_is_asked_for_wrongly_is_said(page: Desk, tmp_path: Path) -> None:
    for wrong in ({"agent": "nobody"}, {"folder": "/no/such/folder"}, {"how": "load"}, {"mcp_servers": "{}"}):
        status, answer = page.ask("POST", "", {"agent": "claude-code", "folder": str(tmp_path), **wrong})
        assert status in (404, 422), answer
    nowhere = "se_" + "0" * 26
    for method, path, body in (
        ("GET", "", None), ("GET", "/events", None), ("GET", "/receipt", None), ("GET", "/traffic", None),
        ("GET", "/files", None), ("GET", "/export.md", None), ("POST", "/close", {}), ("DELETE", "", None),
        ("POST", "/orders", {"order": {"type": "connect"}}), ("POST", "/rename", {"title": "x"}),
        ("POST", "/prompts", {"text": "x", "key": "the-key-x"}), ("DELETE", "/marks/mark-0001", None),
    ):  # fmt: skip
        assert page.ask(method, f"/{nowhere}{path}", body)[0] == 404, path
    assert page.ask("GET", "/nonsense")[0] == 422
    name = page.opens(tmp_path)
    for order in ({"type": "explode"}, {"type": "set_mode"}, {}, {"type": "set_option", "option": "x", "value": []}):
        assert page.ask("POST", f"/{name}/orders", {"order": order})[0] == 422


def test_what_goes_along_is_kept_first(page: Desk, closed: str, tmp_path: Path) -> None:
    status, kept = page.ask("POST", "/attachments", {"text": "Grüße"})
    assert (status, kept["size"]) == (200, 7)
    (tmp_path / "note.md").write_text("four")
    assert page.ask("GET", f"/{closed}/files?words=not")[1]["files"] == [
        {"path": f"{tmp_path}/note.md", "name": "note.md"}
    ]
    name = page.opens(tmp_path)
    things = [
        {"kind": "text", "name": "pasted", "sha256": kept["sha256"]},
        {"kind": "file", "name": "note.md", "path": f"{tmp_path}/note.md"},
    ]
    status, placed = page.queues(name, "See", attachments=things)
    assert status == 200, placed
    assert page.queues(name, "See", attachments=[{"kind": "image", "name": "x", "sha256": "0" * 64}])[0] == 422


def test_a_long_prompt_is_taken_and_a_longer_one_is_not(page: Desk, tmp_path: Path) -> None:
    name = page.opens(tmp_path)
    assert page.queues(name, "\u0001" * 1_000_000)[0] == 200
    status, refused = page.queues(name, "x" * 1_100_000)
    assert (status, refused["error"]["code"]) == (413, "too_large")
    status, refused = page.queues(name, "x" * 7_000_000)
    assert (status, refused["error"]["code"]) == (413, "too_large")


def test_what_was_missed_and_the_whole_as_markdown(page: Desk, closed: str) -> None:
    status, missed = page.ask("GET", f"/{closed}/receipt?since=0")
    assert status == 200
    assert missed["receipt"]["number"] == page.state(closed)["number"]
    status, text = page.ask("GET", f"/{closed}/export.md")
    assert (status, text.splitlines()[0]) == (200, "# Tidy up")
    assert page.ask("GET", f"/{closed}/traffic")[0] == 200


def test_the_feed_brings_each_event_of_a_session_along(page: Desk, tmp_path: Path) -> None:
    address, headers = f"http://{page.target.host}", page.target.page_headers
    with (
        httpx.Client(base_url=address, headers=headers, trust_env=False, timeout=20) as client,
        client.stream("GET", "/api/feed") as feed,
    ):
        lines = feed.iter_lines()
        assert next(lines) == "event: hello"
        name = page.opens(tmp_path)
        brought = next(json.loads(line[6:]) for line in lines if line.startswith("data: ") and name in line)
    assert brought["kind"] == "session_opened"
    now = brought["session_now"]
    assert (now["session"], now["number"], now["event"]["type"]) == (name, 1, "opened")
    assert now["event"]["folder"] == str(tmp_path)


def test_a_removed_session_is_gone(page: Desk, tmp_path: Path) -> None:
    name = page.opens(tmp_path, title="Soon gone")
    page.ask("POST", f"/{name}/close")
    status, left = page.ask("DELETE", f"/{name}")
    assert status in (200, 409)
    if status == 200:
        assert name not in [each["id"] for each in left["sessions"]]
        assert page.ask("GET", f"/{name}")[0] == 404
