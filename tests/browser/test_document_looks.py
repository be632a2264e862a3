"""How a document is set: headings of each level apart, a title said once, diffs, summaries that can be marked."""

import re
from base64 import b64encode

from playwright.sync_api import Locator, Page, Route, expect

from countermark.documents.markdown.packed import unset_packed
from countermark.http_api.shapes import render
from tests.browser.desk import Desk
from tests.browser.office import Office

LEVELS = "".join(f"{'#' * level} Level {level}\n\nWords.\n\n" for level in range(1, 7))
FONT = """one => { const s = getComputedStyle(one);
  return [s.fontSize, s.fontStyle, s.fontWeight, s.fontFamily, s.color].join(); }"""
GAPS = """one => [one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom,
  one.nextElementSibling.getBoundingClientRect().top - one.getBoundingClientRect().bottom]"""
# The colour at the right edge of a picture, above the first line.
EDGE = """async data => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  return [...pen.getImageData(image.width - 2, 4, 1, 1).data];
}"""
PROSE = "# Prose\n\n" + "One line is a whole paragraph. " * 9 + "\n" * 120
GAP_BELOW = "one => one.nextElementSibling.getBoundingClientRect().top - one.getBoundingClientRect().bottom"
SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"


def test_headings_are_told_apart_and_belong_to_what_follows(office: Office, desk: Desk) -> None:
    with office.asks(LEVELS):
        text = desk.shows("Level 1").text
        headings = [text.get_by_role("heading", level=level) for level in range(2, 7)]
        assert len({heading.evaluate(FONT) for heading in headings}) == 5
        for heading in headings:
            above, below = heading.evaluate(GAPS)
            assert above >= 8
            assert below <= 4


def test_a_title_is_said_once(office: Office, desk: Desk) -> None:
    with office.asks("Words before the title.\n\n## Said once\n\nMore words.\n"):
        text = desk.shows("Said once").text
        expect(text.get_by_text("More words.")).to_be_visible()
        expect(text.get_by_role("heading")).to_have_count(1)


def test_small_words_stay_readable(office: Office, desk: Desk) -> None:
    with office.asks("# Small\n\n" + "<small>" * 20 + "<sup>readable</sup></small>\n"):
        text = desk.shows("Small").text
        assert text.get_by_text("readable").evaluate(SIZE) >= 11.5
        assert text.locator("small").last.evaluate(SIZE) >= 11.5


def test_a_diff_and_a_summary(office: Office, desk: Desk) -> None:
    with office.asks(
        "# Diff\n\n```diff\n same\n-old\n+new\n```\n\n<details>\n<summary>More</summary>\n\nin\n\n</details>\n"
    ):
        text = desk.shows("Diff").text
        old, new, same = (text.locator(each) for each in (".diff-minus", ".diff-plus", "pre code"))
        colour, ground = ("one => getComputedStyle(one).color", "one => getComputedStyle(one).backgroundColor")
        assert old.evaluate(colour) != same.evaluate(colour)
        assert new.evaluate(ground) != same.evaluate(ground)
        assert old.evaluate("one => getComputedStyle(one).position") == "static"
        summary = text.locator("details:not(.unshown) > summary[data-block]")
        box = summary.bounding_box()
        assert box is not None
        middle = box["y"] + box["height"] / 2
        desk.page.mouse.move(box["x"] + box["width"], middle)
        desk.page.mouse.down()
        desk.page.mouse.move(box["x"] + 18, middle, steps=5)
        desk.page.mouse.move(box["x"] + 2, middle)
        desk.page.mouse.up()
        assert desk.page.evaluate("getSelection().toString().trim()") == "More"
        expect(text.get_by_text("in", exact=True)).to_be_visible()


def right_edge(code: Locator, blank: Page) -> list[int]:
    colour: list[int] = blank.evaluate(EDGE, b64encode(code.screenshot()).decode())
    return colour


def test_a_long_line_of_code_shows_that_it_goes_on(office: Office, desk: Desk) -> None:
    blank = desk.page.context.new_page()
    with office.asks(f"# Long\n\n```\n{'long ' * 60}\n```\n\n```\nshort\n```\n"):
        long, short = (desk.shows("Long").text.locator("pre").nth(at) for at in (0, 1))
        assert right_edge(long, blank) != right_edge(short, blank)
        long.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
        assert right_edge(long, blank) == right_edge(short, blank)


def as_its_source(route: Route) -> None:
    """What the hub says of a text that takes too much to be rendered."""
    document = unset_packed(PROSE)
    slices = [render.document_slice(document, number).model_dump_json() for number in range(len(document.parts))]
    answer = route.fetch()
    opening = [line for line in answer.text().splitlines() if '"html"' not in line]
    route.fulfill(response=answer, body="\n".join([*opening, *slices, ""]))


def test_the_lines_of_a_source_are_folded_and_go_on_without_a_gap(office: Office) -> None:
    profile = office.profile()
    profile.route(re.compile(r"/(slices|api/desk)$"), as_its_source)
    with office.asks(PROSE):
        text = office.desk(profile).shows("Prose").text
        expect(text).to_contain_text("so its source is shown: every line as it was written.")
        first = text.locator("pre").first
        assert first.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert first.evaluate(GAP_BELOW) == 0
        expect(first).to_contain_text("# Prose")
