"""The ways in for Python in Chromium, on real dev servers: from selecting words to accepting what an agent did."""

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any, Self, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests import guards
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site as OverlaySite
from tests.browser.watch import Watch
from tests.contract.mcp.review import Site as Project
from tests.contract.mcp.review import told
from tests.real_agents.person import eventually
from tests.sites.python_sites import FRAMEWORKS, HERE, ONE_AT_A_TIME, Framework, Site, served, versions

Json = dict[str, Any]
WORDS, NEW_WORDS = "honest lamps", "brass lamps"
ITEM = "Lamps: nine shillings"
PLACE = "main, [role=main]"
BLUE = "rgba(59, 130, 246, 0.2)"
# Two seconds are promised; how many questions it took says the same of a machine that stands still for a moment.
AT_MOST_MS = 10_000
RELOADING_MS = 60_000
WAYS_IN = Path(__file__).parents[3] / "docs" / "reference" / "ways-in.md"
# What moves what was annotated: as much before it, some of it in the same words.
MOVED = {
    ".html": {
        "<p>We sell": "<p>New this week: ask for honest lamps at the door.</p>\n<p>We sell",
        "good rope": "plain rope",
        "<li>Rope": "<li>Nails: one shilling</li>\n<li>Rope",
    },
    ".md": {
        "We sell": "New this week: ask for honest lamps at the door.\n\nWe sell",
        "good rope": "plain rope",
        "- Rope": "- Nails: one shilling\n- Rope",
    },
    ".rst": {
        "We sell": "New this week: ask for honest lamps at the door.\n\nWe sell",
        "good rope": "plain rope",
        "* Rope": "* Nails: one shilling\n* Rope",
    },
}
REWORDED = {f"plain rope, {WORDS}": f"plain rope, {NEW_WORDS}"}

# Whether the mark lies where the words stand in the paragraph that says "no promises".
IS_OVER = """([id, words]) => {
  const mark = document.querySelector(`[data-air-id="${id}"]`);
  const told = [...document.querySelectorAll("p")].filter((one) => one.textContent.includes("no promises"));
  if (mark === null || told.length !== 1) return null;
  const walker = document.createTreeWalker(told[0], NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  const whole = texts.map((one) => one.data).join("");
  const at = whole.indexOf(words);
  if (at < 0) return null;
  const place = (offset) => {
    for (const one of texts) if (offset <= one.data.length) return [one, offset]; else offset -= one.data.length;
  };
  const range = document.createRange();
  range.setStart(...place(at + 1));
  range.setEnd(...place(at + words.length - 1));
  const there = range.getBoundingClientRect(), here = mark.getBoundingClientRect();
  const slack = 20;
  return here.top <= there.bottom && here.bottom >= there.top && Math.abs(here.left - there.left) < slack &&
    Math.abs(here.right - there.right) < slack ? true : null;
}"""
# Writes down when the mark is blue, by the page's own clock.
WATCH_BLUE = """([id, blue]) => {
  const look = () => {
    const mark = document.querySelector(`[data-air-id="${id}"]`);
    if (mark !== null && getComputedStyle(mark).backgroundColor === blue) window.blueAt ??= Date.now();
    requestAnimationFrame(look);
  };
  look();
}"""
# The questions for the file's state that the page asked, and had answered, between two moments.
QUESTIONS = """([from, to]) => performance.getEntriesByType("resource").filter(({ name, startTime, responseEnd }) =>
  name.endsWith("/version") && performance.timeOrigin + startTime > from && performance.timeOrigin + responseEnd < to
).length"""


@pytest.fixture(scope="module")
def hub_home() -> Iterator[Path]:
    """The data folder of the hub that the first dev server starts; it ends with the last one."""
    for home in guards.own_home(starts_processes=True):
        yield home
        Project(home, home).stops_hub()


