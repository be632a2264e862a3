"""The ledger as it grows: a frozen sequence of parts that shares with the one before it all but what has changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import overload

from countermark.model.sessions.part_sizes import size_of
from countermark.model.sessions.parts import Part

CHUNK = 256  # parts that are copied when one of them changes

Chunks = tuple[tuple[Part, ...], ...]
Indexes = tuple[Mapping[str, int], ...]


class Ledger(Sequence[Part]):
    """Parts, oldest first: all chunks but the last one are full.

    A part keeps its place. Where it stands is found by its id in a few mappings, the oldest and largest of them first;
    as each is larger than the next one, there are no more than the logarithm of the length, and a part is copied from
    one into another no more often than that.
    """

    __slots__ = ("_chunks", "_indexes", "size")

    def __init__(self, chunks: Chunks = (), indexes: Indexes = (), size: int = 0) -> None:
        self._chunks = chunks
        self._indexes = indexes
        self.size = size  # characters

    @classmethod
    def of(cls, parts: Sequence[Part]) -> "Ledger":
        """A ledger of these parts: itself, if it is one; of two with one id the newest is found."""
        if isinstance(parts, Ledger):
            return parts
        chunks = tuple(tuple(parts[at : at + CHUNK]) for at in range(0, len(parts), CHUNK))
        places = {part.id: place for place, part in enumerate(parts)}
        return cls(chunks, (places,) if places else (), sum(map(size_of, parts)))

    def place_of(self, part_id: str) -> int | None:
        """Where a part stands, counted from 0."""
        return next((index[part_id] for index in reversed(self._indexes) if part_id in index), None)

    def part(self, part_id: str) -> Part | None:
        """A part by its id."""
        place = self.place_of(part_id)
        return None if place is None else self[place]

    def with_new(self, part: Part) -> "Ledger":
        """This one and a part behind it."""
        full = len(self) // CHUNK
        last = (*chain.from_iterable(self._chunks[full:]), part)
        indexes = with_place(self._indexes, part.id, len(self))
        return Ledger((*self._chunks[:full], last), indexes, self.size + size_of(part))

    def with_part_at(self, place: int, part: Part) -> "Ledger":
        """This one with a part in the place of the one with its id."""
        number, at = divmod(place, CHUNK)
        chunk = self._chunks[number]
        changed = (*chunk[:at], part, *chunk[at + 1 :])
        chunks = (*self._chunks[:number], changed, *self._chunks[number + 1 :])
        return Ledger(chunks, self._indexes, self.size + size_of(part) - size_of(chunk[at]))

    def with_each(self, change: Callable[[Part], Part]) -> "Ledger":
        """Each part changed; a change keeps the id and the texts, and gives back what it leaves as it is."""
        return Ledger(tuple(changed_chunk(each, change) for each in self._chunks), self._indexes, self.size)

    def __len__(self) -> int:
        return (len(self._chunks) - 1) * CHUNK + len(self._chunks[-1]) if self._chunks else 0

    def __iter__(self) -> Iterator[Part]:
        return chain.from_iterable(self._chunks)

    @overload
    def __getitem__(self, place: int) -> Part: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Part, ...]: ...
    def __getitem__(self, place: int | slice) -> Part | tuple[Part, ...]:
        """A part, or several of them."""
        places = range(len(self))[place]
        if isinstance(places, int):
            return self._chunks[places // CHUNK][places % CHUNK]
        return tuple(self._chunks[each // CHUNK][each % CHUNK] for each in places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger | tuple | list) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Ledger.of({tuple(self)!r})"


def with_place(indexes: Indexes, part_id: str, place: int) -> Indexes:
    """The mappings with one place more: a mapping is joined with those before it that are no larger."""
    kept, places = len(indexes), {part_id: place}
    while kept and len(indexes[kept - 1]) <= len(places):
        kept -= 1
        places = {**indexes[kept], **places}
    return (*indexes[:kept], places)


def changed_chunk(chunk: tuple[Part, ...], change: Callable[[Part], Part]) -> tuple[Part, ...]:
    """Its parts changed; itself where all of them stay."""
    changed = tuple(map(change, chunk))
    return chunk if all(new is old for new, old in zip(changed, chunk, strict=True)) else changed
