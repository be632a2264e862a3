"""How fast the difference of two 1 MB revisions is made, by what was done to them: medians, with and without pairing.

Run `python bench/comparison.py [runs]`. Rendering is not counted (bench/render.py does that); reading the words of both
documents and pairing their blocks is, and is shown apart, because carrying marks over needs the same.
"""

import random
import sys
from collections.abc import Callable
from os import getloadavg
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.render import Plan
from countermark.documents.difference import Comparison, Summary, compare, compare_sources, pairs_of
from countermark.documents.markdown import render
from countermark.documents.pairing import pair
from countermark.documents.passages import passages

SIZE = 1_000_000
RUNS = 5
TARGET_MS = 1000
DRAW = random.Random(20)
WORDS = [f"word{number}" for number in range(3000)]


def plan() -> str:
    """What bench/render.py measures with."""
    return Plan(seed=1).text(SIZE)


def usual(text: str) -> str:
    """5 % of the lines changed by a word, three sections moved."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if len(line) > 20 and not line.startswith(("|", "`", "#")) and DRAW.random() < 0.05:
            words = line.split(" ")
            words[DRAW.randrange(2, len(words))] = "changed"
            lines[at] = " ".join(words)
    sections = "\n".join(lines).split("\n## ")
    for _ in range(3):
        sections.insert(DRAW.randrange(1, len(sections)), sections.pop(DRAW.randrange(1, len(sections))))
    return "\n## ".join(sections)


def some_changed(words: list[str], *, each: int) -> list[str]:
    """One of so many exchanged."""
    return [DRAW.choice(WORDS) if at % each == 0 else word for at, word in enumerate(words)]


def paragraph() -> tuple[str, str]:
    """One paragraph of a megabyte, one word of twenty changed."""
    words = DRAW.choices(WORDS, k=SIZE // 8)
    return " ".join(words), " ".join(some_changed(words, each=20))


def fence() -> tuple[str, str]:
    """One fence of a megabyte, one line of twenty changed."""
    lines = [f'    {DRAW.choice(WORDS)}_{number} = call({number}, "x")' for number in range(SIZE // 34)]
    changed = [line.replace("call", "ask") if at % 20 == 0 else line for at, line in enumerate(lines)]
    return "```\n" + "\n".join(lines) + "\n```\n", "```\n" + "\n".join(changed) + "\n```\n"


def items() -> tuple[str, str]:
    """20,000 items, each changed by a word."""
    lines = [" ".join(DRAW.choices(WORDS, k=6)) + f" {number}" for number in range(20_000)]
    changed = [line.replace(" ", " changed ", 1) for line in lines]
    return "- " + "\n- ".join(lines), "- " + "\n- ".join(changed)


def cases() -> dict[str, tuple[str, str]]:
    """Pairs of texts by what was done."""
    base = plan()
    return {
        "identical": (base, base),
        "5 % of lines, 3 sections moved": (base, usual(base)),
        "rewritten": (base, Plan(seed=2).text(SIZE)),
        "paragraph of 1 MB": paragraph(),
        "fence of 1 MB": fence(),
        "20,000 items changed": items(),
    }


def timed(work: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median milliseconds, by the wall and of the processor."""
    walls, processor = [], []
    for _ in range(runs):
        started, spent = perf_counter(), process_time()
        work()
        walls.append((perf_counter() - started) * 1000)
        processor.append((process_time() - spent) * 1000)
    return median(walls), median(processor)


def measured(old_text: str, new_text: str, runs: int) -> tuple[list[tuple[float, float]], Comparison]:
    """Times of reading both, pairing, the three views; and what was found."""
    old, new = render(old_text), render(new_text)
    was, now = passages(old), passages(new)
    pairing = pair(was, now)
    pairs = pairs_of(was, now, pairing)
    times = [
        timed(lambda: (passages(old), passages(new)), runs),
        timed(lambda: pair(passages(old), passages(new)), runs),
        timed(lambda: compare(old, new, pairs=pairs), runs),
        timed(lambda: compare(old, new, view="side", pairs=pairs), runs),
        timed(lambda: compare_sources(old_text, new_text, Summary()), runs),
    ]
    return times, compare(old, new, pairs=pairs)


def main() -> int:
    """Print a line for each kind of change; 1 when an inline comparison takes longer than it may."""
    runs = int(sys.argv[1]) if len(sys.argv) == 2 and sys.argv[1].isdigit() else RUNS
    print(f"comparison of two revisions of 1 MB, medians of {runs} runs, CPU ms (load {getloadavg()[0]:.1f})")
    print(f"{'':<32}{'read':>7}{'+ pair':>8}{'inline':>8}{'side':>8}{'source':>8}{'all inline':>12}{'wall':>8}")
    broken = 0
    for name, (old, new) in cases().items():
        (read, paired, inline, side, source), made = measured(old, new, runs)
        total, wall = paired[1] + inline[1], paired[0] + inline[0]
        broken |= total > TARGET_MS
        figures = "".join(f"{each[1]:>8.0f}" for each in (paired, inline, side, source))
        print(f"{name:<32}{read[1]:>7.0f}{figures}{total:>12.0f}{wall:>8.0f}")
        found = made.summary
        print(
            f"{'':<32}{len(made.slices)} slices; +{found.words_added} −{found.words_removed} words; "
            f"{found.blocks_changed} changed, {found.blocks_added} added, {found.blocks_removed} removed, "
            f"{found.blocks_moved} moved, "
            f"{found.blocks_split} split"
        )
    print(f"target: {TARGET_MS} ms for all of an inline comparison")
    return broken


if __name__ == "__main__":
    sys.exit(main())