@pytest.fixture(scope="module")
def running(request: pytest.FixtureRequest, hub_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One dev server for all tests of a framework."""
    with served(request.param, tmp_path_factory.mktemp("site"), hub_home) as site:
        yield site


@pytest.fixture
def site(running: Site) -> Site:
    """The running site without annotations."""
    running.storage.unlink(missing_ok=True)
    return running


class Review(Reviewed):
    """A tab on one of the sites, and what became of it."""

    def __init__(self, page: Page, site: Site) -> None:
        super().__init__(page, cast("OverlaySite", self))  # it asks a site for nothing but its address
        self.address = site.url
        self.served = site

    def annotates(self) -> tuple[str, str]:
        """Words with the mouse, then a whole item of a list; their ids."""
        self.selects(PLACE, WORDS).writes("Which ones?")
        expect(self.el("badge")).to_have_text("1")
        self.page.get_by_text(ITEM).click(modifiers=["Alt"])
        self.popup_is("visible")
        self.writes("Too dear.")
        expect(self.el("badge")).to_have_text("2")
        kept = json.loads(self.served.storage.read_text())["annotations"]
        assert [(one["type"], one["note"], one["pageUrl"]) for one in kept] == [
            ("text", "Which ones?", "/"),
            ("element", "Too dear.", "/"),
        ]
        assert kept[0]["selectedText"] == WORDS
        return kept[0]["id"], kept[1]["id"]

    def opens(self, path: str = "/") -> Self:
        """With the patience that a hub wants which starts only now."""
        self.page.goto(self.address + path)
        expect(self.el("fab")).to_be_visible(timeout=RELOADING_MS)
        return self

    def notes(self, words: str) -> None:
        """A note on the whole page, in the panel, which stays open."""
        self.opens_panel().el("page-note-add").click()
        self.el("page-note-textarea").fill(words)
        self.el("page-note-save").click()
        expect(self.el("page-note-item")).to_contain_text(words)
        kept = json.loads(self.served.storage.read_text())["pageNotes"]
        assert [(one["note"], one["pageUrl"]) for one in kept] == [(words, "/")]

    def shows(self, text: str, element: str, *, words: str) -> None:
        """Both annotations are where they belong."""
        eventually(
            lambda: self.page.evaluate(IS_OVER, [text, words]),
            seconds=20,
            what=f"a mark over {words!r}",
            instead=lambda: self.page.inner_html("body")[:3000],
        )
        expect(self.outlining(element)).to_have_text(ITEM)

    def outlining(self, element: str) -> Locator:
        return self.page.locator(f'[data-air-element-id="{element}"]')

    def sees(self, words: str) -> None:
        """The page as its source is now, by itself where the dev server loads it anew."""
        if not self.served.framework.reloads:
            self.served.gives(words)
            self.page.reload()
        expect(self.page.get_by_text(words)).to_be_visible(timeout=RELOADING_MS)
        expect(self.el("fab")).to_be_visible()


@contextmanager
def open_review(browser: Browser, site: Site) -> Iterator[Review]:
    """A tab, while inside; nothing is in its console but what the test has brought about."""
    watch, console = Watch(), list[str]()
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    watch.over(context)
    context.on("console", lambda line: console.append(f"{line.text} ({line.location['url']})"))
    review = Review(context.new_page(), site)
    review.forgives(*site.framework.says)
    yield review.opens()
    context.close()
    assert watch.errors == []
    assert [line for line in console if not any(words in line for words in review.forgiven)] == []
    assert {re.sub("^ws", "http", origin) for origin in watch.origins()} == {review.address}


def agent(site: Site, *calls: tuple[str, Json]) -> list[Json]:
    """An agent's client calls these tools; what they say."""

    async def work() -> list[Json]:
        project = Project(site.folder, site.home)
        async with project.client(arguments=["--storage", str(site.storage)]) as client:
            return [await told(client, tool, **arguments) for tool, arguments in calls]

    # Playwright's own event loop runs in this thread.
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, work()).result(90)


