"""Marks and outlines in a page: how they look, that they leave no trace, that only what has changed is touched."""

import pytest

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay_paint.house import Site, annotated, marked, show, standings

PAGE = """<main id=main><h1 id=h>A title</h1>
<p id=one>Some <b>bold</b> words and <em>others</em> here.</p>
<p id=two style="color: red">Two more sentences. They end.</p>
<section id=card class="card wide" style="outline: 1px solid green; box-shadow: 0 0 2px red">
<img alt="A" src="a.png"><button>Buy</button></section>
<table id=t><tbody>
<tr><td id=c1>Left</td>
<td id=c2>Right</td></tr></tbody></table></main>"""
STYLE = "background-color: rgba({}); border-radius: 2px; cursor: pointer;"
FILLS = {"open": "217, 119, 6, 0.3", "in_progress": "139, 92, 246, 0.2", "addressed": "59, 130, 246, 0.2"}
OUTLINES = {"open": "217, 119, 6, 0.8", "in_progress": "139, 92, 246, 0.5", "addressed": "59, 130, 246, 0.5"}


@pytest.mark.parametrize("status", FILLS)
def test_marks_and_outlines_have_the_colours_of_their_status(site: Site, status: str) -> None:
    page = site.open(PAGE)
    text, element = annotated(
        page, f"air.as(air.words(one, 'words'), '{status}'), air.as(air.element(card), '{status}')"
    )
    show(page, [text, element])
    assert page.locator(f"mark[data-air-id={text['id']}]").get_attribute("style") == STYLE.format(FILLS[status])
    style = page.evaluate(
        "[card.style.outline, card.style.outlineOffset, card.style.cursor, card.dataset.airElementId]"
    )
    assert style == [f"rgba({OUTLINES[status]}) dashed 2px", "2px", "pointer", element["id"]]


@pytest.mark.parametrize(
    "words",
    ["'Some '", "'bold'", "'ld words and oth'", "'here.'", "'Some bold words and others here.'"],
)
def test_a_mark_says_what_was_selected_and_leaves_no_trace(site: Site, words: str) -> None:
    page = site.open(PAGE)
    nodes = (
        "[...one.childNodes].flatMap(node => [node, ...node.childNodes]).map(node => node.nodeName + node.nodeValue)"
    )
    before = page.evaluate(f"window.nodes = [...one.childNodes]; [main.innerHTML, {nodes}]")
    annotations = annotated(page, f"air.words(one, {words}), air.words(one, 'bold words'), air.words(two, 'sentences')")
    show(page, annotations)
    assert [mark["says"] for mark in marked(page, annotations)] == [words.strip("'"), "bold words", "sentences"]
    assert page.evaluate("air.plain(main)") == before[0]
    show(page, annotations[1:])
    assert [mark["says"] for mark in marked(page, annotations)] == ["", "bold words", "sentences"]
    show(page, [])
    assert page.evaluate(f"[main.innerHTML, {nodes}]") == before
    assert page.evaluate("nodes.every((node, at) => node === one.childNodes[at])")


def test_marks_over_blocks_and_cells_leave_the_tree_between_them_alone(site: Site) -> None:
    page = site.open(PAGE)
    [annotation] = annotated(page, "air.words(main, page_words())".replace("page_words()", "t.textContent.trim()"))
    show(page, [annotation])
    assert page.evaluate("[...document.querySelectorAll('mark')].map(one => one.parentElement.id)") == ["c1", "c2"]


def test_what_has_not_changed_is_not_touched(site: Site) -> None:
    page = site.open(PAGE)
    annotations = annotated(page, "air.words(one, 'words'), air.words(two, 'more'), air.element(card)")
    show(page, annotations)
    page.evaluate("""() => {
      window.marks = [...document.querySelectorAll('mark')];
      window.seen = [];
      new MutationObserver(records => seen.push(...records.map(one => one.type))).observe(
        main, {subtree: true, childList: true, characterData: true, attributes: true});
    }""")
    show(page, annotations)
    assert page.evaluate("seen") == []
    show(page, [annotations[0], {**annotations[1], "status": "addressed"}, annotations[2]])
    assert page.evaluate("seen") == ["attributes"]
    assert page.evaluate("marks.every(mark => mark.isConnected)")


