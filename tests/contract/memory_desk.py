"""A desk and a store in memory, with a clock that a test moves by hand."""

import shutil
import tempfile
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from countermark.actions.desk import Desk, open_desk
from countermark.store.history.file import HISTORY, HistoryFile
from countermark.store.schema import bring_up_to_date
from countermark.store.sql import SqlStore, single_thread
from countermark.store.sqlite import set_up

START = 1_793_000_000_000  # an arbitrary moment in 2026, in milliseconds since 1970


@dataclass
class HandClock:
    """Milliseconds since 1970 that stand still until they are moved."""

    at: int = START

    def __call__(self) -> int:
        return self.at

    passed: int = START  # what a clock shows that nobody sets

    def forward(self, seconds: float) -> None:
        """Let time pass."""
        self.at += int(seconds * 1000)
        self.passed += int(seconds * 1000)

    def is_set(self, seconds: float) -> None:
        """Somebody sets the clock forward, or back; no time passes."""
        self.at += int(seconds * 1000)

    def steady(self) -> int:
        """Milliseconds that have passed, whatever the clock was set to."""
        return self.passed


def open_memory() -> SqlStore:
    """A store that lives and dies with the process; one connection, so one thread does everything."""
    engine = create_engine(
        "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
    )
    set_up(engine, durable=False)
    bring_up_to_date(engine)
    everything = single_thread("store")
    folder = tempfile.mkdtemp(prefix="cm-history-")
    weakref.finalize(engine, shutil.rmtree, folder, ignore_errors=True)
    history = HistoryFile(Path(folder, HISTORY))
    return SqlStore(engine, writers=everything, readers=everything, history=history)


@asynccontextmanager
async def memory_desk() -> AsyncIterator[tuple[Desk, HandClock]]:
    """A desk and its clock; nothing of it stays."""
    clock = HandClock()
    # A thread of a loop that was cancelled may be writing there still.
    with tempfile.TemporaryDirectory(prefix="cm-images-", ignore_cleanup_errors=True) as home:
        images = Path(home, "images")
        images.mkdir()
        desk = await open_desk(open_memory(), images=images, clock=clock, steady=clock.steady)
        try:
            yield desk, clock
        finally:
            await desk.close()
