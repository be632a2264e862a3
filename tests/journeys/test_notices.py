"""A real hub tells real services on loopback what waits; commands tell bars and prompts."""

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.contract.notices.sinks import KEY, Sink, http_sink, smtp_sink
from tests.journeys.hook_process import HookProcess, plan_payload
from tests.journeys.test_permissions import bash
from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "notifications.md"
# Half a day from now: no test runs in a quiet hour.
FAR = (datetime.now().astimezone() + timedelta(hours=12)).strftime("%H")


@pytest.fixture
def sink() -> Iterator[Sink]:
    with http_sink() as it:
        yield it


@pytest.fixture
def mailbox() -> Iterator[Sink]:
    with smtp_sink() as it:
        yield it


def sets(workplace: Workplace, *urls: str, after: int = 0) -> Path:
    """What the person has written into the settings."""
    workplace.desk_folder.mkdir(exist_ok=True)
    file = workplace.desk_folder / "settings.toml"
    file.write_text(f'[notify]\nurls = {json.dumps(urls)}\nafter = {after}\nquiet = "{FAR}:00-{FAR}:01"\n')
    file.chmod(0o644)
    return file


def eventually_settled(person: Person, services: int) -> None:
    """Wait until the journal says that so many messages are sent."""

    def settled() -> bool | None:
        return sum(each["kind"] == "notice_sent" for each in person.journal()) >= services or None

    eventually(settled, seconds=120, what=f"{services} messages", instead=lambda: person.journal()[:5])


def test_services_are_told_what_waits(workplace: Workplace, sink: Sink, mailbox: Sink) -> None:
    file = sets(workplace, sink.json_url, mailbox.mail_url)
    plan = plan_payload("# A plan\n", cwd=str(workplace.project))
    with Hub(workplace) as hub, HookProcess(workplace, plan), Person(workplace) as person:
        asked = person.sees_plan()
        eventually_settled(person, 2)
        port = (hub.ready() or {})["port"]
        assert sink.told == [f"A plan of Claude Code waits.\nhttp://127.0.0.1:{port}/#review={asked['id']}"]
        assert [mail["Subject"] for mail in mailbox.mails] == ["Countermark"]
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, "it holds keys"
        assert KEY not in json.dumps(person.journal())
        assert KEY not in (workplace.root / "hub.out").read_text()


@pytest.mark.soak
def test_a_killed_hub_tells_nothing_twice(workplace: Workplace, sink: Sink) -> None:
    """It takes the minute that lies between two messages."""
    sets(workplace, sink.json_url)
    with Hub(workplace) as hub, HookProcess(workplace, plan_payload("# A plan\n", cwd=str(workplace.project))):
        with Person(workplace) as person:
            eventually_settled(person, 1)
        hub.another(than=hub.kill())
        with HookProcess(workplace, bash(workplace, "make deploy")), Person(workplace) as person:
            eventually_settled(person, 2)
            assert [text.partition("\n")[0] for text in sink.told] == [
                "A plan of Claude Code waits.",
                "A permission of Claude Code waits.",
            ]


def test_what_a_rule_decides_and_what_is_answered_leaves_nothing(workplace: Workplace, sink: Sink) -> None:
    sets(workplace, sink.json_url, after=6)
    with Hub(workplace), Gatekeeper(workplace) as keeper:
        with HookProcess(workplace, bash(workplace, "git status", event="PreToolUse", call="toolu_1")) as hook:
            hook.ends()
        with HookProcess(workplace, bash(workplace, "make quickly")) as hook:
            keeper.answers(keeper.sees_permission(), "no")
            hook.ends()
        with HookProcess(workplace, bash(workplace, "make slowly")):
            asked = keeper.sees_permission()
            eventually(lambda: sink.told or None, seconds=60, what="a message", instead=keeper.journal)
            assert [text.rpartition("=")[2] for text in sink.told] == [asked["id"]]
            begun = [each for each in keeper.journal() if each["kind"] == "notice_begun"]
            assert len(begun) == 1


def test_the_command_tries_each_service_out(workplace: Workplace, sink: Sink) -> None:
    sets(workplace, sink.json_url, f"json://127.0.0.1:9/{KEY}")
    with Hub(workplace):
        done = shell(workplace, "countermark", "notify", "test")
        assert (done.returncode, done.stderr) == (1, "")
        assert done.stdout.splitlines() == [
            f"json://127.0.0.1:{sink.port}  sent", "json://127.0.0.1:9  not sent: it could not be reached",
        ]  # fmt: skip
        assert [text.partition("\n")[0] for text in sink.told] == ["This is a test: Countermark can reach you here."]
        sets(workplace, sink.ntfy_url)
        done = shell(workplace, "countermark", "notify", "test")
        assert "countermark stop" in done.stderr
        assert KEY not in done.stderr + done.stdout


def shell(workplace: Workplace, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a terminal that finds `countermark` by its name."""
    environment = workplace.environment()
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)


def test_bars_and_prompts_hear_what_waits(workplace: Workplace) -> None:
    with Hub(workplace), Gatekeeper(workplace) as keeper:
        assert json.loads(countermark(workplace, "status", "--waybar"))["class"] == "idle"
        assert countermark(workplace, "status", "--prompt") == ""
        with HookProcess(workplace, bash(workplace, "make deploy")):
            asked = keeper.sees_permission()
            bar = json.loads(countermark(workplace, "status", "--waybar"))
            assert (bar["text"], bar["class"], bar["alt"]) == ("1", "waiting", "waiting")
            assert bar["tooltip"].splitlines()[0] == "1 permission"
            assert "make deploy" not in json.dumps(bar)
            assert countermark(workplace, "status", "--prompt") == "countermark:1\n"
            status = json.loads(countermark(workplace, "status", "--json"))
            assert status["open_by_kind"] == {"review": 0, "permission": 1, "question": 0}
            assert status["oldest_since"] == asked["opened_at"]
            assert bash_prompt(workplace) == "[countermark:1] $ "
        assert bash_prompt(workplace) in ("$ ", "[countermark:1] $ ")


def bash_prompt(workplace: Workplace) -> str:
    """What bash shows with the snippet of the guide."""
    found = re.search(r"```bash\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    script = f"PS1='$ '\n{found[1]}\nprintf %s \"${{PS1@P}}\""
    done = shell(workplace, "bash", "-c", script)
    assert done.stderr == ""
    return done.stdout


def test_without_a_hub_nothing_is_started(workplace: Workplace) -> None:
    assert json.loads(countermark(workplace, "status", "--waybar"))["class"] == "off"
    assert countermark(workplace, "status", "--prompt") == ""
    assert not (workplace.desk_folder / "hub.json").exists()
