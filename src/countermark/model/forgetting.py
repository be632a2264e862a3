"""Forgetting: the texts of a decided item go, by a person's wish or by a setting; that it was decided stays."""

from dataclasses import dataclass
from enum import StrEnum

from countermark.model.happening import AboutItem

FORGOTTEN_TITLE = "Forgotten"  # what an item is called whose own title is gone


class ForgottenBy(StrEnum):
    """By whose will texts were forgotten."""

    PERSON = "person"
    RETENTION = "retention"  # the setting that says how long decided items are kept


@dataclass(frozen=True)
class Removed:
    """How much went with the texts of an item."""

    entries: int = 0  # of the journal, whose texts are gone
    marks: int = 0
    images: tuple[tuple[str, str], ...] = ()  # that nothing else names: digest and media type


@dataclass(frozen=True)
class ItemForgotten(AboutItem):
    """The texts of a decided item were removed, from the entries about it, too."""

    kind = "item_forgotten"
    why: ForgottenBy
    entries: int
    marks: int
    images: int
