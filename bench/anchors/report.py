"""What the bench prints: a table for each set, and misses that a person can read."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.anchors.cases import Case, CaseSet, Pair, read
from bench.anchors.scoring import OLD_TEXT, SEEN, WAYS, Result, score
from bench.anchors.texts import Span, Text
from bench.anchors.truth import FATES

AROUND = 160  # characters shown on each side
SHOWN = 700  # of a block
FAULTS = 10


def table(cases: CaseSet, results: Sequence[Result]) -> str:
    """Right / wrong in per cent, for each way and fate."""
    counts = score(results, SEEN).count
    heads = " ".join(f"{f'{fate} {counts[fate]}':>15}" for fate in FATES)
    lines = [
        f"{cases.name}: {len(cases.cases)} spans in {len(cases.pairs)} pairs (right / wrong, per cent)",
        f"{'':18} {heads} {'mean':>13}",
    ]
    for way in WAYS:
        scored = score(results, way)
        columns = " ".join(f"{scored.right[fate]:>8.1f} /{scored.wrong[fate]:5.1f}" for fate in FATES)
        right, wrong = scored.macro
        lines.append(f"{way:18} {columns} {right:>6.1f} /{wrong:5.1f}")
    lines += [_notes(results, way) for way in (SEEN, OLD_TEXT)]
    return "\n".join(lines)


def _notes(results: Iterable[Result], way: str) -> str:
    """The hard kinds, which the means hide: those that stand more than once, lookalikes, and each size."""
    kinds = dict[str, list[Result]]()
    for result in results:
        if result.way == way:
            truth = result.case.truth
            if truth.note:
                kinds.setdefault(f"{truth.fate}/{truth.note}", []).append(result)
            kinds.setdefault(result.case.size, []).append(result)
    told = []
    for kind, some in sorted(kinds.items()):
        right, wrong = (100 * sum(one.mark == mark for one in some) / len(some) for mark in ("right", "wrong"))
        told.append(f"{kind} {right:.1f}/{wrong:.1f} of {len(some)}")
    return f"  {way}: {'; '.join(told)}"


def faults_told(faults: Sequence[str]) -> list[str]:
    """The first faults, and how many there are."""
    more = [f"… and {len(faults) - FAULTS} more"] if len(faults) > FAULTS else []
    return [*faults[:FAULTS], *more]


def misses(file: Path, collected: Iterable[tuple[CaseSet, Sequence[Result]]]) -> int:
    """Write down every answer of ours that is not right, wrong ones first; how many."""
    parts = list[str]()
    for cases, results in collected:
        for way in (SEEN, OLD_TEXT):
            missed = [one for one in results if one.way == way and one.mark != "right"]
            missed.sort(key=lambda one: (one.mark != "wrong", one.case.truth.fate))
            parts += [miss(cases, number, one) for number, one in enumerate(missed, 1)]
    file.write_text("\n".join(parts), encoding="utf-8")
    return len(parts)


def miss(cases: CaseSet, number: int, result: Result) -> str:
    """One miss in full."""
    pair, case = cases.pairs[result.case.pair], result.case
    truth = case.truth
    fate = f"{truth.fate}{f'/{truth.note}' if truth.note else ''}"
    return "\n".join(
        [
            f"════ {cases.name} · {result.way} · {result.mark} {number} · {fate} · {case.size}",
            pair.name,
            *described(pair, case),
            f"GOT       {_shown(read(pair.new)[1], result.got)}",
            *([f"HINT      {_shown(read(pair.new)[1], result.hint)}"] if result.hint else []),
            "",
        ]
    )


def described(pair: Pair, case: Case) -> list[str]:
    """The quote in its old block, and where it should be."""
    old, new = read(pair.old)[1], read(pair.new)[1]
    return [
        f"QUOTE     {_shown(old, case.span)}",
        f"OLD BLOCK {_block(old, case.span)}",
        f"EXPECTED  {_shown(new, case.truth.core)}",
        *([f"NEW BLOCK {_block(new, case.truth.core)}"] if case.truth.core else []),
    ]


def _shown(text: Text, span: Span | None) -> str:
    """The words in brackets with what stands around them."""
    if span is None:
        return "– (gone)"
    before, after = text.whole[max(span.start - AROUND, 0) : span.start], text.whole[span.end : span.end + AROUND]
    return f"…{before}⟦{_cut(text.whole[span.start : span.end])}⟧{after}…".replace("\n", "⏎")


def _block(text: Text, span: Span) -> str:
    first, last = text.unit_at(span.start), text.unit_at(span.end - 1)
    numbers = f"{first}" if first == last else f"{first}–{last}"
    return f"({numbers} of {len(text.units)}) " + _cut("\n".join(text.units[first : last + 1])).replace("\n", "⏎")


def _cut(words: str) -> str:
    return words if len(words) <= SHOWN else f"{words[: SHOWN // 2]} ⋯ {words[-SHOWN // 2 :]}"
