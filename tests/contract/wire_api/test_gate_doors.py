"""No door of an agent answers anything: every route of the gate, knocked at through every door that is not a person's.

A permission, a question and a grant wait. Whatever is sent through the other doors, they stay as they are, and the
journal has not one entry more. That the same requests do what they say through the person's own door is tried last.
"""

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from countermark.http_api.api import browser_api
from tests.contract.pages.page_client import PageSide, register
from tests.contract.wire.raw_client import Answer, exchange, request
from tests.contract.wire.small_desk import Target, real_hub
from tests.contract.wire_api.conftest import waiting

GATE = re.compile(r"/api/(?:permissions|questions|grants|attention|rules|journal|agents)\b")
REFUSED = frozenset({400, 401, 403, 404, 405, 415, 421})
NOT_OF_BROWSERS = {  # what the person's own programs ask for
    "POST /api/launch-codes": {}, "POST /api/stop": {}, "POST /api/journal/retain": {"days": 1},
    "POST /api/journal/verify": {},
}  # fmt: skip
CHANGES_NOTHING = frozenset(
    {
        "POST /api/rules/check",
        "POST /api/rules/effect",
        "POST /api/agents/{name}/check",
        "POST /api/agents/{name}/conversations",
    }
)
# An agent of the protocol, for whoever could add one.
LISTER = """import json, sys
for line in sys.stdin:
    told = {"protocolVersion": 1, "agentCapabilities": {"sessionCapabilities": {"list": {}}}, "sessions": []}
    print(json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": told}), flush=True)
"""
ANSWERS = [sys.executable, "-c", LISTER]
EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
UNTIL = "2100-01-01T00:00:00Z"


@dataclass(frozen=True)
class Gate:
    """A hub with something to answer, and the requests that would answer it."""

    target: Target
    home: Path
    side: PageSide
    project: Path
    permission: Any
    question: Any
    grant: str

    @property
    def knocks(self) -> Mapping[str, object]:
        """What a person may send, by method and path as OpenAPI names it: valid in every point."""
        asked, question = self.permission, self.question
        answers = [{"name": "Which?", "values": ["A"]}]
        return {
            "POST /api/permissions/{permission_id}/seen": {},
            "POST /api/permissions/{permission_id}/countdown/stop": {},
            "POST /api/questions/{question_id}/seen": {},
            "POST /api/questions/{question_id}/countdown/stop": {},
            "POST /api/attention": {"answering": True},
            "DELETE /api/grants/{grant_id}": None,
            "POST /api/rules/check": {"text": "version = 1\n"},
            "POST /api/rules/effect": {"text": "version = 1\n"},
            "PUT /api/rules/file": {"text": "version = 1\n", "instead_of": EMPTY_SHA256},
            "PUT /api/rules/mode": {"folder": str(self.project), "mode": "read-only", "until": UNTIL},
            "PUT /api/rules/trust": {"folder": str(self.project), "sha256": EMPTY_SHA256},
            "POST /api/journal/checkpoint": {},
            "POST /api/agents": {"name": "mine", "command": ANSWERS},
            "POST /api/agents/{name}/check": {},
            "POST /api/agents/{name}/conversations": {"folder": str(self.project)},
            "POST /api/agents/{name}/remove": {},
            "POST /api/permissions/answers": {
                "answer": "once", "permissions": [{"id": asked["id"], "shown_sha256": asked["sha256"]}],
            },
            "POST /api/permissions/{permission_id}/answer": {"answer": "once", "shown_sha256": asked["sha256"]},
            "POST /api/questions/{question_id}/answer": {
                "outcome": "answered", "shown_sha256": question["sha256"], "answers": answers,
            },
        }  # fmt: skip

    def path(self, named: str) -> str:
        """A path with the ids of what waits."""
        waits = {"permission_id": self.permission["id"], "question_id": self.question["id"]}
        ids = {**waits, "grant_id": self.grant, "name": "mine"}
        return re.sub(r"\{(\w+)\}", lambda found: ids[found[1]], named)

    def each(self) -> Iterator[tuple[str, str, bytes | None]]:
        """Method, path and body of every request that agents must not get through with."""
        for named, body in {**self.knocks, **NOT_OF_BROWSERS}.items():
            method, path = named.split()
            yield method, self.path(path), None if body is None else json.dumps(body).encode()

    def state(self) -> tuple[object, ...]:
        """What nobody but the person may change."""
        permission = self.target.ask("GET", f"/api/permissions/{self.permission['id']}").json
        question = self.target.ask("GET", f"/api/questions/{self.question['id']}").json
        grants = self.target.ask("GET", "/api/grants").json["grants"]
        rules = self.home / "rules.toml"
        entries = self.target.ask("GET", "/api/journal?limit=50").json["entries"]
        newest = next(each["seq"] for each in entries if each["actor"]["id"] != "hub")  # the hub signs by itself
        agents = [file.name for file in (self.home / "agents").glob("*")]
        return permission["permission"], question["question"], grants, rules.exists(), agents, newest


