"""What a wish about a page may say: every part is checked, bounded, and refused with a message that names it."""

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn

from countermark.model.errors import PageWishRefused
from countermark.model.images import media_type_of
from countermark.model.pages.raw import Fields

KB = 1024
MOST_WORDS = 50 * KB  # of a note, a reply, a selection or its replacement; bytes in UTF-8, as all limits here
MOST_URL = 2 * KB
MOST_TITLE = 1 * KB
MOST_PART = 4 * KB  # of a selector, a path, a context
MOST_HASH = 128
MOST_ANCHOR = 100 * KB
MOST_PICTURE = 400 * KB
MOST_FRAMES = 16
MOST_ELEMENTS = 50  # in one note
MOST_NESTED = 16  # levels inside an anchor, which has five
PREVIEW = 200  # characters
ATTRIBUTES = ("id", "class", "data-testid", "src", "alt", "href", "role", "aria-label", "type", "name")
PICTURE = re.compile(r"data:(image/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})")
FIRST_OF_PICTURE = 64  # characters that tell which kind it really is


def refuse(message: str) -> NoReturn:
    """Say no, with the sentence that the browser and the agent get to read."""
    raise PageWishRefused(message)


def json_object(value: object, name: str) -> Fields:
    """An object of JSON."""
    return value if isinstance(value, dict) else refuse(f"{name} must be an object")


def text(value: object, name: str, *, most: int) -> str:
    """Text of at most so many bytes."""
    if not isinstance(value, str):
        refuse(f"{name} must be a string")
    if len(value) > most or len(value.encode("utf-8", "surrogatepass")) > most:
        refuse(f"{name} must be at most {size(most)}")
    return value


def size(count: int) -> str:
    """A number of bytes as people say it."""
    return f"{count // KB} KB" if count >= KB else f"{count} bytes"


def number(value: object, name: str) -> int:
    """A place in a text or a file."""
    whole = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
    return value if isinstance(value, int) and whole else refuse(f"{name} must be a whole number, 0 or more")


def page(wish: Fields) -> dict[str, object]:
    """Which page it is about, and what is said."""
    url = text(wish.get("pageUrl"), "pageUrl", most=MOST_URL)
    note = text(wish.get("note"), "note", most=MOST_WORDS)
    title = text(wish.get("pageTitle", ""), "pageTitle", most=MOST_TITLE)
    return {"pageUrl": url, "pageTitle": title, "note": note}


def text_range(value: object) -> dict[str, object]:
    """Where a selection stands, as far as it is said."""
    given = json_object(value, "range")
    found: dict[str, object] = {}
    for name, most in RANGE_WORDS.items():
        if name in given:
            found[name] = text(given[name], f"range.{name}", most=most)
    for name in ("startOffset", "endOffset"):
        if name in given:
            found[name] = number(given[name], f"range.{name}")
    return {name: found[name] for name in RANGE if name in found}


RANGE = ("startXPath", "startOffset", "endXPath", "endOffset", "selectedText", "contextBefore", "contextAfter")
RANGE_WORDS = dict.fromkeys(("startXPath", "endXPath", "contextBefore", "contextAfter"), MOST_PART)
RANGE_WORDS |= {"selectedText": MOST_WORDS}


def element(value: object, name: str = "elementSelector") -> dict[str, object]:
    """Which element is meant; it must be possible to look for it."""
    given = json_object(value, name)
    found: dict[str, object] = {
        part: text(given.get(part, ""), f"{name}.{part}", most=MOST_PART)
        for part in ("cssSelector", "xpath", "description", "tagName")
    }
    if not (str(found["cssSelector"]).strip() or str(found["xpath"]).strip()):
        refuse(f"{name} needs a non-empty cssSelector or xpath")
    attributes = json_object(given.get("attributes", {}), f"{name}.attributes")
    found["attributes"] = {
        key: text(attributes[key], f"{name}.attributes.{key}", most=MOST_PART)
        for key in ATTRIBUTES
        if key in attributes
    }
    preview = given.get("outerHtmlPreview", "")
    if not isinstance(preview, str):
        refuse(f"{name}.outerHtmlPreview must be a string")
    found["outerHtmlPreview"] = preview[:PREVIEW]
    if "textHash" in given:
        found["textHash"] = text(given["textHash"], f"{name}.textHash", most=MOST_HASH)
    return found


