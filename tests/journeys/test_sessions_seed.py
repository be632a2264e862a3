"""The test cases of the seed for sessions, each by its name: a real hub, its HTTP door, real processes as agents."""

import json
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import guards
from tests.real_agents.person import Hub, Json
from tests.real_agents.talker import Talker, parts, words
from tests.real_agents.workplace import Workplace

AGENTS = Path(__file__).parents[1] / "contract" / "acp"
OWN = '[acp]\ncommand = "true"\n'
CALL = {"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Reading", "kind": "read", "status": "pending"}


@dataclass(frozen=True)
class Seed:
    """A person who drives an agent that does what each line of its prompt says."""

    workplace: Workplace
    person: Talker

    def opens(self, *flags: str, program: str = "obedient_agent.py", **more: str) -> str:
        """A session with one of our own agents."""
        command = [sys.executable, str(AGENTS / program), *flags]
        return self.person.opens("seed", self.workplace.project, command, **more)

    def connected(self, *flags: str, **more: str) -> str:
        session = self.opens(*flags, **more)
        self.person.sees_connected(session)
        return session

    def turn(self, session: str, *lines: str) -> Json:
        """The prompt of these lines, once its turn is over."""
        return self.person.sees_prompt_end(session, self.person.says(session, "\n".join(lines)))

    def sees(self, session: str, what: str, **fields: object) -> Json:
        """The state, once it has these fields."""
        return self.person.sees_state(
            session, lambda state: all(state[name] == value for name, value in fields.items()), what=what
        )


@pytest.fixture(scope="module")
def seed() -> Iterator[Seed]:
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    for home in guards.own_home(starts_processes=True):
        workplace = Workplace(root, home).furnish()
        own = workplace.desk_folder / "agents" / "seed.toml"
        own.parent.mkdir(parents=True)
        own.write_text(OWN)
        with Hub(workplace), Talker(workplace) as person:
            yield Seed(workplace, person)
            for session in open_sessions(person):
                person.closes(session)
                person.sees_state(session, is_over, what="its end")
    shutil.rmtree(root, ignore_errors=True)


def open_sessions(person: Talker) -> list[str]:
    found: Json = person._get("/api/sessions")
    return [row["id"] for row in found["sessions"] if not row["closed"]]


def is_over(state: Json) -> bool:
    return state["connection"] in ("disconnected", "failed")


def tell(**update: object) -> str:
    return "tell " + json.dumps(update)


# Protocol correctness


def test_initialize_success_with_protocol_negotiation(seed: Seed) -> None:
    state = seed.person.state(seed.connected("load"))
    assert state["facts"]["protocol"] == 1
    assert (state["facts"]["name"], state["facts"]["version"], state["facts"]["loads"]) == ("obedient", "2", True)
    assert state["startup_ms"] > 0


def test_initialize_failure_unsupported_version_path_handling(seed: Seed) -> None:
    session = seed.opens("other-version", program="misbehaving_agent.py")
    state = seed.sees(session, "the failure", connection="failed")
    assert "version 99" in state["why"]
    assert "Install a version" in state["hint"]


def test_new_session_with_absolute_cwd_succeeds(seed: Seed) -> None:
    session = seed.connected()
    begun = json.loads((seed.workplace.project / "begun.json").read_text())
    assert begun == {"cwd": str(seed.workplace.project), "mcpServers": []}
    assert seed.person.state(session)["conversation"].startswith("conversation-")


def test_new_session_with_non_absolute_cwd_yields_handled_error(seed: Seed) -> None:
    with pytest.raises(AssertionError, match="absolute path"):
        seed.person.opens("seed", Path("work"), [sys.executable])
    assert seed.turn(seed.connected(), "say the hub goes on")["stop_reason"] == "end_turn"


def test_prompt_streams_chunk_updates_and_returns_stop_reason(seed: Seed) -> None:
    session = seed.connected()
    with seed.person.follows_feed(since=seed.person._get("/api/sessions")["seq"]) as lines:
        prompt = seed.person.says(session, "say one |two |three\npause 1\nsay  and four\npause 1")
        text = whispered(lines, until="and four")
    assert "Working.one two three and four" in text
    assert seed.person.sees_prompt_end(session, prompt)["stop_reason"] == "end_turn"
    assert words(seed.person.state(session)) == "Working.one two three and fourDone."


