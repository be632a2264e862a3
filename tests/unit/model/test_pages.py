"""A page file's entries: which are read, which stay as problems where they are, and how states are told apart."""

from dataclasses import replace

import pytest

from countermark.model.errors import NoSuchPageEntry
from countermark.model.pages.annotations import (
    NoPageStore,
    PageAnnotation,
    PageStore,
    changed_annotation,
    fingerprint,
    iso,
    new_note,
    status_of,
    store_from,
)
from tests.unit.model.page_wishes import LATER, NOW, on_element, on_text

GOOD = {"id": "a", "pageUrl": "/", "note": ""}
DIGEST = "0123456789ab" + "f" * 52


def whole(*annotations: object, notes: list[object] | None = None, **more: object) -> dict[str, object]:
    return {"version": 1, "annotations": list(annotations), "pageNotes": notes or [], **more}


def test_the_smallest_entry_is_one() -> None:
    store = store_from(whole(GOOD, notes=[GOOD]), sha256="")
    (annotation,), (note,) = store.annotations, store.notes
    assert (annotation.type, annotation.status, annotation.selected_text, annotation.range) == ("text", "open", "", {})
    assert annotation.shown == {
        **GOOD, "type": "text", "pageTitle": "", "createdAt": "", "updatedAt": "", "selectedText": "", "range": {},
    }  # fmt: skip
    assert note.shown == {**GOOD, "pageTitle": "", "createdAt": "", "updatedAt": ""}
    assert store.problems == ()


def test_an_element_that_is_nowhere_still_says_its_note() -> None:
    (found,) = store_from(whole({**GOOD, "type": "element", "note": "here"}), sha256="").annotations
    assert found.shown["elementSelector"] == {
        "cssSelector": "", "xpath": "", "description": "", "tagName": "", "outerHtmlPreview": "", "attributes": {},
    }  # fmt: skip


def test_what_is_whole_is_shown_as_it_is() -> None:
    for made in (on_text(), on_element()):
        assert made.shown == made.raw
        assert list(made.shown) == list(made.raw)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (None, "it is null"),
        (5, "it is no object"),
        ("text", "it is no object"),
        ([], "it is no object"),
        ({}, "its 'id' is missing"),
        ({"pageUrl": "/", "note": ""}, "its 'id' is missing"),
        ({"id": "a", "note": ""}, "its 'pageUrl' is missing"),
        ({"id": "a", "pageUrl": "/"}, "its 'note' is missing"),
        ({**GOOD, "note": 5}, "its 'note' is no text"),
        ({**GOOD, "id": ""}, "its 'id' is empty"),
        ({**GOOD, "id": "good"}, "an entry before it has the same id"),
        ({**GOOD, "updatedAt": 5}, "its 'updatedAt' is no text"),
        ({**GOOD, "pageTitle": []}, "its 'pageTitle' is no text"),
    ],
)
def test_a_bad_entry_keeps_its_place_and_hides_nobody(bad: object, why: str) -> None:
    good, better = {**GOOD, "id": "good"}, {**GOOD, "id": "better"}
    before = whole(good, bad, better, notes=[good, bad, better])
    store = store_from(before, sha256="")
    assert [each.id for each in store.annotations] == [each.id for each in store.notes] == ["good", "better"]
    assert [(each.where, each.index, each.why) for each in store.problems] == [
        ("annotations", 1, why),
        ("pageNotes", 1, why),
    ]
    assert store.whole == before
    note = new_note({"pageUrl": "/", "note": "n"}, id="new", now=NOW)
    changed = changed_annotation(store.annotation("better"), {"note": "x"}, now=NOW)
    after = store.without_annotation("good").with_annotation(changed).with_note(note)
    assert after.whole["annotations"] == [bad, changed.raw]
    assert after.whole["pageNotes"] == [good, bad, better, note.raw]


