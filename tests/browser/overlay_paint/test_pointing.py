"""What a person points at: selections, elements under Alt, clicks on what is annotated."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.overlay_paint.house import Site, annotated, show

PAGE = """<main><h1 class="big title">Title</h1>
<p id=p>Some words <b>in bold</b> here.</p>
<ul><li>One</li><li>Two</li></ul>
<a id=link href=/other><img class="hero-image wide" src=hero.jpg alt="Hero banner" width=80 height=40></a>
<button class=btn-primary type=submit data-testid=save>Save</button>
<div style="height: 40px" data-testid="card-container"></div>
<input id=field value="typed words"></main>
<div id=astro-inline-review-host style="display: block; height: 30px"></div>"""
START = """(busy = false) => {
  window.captured = []; window.clicked = []; window.busy = busy;
  const host = document.getElementById('astro-inline-review-host');
  host.attachShadow({mode: 'open'}).innerHTML = '<p id=ours>Our own words</p>';
  air.startPointing({isBusy: () => window.busy, onCaptured: one => captured.push(one),
    onPointed: air.createInspector(),
    onMore: element => captured.at(-1).add(element),
    onClicked: (id, at) => clicked.push([id, at.width > 0])}, host);
}"""


def started(site: Site, body: str = PAGE) -> Page:
    page = site.open(body)
    page.evaluate(START)
    return page


def drag(page: Page, selector: str, *, button: str = "left") -> None:
    box = page.locator(selector).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 1, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()


def captured(page: Page) -> list[dict[str, Any]]:
    page.evaluate("new Promise(done => setTimeout(done))")
    found: list[dict[str, Any]] = page.evaluate(
        "captured.map(({kind, label, rect, wish}) => ({kind, label, wish, wide: rect.width > 0}))"
    )
    return found


def test_a_selection_is_captured_with_all_that_the_seed_stores(site: Site) -> None:
    page = started(site)
    drag(page, "#p b")
    [one] = captured(page)
    assert (one["kind"], one["label"], one["wide"]) == ("text", "in bold", True)
    assert {"type", "selectedText", "range", "anchor"} == set(one["wish"])
    assert one["wish"]["range"]["startXPath"] == "/html[1]/body[1]/main[1]/p[1]/b[1]/text()[1]"
    assert (one["wish"]["range"]["contextBefore"], one["wish"]["range"]["contextAfter"]) == ("Some words ", " here.")
    assert len(json.dumps(one["wish"]["anchor"])) < 3000


def test_what_is_no_selection_of_the_page_is_ignored(site: Site) -> None:
    page = started(site)
    page.mouse.click(5, 5)
    page.locator("#p").click()
    page.locator("#astro-inline-review-host").dblclick()
    assert captured(page) == []


def test_blanks_alone_are_no_selection(site: Site) -> None:
    page = started(site)
    page.evaluate("getSelection().setBaseAndExtent(document.querySelector('ul').firstChild ?? p, 0, p.firstChild, 0)")
    page.evaluate("getSelection().setBaseAndExtent(p.firstChild, 4, p.firstChild, 5)")
    page.locator("#p").dispatch_event("mouseup", {"button": 0})
    assert captured(page) == []


def test_alt_shows_what_it_points_at_and_nothing_remains(site: Site) -> None:
    page = started(site)
    before = page.evaluate("document.body.innerHTML")
    page.keyboard.down("Alt")
    page.locator("img").hover()
    box = page.locator("[data-air-el=inspector-overlay]")
    assert box.get_attribute("class") == "air-inspector-overlay"
    names = "'position', 'zIndex', 'backgroundColor', 'borderTopColor', 'borderTopWidth', 'borderTopStyle'"
    styles = f"one => [{names}].map(name => getComputedStyle(one)[name])"
    assert box.evaluate(styles) == [
        "fixed",
        "10002",
        "rgba(66, 133, 244, 0.15)",
        "rgba(66, 133, 244, 0.6)",
        "2px",
        "solid",
    ]
    assert box.bounding_box() == page.locator("img").bounding_box()
    label = page.locator("[data-air-el=inspector-label]")
    assert (label.inner_text(), label.evaluate("one => one.style.maxWidth")) == ("img.hero-image", "400px")
    page.locator("#p").hover(position={"x": 5, "y": 5})
    assert label.inner_text() == "p#p"
    page.mouse.move(850, 650)
    page.keyboard.up("Alt")
    assert box.count() == 0
    page.locator("img").hover()
    assert box.count() == 0
    assert page.evaluate("document.body.innerHTML") == before


DESCRIBED = {
    "img": ("img.hero-image (src=hero.jpg, alt=Hero banner)", "img.hero-image.wide"),
    "h1": ("h1.big", "h1.big.title"),
    "#p": ("p#p", "#p"),
    "button": ("button.btn-primary (data-testid=save, type=submit)", '[data-testid="save"]'),
    "li:last-child": ("li", "ul > li:nth-child(2)"),
    "[data-testid=card-container]": ("div (data-testid=card-container)", '[data-testid="card-container"]'),
}


@pytest.mark.parametrize("selector", DESCRIBED)
def test_alt_and_click_capture_an_element(site: Site, selector: str) -> None:
    page = started(site)
    page.evaluate("window.heard = []; document.querySelector('main').addEventListener('click', () => heard.push(1))")
    page.locator(selector).click(modifiers=["Alt"], force=True)
    [one] = captured(page)
    stored = one["wish"]["elementSelector"]
    assert (one["label"], stored["cssSelector"]) == DESCRIBED[selector]
    assert stored["description"] == one["label"]
    assert page.evaluate(
        "([css, path]) => document.querySelectorAll(css).length === 1"
        " && document.evaluate(path, document, null, 9).singleNodeValue === document.querySelector(css)",
        [stored["cssSelector"], stored["xpath"]],
    )
    assert stored["outerHtmlPreview"] == page.locator(selector).evaluate("one => one.outerHTML.slice(0, 200)")
    assert (page.evaluate("heard"), page.url) == ([], "http://site.test/")


TEN = {
    "id": "whole", "class": "one two", "data-testid": "t" * 40, "src": "a.png", "alt": "w" * 41, "href": "/x",
    "role": "img", "aria-label": "Said", "type": "kind", "name": "called",
}  # fmt: skip


def test_the_ten_attributes_are_kept_and_long_ones_are_cut_where_they_are_shown(site: Site) -> None:
    written = " ".join(f'{name}="{value}"' for name, value in {**TEN, "title": "none", "data-x": "none"}.items())
    page = started(site, f"<div {written}>Words</div><div id=astro-inline-review-host></div>")
    page.locator("#whole").click(modifiers=["Alt"])
    [one] = captured(page)
    stored = one["wish"]["elementSelector"]
    assert stored["attributes"] == TEN
    shown = {**TEN, "alt": "w" * 40 + "..."}
    told = ", ".join(f"{name}={value}" for name, value in shown.items() if name not in ("id", "class"))
    assert stored["description"] == f"div#whole ({told})"


def test_nothing_new_opens_while_the_popup_is_open_but_more_elements_join(site: Site) -> None:
    page = started(site)
    page.locator("img").click(modifiers=["Alt"])
    page.evaluate("busy = true")
    page.locator("button").click(modifiers=["Alt"])
    page.locator("li").first.click(modifiers=["Alt", "Shift"])
    [one] = captured(page)
    assert [more["tagName"] for more in one["wish"]["also"]] == ["li"]


@pytest.mark.parametrize("selector", ["html", "body", "#astro-inline-review-host"])
def test_the_whole_page_and_we_ourselves_are_no_targets(site: Site, selector: str) -> None:
    page = started(site)
    page.locator(selector).dispatch_event("click", {"altKey": True})
    assert captured(page) == []


def test_clicks_on_marks_and_outlined_elements_tell_their_annotation(site: Site) -> None:
    page = started(site)
    annotations = annotated(page, "air.words(p, 'words'), air.element(document.querySelector('ul'))")
    show(page, annotations)
    page.locator("mark").click()
    page.locator("li").first.click()
    page.evaluate("new Promise(done => setTimeout(done))")
    assert page.evaluate("clicked") == [[one["id"], True] for one in annotations]


def test_selectors_and_paths_do_not_see_our_marks(site: Site) -> None:
    page = started(
        site, "<p id=p>Some <i>first</i> words <i>second</i> here.</p><div id=astro-inline-review-host></div>"
    )
    names = "'cssSelector', 'xpath', 'outerHtmlPreview', 'textHash'"
    wish = f"[{names}].map(name => air.element(document.querySelectorAll('i')[1]).elementSelector[name])"
    _, *before = page.evaluate(wish)
    show(page, annotated(page, "air.words(p, 'Some'), air.words(p, 'words'), air.words(p, 'second')"))
    selector, *after = page.evaluate(wish)
    assert after == before
    show(page, [])
    assert page.evaluate("css => document.querySelector(css).textContent", selector) == "second"


def test_sources_are_kept_before_they_are_taken_away(site: Site) -> None:
    page = site.open(
        '<div data-astro-source-file="/src/a.astro" data-astro-source-loc="12:5"><p id=a>Words</p></div>'
        '<p id=b data-countermark-source="page.html:3">Words</p><p id=c>Words</p>'
        "<div id=astro-inline-review-host></div>"
    )
    page.evaluate(START)
    page.evaluate(
        "document.querySelectorAll('[data-astro-source-file]')"
        ".forEach(one => one.removeAttribute('data-astro-source-file'))"
    )
    page.evaluate("c.__svelte_meta = {loc: {file: 'x.svelte', line: 4, column: 2}}")
    assert page.evaluate("[a, b, c].map(air.sourceOf)") == [
        {"file": "/src/a.astro", "line": 12, "column": 5},
        {"file": "page.html", "line": 3},
        {"file": "x.svelte", "line": 4, "column": 2},
    ]


SAYS = "[a, b, c, d, e].map(air.sourceOf)"
STACKS = """([base, stacks]) => {
  [a, b, c, d].forEach((one, at) => {
    one.__reactFiber$x1 = {_debugOwner: {type: {name: "Part"}}, _debugStack: {stack: stacks[at]}};
  });
  e.__reactFiber$x1 = {_debugSource: {fileName: "/home/me/shop/src/E.jsx", lineNumber: 7, columnNumber: 3}};
}"""
FIRST = (
    "Error: react-stack-top-frame\n    at exports.jsxDEV (http://site.test/app/node_modules/.vite/deps/r.js?v=1:9:9)\n"
)


def test_of_a_compiled_module_the_file_is_told_and_no_line(site: Site) -> None:
    """React tells where an element was made in what the browser runs; those lines are not the source's."""
    site.files["/app/@vite/client"] = "export {};"
    page = site.open("".join(f"<p id={name}>Words</p>" for name in "abcde") + "<div id=astro-inline-review-host></div>")
    page.evaluate("import('/app/@vite/client').then(() => undefined)")
    page.wait_for_function("performance.getEntriesByType('resource').length > 0")
    lines = (
        "    at Home (http://site.test/app/src/Shop.jsx?t=12:33:19)\n    at Other (http://site.test/app/src/Other.jsx:1:2)",
        "Home@http://site.test/app/@fs/home/me/shared/Card.tsx:12:5",
        "    at Home (http://site.test/app/@id/virtual.tsx:1:1)\n    at x (http://other.test/app/src/Shop.jsx:1:1)",
        "    at Page (http://site.test/_next/static/chunks/app_page_tsx_1a2b._.js:5:3)",
    )
    page.evaluate(STACKS, ["/app/", [FIRST + line for line in lines]])
    assert page.evaluate(SAYS) == [
        {"file": "src/Shop.jsx", "component": "Part"},
        {"file": "/home/me/shared/Card.tsx", "component": "Part"},
        None,
        None,
        {"file": "/home/me/shop/src/E.jsx", "line": 7, "column": 3},
    ]


