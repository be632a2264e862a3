"""An agent that can only write files, played by hand beside a watch of its folder."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countermark.actions.desk import Desk
from countermark.actions.reviews import decide, open_reviews
from countermark.agents.spool.folder import FolderSight, PlanFolder
from countermark.agents.spool.watching import PlanWatch
from countermark.model.actors import person
from countermark.model.reviews import Review, Verdict
from tests.contract.memory_desk import HandClock

TOKEN = "0123456789abcdef"
ME = person("signed-in")
SETTLED = 3.0  # seconds, after which nothing counts as half written


@dataclass
class FolderSide:
    """The folder as agents have it, and a hub's watch of it whose looks are taken by hand."""

    desk: Desk
    clock: HandClock
    path: Path
    watch: PlanWatch

    def submits(self, plan_id: str, text: str | bytes = "# A plan\n", **fields: object) -> None:
        """The plan, then the file that waits; a field that is None is left out."""
        (self.path / f"{plan_id}.md").write_bytes(text if isinstance(text, bytes) else text.encode())
        self.waits(plan_id, **fields)

    def waits(self, plan_id: str, **fields: object) -> None:
        usual = {"token": TOKEN, "pid": os.getpid(), "createdAt": self.clock.at}
        said = {name: value for name, value in (usual | fields).items() if value is not None}
        (self.path / f"{plan_id}.waiting").write_text(json.dumps(said))

    def response(self, plan_id: str) -> Any:
        """What the agent finds; None as long as there is nothing."""
        file = self.path / f"{plan_id}.response"
        return json.loads(file.read_text()) if file.exists() else None

    def takes(self, plan_id: str) -> Any:
        """As a client does: the response first, then the file that waited."""
        answer = self.response(plan_id)
        (self.path / f"{plan_id}.response").unlink()
        (self.path / f"{plan_id}.waiting").unlink()
        return answer

    async def looks(self) -> None:
        await self.watch.look()

    async def settles(self) -> None:
        """Long enough for whatever seemed half written."""
        await self.watch.look()
        self.clock.forward(SETTLED)
        await self.watch.look()

    def starts_anew(self, folder: PlanFolder | None = None) -> None:
        """Another hub on the same store: nothing of the last one's memory is left."""
        self.watch.close()
        self.watch = new_watch(self.desk, self.clock, folder or PlanFolder(self.path))

    async def open(self) -> list[Review]:
        return list(await self.desk.read(open_reviews))

    async def only_review(self) -> Review:
        [review] = await self.open()
        return review

    async def review(self, review_id: str) -> Review:
        review = await self.desk.read(lambda reader: reader.review(review_id))
        assert review is not None
        return review

    async def approves(self, review: Review, *, notes: str | None = None) -> None:
        await self._decides(review, Verdict.APPROVED, notes)

    async def requests_changes(self, review: Review, words: str) -> None:
        await self._decides(review, Verdict.CHANGES_REQUESTED, words)

    async def _decides(self, review: Review, verdict: Verdict, notes: str | None) -> None:
        await decide(self.desk, review.id, verdict, notes=notes, shown_sha256=review.latest.sha256, by=ME)

    async def kinds(self) -> list[str]:
        """The kinds of all entries, oldest first."""
        return [entry.kind for entry in await self._entries()]

    async def refusals(self) -> list[tuple[str, str]]:
        """Which plans were refused, and why."""
        entries = [entry for entry in await self._entries() if entry.kind == "plan_files_refused"]
        return [(str(entry.body["plan"]), str(entry.body["why"])) for entry in entries]

    async def _entries(self) -> list[Any]:
        return list(await self.desk.read(lambda reader: reader.entries(limit=500)))


class SwiftFolder(PlanFolder):
    """A folder in which something may happen right after a look at it."""

    happens: Callable[[], None] | None = None  # once

    def survey(self) -> FolderSight:
        sight = super().survey()
        happens, self.happens = self.happens, None
        if happens is not None:
            happens()
        return sight


def new_watch(desk: Desk, clock: HandClock, folder: PlanFolder) -> PlanWatch:
    return PlanWatch(desk, folder, wait_seconds=1800, steady=clock.steady)
