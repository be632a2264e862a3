"""Writes anchors.json: cases that Python and TypeScript must agree on. Run with `python -m tests.vectors.compose`."""

import json
from pathlib import Path
from random import Random
from zlib import crc32

from countermark.documents.markdown.passages import Passages
from countermark.documents.marks.anchoring import describe, resolve
from countermark.model.anchors import Found, Place, to_json
from tests.vectors.documents import DOCUMENTS
from tests.vectors.revisions import EDITS, Piece, first, read, words

VECTORS = Path(__file__).with_name("anchors.json")
SIZES = ("a word", "some words", "part of words", "all", "two blocks")
SEED = 3


def selected(pieces: list[Piece], text: Passages, at: int, size: str, random: Random) -> Place | None:
    """A place that begins in a unit, as a person would select it."""
    unit, spans = text.units[at], words(pieces[at])
    if size == "all":
        start, end = spans[0][0], spans[-1][1]
    elif size == "a word":
        start, end = random.choice(spans)
    elif size == "some words":
        number = random.randrange(len(spans))
        start, end = spans[number][0], spans[min(number + random.randint(1, 7), len(spans) - 1)][1]
    elif size == "part of words":
        start = random.randrange(len(unit.text) - 1) if len(unit.text) > 1 else 0
        end = min(start + random.randint(2, 30), len(unit.text))
    elif at + 1 < len(pieces):
        start = random.choice(spans)[0]
        return text.place(unit.start + start, text.units[at + 1].start + random.choice(words(pieces[at + 1]))[1])
    else:
        return None
    return text.place(unit.start + start, unit.start + end)


def origin(old: Passages, place: Place, new: Passages, pieces: list[Piece]) -> tuple[int, int] | None:
    """Where what is left of the place stands in the new text, by construction: from its first to its last character."""
    span = old.span(place)
    assert span is not None
    left = [
        new.units[number].start + at
        for number, piece in enumerate(pieces)
        for at, whence in enumerate(piece.origins)
        if whence is not None and span[0] <= old.units[whence[0]].start + whence[1] < span[1]
    ]
    return (min(left), max(left) + 1) if left else None


def composed() -> dict[str, object]:
    """All documents and cases."""
    documents: dict[str, list[dict[str, object]]] = {}
    cases: list[dict[str, object]] = []
    for name, source in DOCUMENTS.items():
        pieces = first(source)
        old = read(pieces)
        documents[name] = written(old)
        for edit in EDITS:
            random = Random(crc32(f"{name} {edit} {SEED}".encode()))
            for size in random.sample(SIZES, 1 if name == "long" else 3):
                at = random.randrange(len(pieces))
                place = selected(pieces, old, at, size, random)
                if place is not None:
                    after = [piece for piece in EDITS[edit](pieces, at, random) if words(piece)]
                    title = f"{name}: {edit}, {size}"
                    cases.append(case(title, old, place, after, documents, known=random.random() < 0.85))
    return {"documents": documents, "cases": cases}


def case(
    title: str,
    old: Passages,
    place: Place,
    after: list[Piece],
    documents: dict[str, list[dict[str, object]]],
    *,
    known: bool,
) -> dict[str, object]:
    """One case; the new document gets the case's name unless it is one of those that are there."""
    new = read(after)
    anchor = describe(old, place)
    found = resolve(anchor, new, old.bearings.known if known else None)
    base, units = title.partition(":")[0], written(new)
    name = base if documents[base] == units else title
    documents[name] = units
    span = origin(old, place, new, after)
    return {
        "name": title,
        "old": base,
        "new": name,
        "place": shown(place),
        "anchor": json.loads(to_json(anchor)),
        "known": known,
        "origin": None if span is None else shown(new.place(*span)),
        "expect": expected(found, new),
    }


def expected(found: Found, new: Passages) -> dict[str, object]:
    """What resolve answers."""
    return {
        "state": found.state,
        "place": shown(found.place),
        "hint": shown(found.hint),
        "quote": None if found.place is None else new.quote(found.place),
    }


def shown(place: Place | None) -> dict[str, object] | None:
    """A place as it is on the wire."""
    return None if place is None else dict(vars(place))


def written(text: Passages) -> list[dict[str, object]]:
    """The units of a text."""
    return [
        {"block": unit.block, "kind": unit.kind, "text": unit.text, "section": list(unit.section)}
        for unit in text.units
    ]


def main() -> None:
    """Write the file: a line for each document and each case."""
    made = composed()
    documents, cases = made["documents"], made["cases"]
    assert isinstance(documents, dict)
    assert isinstance(cases, list)
    rows = ",\n".join(f"{json.dumps(name, ensure_ascii=False)}: {row(units)}" for name, units in documents.items())
    text = f'{{"documents": {{\n{rows}\n}},\n"cases": [\n' + ",\n".join(map(row, cases)) + "\n]}\n"
    VECTORS.write_text(text, encoding="utf-8")


def row(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
