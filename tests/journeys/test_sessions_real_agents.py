"""Whole conversations through the hub with agents that nobody here wrote; each line that the hub writes is checked."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.guards import processes_with
from tests.real_agents.acp_peers import PEERS, Started, until_next_minute
from tests.real_agents.acp_traffic import check_traffic, sent
from tests.real_agents.having import real
from tests.real_agents.person import Hub, Json, eventually
from tests.real_agents.talker import Talker, mode_of, parts, words
from tests.real_agents.workplace import Workplace
from tests.scripted_model.planning import Planning
from tests.scripted_model.script import Turn
from tests.scripted_model.server import ScriptedModel
from tests.scripted_model.working import BEFORE, Working

OWN = '[acp]\ncommand = "{command}"\n'
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
        session = self.person.opens(BRANDS.get(self.name, "peer"), self.project, self.started.command, **more)
        self.person.sees_connected(session)
        return session

    @property
    def project(self) -> Path:
        return self.workplace.project

    def learns(self, *scripts: Planning) -> None:
        for script in scripts:
            self.model.scenarios[script.name] = script.turns

    def agent_programs(self) -> list[str]:
        """The programs of agents that run now: what the hub has started, and what those have."""
        running = processes_with("COUNTERMARK_HOME", str(self.workplace.desk_folder))
        return [command for command in running.values() if "-m countermark" not in command]

    def ends(self, session: str) -> list[Json]:
        """Closes the session: no program of it is left, and each line that was written is as the protocol has it."""
        self.person.closes(session)
        eventually(
            lambda: None if self.agent_programs() else True, seconds=30, what="the programs' end",
            instead=self.agent_programs,
        )  # fmt: skip
        lines = self.person.traffic(session)
        assert check_traffic(lines) >= 3
        return lines


BRANDS = {
    "claude": "claude-code",
    "codex": "codex",
    "opencode": "opencode",
    "gemini": "gemini",
    "copilot": "copilot",
    "qwen": "qwen",
    "kimi": "kimi",
}


@contextmanager
def desk_with(name: str, workplace: Workplace) -> Iterator[Desk]:
    peer = PEERS[name]
    subprocess.run(["git", "init", "--quiet"], cwd=workplace.project, check=True)
    own = workplace.desk_folder / "agents" / "peer.toml"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(OWN.format(command="peer"))
    with ExitStack() as stack:
        model = stack.enter_context(ScriptedModel({}, log=workplace.root / "model.jsonl"))
        started = peer.starts(real(peer.program), workplace, model.url)
        stack.enter_context(Hub(workplace, environment=started.environment))
        person = stack.enter_context(Talker(workplace))
        yield Desk(name, workplace, started, person, model)


@pytest.fixture
def desk(request: pytest.FixtureRequest, workplace: Workplace) -> Iterator[Desk]:
    """The test names the agent: `@pytest.mark.parametrize("desk", ["qwen"], indirect=True)`."""
    with desk_with(request.param, workplace) as desk:
        yield desk


def with_agents(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("desk", names, indirect=True)


@with_agents("typescript-example")
def test_the_typescript_example_is_allowed_and_then_stopped(desk: Desk) -> None:
    session = desk.opens()
    first = desk.person.says(session, "Improve the configuration")
    asked = desk.person.sees_session_permission(session)
    desk.person.answers(asked, "once")
    assert desk.person.sees_prompt_end(session, first)["stop_reason"] == "end_turn"
    second = desk.person.says(session, "Once more")
    desk.person.sees_session_permission(session)
    desk.person.orders(session, "cancel")
    assert desk.person.sees_prompt_end(session, second)["stop_reason"] in ("cancelled", "end_turn")
    state = desk.person.state(session)
    assert "Perfect! I've successfully updated the configuration." in words(state)
    statuses = [(part["kind"], part["status"]) for part in parts(state, "call")]
    assert statuses[:2] == [("read", "completed"), ("edit", "completed")]
    assert state["waiting"] == []
    assert [event["event"]["type"] for event in desk.person.events(session)].count("starting") == 1
    lines = desk.ends(session)
    assert answers_to_permissions(lines) == ["allow", "cancelled"]


@pytest.mark.soak
@with_agents("typescript-example")
def test_the_typescript_example_skips_what_a_person_rejects(desk: Desk) -> None:
    session = desk.opens()
    prompt = desk.person.says(session, "Improve the configuration")
    desk.person.answers(desk.person.sees_session_permission(session), "no_with_words", words="Leave the host alone.")
    assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    assert "I'll skip the configuration update" in words(desk.person.state(session))
    following = desk.person.says(session, "Something else then")
    desk.person.answers(desk.person.sees_session_permission(session), "once")
    assert "Leave the host alone." in desk.person.sees_prompt_end(session, following)["sent"]
    assert answers_to_permissions(desk.ends(session)) == ["reject", "allow"]


@with_agents("python-example")
def test_the_python_example_says_again_what_it_was_told(desk: Desk) -> None:
    session = desk.opens()
    for text in ("Good morning", "Good — evening ✓"):
        prompt = desk.person.says(session, text)
        assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
        assert text in words(desk.person.state(session))
    assert not desk.person.reconnects(session)["facts"]["loads"]
    prompt = desk.person.says(session, "Once more")
    desk.person.sees_prompt_end(session, prompt)
    state = desk.person.state(session)
    assert "Good morning" in words(state)
    assert "Once more" in words(state)
    desk.ends(session)


@pytest.mark.soak
@with_agents("python-echo", "two-versions")
def test_a_small_example_answers(desk: Desk) -> None:
    said = "Hello from the v1 implementation." if desk.name == "two-versions" else "Good morning"
    session = desk.opens()
    prompt = desk.person.says(session, "Good morning")
    assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    assert said in words(desk.person.state(session))
    desk.ends(session)


@pytest.mark.soak
@with_agents("pydantic-acp")
def test_an_adapter_with_a_test_model_is_driven(desk: Desk) -> None:
    session = desk.opens()
    state = desk.person.sees_state(session, lambda state: bool(state["commands"]), what="its commands")
    assert "tools" in {command["name"] for command in state["commands"]}
    assert [option["category"] for option in state["options"]] in ([], ["model"])
    prompt = desk.person.says(session, "Good morning")
    desk.person.answers(desk.person.sees_session_permission(session), "once")
    assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    state = desk.person.state(session)
    assert "The tools have been called." in words(state)
    assert {part["status"] for part in parts(state, "call")} == {"completed"}
    desk.person.reconnects(session)
    prompt = desk.person.says(session, "And again")
    desk.person.answers(desk.person.sees_session_permission(session), "no")
    assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    desk.ends(session)


def answers_to_permissions(lines: list[Json]) -> list[str]:
    """What the hub has told the agent about its permissions, in order."""
    messages = [json.loads(line["text"]) for line in lines if line["direction"] == "to_agent"]
    outcomes = [message["result"]["outcome"] for message in messages if "outcome" in message.get("result", {})]
    return [outcome.get("optionId", outcome["outcome"]) for outcome in outcomes]


def scripts(desk: Desk) -> tuple[Working, Working]:
    """A turn with a command, and one with a change of a file."""
    works = PEERS[desk.name].works
    if desk.name == "gemini":
        (desk.project / "new.txt").write_text(BEFORE, encoding="utf-8")
    shell = works("shell").runs_within(TOUCH).says("The command has run.")
    edit = works("edit").makes(desk.project / "new.txt", "hello\n").says("The file is written.")
    desk.learns(shell, edit)
    return shell, edit


def is_made(desk: Desk, name: str = "made.txt") -> bool:
    return (desk.project / name).exists()


def is_written(desk: Desk) -> bool:
    return is_made(desk, "new.txt") and (desk.project / "new.txt").read_text(encoding="utf-8") == "hello\n"


@pytest.mark.soak
@with_agents("claude", "gemini", "copilot", "qwen", "kimi")
def test_an_agent_that_asks_is_answered_by_a_person(desk: Desk) -> None:
    """A command and a change, each allowed once; Kimi asks about no change, and has the desk write it, which asks."""
    shell, edit = scripts(desk)
    session = desk.opens()
    state = desk.person.sees_state(session, lambda state: state["asking"] is not None, what="whether it asks")
    assert (state["asking"]["asks"], "does not ask." in state["asking"]["words"]) == ("yes", False)
    for script in (shell, edit):
        prompt = desk.person.says(session, script.prompt)
        desk.person.sees_session_permission(session)
        assert not is_made(desk) if script is shell else not is_written(desk)
        asked = desk.person.answers_all(session, prompt, "once")
        assert len(asked) == 1, asked  # what it then writes or starts through the desk is what was allowed
        assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    state = desk.person.state(session)
    assert is_made(desk)
    assert is_written(desk)
    assert "The file is written." in words(state)
    assert {part["status"] for part in parts(state, "call")} == {"completed"}
    assert {part["judgement"] for part in parts(state, "call")} == {None}, "what a person has allowed is not judged"
    assert {part["state"] for part in parts(state, "item")} == {"answered"}
    desk.ends(session)


@pytest.mark.soak
@with_agents("claude", "qwen")
def test_an_agent_is_put_into_the_mode_in_which_it_asks(desk: Desk) -> None:
    session = desk.opens()
    desk.person.sees_state(session, lambda state: mode_of(state) == "default", what="the asking mode")
    lines = desk.ends(session)
    moved = [*sent(lines, "session/set_mode"), *sent(lines, "session/set_config_option")]
    assert "default" in {params.get("modeId", params.get("value")) for params in moved}


@pytest.mark.soak
@with_agents("codex", "opencode")
def test_that_an_agent_does_not_ask_is_said(desk: Desk) -> None:
    shell, edit = scripts(desk)
    session = desk.opens()
    state = desk.person.sees_state(session, lambda state: state["asking"] is not None, what="whether it asks")
    assert state["asking"]["asks"] == "no"
    assert state["asking"]["words"].startswith("This agent does not ask")
    for script in (shell, edit):
        prompt = desk.person.says(session, script.prompt)
        assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    state = desk.person.state(session)
    assert is_made(desk)
    assert is_written(desk)
    assert "The file is written." in words(state)
    calls = parts(state, "call")
    assert {part["status"] for part in calls} == {"completed"}
    assert all(part["judgement"] is not None for part in calls), "what was done unasked is judged by the rules"
    desk.ends(session)


@pytest.mark.soak
@with_agents("claude", "gemini", "copilot", "qwen", "kimi")
def test_what_a_person_rejects_is_not_done_and_the_words_go_with_the_next_prompt(desk: Desk) -> None:
    shell, _ = scripts(desk)
    desk.learns(Working("after", (Turn("I understand."),)))
    session = desk.opens()
    prompt = desk.person.says(session, shell.prompt)
    asked = desk.person.sees_session_permission(session)
    desk.person.answers(asked, "no_with_words", words="Use a branch for that.")
    desk.person.sees_prompt_end(session, prompt)
    following = desk.person.says(session, Working("after").prompt)
    assert "Use a branch for that." in desk.person.sees_prompt_end(session, following)["sent"]
    assert "Use a branch for that." in json.dumps(desk.model.request("after", step=0))
    assert not is_made(desk)
    lines = desk.ends(session)
    assert "cancelled" not in answers_to_permissions(lines)


@pytest.mark.soak
@with_agents("gemini", "qwen", "kimi")
def test_a_write_through_us_that_a_person_rejects_changes_nothing(desk: Desk) -> None:
    _, edit = scripts(desk)
    session = desk.opens()
    prompt = desk.person.says(session, edit.prompt)
    desk.person.answers(desk.person.sees_session_permission(session), "no")
    desk.person.sees_prompt_end(session, prompt)
    assert not is_written(desk)
    desk.ends(session)


@pytest.mark.soak
@with_agents(*BRANDS)
def test_a_turn_is_stopped_and_the_next_one_runs(desk: Desk) -> None:
    """At the question of an agent that asks, else while its model thinks."""
    shell, _ = scripts(desk)
    desk.learns(
        Working("slow", (Turn("I think.", shell.turns[0].tool), Turn("I have thought.", delay=30.0))),
        Working("after", (Turn("Here I am again."),)),
    )
    session = desk.opens()
    asks = desk.name not in ("codex", "opencode")
    prompt = desk.person.says(session, shell.prompt if asks else Working("slow").prompt)
    if asks:
        desk.person.sees_session_permission(session)
    else:
        desk.person.sees_state(session, has_ended_call, what="the end of its call")
    desk.person.orders(session, "cancel")
    assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "cancelled"
    following = desk.person.says(session, Working("after").prompt)
    assert desk.person.sees_prompt_end(session, following)["stop_reason"] == "end_turn"
    state = desk.person.state(session)
    assert "Here I am again." in words(state)
    assert (state["waiting"], state["cancelling"]) == ([], False)
    lines = desk.ends(session)
    assert answers_to_permissions(lines) == (["cancelled"] if asks else [])


def has_ended_call(state: Json) -> bool:
    return any(part["status"] == "completed" for part in parts(state, "call"))


@pytest.mark.soak
@with_agents(*BRANDS)
def test_a_conversation_goes_on_in_another_process(desk: Desk) -> None:
    """What was said before stands there once, and the model is told it."""
    desk.learns(Working("first", (Turn("The first answer."),)), Working("second", (Turn("The second answer."),)))
    session = desk.opens()
    prompt = desk.person.says(session, Working("first").prompt)
    desk.person.sees_prompt_end(session, prompt)
    before = desk.person.state(session)["conversation"]
    if desk.name == "gemini":
        until_next_minute()
    desk.person.reconnects(session)
    prompt = desk.person.says(session, Working("second").prompt)
    assert desk.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    state = desk.person.state(session)
    assert state["conversation"] == before
    assert words(state).count("The first answer.") == 1
    assert "The second answer." in words(state)
    assert "The first answer." in json.dumps(desk.model.request("second", step=0))
    desk.ends(session)


@pytest.mark.soak
@with_agents("claude", "opencode", "kimi")
def test_a_session_begins_with_an_earlier_conversation(desk: Desk) -> None:
    """Its history is told again, once, and marked so."""
    shell, _ = scripts(desk)
    earlier = desk.opens()
    desk.person.answers_all(earlier, desk.person.says(earlier, shell.prompt), "once")
    conversation = desk.person.state(earlier)["conversation"]
    desk.person.closes(earlier)
    session = desk.opens(how="load", conversation=conversation)
    state = desk.person.sees_state(
        session, lambda state: "The command has run." in words(state), what="the earlier conversation"
    )
    assert all(part["replayed"] for part in [*parts(state, "message"), *parts(state, "call")])
    assert shell.prompt in "".join(part["text"] for part in parts(state, "message", voice="user"))
    desk.ends(session)
