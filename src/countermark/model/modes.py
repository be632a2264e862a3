"""Modes: how much is allowed in a workspace without asking, and whose rules are trusted there."""

from dataclasses import dataclass
from enum import StrEnum


class GateMode(StrEnum):
    """How much is decided without a person."""

    ASK = "ask"
    EDITS = "edits"
    READ_ONLY = "read-only"
    UNATTENDED = "unattended"  # nobody is there: what would be asked is denied


@dataclass(frozen=True)
class WorkspaceMode:
    """The mode that a person chose for a workspace; times are milliseconds since 1970."""

    workspace: str  # absolute path
    mode: GateMode
    until: int | None  # None: until another one is chosen
    set_at: int


@dataclass(frozen=True)
class TrustedRules:
    """The rules of a project as a person has trusted them; with another digest they are not."""

    workspace: str  # absolute path
    sha256: str
    trusted_at: int  # milliseconds since 1970
