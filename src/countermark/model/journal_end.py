"""Where the journal ends: what is kept of it in a file of its own, and what is said when the journal ends elsewhere."""

from dataclasses import dataclass


@dataclass(frozen=True)
class End:
    """The last entry of a journal; `hash` is its hex SHA-256 digest."""

    seq: int
    hash: str


@dataclass(frozen=True)
class Cut:
    """A journal that lacks its end, or has another one; `kept_as` is the folder with a copy of the files."""

    had: End
    found: int  # the number of the last entry that is there
    kept_as: str

    @property
    def words(self) -> str:
        """What a person is told."""
        return f"{cut_words(had=self.had.seq, found=self.found)}; a copy of what was found is in {self.kept_as}"


def cut_words(*, had: int, found: int) -> str:
    """What is wrong with a journal that does not end as it did."""
    if found >= had:
        return f"entry {had} of the journal is not the one that was written"
    there = "none is there" if found == 0 else f"the last one there is {found}"
    return f"the journal ended with entry {had}, and {there}"
