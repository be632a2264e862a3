"""A plan is forgotten at a terminal: no file of the data folder has a byte of it, and the journal verifies."""

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.contract.planted import Planted
from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark
from tests.real_agents.workplace import Workplace


def decided_plan(workplace: Workplace, person: Person, says: Planted) -> str:
    """The id of a plan that was approved; the agent has read the answer."""
    plan = f"# {says('title')}\n\n1. Store each {says('text')}.\n"
    with HookProcess(workplace, plan_payload(plan)) as hook:
        review = person.sees_plan()
        person.approves(review)
        hook.ends()
    person.sees(review, delivery="received")
    return str(review["id"])


def forgets(workplace: Workplace, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "countermark", "forget", *arguments], env=workplace.environment(), cwd=workplace.project,
        capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_a_plan_is_forgotten_at_a_terminal(workplace: Workplace, hub: Hub, person: Person) -> None:
    gone, stays = Planted(1), Planted(2)
    item = decided_plan(workplace, person, gone)
    other = decided_plan(workplace, person, stays)
    refused = forgets(workplace, item)
    assert refused.returncode != 0
    assert "--yes" in refused.stderr, "nobody can be asked here"
    assert {place for place, _ in gone.left_in(workplace.desk_folder)} == {"title", "text"}
    done = forgets(workplace, item, "--yes", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["is_clean"]
    assert gone.left_in(workplace.desk_folder) == set()
    assert {place for place, _ in stays.left_in(workplace.desk_folder)} == {"title", "text"}
    told = countermark(workplace, "journal", "verify")
    assert "chain unbroken" in told
    assert re.search(r"Texts of \d+ entries were forgotten\.", told)
    again = forgets(workplace, item, "--yes")
    assert "was forgotten before" in again.stdout
    assert "There is no such item" in forgets(workplace, "rv_" + "0" * 26, "--yes").stderr
    hub.kill()
    assert "chain unbroken" in countermark(workplace, "journal", "verify")
    assert gone.left_in(workplace.desk_folder) == set()
    assert other in countermark(workplace, "journal", "show", "--json")


def test_the_setting_forgets_nothing_that_is_young(workplace: Workplace, hub: Hub, person: Person) -> None:
    says = Planted(1)
    decided_plan(workplace, person, says)
    Path(workplace.desk_folder, "settings.toml").write_text("[history]\nkeep_days = 1\n")
    countermark(workplace, "stop")
    assert "chain unbroken" in countermark(workplace, "journal", "verify")
    assert {place for place, _ in says.left_in(workplace.desk_folder)} == {"title", "text"}
