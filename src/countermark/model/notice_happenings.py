"""What the journal records of notices: what is sent elsewhere, to which service, and what became of it."""

from dataclasses import dataclass

from countermark.model.happening import Happening
from countermark.model.notices import Unsent


@dataclass(frozen=True)
class NoticeBegun(Happening):
    """A message about things that wait is sent to services outside; from here on these are told."""

    kind = "notice_begun"
    notice: str
    services: str  # the schemes and hosts, as JSON
    items: str  # [kind, id, version] of each, as JSON; none: a test


@dataclass(frozen=True)
class NoticeSent(Happening):
    """A service has taken it."""

    kind = "notice_sent"
    notice: str
    service: str  # scheme and host
    place: int  # of the service in the settings
    attempts: int


@dataclass(frozen=True)
class NoticeFailed(Happening):
    """A service has not taken it, and it is not tried again."""

    kind = "notice_failed"
    notice: str
    service: str
    place: int
    attempts: int
    why: Unsent
    status: int | None  # the service's own code of HTTP


NOTICE_HAPPENINGS: tuple[type[Happening], ...] = (NoticeBegun, NoticeSent, NoticeFailed)
