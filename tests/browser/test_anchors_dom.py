"""Places in a page: from a selection to a place and back, in a real browser, against slower ways to the same."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.model.places import Place
from hatch_build import node_command

ROOT = Path(__file__).parents[2]
BUNDLE = """
import { build } from "vite";
const [made] = await build({ configFile: false, logLevel: "error", build: { write: false, minify: false,
  lib: { entry: "tests/anchors.page.ts", formats: ["iife"], name: "anchors" } } });
process.stdout.write(made.output[0].code);
"""
FENCE = "\n".join(f'    "key_{n}": call({n % 7}),  # TODO' for n in range(60))
SAMPLE = f"""\
---
title: A plan
owner: nobody
---
# Move the *queue* to `v2` 🚚

First **bold _and both_ words** with `code`, a [link](https://example.org/) and a note.[^1]
A second line of the same paragraph 👩‍👩‍👧 and e\u0301 and 漢字かな交じり文。

- one item
- another, with
  - an inner `one`
  - TODO
- TODO

  with a second paragraph
1. TODO
2. [x] done &amp; <u>dusted</u>

> A quote
> > in a quote

> [!NOTE]
> Mind the gap.

| a | b |
|---|--:|
| TODO | **2** |
| TODO | 3 &lt; 4 |

```python
def f():
{FENCE}
```

$$
x^2
$$

<details><summary>More</summary>

Hidden words, שלום.

</details>

[^1]: The note, with two words.
"""
TIGHT = """\
- one
- a tight one
  ```py
  print("in the middle")
  ```
  and words behind it
- another

> quoted
> - item

last
"""
LONG = "# Long\n\n" + "\n\n".join(
    f"## Part {n}\n\nWords of part {n} with **bold** ones, `code` and more of the same sort.\n\n- one\n- two {n}\n\n"
    f"```js\nconst x{n} = {n};\nreturn x{n} + 1; // yes\n```"
    for n in range(90)
)
LONG_LIST = "# List\n\n" + "\n".join(
    f"- item {n} with some words in it\n  - a nested one\n  - and *another*" for n in range(700)
)
LONG_FENCE = "# Fence\n\n```\n" + "\n".join(f"line {n} of code, with words" for n in range(3000)) + "\n```\n\nthe end\n"
DOCUMENTS = {"sample": SAMPLE, "tight": TIGHT, "long": LONG, "list": LONG_LIST, "fence": LONG_FENCE}


@pytest.fixture(scope="module")
def bundle() -> str:
    command, environment = node_command()
    arguments = [*command, "--input-type=module", "-e", BUNDLE]
    done = subprocess.run(arguments, cwd=ROOT / "web", env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def page(browser: Browser, bundle: str) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(content=bundle)
    yield page
    page.close()


def show(page: Page, *slices: str) -> None:
    page.evaluate("slices => { globalThis.host = anchors.show(slices) }", slices)


def place_of(page: Page, start: str, at: int, end: str, to: int) -> dict[str, Any] | None:
    """The place of a range between two nodes, given as JavaScript; `$` finds an element."""
    found: dict[str, Any] | None = page.evaluate(f"""() => {{
        const $ = (selector) => host.querySelector(selector);
        const range = document.createRange();
        range.setStart({start}, {at});
        range.setEnd({end}, {to});
        return anchors.placeOf(range, host);
    }}""")
    return found


def before(page: Page, node: str, at: int) -> str | None:
    """The words that an insertion at a caret follows."""
    words: str | None = page.evaluate(f"""() => {{
        const $ = (selector) => host.querySelector(selector);
        const range = document.createRange();
        range.setStart({node}, {at});
        const place = anchors.placeBefore(range, host);
        return place === null ? null : anchors.quoteOf(place, host);
    }}""")
    return words


def place(start_block: str, start: int, end_block: str, end: int) -> dict[str, Any]:
    return {"start_block": start_block, "start": start, "end_block": end_block, "end": end}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_page_and_the_hub_read_the_same_text(page: Page, name: str) -> None:
    document = render(DOCUMENTS[name])
    show(page, *document.slices)
    known = [(unit.block, unit.text) for unit in passages(document).units]
    assert [(unit["block"], unit["text"]) for unit in page.evaluate("anchors.unitsOf(host)")] == known


@pytest.mark.parametrize(("name", "count"), [("sample", 3000), ("tight", 2000), ("list", 60), ("fence", 30)])
def test_any_selection_is_its_place(page: Page, name: str, count: int) -> None:
    show(page, *render(DOCUMENTS[name]).slices)
    assert page.evaluate("count => anchors.checkSelections(host, 7, count)", count) == []


@pytest.mark.parametrize("name", ["sample", "long", "list", "fence"])
def test_the_way_there_and_back_and_the_words_the_hub_sees(page: Page, name: str) -> None:
    document = render(DOCUMENTS[name])
    show(page, *document.slices)
    page.evaluate("globalThis.places = anchors.somePlaces(host, 3, 400)")
    assert page.evaluate("anchors.lostOnTheWay(host, places)") == []
    known = passages(document)
    for sent, quote in page.evaluate("places.map((place) => [place, anchors.quoteOf(place, host)])"):
        assert known.quote(Place(**sent)) == quote


@pytest.mark.parametrize("tidy", [False, True])
def test_marks_in_the_page_change_nothing(page: Page, tidy: bool) -> None:
    show(page, *render(SAMPLE).slices)
    page.evaluate("""() => {
        globalThis.places = anchors.somePlaces(host, 5, 200, 6);
        const read = (place) => [anchors.quoteOf(place, host), anchors.wordsOfSegments(place, host)];
        globalThis.words = () => JSON.stringify(places.map(read));
        globalThis.before = words();
        anchors.wrap(host, places);
    }""")
    assert page.evaluate("document.querySelectorAll('mark').length") > 200
    assert page.evaluate("words() === before")
    assert page.evaluate("anchors.lostOnTheWay(host, places)") == []
    assert page.locator("ul > mark, ol > mark, tr > mark, table > mark, dl > mark, [data-desk] mark").count() == 0
    assert page.evaluate("anchors.checkSelections(host, 9, 60)") == []
    page.evaluate("tidy => anchors.unwrap(host, tidy)", tidy)
    assert page.evaluate("words() === before")
    assert page.evaluate("anchors.lostOnTheWay(host, places)") == []


def test_blank_ends_are_left_out_and_blanks_inside_are_kept(page: Page) -> None:
    show(
        page,
        '<p data-block="a">one </p>\n<ul><li data-block="b">two</li>\n'
        '<li data-block="c">\n<p data-block="d">three</p>\n</li></ul>',
    )
    text = "$('[data-block={}]').firstChild".format
    assert place_of(page, text("a"), 3, text("b"), 3) == place("b", 0, "b", 3)
    assert place_of(page, text("a"), 0, text("b"), 0) == place("a", 0, "a", 4)
    assert place_of(page, text("b"), 1, "$('ul')", 4 - 1) == place("b", 1, "d", 5)
    assert place_of(page, "host", 0, "host", 1) == place("a", 0, "d", 5)
    assert place_of(page, text("a"), 4, text("b"), 0) is None
    assert place_of(page, text("a"), 1, text("a"), 1) is None
    assert place_of(page, "document.body", 0, "document.body", 1) == place("a", 0, "d", 5)
    assert (
        page.evaluate("anchors.quoteOf({start_block: 'a', start: 0, end_block: 'd', end: 2}, host)") == "one \ntwo\nth"
    )


def test_the_two_halves_of_a_character_stay_together(page: Page) -> None:
    show(page, '<p data-block="a">a🚚<b>🚚</b>b</p>')
    text = "$('p').firstChild"
    assert place_of(page, text, 2, text, 3) == place("a", 1, "a", 3)
    assert place_of(page, text, 0, "$('b').firstChild", 1) == place("a", 0, "a", 5)
    for start, end in ((2, 3), (0, 2), (0, 4)):
        assert (
            page.evaluate(f"anchors.quoteOf({{start_block: 'a', start: {start}, end_block: 'a', end: {end}}}, host)")
            is None
        )


def test_the_desks_own_words_are_no_part_of_the_text(page: Page) -> None:
    show(
        page,
        '<p data-block="a">one <del class="was" data-desk>gone </del><ins>two</ins><sup data-desk>3</sup></p>'
        '<p class="gone" data-desk data-old-block="x">old</p><p data-block="b">three</p>',
    )
    assert place_of(page, "$('del').firstChild", 2, "$('sup').firstChild", 1) == place("a", 4, "a", 7)
    assert place_of(page, "$('del').firstChild", 1, "$('del').firstChild", 3) is None
    assert place_of(page, "$('.gone').firstChild", 1, "$('[data-block=b]').firstChild", 5) == place("b", 0, "b", 5)
    assert (
        page.evaluate("anchors.quoteOf({start_block: 'a', start: 0, end_block: 'b', end: 5}, host)") == "one two\nthree"
    )
    assert (
        page.evaluate("anchors.wordsOfSegments({start_block: 'a', start: 0, end_block: 'b', end: 5}, host)")
        == "one twothree"
    )


def test_a_block_of_several_slices_is_one_text(page: Page) -> None:
    parts = [
        '<pre data-block="a"><code>one\ntwo\n</code></pre>',
        '<pre class="continued" data-continues="a"><code>three\n</code></pre><p data-block="b">four</p>',
    ]
    show(page, *parts)
    second = "$('[data-continues] code').firstChild"
    assert place_of(page, "$('[data-block=a] code').firstChild", 4, second, 2) == place("a", 4, "a", 10)
    assert place_of(page, second, 0, "$('[data-block=b]').firstChild", 2) == place("a", 8, "b", 2)
    assert (
        page.evaluate("anchors.wordsOfSegments({start_block: 'a', start: 4, end_block: 'a', end: 13}, host)")
        == "two\nthree"
    )


def test_the_title_may_stand_before_the_front_matter(page: Page) -> None:
    show(
        page,
        '<dl class="front-matter" data-block="f"><dt>title</dt><dd>x y</dd></dl>'
        '<h1 data-block="t">The title</h1><p data-block="p">words</p>',
    )
    assert [unit["block"] for unit in page.evaluate("anchors.unitsOf(host)")] == ["f", "t", "p"]
    title, matter, words = "$('h1').firstChild", "$('dd').firstChild", "$('[data-block=p]').firstChild"
    assert place_of(page, title, 0, words, 5) == place("f", 0, "p", 5)
    assert place_of(page, title, 4, words, 5) == place("t", 4, "p", 5)
    assert place_of(page, title, 2, matter, 1) == place("t", 2, "t", 9)
    assert place_of(page, matter, 0, words, 5) == place("p", 0, "p", 5)
    whole = page.evaluate("anchors.rangeOf({start_block: 'f', start: 0, end_block: 't', end: 9}, host).toString()")
    assert whole.startswith("The title")
    assert whole.endswith("x y")


def test_a_place_that_is_not_there_is_nothing(page: Page) -> None:
    show(page, '<p data-block="a">one</p><p data-block="b">two</p><p data-block="c"> </p>')
    for missing in (place("a", 0, "x", 1), place("b", 0, "a", 1), place("a", 0, "a", 4), place("a", -1, "a", 2),
                    place("a", 2, "a", 2), place("a", 0, "c", 1)):  # fmt: skip
        answer = page.evaluate(
            "place => [anchors.rangeOf(place, host), anchors.segmentsOf(place, host), anchors.quoteOf(place, host)]",
            missing,
        )
        assert answer == [None, [], None], missing


def test_an_insertion_follows_the_word_before_it(page: Page) -> None:
    show(
        page,
        '<h1 data-block="t">Title</h1><p data-block="a">foo(bar). <b>bold</b> 漢字テスト</p>'
        '<ul><li data-block="b">a tight\n<pre data-block="c"><code>code\n</code></pre>\nafter</li></ul>',
    )
    text = "$('p[data-block=a]').firstChild"
    last = "$('p[data-block=a]').lastChild"
    assert before(page, text, 10) == "foo(bar)."
    assert before(page, text, 3) == "foo(bar)."
    assert before(page, text, 0) == "Title"
    assert before(page, "$('p > b').firstChild", 2) == "bold"
    assert before(page, last, 0) == "bold"
    assert before(page, last, 3) == "漢字"
    assert before(page, "$('li').lastChild", 1) == "code"
    assert before(page, "$('li').lastChild", 3) == "after"
    assert before(page, "$('h1').firstChild", 0) is None


def test_a_slice_that_comes_is_read_alone(page: Page) -> None:
    show(page, '<p data-block="a">one</p>')
    asked = page.evaluate("""() => {
        let asked = 0;
        const find = Element.prototype.querySelectorAll;
        Element.prototype.querySelectorAll = function (selector) { asked += 1; return find.call(this, selector) };
        for (let n = 0; n < 50; n += 1) {
            host.insertAdjacentHTML("beforeend", `<div><p data-block="n${n}">word ${n}</p></div>`);
            const place = { start_block: `n${n}`, start: 0, end_block: `n${n}`, end: 4 };
            if (anchors.quoteOf(place, host) !== "word") return -1;
        }
        Element.prototype.querySelectorAll = find;
        return asked;
    }""")
    assert asked == 50


def test_a_host_that_is_filled_anew_is_read_anew(page: Page) -> None:
    show(page, '<p data-block="a">one</p>', '<p data-block="b">two</p>')
    assert page.evaluate("anchors.quoteOf({start_block: 'b', start: 0, end_block: 'b', end: 3}, host)") == "two"
    page.evaluate("host.lastElementChild.innerHTML = '<p data-block=b>three</p>'")
    assert page.evaluate("anchors.quoteOf({start_block: 'b', start: 0, end_block: 'b', end: 5}, host)") == "three"
    page.evaluate("host.replaceChildren(); host.innerHTML = '<p data-block=c>four</p>'")
    assert page.evaluate("anchors.quoteOf({start_block: 'c', start: 0, end_block: 'c', end: 4}, host)") == "four"
    assert page.evaluate("anchors.quoteOf({start_block: 'a', start: 0, end_block: 'a', end: 3}, host)") is None


def test_a_thousand_places_in_a_megabyte(page: Page) -> None:
    source = "\n\n".join(
        f"Paragraph {n} has **bold** words, `code` and more of the same sort. " * 3 for n in range(5300)
    )
    assert len(source) > 1_000_000
    show(page, *render(source).slices)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def layouts() -> list[dict[str, Any]]:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return [metric for metric in metrics if metric["name"] == "LayoutCount"]

    page.evaluate("document.body.offsetHeight; globalThis.places = anchors.somePlaces(host, 11, 1000)")
    before = layouts()
    found, quickest = page.evaluate("""() => {
        const times = [];
        let found = 0;
        for (let turn = 0; turn < 7; turn += 1) {
            anchors.forget(host);
            // The page looks slices through as they come; the marks come after.
            anchors.quoteOf(places[0], host);
            const begun = performance.now();
            found = places.filter((place) => anchors.segmentsOf(place, host).length > 0).length;
            times.push(performance.now() - begun);
        }
        return [found, Math.min(...times)];
    }""")
    assert found == 1000
    assert layouts() == before
    assert quickest < 50  # ms; the quickest of seven, for this machine does other things as well
