"""How fast a page is answered with 2,000 annotations in its file, and how soon the overlay stands in a blank page.

Asked as a program asks, through `countermark pages DIR` and a real hub, over one connection that is kept; medians, wall
clock. What waits for the disk at a write is most of it: how long one fsync takes here is printed beside it.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import httpx
from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.page_file import COUNT, NOW, wish
from countermark.model.pages.annotations import new_annotation
from tests.browser import chromium
from tests.real_agents.person import Hub
from tests.real_agents.workplace import Workplace

RUNS = 60
LOADS = 15
READ_MS, WRITE_MS, READY_MS = 10.0, 15.0, 40.0
API = "/__inline-review/api"
BLANK = (
    "<!doctype html><html><head><title>Blank</title><link rel=icon href=data:,></head><body><p>Words.</p></body></html>"
)
# A browser's first seconds belong to pages of its own, on both cores.
AT_REST_S = 2.5
READY = """() => {
  const host = () => document.querySelector('#astro-inline-review-host');
  const isThere = () => host()?.shadowRoot?.querySelector('[data-air-el=fab]') != null;
  new MutationObserver((_, watch) => {
    if (!isThere()) return;
    window.ready = performance.now();
    watch.disconnect();
  }).observe(document, { childList: true, subtree: true });
}"""
DOWNLOADED = """performance.getEntriesByType('resource').find(one => one.name.endsWith('client.js')).responseEnd"""


def main() -> int:
    """1 if a promise is broken."""
    with tempfile.TemporaryDirectory(prefix="cm-b-") as name:
        workplace = Workplace(Path(name), Path(name) / "desk").furnish()
        annotations = [new_annotation(wish(number), id=f"a{number}", now=NOW).shown for number in range(COUNT)]
        (workplace.project / "inline-review.json").write_text(
            json.dumps({"version": 1, "annotations": annotations, "pageNotes": []}, indent=2)
        )
        (workplace.project / "index.html").write_text(BLANK)
        with Hub(workplace), served(workplace) as address, chromium.started() as browser:
            print(f"page_api, load average {os.getloadavg()[0]:.1f}; ms, medians of {RUNS}")
            print(f"  {fsync(workplace.project):7.1f}  one fsync of 2 MB, beside it")
            broken = asked(address)
            time.sleep(AT_REST_S)
            ready = median(until_ready(browser, address) for _ in range(LOADS))
    return int(broken | shown("client.js downloaded → round button there", ready, READY_MS))


def asked(address: str) -> bool:
    """Every kind of question; whether one was too slow."""
    with httpx.Client(base_url=address + API, trust_env=False, timeout=30) as http:

        def ask(method: str, path: str, body: dict[str, str] | None = None) -> None:
            http.request(method, path, json=body).raise_for_status()

        questions: list[tuple[str, Callable[[int], None], float]] = [
            ("version", lambda _: ask("GET", "/version"), READ_MS),
            ("one page's annotations", lambda _: ask("GET", "/annotations?page=/guide/3"), READ_MS),
            ("all annotations", lambda _: ask("GET", "/annotations"), READ_MS),
            ("export", lambda _: ask("GET", "/export"), READ_MS),
            ("a note is changed", lambda n: ask("PATCH", f"/annotations/a{n}", {"note": f"new {n}"}), WRITE_MS),
            ("a status is changed", lambda n: ask("PATCH", f"/annotations/a{n}", {"status": "addressed"}), WRITE_MS),
            ("a page note is added", lambda n: ask("POST", "/page-notes", {"pageUrl": "/", "note": str(n)}), WRITE_MS),
            ("an annotation is deleted", lambda n: ask("DELETE", f"/annotations/a{n}"), WRITE_MS),
        ]
        ask("GET", "/annotations")
        took = [(name, median(timed(question)), most) for name, question, most in questions]
    return sum(shown(*each) for each in took) > 0


def timed(question: Callable[[int], None]) -> list[float]:
    took = []
    for number in range(RUNS):
        began = perf_counter()
        question(number)
        took.append((perf_counter() - began) * 1000)
    return took


def until_ready(browser: Browser, address: str) -> float:
    """Milliseconds from the script's last byte to the button, in a profile that has been there before."""
    context = browser.new_context()
    context.add_init_script(f"({READY})()")
    page = context.new_page()
    page.goto(f"{address}/")
    page.wait_for_function("window.ready")
    took = float(page.evaluate(f"window.ready - {DOWNLOADED}"))
    context.close()
    return took


def fsync(folder: Path) -> float:
    """What the disk takes for a file of that size, in ms."""
    took = []
    for _ in range(10):
        with (folder / "written").open("wb") as file:
            file.write(b"x" * 2_000_000)
            file.flush()
            began = perf_counter()
            os.fsync(file.fileno())
            took.append((perf_counter() - began) * 1000)
    return median(took)


def shown(name: str, took: float, most: float) -> bool:
    """Whether it was slower than promised."""
    print(f"  {took:7.1f}  {name}: {took / most:.2f} of the promise ({most:.0f} ms)")
    return took > most


@contextmanager
def served(workplace: Workplace) -> Iterator[str]:
    """`countermark pages` over the project, while inside; its address."""
    command = [sys.executable, "-m", "countermark", "pages", str(workplace.project), "--no-open"]
    process = subprocess.Popen(
        command, env=workplace.environment(), cwd=workplace.root, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://localhost:\d+", process.stdout.readline())
        assert found, "countermark pages did not start"
        yield found[0]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


if __name__ == "__main__":
    sys.exit(main())
