"""A site for each test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.overlay_paint.house import Site


@pytest.fixture
def site(browser: Browser) -> Iterator[Site]:
    site = Site(browser)
    yield site
    site.profile.close()
