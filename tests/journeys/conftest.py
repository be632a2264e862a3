"""A workplace with a hub and a person at the desk, for journeys through real processes."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import guards
from tests.real_agents.at_the_gate import at_the_gate
from tests.real_agents.having import real
from tests.real_agents.lab import Lab, furnished
from tests.real_agents.person import Hub, Person
from tests.real_agents.pinned import CLAUDE_CODE, OPENCODE
from tests.real_agents.workplace import Workplace


@pytest.fixture
def workplace(home: Path) -> Iterator[Workplace]:
    """A developer's folders; the data folder is the one that the guards watch."""
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    yield Workplace(root, home).furnish()
    shutil.rmtree(root, ignore_errors=True)


@pytest.fixture
def hub(workplace: Workplace) -> Iterator[Hub]:
    with Hub(workplace) as running:
        yield running


@pytest.fixture
def person(workplace: Workplace, hub: Hub) -> Iterator[Person]:
    assert hub.ready()
    with Person(workplace) as somebody:
        yield somebody


@pytest.fixture(scope="module")
def lasting() -> Iterator[tuple[Workplace, Person]]:
    """A workplace with a hub, and a person, for tests that leave nothing on the desk."""
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    for home in guards.own_home(starts_processes=True):
        workplace = Workplace(root, home).furnish()
        with Hub(workplace), Person(workplace) as somebody:
            yield workplace, somebody
    shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(scope="session")
def program() -> Path:
    """The real Claude Code."""
    return real(CLAUDE_CODE)


@pytest.fixture(scope="session")
def opencode() -> Path:
    """The real OpenCode."""
    return real(OPENCODE)


@pytest.fixture
def lab(program: Path, workplace: Workplace) -> Iterator[Lab]:
    with furnished(workplace, program) as lab:
        yield lab


@pytest.fixture(params=["both", "desk"])
def ask_at(request: pytest.FixtureRequest) -> str:
    """Where a person is asked: the terminal and the desk together, or the desk before the call."""
    where: str = request.param
    return where


@pytest.fixture
def gate(workplace: Workplace, program: Path, ask_at: str) -> Iterator[Lab]:
    """A lab whose agents come with permissions and questions."""
    with at_the_gate(workplace, program, ask_at) as lab:
        yield lab
