"""Blocks written as Markdown such that a renderer reads exactly their words again."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from bench.anchors.edits import Piece

SIGNS = re.compile(r"([!-/:-@\[-`{-~])")


def markdown(pieces: Sequence[Piece]) -> str:
    """The document. Cells in a row become a table of one column."""
    return "\n".join(_blocks(pieces))


def _blocks(pieces: Sequence[Piece]) -> Iterator[str]:
    for kind, group in groupby(pieces, key=lambda piece: piece.kind):
        texts = [piece.text for piece in group]
        if kind == "item":
            yield from ("- " + _escaped(text).replace("\n", "\n  ") for text in texts)
            yield ""
        elif kind == "cell":
            rows = [f"| {_escaped(text)} |" for text in texts]
            yield "\n".join([rows[0], "| --- |", *rows[1:]]) + "\n"
        else:
            yield from (_block(kind, text) for text in texts)


def _block(kind: str, text: str) -> str:
    if kind == "heading":
        return f"## {_escaped(text)}\n"
    if kind == "code":
        fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 3)
        return f"{fence}\n{text}{fence}\n"
    return f"{_escaped(text)}\n"


def _escaped(text: str) -> str:
    return "\n".join(re.sub(r"^(\d+)([.)])", r"\1\\\2", SIGNS.sub(r"\\\1", line)) for line in text.split("\n"))
