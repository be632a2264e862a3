"""The page's clock, in the hand of a test."""

import datetime

from playwright.sync_api import Page

LONG_MS = 1000
# What would happen by itself after a second or more never does; shorter pauses are as they were.
NEVER = """(long) => {
  const { setTimeout } = window;
  window.setTimeout = (work, ms = 0, ...more) => (ms < long ? setTimeout(work, ms, ...more) : 0);
}"""


def stands_still(page: Page) -> None:
    """From now on time passes in the page only when `page.clock.run_for` says so."""
    now = datetime.datetime.now(tz=datetime.UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + datetime.timedelta(seconds=30))


def nothing_ends_by_itself(page: Page) -> None:
    """From now on and after every load; for what needs a clock that goes, as axe does."""
    page.add_init_script(f"({NEVER})({LONG_MS})")
    page.evaluate(NEVER, LONG_MS)
