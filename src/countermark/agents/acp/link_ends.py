"""How a connection with an agent ends."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LinkEnd:
    """Why it is over, in words for the person."""

    why: str
    failed: bool = False  # the agent could not be started or spoken to
    hint: str | None = None
    again: bool = False  # connect once more at once
    protocol: int | None = None  # the version to offer then; None: what the agent is usually offered


FULL = LinkEnd(
    "This session is full: it has as many messages and calls as the desk keeps of one",
    hint="Open another session; what this one has stays here.",
)
