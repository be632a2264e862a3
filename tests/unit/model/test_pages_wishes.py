"""What POST and PATCH make of a body: seed 002, section 4.2, its messages, its allow-list, and our limits."""

import pytest

from countermark.model.errors import PageWishRefused
from countermark.model.pages.wishes import changed_annotation, changed_note, new_annotation, new_note, with_reply
from tests.unit.model.page_wishes import LATER, NOW, PNG, RANGE, SELECTOR, element_wish, on_element, on_text, text_wish

KB = 1024
BARE = {"pageUrl": "/", "note": "n"}


def test_a_text_annotation_has_what_was_sent_and_what_the_server_adds() -> None:
    assert on_text().raw == {**text_wish(), "id": "t", "createdAt": NOW, "updatedAt": NOW}


def test_an_element_annotation_has_what_was_sent_and_what_the_server_adds() -> None:
    assert on_element().raw == {**element_wish(), "id": "e", "createdAt": NOW, "updatedAt": NOW}


def test_what_is_not_said_is_empty() -> None:
    made = new_annotation({**BARE, "selectedText": "", "range": {}}, id="1", now=NOW)
    assert made.raw["type"] == "text"
    assert (made.page_title, made.range, made.status, made.replies) == ("", {}, "open", ())
    found = new_annotation({**BARE, "type": "element", "elementSelector": {"xpath": "/html[1]"}}, id="1", now=NOW)
    assert found.selector == {
        "cssSelector": "", "xpath": "/html[1]", "description": "", "tagName": "", "attributes": {},
        "outerHtmlPreview": "",
    }  # fmt: skip


def test_nobody_sets_what_is_the_servers() -> None:
    forged = {"id": "mine", "createdAt": "1", "updatedAt": "1", "status": "addressed", "replies": [], "evil": 1}
    assert on_text(**forged).raw == on_text().raw
    changed = changed_annotation(
        on_text(), {**forged, "status": "open", "pageUrl": "/x", "selectedText": "y"}, now=LATER
    )
    assert changed.raw == {**on_text().raw, "status": "open", "updatedAt": LATER}


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ([], "the body must be an object"),
        (text_wish(type="page"), 'type must be "text" or "element"'),
        (text_wish(type=None), 'type must be "text" or "element"'),
        ({"note": "n"}, "pageUrl must be a string"),
        (text_wish(pageUrl=5), "pageUrl must be a string"),
        ({"pageUrl": "/"}, "note must be a string"),
        (text_wish(note=None), "note must be a string"),
        (text_wish(pageTitle=5), "pageTitle must be a string"),
        (BARE, "selectedText must be a string"),
        ({**BARE, "selectedText": "x"}, "range must be an object"),
        (text_wish(range=[]), "range must be an object"),
        (text_wish(range=None), "range must be an object"),
        (text_wish(range={"startXPath": 5}), "range.startXPath must be a string"),
        (text_wish(range={"endOffset": -1}), "range.endOffset must be a whole number, 0 or more"),
        (text_wish(range={"endOffset": True}), "range.endOffset must be a whole number, 0 or more"),
        ({**BARE, "type": "element"}, "elementSelector must be an object"),
        (element_wish(elementSelector="#a"), "elementSelector must be an object"),
        (element_wish(elementSelector={}), "elementSelector needs a non-empty cssSelector or xpath"),
        (element_wish(elementSelector={"cssSelector": " "}), "elementSelector needs a non-empty cssSelector or xpath"),
        (element_wish(elementSelector={"xpath": 5}), "elementSelector.xpath must be a string"),
        (
            element_wish(elementSelector={"xpath": "/", "attributes": []}),
            "elementSelector.attributes must be an object",
        ),
        (
            element_wish(elementSelector={"xpath": "/", "attributes": {"id": 1}}),
            "elementSelector.attributes.id must be a string",
        ),
        (text_wish(source={}), "source.file must be a string"),
        (text_wish(source={"file": "a", "line": "1"}), "source.line must be a whole number, 0 or more"),
        (text_wish(frames="iframe"), "frames must be a list"),
        (text_wish(shadow=["a", 5]), r"shadow\[1\] must be a string"),
        (text_wish(frames=["a"] * 17), "frames must have at most 16 items"),
        (element_wish(also=[SELECTOR, {}]), r"also\[1\] needs a non-empty cssSelector or xpath"),
        (element_wish(also=[SELECTOR] * 51), "also must have at most 50 items"),
        (text_wish(anchor="a"), "anchor must be an object"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_name(wish: object, message: str) -> None:
    with pytest.raises(PageWishRefused, match=f"^{message}$"):
        new_annotation(wish, id="1", now=NOW)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (text_wish(note="x" * (50 * KB + 1)), "note must be at most 50 KB"),
        (text_wish(note="ä" * (25 * KB + 1)), "note must be at most 50 KB"),
        (text_wish(selectedText="x" * (50 * KB + 1)), "selectedText must be at most 50 KB"),
        (text_wish(pageUrl="/" * (2 * KB + 1)), "pageUrl must be at most 2 KB"),
        (text_wish(pageTitle="x" * (KB + 1)), "pageTitle must be at most 1 KB"),
        (text_wish(range={"contextBefore": "x" * (4 * KB + 1)}), "range.contextBefore must be at most 4 KB"),
        (text_wish(range={"selectedText": "x" * (50 * KB + 1)}), "range.selectedText must be at most 50 KB"),
        (element_wish(elementSelector={"xpath": "/" * (4 * KB + 1)}), "elementSelector.xpath must be at most 4 KB"),
        (text_wish(anchor={"a": "x" * 101 * KB}), "anchor must be at most 100 KB"),
        (text_wish(picture=PNG + "A" * 400 * KB), "picture must be at most 400 KB"),
    ],
)
def test_what_is_too_long_is_refused(wish: object, message: str) -> None:
    with pytest.raises(PageWishRefused, match=f"^{message}"):
        new_annotation(wish, id="1", now=NOW)


