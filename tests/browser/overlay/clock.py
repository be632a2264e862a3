"""The page's clock, in the hand of a test."""

import datetime

from playwright.sync_api import Page


def stands_still(page: Page) -> None:
    """From now on time passes in the page only when `page.clock.run_for` says so."""
    now = datetime.datetime.now(tz=datetime.UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + datetime.timedelta(seconds=30))