def test_without_a_server_of_single_modules_nobody_knows_the_file(site: Site) -> None:
    page = site.open("".join(f"<p id={name}>Words</p>" for name in "abcde") + "<div id=astro-inline-review-host></div>")
    page.evaluate(STACKS, ["/", [f"{FIRST}    at Page (http://site.test/src/page.tsx:5:3)"] * 4])
    assert page.evaluate(SAYS)[:4] == [None] * 4


def test_our_own_styles_are_not_told_as_the_sites(site: Site) -> None:
    page = started(
        site,
        """<section id=card style="color: teal; outline: 1px solid red">
    <p id=in>Some words</p></section><p id=bare>Others</p><div id=astro-inline-review-host></div>""",
    )
    wish = "[card, bare].map(one => air.element(one).elementSelector.outerHtmlPreview)"
    before = page.evaluate(wish)
    annotations = annotated(page, "[card, document.getElementById('in'), bare].map(one => air.element(one))")
    show(page, [*annotations, *annotated(page, "air.words(document.getElementById('in'), 'words')")])
    assert page.locator("[data-air-element-id]").count() == 3
    assert page.evaluate(wish) == before
    assert page.evaluate("id => air.painter.pulse(id)", annotations[0]["id"])
    assert page.evaluate(wish) == before
    page.evaluate("card.style.color = 'olive'")
    assert page.evaluate(wish)[0] == before[0].replace("teal", "olive").replace("1px solid red", "red solid 1px;")


