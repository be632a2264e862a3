"""Wishes of a browser about a page, as the tests of pages begin with them."""

from countermark.model.pages.annotations import PageAnnotation
from countermark.model.pages.wishes import new_annotation

NOW = "2026-02-26T10:30:00.000Z"
LATER = "2026-02-26T11:00:00.000Z"
RANGE = {
    "startXPath": "/html[1]/body[1]/p[1]/text()[1]", "startOffset": 3, "endXPath": "/html[1]/body[1]/p[1]/text()[1]",
    "endOffset": 9, "selectedText": "a word", "contextBefore": "in ", "contextAfter": " of it",
}  # fmt: skip
SELECTOR = {
    "cssSelector": "img.hero", "xpath": "/html[1]/body[1]/img[1]", "description": "img.hero", "tagName": "img",
    "attributes": {"class": "hero", "src": "hero.jpg"}, "outerHtmlPreview": '<img class="hero" src="hero.jpg">',
}  # fmt: skip
ONE_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PNG = f"data:image/png;base64,{ONE_PIXEL}"


def text_wish(**more: object) -> dict[str, object]:
    page = {"pageUrl": "/", "pageTitle": "Home", "note": "my note"}
    return {"type": "text", **page, "selectedText": "a word", "range": RANGE, **more}


def element_wish(**more: object) -> dict[str, object]:
    page = {"pageUrl": "/", "pageTitle": "Home", "note": "sharper, please"}
    return {"type": "element", **page, "elementSelector": SELECTOR, **more}


def on_text(**more: object) -> PageAnnotation:
    return new_annotation(text_wish(**more), id="t", now=NOW)


def on_element(**more: object) -> PageAnnotation:
    return new_annotation(element_wish(**more), id="e", now=NOW)
