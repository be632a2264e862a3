"""A desk with the real OpenCode server attached to it, a person, and a model that is scripted."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.opencode_server import OpenCodeServer, Talk
from tests.real_agents.person import Hub, Json, countermark, eventually
from tests.real_agents.workplace import Workplace
from tests.scripted_model.script import ToolCall, Turn
from tests.scripted_model.server import ScriptedModel
from tests.scripted_model.told import tool_result, words
from tests.scripted_model.working import Working


@dataclass(frozen=True)
class Attached:
    """What a journey with an attached server needs."""

    workplace: Workplace
    program: Path
    hub: Hub
    person: Gatekeeper
    model: ScriptedModel
    server: OpenCodeServer

    @contextmanager
    def works(self, agent: Working, *, at: OpenCodeServer | None = None) -> Iterator[Talk]:
        """A conversation in which the agent follows its script."""
        self.model.scenarios[agent.name] = agent.turns
        with (at or self.server).talk() as talk:
            talk.says(agent.prompt)
            yield talk

    def result(self, agent: Working, *, step: int = 1) -> str:
        """What the model reads of the call before."""
        return str(tool_result(self.model.request(agent.name, step=step))["content"])

    def hears(self, agent: Working, *, step: int = 1) -> str:
        """All that the model reads."""
        return words(self.model.request(agent.name, step=step))

    def made(self, name: str) -> bool:
        return (self.server.project / name).exists()

    def attach(self, server: OpenCodeServer) -> None:
        """As a person does it in a terminal."""
        countermark(self.workplace, "opencode", "attach", server.address, "--directory", str(server.project))
        self.sees_server(server.address)

    def attaches_with_password(self, server: OpenCodeServer, password: str) -> None:
        """The password goes over stdin, so that no list of processes shows it."""
        command = [
            sys.executable, "-m", "countermark", "opencode", "attach", server.address,
            "--directory", str(server.project), "--password-stdin",
        ]  # fmt: skip
        subprocess.run(
            command, input=f"{password}\n", env=self.workplace.environment(), text=True, check=True, timeout=60
        )
        self.sees_server(server.address)

    def servers(self) -> list[Json]:
        listed: list[Json] = json.loads(countermark(self.workplace, "opencode", "list", "--json"))
        return listed

    def sees_server(self, address: str, *, connected: bool = True) -> Json:
        """The server, once there is a line to it, or none."""

        def wanted() -> Json | None:
            rows = (row for row in self.servers() if row["address"] == address)
            return next((row for row in rows if (row["connected_since"] is not None) == connected), None)

        return eventually(wanted, seconds=60, what=f"connected={connected}", instead=self.servers)


@contextmanager
def attached(workplace: Workplace, program: Path) -> Iterator[Attached]:
    """Everything started and attached, while inside."""
    with ExitStack() as stack:
        model = stack.enter_context(ScriptedModel({}, log=workplace.root / "model.jsonl"))
        server = stack.enter_context(OpenCodeServer(program, workplace, model.url))
        hub = stack.enter_context(Hub(workplace))
        person = stack.enter_context(Gatekeeper(workplace))
        lab = Attached(workplace, program, hub, person, model, server)
        lab.attach(server)
        yield lab


def calls_of(given: list[dict[str, str]]) -> Turn:
    """One answer of the model that runs several commands at once."""
    return Turn("I go on.", beside=tuple(ToolCall("bash", each) for each in given))
