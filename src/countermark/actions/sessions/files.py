"""Files of a session's folders, found by a few letters: for mentions in a prompt."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest, nsmallest
from itertools import islice
from operator import itemgetter
from pathlib import Path

from countermark.actions.desk import Desk
from countermark.actions.sessions.attachments import folders_of
from countermark.workspace.real_paths import RealPaths

MOST_FOUND = 50
MOST_LOOKED_AT = 200  # on the disk
AT_ONCE = 10_000  # names that are weighed while no other thread runs: a few milliseconds
ALIKE = 70.0  # of 100
LONGEST_WORDS = 200


@dataclass(frozen=True)
class WorkspaceFile:
    """A file that can be mentioned."""

    path: str  # absolute
    name: str  # below the session's folder, or the same as its path


async def find_files(desk: Desk, session_id: str, words: str) -> Sequence[WorkspaceFile]:
    """The files that fit best, at most 50. Raises `NotFound`."""
    folders = await desk.read(lambda reader: folders_of(reader, session_id))
    lists = [await desk.sessions.files.of(folder) for folder in folders]
    return await asyncio.to_thread(best_files, folders, lists, words[:LONGEST_WORDS])


def best_files(folders: Sequence[str], lists: Sequence[Sequence[str]], words: str) -> Sequence[WorkspaceFile]:
    """The files that fit best of the first folder, called by their names there, and of the others, by their paths."""
    first, *others = [folder.rstrip("/") for folder in folders]
    elsewhere = [f"{folder}/{name}" for folder, names in zip(others, lists[1:], strict=True) for name in names]
    best = best_names([*lists[0], *elsewhere], words)
    files = (WorkspaceFile(name if name.startswith("/") else f"{first}/{name}", name) for name in best)
    return list(islice(those_within(files, folders), MOST_FOUND))


def those_within(files: Iterable[WorkspaceFile], folders: Sequence[str]) -> Iterator[WorkspaceFile]:
    """Those that are there and lie within the folders, links followed: git lists also links and what is gone."""
    disk = RealPaths()
    within = tuple(real.rstrip("/") + "/" for real in map(disk.real, folders) if real is not None)
    for file in files:
        real = disk.real(file.path)
        if real is not None and real.startswith(within) and Path(real).is_file():
            yield file


def best_names(names: Sequence[str], words: str) -> Sequence[str]:
    """The names that fit: those in whose last step the words stand come first, then any place, then what is alike."""
    wanted = "".join(words.split()).casefold()
    if not wanted:
        return nsmallest(MOST_LOOKED_AT, names, key=lambda name: (name.count("/"), name))
    ranked = ((rank(name, wanted), len(name), name) for name in names if wanted in name.casefold())
    best = [name for _, _, name in nsmallest(MOST_LOOKED_AT, ranked)]
    return best if len(best) >= MOST_FOUND else [*best, *alike(names, wanted, known=set(best))]


def rank(name: str, wanted: str) -> int:
    """How well a name fits in which the words stand; lower is better."""
    last = name.rpartition("/")[2].casefold()
    return 0 if last.startswith(wanted) else 1 if wanted in last else 2


def alike(names: Sequence[str], wanted: str, *, known: set[str]) -> Sequence[str]:
    """Names that have most of the letters in their order; bit by bit, as no other thread runs beside."""
    from rapidfuzz import fuzz, process  # no start waits for it

    found = [
        each
        for at in range(0, len(names), AT_ONCE)
        for each in process.extract(
            wanted, names[at : at + AT_ONCE], scorer=fuzz.partial_ratio, processor=str.casefold, score_cutoff=ALIKE,
            limit=MOST_LOOKED_AT,
        )
    ]  # fmt: skip
    best = nlargest(MOST_LOOKED_AT, found, key=itemgetter(1))
    return [name for name, _, _ in best if name not in known]
