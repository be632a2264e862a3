"""Marks in text that a framework owns: after every re-render the page says exactly what it would say without us."""

import pytest
from playwright.sync_api import Page

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay_paint.house import Site, annotated, bundle, lies_over, marked, show, standings

ENTRIES = {"react": "sites/react.js", "preact": "sites/preact.ts", "vue": "sites/vue.ts", "svelte": "sites/svelte.js"}
FIRST = {"says": "odd words", "note": "a conditional remark", "rows": ["one", "two", "three"], "extra": False}
# What is marked: a part of a text node, or all of it.
WORDS = {
    "part": "[['#a', 'odd'], ['#b', 'odd w'], ['#c', 'conditional'], ['#row-two b', 'stock']]",
    "whole": "[['#a', 'odd words'], ['#b', 'whole odd words text'], ['#c', 'a conditional remark'],"
    " ['#row-two b', 'In stock']]",
    "several": "[['#a', 'odd'], ['#a', 'dd words'], ['#b', 'whole'], ['#b', 'text'], ['#c', 'a'],"
    " ['#c', 'before a conditional remark after']]",
}
CHANGES: dict[str, dict[str, object]] = {
    "nothing of ours": {},
    "text": {"says": "even number here"},
    "element added": {"extra": True},
    "node removed": {"note": None},
    "paragraph removed": {"rows": ["one", "three"]},
    "reordered": {"rows": ["three", "two", "one"]},
    "row on top": {"rows": ["zero", "one", "two", "three"]},
    "everything": {"says": "x", "note": None, "rows": ["two", "four"], "extra": True},
}


def mounted(site: Site, framework: str, count: int = 1) -> Page:
    """The site, so many times, and beside it in a frame of its own the same without marks."""
    hosts = "<div class=site></div>" * count
    page = site.open(f"{hosts}<iframe srcdoc='{hosts}'></iframe>")
    code = bundle(ENTRIES[framework], framework)
    page.add_script_tag(content=code)
    page.frames[1].add_script_tag(content=code)
    for frame in page.frames:
        frame.evaluate(f"window.apps = [...document.querySelectorAll('.site')].map(host => {framework}.mount(host))")
    return page


def change(page: Page, state: dict[str, object], at: int = 0) -> None:
    for frame in page.frames:
        frame.evaluate(
            "async ([state, at]) => { await apps[at].set(state); await Promise.resolve(); }", [{**FIRST, **state}, at]
        )


def assert_like_the_twin(page: Page) -> None:
    says = "[...document.querySelectorAll('.site')].map(site => site.textContent)"
    assert page.evaluate(says) == page.frames[1].evaluate(says)
    assert page.evaluate("failures") == []


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("framework", ENTRIES)
def test_after_every_render_the_page_says_what_it_should(site: Site, framework: str, words: str) -> None:
    page = mounted(site, framework, len(CHANGES))
    of_site = f"{WORDS[words]}.map(([place, said]) => air.words(site.querySelector(place), said))"
    annotations = annotated(page, f"[...document.querySelectorAll('.site')].flatMap(site => {of_site})")
    show(page, annotations)
    found = ["found"] * len(annotations)
    assert standings(page, annotations) == found
    assert page.locator("mark[data-air-mode=highlight]").count() == 0
    assert_like_the_twin(page)
    for at, state in enumerate(CHANGES.values()):
        change(page, state, at)
    assert_like_the_twin(page)
    show(page, annotations)
    assert_like_the_twin(page)
    for at in range(len(CHANGES)):
        change(page, {}, at)
    assert_like_the_twin(page)
    show(page, annotations)
    assert_like_the_twin(page)
    assert standings(page, annotations) == found
    change(page, {"note": None})
    page.evaluate("apps.forEach(app => app.end())")
    assert page.evaluate("[...document.querySelectorAll('.site')].map(site => site.textContent).join('')") == ""
    assert page.evaluate("failures") == []


@pytest.mark.parametrize("framework", ENTRIES)
def test_a_mark_lives_on_where_its_text_does(site: Site, framework: str) -> None:
    page = mounted(site, framework)
    annotations = annotated(
        page, "air.words(document.querySelector('#row-two b'), 'In stock'), air.words(a, 'at the end')"
    )
    show(page, annotations)
    page.evaluate("window.marks = [...document.querySelectorAll('mark')]")
    change(page, {"rows": ["zero", "three", "two"], "extra": True})
    assert page.evaluate("marks.every(mark => mark.isConnected)")
    assert [mark["at"] for mark in marked(page, annotations)] == ["row-two", "a"]


def test_owned_text_says_so_and_static_text_too(site: Site) -> None:
    page = mounted(site, "react")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=still>Static words.</p>')")
    show(page, annotated(page, "air.words(a, 'odd'), air.words(still, 'Static')"))
    modes = page.evaluate("[...document.querySelectorAll('mark')].map(mark => mark.dataset.airMode)")
    assert modes == ["guarded", "mark"]


