"""Entries of a page file as they stand there: their parts, and what is wrong with one that is none."""

from collections.abc import Mapping

Fields = Mapping[str, object]

OPTIONAL_WORDS = (
    "pageTitle", "createdAt", "updatedAt", "selectedText", "replacedText", "status", "inProgressAt", "addressedAt",
    "resolvedAt",
)  # fmt: skip
SELECTOR_WORDS = ("cssSelector", "xpath", "description", "tagName", "outerHtmlPreview")


def word(raw: Fields, name: str) -> str:
    """A text of an entry; empty where there is none."""
    found = raw.get(name)
    return found if isinstance(found, str) else ""


def fields(raw: Fields, name: str) -> Fields:
    """An object of an entry; empty where there is none."""
    found = raw.get(name)
    return found if isinstance(found, dict) else {}


def listed(raw: Fields, name: str) -> list[object]:
    """A list of an entry; empty where there is none."""
    found = raw.get(name)
    return found if isinstance(found, list) else []


def fault(entry: object, seen: set[str]) -> str:
    """Why something is no entry, or nothing; `seen` are the ids before it, and gets its own."""
    if not isinstance(entry, dict):
        return f"it is {'null' if entry is None else 'no object'}"
    for name in ("id", "pageUrl", "note"):
        if name not in entry:
            return f"its {name!r} is missing"
        if not isinstance(entry[name], str):
            return f"its {name!r} is no text"
    for name in OPTIONAL_WORDS:
        if not isinstance(entry.get(name, ""), str | None):
            return f"its {name!r} is no text"
    if not entry["id"]:
        return "its 'id' is empty"
    if entry["id"] in seen:
        return "an entry before it has the same id"
    seen.add(entry["id"])
    return ""


def fault_of_annotation(entry: object) -> str:
    """What else can be wrong with an annotation."""
    if not isinstance(entry, dict):
        return ""
    if entry.get("type", "text") not in ("text", "element"):
        return 'its \'type\' is neither "text" nor "element"'
    for name in ("range", "elementSelector"):
        if not isinstance(entry.get(name, {}), dict | None):
            return f"its {name!r} is no object"
    selector = entry.get("elementSelector")
    if selector and not all(isinstance(selector.get(name, ""), str) for name in SELECTOR_WORDS):
        return "its 'elementSelector' has parts that are no text"
    if selector and not isinstance(selector.get("attributes", {}), dict):
        return "its 'elementSelector' has attributes that are no object"
    replies = entry.get("replies")
    if replies is not None and not (isinstance(replies, list) and all(is_reply(each) for each in replies)):
        return "its 'replies' are no list of replies"
    return ""


def is_reply(found: object) -> bool:
    """Whether something in a list of replies is one."""
    return isinstance(found, dict) and isinstance(found.get("message"), str)
