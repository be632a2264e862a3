"""Files of a session's folders, found by a few letters: for mentions in a prompt."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.actions.sessions.attachments import folders_of

MOST_FOUND = 50
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
    return [WorkspaceFile(name if name.startswith("/") else f"{first}/{name}", name) for name in best]


def best_names(names: Sequence[str], words: str) -> Sequence[str]:
    """The names that fit: those in whose last step the words stand come first, then any place, then what is alike."""
    wanted = "".join(words.split()).casefold()
    if not wanted:
        return sorted(names, key=lambda name: (name.count("/"), name))[:MOST_FOUND]
    ranked = sorted((rank(name, wanted), len(name), name) for name in names if wanted in name.casefold())
    best = [name for _, _, name in ranked[:MOST_FOUND]]
    return best if len(best) == MOST_FOUND else [*best, *alike(names, wanted, known=set(best))][:MOST_FOUND]


def rank(name: str, wanted: str) -> int:
    """How well a name fits in which the words stand; lower is better."""
    last = name.rpartition("/")[2].casefold()
    return 0 if last.startswith(wanted) else 1 if wanted in last else 2


def alike(names: Sequence[str], wanted: str, *, known: set[str]) -> Sequence[str]:
    """Names that have most of the letters in their order."""
    from rapidfuzz import fuzz, process  # no start waits for it

    found = process.extract(
        wanted, names, scorer=fuzz.partial_ratio, processor=str.casefold, score_cutoff=ALIKE, limit=MOST_FOUND
    )
    return [name for name, _, _ in found if name not in known]
