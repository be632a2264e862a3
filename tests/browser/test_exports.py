"""A decided item leaves the desk: by the menu in its head, as a page that runs nothing, and on paper."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, Request, Route, expect

from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.exports.html import as_html, faces_for
from countermark.model.annotations import AnnotationKind
from countermark.model.exports import ExportedItem, ExportedMark
from tests.browser.cards import asks_to_run
from tests.browser.desk import Desk
from tests.browser.hostile import ALL, BAD_ATTRIBUTES, FORBIDDEN_ELEMENTS
from tests.browser.marking import PAPER, Hand
from tests.browser.marking import TITLE as LABELS
from tests.browser.office import Office
from tests.browser.test_axe import PHONE, objections
from tests.browser.test_drawings import GROUND, SELECT
from tests.browser.test_drawings_hostile import LONG_MS, drawn, pieces
from tests.unit.exports.review import review

WIDE = (1280, 900)
RUNS = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'


def hostile_item() -> ExportedItem:
    """All hostile pieces, with a hostile mark in each of many places."""
    reading = passages(render(ALL))
    marks = tuple(
        ExportedMark(
            id=f"an_{at}", author=RUNS, kind=list(AnnotationKind)[at % 4], words=RUNS, text=RUNS, label=RUNS,
            quote=RUNS, place=reading.place(unit.start, unit.end), lines=None, sent=True, images=(RUNS,),
        )
        for at, unit in enumerate(reading.units)
    )  # fmt: skip
    return ExportedItem(**{**vars(review()), "title": RUNS, "text": ALL, "marks": marks, "answer": RUNS})


class Offline:
    """A page of the exported file in a browser that has no network; counts whatever it asks for."""

    def __init__(self, browser: Browser, file: Path, *, dark: bool, size: tuple[int, int]) -> None:
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            offline=True,
        )
        self.asked: list[str] = []
        self.dialogs: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("request", self._note)
        self.page.on("requestfailed", self._take_back)
        self.page.on("dialog", self._hear)
        self.page.goto(file.as_uri())

    def _hear(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _note(self, request: Request) -> None:
        if not request.url.startswith("data:"):
            self.asked.append(request.url)

    def _take_back(self, request: Request) -> None:
        """What the file's own policy has kept from being asked for."""
        if request.failure == "csp":
            self.asked.remove(request.url)

    def __enter__(self) -> "Offline":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()


def kept(folder: Path, item: ExportedItem) -> Path:
    """The item as a file."""
    file = folder / "export.html"
    file.write_text(as_html(item, render(item.text), faces=faces_for(item.text)), encoding="utf-8")
    return file


def test_the_file_runs_nothing_and_asks_for_nothing(browser: Browser, tmp_path: Path) -> None:
    file = kept(tmp_path, hostile_item())
    with Offline(browser, file, dark=False, size=WIDE) as opened:
        page = opened.page
        article = page.get_by_role("article")
        expect(article).to_contain_text("The last line.")
        assert page.title() == RUNS
        assert page.evaluate("window.ran") is None
        assert article.evaluate(BAD_ATTRIBUTES) == []
        expect(article.locator(FORBIDDEN_ELEMENTS)).to_have_count(0)
        assert page.locator("script").count() == 0
        for details in page.locator("details").all():
            details.locator("summary").first.click()
        page.emulate_media(media="print")
        assert opened.asked == [file.as_uri()]
        assert opened.dialogs == []
        faces = """document.fonts.load('17px "Countermark Serif"').then(found => found.map(face => face.status))"""
        assert page.evaluate(faces) == ["loaded"], "its own faces are there"


def test_even_a_script_that_got_in_would_not_run(browser: Browser, tmp_path: Path) -> None:
    file = kept(tmp_path, review())
    hole = f"<script>window.ran=1</script><img src=x onerror='window.ran=1'><style>main{{display:none}}</style>{RUNS}"
    file.write_text(file.read_text(encoding="utf-8").replace("<article", f"{hole}<article"), encoding="utf-8")
    with Offline(browser, file, dark=False, size=WIDE) as opened:
        expect(opened.page.get_by_role("article")).to_be_visible()
        assert opened.page.evaluate("window.ran") is None
        assert opened.asked == [file.as_uri()]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_in_the_file(browser: Browser, tmp_path: Path, dark: bool, size: tuple[int, int]) -> None:
    with Offline(browser, kept(tmp_path, review()), dark=dark, size=size) as opened:
        assert objections(Desk(opened.page, "")) == []