def test_what_just_fits_is_kept_whole() -> None:
    note, halves = "x" * 50 * KB, "\ud83d"
    assert on_text(note=note, selectedText=halves).raw["note"] == note
    assert on_text(selectedText=halves).selected_text == halves


def test_an_elements_attributes_are_the_ten_and_its_beginning_has_200_characters() -> None:
    selector = {**SELECTOR, "attributes": {"id": "a", "value": "secret", "onclick": "x"}, "outerHtmlPreview": "ä" * 300}
    kept = on_element(elementSelector={**selector, "textHash": "ab12", "other": 1}).selector
    assert kept == {**selector, "attributes": {"id": "a"}, "outerHtmlPreview": "ä" * 200, "textHash": "ab12"}


def test_what_we_keep_beyond_the_seed() -> None:
    source = {"file": "src/index.astro", "line": 3, "column": 0, "component": "Hero"}
    beyond = {"source": source, "picture": PNG, "frames": ["iframe"], "shadow": ["my-card"]}
    anchored = on_text(**beyond, anchor={"v": 1, "blocks": [{"lines": None}]}, also=[SELECTOR])
    assert anchored.raw == {**on_text().raw, **beyond, "anchor": {"v": 1, "blocks": [{"lines": None}]}}
    several = on_element(**beyond, also=[SELECTOR, SELECTOR], anchor={})
    assert several.raw == {**on_element().raw, **beyond, "also": [SELECTOR, SELECTOR]}
    assert on_text(source=None, picture=None, anchor=None).raw == on_text().raw


@pytest.mark.parametrize(
    "picture",
    [
        "data:image/svg+xml;base64,PHN2Zy8+",
        "data:text/html;base64,PHA+",
        "data:image/png,raw",
        "data:image/png;base64,PHN2Zy8+",  # says PNG and is SVG
        PNG.replace("image/png", "image/jpeg"),
        PNG + "\n",
        PNG[:-1],
        "https://example.org/a.png",
        "javascript:alert(1)",
        "",
    ],
)
def test_a_picture_is_nothing_but_a_picture(picture: str) -> None:
    with pytest.raises(
        PageWishRefused, match=r"^picture must be a data: address of a PNG, JPEG or WebP image in base64$"
    ):
        on_text(picture=picture)


def test_an_anchor_that_is_nested_without_end() -> None:
    nested: dict[str, object] = {}
    for _ in range(5000):
        nested = {"a": nested}
    with pytest.raises(PageWishRefused, match=r"^anchor must be"):
        on_text(anchor=nested)


def test_status_brings_its_own_time_and_takes_the_others_away() -> None:
    begun = changed_annotation(on_text(), {"status": "in_progress"}, now="1")
    assert (begun.status, begun.raw["inProgressAt"], "addressedAt" in begun.raw) == ("in_progress", "1", False)
    done = changed_annotation(begun, {"status": "addressed"}, now="2")
    assert (done.status, done.raw["addressedAt"], "inProgressAt" in done.raw) == ("addressed", "2", False)
    again = changed_annotation(done, {"status": "open", "reply": {"message": "no"}}, now="3")
    assert again.raw == {
        **on_text().raw, "status": "open", "updatedAt": "3",
        "replies": [{"message": "no", "createdAt": "3", "role": "reviewer"}],
    }  # fmt: skip
    assert "replies" not in done.raw, "a change of status adds no empty list"


