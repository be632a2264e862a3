"""The real OpenCode with our plugin in a configuration that asks nothing, a hub, a person, and a scripted model."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.guards import processes_with
from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.opencode_server import OpenCodeServer, Talk
from tests.real_agents.person import Hub, countermark, eventually
from tests.real_agents.pinned import OPENCODE
from tests.real_agents.workplace import Workplace
from tests.repositories import make_repository
from tests.scripted_model.server import ScriptedModel
from tests.scripted_model.told import tool_result
from tests.scripted_model.working import Working

DEPENDENCIES = {"packages": {"": {"dependencies": {"@opencode-ai/plugin": OPENCODE.version}}}}


@dataclass(frozen=True)
class Gated:
    """What a journey through the plugin needs."""

    workplace: Workplace
    hub: Hub
    person: Gatekeeper
    model: ScriptedModel
    server: OpenCodeServer

    @contextmanager
    def works(self, *agents: Working) -> Iterator[Talk]:
        """A conversation in which the first agent follows its script, and those that it sends theirs."""
        for agent in agents:
            self.model.scenarios[agent.name] = agent.turns
        with self.server.talk() as talk:
            talk.says(agents[0].prompt)
            yield talk

    def result(self, agent: Working, *, step: int = 1) -> str:
        """What the model reads of the call before."""
        return str(tool_result(self.model.request(agent.name, step=step))["content"])

    def made(self, name: str = "made.txt") -> bool:
        """Whether the agent has made this file."""
        return (self.server.project / name).exists()

    def no_hook_is_left(self) -> bool:
        """Waits until no hook of the plugin's runs."""

        def running() -> list[str]:
            processes = processes_with("COUNTERMARK_HOME", str(self.workplace.desk_folder))
            return [command for command in processes.values() if "hook opencode" in command]

        eventually(lambda: None if running() else True, seconds=20, what="the hooks' end", instead=running)
        return True


def needs_no_network(folder: Path) -> None:
    """OpenCode finds installed here what it would fetch for any plugin; ours uses none of it."""
    (folder / "node_modules").mkdir(parents=True)
    (folder / "package-lock.json").write_text(json.dumps(DEPENDENCIES))


@contextmanager
def gated(workplace: Workplace, program: Path, *, asks: Mapping[str, str] | None = None) -> Iterator[Gated]:
    """Everything installed and running, while inside; OpenCode's own configuration asks nothing, or `asks` this."""
    with ExitStack() as stack:
        hub = stack.enter_context(Hub(workplace))
        person = stack.enter_context(Gatekeeper(workplace))
        model = stack.enter_context(ScriptedModel({}, log=workplace.root / "model.jsonl"))
        make_repository(workplace.project)  # so that this is the project, and not a folder above it
        countermark(workplace, "install", "opencode", "--project")
        for folder in (workplace.project / ".opencode", workplace.root / "opencode-state" / "config" / "opencode"):
            needs_no_network(folder)
        server = stack.enter_context(OpenCodeServer(program, workplace, model.url, more={"permission": asks or {}}))
        yield Gated(workplace, hub, person, model, server)
