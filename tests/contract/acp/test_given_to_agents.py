"""What an agent's program, and a command in a terminal of the desk, get of the hub: nothing that opens a door of it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.agents.launch_catalog import own_file
from countermark.agents.running import MARK
from countermark.model.items import ItemKind
from countermark.model.permissions import Outcome, PermissionDecision
from tests.contract.acp.driven import PERSON, Driven, DrivenSession, driven, obedient, said_by_agent

BRAND = """
[acp]
command = "true"
terminals = true
[acp.env]
OF_THE_BRAND = "brand"
"""
# That of the listing itself is closed once it is looked for.
TELLS = (
    "import json, os; at = '/proc/self/fd/'; "
    "print(json.dumps([dict(os.environ), [each for each in os.listdir(at) if os.path.lexists(at + each)]]))"
)
ITS_OWN = ["0", "1", "2"]


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that this process holds open, as a hub does its store, and would hand on; and its environment."""
    for name in ("COUNTERMARK_SECRET", "COUNTERMARK_DEBUG", "COUNTERMARK_NEW"):
        monkeypatch.setenv(name, "of the hub")
    monkeypatch.setenv("COUNTERMARK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MODEL_API_KEY", "of the person")
    path = tmp_path / "held"
    with path.open("w") as file:
        os.set_inheritable(file.fileno(), True)
        yield path


def check(text: str) -> dict[str, str]:
    """What was told of an environment and of open descriptors, which has to be in order."""
    environment, descriptors = json.loads(text)
    ours = {name for name in environment if name.startswith("COUNTERMARK_")}
    assert ours <= {"COUNTERMARK_HOME", "COUNTERMARK_BROWSER"}
    assert environment["MODEL_API_KEY"] == "of the person", "its sign-in is the person's business"
    assert environment[MARK]
    assert sorted(descriptors) == ITS_OWN
    return dict(environment)


async def in_terminal(session: DrivenSession, command: str) -> Any:
    """What a command in a terminal has printed."""
    await session.say(f"run 100000 {command}")
    item = await session.waiting(ItemKind.PERMISSION)
    asked = await session.desk.read(lambda reader: reader.permission(item.id))
    assert asked is not None
    yes = PermissionDecision(outcome=Outcome.ALLOWED)
    await answer_permission(session.desk, item.id, GivenAnswer(yes, asked.shown_sha256), by=PERSON)
    state = await session.until(lambda state: state.taken is None)
    lines = said_by_agent(state).splitlines()
    return json.loads(next(line for line in reversed(lines) if '"output"' in line))["output"]


async def opened(desk: Driven) -> DrivenSession:
    file = own_file(desk.home, "mine")
    file.parent.mkdir()
    file.write_text(BRAND)
    return await desk.open(obedient(), agent="mine")


async def test_an_agent_gets_no_descriptor_and_nothing_of_ours_in_its_environment(held: Path, tmp_path: Path) -> None:
    async with driven(tmp_path) as desk:
        session = await opened(desk)
        await session.turn("given")
        environment = check((desk.folder / "given.json").read_text())
        assert environment["OF_THE_BRAND"] == "brand"
        check(await in_terminal(session, f'{sys.executable} -c "{TELLS}"'))


async def test_an_agent_of_a_session_opens_no_desk(tmp_path: Path) -> None:
    async with driven(tmp_path) as desk:
        session = await opened(desk)
        await session.turn("given")
        environment, _ = json.loads((desk.folder / "given.json").read_text())
    # With only that of its environment by which a session is known: this machine may itself run inside an agent.
    kept = {name: environment[name] for name in ("PATH", MARK)} | {"COUNTERMARK_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "countermark", "open", "--print"]
    refused = subprocess.run(command, env=kept, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert f"does not run inside an agent ({MARK} is set)" in refused.stderr
