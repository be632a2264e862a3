"""Each recorded conversation replays through the hub to the same picture: tests/vectors/sessions/replayed/*.json.

`REPLAYED=write .venv/bin/pytest -m "soak or not soak" tests/contract/acp/test_replayed.py` writes them anew.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import guards
from tests.contract.acp.replay_person import Picture, ReplayPerson, played
from tests.contract.acp.replaying_agent import recordings
from tests.real_agents.acp_traffic import check_traffic
from tests.real_agents.person import Hub
from tests.real_agents.talker import Talker
from tests.real_agents.workplace import Workplace

PICTURES = Path(__file__).parents[2] / "vectors" / "sessions" / "replayed"
PLAYED = list(played(recordings()))
# One of each agent and of each way to begin or to stop; the others are soak.
EVERY_TIME = {
    "claude_asks-0", "claude_cancelled_question-0", "claude_loaded-1", "claude_loaded-2", "codex_plan-0",
    "copilot_by_default-0", "gemini_edits-0", "kimi_edits-0", "opencode-0", "qwen_asks-0",
}  # fmt: skip
CASES = [
    pytest.param(name, at, marks=[] if f"{name}-{at}" in EVERY_TIME else pytest.mark.soak, id=f"{name}-{at}")
    for name, at in PLAYED
]


@pytest.fixture(scope="module")
def person() -> Iterator[Talker]:
    """Somebody at one desk, for all recordings."""
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    for home in guards.own_home(starts_processes=True):
        workplace = Workplace(root, home).furnish()
        with Hub(workplace), Talker(workplace) as somebody:
            yield somebody
    shutil.rmtree(root, ignore_errors=True)


@pytest.mark.parametrize(("name", "at"), CASES)
def test_a_recorded_conversation_makes_the_same_picture(name: str, at: int, person: Talker) -> None:
    folder = person.workplace.root / f"{name}-{at}"
    folder.mkdir()
    (folder / "hello.txt").write_text("hello\n")  # as it was when they were recorded: what is changed can be compared
    replay = ReplayPerson(person, folder, name, at)
    picture = Picture(folder).of(replay.plays())
    assert check_traffic(replay.ends()) >= 3
    file = PICTURES / f"{name}-{at}.json"
    if os.environ.get("REPLAYED") == "write":
        file.write_text(json.dumps(picture, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert picture == json.loads(file.read_text(encoding="utf-8"))


def test_each_picture_has_its_recording() -> None:
    pictures = {file.stem for file in PICTURES.glob("*.json")}
    assert pictures == {f"{name}-{at}" for name, at in PLAYED}
    assert pictures >= EVERY_TIME
