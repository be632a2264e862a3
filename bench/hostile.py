"""What a hostile text costs: whether time grows with the length only, and how long an honest plan waits behind six.

First every sign, every pair of signs and some pieces of Markdown, repeated to 100 and to 200 KB: twice the text should
take twice as long; the slowest growths are printed. Then a real hub gets six texts of 1 MB that are nothing but `&`,
no-break spaces and the like, at once, and one honest plan after them, a short one and one of 300 KB.
"""

import itertools
import json
import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from string import punctuation
from time import process_time

from bench.memory import submitted
from bench.render import Plan
from countermark.documents.markdown.rendering import render
from tests.journeys.hook_process import plan_payload
from tests.real_agents.person import Hub
from tests.real_agents.workplace import Workplace

SHORTER, LONGER = 100_000, 200_000
GROWTH, SLOW_S = 3.0, 0.2
SIGNS = (
    *punctuation, *" \t\n\r0aA", *"\x01\x7f\x85\xa0\xad\xb7é\u0301\u0640\u093c\u200b\u200d\u202e\u3000一\ufe0f\ufdd0",
    *"\U0001f600\U0001f3f4\U000e0067\U0001f1e6\u1820",
)  # fmt: skip
PIECES = (
    *("&amp;", "&lt;", "&#x3c;", "<b>", "</b>", "<p>", '<i a="', "<!--", "-->", "<td>", "<li>", "<details>\n\n"),
    *("```\n", "[^a]", "[a]: b\n", "- a\n", "1. a\n", "|a", "|a|\n|-|\n", "$a$", "`a`", "http://a", "www.a.b "),
    *("a@b.c ", "![a](b)", '[a](b "', "- [ ] ", "\t- ", "a\n===\n", "# \n", "---\n", "\xa0 ", "a&", "&\n"),
)
HOSTILE = ("&", "\xa0", "&a ", "°", "a\xa0", "&")
PROMISED_S = 5.0
HEAD_START_S = 0.3


def main() -> int:
    """1 if an honest plan waits longer than promised."""
    growths()
    return int(any(wait > PROMISED_S for wait in honest_waits()))


def growths() -> None:
    """Print the runs whose time grows faster than their length."""
    runs = [*SIGNS, *map("".join, itertools.permutations((*punctuation, "a", "\n"), 2)), *PIECES]
    measured = sorted(((growth(run), run) for run in runs), reverse=True)
    worst = [(ratio, run) for ratio, run in measured if ratio > GROWTH]
    print(f"hostile: {len(runs)} runs, {SHORTER // 1000} against {LONGER // 1000} KB, load {os.getloadavg()[0]:.1f}")
    for ratio, run in worst or measured[:3]:
        print(f"  {ratio:5.1f} x  {run!a}")
    print(f"  {len(worst)} grow by more than {GROWTH}, and take more than {SLOW_S} s")


def growth(run: str) -> float:
    """How much longer twice the text takes; measured again when it looks bad, because of other work on the machine."""
    ratio = 0.0
    for _ in range(3):
        spent = [seconds(run * (size // len(run.encode()))) for size in (SHORTER, LONGER)]
        ratio = spent[1] / max(spent[0], 0.001)
        if ratio <= GROWTH or spent[1] < SLOW_S:
            return min(ratio, GROWTH)
    return ratio


def seconds(text: str) -> float:
    """Of the processor, to render a text."""
    began = process_time()
    render(text)
    return process_time() - began


def honest_waits() -> list[float]:
    """Seconds from an honest plan's ring to its place in the inbox, behind six hostile ones."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        with Hub(workplace), ExitStack() as lines, ThreadPoolExecutor(len(HOSTILE)) as threads:
            began = time.perf_counter()
            hostile = [
                threads.submit(
                    submitted, lines, workplace, body(f"# Plan\n\n{run * (1_000_000 // len(run.encode()))}", number)
                )
                for number, run in enumerate(HOSTILE)
            ]
            time.sleep(HEAD_START_S)
            waits = [honest(lines, workplace, size) for size in (5_000, 300_000)]
            for each in hostile:
                each.result()
            print(f"  {time.perf_counter() - began:5.1f} s  until all six hostile plans of 1 MB are in the inbox")
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
    return waits


def honest(lines: ExitStack, workplace: Workplace, size: int) -> float:
    """Submit an honest plan; how long it took."""
    began = time.perf_counter()
    submitted(lines, workplace, body(Plan(size).text(size), size))
    took = time.perf_counter() - began
    print(f"  {took:5.2f} s  an honest plan of {size // 1000} KB, behind them; promised {PROMISED_S:.0f} s")
    return took


def body(text: str, number: int) -> bytes:
    """What a hook would send."""
    return json.dumps(plan_payload(text, session=f"s-{number}")).encode()


if __name__ == "__main__":
    sys.exit(main())
