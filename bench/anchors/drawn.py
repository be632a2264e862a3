"""Drawn sets, kept in the cache folder: drawing costs more than measuring, and a set never changes."""

import pickle
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from bench.anchors import aligners, cases, constructed, edits, fetching, markdown, released, selecting, texts, truth
from bench.anchors.cases import CaseSet, read
from bench.anchors.fetching import CACHE, MANIFEST

MAKERS = (aligners, cases, constructed, edits, fetching, markdown, released, selecting, texts, truth)


def drawn(kind: str, seed: int, draw: Callable[[int], CaseSet]) -> CaseSet:
    """The set of a kind and a seed: as it was kept, or drawn now if anything that it comes from is another."""
    place = CACHE / "sets" / f"{kind}-{seed}-{_origin()}"
    if place.exists():
        kept = pickle.loads(place.read_bytes())
        if isinstance(kept, tuple) and isinstance(kept[0], CaseSet) and kept[1] == _reading(kept[0]):
            return kept[0]
    made = draw(seed)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(pickle.dumps((made, _reading(made))))
    return made


def _origin() -> str:
    """Of the manifest and of every module that has a say in a set."""
    files = [MANIFEST, *(Path(module.__file__) for module in MAKERS if module.__file__)]
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _reading(set_: CaseSet) -> str:
    """How the renderer reads the first documents: a set is worth nothing when it reads them otherwise."""
    whole = "\0".join(read(pair.old)[1].whole for pair in set_.pairs[:40])
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
