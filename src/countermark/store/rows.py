"""Values to rows and back."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import Any

from sqlalchemy import Row

from countermark.model.annotation_records import annotation_from, placement_from
from countermark.model.annotations import Annotation, Placement
from countermark.model.drafts import Draft
from countermark.model.forgetting import ForgottenBy
from countermark.model.idempotency import IdempotencyRecord, Purpose
from countermark.model.images import Picture
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.reviews import NotesDelivery, Reason, Review, ReviewKind, Revision, Stage, Verdict
from countermark.model.settings import DeskSettings, Label, Theme
from countermark.model.sign_ins import SignIn

Columns = Mapping[str, Any]  # a row's values come from the driver untyped


def columns(row: Row[Any]) -> dict[str, Any]:
    """A row's values by column; the underscore is SQLAlchemy's, so that no column can hide it."""
    return dict(row._mapping)  # noqa: SLF001


def revision_of(row: Row[Any]) -> Revision:
    """A row of `revisions` as a value."""
    return revision_from(columns(row))


def revision_from(stored: Columns) -> Revision:
    """The columns of `revisions` as a value."""
    return Revision(
        **{
            **stored,
            "verdict": stored["verdict"] and Verdict(stored["verdict"]),
            "reason": stored["reason"] and Reason(stored["reason"]),
            "stage": stored["stage"] and Stage(stored["stage"]),
            "notes_delivery": stored["notes_delivery"] and NotesDelivery(stored["notes_delivery"]),
            "forgotten_by": stored["forgotten_by"] and ForgottenBy(stored["forgotten_by"]),
        }
    )


def review_from(stored: Columns, *, latest: Revision) -> Review:
    """The columns of `reviews` as a value."""
    return Review(**{**stored, "kind": ReviewKind(stored["kind"]), "latest": latest})


def plain(value: object) -> Columns:
    """A value's fields with enumerations as the text they stand for, which no driver misreads."""
    return {name: field.value if isinstance(field, StrEnum) else field for name, field in vars(value).items()}


def review_columns(review: Review) -> Columns:
    """A review as a row of `reviews`."""
    return {**plain(review), "latest": review.latest.number}


def draft_of(row: Row[Any]) -> Draft:
    """A row of `drafts` as a value."""
    stored = columns(row)
    return Draft(**{**stored, "kind": stored["kind"] and Verdict(stored["kind"])})


def annotation_of(row: Row[Any]) -> Annotation:
    """A row of `annotations` as a value."""
    return annotation_from(columns(row))


def placement_of(row: Row[Any]) -> Placement:
    """A row of `placements` as a value."""
    return placement_from(columns(row))


def picture_of(row: Row[Any]) -> Picture:
    """A row of `images` as a value."""
    return Picture(**columns(row))


def idempotency_record_of(row: Row[Any]) -> IdempotencyRecord:
    """A row of `idempotency_records` as a value."""
    return IdempotencyRecord(row.key, ItemVersion(ItemKind(row.item_kind), row.item, row.version), Purpose(row.purpose))


def idempotency_columns(record: IdempotencyRecord) -> Columns:
    """An idempotency record as a row."""
    version = record.version
    return {
        "key": record.key, "item_kind": version.kind.value, "item": version.id, "version": version.number,
        "purpose": record.purpose.value,
    }  # fmt: skip


def sign_in_of(row: Row[Any]) -> SignIn:
    """A row of `sign_ins` as a value."""
    return SignIn(**columns(row))


def settings_of(stored: Mapping[str, str]) -> DeskSettings:
    """The rows of `desk_settings` as a value; what is missing has its default."""
    default = DeskSettings()
    return DeskSettings(
        single_keys=json.loads(stored["single_keys"]) if "single_keys" in stored else default.single_keys,
        theme=Theme(json.loads(stored["theme"])) if "theme" in stored else default.theme,
        labels=tuple(Label(**each) for each in json.loads(stored.get("labels", "[]"))),
    )


def settings_rows(settings: DeskSettings) -> list[Columns]:
    """The desk's settings as rows."""
    return [{"name": name, "value": json.dumps(value)} for name, value in asdict(settings).items()]
