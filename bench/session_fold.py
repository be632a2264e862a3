"""What one event costs the fold of a session: as much with 20,000 parts in the ledger as with 1,000."""

import time
from collections.abc import Iterator

from countermark.model.sessions.events import CallChanged, SessionEvent
from countermark.model.sessions.parts import CallPart, CallStatus
from countermark.model.sessions.reducer import folded

SHORT, LONG = 1_000, 20_000  # parts
MOST = 2.0  # times as much
ROUNDS = 5


def main() -> int:
    """Whether an event costs more than twice as much in the long session."""
    cost(SHORT)  # the first one warms up
    short, long = (min(cost(parts) for _ in range(ROUNDS)) for parts in (SHORT, LONG))
    ratio = long / short
    print(f"  {SHORT} parts: {short * 1e6:.1f} µs an event; {LONG} parts: {long * 1e6:.1f} µs an event")
    print(f"  ratio {ratio:.2f}, promised {MOST}: {'kept' if ratio <= MOST else 'BROKEN'}")
    return int(ratio > MOST)


def cost(parts: int) -> float:
    """Seconds of processor time for an event: each call is new, then each is told of once more, oldest first."""
    begun = time.process_time()
    folded(calls(parts))
    return (time.process_time() - begun) / (2 * parts)


def calls(parts: int) -> Iterator[tuple[int, SessionEvent]]:
    """So many calls, which run, and end in their order."""
    for at, status in enumerate([CallStatus.RUNNING] * parts + [CallStatus.COMPLETED] * parts):
        yield at, CallChanged(CallPart(f"call-{at % parts}", at, "Read notes.md", "read", "read", status))