def whispered(lines: Iterator[str], *, until: str) -> str:
    """The text that passes by on the feed, until it has these words in it."""
    text = ""
    for line in lines:
        told = json.loads(line[6:]) if line.startswith("data: ") else {}
        if told.get("op", {}).get("kind") == "text":
            text += told["op"]["text"]
        if until in text:
            break
    return text


def test_cancel_mid_turn_returns_cancelled_handling_path(seed: Seed) -> None:
    session = seed.connected()
    prompt = seed.person.says(session, "say working on it\nwait")
    seed.sees(session, "the turn", taken=prompt)
    seed.person.orders(session, "cancel")
    assert seed.person.sees_prompt_end(session, prompt)["stop_reason"] == "cancelled"
    state = seed.person.state(session)
    assert "heard" in words(state)
    assert not state["cancelling"]


def test_load_session_only_when_load_session_capability_is_true(seed: Seed) -> None:
    able = seed.connected("load", conversation="before", how="load")
    assert [part["text"] for part in parts(seed.person.state(able), "message", replayed=True)] == [
        "before", "An older answer.",
    ]  # fmt: skip
    unable = seed.opens(conversation="before", how="load")
    state = seed.sees(unable, "the failure", connection="failed")
    assert "cannot load a conversation" in state["why"]
    methods = [json.loads(line["text"]).get("method") for line in seed.person.traffic(unable)]
    assert "session/load" not in methods


# Update rendering


def test_tool_call_appears_on_tool_call_progresses_via_tool_call_update(seed: Seed) -> None:
    session = seed.connected()
    steps = [tell(sessionUpdate="tool_call_update", toolCallId="t", status=it) for it in ("in_progress", "completed")]
    prompt = seed.person.says(session, "\n".join([tell(**CALL), "pause 1", steps[0], "pause 1", steps[1]]))
    for status in ("pending", "in_progress", "completed"):
        sees_call(seed, session, status)
    seed.person.sees_prompt_end(session, prompt)
    events = [event["event"] for event in seed.person.events(session)]
    statuses = [event["part"]["status"] for event in events if event["type"] == "call_changed"]
    assert statuses == ["pending", "in_progress", "completed"]


def sees_call(seed: Seed, session: str, status: str) -> None:
    seed.person.sees_state(session, lambda state: bool(parts(state, "call", status=status)), what=status)


def test_diff_tool_content_renders_file_path_and_before_after_preview(seed: Seed) -> None:
    session = seed.connected()
    diff = {"type": "diff", "path": "/w/a.txt", "oldText": "hello\n", "newText": "goodbye\n"}
    seed.turn(session, tell(**{**CALL, "kind": "edit", "content": [diff]}))
    [call] = parts(seed.person.state(session), "call")
    [output] = call["outputs"]
    assert (output["path"], output["old"], output["new"]) == ("/w/a.txt", "hello\n", "goodbye\n")


def test_plan_updates_replace_prior_plan_state(seed: Seed) -> None:
    session = seed.connected()
    for names in (("one", "two"), ("three",)):
        entries = [{"content": name, "priority": "high", "status": "pending"} for name in names]
        seed.turn(session, tell(sessionUpdate="plan", entries=entries))
        assert [entry["content"] for entry in seed.person.state(session)["plan"]] == list(names)


def test_available_command_updates_refresh_slash_command_palette(seed: Seed) -> None:
    session = seed.connected()
    assert [command["name"] for command in seed.person.state(session)["commands"]] == ["early"]
    fresh = [{"name": "web", "description": "Search", "input": {"hint": "what"}}]
    seed.turn(session, tell(sessionUpdate="available_commands_update", availableCommands=fresh))
    [command] = seed.person.state(session)["commands"]
    assert (command["name"], command["hint"]) == ("web", "what")


def test_current_mode_updates_synchronize_selector_state(seed: Seed) -> None:
    session = seed.connected("modes")
    seed.turn(session, tell(sessionUpdate="current_mode_update", currentModeId="plan"))
    assert seed.person.state(session)["mode"] == "plan"
    seed.person.orders(session, "set_mode", mode="default")
    seed.sees(session, "the mode", mode="default")


# Permission handling