def test_a_deleted_annotation_does_not_come_back_from_a_slow_show(site: Site) -> None:
    page = site.open(PAGE)
    annotations = annotated(page, "air.words(one, 'words'), air.words(two, 'more')")
    page.evaluate(
        "async ([all, less]) => { await Promise.all([air.painter.show(all), air.painter.show(less)]) }",
        [annotations, annotations[1:]],
    )
    assert [mark["says"] for mark in marked(page, annotations)] == ["", "more"]


def test_outlines_give_back_the_sites_own_styles_also_in_the_middle_of_a_pulse(site: Site) -> None:
    page = site.open(PAGE)
    before = page.evaluate("[card.getAttribute('style'), one.getAttribute('style')]")
    annotations = annotated(page, "air.element(card), air.element(one), air.words(two, 'more')")
    show(page, annotations)
    stands_still(page)
    assert page.evaluate("id => air.painter.pulse(id)", annotations[0]["id"])
    assert page.evaluate("[card.hasAttribute('data-air-pulse'), card.style.boxShadow]") == [
        True,
        "rgba(217, 119, 6, 0.3) 0px 0px 0px 4px",
    ]
    page.evaluate("void air.painter.show([])")
    assert page.evaluate("[card.getAttribute('style'), one.getAttribute('style')]") == before
    assert page.evaluate("[...card.attributes].map(one => one.name)") == ["id", "class", "style"]
    page.clock.run_for(1_000)
    assert page.evaluate("card.getAttribute('style')") == before[0]


def test_what_the_site_changes_of_its_styles_meanwhile_stays(site: Site) -> None:
    page = site.open(PAGE)
    annotations = annotated(page, "air.element(card)")
    show(page, annotations)
    page.evaluate("card.style.color = 'blue'; card.style.boxShadow = 'none'")
    show(page, [])
    assert page.evaluate("card.style.cssText") == "outline: green solid 1px; box-shadow: none; color: blue;"


@pytest.mark.parametrize("status", FILLS)
def test_a_pulse_ends_in_the_colour_of_the_status(site: Site, status: str) -> None:
    page = site.open(PAGE)
    annotations = annotated(page, f"air.as(air.words(two, 'more'), '{status}')")
    show(page, annotations)
    mark = page.locator("mark")
    stands_still(page)
    assert page.evaluate("id => air.painter.pulse(id)", annotations[0]["id"])
    assert "rgba(217, 119, 6, 0.6)" in (mark.get_attribute("style") or "")
    page.clock.run_for(899)
    assert mark.get_attribute("data-air-pulse") is not None
    page.clock.run_for(1)
    assert mark.get_attribute("data-air-pulse") is None
    assert mark.get_attribute("style") == STYLE.format(FILLS[status])


def test_those_who_want_no_motion_see_none(site: Site) -> None:
    page = site.open(PAGE)
    page.emulate_media(reduced_motion="reduce")
    annotations = annotated(page, "air.words(two, 'more'), air.element(card)")
    show(page, annotations)
    stands_still(page)
    page.evaluate("list => list.forEach(({id}) => air.painter.pulse(id))", annotations)
    times = "[...document.querySelectorAll('[data-air-pulse]')].map(one => getComputedStyle(one).transitionDuration)"
    assert page.evaluate(times) == ["1e-05s", "1e-05s, 1e-05s, 1e-05s"]


