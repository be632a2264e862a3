"""How fast a plan becomes a document: medians, growth with the length, and beside comrak alone.

Run `python bench/render.py`. Plans are made up from a fixed seed: headings, paragraphs, lists, tables, quotes, alerts,
tasks, footnotes and code in four languages, every code block different so that the cache of fences helps nobody.
"""

import random
import sys
from collections.abc import Callable
from os import getloadavg
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import comrak

from countermark.documents.markdown.rendering import render
from countermark.machine.collector import calm

SIZES = (5_000, 100_000, 300_000, 1_000_000)
RUNS = 10
TARGET_MS_PER_MB = 500
WORDS = (
    "the store keeps each order until payment settles and writes a journal entry before it answers so that nothing is "
    "lost when the process dies between two steps retry queue worker lock index migration schema column cache header "
    "token session cookie"
).split()
INLINE = ("**{}**", "*{}*", "`{}`", "[{}](https://example.org/a?b=1)", "`src/{}.py`")


class Plan:
    """A realistic plan of about the wanted size; `seed` makes it differ from every other."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self, size: int) -> str:
        parts = [f"# Plan: {self.words(5)}\n"]
        while sum(map(len, parts)) < size:
            parts.append(self.section(len(parts)))
        return "\n".join(parts)

    def words(self, count: int) -> str:
        return " ".join(self.random.choices(WORDS, k=count))

    def paragraph(self) -> str:
        sentences = []
        for _ in range(self.random.randint(2, 5)):
            words = self.words(self.random.randint(8, 18)).split()
            at = self.random.randrange(len(words))
            words[at] = self.random.choice(INLINE).format(words[at])
            sentences.append(" ".join(words) + ".")
        return " ".join(sentences) + "\n"

    def section(self, number: int) -> str:
        parts = [f"## {number}. {self.words(5)}\n", self.paragraph(), self.paragraph(), self.items(), self.paragraph()]
        parts.append(self.code())
        extras = (self.table, self.quote, self.tasks, self.note)
        parts.append(extras[number % len(extras)]())
        return "\n".join(parts)

    def items(self) -> str:
        return "".join(f"- {self.words(9)} `x{n}`\n  - {self.words(6)}\n" for n in range(self.random.randint(2, 6)))

    def table(self) -> str:
        rows = "".join(f"| `src/{self.words(1)}.py` | {self.words(6)} | {n} |\n" for n in range(6))
        return f"| File | Change | Lines |\n|---|---|--:|\n{rows}"

    def quote(self) -> str:
        return f"> {self.words(20)}\n> {self.words(9)}\n\n> [!WARNING]\n> {self.words(16)}\n"

    def tasks(self) -> str:
        return "".join(f"- [{self.random.choice(' x')}] {self.words(8)}\n" for _ in range(5))

    def note(self) -> str:
        name = self.random.randrange(10**9)
        return f"{self.words(4)} $x_{name}^2$ and a note[^{name}].\n\n[^{name}]: {self.words(12)}\n"

    def code(self) -> str:
        language, line, lines = self.random.choice(
            (
                ("python", "    {0}_{1} = store.get('{2}', default={1})  # {3}", 10),
                ("typescript", "const {0}{1} = await store.get('{2}', {{ retries: {1} }}); // {3}", 8),
                ("sql", "ALTER TABLE {0} ADD COLUMN {2}{1} INTEGER NOT NULL; -- {3}", 5),
                ("bash", "git checkout -b {0}-{1} && pytest -q tests/{2}  # {3}", 4),
            )
        )
        made = [
            line.format(self.words(1), self.random.randrange(999), self.words(1), self.words(4)) for _ in range(lines)
        ]
        return f"```{language}\n" + "\n".join(made) + "\n```\n"


def timed(work: Callable[[str], object], size: int) -> tuple[float, float]:
    """Median milliseconds, by the wall and of the processor, over plans that were never rendered before."""
    walls, processor = [], []
    for run in range(RUNS):
        text = Plan(seed=run * 7919 + size).text(size)
        started, spent = perf_counter(), process_time()
        work(text)
        walls.append((perf_counter() - started) * 1000)
        processor.append((process_time() - spent) * 1000)
    return median(walls), median(processor)


def comrak_alone(text: str) -> str:
    """The same Markdown with the same extensions, nothing safe and nothing marked."""
    extensions = comrak.ExtensionOptions()
    for name in ("alerts", "autolink", "footnotes", "math_code", "math_dollars", "strikethrough", "table", "tasklist"):
        setattr(extensions, name, True)
    options = comrak.RenderOptions()
    options.unsafe_ = True
    options.sourcepos = True
    return comrak.render_markdown(text, extensions, None, options)


def main() -> None:
    """Print one line for each size."""
    render("# warm\n\n```python\nx\n```\n\n```ts\nx\n```\n\n```sql\nx\n```\n\n```bash\nx\n```\n")
    calm()  # as the hub does
    print(f"render, medians of {RUNS} runs (load {getloadavg()[0]:.1f})")
    print(f"{'size':>7} {'render wall':>13} {'CPU':>10} {'comrak CPU':>11} {'ratio':>7} {'CPU ms per MB':>14}")
    for size in SIZES:
        wall, ours = timed(render, size)
        _, alone = timed(comrak_alone, size)
        figures = f"{wall:>10.1f} ms {ours:>7.1f} ms {alone:>8.1f} ms {ours / alone:>6.1f}x {ours / size * 1e6:>14.0f}"
        print(f"{size // 1000:>4} kB {figures}")
    print(f"target: {TARGET_MS_PER_MB} ms for 1 MB")


if __name__ == "__main__":
    main()
