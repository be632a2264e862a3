"""The hub as a real process, and a person at its desk: what a browser would do, over the same wire."""

import base64
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from countermark.doorbell import hub_address
from countermark.doorbell.errors import DoorbellError
from countermark.doorbell.ring import read_object, ring
from tests.real_agents.marking import Pen
from tests.real_agents.workplace import Workplace

Json = dict[str, Any]
Found = TypeVar("Found")


class NotYet(AssertionError):
    """Something did not happen in time; says what was there instead."""


def eventually(look: Callable[[], Found | None], *, seconds: float, what: str, instead: Callable[[], object]) -> Found:
    """What `look` finds, as soon as it finds something."""
    deadline = time.monotonic() + seconds
    while (found := look()) is None:
        if time.monotonic() > deadline:
            raise NotYet(f"{what} did not come in {seconds} s; instead: {instead()}")
        time.sleep(0.05)
    return found


def countermark(workplace: Workplace, *arguments: str) -> str:
    """The command line, as a person or an installer runs it; returns what it printed."""
    command = [sys.executable, "-m", "countermark", *arguments]
    done = subprocess.run(
        command, env=workplace.environment(), cwd=workplace.project, capture_output=True, text=True, timeout=60
    )
    if done.returncode != 0:
        raise AssertionError(f"countermark {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def asks_hub(workplace: Workplace, path: str) -> Json:
    """What a command asks the hub that runs, without a Python that starts for it."""
    door = hub_address.door(str(workplace.desk_folder), side="person")
    return read_object(ring(door, "POST", path, body=b"{}", within=60.0))


def launch_address(workplace: Workplace) -> str:
    """The address with a one-time code, as `countermark open --print` prints it; that starts a hub if need be."""
    if hub_address.is_listening(str(workplace.desk_folder), side="person"):
        return str(asks_hub(workplace, "/api/launch-codes")["url"])
    return countermark(workplace, "open", "--print").strip()


class Hub:
    """A hub of its own for one test: started here, perhaps killed and started anew by a hook, stopped at the end."""

    def __init__(self, workplace: Workplace, *, environment: Mapping[str, str] | None = None) -> None:
        """`environment` is what it has beside a clean one; agents that it starts inherit it."""
        self.workplace = workplace
        self._environment = workplace.environment(**(environment or {}))

    def __enter__(self) -> Self:
        return self._start("--port", "0")

    def starts_again(self) -> Self:
        """Another one on the same folder, after it was killed, at the same port as ever."""
        return self._start()

    def _start(self, *options: str) -> Self:
        killed = self.ready()  # what a hub that was killed has left is no sign of this one
        command = [sys.executable, "-m", "countermark", "serve", *options]
        log = (self.workplace.root / "hub.out").open("ab")
        with log:
            self._process = subprocess.Popen(
                command,
                env=self._environment,
                cwd=self.workplace.project,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.another(than=killed["pid"] if killed else None)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if (ready := self.ready()) is not None:
            self._stop(ready["pid"])
        elif self._process.poll() is None:
            self._process.kill()
        self._process.wait(20)

    def _stop(self, pid: int) -> None:
        """As `countermark stop` does; that command itself ends a hub which does not answer."""
        try:
            asks_hub(self.workplace, "/api/stop")
        except DoorbellError:
            countermark(self.workplace, "stop")

        def ended() -> bool | None:
            owner = hub_address.lock_owner(str(self.workplace.desk_folder))
            return True if owner is None or owner["pid"] != pid else None

        eventually(ended, seconds=20, what="the end of the hub", instead=self._said)

    def ready(self) -> Json | None:
        """What `hub.json` says, once a hub has written it."""
        file = self.workplace.desk_folder / "hub.json"
        return json.loads(file.read_text()) if file.exists() else None

    def kill(self) -> int:
        """`kill -9`; returns the process id that is gone."""
        self._process.kill()
        self._process.wait()
        return self._process.pid

    def another(self, *, than: int | None) -> Json:
        """Waits until a hub with another process id is there."""

        def other() -> Json | None:
            found = self.ready()
            return found if found and found["pid"] != than else None

        return eventually(other, seconds=30, what="a hub", instead=self._said)

    def _said(self) -> str:
        logs = (self.workplace.root / "hub.out", self.workplace.desk_folder / "hub.log")
        return "\n".join(log.read_text()[-2000:] for log in logs if log.exists())


class Person:
    """Somebody at the desk, signed in with a one-time code like any browser."""

    def __init__(self, workplace: Workplace) -> None:
        address, _, code = launch_address(workplace).partition("/#code=")
        self._browser = httpx.Client(base_url=address, headers={"Origin": address}, timeout=20, trust_env=False)
        token = self._answered(self._browser.post("/api/sign-in", json={"code": code}))["token"]
        self._browser.headers["Authorization"] = f"Bearer {token}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._browser.close()

    def sees_plan(self, *, revision: int = 1, seconds: float = 60) -> Json:
        """The open review, once it shows this revision."""

        def waiting() -> Json | None:
            rows = self._get("/api/reviews?status=open")["reviews"]
            return next((row for row in rows if row["revision"] == revision), None)

        return eventually(waiting, seconds=seconds, what=f"revision {revision}", instead=self.all_reviews)

    def reads(self, review: Json) -> Json:
        """The review with its document, as the review pane loads it."""
        return self._get(f"/api/reviews/{review['id']}")

    def approves(self, review: Json, *, notes: str | None = None, mode: str | None = None) -> Json:
        return self._decides(review, "approved", notes, mode=mode)

    def requests_changes(self, review: Json, words: str) -> Json:
        return self._decides(review, "changes_requested", words)

    def feedback(self, review: Json) -> str:
        """The words that the desk says the agent gets."""
        found = self._get(f"/api/reviews/{review['id']}/feedback?revision={review['revision']}")
        return str(found["markdown"])

    def sees(self, review: Json, *, seconds: float = 30, **fields: object) -> Json:
        """The review, once its row has these values."""

        def now() -> Json:
            row: Json = self._get(f"/api/reviews/{review['id']}")["review"]
            return row

        def as_wanted() -> Json | None:
            row = now()
            return row if all(row[name] == value for name, value in fields.items()) else None

        return eventually(as_wanted, seconds=seconds, what=f"{fields}", instead=now)

    def all_reviews(self) -> list[Json]:
        """Every review there is: the open ones, then page after page of the decided ones."""
        rows: list[Json] = self._get("/api/reviews?status=open")["reviews"]
        page: list[Json] = self._get("/api/reviews?status=decided")["reviews"]
        while page:
            rows += page
            page = self._get(f"/api/reviews?status=decided&before={page[-1]['id']}")["reviews"]
        return rows

    def journal(self) -> list[Json]:
        """Every entry there is, newest first."""
        entries: list[Json] = []
        page: list[Json] = self._get("/api/journal?limit=500")["entries"]
        while page:
            entries += page
            page = self._get(f"/api/journal?limit=500&before={page[-1]['seq']}")["entries"]
        return entries

    def takes_pen(self, review: Json) -> Pen:
        """A pen for the revision that is open, whole."""
        return Pen(self.reads_slices(review["id"], revision=review["revision"]), revision=review["revision"])

    def reads_slices(self, review_id: str, *, revision: int = 1) -> str:
        """The whole document of a revision, slice by slice as the desk asks for it."""
        document = f"/api/reviews/{review_id}/revisions/{revision}/document"
        first = self._get(document)
        later = (self._get(f"{document}?slice={number}") for number in range(1, first["slices"]))
        return "".join(part["html"] for part in (first, *later))

    def sees_review(self, review_id: str) -> Json:
        """A review as its row in the inbox has it."""
        row: Json = self._get(f"/api/reviews/{review_id}/state")["review"]
        return row

    def marks(self, review: Json, mark: tuple[str, Json]) -> str:
        """Puts a mark there; returns its id."""
        name, given = mark
        self._answered(self._browser.put(f"/api/reviews/{review['id']}/annotations/{name}", json=given))
        return name

    def brings_image(self, name: str, content: bytes) -> Json:
        """Pastes an image; returns how a mark names it."""
        given = {"name": name, "data": base64.b64encode(content).decode()}
        return self._answered(self._browser.post("/api/images", json=given))

    def does(self, review: Json, mark: str, deed: str, **how: object) -> Json:
        """`keep`, `address`, `reopen` or `restore` for a mark."""
        answer = self._browser.post(f"/api/reviews/{review['id']}/annotations/{mark}/{deed}", json=how)
        found: Json = self._answered(answer)["annotation"]
        return found

    def sees_marks(self, review: Json, *, revision: int) -> dict[str, Json]:
        """The marks as they stand on a revision, by id, in the order in which the desk lists them."""
        found = self._get(f"/api/reviews/{review['id']}/annotations?revision={revision}")["annotations"]
        return {mark["id"]: mark for mark in found}

    def sees_carried(self, review: Json, marks: Iterable[str]) -> dict[str, Json]:
        """All these marks as they stand on the newest revision; they are looked for there once it has arrived."""
        wanted = set(marks)

        def now() -> dict[str, Json]:
            return self.sees_marks(review, revision=review["revision"])

        def all_there() -> Json | None:
            found = now()
            return found if wanted <= set(found) else None

        return eventually(all_there, seconds=30, what=f"{len(wanted)} marks", instead=now)

    def sees_drafts(self, review: Json) -> tuple[Json | None, list[Json]]:
        """The words beside the answer, and the marks that are being written."""
        state = self._get(f"/api/reviews/{review['id']}/state")
        return state["draft"], state["mark_drafts"]

    def compares(self, review: Json, *, old: int, new: int, view: str) -> Json:
        return self._get(f"/api/reviews/{review['id']}/comparison?old={old}&new={new}&view={view}")

    def previews(self, review: Json, verdict: str, *, notes: str | None = None, marks: Sequence[str] = ()) -> Json:
        """The words for the agent as the desk shows them before they are sent, and their digest."""
        asked = {"verdict": verdict, "notes": notes, "annotations": list(marks)}
        return self._answered(self._browser.post(f"/api/reviews/{review['id']}/feedback-preview", json=asked))

    def decides(self, review: Json, verdict: str, *, notes: str | None = None, marks: Sequence[str] = ()) -> str:
        """Looks at the preview and sends exactly that; returns its words."""
        preview = self.previews(review, verdict, notes=notes, marks=marks)
        extra = {"annotations": list(marks), "feedback_sha256": preview["sha256"]}
        self._answered(self.presses(review, verdict, notes, **extra))
        return str(preview["markdown"])

    def shares(self, action: str, **how: object) -> httpx.Response:
        """`into`, `open` or `choose`; nothing for what a review has to share."""
        return self._browser.post(f"/api/shares{'/' * bool(action)}{action}", json=how)

    def keeps_draft(self, review: Json, text: str, **slot: object) -> None:
        kept = {"revision": review["revision"], "text": text, "kind": "changes_requested", "version": 0, **slot}
        self._answered(self._browser.put(f"/api/reviews/{review['id']}/draft", json=kept))

    def presses(self, review: Json, verdict: str, notes: str | None, **extra: object) -> httpx.Response:
        """The desk's raw answer to a verdict."""
        shown = {"shown_sha256": review["sha256"], "revision": review["revision"]}
        decision = {"verdict": verdict, "notes": notes, **shown, **extra}
        return self._browser.post(f"/api/reviews/{review['id']}/verdict", json=decision)

    @property
    def credential(self) -> str:
        """What this browser sends with every request."""
        return self._browser.headers["Authorization"]

    def signs_out(self) -> None:
        self._browser.post("/api/sign-out", json={}).raise_for_status()

    def is_signed_out(self) -> bool:
        return self._browser.get("/api/session").status_code == httpx.codes.UNAUTHORIZED

    @contextmanager
    def follows_feed(self, *, since: int = 0) -> Iterator[Iterator[str]]:
        """The lines of the feed, while inside."""
        with self._browser.stream("GET", f"/api/feed?since={since}") as feed:
            yield feed.iter_lines()

    def _decides(self, review: Json, verdict: str, notes: str | None, **more: object) -> Json:
        decided: Json = self._answered(self.presses(review, verdict, notes, **more))["review"]
        return decided

    def _get(self, path: str) -> Json:
        return self._answered(self._browser.get(path))

    def _answered(self, answer: httpx.Response) -> Json:
        if answer.status_code != httpx.codes.OK:
            raise AssertionError(f"{answer.request.url.path}: {answer.status_code} {answer.text}")
        found: Json = answer.json()
        return found
