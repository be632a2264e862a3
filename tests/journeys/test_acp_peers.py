"""The agents of the sessions' journeys, spoken to directly: whom each asks, so that a change of theirs is seen here."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.real_agents.acp_peers import PEERS, until_next_minute
from tests.real_agents.acp_talk import AcpTalk
from tests.real_agents.having import real
from tests.real_agents.line_program import Message
from tests.real_agents.workplace import Workplace
from tests.scripted_model.script import Turn
from tests.scripted_model.server import ScriptedModel
from tests.scripted_model.working import BEFORE, Working

ASKS, WRITES = "session/request_permission", "fs/write_text_file"


@dataclass(frozen=True)
class Manners:
    """What an agent does before a command and before a change of a file, in a repository, in the mode it begins in."""

    mode: str | None
    shell: tuple[str, ...]
    edit: tuple[str, ...]
    acts: bool = True  # else it only plans: nothing is run, nothing is changed


# Nothing is configured but the model; the versions are those of tests/real_agents/pinned.py.
BY_DEFAULT = {
    "claude": Manners("auto", (), ()),
    "codex": Manners("agent", (), ()),
    "opencode": Manners(None, (), ()),
    "gemini": Manners("default", (ASKS,), (ASKS, WRITES)),
    "copilot": Manners("https://agentclientprotocol.com/protocol/session-modes#agent", (ASKS,), (ASKS,)),
    "qwen": Manners("auto", (ASKS,), (WRITES,)),
    "kimi": Manners("default", (ASKS,), (WRITES,)),
}
ASKING = {
    "claude": Manners("default", (ASKS,), (ASKS,)),
    "qwen": Manners("default", (ASKS,), (ASKS, WRITES)),
    "codex": Manners("read-only", (), (ASKS,)),
}
# In the other modes that a person can choose; what is written through the client is asked about by the desk.
CHOSEN = [
    ("codex", Manners("workspace-write", (), ())),
    ("codex", Manners("agent-full-access", (), ())),
    ("copilot", Manners("https://agentclientprotocol.com/protocol/session-modes#autopilot", (), ())),
    ("gemini", Manners("autoEdit", (ASKS,), (WRITES,))),
    ("gemini", Manners("yolo", (), (WRITES,))),
    ("kimi", Manners("auto", (), (WRITES,))),
    ("kimi", Manners("yolo", (), (WRITES,))),
    ("qwen", Manners("auto-edit", (ASKS,), (WRITES,))),
    ("qwen", Manners("yolo", (), (WRITES,))),
    ("claude", Manners("plan", (), (ASKS,))),
    *((name, Manners("plan", (), (), acts=False)) for name in ("gemini", "kimi", "qwen")),
]
COMMAND = "touch made.txt && ls -1"
SLOW = Turn("I have thought about it.", delay=20.0)


@pytest.fixture
def model(workplace: Workplace) -> Iterator[ScriptedModel]:
    subprocess.run(["git", "init", "--quiet"], cwd=workplace.project, check=True)
    with ScriptedModel({}, log=workplace.root / "model.jsonl") as model:
        yield model


def talks(
    name: str, workplace: Workplace, *, model: str = "", picks: str = "allow_once", saves: bool = True
) -> AcpTalk:
    peer = PEERS[name]
    return AcpTalk(peer.starts(real(peer.program), workplace, model), workplace, picks=picks, saves=saves)


def scripts(name: str, model: ScriptedModel, project: Path) -> tuple[Working, Working]:
    """A turn with a command, and one with a change of a file."""
    works = PEERS[name].works
    if name == "gemini":
        (project / "new.txt").write_text(BEFORE, encoding="utf-8")
    shell = works("shell").runs_within(COMMAND).says("The command has run.")
    edit = works("edit").makes(project / "new.txt", "hello\n").says("The file is written.")
    for script in (shell, edit):
        model.scenarios[script.name] = script.turns
    return shell, edit


def doors(messages: list[Message]) -> tuple[str, ...]:
    """The doors at which the agent came by, in order."""
    methods = [message["method"] for message in messages if "method" in message]
    return tuple(method for method in methods if method in (ASKS, WRITES))


def seen(talk: AcpTalk, script: Working) -> tuple[str, tuple[str, ...]]:
    """Why the turn stopped, and the doors that it came by."""
    before = len(talk.messages())
    stopped = talk.turn(script.prompt)
    return stopped, doors(talk.messages()[before:])


def is_made(project: Path) -> bool:
    return (project / "new.txt").exists() and (project / "new.txt").read_text(encoding="utf-8") == "hello\n"


@pytest.mark.soak
@pytest.mark.parametrize("name", BY_DEFAULT)
def test_what_an_agent_asks_by_default_is_as_it_was(name: str, workplace: Workplace, model: ScriptedModel) -> None:
    shell, edit = scripts(name, model, workplace.project)
    manners = BY_DEFAULT[name]
    with talks(name, workplace, model=model.url) as talk:
        opened = talk.opens()
        assert (opened.get("modes") or {}).get("currentModeId") == manners.mode
        assert seen(talk, shell) == ("end_turn", manners.shell)
        assert seen(talk, edit) == ("end_turn", manners.edit)
    assert (workplace.project / "made.txt").exists()
    assert is_made(workplace.project)
    assert "The file is written." in talk.says()
    assert talk.left_running == []


@pytest.mark.soak
@pytest.mark.parametrize(("name", "manners"), [*ASKING.items(), *CHOSEN])
def test_an_agent_in_another_mode_asks_as_it_did(
    name: str, manners: Manners, workplace: Workplace, model: ScriptedModel
) -> None:
    shell, edit = scripts(name, model, workplace.project)
    with talks(name, workplace, model=model.url) as talk:
        talk.opens()
        talk.asks("session/set_mode", sessionId=talk.session, modeId=manners.mode)
        assert seen(talk, shell) == ("end_turn", manners.shell)
        assert seen(talk, edit) == ("end_turn", manners.edit)
    assert is_made(workplace.project) is manners.acts
    assert manners.acts or not (workplace.project / "made.txt").exists()


@pytest.mark.soak
@pytest.mark.parametrize("name", ["gemini", "copilot", "qwen", "kimi"])
def test_what_a_person_rejects_does_not_run(name: str, workplace: Workplace, model: ScriptedModel) -> None:
    shell, _ = scripts(name, model, workplace.project)
    with talks(name, workplace, model=model.url, picks="reject_once") as talk:
        talk.opens()
        _, asked = seen(talk, shell)
        assert asked == (ASKS,)
    assert not (workplace.project / "made.txt").exists()


@pytest.mark.soak
@pytest.mark.parametrize("name", ["gemini", "qwen", "kimi"])
def test_a_write_that_the_client_refuses_is_not_done(name: str, workplace: Workplace, model: ScriptedModel) -> None:
    _, edit = scripts(name, model, workplace.project)
    with talks(name, workplace, model=model.url, saves=False) as talk:
        talk.opens()
        stopped, passed = seen(talk, edit)
        assert (stopped, passed[-1]) == ("end_turn", WRITES)
    assert not is_made(workplace.project)


@pytest.mark.soak
@pytest.mark.parametrize("name", BY_DEFAULT)
def test_a_turn_that_is_cancelled_ends_so(name: str, workplace: Workplace, model: ScriptedModel) -> None:
    """At its question where it asks, else while its model thinks; the next turn goes on in the same conversation."""
    shell, _ = scripts(name, model, workplace.project)
    asks = ASKS in BY_DEFAULT[name].shell
    slow = shell if asks else Working("slow", (Turn("I think.", shell.turns[0].tool), SLOW))
    model.scenarios["slow"] = slow.turns
    model.scenarios["after"] = (Turn("Here I am again."),)

    def stops(message: Message) -> bool:
        update = message.get("params", {}).get("update", {})
        ended = update.get("sessionUpdate") == "tool_call_update" and update.get("status") == "completed"
        return message.get("method") == ASKS if asks else ended

    with talks(name, workplace, model=model.url, picks="cancelled") as talk:
        talk.opens()
        assert talk.turn(slow.prompt, cancels=stops) == "cancelled"
        assert talk.turn(Working("after").prompt) == "end_turn"
    assert "Here I am again." in talk.says()
    assert talk.left_running == []


@pytest.mark.soak
@pytest.mark.parametrize("name", BY_DEFAULT)
def test_an_earlier_conversation_is_told_again(name: str, workplace: Workplace, model: ScriptedModel) -> None:
    """By another process of the same agent; and it goes on."""
    shell, _ = scripts(name, model, workplace.project)
    model.scenarios["after"] = (Turn("Here I am again."),)
    with talks(name, workplace, model=model.url) as first:
        first.opens()
        assert first.about["agentCapabilities"]["loadSession"] is True
        first.turn(shell.prompt)
    if name == "gemini":
        until_next_minute()
    with talks(name, workplace, model=model.url) as second:
        second.loads(first.session)
        assert second.turn(Working("after").prompt) == "end_turn"
    # Gemini 0.61 tells it only after it has answered `session/load`.
    assert shell.prompt in second.says("user_message_chunk")
    assert second.says().index("The command has run.") < second.says().index("Here I am again.")
    assert second.updates("tool_call") or second.updates("tool_call_update")


@pytest.mark.parametrize(("name", "words"), [("python-echo", "Good morning"), ("python-example", "Good morning")])
def test_the_python_examples_say_it_again(name: str, words: str, workplace: Workplace) -> None:
    with talks(name, workplace) as talk:
        talk.opens()
        assert talk.turn("Good morning") == "end_turn"
    assert words in talk.says()


def test_one_program_speaks_both_versions(workplace: Workplace) -> None:
    with talks("two-versions", workplace) as first:
        first.opens()
        assert first.turn("Good morning") == "end_turn"
    assert first.says() == "Hello from the v1 implementation."
    with talks("two-versions", workplace) as second:
        second.opens(version=2)
        assert second.about["protocolVersion"] == 2
        prompt = [{"type": "text", "text": "Good morning"}]
        assert second.asks("session/prompt", sessionId=second.session, prompt=prompt)["messageId"]
        assert second.waits_for("state_update", state="idle")["stopReason"] == "end_turn"


@pytest.mark.soak
@pytest.mark.parametrize(("picks", "deleted"), [("allow_once", True), ("reject_once", False)])
def test_the_test_model_asks_for_one_of_its_tools(picks: str, deleted: bool, workplace: Workplace) -> None:
    with talks("pydantic-acp", workplace, picks=picks) as talk:
        talk.opens()
        assert talk.turn("Good morning") == "end_turn"
    (asked,) = talk.requests(ASKS)
    last = [each for each in talk.updates("tool_call_update") if each["toolCallId"] == asked["toolCall"]["toolCallId"]]
    assert ("deleted" in str(last[-1].get("rawOutput"))) is deleted


@pytest.mark.soak
@pytest.mark.parametrize(("picks", "words"), [("allow_once", "Perfect!"), ("reject_once", "skip the configuration")])
def test_the_typescript_example_does_as_it_is_told(picks: str, words: str, workplace: Workplace) -> None:
    with talks("typescript-example", workplace, picks=picks) as talk:
        talk.opens()
        assert talk.turn("Good morning") == "end_turn"
    assert words in talk.says()
