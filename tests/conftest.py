"""Guards around every test: a home of its own, no network, no leftover process, no event loop that stands still."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import hypothesis
import pytest

# Helpers that judge say what they have compared.
pytest.register_assert_rewrite(
    *(f"tests.{place}" for place in ("browser", "contract", "journeys", "real_agents", "sites"))
)

from tests import figures, guards  # noqa: E402

RUN_HOME = guards.borrow_machine()  # before anything of ours is imported
STANDSTILLS: list[str] = []
RINGS = ("unit", "contract", "house", "journeys", "browser")

hypothesis.settings.register_profile("countermark", deadline=None, print_blob=True, derandomize=not figures.FULL)
hypothesis.settings.load_profile("countermark")


def remove_stray_repository() -> None:
    """A real Codex leaves an empty `.git` where the folders of tests lie: each would be a part of that project."""
    with suppress(OSError):
        Path(tempfile.gettempdir(), ".git").rmdir()


def pytest_configure() -> None:
    remove_stray_repository()
    guards.watch_borders()
    guards.watch_loop(STANDSTILLS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test belongs to the ring whose folder it lies in."""
    tests = Path(__file__).parent
    for item in items:
        ring = item.path.relative_to(tests).parts[0]
        if ring in RINGS:
            item.add_marker(ring)


@pytest.fixture(autouse=True)
def home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data folder of this test; `COUNTERMARK_HOME` points to it."""
    pure = any(request.node.get_closest_marker(ring) for ring in ("unit", "house"))
    for folder in guards.own_home(starts_processes=not pure):
        monkeypatch.setenv("COUNTERMARK_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def loop_never_stands_still() -> Iterator[None]:
    """A step that holds the event loop holds every waiting agent and every open desk."""
    STANDSTILLS.clear()
    yield
    if STANDSTILLS:
        pytest.fail(f"The event loop stood still: {STANDSTILLS}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    left = guards.leftovers("HOME", str(RUN_HOME))
    told = [guards.told_of(process) for process in left]
    guards.end(left)
    shutil.rmtree(RUN_HOME, ignore_errors=True)
    remove_stray_repository()
    if left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        print(f"\nProcesses were left behind: {left}", *told, sep="\n")  # noqa: T201
