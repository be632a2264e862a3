"""Calls of an agent of bad will at the real hub: what cannot be read is refused at once, the rest is shown whole."""

import json
from typing import Any

import pytest

from tests.contract.wire.small_desk import Target
from tests.contract.wire_api.conftest import waiting
from tests.contract.wire_api.test_hostile_agents import tell

HALF = "\ud800"
HIDDEN = "echo safe \u202e# mr\u2066 \u200brm -rf x\x07"


def call(given: object, *, point: str = "PermissionRequest", tool: object = "Bash", **more: object) -> bytes:
    event = {"session_id": "h-1", "cwd": "/srv/shop", "hook_event_name": point, "tool_name": tool, "tool_input": given}
    return json.dumps({**event, **more}).encode()


def open_cards(target: Target) -> list[Any]:
    told = target.ask("GET", "/api/desk").body.partition(b"\n")[0]
    return [each for each in json.loads(told)["open"]["items"] if each["id"].startswith("pm_")]


def card(target: Target) -> Any:
    it = max(open_cards(target), key=lambda each: str(each["id"]))  # ids grow with time; others leave soon
    return target.ask("GET", f"/api/permissions/{it['id']}").json


@pytest.mark.parametrize("given", [
    {"command": "a\0b"}, {"command": HALF}, {"command": 7}, {"command": ""}, {"command": None}, {}, [], "ls", None,
    {"command": "ls", "timeout": float("nan")},
])  # fmt: skip
@pytest.mark.parametrize("point", ["PreToolUse", "PermissionRequest"])
def test_what_cannot_be_read_is_denied_without_a_card(target: Target, given: object, point: str) -> None:
    answer = tell(target, "/api/hooks/claude-code", call(given, point=point))
    if answer.status == 200:
        said = json.loads(answer.json["stdout"])["hookSpecificOutput"]
        assert "deny" in (said.get("permissionDecision"), said.get("decision", {}).get("behavior"))
    else:
        assert answer.status in (400, 422)
    assert open_cards(target) == []


@pytest.mark.parametrize("body", [
    call({"command": "x" * 30_000_000}),
    b'{"tool_input":' * 100_000 + b"1" + b"}" * 100_000,
    call({"command": "ls"})[:-1] + b',"deep":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
    b"\xff\xfe{}", b"", b"[]", b"null",
], ids=["30 MB", "deep", "deep beside", "no UTF-8", "empty", "list", "null"])  # fmt: skip
def test_a_body_of_bad_will_is_refused_and_the_hub_goes_on(target: Target, body: bytes) -> None:
    assert tell(target, "/api/hooks/claude-code", body).status in (400, 413, 422)
    assert open_cards(target) == []
    target.assert_answers()


def test_a_long_command_is_whole_on_its_card(target: Target) -> None:
    command = "ours-a " + " ".join(f"{number:06}" for number in range(1_300))  # a longer one is denied unread
    with waiting(target, call({"command": command}), agent="claude-code"):
        shown = card(target)["shown"]
        assert "".join(run["text"] for run in shown) == command


def test_characters_that_hide_are_shown_as_escapes(target: Target) -> None:
    with waiting(target, call({"command": HIDDEN, "description": HIDDEN}), agent="claude-code"):
        told = card(target)
        for character in "\u202e\u2066\u200b\x07":
            assert all(character not in run["text"] for run in told["shown"])
            assert character not in told["permission"]["title"]
        assert "U+202E" in told["permission"]["title"]


def test_no_secret_of_a_call_is_in_the_log(target: Target) -> None:
    secret = "ghp_" + "Zq7" * 12
    for given in ({"command": f"a {secret}"}, {"command": f"a {secret}\0"}, [secret]):
        with waiting(target, call(given), agent="claude-code"):
            pass
    assert target.log is not None
    logs = [*target.log.parent.glob("*.log*"), *target.log.parent.glob("logs/*")]
    assert logs
    assert all(secret.encode() not in log.read_bytes() for log in logs)
