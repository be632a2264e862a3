"""Every annotation on its own text after the page has changed, or nowhere; never on another's."""

import pytest

from tests.browser.overlay_paint.house import Site, annotated, marked, show, standings

ROWS = 12


def row(number: int) -> str:
    return f"<tr id=r{number}><td>Product {number}</td><td>In stock</td></tr>"


def item(number: int) -> str:
    return f"<li id=r{number}>Product {number}: <b>In stock</b></li>"


def table(*rows: str) -> str:
    return f"<h1>A list</h1><table><tbody>{''.join(rows)}</tbody></table>"


def numbered(kind: str = "") -> str:
    """Annotations of the last cell of each row, made with this function."""
    return f"[...document.querySelectorAll('[id^=r]')].map(row => {kind}(air.words(row.lastChild, 'In stock', row.id)))"


ALL = [f"r{number}" for number in range(1, ROWS + 1)]
BEFORE = [row(number) for number in range(1, ROWS + 1)]


@pytest.mark.parametrize("kind", ["", "air.bare"])
def test_rows_with_names_keep_their_notes(site: Site, kind: str) -> None:
    page = site.open("<ul>" + "".join(item(number) for number in range(1, ROWS + 1)) + "</ul>")
    annotations = annotated(page, numbered(kind))
    site.fresh()
    page = site.open("<ul>" + "".join(item(number) for number in [99, *range(ROWS, 0, -1)]) + "</ul>")
    show(page, annotations)
    assert [mark["at"] for mark in marked(page, annotations)] == ALL


CHANGED = {
    "one on top": [row(0), *BEFORE],
    "one in the middle": [*BEFORE[:5], row(0), *BEFORE[5:]],
    "turned round": BEFORE[::-1],
    "one fewer": BEFORE[1:],
    "others fewer": [*BEFORE[:3], *BEFORE[6:]],
}


@pytest.mark.parametrize("change", CHANGED)
@pytest.mark.parametrize("kind", ["with anchors", "seen before"])
def test_cells_that_read_the_same_keep_their_notes(site: Site, kind: str, change: str) -> None:
    page = site.open(table(*BEFORE))
    show(page, [])
    annotations = annotated(page, numbered("" if kind == "with anchors" else "air.bare"))
    after = table(*CHANGED[change])
    if kind == "with anchors":
        site.fresh()
        page = site.open(after)
    else:
        site.again(page, after)
    show(page, annotations)
    assert [mark["at"] for mark in marked(page, annotations)] == [
        name if f"id={name}>" in after else None for name in ALL
    ]


def test_cells_keep_their_notes_from_one_change_to_the_next(site: Site) -> None:
    page = site.open(table(*BEFORE))
    show(page, [])
    annotations = annotated(page, numbered("air.bare"))
    for rows in ([row(0), *BEFORE], BEFORE[::-1], [row(20), *BEFORE[::-1], row(21)]):
        site.again(page, table(*rows))
        show(page, annotations)
        assert [mark["at"] for mark in marked(page, annotations)] == ALL


def test_nothing_known_is_nothing_guessed(site: Site) -> None:
    page = site.open(table(*BEFORE))
    annotations = annotated(page, numbered("air.bare"))
    site.fresh()
    page = site.open(table(row(0), *BEFORE))
    show(page, annotations)
    assert set(standings(page, annotations)) == {"missing"}


def test_a_page_that_has_not_changed_is_no_riddle(site: Site) -> None:
    page = site.open(table(*BEFORE))
    annotations = annotated(page, numbered("air.bare"))
    site.fresh()
    page = site.open(table(*BEFORE))
    show(page, annotations[2:5])
    assert [mark["at"] for mark in marked(page, annotations[2:5])] == ["r3", "r4", "r5"]
    show(page, annotations)
    assert [mark["at"] for mark in marked(page, annotations)] == ALL


def test_rows_that_move_while_the_page_lives_are_followed(site: Site) -> None:
    page = site.open(table(*BEFORE))
    annotations = annotated(page, numbered())
    show(page, annotations)
    rewritten = table(row(0), *BEFORE).replace("'", "")
    page.evaluate(f"document.body.innerHTML = '{rewritten}'")
    page.wait_for_function("document.querySelectorAll('mark').length === 12")
    assert [mark["at"] for mark in marked(page, annotations)] == ALL


PARAGRAPHS = (
    "<p id=one>First comes this one, then the rest.</p><p id=two>Second comes this one, and the end of it all.</p>"
)


@pytest.mark.parametrize("kind", ["", "air.bare"])
def test_the_context_decides_and_not_the_path(site: Site, kind: str) -> None:
    page = site.open(PARAGRAPHS)
    annotations = annotated(page, f"['one', 'two'].map(id => {kind}(air.words(window[id], 'comes this one')))")
    site.fresh()
    page = site.open("<p id=none>Third comes this one, which is new here</p>" + PARAGRAPHS)
    show(page, annotations)
    assert [mark["at"] for mark in marked(page, annotations)] == ["one", "two"]
    assert page.evaluate("air.told.again") == []


def test_text_that_is_gone_is_not_looked_for_in_its_twins(site: Site) -> None:
    page = site.open(PARAGRAPHS)
    annotations = annotated(page, "air.bare(air.words(two, 'comes this one'))")
    site.fresh()
    page = site.open("<p id=one>First comes this one, then the rest.</p>" * 3)
    show(page, annotations)
    assert standings(page, annotations) == ["missing"]


