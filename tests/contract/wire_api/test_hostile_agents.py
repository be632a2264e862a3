"""What an agent may send to the real hub without harming it, and what it is never given."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.contract.wire.raw_client import Answer, exchange, request
from tests.contract.wire.small_desk import Target, connect_quietly, signed_in
from tests.contract.wire_api.conftest import asked, head_of, waiting

HALF = "\ud800"  # half a character pair: JSON can say it, nothing can store it
LONG = "9" * 5000


def plan(text: str = "# Plan\n", *, session: object = "s-1", cwd: object = "/srv/shop", **tool: object) -> bytes:
    event = {"hook_event_name": "PermissionRequest", "tool_name": "ExitPlanMode", "session_id": session, "cwd": cwd}
    return json.dumps({**event, "tool_input": {"plan": text, **tool}}).encode()


def evidence(*, session: object = "s-1", cwd: object = "/srv/shop", **response: object) -> bytes:
    event = {"hook_event_name": "PostToolUse", "tool_name": "ExitPlanMode", "session_id": session, "cwd": cwd}
    return json.dumps({**event, "tool_response": response}).encode()


def tell(target: Target, path: str, body: object, *, key: str | None = None) -> Answer:
    """One whole exchange on the agents' socket."""
    headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
    octets = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = exchange(target.agent_socket, request("POST", path, host="countermark", headers=headers, body=octets))
    assert answer is not None
    return answer


def test_odd_payloads_are_taken_or_refused_with_a_reason(target: Target) -> None:
    for agent, payload in (
        ("review", asked("# x", title=f"a{HALF}")),
        ("review", asked("# x", cwd=f"/x{HALF}")),
        ("review", asked(f"# {HALF}", path=f"/p{HALF}")),
        ("review", asked("a\0b", title="x\0y", cwd="/\0")),
        ("claude-code", plan(HALF, session=HALF, cwd=HALF, planFilePath=HALF)),
    ):
        with waiting(target, payload, agent=agent) as heard:
            assert heard.startswith(b"HTTP/1.1 200 "), payload[:100]
    for agent, payload in (
        ("review", b'{"document":"x","n":' + LONG.encode() + b"}"),
        ("review", asked("# x", cwd="/x" * 2_000_000)),
        ("claude-code", plan(session="s" * 5000)),
        ("claude-code", evidence(session="s" * 5000)),
    ):
        assert tell(target, f"/api/hooks/{agent}", payload).status == 422
    assert tell(target, "/api/hooks/claude-code", evidence(session=HALF, plan=HALF)).status == 200
    for stage in ("acknowledgement", "goodbye"):
        assert tell(target, f"/api/hooks/review/{stage}", {"key": HALF, "stage": "received"}).status == 422
    target.assert_answers()


@pytest.mark.parametrize(
    "body",
    [
        b'{"a":[' + b",".join([b"[]"] * 2_700_000) + b"]}",
        b"{" + b",".join(b'"%d":0' % number for number in range(700_000)) + b"}",
        b'""' * 4_000_000,
    ],
    ids=["arrays", "names", "quotes"],
)
def test_a_body_of_very_many_parts_is_refused_before_it_is_parsed(target: Target, body: bytes) -> None:
    answer = tell(target, "/api/hooks/review", body)
    assert (answer.status, answer.json["error"]["code"]) == (400, "too_many_parts")
    target.assert_answers()


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A workspace whose repository's HEAD is a pipe that nobody writes to."""
    (tmp_path / ".git").mkdir()
    os.mkfifo(tmp_path / ".git" / "HEAD")
    return tmp_path


def test_a_pipe_in_the_workspace_does_not_hold_the_hub(target: Target, trap: Path) -> None:
    with waiting(target, asked("# Trapped", cwd=str(trap))) as heard:
        assert heard.startswith(b"HTTP/1.1 200 ")
        target.assert_answers()


def row_of(target: Target, title: str) -> dict[str, Any]:
    rows = target.ask("GET", "/api/reviews").json["reviews"]
    found: dict[str, Any] = next(row for row in rows if row["title"].startswith(title))
    return found


def test_a_plan_is_not_approved_while_its_file_cannot_be_compared(target: Target, tmp_path: Path) -> None:
    for name, make in (
        ("pipe", os.mkfifo),
        ("folder", Path.mkdir),
        ("endless", lambda path: Path(path).symlink_to("/dev/zero")),
        ("large", lambda path: Path(path).write_bytes(b" " * 5_000_000)),
    ):
        make(tmp_path / name)
        with waiting(
            target, plan(f"# Of a {name}\n", session=name, planFilePath=str(tmp_path / name)), agent="claude-code"
        ):
            row = row_of(target, f"Of a {name}")
            given = {"verdict": "approved", "shown_sha256": row["sha256"]}
            address = f"/api/reviews/{row['id']}/verdict"
            answer = target.ask("POST", address, body=json.dumps(given).encode())
            assert (answer.status, answer.json["error"]["code"]) == (409, "stale")
            refused = {**given, "verdict": "changes_requested", "notes": "Submit it again."}
            assert target.ask("POST", address, body=json.dumps(refused).encode()).status == 200


