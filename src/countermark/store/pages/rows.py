"""Sites and what is known of their page files: values to rows and back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, select

from countermark.model.pages.sites import KnownEntry, PageSite, Pending
from countermark.store import tables
from countermark.store.readers.connected import Connected
from countermark.store.rows import Columns, columns


class PageReader(Connected):
    """Reads sites."""

    def page_site(self, site_id: str) -> PageSite | None:
        row = self.connection.execute(select(tables.page_sites).where(tables.page_sites.c.id == site_id)).first()
        return site_of(row) if row else None

    def page_sites(self) -> Sequence[PageSite]:
        found = tables.page_sites
        return [site_of(row) for row in self.connection.execute(select(found).order_by(found.c.added_at, found.c.id))]

    def known_entries(self, site_id: str) -> Mapping[str, str]:
        found = tables.page_entries.c
        wanted = select(found.name, found.digest).where(found.site == site_id)
        return {row.name: row.digest for row in self.connection.execute(wanted)}


def site_of(row: Row[Any]) -> PageSite:
    """A row of `page_sites` as a value."""
    found = columns(row)
    pending = found["pending"] and Pending(**json.loads(found["pending"]))
    return PageSite(**{**found, "hosts": tuple(json.loads(found["hosts"])), "pending": pending})


def columns_of(site: PageSite) -> Columns:
    """A site as a row of `page_sites`."""
    pending = site.pending and json.dumps(asdict(site.pending), ensure_ascii=True)
    return {**vars(site), "hosts": json.dumps(site.hosts), "pending": pending}


def is_known(entry: KnownEntry) -> ColumnElement[bool]:
    """The condition that names an entry's row."""
    found = tables.page_entries.c
    return and_(found.site == entry.site, found.name == entry.name)