def addresses(review: Review, annotation: str) -> int:
    """An agent addresses it; how many questions the page asked until it showed that."""
    review.page.evaluate(WATCH_BLUE, [annotation, BLUE])
    (done,) = agent(review.served, ("address_annotation", {"id": annotation}))
    blue: float = eventually(
        lambda: review.page.evaluate("window.blueAt ?? null"),
        seconds=20,
        what="a blue mark",
        instead=lambda: review.page.inner_html("body")[:3000],
    )
    addressed = float(review.page.evaluate("iso => Date.parse(iso)", done["addressedAt"]))
    assert blue - addressed < AT_MOST_MS
    questions: int = review.page.evaluate(QUESTIONS, [addressed, blue])
    return questions


def accepts_all(review: Review, *, count: int) -> None:
    """Accepts in the panel; then they are gone from the file and from the page."""
    review.opens_panel()
    for left in reversed(range(count)):
        review.el("annotation-accept").first.click()
        expect(review.el("annotation-accept")).to_have_count(left)
    expect(review.el("badge")).to_be_hidden()
    expect(review.marks).to_have_count(0)
    expect(review.outlined).to_have_count(0)
    assert json.loads(review.served.storage.read_text())["annotations"] == []


def on(*frameworks: Framework) -> pytest.MarkDecorator:
    """The test is run on the sites of these frameworks."""
    return pytest.mark.parametrize("running", frameworks, indirect=True, ids=attrgetter("name"))


@on(*ONE_AT_A_TIME)
def test_without_threads_the_overlay_asks(site: Site, browser: Browser) -> None:
    with open_review(browser, site) as review:
        text, element = review.annotates()
        review.page.reload()
        review.shows(text, element, words=WORDS)
        assert addresses(review, text) <= 2


@on(*(one for one in FRAMEWORKS.values() if one.code))
def test_a_server_that_starts_again(site: Site, browser: Browser) -> None:
    """Its developer saves a module while the page is open, with its stream of events."""
    with open_review(browser, site) as review:
        review.forgives("net::ERR_", *site.framework.says)
        text, element = review.annotates()
        review.notes("Warmer, please")
        site.edit({'"The chandlery"': '"The new chandlery"'}, file=site.framework.code)

        site.gives("The new chandlery")
        agent(site, ("address_annotation", {"id": text}))
        expect(review.page.locator(f'[data-air-id="{text}"]')).to_have_css("background-color", BLUE, timeout=20_000)
        review.page.reload()
        review.shows(text, element, words=WORDS)
        expect(review.el("page-note-item")).to_contain_text("Warmer, please")
        assert [one["note"] for one in json.loads(site.storage.read_text())["pageNotes"]] == ["Warmer, please"]


@on(*FRAMEWORKS.values())
def test_the_whole_way(site: Site, browser: Browser) -> None:
    """The last one: it changes the words of the site."""
    with open_review(browser, site) as review:
        text, element = review.annotates()
        review.page.reload()
        review.shows(text, element, words=WORDS)

        site.edit(MOVED[Path(site.framework.template).suffix])
        review.sees("Nails: one shilling")
        review.shows(text, element, words=WORDS)

        [listed, _] = agent(site, ("list_annotations", {"pageUrl": "/"}), ("set_in_progress", {"id": text}))
        assert WORDS in json.dumps(listed)
        site.edit(REWORDED)
        agent(site, ("update_annotation_target", {"id": text, "replacedText": NEW_WORDS}))
        review.sees(f"plain rope, {NEW_WORDS}")
        review.shows(text, element, words=NEW_WORDS)

        review.page.evaluate("window.same = true")
        agent(site, ("address_annotation", {"id": element}))
        assert addresses(review, text) <= 1, "it is told, and asks at most when its stream begins"
        accepts_all(review, count=2)
        assert review.page.evaluate("window.same"), "the page was loaded anew"


def test_the_versions_are_said() -> None:
    said = WAYS_IN.read_text()
    for framework in FRAMEWORKS.values():
        for package, number in versions(framework).items():
            assert re.search(rf"{package} {re.escape(number)}\b", said, re.IGNORECASE), f"{package} {number}"


def test_each_site_is_tested() -> None:
    folders = {one.name for one in HERE.iterdir() if one.is_dir()}
    assert folders <= {framework.folder for framework in FRAMEWORKS.values()}
