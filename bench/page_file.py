"""How fast a page file of 2,000 annotations is read, read again after somebody changed it, and changed.

Run `python bench/page_file.py`. The file lies in memory, so that the disk's own fsync is not counted; how long a change
takes on the disk of the temporary folder is printed beside it. Medians, wall clock.
"""

import json
import sys
import time
from collections.abc import Callable
from os import getloadavg
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from countermark.model.pages.annotations import PageStore, fingerprint, iso
from countermark.model.pages.export import export
from countermark.model.pages.wishes import changed_annotation, new_annotation
from countermark.store.pages.file import PageFile

COUNT = 2000
RUNS = 60
NOW = iso(1_772_101_800_000)
MEMORY = Path("/dev/shm")
TARGETS_MS = {"read, unchanged": 0.2, "read, just changed by us": 1.0, "read after an outside change": 25, "change": 15}


def wish(number: int) -> dict[str, object]:
    """An annotation of about 750 bytes."""
    words = f"the words that were selected, number {number}"
    path = f"/html[1]/body[1]/main[1]/section[{number % 40}]/p[{number}]/text()[1]"
    place = {"startXPath": path, "startOffset": 3, "endXPath": path, "endOffset": 3 + len(words), "selectedText": words}
    around = {"contextBefore": "before " * 11, "contextAfter": "after " * 13}
    note = f"please say this in fewer words, and mean it ({number})"
    page = {"pageUrl": f"/guide/{number % 20}", "pageTitle": "Guide", "note": note}
    return {"type": "text", **page, "selectedText": words, "range": place | around}


def filled(store: PageStore) -> PageStore:
    """A store with all of them."""
    for number in range(COUNT):
        store = store.with_annotation(new_annotation(wish(number), id=f"{number:036}", now=NOW))
    return store


def timed(work: Callable[[], object], *, before: Callable[[], object] = lambda: None) -> float:
    """Median milliseconds."""
    took = []
    for _ in range(RUNS):
        before()
        started = perf_counter()
        work()
        took.append(1000 * (perf_counter() - started))
    return median(took)


def change(pages: PageFile) -> None:
    """Another note in the middle."""
    patch = {"note": f"{perf_counter()}"}
    pages.change(
        lambda store: store.with_annotation(changed_annotation(store.annotation(f"{1000:036}"), patch, now=NOW))
    )


def by_hand(file: Path) -> None:
    """What an editor does."""
    whole = json.loads(file.read_bytes())
    whole["annotations"][5]["note"] = f"{perf_counter()}"
    beside = file.with_name("beside")
    beside.write_text(json.dumps(whole, indent=2), encoding="utf-8")
    beside.replace(file)


def measure(folder: Path) -> dict[str, float]:
    """Everything, in one folder."""
    file = folder / "inline-review.json"
    pages = PageFile(file)
    store = pages.change(filled)
    found = {"read, just changed by us": timed(pages.read), "change": timed(lambda: change(pages))}
    found["read after an outside change"] = timed(pages.read, before=lambda: by_hand(file))
    found["change after an outside change"] = timed(lambda: change(pages), before=lambda: by_hand(file))
    while time.time_ns() - file.stat().st_ctime_ns < 2_100_000_000:
        time.sleep(0.1)
    pages.read()
    found["read, unchanged"] = timed(pages.read)
    found["fingerprint"] = timed(lambda: fingerprint(store))
    found["export"] = timed(lambda: export(store, now=NOW))
    print(f"{file.stat().st_size / 1e6:.2f} MB")
    return found


def main() -> int:
    """Whether a promise is broken."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as memory, TemporaryDirectory() as disk:
        found, on_disk = measure(Path(memory)), measure(Path(disk))
    print(f"{COUNT:,} annotations, load {getloadavg()[0]:.1f}")
    broken = 0
    for name, took in found.items():
        target = TARGETS_MS.get(name)
        slow = target is not None and took > target
        broken += slow
        said = f"   target {target} ms{'   BROKEN' * slow}" if target else ""
        print(f"  {name:32} {took:8.3f} ms   on disk {on_disk[name]:8.3f} ms{said}")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