def test_names_cannot_play_tricks_with_the_desk(target: Target) -> None:
    folder = "/srv/\u202etxt.exe\n\u200b"
    with waiting(target, asked("words", title="Ok\u202e dna\u200b\x07 more", cwd=folder)):
        row = row_of(target, "Ok")
        assert row["title"] == "OkU+202E dnaU+200BU+0007 more"
        assert row["workspace_name"] == "U+202Etxt.exe U+200B"
        assert "\u202e" not in row["workspace"]


def test_a_key_belongs_to_one_agent(target: Target) -> None:
    with waiting(target, asked("# Mine"), key="key-of-review-1"):
        for path in ("acknowledgement", "goodbye"):
            stranger = tell(target, f"/api/hooks/claude-code/{path}", {"key": "key-of-review-1", "stage": "received"})
            assert stranger.status == 404
        with waiting(
            target, plan("# Another"), agent="claude-code", key="key-of-review-1"
        ):  # the same word, its own key
            assert row_of(target, "Another")["id"] != row_of(target, "Mine")["id"]
        assert row_of(target, "Mine")["delivery"] == "waiting"


def test_evidence_does_not_take_over_a_key(target: Target) -> None:
    with waiting(target, plan("# Kept key\n", session="k"), agent="claude-code", key="key-of-claude-1"):
        row = row_of(target, "Kept key")
        given = {"verdict": "approved", "shown_sha256": row["sha256"], "notes": "Mind the tests."}
        assert target.ask("POST", f"/api/reviews/{row['id']}/verdict", body=json.dumps(given).encode()).status == 200
    taken = tell(target, "/api/hooks/claude-code", evidence(session="k"), key="key-of-claude-1")
    assert taken.status == 409
    told = tell(target, "/api/hooks/claude-code", evidence(session="k"), key="key-of-claude-2")
    assert "Mind the tests." in told.json["stdout"]


@pytest.mark.parametrize("mode", ["bypassPermissions", "dontAsk", "plan", "", "Accept edits", "x" * 40])
def test_a_mode_that_the_agent_does_not_offer_is_refused(target: Target, mode: str) -> None:
    with waiting(target, plan("# Bold\n", session=f"bold-{mode}"), agent="claude-code"):
        row = row_of(target, "Bold")
        address = f"/api/reviews/{row['id']}/verdict"
        given = {"verdict": "approved", "shown_sha256": row["sha256"], "mode": mode}
        answer = target.ask("POST", address, body=json.dumps(given).encode())
        assert (answer.status, answer.json["error"]["code"]) == (422, "bad_input")
        assert row_of(target, "Bold")["verdict"] is None
        given["mode"] = "acceptEdits"
        assert target.ask("POST", address, body=json.dumps(given).encode()).json["review"]["mode"] == "acceptEdits"


def test_an_agent_without_modes_takes_none(target: Target) -> None:
    with waiting(target, asked("# Plain words")):
        row = row_of(target, "Plain words")
        assert row["modes"] == []
        given = {"verdict": "approved", "shown_sha256": row["sha256"], "mode": "acceptEdits"}
        answer = target.ask("POST", f"/api/reviews/{row['id']}/verdict", body=json.dumps(given).encode())
        assert answer.status == 422


def test_only_what_was_shown_goes_back_with_an_approval(target: Target) -> None:
    payload = plan("# Narrow\n", session="n", allowedPrompts=[{"tool": "Bash", "prompt": "delete everything"}])
    with waiting(target, payload, agent="claude-code", key="key-of-narrow-1"):
        row = row_of(target, "Narrow")
        given = {"verdict": "approved", "shown_sha256": row["sha256"]}
        assert target.ask("POST", f"/api/reviews/{row['id']}/verdict", body=json.dumps(given).encode()).status == 200
    told = tell(target, "/api/hooks/claude-code", payload, key="key-of-narrow-1")
    answer = json.loads(json.loads(told.body)["stdout"])["hookSpecificOutput"]["decision"]
    assert answer == {"behavior": "allow", "updatedInput": {"plan": "# Narrow\n"}}


def test_the_feed_of_a_browser_ends_when_it_signs_out(target: Target) -> None:
    mine = signed_in(target)
    headers = {"Authorization": mine.page_headers["Authorization"]}
    with connect_quietly(target.address) as line:
        line.sendall(request("GET", "/api/feed", host=target.host, headers=headers))
        heard = head_of(line)
        assert mine.ask("POST", "/api/sign-out", body=b"{}").status == 204
        until = time.monotonic() + 10
        while not heard.endswith(b"0\r\n\r\n") and time.monotonic() < until:
            heard += line.recv(65536)
        assert b"event: signed_out" in heard
        assert heard.endswith(b"0\r\n\r\n")
    target.assert_answers()
