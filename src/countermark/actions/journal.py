"""Reading and checking the journal, and what the hub itself writes into it."""

from countermark.actions.desk import Desk
from countermark.model.actors import THE_HUB
from countermark.model.journal import FIRST_PREV, Break, HubStarted, HubStopped, first_break

PAGE = 1000


async def verify(desk: Desk) -> tuple[int, Break | None]:
    """How many entries the journal has, and where its chain breaks first."""
    seq, prev = 0, FIRST_PREV
    while page := await desk.read(lambda reader, after=seq: reader.entries(after=after, limit=PAGE)):  # type: ignore[misc]
        broken = first_break(page, prev=prev, seq=seq)
        if broken is not None:
            return seq, broken
        seq, prev = page[-1].seq, page[-1].hash
    return seq, None


async def note_start(desk: Desk, *, version: str) -> None:
    """The hub started."""
    await desk.change(THE_HUB, lambda change: change.save(None, HubStarted(version)))


async def note_stop(desk: Desk, *, version: str) -> None:
    """The hub stops on request."""
    await desk.change(THE_HUB, lambda change: change.save(None, HubStopped(version)))