def test_text_that_is_written_all_the_time_gets_highlights_that_leave_it_alone(site: Site) -> None:
    page = mounted(site, "react")
    annotations = annotated(page, "air.words(a, 'It says'), air.words(a, 'at the end'), air.words(b, 'whole')")
    show(page, annotations)
    page.evaluate("performance.now = (now => () => now)(performance.now())")  # at once, however slow the machine is
    for number in range(3):
        change(page, {"says": f"word {number}"})
        show(page, annotations)
        assert_like_the_twin(page)
    ghost = page.locator(f"mark[data-air-id={annotations[2]['id']}]")
    assert ghost.get_attribute("data-air-mode") == "highlight"
    assert ghost.get_attribute("aria-hidden") == "true"
    assert page.evaluate("[...CSS.highlights.get('air-open')].map(String)") == ["whole"]
    page.evaluate("window.range = document.createRange(); range.setStart(b.firstChild, 0)")
    page.evaluate("range.setEnd(b.firstChild, 5)")
    lies_over(page, "document.querySelector('[data-air-mode=highlight]')", "range")
    show(page, [{**one, "status": "addressed"} for one in annotations])
    assert page.evaluate("[...CSS.highlights.get('air-addressed')].map(String)") == ["whole"]
    show(page, [])
    assert page.evaluate("[CSS.highlights.size, document.querySelector('[data-air-el=layer]')]") == [0, None]


def test_the_page_may_normalize_what_we_have_split(site: Site) -> None:
    page = site.open("<p id=p>All of this</p><p id=q>and <b>more</b> of it</p>")
    annotations = annotated(page, "air.words(p, 'All'), air.words(q, 'more of'), air.words(p, 'this')")
    show(page, annotations)
    page.evaluate("document.body.normalize()")
    page.evaluate("air.frames()")
    show(page, annotations)
    assert page.evaluate("[p.textContent, q.textContent]") == ["All of this", "and more of it"]
    assert [mark["says"] for mark in marked(page, annotations)] == ["All", "more of", "this"]
    show(page, [])
    assert page.evaluate("[p.innerHTML, q.innerHTML]") == ["All of this", "and <b>more</b> of it"]


@pytest.mark.parametrize(
    ("work", "says"),
    [
        ("p.firstChild.data = 'New words here'", "New words here"),
        ("p.firstChild.remove()", ""),
        ("p.textContent = 'New words here'", "New words here"),
        ("p.firstChild.after('(then)')", "All of this(then)"),
        ("q.append(p.firstChild)", ""),
        ("while (p.childNodes.length > 1) p.lastChild.remove()", "All of this"),
    ],
)
def test_what_scripts_do_to_their_text_nodes_they_do_to_all_of_it(site: Site, work: str, says: str) -> None:
    page = site.open("<p id=p>All of this</p><p id=q></p>")
    show(page, annotated(page, "air.words(p, 'All'), air.words(p, 'of')"))
    page.evaluate(f"() => {{ {work} }}")
    assert page.evaluate("p.textContent") == says
    assert page.evaluate("p.textContent + q.textContent") == (says or ("All of this" if "q." in work else ""))


def test_an_island_that_sleeps_is_not_touched_before_it_wakes(site: Site) -> None:
    page = site.open("<astro-island ssr><p id=p>All of this</p></astro-island>")
    before = page.evaluate("p.innerHTML")
    annotations = annotated(page, "air.words(p, 'of this')")
    show(page, annotations)
    assert page.evaluate("p.innerHTML") == before
    assert standings(page, annotations) == ["found"]
    page.evaluate("document.querySelector('astro-island').removeAttribute('ssr')")
    page.wait_for_function("document.querySelector('p mark') !== null")


@pytest.mark.parametrize(
    ("body", "wakes"),
    [
        ("<div id=__nuxt><p id=p>All of this</p></div>", "document.querySelector('#__nuxt').__vue_app__ = {}"),
        ("<div><p id=p>All of this</p><script>{ __sveltekit_dev = {} }</script></div>", "p.__svelte_meta = {}"),
    ],
    ids=["nuxt", "sveltekit"],
)
def test_what_a_server_wrote_is_not_touched_before_its_framework_wakes(site: Site, body: str, wakes: str) -> None:
    page = site.open(body)
    annotations = annotated(page, "air.words(p, 'of this')")
    page.evaluate("list => void air.painter.show(list)", annotations)
    page.evaluate("async () => { for (let n = 0; n < 20; n++) await new Promise(requestAnimationFrame) }")
    assert page.evaluate("p.innerHTML") == "All of this"
    page.evaluate(f"void ({wakes})")
    page.wait_for_function("document.querySelector('p mark')?.textContent === 'of this'")


def test_a_framework_that_never_wakes_is_waited_for_once(site: Site) -> None:
    page = site.open("<div id=__nuxt><p id=p>All of this</p></div>")
    annotations = annotated(page, "air.words(p, 'of this'), air.words(p, 'All')")
    stands_still(page)
    page.evaluate("list => void air.painter.show(list)", annotations[:1])
    page.clock.run_for(3_900)
    assert page.evaluate("p.innerHTML") == "All of this"
    page.clock.run_for(600)
    page.wait_for_function("document.querySelectorAll('mark').length === 1")
    page.evaluate("list => void air.painter.show(list)", annotations)
    page.clock.run_for(600)  # and not another four seconds
    page.wait_for_function("document.querySelectorAll('mark').length === 2")


def test_hydration_comes_before_the_marks(site: Site) -> None:
    page = site.open("<div id=site></div>")
    page.add_script_tag(content=bundle(ENTRIES["react"], "react"))
    page.evaluate("site.innerHTML = react.html()")
    annotations = annotated(page, "air.words(b, 'odd words')")
    page.evaluate(
        """async list => {
      const done = air.painter.show(list);
      react.hydrate(site);
      await done;
    }""",
        annotations,
    )
    page.evaluate("air.frames()")
    assert [mark["says"] for mark in marked(page, annotations)] == ["odd words"]
    assert page.evaluate("failures") == []
