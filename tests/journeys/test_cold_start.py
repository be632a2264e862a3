"""A hub that a hook has started takes the question in before it loads what only browsers and documents need."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Person, countermark, eventually
from tests.real_agents.workplace import Workplace

# Half of a hub's start would be theirs. What stands here must not be loaded before the first question is stored.
LATE = [
    *(
        "alembic",
        "comrak",
        "cryptography",
        "fastapi",
        "mcp",
        "nh3",
        "orjson",
        "pydantic",
        "pygments",
        "rapidfuzz",
        "webbrowser",
    ),
    *("countermark.actions.carrying", "countermark.actions.pages", "countermark.documents.difference"),
    *("countermark.documents.marks", "countermark.documents.markdown.rendering", "countermark.http_api.api"),
    *("countermark.http_api.shapes.wire", "countermark.mcp_tools", "starlette.responses", "argparse"),
]
MODULES = (
    "import sys; from countermark.machine.collector import hold_off; from countermark import hub; print(*sys.modules)"
)


def titles(workplace: Workplace) -> list[str]:
    """What the database holds."""
    file = workplace.desk_folder / "countermark.db"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return [title for [title] in connection.execute("SELECT title FROM revisions")]


def stored(workplace: Workplace) -> list[str] | None:
    """The titles of the plans, once there are some."""
    try:
        return titles(workplace) or None
    except sqlite3.OperationalError:  # the file, or its tables, are not there yet
        return None


@pytest.fixture
def without(tmp_path: Path) -> str:
    """A folder whose modules stand in the place of the late ones and cannot be imported."""
    for name in LATE:
        if "." not in name:
            (tmp_path / f"{name}.py").write_text("raise ImportError('too early')\n")
    return str(tmp_path)


def test_a_hub_loads_none_of_it_with_itself() -> None:
    modules = subprocess.run([sys.executable, "-c", MODULES], capture_output=True, text=True, check=True).stdout.split()
    assert "countermark.http_api.app" in modules
    assert set(LATE) & set(modules) == set()


def test_the_first_question_is_stored_without_any_of_it(workplace: Workplace, without: str) -> None:
    with HookProcess(workplace, plan_payload("# First\n\n1. Do it\n"), PYTHONPATH=without) as hook:
        log = workplace.desk_folder / "hub.log"
        found = eventually(lambda: stored(workplace), seconds=30, what="a plan", instead=log.read_text)
        assert found == ["First"]
        eventually(lambda: "too early" in log.read_text() or None, seconds=30, what="the rest", instead=log.read_text)
        assert hook.waits
    assert "ended" in countermark(workplace, "stop")


def test_a_person_who_comes_at_once_finds_everything(workplace: Workplace) -> None:
    with HookProcess(workplace, plan_payload("# First\n\n1. Do *it*\n")) as hook:
        eventually(lambda: stored(workplace), seconds=30, what="a plan", instead=lambda: "nothing")
        with Person(workplace) as person:
            plan = person.sees_plan()
            assert "<em>it</em>" in str(person.reads(plan))
            person.approves(plan)
        assert hook.ends().decision["behavior"] == "allow"
    assert "ended" in countermark(workplace, "stop")
