"""What every entry of the journal records: something that happened, and what of it is kept."""

from collections.abc import Set
from dataclasses import dataclass, fields
from typing import ClassVar

from countermark.model.annotation_records import Plain
from countermark.model.items import ItemVersion, StoredVersion


@dataclass(frozen=True)
class Happening:
    """Something that happened; its own fields become the entry's body."""

    kind: ClassVar[str]
    texts: ClassVar[Set[str]] = frozenset()  # the names in the body that hold what people, agents or documents say
    opens: ClassVar[bool] = False  # whether a new version of an item waits from here on
    ends: ClassVar[bool] = False  # whether it is what became of a version of an item

    @property
    def item(self) -> ItemVersion | None:
        """The version of an item that it is about, if any."""
        return None

    @property
    def shown_sha256(self) -> str | None:
        """The digest of what was shown of that version."""
        return None

    def body(self) -> dict[str, Plain]:
        """What is recorded beside the item's version: enough to rebuild what it has changed."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class AboutItem(Happening):
    """Something that can happen to an item of any kind, with its version as it is afterwards."""

    subject: StoredVersion

    @property
    def item(self) -> ItemVersion:
        """The version's name in the journal."""
        return self.subject.version

    @property
    def shown_sha256(self) -> str | None:
        """The digest of what was shown of it, if it has one."""
        return self.subject.shown_sha256

    def body(self) -> dict[str, Plain]:
        """What is recorded beside the version."""
        return {name: value for name, value in super().body().items() if name != "subject"}
