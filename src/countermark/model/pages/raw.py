"""Entries of a page file as they stand there: their parts, and what is wrong with one that is none."""

import re
from collections.abc import Mapping

Fields = Mapping[str, object]

OPTIONAL_WORDS = (
    "pageTitle", "createdAt", "updatedAt", "selectedText", "replacedText", "status", "inProgressAt", "addressedAt",
    "resolvedAt",
)  # fmt: skip
TIMES = ("createdAt", "updatedAt", "inProgressAt", "addressedAt", "resolvedAt")
TIME = re.compile(
    r"\d{4}-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])"
    r"(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?",
    re.ASCII,
)
SHORT = {"02": 29, "04": 30, "06": 30, "09": 30, "11": 30}  # days; a leap day of another year is the next day's
SELECTOR_WORDS = ("cssSelector", "xpath", "description", "tagName", "outerHtmlPreview")


def word(raw: Fields, name: str) -> str:
    """A text of an entry; empty where there is none."""
    found = raw.get(name)
    return found if isinstance(found, str) else ""


def moment(raw: Fields, name: str) -> str:
    """A time of an entry; empty where there is none, or what is none."""
    found = word(raw, name)
    return found if is_moment(found) else ""


def is_moment(found: str) -> bool:
    """Whether every reader of the file takes it for the same time."""
    time = TIME.fullmatch(found)
    return time is not None and (time["month"] not in SHORT or int(time["day"]) <= SHORT[time["month"]])


def fault_of_times(raw: Fields) -> str:
    """Which time of an entry is none; nobody gets to see that one, and the rest of the entry is whole."""
    bad = (name for name in TIMES if (found := word(raw, name)) and not is_moment(found))
    return next((f"its {name!r} is no time" for name in bad), "")


def fields(raw: Fields, name: str) -> Fields:
    """An object of an entry; empty where there is none."""
    found = raw.get(name)
    return found if isinstance(found, dict) else {}


def list_in(raw: Fields, name: str) -> list[object]:
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


def completed(raw: Fields, lacking: Fields) -> dict[str, object]:
    """An entry with the keys that it lacks; null says nothing."""
    kept = {name: value for name, value in raw.items() if value is not None}
    return kept | {name: value for name, value in lacking.items() if name not in kept}