def call(name: str, given: object, *, call_id: str) -> bytes:
    return json.dumps({
        "session_id": "s-1", "cwd": "/srv", "hook_event_name": "PermissionRequest", "tool_name": name,
        "tool_input": given, "tool_use_id": call_id,
    }).encode()  # fmt: skip


@pytest.fixture(scope="module")
def gate() -> Iterator[Gate]:
    folder = Path(tempfile.mkdtemp(prefix="cmg-"))
    question = {"question": "Which?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}
    with ExitStack() as inside:
        inside.callback(shutil.rmtree, folder, ignore_errors=True)
        target = inside.enter_context(real_hub(folder / "home"))
        for number, (name, given) in enumerate(
            [("Bash", {"command": "make a"}), ("Bash", {"command": "make b"}),
             ("AskUserQuestion", {"questions": [question]})]
        ):  # fmt: skip
            inside.enter_context(waiting(target, call(name, given, call_id=f"t{number}"), agent="claude-code"))
        waiting_now = target.ask("GET", "/api/desk").json["open"]["items"]
        granted, asked = sorted((each for each in waiting_now if each["id"][:2] == "pm"), key=lambda each: each["id"])
        body = json.dumps({"answer": "conversation", "shown_sha256": granted["sha256"]}).encode()
        assert target.ask("POST", f"/api/permissions/{granted['id']}/answer", body=body).status == 200
        (grant,) = target.ask("GET", "/api/grants").json["grants"]
        (open_question,) = (each for each in waiting_now if each["id"][:2] == "qu")
        project = folder / "site"
        project.mkdir()
        side = PageSide(target, project, register(target, project).json["site"])
        yield Gate(target, folder / "home", side, project, asked, open_question, grant["id"])


def test_every_changing_route_of_the_gate_is_in_the_table(gate: Gate) -> None:
    paths = browser_api().openapi()["paths"]
    routes = {f"{method.upper()} {path}" for path, known in paths.items() for method in known if method != "get"}
    assert {route for route in routes if GATE.match(route.split()[1])} == set(gate.knocks)


WITH: dict[str, dict[str, str]] = {
    "nothing more": {},
    "a sign-in": {"Authorization": "TOKEN"},
    "the key of MCP": {"Authorization": "KEY"},
    "a cookie": {"Cookie": "countermark=TOKEN"},
    "the page's Origin": {"Authorization": "TOKEN", "Origin": "http://HOST"},
    "plain text": {"Authorization": "TOKEN", "Content-Type": "text/plain"},
}


def headers_of(gate: Gate, given: Mapping[str, str]) -> dict[str, str]:
    words = {
        "TOKEN": gate.target.page_headers["Authorization"], "HOST": gate.target.host,
        "KEY": f"Bearer {(gate.home / 'mcp.key').read_text()}",
    }  # fmt: skip
    filled = {"Content-Type": "application/json", **given}
    for word, value in words.items():
        filled = {name: text.replace(word, value) for name, text in filled.items()}
    return filled


def heard(address: tuple[str, int] | str, octets: bytes) -> Answer:
    answer = exchange(address, octets)
    assert answer is not None
    return answer


@pytest.mark.parametrize("variant", WITH)
@pytest.mark.parametrize("below", ["", "/mcp", "/mcp/SITE", "/api/hooks/claude-code", "/pages/SITE/__inline-review"])
def test_the_agents_socket_answers_nothing(gate: Gate, variant: str, below: str) -> None:
    before = gate.state()
    headers = headers_of(gate, WITH[variant])
    prefix = below.replace("SITE", gate.side.site)
    for method, path, body in gate.each():
        octets = request(method, prefix + path, host="countermark", headers=headers, body=body)
        answer = heard(gate.target.agent_socket, octets)
        assert answer.status in REFUSED, (method, path, answer.status, answer.body)
    assert gate.state() == before


@pytest.mark.parametrize("variant", WITH)
def test_the_persons_socket_answers_nothing_either(gate: Gate, variant: str) -> None:
    before = gate.state()
    for method, path, body in gate.each():
        if f"{method} {path}" in {*NOT_OF_BROWSERS, "POST /api/journal/checkpoint"} or path.startswith("/api/agents"):
            continue  # what a person does at a terminal
        octets = request(method, path, host="countermark", headers=headers_of(gate, WITH[variant]), body=body)
        answer = heard(gate.target.person_socket, octets)
        assert answer.status in REFUSED, (method, path, answer.status, answer.body)
    assert gate.state() == before


@pytest.mark.parametrize("as_browser", [False, True])
def test_the_overlays_door_answers_nothing(gate: Gate, as_browser: bool) -> None:
    before = gate.state()
    headers = {**gate.side.browser, "authorization": gate.target.page_headers["Authorization"]} if as_browser else {}
    for method, path, body in gate.each():
        for below in (path, path.removeprefix("/api"), f"/..{path}"):
            answer = gate.side.ask(method, below, body, headers)
            assert answer.status in REFUSED, (method, below, answer.status, answer.body)
    assert gate.state() == before


@pytest.mark.parametrize("variant", WITH)
def test_the_door_of_mcp_clients_answers_nothing(gate: Gate, variant: str) -> None:
    before = gate.state()
    for below in ("/mcp", f"/mcp/{gate.side.site}"):
        for method, path, body in gate.each():
            octets = request(
                method, below + path, host=gate.target.host, headers=headers_of(gate, WITH[variant]), body=body
            )
            assert heard(gate.target.address, octets).status in REFUSED
    assert gate.state() == before


MODERN = {
    "protocolVersion": "2026-07-28", "clientCapabilities": {}, "clientInfo": {"name": "t", "version": "1"},
}  # fmt: skip


def by_mcp(gate: Gate, method: str, params: Mapping[str, object]) -> Any:
    """One request of an MCP client with the key."""
    meta = {f"io.modelcontextprotocol/{each}": value for each, value in MODERN.items()}
    told = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
    name = str(params.get("name", ""))
    named = {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": method, **({"Mcp-Name": name} if name else {})}
    given = {"Authorization": "KEY", "Accept": "application/json, text/event-stream", **named}
    octets = request(
        "POST", f"/mcp/{gate.side.site}", host=gate.target.host, headers=headers_of(gate, given),
        body=json.dumps(told).encode(),
    )  # fmt: skip
    return heard(gate.target.address, octets).json


def test_no_tool_of_mcp_takes_the_name_of_what_waits(gate: Gate) -> None:
    before = gate.state()
    tools = by_mcp(gate, "tools/list", {})["result"]["tools"]
    assert len(tools) > 5
    for tool in tools:
        fields = tool["inputSchema"]["properties"]
        for waits in (gate.permission["id"], gate.question["id"], gate.grant):
            given = {name: waits for name, its in fields.items() if its.get("type") == "string" and "enum" not in its}
            enums = {name: its["enum"][0] for name, its in fields.items() if "enum" in its}
            if any(name in given for name in ("plan", "note", "message", "review")) and "id" not in given:
                continue  # it opens something of its own, or asks about that: it has no word for what waits
            answer = by_mcp(gate, "tools/call", {"name": tool["name"], "arguments": {**given, **enums}})
            assert "id" not in given or "error" in answer or answer["result"]["isError"], tool["name"]
    assert gate.state() == before


FOREIGN: dict[str, dict[str, str | None]] = {
    "no sign-in": {"Authorization": None},
    "another token": {"Authorization": f"Bearer {'x' * 43}"},
    "the key of MCP": {"Authorization": "KEY"},
    "a cookie": {"Authorization": None, "Cookie": "token=TOKEN; countermark=TOKEN"},
    "no Origin": {"Origin": None},
    "no page's Origin": {"Origin": "null"},
    "another Origin": {"Origin": "http://evil.example"},
    "another port": {"Origin": "http://127.0.0.1:1"},
    "another site": {"Sec-Fetch-Site": "cross-site"},
    "a site beside it": {"Sec-Fetch-Site": "same-site"},
    "plain text": {"Content-Type": "text/plain"},
    "a form": {"Content-Type": "application/x-www-form-urlencoded"},
    "no type": {"Content-Type": None},
}


@pytest.mark.parametrize("variant", FOREIGN)
def test_who_is_not_the_desks_page_answers_nothing(gate: Gate, variant: str) -> None:
    before = gate.state()
    given: dict[str, str | None] = {**gate.target.page_headers, **FOREIGN[variant]}
    headers = headers_of(gate, {name: text for name, text in given.items() if text is not None})
    if given.get("Content-Type") is None:
        del headers["Content-Type"]
    for method, path, body in gate.each():
        octets = request(method, path, host=gate.target.host, headers=headers, body=body)
        assert heard(gate.target.address, octets).status in REFUSED, (method, path)
    assert gate.state() == before


def test_the_page_itself_cannot_ask_for_what_the_persons_programs_may(gate: Gate) -> None:
    before = gate.state()
    for named, body in NOT_OF_BROWSERS.items():
        method, path = named.split()
        assert gate.target.ask(method, path, body=json.dumps(body).encode()).status in (404, 405)
    assert gate.state() == before


def test_z_through_the_persons_own_door_each_of_them_counts(gate: Gate) -> None:
    told: dict[str, int] = {}
    for named, body in gate.knocks.items():
        before = gate.state()
        method, path = named.split()
        answer = gate.target.ask(method, gate.path(path), body=None if body is None else json.dumps(body).encode())
        told[named] = answer.status
        unchanged = named in CHANGES_NOTHING or answer.status == 409 or named.endswith(("checkpoint", "attention"))
        assert unchanged or gate.state() != before, (named, answer.body)
    answered = told.pop("POST /api/permissions/{permission_id}/answer")
    trusted = told.pop("PUT /api/rules/trust")
    assert set(told.values()) == {200}, told
    assert answered == 409, "the bulk answer was first"
    assert trusted in (200, 409), "there are no rules in the project"
