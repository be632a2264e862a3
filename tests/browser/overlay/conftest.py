"""One hub and one site for the folder; every test begins with an empty page file and a browser that knows nothing."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site
from tests.browser.watch import Watch
from tests.real_agents.person import Hub, eventually
from tests.real_agents.workplace import Workplace


@pytest.fixture(scope="package")
def running_site() -> Iterator[Site]:
    root = Path(tempfile.mkdtemp(prefix="cm-o-"))
    try:
        workplace = Workplace(root, root / "desk").furnish()
        with Hub(workplace), Site(workplace) as site:
            yield site
    finally:
        shutil.rmtree(root, ignore_errors=True)


@pytest.fixture
def site(running_site: Site) -> Site:
    """The shared site with nothing in its page file."""
    running_site.resets()
    eventually(running_site.is_empty, seconds=10, what="an empty page file", instead=running_site.stored)
    return running_site


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def reviewed(browser: Browser, site: Site, watch: Watch) -> Iterator[Reviewed]:
    """A tab that has not been here before; the page makes no error and writes nothing to the console."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, permissions=["clipboard-read", "clipboard-write"]
    )
    watch.over(context)
    tab = Reviewed(context.new_page(), site)
    yield tab
    context.close()
    assert watch.errors == []
    assert [line for line in watch.console if not any(words in line for words in tab.forgiven)] == []
    assert watch.origins() <= {site.address}