def test_what_an_agent_has_replaced_is_found_and_stored_anew(site: Site) -> None:
    page = site.open(PARAGRAPHS)
    annotations = annotated(page, "air.words(two, 'comes this one'), air.words(one, 'then the rest')")
    annotations[0]["replacedText"] = "arrives that one"
    page = site.open(
        PARAGRAPHS.replace("Second comes this one", "Second arrives that one").replace(
            "then the rest", "and what is left"
        )
    )
    show(page, annotations)
    assert marked(page, annotations) == [{"says": "arrives that one", "at": "two"}, {"says": "", "at": None}]
    [again] = page.evaluate("air.told.again")
    assert again["id"] == annotations[0]["id"]
    assert again["range"] == page.evaluate("air.painter.show([]).then(() => air.words(two, 'arrives that one').range)")
    assert again["anchor"]["blocks"][0]["text"] == "Second arrives that one, and the end of it all."


def test_new_words_between_old_ones_are_found_and_stored_anew_once(site: Site) -> None:
    page = site.open(PARAGRAPHS)
    annotations = annotated(page, "air.bare(air.words(two, 'comes this one'))")
    page = site.open(PARAGRAPHS.replace("Second comes this one", "Second has quite other words"))
    show(page, annotations)
    assert marked(page, annotations) == [{"says": "has quite other words", "at": "two"}]
    show(page, [])
    show(page, annotations)
    [again] = page.evaluate("air.told.again")
    assert again["range"]["selectedText"] == "has quite other words"


def test_paths_and_offsets_are_those_of_the_page_without_marks(site: Site) -> None:
    page = site.open("<p id=p>One two three <b>four</b> five six</p>")
    words = ["'three'", "'four five'", "'six'", "'One'", "'two three four'"]
    before = annotated(page, ",".join(f"air.words(p, {word}, 'x')" for word in words))
    show(page, annotated(page, "air.words(p, 'two'), air.words(p, 'four'), air.words(p, 'five')"))
    after = annotated(page, ",".join(f"air.words(p, {word}, 'x')" for word in words))
    assert [one["range"] for one in after] == [one["range"] for one in before]
    assert [one["anchor"] for one in after] == [one["anchor"] for one in before]
    assert before[1]["range"] == {
        "startXPath": "/html[1]/body[1]/p[1]/b[1]/text()[1]",
        "startOffset": 0,
        "endXPath": "/html[1]/body[1]/p[1]/text()[2]",
        "endOffset": 5,
        "selectedText": "four five",
        "contextBefore": "One two three ",
        "contextAfter": " six",
    }


BUTTONS = "".join(
    f"<tr id=r{number}><td>Product {number}</td><td><button>Buy</button></td></tr>" for number in range(1, 6)
)


def test_buttons_that_look_the_same_keep_their_notes(site: Site) -> None:
    page = site.open(table(BUTTONS))
    annotations = annotated(page, "[...document.querySelectorAll('button')].map(one => air.element(one))")
    site.fresh()
    page = site.open(table("<tr id=r0><td>Product 0</td><td><button>Buy</button></td></tr>", BUTTONS))
    show(page, annotations)
    at = "list => list.map(({id}) => document.querySelector(`[data-air-element-id='${id}']`)?.closest('tr').id)"
    assert page.evaluate(at, annotations) == [f"r{number}" for number in range(1, 6)]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ({"cssSelector": ".hero"}, "hero"),
        ({"cssSelector": ".gone", "xpath": "/html[1]/body[1]/section[1]"}, "hero"),
        ({"cssSelector": ".hero", "tagName": "div"}, None),
        ({"cssSelector": "img"}, None),
        ({"cssSelector": "img", "attributes": {"src": "b.png"}}, "second"),
        ({"cssSelector": "no[selector", "xpath": "nor this"}, None),
    ],
)
def test_an_element_must_agree_with_what_was_stored_of_it(
    site: Site, selector: dict[str, object], found: str | None
) -> None:
    page = site.open("<section class=hero id=hero>Words</section><img id=first src=a.png><img id=second src=b.png>")
    stored = {"xpath": "", "tagName": "", "attributes": {}, "outerHtmlPreview": "", "description": "", **selector}
    [annotation] = annotated(page, "air.element(hero)")
    annotation["elementSelector"] = stored
    show(page, [annotation])
    assert page.evaluate("document.querySelector('[data-air-element-id]')?.id ?? null") == found


def test_frames_and_open_shadow_trees_are_pages_too(site: Site) -> None:
    site.pages["/inner"] = "<p id=in>Words in a frame.</p>"
    tree = "'<p id=in>Words in the shadow.</p>'"
    script = f"<script>h.attachShadow({{mode: 'open'}}).innerHTML = {tree}</script>"
    body = f"<iframe id=f src=/inner></iframe><div id=h></div>{script}"
    page = site.open(body)
    inner, shadow = "f.contentDocument.getElementById('in')", "h.shadowRoot.getElementById('in')"
    annotations = annotated(
        page,
        f"air.words({inner}, 'in a frame'), air.words({shadow}, 'shadow'), air.element({inner}), air.element({shadow})",
    )
    assert [one.get("frames") or one.get("shadow") for one in annotations] == [["#f"], ["#h"], ["#f"], ["#h"]]
    page = site.open(body)
    show(page, annotations)
    assert standings(page, annotations) == ["found"] * 4
    marks = f"[{inner}, {shadow}].map(one => one.querySelector('mark').textContent + ':' + one.style.outlineStyle)"
    assert page.evaluate(marks) == ["in a frame:dashed", "shadow:dashed"]
    show(page, [])
    assert page.evaluate(f"[{inner}, {shadow}].map(one => one.outerHTML)") == [
        '<p id="in">Words in a frame.</p>',
        '<p id="in">Words in the shadow.</p>',
    ]
