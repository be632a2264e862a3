"""Whole conversations in version 2 of the protocol, through the hub, with the agents that speak it today.

Their files say `protocol = 2`; each line that the hub writes is held against the official schema of that version.
"""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.real_agents.acp_peers import PEERS, Started
from tests.real_agents.acp_traffic import check_traffic, sent
from tests.real_agents.having import real
from tests.real_agents.person import Hub, Json
from tests.real_agents.talker import Talker, mode_of, parts, words
from tests.real_agents.workplace import Workplace
from tests.scripted_model.server import ScriptedModel
from tests.scripted_model.working import Working

OWN = '[acp]\ncommand = "peer"\nprotocol = 2\n'
ASKS_IN = {"claude": "default", "codex": "read-only"}
TOUCH = "touch made.txt"


@dataclass(frozen=True)
class Desk:
    """A hub, a person who talks with one agent, and the model behind it."""

    name: str
    workplace: Workplace
    started: Started
    person: Talker
    model: ScriptedModel

    def opens(self, **more: object) -> str:
        """A session whose agent is connected; gives its id."""
        session = self.person.opens("peer", self.workplace.project, self.started.command, **more)
        self.person.sees_connected(session)
        self.person.sees_state(session, lambda state: state["asking"] is not None, what="the beginning")
        return session

    def turn(self, session: str, text: str) -> Json:
        """A prompt that is answered without a question."""
        return self.person.sees_prompt_end(session, self.person.says(session, text))

    def ends(self, session: str) -> list[Json]:
        """Closes the session: each line that was written is as its version of the protocol has it."""
        self.person.closes(session)
        self.person.sees_state(session, lambda state: state["connection"] == "disconnected", what="its end")
        lines = self.person.traffic(session)
        assert check_traffic(lines) >= 3
        return lines


@pytest.fixture
def desk(request: pytest.FixtureRequest, workplace: Workplace) -> Iterator[Desk]:
    """The test names the agent."""
    name = request.param
    subprocess.run(["git", "init", "--quiet"], cwd=workplace.project, check=True)
    own = workplace.desk_folder / "agents" / "peer.toml"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(OWN + (f'asking_mode = "{ASKS_IN[name]}"\n' if name in ASKS_IN else ""))
    with ScriptedModel({}, log=workplace.root / "model.jsonl") as model:
        started = PEERS[name].starts(real(PEERS[name].program), workplace, model.url)
        with Hub(workplace, environment=started.environment), Talker(workplace) as person:
            yield Desk(name, workplace, started, person, model)


def with_agents(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("desk", names, indirect=True)


def answers(lines: list[Json]) -> list[Json]:
    """What the hub has told the agent about its permissions, in order."""
    messages = [json.loads(line["text"]) for line in lines if line["direction"] == "to_agent"]
    return [message["result"]["outcome"] for message in messages if "outcome" in message.get("result", {})]


def scripts(desk: Desk) -> tuple[Working, Working]:
    """A turn with a command, and one with a change of a file."""
    works = PEERS[desk.name].works
    shell = works("shell").runs_within(TOUCH).says("The command has run.")
    edit = works("edit").makes(desk.workplace.project / "new.txt", "hello\n").says("The file is written.")
    for script in (shell, edit):
        desk.model.scenarios[script.name] = script.turns
    return shell, edit


def is_written(path: Path) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == "hello\n"


@with_agents("two-versions")
def test_the_official_example_holds_a_conversation_in_version_two(desk: Desk) -> None:
    session = desk.opens()
    for _ in range(2):
        assert desk.turn(session, "Good morning")["stop_reason"] == "end_turn"
    state = desk.person.state(session)
    assert words(state).count("Hello from the v2 implementation.") == 2
    assert {part["voice"] for part in parts(state, "message")} == {"agent"}, "the person's own words stand once"
    facts = state["facts"]
    assert (facts["protocol"], facts["name"], facts["loads"]) == (2, "dual-version-example", True)
    prompt = desk.person.says(session, "Stop this")
    desk.person.sees_state(session, lambda state: state["taken"] == prompt, what="the turn")
    desk.person.orders(session, "cancel")
    assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] in ("cancelled", "end_turn")
    assert desk.turn(session, "Once more")["stop_reason"] == "end_turn"
    lines = desk.ends(session)
    assert [params["protocolVersion"] for params in sent(lines, "initialize")] == [2]


