"""A hub that runs, agents that ask it, and browsers that are signed in."""

import itertools
import json
import re
from types import TracebackType
from typing import Self

from playwright.sync_api import Browser, BrowserContext, StorageState

from tests.browser.desk import Desk
from tests.browser.watch import Watch
from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Json, Person, launch_address
from tests.real_agents.workplace import Workplace

SIGNED_IN = re.compile(r"^(http://127\.0\.0\.1:\d+)/#code=(\S+)$")
TOKEN = "countermark.token"  # its name in the storage of the desk's page
PATIENCE_MS = 10_000
WIDE = (1440, 900)


class Attendant(Person):
    """The person whose browsers these are, at the wire: prepares and tidies up."""

    def clears_desk(self) -> None:
        """Answer and notice everything, so that the next test finds an empty desk."""
        for review in self.all_reviews():
            if review["status"] == "open":
                self.presses(review, "approved", None)
            if not review["seen"] or review["status"] == "open":
                path = f"/api/reviews/{review['id']}/seen"
                self._browser.post(path, json={"revision": review["revision"]}).raise_for_status()

        for item in self.open_asked():
            self.refuses(item)

    def open_asked(self) -> list[Json]:
        """The permissions and questions that wait, as a fresh page gets them."""
        opening = json.loads(self._browser.get("/api/desk").raise_for_status().text.splitlines()[0])
        return [item for item in opening["open"]["items"] if item["item_kind"] != "review"]

    def refuses(self, item: Json) -> None:
        """Answer no to a permission, decline a question; it may be over by now."""
        is_permission = item["item_kind"] == "permission"
        kind, answer = ("permissions", {"answer": "no"}) if is_permission else ("questions", {"outcome": "declined"})
        answered = self._browser.post(
            f"/api/{kind}/{item['id']}/answer", json={**answer, "shown_sha256": item["sha256"]}
        )
        assert answered.status_code in (200, 409), answered.text

    def rewords(self, review: Json, mark: Json, words: str) -> None:
        """Change a mark from elsewhere."""
        path = f"/api/reviews/{review['id']}/annotations/{mark['id']}"
        self._browser.patch(path, json={"version": mark["version"], "words": words}).raise_for_status()

    def opens_session(self, **wanted: object) -> str:
        """The id of a session that was opened."""
        answer: Json = self._browser.post("/api/sessions", json=wanted).raise_for_status().json()
        return str(answer["session"]["id"])

    def closes_session(self, session: str) -> None:
        self._browser.post(f"/api/sessions/{session}/close", json={}).raise_for_status()

    def sets(self, **settings: object) -> None:
        self._browser.put("/api/settings", json=settings).raise_for_status()

    def forgets_site(self, site: str) -> None:
        self._browser.request("DELETE", f"/api/pages/sites/{site}", json={}).raise_for_status()


class Office:
    """One hub; every test brings its own profiles and leaves none behind."""

    _sessions = itertools.count(1)

    def __init__(self, browser: Browser, workplace: Workplace, hub: Hub, attendant: Attendant) -> None:
        self.browser = browser
        self.workplace = workplace
        self.hub = hub
        self.attendant = attendant
        self._signed_in: StorageState | None = None
        self._profiles: list[tuple[BrowserContext, Watch]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        seen = [watch for _, watch in self._profiles]
        for profile, _ in self._profiles:
            profile.close()
        self._profiles.clear()
        if kind is None:
            self.judge(seen)

    def judge(self, seen: list[Watch]) -> None:
        """Whatever a test was about: the page made no error, asked nobody else, and kept to its own policy."""
        for watch in seen:
            assert watch.errors == []
            assert watch.dialogs == []
            assert watch.blocked_by_policy() == []
            assert watch.origins() <= {self.address}

    def overlooks_stopped(self) -> None:
        """Leave out of the judgement what a policy has stopped until now; for a test that had it tried."""
        for _, watch in self._profiles:
            watch.console.clear()
            watch.requests.clear()

    @property
    def address(self) -> str:
        """Where the hub is now."""
        ready = self.hub.ready()
        assert ready is not None
        return f"http://127.0.0.1:{ready['port']}"

    def launch_address(self) -> tuple[str, str]:
        """The address with a one-time code, as `countermark open --print` prints it; and the code."""
        printed = launch_address(self.workplace)
        found = SIGNED_IN.match(printed)
        assert found, printed
        return printed, found[2]

    def stranger(self, *, size: tuple[int, int] = WIDE, dark: bool = False) -> BrowserContext:
        """A fresh profile that the hub does not know."""
        return self._profile(None, size=size, dark=dark)

    def profile(self, *, size: tuple[int, int] = WIDE, dark: bool = False, touch: bool = False) -> BrowserContext:
        """A fresh profile that is signed in; what it keeps besides the token is empty."""
        if self._signed_in is None:
            self._signed_in = self._sign_in()
        return self._profile(self._signed_in, size=size, dark=dark, touch=touch)

    def desk(self, profile: BrowserContext | None = None) -> Desk:
        """A new tab at the desk."""
        return Desk((profile or self.profile()).new_page(), self.address).opens()

    def watch_over(self, profile: BrowserContext) -> Watch:
        return next(watch for known, watch in self._profiles if known is profile)

    def asks(self, text: str, *, session: str | None = None) -> HookProcess:
        """An agent submits a plan and waits; each call is a session of its own unless it names one."""
        named = session or f"session-{next(self._sessions)}"
        return HookProcess(self.workplace, plan_payload(text, session=named, cwd=str(self.workplace.project)))

    def _sign_in(self) -> StorageState:
        stranger = self.stranger()
        page = stranger.new_page()
        page.goto(self.launch_address()[0])
        Desk(page, self.address).inbox.wait_for()
        token: str = page.evaluate(f"localStorage.getItem({TOKEN!r})")
        return {
            "cookies": [],
            "origins": [{"origin": self.address, "localStorage": [{"name": TOKEN, "value": token}]}],
        }

    def _profile(
        self, state: StorageState | None, *, size: tuple[int, int], dark: bool, touch: bool = False
    ) -> BrowserContext:
        profile = self.browser.new_context(
            storage_state=state,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            has_touch=touch,
        )
        profile.set_default_timeout(PATIENCE_MS)
        self._profiles.append((profile, Watch().over(profile)))
        return profile
