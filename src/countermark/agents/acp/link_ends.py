"""How a connection with an agent ends."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LinkEnd:
    """Why it is over, in words for the person."""

    why: str
    failed: bool = False  # the agent could not be started or spoken to
    hint: str | None = None
    again: bool = False  # connect once more at once
