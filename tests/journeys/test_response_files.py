"""Agents that can only write files: both clients, as real processes, with a real hub and a person at its desk."""

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.file_client import FileClient, command_of, put
from tests.real_agents.person import Hub, Person, eventually
from tests.real_agents.workplace import Workplace

TOKEN = "a-token-of-a-stranger"
WORDS = (
    "She said \"no\" \\ 'no' `no`\n\n```sh\nrm -rf / %s %b \\n \\0101 $HOME $(id)\n```\n~~~\n\t\x01\x1b[31m\x7f "
    "ünï 計画 🧭 \u2028 end\n  two blanks in front\n"
) * 200  # some 40 KB, of the 50 that a person may write


@pytest.fixture(params=["shell", "node"])
def kind(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


@pytest.fixture
def folder(lasting: tuple[Workplace, Person]) -> Iterator[Path]:
    """The folder of plans, empty before and after."""
    folder = lasting[0].desk_folder / "plans"
    eventually(lambda: folder.is_dir() or None, seconds=30, what="the folder", instead=lambda: "nothing")
    yield folder
    for file in folder.iterdir():
        file.unlink()


def titled(person: Person, title: str) -> dict[str, Any]:
    """The open review of this title, once it is there."""

    def there() -> dict[str, Any] | None:
        return next((row for row in person.all_reviews() if row["title"] == title and row["verdict"] is None), None)

    return eventually(there, seconds=30, what=title, instead=person.all_reviews)


def refusals(person: Person, plan: str) -> list[str]:
    """Why the files of this plan were refused, as the journal has it; once there is a reason."""

    def there() -> list[str] | None:
        entries = [entry for entry in person.journal() if entry["kind"] == "plan_files_refused"]
        return [entry["body"]["why"] for entry in entries if entry["body"]["plan"] == plan] or None

    return eventually(there, seconds=30, what=f"a refusal of {plan}", instead=person.journal)


def test_an_approval_reaches_the_client(lasting: tuple[Workplace, Person], folder: Path, kind: str) -> None:
    workplace, person = lasting
    with FileClient(workplace, kind, "# Rotate keys\n\n1. Now.\n", "--summary", 'Keys: "rotate" \\ them\n') as client:
        review = titled(person, 'Keys: "rotate" \\ them')
        assert (review["agent"], review["workspace"]) == ("files", str(workplace.project))
        assert review["agent_name"] == "An agent that writes files"
        person.approves(review, notes="Mind the old ones.")
        ended = client.ends()
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert ended.stdout == person.feedback(review)
    assert "Mind the old ones." in ended.stdout
    person.sees(review, delivery="delivered")
    assert list(folder.iterdir()) == []


def test_whatever_a_person_writes_comes_out_byte_for_byte(
    lasting: tuple[Workplace, Person], folder: Path, kind: str
) -> None:
    workplace, person = lasting
    with FileClient(workplace, kind, f"# Hostile words ({kind})\n") as client:
        review = titled(person, f"Hostile words ({kind})")
        person.requests_changes(review, WORDS)
        ended = client.ends()
    assert (ended.exit_code, ended.stderr) == (1, "")
    assert ended.stdout == person.feedback(review)
    assert WORDS.strip() in ended.stdout
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("folder")
def test_of_three_plans_the_middle_one_is_approved(lasting: tuple[Workplace, Person]) -> None:
    workplace, person = lasting
    with ExitStack() as open_clients:
        first, middle, last = (
            open_clients.enter_context(FileClient(workplace, kind, f"# Plan {name}\n"))
            for kind, name in (("shell", "A"), ("node", "B"), ("shell", "C"))
        )
        reviews = [titled(person, f"Plan {name}") for name in "ABC"]
        person.approves(reviews[1])
        assert middle.ends().exit_code == 0
        assert (first.process.poll(), last.process.poll()) == (None, None)
        person.requests_changes(reviews[2], "Not C.")
        told = last.ends()
        assert (told.exit_code, "Not C." in told.stdout) == (1, True)
        first.process.send_signal(signal.SIGTERM)
        assert first.ends().exit_code == 143
        person.sees(reviews[0], delivery="gone")
        person.requests_changes(reviews[0], "Nobody hears this.")


def test_a_response_for_another_token_is_not_taken(lasting: tuple[Workplace, Person], folder: Path, kind: str) -> None:
    workplace, person = lasting
    title = f"Waits for its own ({kind})"
    with FileClient(workplace, kind, f"# {title}\n") as client:
        review = titled(person, title)
        response = client.waiting_file().with_suffix(".response")
        put(response, json.dumps({"token": TOKEN, "decision": "approved", "behavior": "allow", "feedback": "Go."}))
        eventually(lambda: None if response.exists() else True, seconds=30, what="its end", instead=response.read_text)
        assert client.process.poll() is None
        person.requests_changes(review, "The real answer.")
        ended = client.ends()
    assert (ended.exit_code, "The real answer." in ended.stdout) == (1, True)
    assert "another token" in ended.stderr
    assert list(folder.iterdir()) == []


MALFORMED = (
    "",
    "approved",
    '{"token": "TOKEN"}',
    '{"token": "TOKEN", "decision": null}',
    '{"token": "TOKEN", "decision": "Approved"}',
    '{"decision": "approved"}',
    '{"token": "TOKEN", "decision": "approved"',
    '{"token": "TOKEN", "decision": "approved"} {}',
    '{"token": "TOKEN", "decision": ["approved"]}',
    '{"token": "TOKEN", "decision": "approved", "planId": "another"}',
    '{"token": "TOKEN", "decision": "approved", "behavior": "deny"}',
    '["approved"]',
)


def test_a_malformed_response_approves_nothing(workplace: Workplace, kind: str) -> None:
    """No hub is there: the clients look for themselves. One gets a link in its place."""
    with ExitStack() as open_clients:
        clients = [open_clients.enter_context(FileClient(workplace, kind, "# P\n")) for _ in (*MALFORMED, "a link")]
        waiting = [client.waiting_file() for client in clients]
        responses = [file.with_suffix(".response") for file in waiting]
        for file, content in zip(waiting, MALFORMED, strict=False):
            put(file.with_suffix(".response"), content.replace("TOKEN", json.loads(file.read_text())["token"]))
        approved = {"token": json.loads(waiting[-1].read_text())["token"], "decision": "approved"}
        put(workplace.root / "approved", json.dumps(approved))
        responses[-1].symlink_to(workplace.root / "approved")
        for client, content in zip(clients, (*MALFORMED, "a link"), strict=True):
            ended = client.ends()
            assert (content, ended.exit_code, ended.stdout) == (content, 4, "")
            assert "not approved" in ended.stderr
    assert sorted((workplace.desk_folder / "plans").iterdir()) == sorted(responses)


def test_a_response_that_is_there_already_is_never_replaced(lasting: tuple[Workplace, Person], folder: Path) -> None:
    _, person = lasting
    there = '{"token": "a-token-of-a-stranger", "decision": "rejected"}'
    (folder / "plan-7-b.response").write_text(there)
    (folder / "plan-7-b.md").write_text("# Answered before\n")
    put(folder / "plan-7-b.waiting", json.dumps({"token": TOKEN, "planId": "plan-7-b"}))
    assert refusals(person, "plan-7-b") == ["A response is there already."]
    assert (folder / "plan-7-b.response").read_text() == there
    assert "Answered before" not in [row["title"] for row in person.all_reviews()]


@contextmanager
def both(workplace: Workplace, plan: str, *options: str) -> Iterator[list[FileClient]]:
    """Both clients at once."""
    with FileClient(workplace, "shell", plan, *options) as shell, FileClient(workplace, "node", plan, *options) as node:
        yield [shell, node]


def test_a_plan_that_is_too_large_is_refused_with_the_reason(lasting: tuple[Workplace, Person], folder: Path) -> None:
    with both(lasting[0], "x" * (1024 * 1024 + 1)) as clients:
        for ended in [client.ends() for client in clients]:
            assert (ended.exit_code, ended.stdout) == (4, "")
            assert "1,048,576" in ended.stderr
    assert list(folder.iterdir()) == []


def test_nobody_answers_and_nothing_is_approved(lasting: tuple[Workplace, Person], folder: Path) -> None:
    workplace, person = lasting
    with both(workplace, "# Unanswered\n", "--timeout", "2") as clients:
        for ended in [client.ends() for client in clients]:
            assert (ended.exit_code, ended.stdout) == (5, "")
            assert "neither approved nor refused" in ended.stderr
    assert list(folder.iterdir()) == []
    assert "approved" not in [row["verdict"] for row in person.all_reviews() if row["title"] == "Unanswered"]


def test_without_a_hub_nothing_is_approved(workplace: Workplace) -> None:
    with both(workplace, "# Nobody home\n", "--timeout", "4") as clients:
        for ended in [client.ends() for client in clients]:
            assert (ended.exit_code, ended.stdout) == (3, "")
            assert "no hub runs" in ended.stderr
    assert list((workplace.desk_folder / "plans").iterdir()) == []


def test_a_command_line_that_cannot_be_understood_asks_nobody(workplace: Workplace, kind: str) -> None:
    for options in (["--timeout", "0"], ["--timeout", "1e3"], ["--timeout", "86401"], ["--sumary", "x"], ["a", "b"]):
        command = [*command_of(kind), *options]
        done = subprocess.run(command, env=workplace.environment(), input=b"# P", capture_output=True, timeout=60)
        assert (options, done.returncode, done.stdout) == (options, 2, b"")
        assert done.stderr
    assert not (workplace.desk_folder / "plans").exists() or not any((workplace.desk_folder / "plans").iterdir())


def test_a_folder_that_others_can_write_in_is_not_used(workplace: Workplace, kind: str) -> None:
    plans = workplace.desk_folder / "plans"
    plans.mkdir(parents=True)
    plans.chmod(0o777)
    with FileClient(workplace, kind, "# P\n") as client:
        ended = client.ends()
    assert (ended.exit_code, ended.stdout) == (4, "")
    assert "others can write" in ended.stderr
    assert list(plans.iterdir()) == []


def test_a_hub_that_is_killed_loses_no_plan_and_no_answer(workplace: Workplace) -> None:
    with ExitStack() as everything:
        hub = everything.enter_context(Hub(workplace))
        person = everything.enter_context(Person(workplace))
        clients = {
            kind: everything.enter_context(FileClient(workplace, kind, f"# Patient ({kind})\n"))
            for kind in ("shell", "node")
        }
        before = {kind: titled(person, f"Patient ({kind})") for kind in clients}
        hub.kill()
        everything.enter_context(Hub(workplace))
        person = everything.enter_context(Person(workplace))
        after = {kind: titled(person, f"Patient ({kind})") for kind in clients}
        assert {kind: row["id"] for kind, row in after.items()} == {kind: row["id"] for kind, row in before.items()}
        for kind, client in clients.items():
            person.approves(after[kind])
            assert client.ends().exit_code == 0
            person.sees(after[kind], delivery="delivered")
        assert len(person.all_reviews()) == 2
