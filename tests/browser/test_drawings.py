"""Drawings and formulas are shown as they are meant, and their source stays the text that marks hold on to."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk, Plan
from tests.browser.office import Office
from tests.browser.test_axe import PHONE, objections
from tests.browser.test_drawings_hostile import LONG_MS, drawn
from tests.browser.test_first_load import FONTS

REAL = re.split(
    r"^=== (.+)\n", (Path(__file__).parent / "real_drawings.txt").read_text(encoding="utf-8"), flags=re.MULTILINE
)
PIECES = dict(zip(REAL[1::2], REAL[2::2], strict=True))
FLOW = "```mermaid\nflowchart LR\n    basket --> payment\n    payment --> receipt\n```"
PAPER = f"# Paying\n\nThe root is $\\sqrt{{2}}$ here.\n\n{FLOW}\n\n$$\n\\frac{{1}}{{2}}\n$$\n\nThe last line.\n"
# The share of a picture that is not its ground: nothing is drawn where it is none.
INKED = """async article => {
  const share = image => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const {data} = pen.getImageData(0, 0, canvas.width, canvas.height);
    let other = 0;
    for (let at = 4; at < data.length; at += 4) if (data[at] !== data[0] || data[at + 1] !== data[1]) other += 1;
    return other * 4 / data.length;
  };
  const images = [...article.querySelectorAll('.drawing img')];
  await Promise.all(images.map(image => image.decode()));
  return images.map(image => [image.alt, share(image)]).filter(([, inked]) => inked < 0.003);
}"""
GROUND = """async image => {
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 2, height: 2 });
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""
ENGINES = "performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('/drawings/'))"


def paid(office: Office, desk: Desk) -> Plan:
    plan = desk.shows("Paying")
    drawn(plan, 3)
    return plan


def source(plan: Plan) -> Locator:
    return plan.text.locator("pre[data-language=mermaid]")


def test_real_diagrams_are_drawn(office: Office, desk: Desk) -> None:
    assert len(PIECES) >= 70
    text = "# Real\n\n" + "\n\n".join(f"## {name}\n\n{piece}" for name, piece in PIECES.items())
    with office.asks(text):
        plan = desk.shows("Real")
        drawn(plan, len(PIECES))
        assert plan.text.locator(".drawing-error").all_text_contents() == []
        expect(plan.text.locator(".drawing")).to_have_count(len(PIECES))
        assert plan.text.evaluate(INKED) == []


def test_nothing_that_draws_is_fetched_for_a_text_without_drawings(office: Office, desk: Desk) -> None:
    with office.asks("# Plain\n\nCosts $5 or `$HOME`.\n\n```python\nx = 1\n```\n"):
        expect(desk.shows("Plain").text).to_contain_text("x = 1")
        desk.page.evaluate(f"() => {FONTS}")
        assert desk.page.evaluate(ENGINES) == []
        assert len(desk.page.frames) == 1


