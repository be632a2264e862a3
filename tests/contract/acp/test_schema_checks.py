"""What the check of outgoing messages accepts and refuses: it has to be able to say no."""

from typing import Any

import pytest

from tests.real_agents.acp_schema import check_outgoing


def request(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def notification(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def response(result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": "agent-1", "result": result}


TEXT = {"type": "text", "text": "Good morning"}
STDIO = {"name": "files", "command": "/usr/bin/files", "args": [], "env": [{"name": "A", "value": "b"}]}
CALLS = {
    "initialize": request(
        "initialize",
        protocolVersion=1,
        clientCapabilities={
            "fs": {"readTextFile": True, "writeTextFile": True},
            "terminal": True,
            "auth": {"terminal": True},
            "elicitation": {"form": {}, "url": {}},
            "session": {"configOptions": {"boolean": {}}, "notices": {}, "compaction": {}},
            "_meta": {"anything": ["goes"]},
        },
        clientInfo={"name": "desk", "title": "The desk", "version": "1"},
    ),
    "new": request("session/new", cwd="/srv/shop", mcpServers=[STDIO]),
    "load": request("session/load", sessionId="s", cwd="/srv/shop", mcpServers=[]),
    "resume": request("session/resume", sessionId="s", cwd="/srv/shop"),
    "fork": request("session/fork", sessionId="s", cwd="/srv/shop"),
    "list": request("session/list", cursor="opaque"),
    "prompt": request("session/prompt", sessionId="s", prompt=[TEXT]),
    "link": request(
        "session/prompt", sessionId="s", prompt=[{"type": "resource_link", "uri": "file:///a", "name": "a"}]
    ),
    "mode": request("session/set_mode", sessionId="s", modeId="plan"),
    "model": request("session/set_model", sessionId="s", modelId="m"),
    "option": request("session/set_config_option", sessionId="s", configId="model", value="m"),
    "switch": request("session/set_config_option", sessionId="s", configId="fast", type="boolean", value=True),
    "cancel": notification("session/cancel", sessionId="s"),
    "cancel request": notification("$/cancel_request", requestId=3),
    "logout": {"jsonrpc": "2.0", "id": 9, "method": "logout"},
    "own": request("_desk/anything", whatever=1),
}
RESPONSES = {
    "selected": ("session/request_permission", {"outcome": {"outcome": "selected", "optionId": "yes"}}),
    "cancelled": ("session/request_permission", {"outcome": {"outcome": "cancelled"}}),
    "read": ("fs/read_text_file", {"content": "words"}),
    "written": ("fs/write_text_file", {}),
    "terminal": ("terminal/create", {"terminalId": "t"}),
    "output": ("terminal/output", {"output": "", "truncated": False, "exitStatus": {"exitCode": 0}}),
    "accepted": ("elicitation/create", {"action": "accept", "content": {"colour": "blue"}}),
    "declined": ("elicitation/create", {"action": "decline"}),
}
REFUSED = {
    "42": (42, None, "an object"),
    "no version": ({"id": 1, "method": "logout"}, None, "jsonrpc"),
    "unknown method": (request("session/jump", sessionId="s"), None, "no request"),
    "an agent's method": (request("fs/read_text_file", sessionId="s", path="/a"), None, "no request"),
    "a request without an id": (notification("session/prompt", sessionId="s", prompt=[TEXT]), None, "no notification"),
    "a notification with an id": (request("session/cancel", sessionId="s"), None, "no request"),
    "a boolean as id": ({**CALLS["prompt"], "id": True}, None, "/id"),
    "no servers": (request("session/new", cwd="/srv/shop"), None, "mcpServers"),
    "a number as folder": (request("session/new", cwd=3, mcpServers=[]), None, "/params/cwd"),
    "a server without arguments": (
        request("session/new", cwd="/w", mcpServers=[{"name": "a", "command": "b", "env": []}]), None, "/mcpServers/0",
    ),
    "an unknown block": (request("session/prompt", sessionId="s", prompt=[{"type": "song"}]), None, "/params/prompt/0"),
    "a misspelt field": (request("session/prompt", sessionId="s", prompt=[{**TEXT, "txt": "a"}]), None, "txt"),
    "a misspelt capability": (
        request("initialize", protocolVersion=1, clientCapabilities={"fs": {"readtextfile": True}}), None,
        "readtextfile",
    ),
    "no id": ({"jsonrpc": "2.0", "id": None, "result": {}}, "terminal/kill", "/id"),
    "a list as parameters": ({**CALLS["logout"], "params": []}, None, "/params"),
    "a stray key": ({**CALLS["prompt"], "colour": "blue"}, None, "colour"),
    "both halves": ({"jsonrpc": "2.0", "id": 1, "result": {}, "error": {"code": 1, "message": "a"}},
                    "terminal/kill", "result"),
    "an outcome without its option": (
        response({"outcome": {"outcome": "selected"}}), "session/request_permission", "/result/outcome",
    ),
    "an unknown outcome": (
        response({"outcome": {"outcome": "rejected"}}), "session/request_permission", "/result/outcome",
    ),
    "no content": (response({}), "fs/read_text_file", "content"),
    "a result for nobody": (response({}), "craft/drain", "craft/drain"),
    "an error without words": (
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601}}, "craft/drain", "/error",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_the_protocol_knows_is_accepted(name: str) -> None:
    assert CALLS[name]["method"]
    check_outgoing(CALLS[name])


@pytest.mark.parametrize("name", RESPONSES)
def test_a_response_of_the_right_shape_is_accepted(name: str) -> None:
    method, result = RESPONSES[name]
    assert isinstance(result, dict)
    check_outgoing(response(result), answers=method)


@pytest.mark.parametrize("number", [7, "seven", None])
def test_an_error_answers_any_method(number: object) -> None:
    refused = {"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "Method not found"}}
    check_outgoing(refused, answers="craft/drain")


@pytest.mark.parametrize("name", REFUSED)
def test_what_breaks_the_protocol_is_refused_with_its_place(name: str) -> None:
    message, method, place = REFUSED[name]
    with pytest.raises(AssertionError, match=place):
        check_outgoing(message, answers=method)


def test_version_two_has_shapes_of_its_own() -> None:
    opened = request("initialize", protocolVersion=2, info={"name": "desk", "version": "1"}, capabilities={})
    check_outgoing(opened, version=2)
    with pytest.raises(AssertionError, match="info"):
        check_outgoing(request("initialize", protocolVersion=2), version=2)
