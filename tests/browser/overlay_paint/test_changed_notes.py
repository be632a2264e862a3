"""Notes whose words or surroundings have changed: each on what its words have become, or nowhere; never on others."""

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from bench.anchors import notes
from bench.anchors.noted import Noted, looked_for
from bench.anchors.overlay import Knows, finder_in
from tests.browser.overlay_paint.house import Site, annotated, marked, show, standings

KNOWS: tuple[Knows, ...] = ("seen", "anchor")  # the page as it was before, or our anchors alone


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = finder_in(browser)
    yield page
    page.close()


def wrong(noted: list[Noted]) -> list[Noted]:
    return [one for one in noted if one.mark == "wrong"]


@pytest.mark.parametrize("knows", KNOWS)
def test_notes_are_found_after_ordinary_edits(page: Page, knows: Knows) -> None:
    noted = looked_for(page, notes.the_notes(), knows)
    assert len(noted) == 23
    assert wrong(noted) == []
    assert [one for one in noted if one.mark == "lost"] == []


def test_the_seeds_tiers_alone_find_fewer(page: Page) -> None:
    """What the late script is there for."""
    noted = looked_for(page, notes.the_notes(), "seen", late=False)
    assert wrong(noted) == []
    assert Counter(one.mark for one in noted)["right"] <= 18


@pytest.mark.parametrize("knows", KNOWS)
def test_nothing_is_found_in_the_wrong_place(page: Page, knows: Knows) -> None:
    """Each block deleted, deleted beside a lookalike or a twin, and edited."""
    noted = looked_for(page, list(notes.by_program()), knows)
    assert len(noted) > 250
    assert wrong(noted) == []
    alive = [one for one in noted if not one.name.startswith("deleted")]
    assert sum(one.mark == "right" for one in alive) >= (0.95 if knows == "seen" else 0.85) * len(alive)


@pytest.mark.parametrize("name", notes.PAGES)
def test_they_are_marked_in_the_page(site: Site, name: str) -> None:
    page = site.open(notes.page(name))
    ours = [note for note in notes.NOTES if note.page == name]
    made = [annotated(page, f"air.words(document.body, {note.says!r}, 'n{at}')")[0] for at, note in enumerate(ours)]
    show(page, made)
    assert set(standings(page, made)) == {"found"}
    told = [
        one if note.replaced is None else one | {"replacedText": note.replaced}
        for one, note in zip(made, ours, strict=True)
    ]
    site.again(page, notes.edited(name))
    show(page, told)
    assert [mark["says"] for mark in marked(page, made)] == [note.now for note in ours]


def test_what_is_found_by_its_changed_block_is_stored_anew(site: Site) -> None:
    page = site.open("<h2>Opening hours</h2><p>The shop opns at nine.</p><p>It closes at six.</p>")
    made = annotated(page, "air.words(document.querySelector('p'), 'The shop opns at nine.', 'n')")
    show(page, made)
    site.again(page, "<h2>Opening hours</h2><p>The shop opens at nine.</p><p>It closes at six.</p>")
    show(page, made)
    assert page.evaluate("air.told.again.map(one => one.range.selectedText)") == ["The shop opens at nine."]


def test_without_the_late_script_it_is_missing_and_the_others_stand(site: Site) -> None:
    before = "<p id=one>First comes this one.</p><p id=two>The scond is misspelt.</p>"
    page = site.open(before)
    made = annotated(page, "[air.words(one, 'comes this', 'a'), air.words(two, 'The scond is misspelt.', 'b')]")
    show(page, made)
    page.route("**/*late=*", lambda route: route.fulfill(status=404, body=""))
    site.again(page, before.replace("scond", "second"))
    show(page, made)
    assert standings(page, made) == ["found", "missing"]
    assert page.evaluate("failures") == []
