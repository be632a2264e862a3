"""How fast the difference of two 1 MB revisions is made, by what was done to them.

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
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.render import Plan
from countermark.documents.difference.comparing import Comparison, Summary, compare, compare_sources, pairs_of
from countermark.documents.difference.pairing import pair
from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.machine.collector import calm

SIZE = 1_000_000
RUNS = 3
USUAL = "5 % of lines, 3 sections moved"
EDITED = "a few words of each section changed"
REPEATED = "sections alike, a few words of each changed"
TARGETS_MS = {USUAL: 600, EDITED: 600, REPEATED: 600}
DRAW = random.Random(20)
WORDS = [f"word{number}" for number in range(3000)]


class Times(NamedTuple):
    """Milliseconds: of the processor and by the wall, the median and the best of some runs."""

    median: float
    best: float
    wall: float
    best_wall: float


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


def edited(text: str) -> str:
    """Two words of each paragraph changed; headings, items, tables and code stay."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if len(line) > 80 and line.endswith("."):
            words = line.split(" ")
            for place in DRAW.sample(range(1, len(words) - 1), 2):
                words[place] = DRAW.choice(WORDS)
            lines[at] = " ".join(words)
    return "\n".join(lines)


SECTION = """## Move the table {0} to the new schema

Add the column {1} to the table {0} as nullable, deploy the readers that know it, and only then let the writers fill \
it for every new row. Watch the queue `{2}` for an hour before the next step begins, and stop if it grows.

- Write the migration and review it with the team
- Backfill {0} in batches of a thousand rows, at night
- Compare the counts of both columns
- Drop the old column a week later

Roll back with the script `{2}.sql`, which puts the old readers of {1} in place again and leaves the new rows as they \
are. Nobody has to be woken for it: {3} {4} {5} {6} {7}.
"""


def repeated() -> tuple[str, str]:
    """Sections that differ by few words: words of each changed, one of twenty gone, one new, one moved."""
    sections = list[str]()
    while sum(map(len, sections)) < SIZE:
        sections.append(SECTION.format(*DRAW.choices(WORDS[:60], k=3), *DRAW.choices(WORDS, k=5)))
    changed = list(map(edited, sections))
    for number in range(0, len(changed), 20):
        changed.insert(number, SECTION.format(*DRAW.choices(WORDS, k=8)))
        changed.pop(number + 5)
        changed.insert(DRAW.randrange(len(changed)), changed.pop(number + 9))
    return "\n".join(sections), "\n".join(changed)


def cases() -> dict[str, tuple[str, str]]:
    """Pairs of texts by what was done."""
    base = plan()
    return {
        "identical": (base, base),
        USUAL: (base, usual(base)),
        "rewritten": (base, Plan(seed=2).text(SIZE)),
        "paragraph of 1 MB": paragraph(),
        "fence of 1 MB": fence(),
        "20,000 items changed": items(),
        EDITED: (base, edited(base)),
        REPEATED: repeated(),
    }


def timed(work: Callable[[], object], runs: int) -> Times:
    """Milliseconds of some runs."""
    walls, processor = [], []
    for _ in range(runs):
        started, spent = perf_counter(), process_time()
        work()
        walls.append((perf_counter() - started) * 1000)
        processor.append((process_time() - spent) * 1000)
    return Times(median(processor), min(processor), median(walls), min(walls))


def measured(old_text: str, new_text: str, runs: int) -> tuple[dict[str, Times], Comparison]:
    """Times of reading both, pairing, the three views; of all that the inline view needs; and what was found."""
    old, new = render(old_text), render(new_text)
    was, now = passages(old), passages(new)
    pairs = pairs_of(was, now, pair(was, now))
    calm()  # as the hub does
    times = {
        "read": timed(lambda: (passages(old), passages(new)), runs),
        "+ pair": timed(lambda: pair(passages(old), passages(new)), runs),
        "inline": timed(lambda: compare(old, new, pairs=pairs), runs),
        "side": timed(lambda: compare(old, new, view="side", pairs=pairs), runs),
        "source": timed(lambda: compare_sources(old_text, new_text, Summary()), runs),
        "all inline": timed(lambda: compare(old, new), runs),
    }
    return times, compare(old, new, pairs=pairs)


def main() -> int:
    """Print what each kind of change costs; the number of those that take longer than they may."""
    runs = int(sys.argv[1]) if len(sys.argv) == 2 and sys.argv[1].isdigit() else RUNS
    print(f"comparison of two revisions of 1 MB, {runs} runs, CPU ms: median/best (load {getloadavg()[0]:.1f})")
    broken = 0
    for name, (old, new) in cases().items():
        times, made = measured(old, new, runs)
        whole = times["all inline"]
        target = TARGETS_MS.get(name)
        slow = target is not None and whole.best > target
        broken += slow
        print(name)
        print("  " + ", ".join(f"{step} {each.median:.0f}/{each.best:.0f}" for step, each in times.items()), end="")
        print(f" (wall {whole.wall:.0f}/{whole.best_wall:.0f}){'  BROKEN' * slow}")
        found = made.summary
        print(
            f"  {len(made.slices)} slices; +{found.words_added} −{found.words_removed} words; "
            f"{found.blocks_changed} changed, {found.blocks_added} added, {found.blocks_removed} removed, "
            f"{found.blocks_moved} moved, {found.blocks_split} split",
            flush=True,
        )
    for name, target in TARGETS_MS.items():
        print(f"target: {target} ms for all of the inline view of “{name}”, the best run, for other work slows them")
    return broken


if __name__ == "__main__":
    sys.exit(main())