def test_the_source_is_folded_and_opened(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        plan = paid(office, desk)
        expect(source(plan)).to_be_hidden()
        expect(plan.text.locator("math")).to_have_count(2)
        show = plan.text.locator(".drawing").get_by_role("button", name="Show source")
        show.focus()
        desk.presses("Enter")
        expect(source(plan)).to_be_visible()
        expect(source(plan)).to_contain_text("basket --> payment")
        expect(plan.text.locator(".drawing img")).to_be_visible()
        plan.text.locator(".drawing").get_by_role("button", name="Hide source").click()
        expect(source(plan)).to_be_hidden()
        plan.text.locator(".formula").first.locator(".formula-drawn").click()
        expect(plan.text.get_by_text("\\sqrt{2}")).to_be_visible()


def test_a_drawing_is_enlarged_by_keys(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        plan = paid(office, desk)
        button = plan.text.locator(".drawing").get_by_role("button", name="Enlarge")
        button.focus()
        desk.presses("Enter")
        dialog = desk.dialog("Drawing: flowchart LR")
        expect(dialog).to_be_visible()
        assert objections(desk) == []
        image = dialog.get_by_role("img")
        width = "one => one.getBoundingClientRect().width"
        fitted = image.evaluate(width)
        desk.presses("+", "+")
        assert image.evaluate(width) > fitted * 1.4
        desk.presses("0")
        assert abs(image.evaluate(width) - fitted) < 2
        desk.presses("a", "Escape")
        expect(dialog).to_be_hidden()
        expect(button).to_be_focused()
        plan.says("^Claude Code waits")


def test_a_mark_in_the_folded_source_is_shown_at_the_drawing_and_opens_it(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        plan = paid(office, desk)
        figure = plan.text.locator(".drawing")
        figure.get_by_role("button", name="Show source").click()
        source(plan).get_by_text("basket").evaluate(SELECT, "payment")
        desk.presses("d")
        expect(source(plan).locator("del.pen")).to_have_text("payment")
        figure.get_by_role("button", name="Hide source").click()
        expect(source(plan)).to_be_hidden()
        expect(figure).to_contain_text("Mark 1 in the source")
        desk.presses("Escape", "Escape", "]")
        expect(source(plan)).to_be_visible()
        expect(source(plan).locator("del.pen")).to_have_text("payment")


SELECT = """(element, words) => {
  const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  const at = node.data.indexOf(words);
  getSelection().setBaseAndExtent(node, at, node, at + words.length);
}"""


def test_a_broken_one_shows_its_source_and_why(office: Office, desk: Desk) -> None:
    flow, state = "```mermaid\nflowchart LR\n  a --> --> b\n```", "```mermaid\nstateDiagram-v2\n  [*] -> -> a\n```"
    broken = f"# Broken\n\n{flow}\n\n{state}\n\nIt is $\\frac{{1$ so.\n"
    with office.asks(broken):
        plan = desk.shows("Broken")
        drawn(plan, 3)
        told = plan.text.locator(".drawing-error")
        expect(told).to_have_count(3)
        expect(told.nth(0)).to_contain_text("It cannot be drawn: Parse error on line 2")
        expect(told.nth(1)).to_contain_text("Parse error on line 2")
        expect(plan.text.locator("pre").first).to_be_visible()
        expect(plan.text.get_by_text("\\frac{1", exact=True)).to_be_visible()
        assert objections(desk) == []


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_drawings_are_in_the_desks_colours_and_axe_finds_nothing(
    office: Office, dark: bool, size: tuple[int, int]
) -> None:
    desk = office.desk(office.profile(dark=dark, size=size))
    with office.asks(PAPER):
        plan = desk.chooses("Paying") if size == PHONE else desk.shows("Paying")
        drawn(plan, 3)
        image = plan.text.locator(".drawing img")
        assert image.evaluate(GROUND) == ([27, 26, 24] if dark else [252, 250, 245])
        box, text = image.bounding_box(), plan.text.bounding_box()
        assert box is not None
        assert text is not None
        assert box["width"] <= text["width"]
        assert objections(desk) == []


def test_what_an_author_has_coloured_stands_on_light_paper_in_the_dark_too(office: Office) -> None:
    desk = office.desk(office.profile(dark=True))
    plain = "```dot\ndigraph { node [style=filled]; a -> b; c [color=black, fillcolor=white] }\n```"
    coloured = "```gv\ndigraph { a [style=filled, fillcolor=lightyellow]; a -> b }\n```"
    grounded = "```graphviz\ngraph { bgcolor=darkgreen; a [color=white, fontcolor=white] }\n```"
    with office.asks(f"# Whose\n\n{plain}\n\n{coloured}\n\n{grounded}\n"):
        plan = desk.shows("Whose")
        drawn(plan, 3)
        images = plan.text.locator(".drawing img")
        grounds = [images.nth(at).evaluate(GROUND) for at in range(3)]
        assert grounds == [[27, 26, 24], [252, 250, 245], [0, 100, 0]]


def test_what_graphviz_cannot_read_is_told_in_its_words(office: Office, desk: Desk) -> None:
    broken = "```dot\ndigraph {\n  a -> -> b\n}\n```"
    lost = "```dot\ndigraph { a [label=<<b>x>] }\n```"
    warned = '```dot\ndigraph { a [image="none.png"]; b [shapefile="none"] }\n```'
    with office.asks(f"# Unread\n\n{broken}\n\n{lost}\n\n{warned}\n"):
        plan = desk.shows("Unread")
        drawn(plan, 3)
        told = plan.text.locator(".drawing-error")
        expect(told).to_have_count(2)
        expect(told.nth(0)).to_have_text("It cannot be drawn: syntax error in line 2 near '->'")
        expect(told.nth(1)).to_contain_text("in label of node a")


def test_drawings_follow_when_the_colours_change(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        image = paid(office, desk).text.locator(".drawing img")
        before = image.get_attribute("src")
        desk.page.emulate_media(color_scheme="dark")
        expect(image).not_to_have_attribute("src", before or "", timeout=LONG_MS)
        assert image.evaluate(GROUND) == [27, 26, 24]


def test_what_is_printed_is_the_drawing(office: Office, desk: Desk) -> None:
    with office.asks(PAPER):
        plan = paid(office, desk)
        desk.page.emulate_media(media="print")
        expect(plan.text.locator(".drawing img")).to_be_visible()
        expect(plan.text.locator(".drawing-tools")).to_be_hidden()
        expect(source(plan)).to_be_hidden()
