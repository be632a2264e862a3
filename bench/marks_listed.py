"""How long others wait while the hub lists a review's marks: a second client asks over the agents' door all the while.

Real hub, a review with 1,000 marks, or with 5,000 (`COUNTERMARK_BENCH_MARKS=5000`; making them takes a minute or two).
"""

import http.client
import json
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Event, Thread

from tests.contract.wire.small_desk import Target, real_hub
from tests.contract.wire_api.conftest import asked, waiting
from tests.contract.wire_api.marking import Page

MARKS = int(os.environ.get("COUNTERMARK_BENCH_MARKS", "1000"))
LISTS = 12
PROMISED_MS = 20.0
MARKED = "moves its rows to their new home"


class AgentsDoor(http.client.HTTPConnection):
    """A connection to the agents' socket that stays open."""

    def __init__(self, path: str) -> None:
        super().__init__("countermark", timeout=30)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self._path)


def main() -> int:
    """Print what a list costs the others; 1 when they wait longer than they may."""
    folder = Path(tempfile.mkdtemp(prefix="cm-b-"))
    try:
        with real_hub(folder / "home") as target, waiting(target, asked(text(), path="/srv/plan.md")):
            address = f"/api/reviews/{marked(target)}/annotations?revision=1"
            with second_client(target) as waited:
                time.sleep(0.5)
                alone = list(waited)
                took, held = zip(*(listed(target, address, waited) for _ in range(LISTS)), strict=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"a list of {MARKS:,} marks, {LISTS} times, load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    print(f"  the list itself          {median(took):6.1f} ms, slowest {max(took):.1f} ms")
    print(f"  a small question alone   {median(alone):6.1f} ms, slowest {max(alone):.1f} ms")
    print(f"  slowest beside a list    {median(held):6.1f} ms, slowest of all {max(held):.1f} ms")
    print(f"  promised: median within {PROMISED_MS:.0f} ms beside 1,000 marks")
    return int(MARKS <= 1000 and median(held) > PROMISED_MS)


def text() -> str:
    """A paragraph for each mark."""
    return "# Plan\n\n" + "\n\n".join(f"Step {number} {MARKED}, and checks them there." for number in range(MARKS))


def marked(target: Target) -> str:
    """The id of the one review, all its paragraphs marked."""
    page = Page(target, first_review(target))
    browser = http.client.HTTPConnection(*target.address, timeout=60)
    for number, block in enumerate(each for each in page.whole()["document"]["blocks"] if each["kind"] == "paragraph"):
        at = block["text"].index(MARKED)
        place = {"start_block": block["id"], "start": at, "end_block": block["id"], "end": at + len(MARKED)}
        mark = {"revision": 1, "kind": "comment", "words": f"Why {number}?", "quote": MARKED, "place": place}
        path = f"/api/reviews/{page.review}/annotations/an_{number:026}"
        browser.request("PUT", path, json.dumps(mark), target.page_headers)
        answer = browser.getresponse()
        assert answer.status == 200, answer.read()
        answer.read()
    return page.review


def first_review(target: Target) -> str:
    """The id of the review, once it is there."""
    while not (found := target.ask("GET", "/api/reviews?status=open").json["reviews"]):
        time.sleep(0.05)
    return str(found[0]["id"])


@contextmanager
def second_client(target: Target) -> Iterator[list[float]]:
    """Milliseconds that each small question has taken so far."""
    waited: list[float] = []
    end = Event()

    def ask_on() -> None:
        door = AgentsDoor(target.agent_socket)
        while not end.wait(0.001):
            began = time.perf_counter()
            door.request("GET", "/api/status")
            door.getresponse().read()
            waited.append((time.perf_counter() - began) * 1000)
        door.close()

    thread = Thread(target=ask_on)
    thread.start()
    try:
        yield waited
    finally:
        end.set()
        thread.join()


def listed(target: Target, address: str, waited: list[float]) -> tuple[float, float]:
    """Milliseconds that a list takes, and the longest that a question has waited beside it."""
    before, began = len(waited), time.perf_counter()
    browser = http.client.HTTPConnection(*target.address, timeout=60)
    browser.request("GET", address, headers=target.page_headers)
    answer = browser.getresponse()
    assert len(json.loads(answer.read())["annotations"]) == MARKS
    browser.close()
    took = (time.perf_counter() - began) * 1000
    time.sleep(0.2)  # the last question is answered
    return took, max(waited[before:])


if __name__ == "__main__":
    sys.exit(main())
