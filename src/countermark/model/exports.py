"""What leaves the desk in a form for people: one decided item with everything that was said about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from countermark.model.annotations import AnnotationKind
from countermark.model.history import HistoryOutcome
from countermark.model.items import ItemKind
from countermark.model.places import Place


class ExportForm(StrEnum):
    """In what form an item leaves the desk."""

    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"

    @property
    def ending(self) -> str:
        """Of a file's name."""
        return "md" if self is ExportForm.MARKDOWN else self.value


@dataclass(frozen=True, kw_only=True)
class ExportedMark:
    """A mark as it stood when the answer was given."""

    id: str
    author: str | None  # the name of another person whose mark it is; None for the person's own
    kind: AnnotationKind
    words: str
    text: str
    label: str | None
    quote: str
    place: Place | None  # None for a note on the whole, and for what is gone from the text
    lines: tuple[int, int] | None  # of the source
    sent: bool  # whether it went to the agent
    images: tuple[str, ...] = ()  # their names; they stay at the desk


@dataclass(frozen=True, kw_only=True)
class ExportedItem:
    """A decided item; times are milliseconds since 1970."""

    id: str
    kind: ItemKind
    title: str
    agent: str  # the name in the catalog
    agent_name: str  # as people read it
    workspace: str  # absolute path
    outcome: HistoryOutcome
    opened_at: int
    decided_at: int
    decider: str
    text: str  # the document; of a permission or a question what was asked, as Markdown
    answer: str = ""  # what the person wrote
    revision: int = 1
    marks: Sequence[ExportedMark] = ()
    tags: Sequence[str] = ()
