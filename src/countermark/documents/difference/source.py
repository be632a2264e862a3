"""The sources of two revisions line by line, as text: nothing in them is interpreted."""

import re
from collections.abc import Iterator
from html import escape

from countermark.documents.difference.inline_words import PlacedWords, WordChange, changes
from countermark.documents.difference.lines import Step, aligned
from countermark.documents.difference.pen import END_FRESH, FRESH
from countermark.documents.markdown import odd
from countermark.documents.markdown.cutting import FIRST_SLICE, LATER_SLICE

AROUND = 3  # equal lines shown before and after a difference
LINE_END = re.compile(r"\r\n?")
OPEN, CLOSE = '<table class="source" data-desk><tbody>', "</tbody></table>"
AGAIN = '<table class="source continued" data-desk><tbody>'


def source_slices(old: str, new: str, *, whole: bool = False) -> tuple[str, ...]:
    """Rows with both line numbers, some to a slice; nothing is folded in the whole source."""
    out: list[str] = []
    rows: list[str] = []
    size = 0
    for row in _rows(_lines(old), _lines(new), whole=whole):
        rows.append(row)
        size += len(row)
        if size >= (LATER_SLICE if out else FIRST_SLICE):
            out.append(f"{AGAIN if out else OPEN}{''.join(rows)}{CLOSE}")
            rows, size = [], 0
    if rows or not out:
        out.append(f"{AGAIN if out else OPEN}{''.join(rows)}{CLOSE}")
    return tuple(out)


def _lines(text: str) -> list[str]:
    lines = LINE_END.sub("\n", text).split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _rows(old: list[str], new: list[str], *, whole: bool) -> Iterator[str]:
    same: list[Step] = []
    begun = False
    for step in aligned(old, new):
        if step.same:
            same.append(step)
            continue
        yield from _stretch(new, same, before=begun, after=True, whole=whole)
        same, begun = [], True
        yield from _differing(old, new, step)
    yield from _stretch(new, same, before=begun, after=False, whole=whole)


def _stretch(new: list[str], same: list[Step], *, before: bool, after: bool, whole: bool) -> Iterator[str]:
    """Equal lines: those next to a difference are shown, the rest is folded unless the whole is asked for."""
    head, tail = AROUND * before, len(same) - AROUND * after
    if whole or tail - head <= 2 * AROUND:
        head = tail = len(same)
    yield from (_row("same", one.old, one.new, _shown(new[one.new])) for one in same[:head])
    if tail > head:
        first, last = same[head], same[tail - 1]
        folded = f'<td colspan="3">{tail - head:,} equal lines</td>'
        yield (
            f'<tr class="fold" data-from="{first.new + 1}" data-to="{last.new + 1}" data-old-from="{first.old + 1}">'
            f"{folded}</tr>\n"
        )
        yield from (_row("same", one.old, one.new, _shown(new[one.new])) for one in same[tail:])


def _differing(old: list[str], new: list[str], step: Step) -> Iterator[str]:
    if step.old < 0:
        yield _row("added", -1, step.new, f"{FRESH}{_shown(new[step.new])}{END_FRESH}")
    elif step.new < 0:
        yield _row("removed", step.old, -1, f'<del class="was">{_shown(old[step.old])}</del>')
    else:
        yield _row("changed", step.old, step.new, _changed(old[step.old], new[step.new]))


def _changed(old: str, new: str) -> str:
    """Both lines as one, the words that differ marked."""
    was, now = PlacedWords(escape(old, quote=False)), PlacedWords(escape(new, quote=False))
    was.read_code(0, len(was.html))
    now.read_code(0, len(now.html))
    pieces: list[str] = []
    at = 0
    for change in [*changes(was.keys, now.keys), WordChange(0, 0, len(now.keys), len(now.keys))]:
        begin = now.starts[change.j1] if change.j1 < len(now.keys) else len(now.html)
        pieces.append(now.html[at:begin])
        at = begin
        if change.i1 < change.i2:
            pieces.append(f'<del class="was">{was.html[was.starts[change.i1] : was.ends[change.i2 - 1]]}</del>')
        if change.j1 < change.j2:
            at = now.ends[change.j2 - 1]
            pieces.append(f"{FRESH}{now.html[begin:at]}{END_FRESH}")
    return odd.shown("".join(pieces), code=True)


def _shown(line: str) -> str:
    return odd.shown(escape(line, quote=False), code=True)


def _row(kind: str, old: int, new: int, html: str) -> str:
    numbers = "".join(f'<td class="n">{number + 1 if number >= 0 else ""}</td>' for number in (old, new))
    return f'<tr class="{kind}">{numbers}<td class="line">{html}</td></tr>\n'
