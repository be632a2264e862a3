"""What a person can set at the desk itself."""

from dataclasses import dataclass
from enum import StrEnum


class Theme(StrEnum):
    """Light, dark, or as the system has it."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class DeskSettings:
    """The desk's own settings, the same in every browser."""

    single_keys: bool = True
    theme: Theme = Theme.SYSTEM
