"""Every message that we write is one of the official schema, and none asks for what an agent has not advertised."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from countermark.agents.acp import messages
from countermark.agents.acp.messages import Call
from countermark.model.errors import AgentCannot, BadInput
from countermark.model.sessions.offers import AgentFacts, AuthKind, AuthMethod
from tests.contract.acp.at_work import at_work
from tests.real_agents.acp_schema import check_outgoing

NOTHING = AgentFacts(protocol=1)
NOTHING_IN_SECOND = AgentFacts(protocol=2, mcp_stdio=False)
# Every capability, whatever they come to be called.
FLAGS: dict[str, Any] = {field.name: True for field in fields(AgentFacts) if field.type is bool}
ALL = replace(NOTHING, **FLAGS)
ALL_IN_SECOND = replace(ALL, protocol=2)
SERVERS = (
    {"name": "files", "command": "/usr/bin/files", "args": [], "env": [{"name": "A", "value": "b"}]},
    {"type": "http", "name": "web", "url": "https://example.org/mcp", "headers": []},
    {"type": "sse", "name": "old", "url": "https://example.org/sse", "headers": [{"name": "A", "value": "b"}]},
)
PLACE = {"folders": ("/srv/lib",), "servers": SERVERS}
BLOCKS = (
    {"type": "text", "text": "Look at this."},
    {"type": "image", "data": "aGk=", "mimeType": "image/png"},
    {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
    {"type": "resource_link", "uri": "file:///srv/shop/a.py", "name": "a.py"},
    {"type": "resource", "resource": {"uri": "file:///srv/shop/a.py", "text": "pass", "mimeType": "text/x-python"}},
)
BY_ITSELF = AuthMethod("key", "A key")
IN_TERMINAL = AuthMethod("login", "Sign in", kind=AuthKind.TERMINAL)
# What can be asked of any agent.
ALWAYS: dict[str, Callable[[], Call]] = {
    "initialize": lambda: messages.initialize("1.2", terminals=True, protocol=1),
    "initialize without terminals": lambda: messages.initialize("1.2", terminals=False, protocol=1),
    "new": lambda: messages.new_session("/srv/shop", folders=(), servers=SERVERS, facts=NOTHING),
    "prompt": lambda: messages.prompt("s", [BLOCKS[0], BLOCKS[3]], facts=NOTHING),
    "cancel": lambda: messages.cancel("s"),
    "mode": lambda: messages.set_mode("s", "plan"),
    "model": lambda: messages.set_model("s", "small"),
    "option": lambda: messages.set_option("s", "model", "small", protocol=1),
    "switch": lambda: messages.set_option("s", "fast", value=False, protocol=1),
    "authenticate": lambda: messages.authenticate(BY_ITSELF, protocol=1),
}
# What only an agent can be asked that has advertised it.
GATED: dict[str, Callable[[AgentFacts], Call]] = {
    "load": lambda facts: messages.load_session("s", "/srv/shop", folders=(), servers=SERVERS, facts=facts),
    "resume": lambda facts: messages.resume_session("s", "/srv/shop", folders=(), servers=SERVERS, facts=facts),
    "fork": lambda facts: messages.fork_session("s", "/srv/shop", folders=(), servers=SERVERS, facts=facts),
    "list": lambda facts: messages.list_sessions(folder="/srv/shop", cursor="opaque", facts=facts),
    "list all": lambda facts: messages.list_sessions(folder=None, cursor=None, facts=facts),
    "close": lambda facts: messages.close_session("s", facts=facts),
    "delete": lambda facts: messages.delete_session("s", facts=facts),
    "more folders": lambda facts: messages.new_session("/srv", folders=("/lib",), servers=(), facts=facts),
    "image": lambda facts: messages.prompt("s", [BLOCKS[1]], facts=facts),
    "audio": lambda facts: messages.prompt("s", [BLOCKS[2]], facts=facts),
    "file": lambda facts: messages.prompt("s", [BLOCKS[4]], facts=facts),
    "logout": lambda facts: messages.logout(facts=facts),
}
# The same in version 2, which has no modes beside the options.
ALWAYS_IN_SECOND: dict[str, Callable[[], Call]] = {
    "initialize": lambda: messages.initialize("1.2", terminals=True, protocol=2),
    "new": lambda: messages.new_session("/srv/shop", folders=(), servers=SERVERS, facts=NOTHING_IN_SECOND),
    "prompt": lambda: messages.prompt("s", [BLOCKS[0], BLOCKS[3]], facts=NOTHING_IN_SECOND),
    "cancel": lambda: messages.cancel("s"),
    "option": lambda: messages.set_option("s", "model", "small", protocol=2),
    "switch": lambda: messages.set_option("s", "fast", value=False, protocol=2),
    "authenticate": lambda: messages.authenticate(BY_ITSELF, protocol=2),
}


def check(call: Call, *, version: int = 1) -> None:
    """A request, but for the one notification."""
    number = {} if call.method == "session/cancel" else {"id": 1}
    check_outgoing({"jsonrpc": "2.0", **number, "method": call.method, "params": call.params}, version=version)


@pytest.mark.parametrize("name", ALWAYS)
def test_what_any_agent_is_told_is_in_the_schema(name: str) -> None:
    check(ALWAYS[name]())


@pytest.mark.parametrize("name", GATED)
def test_what_an_agent_has_advertised_is_asked_in_the_words_of_the_schema(name: str) -> None:
    check(GATED[name](ALL))


@pytest.mark.parametrize("name", ALWAYS_IN_SECOND)
def test_what_any_agent_of_version_two_is_told_is_in_its_schema(name: str) -> None:
    check(ALWAYS_IN_SECOND[name](), version=2)


@pytest.mark.parametrize("name", GATED)
def test_what_an_agent_of_version_two_has_advertised_is_in_its_schema(name: str) -> None:
    check(GATED[name](ALL_IN_SECOND), version=2)


def test_an_earlier_conversation_is_told_again_by_going_on_with_it_in_version_two() -> None:
    call = GATED["load"](ALL_IN_SECOND)
    assert (call.method, call.params["replayFrom"]) == ("session/resume", {"type": "start"})
    assert "replayFrom" not in GATED["resume"](ALL_IN_SECOND).params


def test_only_servers_that_an_agent_of_version_two_can_start_are_named() -> None:
    def named(facts: AgentFacts) -> list[tuple[str, str]]:
        call = messages.new_session("/srv/shop", folders=(), servers=SERVERS, facts=facts)
        return [(server["name"], server["type"]) for server in call.params["mcpServers"]]

    assert named(NOTHING_IN_SECOND) == []
    assert named(replace(NOTHING_IN_SECOND, mcp_stdio=True)) == [("files", "stdio")]
    assert named(replace(NOTHING_IN_SECOND, mcp_http=True)) == [("web", "http")]


@pytest.mark.parametrize("name", GATED)
def test_what_an_agent_has_not_advertised_is_not_asked(name: str) -> None:
    with pytest.raises(AgentCannot, match="does not say that it can"):
        GATED[name](NOTHING)


def test_every_function_that_makes_a_message_is_held_against_the_schema() -> None:
    making = {
        name
        for name, made in vars(messages).items()
        if callable(made) and getattr(made, "__annotations__", {}).get("return") is Call
    }
    held = {each.__code__.co_names[1] for each in (*ALWAYS.values(), *GATED.values())}
    assert making == held


def test_only_servers_that_an_agent_can_reach_are_named() -> None:
    def named(facts: AgentFacts) -> list[str]:
        call = messages.new_session("/srv/shop", folders=(), servers=SERVERS, facts=facts)
        return [server["name"] for server in call.params["mcpServers"]]

    assert named(NOTHING) == ["files"]
    assert named(replace(NOTHING, mcp_http=True)) == ["files", "web"]
    assert named(ALL) == ["files", "web", "old"]


@pytest.mark.parametrize(("folder", "folders"), [("src", ()), ("", ()), ("~/src", ()), ("/srv", ("lib",))])
def test_a_folder_without_an_absolute_path_is_refused(folder: str, folders: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="no absolute path"):
        messages.new_session(folder, folders=folders, servers=(), facts=ALL)


def test_a_way_to_sign_in_that_needs_a_terminal_is_not_authenticated() -> None:
    with pytest.raises(AgentCannot, match="without a terminal"):
        messages.authenticate(IN_TERMINAL, protocol=1)


async def test_each_line_of_a_whole_conversation_is_in_the_schema(tmp_path: Path) -> None:
    async with at_work("unknown-requests", tmp_path) as work:
        await work.begin()
        await work.turn()
    lines = [json.loads(line) for line in work.written]
    for line in lines:
        check_outgoing(line, answers="_vendor/thing")
    assert [line.get("method", "error" if "error" in line else "result") for line in lines] == [
        "initialize", "session/new", "session/prompt", "error", "error", "error",
    ]  # fmt: skip
