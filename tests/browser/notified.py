"""What a desk says to the system, made observable; and a desk that a test can hide."""

from typing import Any

from playwright.sync_api import BrowserContext

from tests.browser.desk import Desk
from tests.browser.office import WIDE, Office

# Chromium's shell shows no notification, and its pages are always visible.
OBSERVED = """
window.told = [];
window.answers = 'granted';
window.Notification = class {
  static permission = 'default';
  static async requestPermission() { return (this.permission = window.answers); }
  constructor(title, options) { Object.assign(this, { title, ...options }); window.told.push(this); }
  close() { this.closed = true; }
};
window.hides = false;
Object.defineProperty(document, 'visibilityState', { get: () => (window.hides ? 'hidden' : 'visible') });
window.looks = 0;  // how often this page has asked whether another one is looked at
if (navigator.locks) {  // about:blank has none
  const query = navigator.locks.query.bind(navigator.locks);
  navigator.locks.query = () => { window.looks += 1; return query(); };
}
navigator.setAppBadge = async (count) => { window.badge = count; };
navigator.clearAppBadge = async () => { window.badge = 0; };
"""
HIDE = "hides => { window.hides = hides; document.dispatchEvent(new Event('visibilitychange')); }"
TITLES = "window.told.map(({ title }) => title)"


class NoticedDesk(Desk):
    """A tab whose notifications are kept."""

    def hides(self, hidden: bool = True) -> None:
        """The person goes to another tab, or comes back."""
        self.page.evaluate(HIDE, hidden)

    def wants(self, *kinds: str) -> None:
        """Switch notifications of these kinds on, in the settings."""
        self.inbox.get_by_role("button", name="Settings").click()
        for kind in kinds:
            self.dialog("Settings").get_by_role("checkbox", name=kind).check()
        self.presses("Escape")

    @property
    def told(self) -> list[str]:
        titles: list[str] = self.page.evaluate(TITLES)
        return titles

    def hears(self, *titles: str) -> None:
        """Wait until the system was told this, and no more."""
        self.page.wait_for_function("count => window.told.length >= count", arg=len(titles))
        assert self.told == list(titles)

    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("({ ...window.told.at(-1) })")
        return found


def observed(office: Office, *, size: tuple[int, int] = WIDE, dark: bool = False) -> BrowserContext:
    """A signed-in profile whose pages keep what they say."""
    profile = office.profile(size=size, dark=dark)
    profile.add_init_script(OBSERVED)
    return profile


def noticed_desk(office: Office, profile: BrowserContext | None = None) -> NoticedDesk:
    """A new tab of that."""
    desk = NoticedDesk((profile or observed(office)).new_page(), office.address)
    return desk.opens()
