"""How long it takes to forget one item among many: its transaction, the index, and both files written anew."""

import asyncio
import os
import random
import tempfile
import time
from pathlib import Path

from countermark.actions import forgetting, history, reviews
from countermark.actions.desk import Desk, open_desk
from countermark.model import actors
from countermark.model.items import ItemKind
from countermark.model.reviews import Submission, Verdict
from countermark.store.sqlite import open_file

REVIEWS = 5_000
WORDS = [f"word{number}" for number in range(4_000)]
CLAUDE, ME = actors.agent("claude-code"), actors.person("si_bench")


def main() -> None:
    """Print what each part takes."""
    with tempfile.TemporaryDirectory(prefix="cm-b-") as home:
        Path(home, "images").mkdir()
        asyncio.run(measured(Path(home)))


def megabytes(file: Path) -> float:
    """How large a file is."""
    return file.stat().st_size / 2**20


async def measured(home: Path) -> None:
    """One folder with many decided plans; one of them is forgotten."""
    desk = await open_desk(open_file(home / "countermark.db"), images=home / "images")
    chance = random.Random(1)
    names = [await decided(desk, chance, number) for number in range(REVIEWS)]
    await history.index_all(desk)
    sizes = [megabytes(home / name) for name in ("countermark.db", "history.db")]
    began = time.perf_counter()
    await desk.change(ME, lambda change: forgetting.forget_all(change, kind=ItemKind.REVIEW, ids=[names[7]]))
    changed = time.perf_counter()
    await desk.history.forget([names[7]])
    indexed = time.perf_counter()
    assert await forgetting.clean(desk)
    ended = time.perf_counter()
    await desk.close()
    print(f"forgetting: one of {REVIEWS:,} plans of some 5 KB, load {os.getloadavg()[0]:.1f}")
    print(f"  the transaction {(changed - began) * 1000:.0f} ms")
    print(f"  the index written anew ({sizes[1]:.0f} MB) {indexed - changed:.2f} s; searches wait, decisions do not")
    print(f"  the database written anew ({sizes[0]:.0f} MB) {ended - indexed:.2f} s; decisions wait for it")


async def decided(desk: Desk, chance: random.Random, number: int) -> str:
    """A plan that was approved."""
    text = f"# Plan {number}\n\n{' '.join(chance.choices(WORDS, k=700))}\n"
    asked = Submission("claude-code", text, None, "/shop", f"talk-{number}", None)
    key = f"key-{number:08}"
    receipt = await reviews.open_review(desk, asked, key=key, wait_seconds=60, by=CLAUDE)
    shown = receipt.revision.sha256
    await reviews.decide(desk, receipt.review.id, Verdict.APPROVED, notes=None, shown_sha256=shown, by=ME)
    await desk.change(CLAUDE, lambda change: reviews.leave(change, receipt.revision.version, said_goodbye=True))
    return receipt.review.id


if __name__ == "__main__":
    main()
