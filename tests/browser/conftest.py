"""One Chromium for the ring, one hub for the tests that do it no harm, and a hub of their own for the others."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests import figures
from tests.browser import chromium
from tests.browser.desk import Desk
from tests.browser.office import PATIENCE_MS, Attendant, Office
from tests.real_agents.person import Hub
from tests.real_agents.workplace import Workplace

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(autouse=True)
def loop_never_stands_still() -> None:
    """The one event loop of this process is Playwright's, and the test itself runs inside its steps."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium's shell; the whole of it in `make soak`."""
    with chromium.started(whole=figures.FULL) as running:
        yield running


@contextmanager
def furnished(browser: Browser, desk_folder: Path, settings: str = "") -> Iterator[Office]:
    """An office with a hub that starts now and ends with it."""
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    try:
        workplace = Workplace(root, desk_folder).furnish()
        if settings:
            desk_folder.mkdir(exist_ok=True)
            (desk_folder / "settings.toml").write_text(settings)
        with Hub(workplace) as hub, Attendant(workplace) as attendant:
            yield Office(browser, workplace, hub, attendant)
    finally:
        shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(scope="package")
def lasting_office(browser: Browser) -> Iterator[Office]:
    folder = Path(tempfile.mkdtemp(prefix="cm-d-"))
    with furnished(browser, folder) as office:
        yield office
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def office(lasting_office: Office) -> Iterator[Office]:
    """The shared office, tidied up afterwards."""
    with lasting_office:
        yield lasting_office
    lasting_office.attendant.clears_desk()


@pytest.fixture
def own_office(request: pytest.FixtureRequest, browser: Browser, home: Path) -> Iterator[Office]:
    """An office that a test may wreck; a parameter is its settings.toml."""
    with furnished(browser, home, getattr(request, "param", "")) as office, office:
        yield office


@pytest.fixture
def desk(office: Office) -> Desk:
    """A tab at the shared desk."""
    return office.desk()
