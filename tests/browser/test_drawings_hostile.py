"""Whatever a drawing's source says: it runs nothing, asks nobody, changes nothing around it, and ends in time."""

import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import ConsoleMessage, Locator, expect

from tests.browser.chromium import REBOUND
from tests.browser.desk import Desk, Plan
from tests.browser.hostile import RUN
from tests.browser.office import Office

# What stands in the corpus and in the attempts for an attacker's server, which counts who calls.
EVIL = "EVIL"
HERE = Path(__file__).parent
ESCAPES = (HERE / "drawing_escapes.js").read_text(encoding="utf-8")
TITLE = "Hostile drawings"
# What is too long to be written down in the corpus.
LONG = {
    "DEEP": "subgraph { " * 400 + "a" + " }" * 400,
    "ONES": " ".join(f"a{at}" for at in range(25)),
    "TWOS": " ".join(f"b{at}" for at in range(25)),
    # All to all, from one rank of many to the next: a minute's work.
    "RANKS": " -> ".join("{" + " ".join(f"{rank}{at}" for at in range(140)) + "}" for rank in "pqrs"),
}
CHARACTER = re.compile(r"\{U\+([0-9A-F]{4})\}")
SETTLED = ".drawing, .formula, .drawing-error"
LONG_MS = 120_000
NAMES = "() => Object.getOwnPropertyNames(window).filter(name => !/^\\d+$/.test(name)).sort()"
POLLUTED = "() => ['polluted', 'x'].filter(name => name in {} || name in [] || name in (() => 0))"
PICTURES = """async article => {
  const read = image => new Promise(resolve => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    try { pen.getImageData(0, 0, 1, 1); resolve(null); } catch (error) { resolve(error.name); }
  });
  return Promise.all([...article.querySelectorAll('.drawing img')].map(read));
}"""
FRAME_IS_THERE = "() => document.querySelector('iframe.drawing-frame') !== null"
# The longest time for which the desk could not do anything, in ms, while it was looked at for two seconds.
LONGEST_PAUSE = """() => new Promise(resolve => {
  let [last, longest] = [performance.now(), 0];
  const end = last + 2000;
  const look = () => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
    if (now < end) setTimeout(look, 10); else resolve(longest);
  };
  look();
})"""
FORBIDDEN = """article => [...article.querySelectorAll('[data-desk] *')].filter(one => one.matches(
    'script, style, a, svg, iframe, object, embed, link, form, annotation-xml, maction, [href], [style], [src^=http]')
  || [...one.attributes].some(({name, value}) => /^on/i.test(name) || /javascript:/i.test(value) && name !== 'alt'))
  .map(one => one.outerHTML)"""


@pytest.fixture
def evil() -> Iterator["Listener"]:
    with Listener() as listener:
        yield listener


class Listener:
    """An attacker's port; `evil.example` leads to this machine in the tests' browser."""

    def __init__(self) -> None:
        self.calls = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._listen, daemon=True)

    @property
    def address(self) -> str:
        return f"http://{REBOUND}:{self._socket.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        # A listening socket that is only closed would leave the thread waiting.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()

    def _listen(self) -> None:
        while True:
            try:
                caller, _ = self._socket.accept()
            except OSError:
                return
            self.calls += 1
            caller.close()


def pieces(address: str) -> dict[str, str]:
    text = (HERE / "hostile_drawings.txt").read_text(encoding="utf-8")
    text = text.replace("RUN(", f"{RUN}(").replace("https://evil.example", address)
    text = CHARACTER.sub(lambda found: chr(int(found[1], 16)), text)
    for name, words in LONG.items():
        text = text.replace(name, words)
    named = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)[1:]
    return {name: piece.rstrip("\n") for name, piece in zip(named[::2], named[1::2], strict=True)}


def drawn(plan: Plan, count: int) -> Locator:
    """Waits until every source has been drawn or complained of."""
    settled = plan.text.locator(SETTLED)
    expect(settled).to_have_count(count, timeout=LONG_MS)
    return settled


