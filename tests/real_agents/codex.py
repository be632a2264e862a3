"""The real Codex CLI without a screen, spoken to as an editor does: its app server's JSON, one message a line."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.real_agents.line_program import LineProgram, Message
from tests.real_agents.workplace import API_KEY, Workplace

ASKS_PERSON, ASKS_NOBODY = "on-request", "never"
MODEL = "gpt-5.5"  # Codex gives its tool for patches to models that it knows,
UNKNOWN_MODEL = "scripted-1"  # and the tools of servers at once to others alone


def configuration(model_url: str, servers: Mapping[str, Sequence[str]]) -> str:
    """What config.toml holds, so that Codex talks to nobody but the scripted model and these MCP servers."""
    model = UNKNOWN_MODEL if servers else MODEL
    lines = [f'model = "{model}"', 'model_provider = "lab"', "[model_providers.lab]", 'name = "lab"',
             f'base_url = "{model_url}/v1"', 'env_key = "LAB_KEY"', 'wire_api = "responses"']  # fmt: skip
    for name, command in servers.items():
        lines += [f"[mcp_servers.{name}]", f"command = {json.dumps(command[0])}", f"args = {json.dumps(command[1:])}"]
    return "\n".join(lines) + "\n"


class Codex(LineProgram):
    """`with Codex(program, workplace, model_url=…) as codex: codex.prompt("…")`."""

    def __init__(
        self,
        program: Path,
        workplace: Workplace,
        *,
        model_url: str,
        approval: str = ASKS_PERSON,
        sandbox: str = "read-only",
        servers: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._home = workplace.home / ".codex"
        self._home.mkdir(exist_ok=True)
        (self._home / "config.toml").write_text(configuration(model_url, servers or {}))
        # Codex makes no links to its own helpers in a home that lies in the folder for temporary files: another one.
        temporary = workplace.root / "temporary"
        temporary.mkdir(exist_ok=True)
        environment = workplace.environment(LAB_KEY=API_KEY, CODEX_HOME=str(self._home), TMPDIR=str(temporary))
        super().__init__(
            [program, "app-server"], name="Codex", cwd=workplace.project, env=environment,
            errors=workplace.root / "codex.stderr",
        )  # fmt: skip
        self._requests = 0
        self._begin(workplace.project, approval, sandbox)

    def _begin(self, project: Path, approval: str, sandbox: str) -> None:
        client = {"name": "lab", "title": "Lab", "version": "1"}
        self.asks("initialize", clientInfo=client, capabilities={"experimentalApi": True})
        self._write({"method": "initialized"})
        self.trusts_hooks(project)
        opened = self.asks("thread/start", cwd=str(project), approvalPolicy=approval, sandbox=sandbox)
        self.conversation = str(opened["thread"]["id"])

    def trusts_hooks(self, project: Path) -> None:
        """What a person does with /hooks in the terminal: without it Codex starts none of them, and says nothing."""
        listed = self.asks("hooks/list", cwds=[str(project)])["data"][0]["hooks"]
        trusted = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in listed}
        edit = {"keyPath": "hooks.state", "value": trusted, "mergeStrategy": "upsert"}
        self.asks("config/batchWrite", edits=[edit], reloadUserConfig=True)

    def prompt(self, text: str, *, plan_mode: bool = False) -> None:
        settings = {"model": MODEL, "reasoning_effort": None, "developer_instructions": None}
        mode = {"collaborationMode": {"mode": "plan", "settings": settings}} if plan_mode else {}
        self.asks("turn/start", threadId=self.conversation, input=[{"type": "text", "text": text}], **mode)

    def asked_host(self, *, nth: int = 1, seconds: float = 60.0) -> Message:
        """The nth time Codex asked its host, which is what its terminal dialog is to a person."""
        return self._nth(nth, lambda message: "method" in message and "id" in message, seconds)

    def has_asked_host(self) -> bool:
        return any("method" in message and "id" in message for message in self.messages())

    def interrupt(self) -> None:
        """What Escape is in the terminal."""
        begun = [message for message in self.messages() if message.get("method") == "turn/started"][-1]
        self.asks("turn/interrupt", threadId=self.conversation, turnId=begun["params"]["turn"]["id"])

    def answers_host(self, question: Message, **answer: object) -> None:
        """The host answers, as a person at the terminal would."""
        self._write({"id": question["id"], "result": answer})

    def finished_turn(self, *, nth: int = 1, seconds: float = 60.0) -> Message:
        """The message that closes the nth turn."""
        return self._nth(nth, lambda message: message.get("method") == "turn/completed", seconds)

    def asks(self, method: str, **params: object) -> Message:
        """The result of a request to the app server."""
        self._requests += 1
        number = self._requests
        self._write({"id": number, "method": method, "params": params})

        def answer() -> Message | None:
            found = (m for m in self._messages if m.get("id") == number and "method" not in m)
            return next(found, None)

        answered = self._wait(answer, 60.0)
        assert "result" in answered, answered
        result: Message = answered["result"]
        return result