def test_notes_stand_beside_the_text_or_under_it(browser: Browser, tmp_path: Path) -> None:
    file = kept(tmp_path, review())
    for size, beside in ((WIDE, True), (PHONE, False)):
        with Offline(browser, file, dark=False, size=size) as opened:
            text = opened.page.get_by_text("Move the till").bounding_box()
            note = opened.page.locator("#said-2").bounding_box()
            assert text is not None
            assert note is not None
            assert (note["x"] > text["x"] + text["width"]) is beside
            assert beside or note["y"] > text["y"] + text["height"] / 2
            wide = opened.page.evaluate("document.documentElement.scrollWidth > innerWidth")
            assert not wide, "nothing stands out of the window"


def approved(office: Office, desk: Desk) -> Desk:
    """A plan with a mark, answered."""
    with office.asks(PAPER) as hook:
        hand = Hand(office, desk)
        desk.shows(LABELS)
        hand.drags("prints the label")
        hand.takes("Comment")
        hand.composer.press_sequentially("Once, please.")
        desk.presses("Control+Enter")
        expect(desk.plan(LABELS).text.locator("sup.pen")).to_have_text(["1"])
        desk.plan(LABELS).sends()
        hook.ends()
        desk.plan(LABELS).says("^Changes requested")
    return desk


@pytest.mark.parametrize(
    ("choice", "ending", "holds"),
    [
        ("Markdown", "md", "[^m1]: on “prints the label”: Once, please."),
        ("HTML", "html", '<mark class="comment">prints the label</mark>'),
        ("JSON", "json", '"words": "Once, please."'),
    ],
)
def test_a_decided_plan_is_saved_from_its_head(
    office: Office, desk: Desk, choice: str, ending: str, holds: str
) -> None:
    approved(office, desk)
    region = desk.plan(LABELS).region
    region.get_by_role("button", name="Export this: Export").click()
    with desk.page.expect_download() as download:
        region.get_by_role("button", name=re.compile(f"^{choice}")).click()
    assert re.fullmatch(rf"\d{{4}}-\d\d-\d\d {LABELS}\.{ending}", download.value.suggested_filename)
    assert holds in Path(download.value.path()).read_text(encoding="utf-8")


FLOW = "```mermaid\nflowchart LR\n  basket --> payment\n```"
GRAPH = '```dot\ndigraph { label="How it is paid"; payment -> receipt }\n```'
COLOURED = "```gv\ndigraph { a [style=filled, fillcolor=lightyellow] }\n```"
BROKEN = "```dot\ndigraph { -> }\n```"
FORMULAS = "It is $\\sqrt{2}$ so.\n\n$$\n\\frac{1}{2}\n$$\n\n```math\nx^2\n```\n\nAnd $\\frac{1$ is none."
LISTED = "- In a list:\n\n  {}\n".format(COLOURED.replace("\n", "\n  "))
DRAWN = "\n\n".join(("# Drawn", FORMULAS, FLOW, GRAPH, LISTED, BROKEN, "The end.\n"))
# What the desk has put into the hub's file.
PUT_IN = re.compile(
    r'<figure class="(?:drawing|formula display)">.*?<details(?: open)?><summary>Source</summary>|</details></figure>'
    r'|<span class="formula(?: display)?" title="[^"]*"><math.*?</math></span>(?:<span hidden>)?|(?<=</span>)</span>',
    re.DOTALL,
)
OUR_PICTURES = ("SOURCE srcset=data:image/svg+xml;base64,", "IMG src=data:image/svg+xml;base64,")
SHOWN = """async images => {
  await Promise.all(images.map(image => image.decode()));
  return images.map(image => [image.alt, image.naturalWidth > 0, image.getBoundingClientRect().width > 0]);
}"""