def test_an_entry_goes_and_another_of_its_id_is_one() -> None:
    bad, twin, third = {**GOOD, "note": 5}, {**GOOD, "note": "twin"}, {**GOOD, "note": "third"}
    store = store_from(whole(GOOD, bad, twin, third, notes=[GOOD, bad, twin, third]), sha256="")
    left = store.without_annotation("a").without_note("a")
    assert left == store_from(whole(bad, twin, third, notes=[bad, twin, third]), sha256="")
    assert (left.annotation("a").note, left.page_note("a").note) == ("twin", "twin")
    assert [each.why for each in left.problems] == ["its 'note' is no text", "an entry before it has the same id"] * 2


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"type": "drawing"}, "its 'type' is neither"),
        ({"type": None}, "its 'type' is neither"),
        ({"range": "x"}, "its 'range' is no object"),
        ({"type": "element", "elementSelector": []}, "its 'elementSelector' is no object"),
        ({"type": "element", "elementSelector": {"cssSelector": 5}}, "its 'elementSelector' has parts"),
        ({"type": "element", "elementSelector": {"attributes": 5}}, "its 'elementSelector' has attributes"),
        ({"replies": "none"}, "its 'replies' are no list of replies"),
        ({"replies": [None]}, "its 'replies' are no list of replies"),
        ({"replies": [{"message": 5}]}, "its 'replies' are no list of replies"),
        ({"status": 5}, "its 'status' is no text"),
    ],
)
def test_annotations_that_would_break_who_reads_them(more: dict[str, object], why: str) -> None:
    store = store_from(whole({**GOOD, **more}), sha256="")
    assert store.annotations == ()
    assert store.problems[0].why.startswith(why)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ([], "it holds no JSON object"),
        ("x", "it holds no JSON object"),
        ({}, "it has no version"),
        (whole(version=2), "it says version 2, and only version 1 is known"),
        (whole(version="1"), "it has no version"),
        (whole(version=True), "it says version True"),
        ({"version": 1, "pageNotes": []}, "its 'annotations' is missing"),
        ({"version": 1, "annotations": [], "pageNotes": {}}, "its 'pageNotes' is no list"),
    ],
)
def test_what_is_no_page_file(bad: object, why: str) -> None:
    with pytest.raises(NoPageStore, match=why):
        store_from(bad, sha256="")


def test_what_others_have_put_beside_the_lists_stays() -> None:
    before = {"$schema": "x", **whole(GOOD), "mine": {"a": 1}}
    after = store_from(before, sha256="").without_annotation("a").whole
    assert after == {**before, "annotations": []}
    assert list(after) == list(before)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        ({}, "open"),
        ({"status": "open", "resolvedAt": NOW}, "open"),
        ({"status": "in_progress"}, "in_progress"),
        ({"status": "addressed"}, "addressed"),
        ({"status": "resolved"}, "addressed"),
        ({"resolvedAt": NOW}, "addressed"),
        ({"status": "", "resolvedAt": NOW}, "addressed"),
        ({"status": "wontfix"}, "open"),
    ],
)
def test_statuses_of_all_ages(raw: dict[str, object], status: str) -> None:
    assert status_of(raw) == PageAnnotation(raw).status == status


def test_ids_that_nobody_has() -> None:
    store = PageStore().with_annotation(on_text())
    for ask in (store.annotation, store.page_note, store.without_annotation, store.without_note):
        with pytest.raises(NoSuchPageEntry, match="with the id 'x'"):
            ask("x")


def test_a_fingerprint_tells_states_apart_that_count_and_time_do_not() -> None:
    assert fingerprint(PageStore(sha256=DIGEST)) == "0:"
    store = replace(PageStore().with_annotation(on_text()), sha256=DIGEST)
    assert fingerprint(store) == f"1:{NOW}:0123456789ab"
    noted = store.with_note(new_note({"pageUrl": "/", "note": "n"}, id="1", now=LATER))
    assert fingerprint(noted) == f"2:{LATER}:0123456789ab"
    assert fingerprint(replace(store, sha256="e" * 64)) != fingerprint(store)
    assert fingerprint(store_from(whole(None), sha256=DIGEST)) == "0::0123456789ab"


def test_a_fingerprint_passes_over_what_is_no_time() -> None:
    times = ("tomorrow", LATER, NOW, "9999-99-99T00:00:00.000Z")
    entries = [{**GOOD, "id": str(number), "updatedAt": time} for number, time in enumerate(times)]
    assert fingerprint(store_from(whole(*entries), sha256=DIGEST)) == f"4:{LATER}:0123456789ab"
    assert fingerprint(store_from(whole(entries[0]), sha256=DIGEST)) == "1::0123456789ab"


def test_times_are_written_as_browsers_write_them() -> None:
    assert iso(1_772_101_800_000) == "2026-02-26T10:30:00.000Z"
    assert iso(1_772_101_800_007) == "2026-02-26T10:30:00.007Z"
