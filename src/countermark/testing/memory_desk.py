"""A desk in memory with a clock that a test moves by hand."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from countermark.actions.desk import Desk, open_desk
from countermark.store.sqlite import open_memory

START = 1_793_000_000_000  # an arbitrary moment in 2026, in milliseconds since 1970


@dataclass
class HandClock:
    """Milliseconds since 1970 that stand still until they are moved."""

    at: int = START

    def __call__(self) -> int:
        return self.at

    def forward(self, seconds: float) -> None:
        """Let time pass."""
        self.at += int(seconds * 1000)


@asynccontextmanager
async def memory_desk() -> AsyncIterator[tuple[Desk, HandClock]]:
    """A desk and its clock; nothing of it stays."""
    clock = HandClock()
    with tempfile.TemporaryDirectory(prefix="cm-images-") as images:
        desk = await open_desk(open_memory(), images=Path(images), clock=clock)
        try:
            yield desk, clock
        finally:
            await desk.close()
