"""What every entry of the journal records: something that happened, and what of it is kept."""

from dataclasses import dataclass, fields
from typing import ClassVar

from countermark.model.annotation_records import Plain
from countermark.model.reviews import Revision


@dataclass(frozen=True)
class Happening:
    """Something that happened; its own fields become the entry's body."""

    kind: ClassVar[str]

    @property
    def about(self) -> Revision | None:
        """The revision it is about, if any."""
        return None

    def body(self) -> dict[str, Plain]:
        """What is recorded beside the revision: enough to rebuild what it has changed."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in own.items() if not isinstance(value, Revision)}
