"""An annotation as it may be shown: the file is anybody's, and a part of the wrong kind would break who reads it.

Such a part is left out of what browsers and agents get; the file keeps it. What every entry needs is looked at before,
in pages_raw.
"""

from collections.abc import Callable, Mapping

from countermark.model.errors import PageWishRefused
from countermark.model.pages import checks
from countermark.model.pages.raw import Fields


def sound(raw: Fields) -> Fields:
    """The annotation without what is not of its kind: the same object, if there is nothing such."""
    bad = {name for name, check in PARTS.items() if raw.get(name) is not None and not check(raw[name])}
    kept = {name: value for name, value in raw.items() if name not in bad} if bad else raw
    for name, part in INSIDE.items():
        found = kept.get(name)
        if isinstance(found, dict) and (cleared := part(found)) is not found:
            kept = {**kept, name: cleared}
    return kept


def passes(check: Callable[[object], object]) -> Callable[[object], bool]:
    """Whether a page might have sent it."""

    def look(value: object) -> bool:
        try:
            check(value)
        except PageWishRefused:
            return False
        return True

    return look


def is_anchor(value: object) -> bool:
    """Whether blocks are in it as the painter reads them."""
    blocks = value.get("blocks") if isinstance(value, dict) else None
    return isinstance(blocks, list) and all(is_block(each) for each in blocks) and passes(checks.anchor)(value)


def is_block(value: object) -> bool:
    """Whether it has the parts by which it is known again and twins are told apart."""
    if not isinstance(value, dict):
        return False
    lists = (value.get("neighbours"), value.get("section"))
    numbers = [value.get(name) for name in ("ordinal", "copies", "offset", "length")]
    texts = (value.get("hash"), value.get("text"))
    whole = all(is_words(each) for each in lists) and all(isinstance(each, str) for each in texts)
    return whole and all(type(each) is int for each in numbers)


def is_words(value: object) -> bool:
    """Whether it is a list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def clear_range(found: Fields) -> Fields:
    """A range without offsets that are no numbers and words that are no text."""
    names = dict.fromkeys(checks.RANGE_WORDS, str) | {"startOffset": int, "endOffset": int}
    return without(found, {name for name, kind in names.items() if name in found and type(found[name]) is not kind})


def clear_selector(found: Fields) -> Fields:
    """A selector whose attributes and hash are texts."""
    attributes = found.get("attributes")
    if isinstance(attributes, dict) and not is_words(list(attributes.values())):
        found = {**found, "attributes": {name: value for name, value in attributes.items() if isinstance(value, str)}}
    return without(found, {"textHash"} if not isinstance(found.get("textHash", ""), str) else set())


def without(found: Fields, names: set[str]) -> Fields:
    """An object without some of its parts."""
    return {name: value for name, value in found.items() if name not in names} if names else found


PARTS: Mapping[str, Callable[[object], bool]] = {
    **{name: passes(check) for name, check in {**checks.EXTRAS, "also": checks.elements}.items()},
    "anchor": is_anchor,
}
INSIDE = {"range": clear_range, "elementSelector": clear_selector}