def elements(value: object) -> list[object]:
    """More elements that the same note is about."""
    return [element(each, f"also[{index}]") for index, each in enumerate(several(value, "also", most=MOST_ELEMENTS))]


def several(value: object, name: str, *, most: int) -> Sequence[object]:
    """A list that is not too long."""
    if not isinstance(value, list):
        refuse(f"{name} must be a list")
    return value if len(value) <= most else refuse(f"{name} must have at most {most} items")


def frames(value: object) -> list[object]:
    """Selectors of the frames around a place, outermost first."""
    return selectors(value, "frames")


def shadow(value: object) -> list[object]:
    """Selectors of the shadow hosts around a place, outermost first."""
    return selectors(value, "shadow")


def selectors(value: object, name: str) -> list[object]:
    """A way in from the page, step by step."""
    given = several(value, name, most=MOST_FRAMES)
    return [text(each, f"{name}[{index}]", most=MOST_PART) for index, each in enumerate(given)]


def source(value: object) -> dict[str, object]:
    """Where a piece of a page comes from, as the dev server says."""
    given = json_object(value, "source")
    found: dict[str, object] = {"file": text(given.get("file"), "source.file", most=MOST_PART)}
    for name in ("line", "column"):
        if name in given:
            found[name] = number(given[name], f"source.{name}")
    if "component" in given:
        found["component"] = text(given["component"], "source.component", most=MOST_TITLE)
    return found


def picture(value: object) -> str:
    """A small picture as a data: address, of a kind that can do nothing but be seen."""
    given = text(value, "picture", most=MOST_PICTURE)
    parts = PICTURE.fullmatch(given)
    if parts is None or len(parts[2]) % 4 or kind_of(parts[2]) != parts[1]:
        refuse("picture must be a data: address of a PNG, JPEG or WebP image in base64")
    return given


def kind_of(encoded: str) -> str | None:
    """Which kind of image it is by its first bytes, whatever it calls itself."""
    try:
        return media_type_of(base64.b64decode(encoded[:FIRST_OF_PICTURE], validate=True))
    except binascii.Error:
        return None


def anchor(value: object) -> Fields:
    """Our own record of a place in a text: kept as it is, if it is no bigger than one can be."""
    given = json_object(value, "anchor")
    if weight(given, levels=MOST_NESTED) > MOST_ANCHOR:
        refuse(f"anchor must be at most {size(MOST_ANCHOR)}, and at most {MOST_NESTED} levels deep")
    return given


def weight(value: object, *, levels: int) -> int:
    """About how many bytes a value takes in JSON; more than any limit for one that is nested too deeply."""
    if levels == 0:
        return MOST_ANCHOR + 1
    if isinstance(value, str):
        return len(value.encode("utf-8", "surrogatepass")) + 2
    if isinstance(value, dict):
        return 2 + sum(weight(part, levels=levels - 1) + 2 for pair in value.items() for part in pair)
    if isinstance(value, list):
        return 2 + sum(weight(part, levels=levels - 1) + 1 for part in value)
    return len(str(value))


EXTRAS: Mapping[str, Callable[[object], object]] = {
    "source": source, "picture": picture, "frames": frames, "shadow": shadow,
}  # fmt: skip
OF_TEXT = {**EXTRAS, "anchor": anchor}
OF_ELEMENT = {**EXTRAS, "also": elements}


def extras(wish: Fields, allowed: Mapping[str, Callable[[object], object]]) -> Iterable[tuple[str, object]]:
    """What we keep beyond the seed: only what is there; `null` is not."""
    return ((name, check(wish[name])) for name, check in allowed.items() if wish.get(name) is not None)


def replaced_text(value: object) -> str | None:
    """The words that now stand where the selection stood; None takes them back."""
    if value is None:
        return None
    if not isinstance(value, str):
        refuse("replacedText must be a string, or null to clear it")
    if not value.strip():
        refuse("replacedText must not be empty; send null to clear it")
    return text(value, "replacedText", most=MOST_WORDS)


def reply_message(value: object) -> str:
    """What a reply says."""
    return message(json_object(value, "reply").get("message"))


def message(value: object) -> str:
    """Words of a reply: some there must be."""
    if not isinstance(value, str) or not value.strip():
        refuse("reply.message must be a non-empty string")
    return text(value, "reply.message", most=MOST_WORDS)