def exported(desk: Desk, title: str, folder: Path, *, slow: bool = False) -> tuple[Path, str]:
    """The file of a decided plan as the desk saves it, and as the hub has written it."""
    written: list[str] = []

    def copy(route: Route) -> None:
        answer = route.fetch()
        written.append(answer.text())
        route.fulfill(response=answer)

    desk.page.route("**/export?form=html", copy)
    region = desk.plan(title).region
    region.get_by_role("button", name="Export this: Export").click()
    with desk.page.expect_download(timeout=LONG_MS) as download:
        region.get_by_role("button", name=re.compile("^HTML")).click()
        if slow:
            expect(desk.page.get_by_text(re.compile(r"Drawing for the file: \d+ of \d+")).first).to_be_visible()
    file = folder / "saved.html"
    download.value.save_as(file)
    desk.page.unroute("**/export?form=html")
    return file, written[0]


def decided(office: Office, desk: Desk, text: str, title: str) -> None:
    with office.asks(text) as hook:
        desk.shows(title).decides()
        hook.ends()
        desk.plan(title).says("^Approved")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_saved_file_has_the_drawings_in_it(
    office: Office, desk: Desk, browser: Browser, tmp_path: Path, dark: bool
) -> None:
    decided(office, desk, DRAWN, "Drawn")
    file, hubs = exported(desk, "Drawn", tmp_path)
    assert PUT_IN.sub("", file.read_text(encoding="utf-8")) == PUT_IN.sub("", hubs)
    with Offline(browser, file, dark=dark, size=WIDE) as opened:
        page = opened.page
        images = page.locator("figure.drawing img")
        assert images.evaluate_all(SHOWN) == [
            ["Drawing: flowchart LR", True, True],
            ["Drawing: How it is paid", True, True],
            ["Drawing: digraph { a [style=filled, fillcolor=lightyellow] }", True, True],
        ]
        light, night = [252, 250, 245], [27, 26, 24]
        grounds = [images.nth(at).evaluate(GROUND) for at in range(3)]
        assert grounds == ([night, night, light] if dark else [light, light, light])
        expect(page.locator("math")).to_have_count(3)
        expect(page.locator("math[display=block] mfrac")).to_be_visible()
        expect(page.get_by_text("\\frac{1", exact=True)).to_be_visible()
        expect(page.get_by_text("\\sqrt{2}")).to_be_hidden()
        expect(page.get_by_text("digraph { -> }")).to_be_visible()
        expect(page.get_by_text("basket --> payment")).to_be_hidden()
        page.locator("summary").nth(1).click()
        expect(page.get_by_text("basket --> payment")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert objections(Desk(page, "")) == []
        page.emulate_media(media="print")
        page.wait_for_function("[...document.images].every(image => image.currentSrc === image.src)")
        expect(page.locator("summary").last).to_be_hidden()
        assert opened.asked == [file.as_uri()]


def test_the_saved_file_runs_nothing_that_a_drawing_says(
    office: Office, desk: Desk, browser: Browser, tmp_path: Path
) -> None:
    hostile = pieces("http://127.0.0.1:9")
    named = [name for name in hostile if "more than it can" not in name]
    text = "# Hostile\n\n" + "\n\n".join(f"## {name}\n\n{hostile[name]}" for name in named) + "\n\nThe last line.\n"
    decided(office, desk, text, "Hostile")
    file, _ = exported(desk, "Hostile", tmp_path, slow=True)
    office.overlooks_stopped()
    with Offline(browser, file, dark=False, size=WIDE) as opened:
        article = opened.page.get_by_role("article")
        expect(article).to_contain_text("The last line.")
        assert article.locator("figure.drawing").count() > 20
        bad = [each for each in article.evaluate(BAD_ATTRIBUTES) if not each.startswith(OUR_PICTURES)]
        assert bad == []
        expect(article.locator("script, iframe, object, embed, link, style, svg, form")).to_have_count(0)
        images = article.locator("figure.drawing img")
        assert [alt for alt, loaded, _ in images.evaluate_all(SHOWN) if not loaded] == []
        assert opened.page.evaluate("window.ran") is None
        assert opened.asked == [file.as_uri()]
        assert opened.dialogs == []


def test_a_marked_source_stands_open_under_its_drawing(
    office: Office, desk: Desk, browser: Browser, tmp_path: Path
) -> None:
    with office.asks(f"# Marked\n\n{FLOW}\n\n{GRAPH}\n") as hook:
        plan = desk.shows("Marked")
        drawn(plan, 2)
        plan.text.locator(".drawing").first.get_by_role("button", name="Show source").click()
        plan.text.locator("pre").first.get_by_text("basket").evaluate(SELECT, "payment")
        desk.presses("d")
        expect(plan.text.locator("pre del.pen")).to_have_text("payment")
        plan.sends()
        hook.ends()
        plan.says("^Changes requested")
    file, _ = exported(desk, "Marked", tmp_path)
    with Offline(browser, file, dark=False, size=WIDE) as opened:
        sources = opened.page.locator("figure.drawing details")
        expect(sources.nth(0)).to_have_attribute("open", "")
        expect(sources.nth(0).locator("mark del")).to_have_text("payment")
        expect(sources.nth(0).locator(".note")).to_be_visible()
        expect(sources.nth(1).locator("pre")).to_be_hidden()
        expect(opened.page.locator("figure.drawing img")).to_have_count(2)


def test_a_file_without_drawings_is_the_hubs_own(office: Office, desk: Desk, tmp_path: Path) -> None:
    decided(office, desk, "# Plain\n\nCosts $5.\n\n```python\nx = 1\n```\n", "Plain")
    file, hubs = exported(desk, "Plain", tmp_path)
    assert file.read_text(encoding="utf-8") == hubs
    assert len(desk.page.frames) == 1


def test_what_waits_cannot_be_exported(office: Office, desk: Desk) -> None:
    with office.asks(PAPER) as hook:
        plan = desk.shows(LABELS)
        expect(plan.region.get_by_role("button", name="Export this: Export")).to_have_count(0)
        plan.decides()
        hook.ends()
        expect(plan.region.get_by_role("button", name="Export this: Export")).to_be_visible()


def test_on_paper_stand_the_text_and_all_marks_and_nothing_to_press(office: Office) -> None:
    desk = approved(office, office.desk(office.profile(dark=True)))
    page = desk.page
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".printed-marks li")).to_have_text([re.compile("1.*prints the label.*Once, please")])
    expect(page.locator(".printed-marks li")).to_be_visible()
    expect(page.get_by_role("heading", name=LABELS, level=1)).to_be_visible()
    expect(page.locator(".on-paper")).to_be_visible()
    expect(page.locator(".on-paper")).to_have_text(re.compile(r"Changes requested \d\d:\d\d\."))
    assert [each for each in page.get_by_role("button").all() if each.is_visible()] == []
    ground = "getComputedStyle(document.querySelector('article')).color"
    assert page.evaluate(ground) == "rgb(31, 28, 23)", "light colours, whatever the theme"
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.locator(".printed-marks")).to_have_count(0)
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_axe_finds_nothing_with_the_menu_open(office: Office, desk: Desk) -> None:
    approved(office, desk)
    desk.plan(LABELS).region.get_by_role("button", name="Export this: Export").click()
    assert objections(desk) == []


def test_a_permission_is_exported_too(office: Office, desk: Desk) -> None:
    with asks_to_run(office, "rm -rf build") as hook:
        region = desk.page.get_by_role("region", name=re.compile("^Permission"))
        expect(region).to_be_visible()
        [item] = office.attendant.open_asked()
        office.attendant.refuses(item)
        hook.ends()
        region.get_by_role("button", name="Export this: Export").click()
        with desk.page.expect_download() as download:
            region.get_by_role("button", name=re.compile("^Markdown")).click()
    assert "rm -rf build" in Path(download.value.path()).read_text(encoding="utf-8")
