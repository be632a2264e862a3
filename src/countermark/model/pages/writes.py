"""Named writes of a page file: what one asks for, and what one that is made has asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class RepeatedRequest:
    """What tells one request from another of the same kind about the same entry."""

    told: Mapping[str, str] = field(default_factory=dict)  # what the journal says of it, by its names and not cut
    digest: str | None = None  # of everything that must be alike when it is sent again; None where that is not known


@dataclass(frozen=True)
class Written:
    """A write that is made."""

    kind: str  # of the journal's entry about it
    entry: str  # the id in the page file
    told: Mapping[str, object]  # that entry's body: long words are cut
    digest: str | None  # as in `RepeatedRequest`; only the hub that has made the write knows it
