"""Reads marks, and where they stand in later revisions."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, and_, func, select

from countermark.model.annotations import Annotation, AnnotationStatus, Placement
from countermark.store import rows, tables
from countermark.store.queries import placements_select
from countermark.store.readers.connected import Connected
from countermark.store.slices import in_slices


class AnnotationReader(Connected):
    """Reads marks."""

    def annotation(self, annotation_id: str) -> Annotation | None:
        wanted = select(tables.annotations).where(tables.annotations.c.id == annotation_id)
        row = self.connection.execute(wanted).first()
        return rows.annotation_of(row) if row else None

    def annotations(self, review_id: str) -> Sequence[Annotation]:
        column = tables.annotations.c
        wanted = select(tables.annotations).where(column.review_id == review_id).order_by(column.id)
        return [rows.annotation_of(row) for row in in_slices(self.connection.execute(wanted))]

    def annotation_count(self, review_id: str) -> int:
        column = tables.annotations.c
        wanted = select(func.count()).select_from(tables.annotations)
        return self.connection.execute(wanted.where(column.review_id == review_id, ~column.removed)).scalar_one()

    def annotation_characters(self, review_id: str) -> int:
        column = tables.annotations.c
        return self.total_length(column.words, column.text, column.quote, where=column.review_id == review_id)

    def placements(self, review_id: str, *, revision: int) -> Sequence[Placement]:
        return self._placements(placements_select(review_id).where(tables.placements.c.revision == revision))

    def placements_of(self, annotation_id: str) -> Sequence[Placement]:
        column = tables.placements.c
        wanted = select(tables.placements).where(column.annotation_id == annotation_id).order_by(column.revision)
        return self._placements(wanted)

    def earlier_placements(self, review_id: str, *, before: int) -> Sequence[Placement]:
        number = tables.placements.c.revision
        return self._placements(placements_select(review_id).where(number < before).order_by(number))

    def left_behind(self) -> Sequence[str]:
        mark, placed, review = tables.annotations.c, tables.placements.c, tables.reviews.c
        is_placed = and_(placed.annotation_id == mark.id, placed.revision == review.latest)
        wanted = (
            select(review.id).distinct()
            .select_from(tables.annotations.join(tables.reviews, mark.review_id == review.id))
            .where(~mark.removed, mark.status != AnnotationStatus.ADDRESSED.value, mark.revision < review.latest)
            .where(~select(placed.revision).where(is_placed).exists())
        )  # fmt: skip
        return list(self.connection.execute(wanted).scalars())

    def _placements(self, wanted: Select[Any]) -> list[Placement]:
        return [rows.placement_of(row) for row in in_slices(self.connection.execute(wanted))]
