"""What a person can set at the desk itself."""

from dataclasses import dataclass
from enum import StrEnum

from countermark.model.annotations import MAX_LABEL_CHARACTERS, MAX_TIP_CHARACTERS
from countermark.model.errors import BadInput, TooLarge

MAX_LABELS = 20


class Theme(StrEnum):
    """Light, dark, or as the system has it."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Label:
    """A quick label of the person's own, and what it tells the agent."""

    label: str
    tip: str

    def check(self) -> None:
        """Raise `BadInput` for a label without a word, `TooLarge` for one over the limits."""
        if not self.label.strip():
            raise BadInput("A label has no words.", hint="Give it a name.")
        if len(self.label) > MAX_LABEL_CHARACTERS or len(self.tip) > MAX_TIP_CHARACTERS:
            raise TooLarge("A label has more than 40 characters, or its tip more than 500.", hint="Shorten it.")


@dataclass(frozen=True)
class DeskSettings:
    """The desk's own settings, the same in every browser."""

    single_keys: bool = True
    theme: Theme = Theme.SYSTEM
    labels: tuple[Label, ...] = ()

    def check(self) -> None:
        """Raise what stands against these settings."""
        if len(self.labels) > MAX_LABELS:
            raise TooLarge(f"There are more than {MAX_LABELS} labels.", hint="Remove some of them first.")
        for label in self.labels:
            label.check()
