"""A developer's machine with the real Claude Code and Countermark on it, and a person at the desk."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.guards import processes_with
from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.headless_claude import HeadlessClaude
from tests.real_agents.person import Hub, countermark, eventually
from tests.real_agents.terminal_claude import TerminalClaude
from tests.real_agents.workplace import Workplace
from tests.scripted_model.planning import Planning
from tests.scripted_model.server import ScriptedModel


@dataclass(frozen=True)
class Lab:
    """A developer's machine with Countermark installed, a hub, a person at its desk and a model that is scripted."""

    workplace: Workplace
    program: Path
    hub: Hub
    person: Gatekeeper
    model: ScriptedModel

    def headless(self, agent: Planning, *arguments: str) -> HeadlessClaude:
        return HeadlessClaude(
            self.program, self.workplace, model_url=self.learns(agent), arguments=arguments, mode=agent.mode
        )

    def terminal(self, agent: Planning, *arguments: str) -> TerminalClaude:
        url = self.learns(agent)
        return TerminalClaude(self.program, self.workplace, model_url=url, mode=agent.mode, arguments=arguments)

    def learns(self, *agents: Planning) -> str:
        """The address of the model, which knows these scripts from now on."""
        for agent in agents:
            self.model.scenarios[agent.name] = agent.turns
        return self.model.url

    def told(self, agent: Planning, *, step: int) -> dict[str, object]:
        """The request in which the model was asked for this step (0 is the first)."""
        return self.model.request(agent.name, step=step)

    def plan_file(self) -> Path:
        """Where Claude Code keeps the plan."""
        (file,) = (self.workplace.home / ".claude" / "plans").glob("*.md")
        return file

    def hooks(self) -> dict[int, str]:
        """The hook processes that run now."""
        running = processes_with("COUNTERMARK_HOME", str(self.workplace.desk_folder))
        return {process: command for process, command in running.items() if "hook claude-code" in command}

    def no_hook_is_left(self) -> bool:
        eventually(lambda: None if self.hooks() else {}, seconds=20, what="the hooks' end", instead=self.hooks)
        return True


@contextmanager
def furnished(workplace: Workplace, program: Path) -> Iterator[Lab]:
    """Everything installed and running, while inside."""
    with ExitStack() as stack:
        countermark(workplace, "install", "claude-code", "--user")
        hub = stack.enter_context(Hub(workplace))
        person = stack.enter_context(Gatekeeper(workplace))
        model = stack.enter_context(ScriptedModel({}, log=workplace.root / "model.jsonl"))
        yield Lab(workplace, program, hub, person, model)
