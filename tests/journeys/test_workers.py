"""The hub's workers as processes among others: they come with a long plan, and never outlive the hub."""

import json
from pathlib import Path

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, eventually
from tests.real_agents.workplace import Workplace

LONG = "# A long plan\n\n" + "Words of a long plan, and more of them.\n\n" * 10_000

LONGEST = "# A plan\n\n" + "".join(f"- step {number} does what part {number} of it needs\n" for number in range(20_000))
SMALL_GROWTH_MB = 40  # comparing LONGEST in the hub's own process took more than 100 MB


def workers_of(hub: int) -> set[int]:
    """The processes that the hub has started, as Linux lists them."""
    listed = (path.read_text().split() for path in Path(f"/proc/{hub}/task").glob("*/children"))
    return {int(child) for each in listed for child in each}


def test_workers_end_with_a_hub_that_is_killed(workplace: Workplace, hub: Hub, person: Person) -> None:
    with HookProcess(workplace, plan_payload(LONG)) as hook:
        review = person.sees_plan()
        workers = workers_of(int((hub.ready() or {})["pid"]))
        assert workers
        killed = hub.kill()
        eventually(
            lambda: True if not any(Path(f"/proc/{each}").exists() for each in workers) else None,
            seconds=10, what="the end of the workers", instead=lambda: workers,
        )  # fmt: skip
        hub.another(than=killed)
        with Person(workplace) as somebody:
            assert "Words of a long plan" in somebody.reads_slices(review["id"])
            somebody.approves(somebody.sees_plan())
        assert json.loads(hook.ends().stdout)


def peak_mb(process: int) -> int:
    """What a process has had at most, since it was last told to count anew."""
    return int(Path(f"/proc/{process}/status").read_text().partition("VmHWM:")[2].split()[0]) // 1024


def test_the_hub_itself_does_not_grow_by_a_large_comparison(workplace: Workplace, hub: Hub, person: Person) -> None:
    pid = int((hub.ready() or {})["pid"])
    with HookProcess(workplace, plan_payload(LONGEST)) as hook:
        person.requests_changes(person.sees_plan(), "Undo it.")
        assert hook.ends().stdout
    with HookProcess(workplace, plan_payload(LONGEST.replace("does", "undoes"))):
        review = person.sees_plan(revision=2)
        Path(f"/proc/{pid}/clear_refs").write_text("5")
        before = peak_mb(pid)
        for view in ("inline", "side", "source_whole"):
            made = person.compares(review, old=1, new=2, view=view)
            assert made["summary"]["blocks_changed"] == 20_000
            assert '<ins class="fresh">undoes</ins>' in made["html"]
        assert peak_mb(pid) - before < SMALL_GROWTH_MB
