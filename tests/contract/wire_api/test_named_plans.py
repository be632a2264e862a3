"""A plan that Gemini CLI names by its file: the hub reads it and shows it, or says no with the reason."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.wire.raw_client import exchange, request
from tests.contract.wire.small_desk import Target
from tests.contract.wire_api.conftest import waiting


@pytest.fixture
def plans() -> Iterator[Path]:
    """Gemini's own folder of plans for conversation c-1."""
    root = Path(tempfile.mkdtemp(prefix="cmg-"))
    folder = root / "tmp" / "shop" / "c-1" / "plans"
    folder.mkdir(parents=True)
    yield folder
    shutil.rmtree(root, ignore_errors=True)


def submitted(plans: Path, named: str) -> bytes:
    transcript = plans.parent.parent / "chats" / "session-1.jsonl"
    return json.dumps(
        {
            "hook_event_name": "BeforeTool", "session_id": "c-1", "cwd": "/srv/shop", "tool_name": "exit_plan_mode",
            "transcript_path": str(transcript), "tool_input": {"plan_filename": named},
        }
    ).encode()  # fmt: skip


def test_the_text_of_the_named_file_is_shown(target: Target, plans: Path) -> None:
    (plans / "cart.md").write_text("# A cart for guests\n\n1. One step.\n")
    with waiting(target, submitted(plans, "cart.md"), agent="gemini"):
        rows = target.ask("GET", "/api/reviews?status=open").json["reviews"]
        (row,) = [row for row in rows if row["agent"] == "gemini"]
        assert row["title"] == "A cart for guests"
        assert "asks once more" in row["modes"][0]["what"]


@pytest.mark.parametrize("named", ["gone.md", "../../chats/x.md", "out.md", "pipe.md/x"])
def test_what_cannot_be_read_is_a_no_with_the_reason(target: Target, plans: Path, named: str) -> None:
    (plans.parent / "secret.txt").write_text("secret")
    (plans / "out.md").symlink_to(plans.parent / "secret.txt")
    octets = request("POST", "/api/hooks/gemini", host="countermark", body=submitted(plans, named),
                     headers={"Content-Type": "application/json"})  # fmt: skip
    answer = exchange(target.agent_socket, octets)
    assert answer is not None
    printed = json.loads(answer.json["stdout"])
    assert printed["decision"] == "deny"
    assert "Countermark cannot read this call, so it was not done: " in printed["reason"]
    assert "secret" not in printed["reason"]
