"""A plan opens by itself: one browser where no desk is open, none where one is."""

import json
import subprocess
import time
from pathlib import Path

import pytest

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

SETTLED = 1.0  # seconds in which a second browser would have come


class Browser:
    """Stands in for the system's browser: writes down which page it was to open."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "opened.txt"
        self.program = folder / "browser"
        self.program.write_text(f'#!/bin/sh\ncat "${{1#file://}}" >> {self.log}\n')
        self.program.chmod(0o755)

    def opened(self) -> int:
        """How many pages it was to open."""
        return self.log.read_text().count("<!doctype") if self.log.exists() else 0

    def opens(self, *, times: int) -> bool:
        """Whether it opens so many pages and no more."""
        eventually(lambda: {} if self.opened() >= times else None, seconds=20, what="a window", instead=self.opened)
        until = time.monotonic() + SETTLED
        while time.monotonic() < until:
            assert self.opened() == times
        return True


@pytest.fixture
def browser(workplace: Workplace, monkeypatch: pytest.MonkeyPatch) -> Browser:
    made = Browser(workplace.root)
    environment = workplace.environment
    monkeypatch.setattr(
        Workplace, "environment", lambda _self, **more: environment(COUNTERMARK_BROWSER=str(made.program), **more)
    )
    return made


def test_a_plan_opens_one_window_even_when_its_hook_has_to_start_the_hub(
    workplace: Workplace, browser: Browser
) -> None:
    with HookProcess(workplace, plan_payload("# One\n", session="one")):
        assert browser.opens(times=1)
        with HookProcess(workplace, plan_payload("# Two\n", session="two")):
            assert browser.opens(times=1)  # the first browser may still be on its way
    countermark(workplace, "stop")


def test_an_open_desk_gets_no_second_window(workplace: Workplace, browser: Browser, hub: Hub) -> None:
    assert hub.ready()
    with Person(workplace) as person, person.follows_feed(), HookProcess(workplace, plan_payload("# One\n")) as hook:
        person.approves(person.sees_plan())
        hook.ends()
    assert browser.opened() == 0


def test_the_demo_opens_one_window_and_with_print_none(workplace: Workplace, browser: Browser) -> None:
    countermark(workplace, "demo")
    assert browser.opens(times=1)
    countermark(workplace, "stop")
    countermark(workplace, "demo", "--print")
    assert browser.opens(times=1)
    countermark(workplace, "stop")


def test_the_canary_opens_nothing_and_is_listed_nowhere(workplace: Workplace, browser: Browser, hub: Hub) -> None:
    assert hub.ready()
    with HookProcess(workplace, plan_payload("# Canary\n"), agent="canary") as canary:
        assert canary.ends().decision["behavior"] == "allow"
    status = json.loads(countermark(workplace, "status", "--json"))
    assert (status["open"], status["waiting"]) == (0, 0)
    with Person(workplace) as person:
        assert person.all_reviews() == []
        decided = next(entry for entry in person.journal() if entry["kind"] == "review_decided")
        assert decided["actor"] == {"kind": "policy", "id": "hub"}
    assert browser.opened() == 0


def test_desks_of_the_last_hub_are_waited_for(workplace: Workplace, browser: Browser, hub: Hub) -> None:
    with Person(workplace) as person:
        with person.follows_feed() as lines:
            next(iter(lines))
            lock = workplace.desk_folder / "hub.lock"
            eventually(
                lambda: {} if json.loads(lock.read_text())["desks"] == 1 else None,
                seconds=10, what="a desk in the lock", instead=lock.read_text,
            )  # fmt: skip
            killed = hub.kill()
        with HookProcess(workplace, plan_payload("# One\n")) as hook:
            hub.another(than=killed)
            with person.follows_feed():
                person.approves(person.sees_plan())
                hook.ends()
    assert browser.opened() == 0


def test_no_window_is_wanted(workplace: Workplace, browser: Browser) -> None:
    (workplace.desk_folder / "settings.toml").write_text("[hub]\nopen_browser = false\n")
    with HookProcess(workplace, plan_payload("# One\n")), Person(workplace) as person:
        person.sees_plan()
    assert browser.opened() == 0
    assert subprocess.run([browser.program, "/dev/null"], check=False).returncode == 0
    countermark(workplace, "stop")


@pytest.mark.parametrize(("script", "says"), [("#!/bin/sh\nexit 3\n", "ended with 3"), (None, "cannot be started")])
def test_a_hub_whose_browser_cannot_open_says_so(
    workplace: Workplace, browser: Browser, script: str | None, says: str
) -> None:
    browser.program.unlink()
    if script is not None:
        browser.program.write_text(script)
        browser.program.chmod(0o755)
    with HookProcess(workplace, plan_payload("# One\n", session="one")):
        log = workplace.desk_folder / "hub.log"
        told = f"{browser.program} {says}"
        eventually(
            lambda: {} if log.exists() and told in log.read_text() else None,
            seconds=20,
            what="a word in the log",
            instead=lambda: log.read_text() if log.exists() else None,
        )
        assert "countermark open --print" in log.read_text()
    countermark(workplace, "stop")
