"""Reads the images that go with marks."""

from sqlalchemy import func, select

from countermark.model.images import Picture
from countermark.store import rows, tables
from countermark.store.readers.connected import Connected


class ImageReader(Connected):
    """Reads images."""

    def picture(self, sha256: str) -> Picture | None:
        row = self.connection.execute(select(tables.images).where(tables.images.c.sha256 == sha256)).first()
        return rows.picture_of(row) if row else None

    def media_type(self, sha256: str) -> str | None:
        wanted = select(tables.images.c.media_type).where(tables.images.c.sha256 == sha256)
        return self.connection.execute(wanted).scalar_one_or_none()

    def picture_bytes(self) -> int:
        total = select(func.coalesce(func.sum(func.length(tables.images.c.content)), 0))
        return int(self.connection.execute(total).scalar_one())
