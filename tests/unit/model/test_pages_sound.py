"""Parts of the wrong kind are not shown, and the file keeps them."""

from typing import Any

import pytest

from countermark.model.pages.annotations import PageAnnotation

BASE = {"id": "1", "pageUrl": "/", "note": "x", "createdAt": "", "updatedAt": "", "pageTitle": ""}
BLOCK = {
    "neighbours": ["a"], "section": [], "ordinal": 1, "copies": 1, "hash": "", "text": "a b", "offset": 0, "length": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("picture", 5), ("picture", "data:image/svg+xml;base64,AAAA"), ("picture", "https://x/y.png"), ("source", "x"),
        ("source", {"file": 5}), ("source", {"file": "x", "line": {}}), ("frames", "x"), ("frames", [5]), ("shadow",
        {}),
        ("shadow", [None]), ("also", 5), ("also", [None]), ("also", [{}]), ("also", {"length": 3}), ("anchor", 5),
        ("anchor", []), ("anchor", {"v": 1}), ("anchor", {"blocks": 5}), ("anchor", {"blocks": [{}]}), ("anchor",
        {"blocks": [None]}),
        ("anchor", {"blocks": [{**BLOCK, "text": None}]}),
        ("anchor", {"blocks": [{**BLOCK, "copies": "1"}]}), ("anchor", {"blocks": [{**BLOCK, "section": [5]}]}),
    ],
)  # fmt: skip
def test_parts_of_the_wrong_kind(name: str, value: Any) -> None:
    it = PageAnnotation({**BASE, name: value, "theirs": 7})
    assert name not in it.shown
    assert it.shown["theirs"] == 7
    assert it.raw[name] == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("source", {"file": "x", "line": 1}), ("frames", ["#x"]), ("also", [{"cssSelector": "p"}]), ("anchor",
        {"blocks": []}),
        ("anchor", {"v": 1, "blocks": [BLOCK]}), ("replies", [{"message": "x"}]), ("range", {"startOffset": 1,
        "new": {}}),
    ],
)  # fmt: skip
def test_sound_parts_stay_as_they_are(name: str, value: Any) -> None:
    assert PageAnnotation({**BASE, name: value}).shown[name] == value


def test_what_is_inside() -> None:
    given = {"startXPath": 5, "startOffset": True, "endOffset": 2, "selectedText": "x", "contextBefore": []}
    assert PageAnnotation({**BASE, "range": given}).shown["range"] == {"endOffset": 2, "selectedText": "x"}
    selector = {"cssSelector": "p", "textHash": 5, "attributes": {"a": 5, "b": "c"}}
    shown: Any = PageAnnotation({**BASE, "type": "element", "elementSelector": selector}).shown["elementSelector"]
    assert (shown["attributes"], shown["cssSelector"], "textHash" in shown) == ({"b": "c"}, "p", False)