@with_agents("python-echo")
def test_an_example_that_only_says_the_number_again_is_spoken_to_in_version_one(desk: Desk) -> None:
    session = desk.opens()
    assert desk.turn(session, "Good morning")["stop_reason"] == "end_turn"
    assert "Good morning" in words(desk.person.state(session))
    assert [params["protocolVersion"] for params in sent(desk.ends(session), "initialize")] == [2, 1]


@pytest.mark.soak
@with_agents("gemini", "opencode")
def test_an_agent_that_answers_in_version_one_is_started_anew_in_it(desk: Desk) -> None:
    session = desk.opens()
    assert desk.person.state(session)["facts"]["protocol"] == 1
    lines = desk.person.traffic(session)
    assert check_traffic(lines) >= 2
    offered = sent(lines, "initialize")
    assert [params["protocolVersion"] for params in offered] == [2, 1]
    assert offered[1]["clientCapabilities"]["fs"]["writeTextFile"] is True


@pytest.mark.soak
@with_agents("claude")
def test_claude_asks_in_version_two_and_does_what_it_was_allowed(desk: Desk) -> None:
    shell, edit = scripts(desk)
    session = desk.opens()
    desk.person.sees_state(session, lambda state: mode_of(state) == "default", what="the asking mode")
    project, kinds = desk.workplace.project, list[str]()
    for script, made in ((shell, project / "made.txt"), (edit, project / "new.txt")):
        prompt = desk.person.says(session, script.prompt)
        desk.person.sees_session_permission(session)
        assert not made.exists()
        (asked,) = desk.person.answers_all(session, prompt, "once")
        assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
        assert made.exists()
        kinds.append(asked["tool_kind"])
    assert kinds == ["bash", "edit"]
    assert is_written(project / "new.txt")
    state = desk.person.state(session)
    assert words(state).endswith("The file is written.")
    ran, wrote = parts(state, "call")
    assert {ran["status"], wrote["status"]} == {"completed"}
    assert [output["type"] for output in ran["outputs"]] == ["terminal"]
    (change,) = wrote["outputs"]
    assert (change["path"], change["old"], change["new"]) == (str(project / "new.txt"), None, "hello\n")
    assert [outcome["optionId"] for outcome in answers(desk.ends(session))] == ["allow-once"] * 2


@pytest.mark.soak
@with_agents("claude")
def test_what_a_person_rejects_is_not_done_in_version_two(desk: Desk) -> None:
    shell, _ = scripts(desk)
    session = desk.opens()
    prompt = desk.person.says(session, shell.prompt)
    desk.person.answers_all(session, prompt, "no")
    desk.person.sees_prompt_end(session, prompt)
    assert not (desk.workplace.project / "made.txt").exists()
    assert [outcome["optionId"] for outcome in answers(desk.ends(session))] == ["reject"]


@pytest.mark.soak
@with_agents("claude", "codex")
def test_a_conversation_is_told_again_in_version_two(desk: Desk) -> None:
    """By another process of the agent, in another session."""
    shell, _ = scripts(desk)
    first = desk.opens()
    prompt = desk.person.says(first, shell.prompt)
    desk.person.answers_all(first, prompt, "once")
    conversation = desk.person.state(first)["conversation"]
    desk.ends(first)
    second = desk.opens(how="load", conversation=conversation)
    told = parts(desk.person.state(second), "message")
    assert [part["replayed"] for part in told] == [True] * len(told)
    assert "The command has run." in "".join(part["text"] for part in told)
    assert shell.prompt in "".join(part["text"] for part in told if part["voice"] == "user")
    resumed = sent(desk.ends(second), "session/resume")
    assert [params["replayFrom"] for params in resumed] == [{"type": "start"}]


@pytest.mark.soak
@with_agents("codex")
def test_codex_works_in_version_two(desk: Desk) -> None:
    """In its mode read-only it asks about a change; the command fails inside its sandbox."""
    shell, edit = scripts(desk)
    session = desk.opens()
    desk.person.sees_state(session, lambda state: mode_of(state) == "read-only", what="the asking mode")
    assert desk.turn(session, shell.prompt)["stop_reason"] == "end_turn"
    prompt = desk.person.says(session, edit.prompt)
    (asked,) = desk.person.answers_all(session, prompt, "once")
    assert asked["tool_kind"] == "edit"
    assert is_written(desk.workplace.project / "new.txt")
    state = desk.person.state(session)
    assert words(state).endswith("The file is written.")
    desk.ends(session)
