"""Sites whose pages are reviewed: where their file is, who may ask for them, and how the file was last known."""

import re
from dataclasses import dataclass, replace

SITE_ID = re.compile(r"[0-9a-f]{20}")
ADDRESS = re.compile(r"https?://(?:[A-Za-z0-9.-]{1,253}|\[[0-9a-f:]{2,39}\])(?::[0-9]{1,5})?")
HOST = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::[0-9]{1,5})?"
)
MAX_HOSTS = 20
MAX_SITES = 500


@dataclass(frozen=True)
class Pending:
    """A change of the file that was announced in the journal and is not confirmed yet."""

    seq: int  # of the entry that announced it
    intends: str
    entry: str
    after: str | None  # the digest of the entry once it is changed; None once it is removed
    by_kind: str
    by_id: str
    write: str | None


@dataclass(frozen=True)
class PageSite:
    """One site is one file; times are milliseconds since 1970."""

    id: str
    root: str
    storage: str  # the file's real path
    address: str | None  # where the dev server was seen last
    hosts: tuple[str, ...]  # names beside the loopback ones
    added_at: int
    last_seen_at: int
    known: str = ""  # the fingerprint up to which the journal tells what the file holds
    pending: Pending | None = None

    def came_back(self, *, root: str, address: str | None, hosts: tuple[str, ...] | None, at: int) -> "PageSite":
        """The same site, brought again: by its dev server, or, without hosts, by who knows only its file."""
        if hosts is None:
            return replace(self, address=address or self.address, last_seen_at=at)
        return replace(self, root=root, address=address or self.address, hosts=hosts, last_seen_at=at)


@dataclass(frozen=True)
class KnownEntry:
    """What the journal knows of one entry of a page file: its digest; None forgets it."""

    site: str
    name: str  # "a:" or "n:" and the id: annotations and page notes have names of their own
    digest: str | None
