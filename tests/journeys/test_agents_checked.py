"""Real agents, checked from a terminal: each is started once, says which one it is, and leaves no process."""

from collections.abc import Iterator

import pytest

from tests.guards import processes_with
from tests.real_agents.acp_peers import PEERS
from tests.real_agents.having import real
from tests.real_agents.person import countermark
from tests.real_agents.workplace import Workplace

pytestmark = pytest.mark.soak

ABILITY = "goes on with an earlier conversation and tells it again"
NOWHERE = "http://127.0.0.1:9"  # nobody asks a model anything


@pytest.fixture
def stopped(workplace: Workplace) -> Iterator[Workplace]:
    yield workplace
    countermark(workplace, "stop")


@pytest.mark.parametrize("name", ["claude", "codex", "opencode", "gemini", "copilot", "qwen", "kimi"])
def test_a_real_agent_says_which_one_it_is(stopped: Workplace, name: str) -> None:
    peer = PEERS[name]
    started = peer.starts(real(peer.program), stopped, NOWHERE)
    variables = [word for key, value in started.environment.items() for word in ("--env", f"{key}={value}")]
    countermark(stopped, "agents", "add", "real", *variables, "--", *started.command)
    told = countermark(stopped, "agents", "check", "real")
    says = next(line for line in told.splitlines() if line.startswith("  says "))
    assert says.endswith(f" {peer.program.version}, protocol version 1"), told
    assert ABILITY in told
    running = processes_with("COUNTERMARK_HOME", str(stopped.desk_folder)).values()
    assert [command for command in running if "-m countermark" not in command] == []