def test_the_corpus_runs_and_asks_nothing(office: Office, desk: Desk, evil: Listener) -> None:
    told: list[ConsoleMessage] = []
    desk.page.on("console", lambda one: told.append(one))  # noqa: PLW0108 (Playwright marks what it is given)
    hostile = pieces(evil.address)
    text = f"# {TITLE}\n\n" + "\n\n".join(f"## {name}\n\n{piece}" for name, piece in hostile.items())
    with office.asks(f"{text}\n\nThe last line.\n"):
        before = desk.page.evaluate(NAMES)
        plan = desk.shows(TITLE)
        drawn(plan, len(hostile))
        assert desk.page.evaluate("window.ran") is None
        assert [frame.url for frame in desk.page.frames if frame.evaluate("window.ran !== undefined")] == []
        assert desk.page.evaluate(NAMES) == before
        assert desk.page.evaluate(POLLUTED) == []
        assert plan.text.evaluate(FORBIDDEN) == []
        assert plan.text.evaluate(PICTURES) == [None] * plan.text.locator(".drawing").count()
        assert evil.calls == 0
        assert desk.page.url == f"{office.address}/"
        assert len(desk.page.context.pages) == 1
        assert {frame.url.removeprefix(office.address) for frame in desk.page.frames} <= {
            "/",
            *(f"/drawings/{engine}.html" for engine in ("mermaid", "graphviz", "formulas")),
        }
        ours = [one.text for one in told if "/drawings/" not in one.location["url"]]
        assert [words for words in ours if "Content Security Policy" in words] == []
        last = plan.text.locator("math").last
        expect(last.locator("mfrac")).to_have_count(1)
        # What the frames' own policy has stopped is what it is for; Chromium tells of the requests that it has stopped.
        office.overlooks_stopped()


@pytest.mark.parametrize(
    ("engine", "fence"), [("mermaid", "mermaid\nflowchart LR\n a --> b"), ("graphviz", "dot\ndigraph { a -> b }")]
)
def test_whoever_rules_in_a_frame_gets_nowhere(
    office: Office, desk: Desk, evil: Listener, engine: str, fence: str
) -> None:
    with office.asks(f"# Ruled\n\n```{fence}\n```\n"):
        drawn(desk.shows("Ruled"), 1)
        frame = next(frame for frame in desk.page.frames if frame.url.endswith(f"/drawings/{engine}.html"))
        assert frame.evaluate(ESCAPES.replace(EVIL, evil.address)) == []
        frame.evaluate("address => { location.href = address; }", f"{evil.address}/away")
        expect(desk.inbox).to_be_visible()
        desk.page.wait_for_timeout(1000)  # time for a caller to call, not a proof: the attempts above waited longer
        assert desk.page.url == f"{office.address}/"
        watch = office.watch_over(desk.page.context)
        assert evil.calls == 0
        assert watch.dialogs == []
        office.overlooks_stopped()


def test_a_source_of_a_megabyte_is_shown_and_not_drawn(office: Office, desk: Desk) -> None:
    long = "\n".join(f"    a{at} --> a{at + 1}" for at in range(4000))
    with office.asks(f"# Long\n\n```mermaid\nflowchart LR\n{long}\n```\n\n$$\n{'x + ' * 3000}x\n$$\n"):
        plan = desk.shows("Long")
        drawn(plan, 2)
        expect(plan.text.locator(".drawing-error").first).to_contain_text("more than 50000 characters")
        expect(plan.text.locator(".drawing-error").last).to_contain_text("more than 4000 characters")
        expect(plan.text.locator("pre").first).to_be_visible()


def test_a_layout_that_takes_too_long_keeps_nothing_waiting(office: Office, desk: Desk) -> None:
    with office.asks(f"# Slow\n\n```dot\ndigraph {{ {LONG['RANKS']} }}\n```\n\n```dot\ndigraph {{ a -> b }}\n```\n"):
        plan = desk.shows("Slow")
        expect(plan.text.locator("pre").first).to_be_visible()
        desk.page.wait_for_function(FRAME_IS_THERE, timeout=LONG_MS)
        assert desk.page.evaluate(LONGEST_PAUSE) < 1000
        drawn(plan, 2)
        expect(plan.text.locator(".drawing-error")).to_contain_text("longer than 10 seconds")
        expect(plan.text.locator(".drawing img")).to_have_attribute("alt", "Drawing: digraph { a -> b }")