@pytest.mark.parametrize("policy", ["style-src 'none'", ""])
def test_styles_come_and_go_under_every_policy(site: Site, policy: str) -> None:
    """What a script of the site has set, what its markup has, and what a policy forbids in it."""
    site.headers = {"content-security-policy": policy}
    page = site.open("<p id=set>Words</p><p id=marked style='COLOR:red;outline:none'>Words</p><p id=none>Words</p>")
    annotations = annotated(page, "[set, marked, none].map(one => air.element(one))")
    site.load(page)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.evaluate("""() => {
      window.refused = [];
      document.addEventListener('securitypolicyviolation', event => refused.push(event.violatedDirective));
      set.style.cssText = 'box-shadow: none; outline: red dotted 1px; color: green';
    }""")
    all_of_it = "[set, marked, none].map(one => [one.getAttribute('style'), getComputedStyle(one).color])"
    before = page.evaluate(all_of_it)
    for _ in range(2):
        show(page, annotations)
        assert page.evaluate("[set, marked, none].map(one => one.style.outlineStyle)") == ["dashed"] * 3
        page.evaluate("list => list.forEach(({id}) => air.painter.pulse(id))", annotations)
        show(page, [])
        after = page.evaluate(all_of_it)
        # What a policy forbids is nothing but letters, and they can be put back by nobody.
        assert after == ([before[0], ["", before[1][1]], before[2]] if policy else before)
    assert (page.evaluate("refused"), said) == ([], [])


def test_what_is_known_to_be_nowhere_is_not_told_again(site: Site) -> None:
    page = site.open(PAGE)
    annotations = annotated(page, "air.words(two, 'They end.'), air.words(one, 'words')")
    page.evaluate("two.remove()")
    show(page, annotations)
    page.evaluate("air.told.standings.length = 0")
    show(page, [{**one, "note": "Changed", "status": "addressed"} for one in annotations])
    assert page.evaluate("air.told.standings") == []
    annotations[0]["replacedText"] = "bold words"
    show(page, annotations)
    assert page.evaluate("air.told.standings.flat()") == [annotations[0]["id"]] * 2
    assert standings(page, annotations) == ["missing", "found"]


def test_two_notes_on_one_element_are_both_found(site: Site) -> None:
    page = site.open(PAGE)
    annotations = annotated(page, "air.element(card), air.element(card)")
    show(page, annotations)
    assert standings(page, annotations) == ["found", "found"]
    assert page.evaluate("card.dataset.airElementId") == annotations[1]["id"]
    show(page, annotations[:1])
    assert page.evaluate("card.dataset.airElementId") == annotations[0]["id"]


def test_what_stands_nowhere_is_missing_until_it_comes(site: Site) -> None:
    page = site.open(PAGE)
    annotations = annotated(page, "air.words(two, 'They end.')")
    page.evaluate("two.remove()")
    show(page, annotations)
    assert standings(page, annotations) == ["missing"]
    assert page.evaluate("id => air.painter.pulse(id)", annotations[0]["id"]) is False
    page.evaluate("main.insertAdjacentHTML('beforeend', '<p id=late>Two more sentences. They end.</p>')")
    page.wait_for_function("id => air.painter.standing(id) === 'found'", arg=annotations[0]["id"])
    assert marked(page, annotations) == [{"says": "They end.", "at": "late"}]


def test_a_new_body_is_searched_as_the_old_one_was(site: Site) -> None:
    page = site.open(PAGE)
    annotations = annotated(page, "air.words(two, 'They end.'), air.element(card)")
    show(page, annotations)
    page.evaluate("""() => {
      const next = document.implementation.createHTMLDocument();
      next.body.innerHTML = air.plain(document.body);
      document.body.replaceWith(document.adoptNode(next.body));
    }""")
    page.wait_for_function("document.querySelector('#two mark') !== null && card.hasAttribute('data-air-element-id')")
    assert standings(page, annotations) == ["found", "found"]


def test_what_is_shown_no_more_leaves_no_trace(site: Site) -> None:
    page = site.open(PAGE)
    before = page.evaluate("document.documentElement.outerHTML")
    show(page, annotated(page, "air.words(one, 'words'), air.element(card)"))
    assert page.evaluate("document.documentElement.outerHTML") != before
    show(page, [])
    assert page.evaluate("document.documentElement.outerHTML") == before