def test_replaced_words_come_and_go() -> None:
    replaced = changed_annotation(on_text(), {"replacedText": "other words"}, now=LATER)
    assert replaced.replaced_text == "other words"
    cleared = changed_annotation(replaced, {"replacedText": None}, now=LATER)
    assert cleared.raw == {**on_text().raw, "updatedAt": LATER}


def test_a_place_belongs_to_text_only() -> None:
    place = {"range": {"startXPath": "/html[1]"}, "replacedText": "x", "anchor": {"v": 1}}
    assert changed_annotation(on_text(), place, now=LATER).raw == {**on_text().raw, **place, "updatedAt": LATER}
    assert changed_annotation(on_element(), place, now=LATER).raw == {**on_element().raw, "updatedAt": LATER}


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (None, "the body must be an object"),
        ({"note": 5}, "note must be a string"),
        ({"note": None}, "note must be a string"),
        ({"note": "x" * (50 * KB + 1)}, "note must be at most 50 KB"),
        ({"replacedText": ""}, "replacedText must not be empty; send null to clear it"),
        ({"replacedText": 5}, "replacedText must be a string, or null to clear it"),
        ({"range": None}, "range must be an object"),
        ({"range": "x"}, "range must be an object"),
        ({"status": "done"}, "status must be one of: open, in_progress, addressed"),
        ({"status": "resolved"}, "status must be one of: open, in_progress, addressed"),
        ({"status": None}, "status must be one of: open, in_progress, addressed"),
        ({"status": ["open"]}, "status must be one of: open, in_progress, addressed"),
        ({"reply": "x"}, "reply must be an object"),
        ({"reply": None}, "reply must be an object"),
        ({"reply": {}}, "reply.message must be a non-empty string"),
        ({"reply": {"message": " \n"}}, "reply.message must be a non-empty string"),
        ({"reply": {"message": 5}}, "reply.message must be a non-empty string"),
        ({"reply": {"message": "x" * (50 * KB + 1)}}, "reply.message must be at most 50 KB"),
    ],
)
@pytest.mark.parametrize("made", [on_text(), on_element()], ids=["text", "element"])
def test_what_no_change_can_say(made: object, patch: object, message: str) -> None:
    with pytest.raises(PageWishRefused, match=f"^{message}$"):
        changed_annotation(made, patch, now=LATER)  # type: ignore[arg-type]  # pytest hides what a parameter is


def test_what_somebody_else_has_added_survives_every_change() -> None:
    strange = on_text()
    kept = type(strange)({"colour": "red", **strange.raw, "nested": {"a": [1, None]}})
    for patch in ({"note": "x"}, {"status": "addressed"}, {"range": RANGE}, {}):
        changed = changed_annotation(kept, patch, now=LATER).raw
        assert (changed["colour"], changed["nested"]) == ("red", {"a": [1, None]})


def test_replies_are_appended_in_the_order_they_come() -> None:
    once = with_reply(on_element(), "done", role="agent", now=LATER)
    twice = with_reply(once, "thanks", role="reviewer", now=LATER)
    assert [(each.role, each.message, each.created_at) for each in twice.replies] == [
        ("agent", "done", LATER),
        ("reviewer", "thanks", LATER),
    ]
    with pytest.raises(PageWishRefused, match=r"reply.message must be a non-empty string"):
        with_reply(once, "  ", role="agent", now=LATER)


def test_notes_on_pages() -> None:
    made = new_note({"pageUrl": "/", "note": "n", "id": "mine", "evil": 1}, id="1", now=NOW)
    assert made.raw == {"id": "1", "pageUrl": "/", "pageTitle": "", "note": "n", "createdAt": NOW, "updatedAt": NOW}
    changed = changed_note(made, {"note": "m", "pageUrl": "/x"}, now=LATER)
    assert changed.raw == {**made.raw, "note": "m", "updatedAt": LATER}
    assert changed_note(made, {}, now=LATER).note == "n"


@pytest.mark.parametrize(
    ("wish", "message"),
    [("x", "the body must be an object"), ({"note": "n"}, "pageUrl must be a string"), ({"pageUrl": "/"}, "note must")],
)
def test_notes_on_pages_that_cannot_be(wish: object, message: str) -> None:
    with pytest.raises(PageWishRefused, match=f"^{message}"):
        new_note(wish, id="1", now=NOW)
    with pytest.raises(PageWishRefused, match=r"^note must be a string$"):
        changed_note(new_note({"pageUrl": "/", "note": "n"}, id="1", now=NOW), {"note": 5}, now=NOW)