def test_user_selects_allow_once(seed: Seed) -> None:
    session = seed.connected()
    prompt = seed.person.says(session, "ask make")
    seed.person.answers(seed.person.sees_session_permission(session), "once")
    seed.person.sees_prompt_end(session, prompt)
    assert '{"optionId": "yes", "outcome": "selected"}' in words(seed.person.state(session))


def test_user_selects_reject_once(seed: Seed) -> None:
    session = seed.connected()
    prompt = seed.person.says(session, "ask make")
    seed.person.answers(seed.person.sees_session_permission(session), "no")
    seed.person.sees_prompt_end(session, prompt)
    assert '{"optionId": "no", "outcome": "selected"}' in words(seed.person.state(session))


def test_session_level_remember_auto_applies_on_subsequent_matching_request(seed: Seed) -> None:
    session = seed.connected()
    prompt = seed.person.says(session, "ask make test")
    seed.person.answers(seed.person.sees_session_permission(session), "conversation")
    seed.person.sees_prompt_end(session, prompt)
    seed.turn(session, "ask make test")
    state = seed.person.state(session)
    assert words(state).count('{"optionId": "yes", "outcome": "selected"}') == 2
    assert len(parts(state, "item")) == 1


def test_global_auto_allow_bypasses_prompt(seed: Seed) -> None:
    session = seed.connected()
    until = int(time.time() * 1000) + 60_000
    seed.person._answered(seed.person._browser.post(f"/api/sessions/{session}/auto-allow", json={"until": until}))
    seed.turn(session, "ask make install")
    state = seed.person.state(session)
    assert '{"optionId": "yes", "outcome": "selected"}' in words(state)
    assert parts(state, "item") == []
    assert state["auto_allow_until"] == until


def test_cancelled_prompt_resolves_outstanding_permission_with_cancelled_outcome(seed: Seed) -> None:
    session = seed.connected()
    prompt = seed.person.says(session, "ask-elsewhere make")
    seed.person.sees_session_permission(session)
    seed.person.orders(session, "cancel")
    assert seed.person.sees_prompt_end(session, prompt)["stop_reason"] == "cancelled"
    state = seed.person.state(session)
    assert 'late {"outcome": {"outcome": "cancelled"}}' in words(state)
    assert state["waiting"] == []
    assert [part["state"] for part in parts(state, "item")] == ["withdrawn"]


# Reliability


def test_agent_process_exits_unexpectedly_ui_transitions_to_disconnected_with_retry_action(seed: Seed) -> None:
    session = seed.connected("load")
    assert seed.turn(session, "say so far", "leave 7")["state"] == "interrupted"
    state = seed.sees(session, "its end", connection="disconnected")
    assert "has ended with code 7" in state["why"]
    seed.person.orders(session, "connect")
    seed.person.sees_connected(session)
    assert seed.turn(session, "say again")["stop_reason"] == "end_turn"
    assert "so far" in words(seed.person.state(session))


def test_stderr_noise_does_not_break_stdout_protocol_stream(seed: Seed) -> None:
    session = seed.connected()
    assert seed.turn(session, "complain warning: old", "say still here")["stop_reason"] == "end_turn"
    assert "still here" in words(seed.person.state(session))
    noise = [line for line in seed.person.traffic(session) if line["direction"] == "stderr"]
    assert len(noise) == 1000


def test_unknown_update_type_is_logged_surfaced_in_debug_and_ignored_safely(seed: Seed) -> None:
    session = seed.connected()
    assert seed.turn(session, tell(sessionUpdate="telepathy", thought="42"))["stop_reason"] == "end_turn"
    [part] = parts(seed.person.state(session), "unknown")
    assert part["kind"] == "telepathy"
    assert json.loads(part["raw"])["thought"] == "42"
    assert any('"telepathy"' in line["text"] for line in seed.person.traffic(session))


def test_every_case_of_the_seed_has_its_test() -> None:
    """The seed numbers 7, 5, 5 and 3 cases under its four headings."""
    source = Path(__file__).read_text(encoding="utf-8")
    sections = re.split(r"\n# (?:Protocol|Update|Permission|Reliability)[^\n]*\n", source)[1:]
    assert [section.count("\ndef test_") for section in sections] == [7, 5, 5, 3 + 1]