@pytest.mark.parametrize(
    ("ground", "scheme", "pixel"),
    [
        ("<body style='background: rgb(10, 20, 30)'>", "light", [10, 20, 30]),
        ("<div style='background: rgb(10, 20, 30)'><div style='background: rgba(255, 255, 255, 0.5)'>", "light",
         [133, 138, 143]),
        ("<div>", "light", [255, 255, 255]),
        ("<style>:root { color-scheme: light dark }</style><div>", "dark", [18, 18, 18]),
    ],
)  # fmt: skip
def test_a_picture_has_the_ground_that_a_person_sees(site: Site, ground: str, scheme: str, pixel: list[int]) -> None:
    page = site.open(f"{ground}<div id=card style='width: 40px; height: 40px'></div>")
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    made = page.evaluate("""async () => {
      const image = new Image();
      image.src = await air.pictureOf(card);
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), {width: 40, height: 40});
      const pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      return [...pen.getImageData(20, 20, 1, 1).data];
    }""")
    assert made[3] == 255
    assert all(abs(one - other) < 6 for one, other in zip(made, pixel, strict=False)), made


def test_a_picture_is_small_or_none(site: Site) -> None:
    page = site.open("<div id=card style='width: 200px; background: teal'>Words in a card</div><div id=big></div>")
    made = page.evaluate("air.pictureOf(card)")
    assert made.startswith("data:image/webp;base64,")
    assert len(made) < 400 * 1024
    page.evaluate("big.innerHTML = '<i>x</i>'.repeat(500)")
    assert page.evaluate("air.pictureOf(big)") is None


def test_frames_and_shadow_trees_are_listened_to(site: Site) -> None:
    site.pages["/inner"] = "<p id=in>Words</p>"
    page = started(site, "<iframe id=f src=/inner></iframe><div id=h></div><div id=astro-inline-review-host></div>")
    page.evaluate("h.attachShadow({mode: 'open'}).innerHTML = '<p id=deep>Deeper words</p>'")
    page.locator("#f").hover()
    page.frame_locator("#f").locator("#in").click(modifiers=["Alt"])
    page.frame_locator("#f").locator("#in").dblclick(position={"x": 10, "y": 8})
    page.locator("#deep").dblclick(position={"x": 10, "y": 8})
    wishes = [one["wish"] for one in captured(page)]
    assert [one.get("frames") or one.get("shadow") for one in wishes] == [["#f"], ["#f"], ["#h"]]
    assert [one.get("selectedText") for one in wishes] == [None, "Words", "Deeper"]
