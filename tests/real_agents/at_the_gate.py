"""A lab whose agents come with permissions and questions, and what its tests ask of it."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.real_agents import asking_server
from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.lab import Lab, furnished
from tests.real_agents.person import Hub, countermark
from tests.real_agents.workplace import Workplace
from tests.scripted_model.server import ScriptedModel
from tests.scripted_model.told import tool_result
from tests.scripted_model.working import Working

TOUCH = "touch made.txt"
WORDS = 'Not this one:\n\n\t- use "git" — bitte ✓ <b>now</b>'


@contextmanager
def at_the_gate(workplace: Workplace, program: Path, ask_at: str, *, wait: int = 60) -> Iterator[Lab]:
    """A lab whose hub asks at this point, and waits so many seconds for a person."""
    set_gate(workplace, ask_at, wait)
    with furnished(workplace, program) as lab:
        yield lab


@contextmanager
def others_at_the_gate(
    workplace: Workplace, program: Path, ask_at: str, *, agent: str, wait: int = 60
) -> Iterator[Lab]:
    """The same for another agent, with our hooks installed for it."""
    set_gate(workplace, ask_at, wait)
    with ExitStack() as stack:
        countermark(workplace, "install", agent, "--user")
        hub = stack.enter_context(Hub(workplace))
        person = stack.enter_context(Gatekeeper(workplace))
        model = stack.enter_context(ScriptedModel({}, log=workplace.root / "model.jsonl"))
        yield Lab(workplace, program, hub, person, model)


def set_gate(workplace: Workplace, ask_at: str, wait: int) -> None:
    """The settings of the hub that starts next."""
    settings = workplace.desk_folder / "settings.toml"
    settings.write_text(f'[permissions]\nask_at = "{ask_at}"\nwait = {wait}\n')


def write_rule(workplace: Workplace, **fields: object) -> None:
    """One rule, which counts from now on."""
    lines = [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    (workplace.desk_folder / "rules.toml").write_text("\n".join(["version = 1", "[[rule]]", 'id = "one"', *lines, ""]))


def breaks_hub(lab: Lab) -> None:
    """Ends the hub; none can be started until its settings are mended."""
    countermark(lab.workplace, "stop")
    (lab.workplace.desk_folder / "settings.toml").write_text("[nonsense]\n")


def servers(listed: Path | None = None) -> tuple[str, str]:
    """A server that asks, as Claude Code is told of it; it makes the file `listed` when it was asked for its tools."""
    server = {"command": sys.executable, "args": [asking_server.__file__, *([] if listed is None else [str(listed)])]}
    return "--mcp-config", json.dumps({"mcpServers": {"ship": server}})


def made(lab: Lab, name: str = "made.txt") -> bool:
    """Whether the agent has made this file in its project."""
    return (lab.workplace.project / name).exists()


def result(lab: Lab, agent: Working, *, step: int = 1) -> str:
    """What the model reads of the call before."""
    return str(tool_result(lab.told(agent, step=step))["content"])
