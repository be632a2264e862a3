"""What the journal records of itself: its checkpoints, and old entries that are gone."""

from dataclasses import dataclass

from countermark.model.happening import Happening


@dataclass(frozen=True)
class SigningKeyMade(Happening):
    """The hub has made the key that signs checkpoints; one that appears again was lost, or taken away."""

    kind = "signing_key_made"
    key: str  # its name, which is the origin of its checkpoints


@dataclass(frozen=True)
class CheckpointSigned(Happening):
    """A checkpoint of an earlier entry was signed, and is kept in a file."""

    kind = "checkpoint_signed"
    size: int  # the number of that entry
    key: str


@dataclass(frozen=True)
class EntriesDropped(Happening):
    """Retention has removed old entries; this stands for them, so that the chain goes on behind them."""

    kind = "entries_dropped"
    first: int
    last: int
    prev: str  # the hash of the entry before the first
    hash: str  # of the last
    days: int  # older than which they were


JOURNAL_HAPPENINGS: tuple[type[Happening], ...] = (SigningKeyMade, CheckpointSigned, EntriesDropped)
