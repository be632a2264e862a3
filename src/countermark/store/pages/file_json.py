"""The bytes of a page file and the store that they hold; JSON in the shape of `JSON.stringify(store, null, 2)`.

orjson does the work; where it would lose something (numbers beyond 64 bits, halves of a character pair, which a
browser's selection can end in), Python's slower json takes over. Both keep only the last of two values with one key,
which is what a merge that accepts both sides makes: such a file is refused as a conflict is, before a word is lost.
"""

import hashlib
import json
import math
import re
from dataclasses import replace
from typing import NoReturn

import orjson

from countermark.model.pages.annotations import NoPageStore, PageStore, store_from

LONGEST_NUMBER = b"0" * 19  # digits; 64 bits hold any number with fewer
DIGITS_TO_0 = bytes.maketrans(b"123456789", b"000000000")
CONFLICT = re.compile(rb"^(?:<{7}|\|{7}|={7}|>{7})(?:[ \r]|$)", re.MULTILINE)
HALVES = re.compile("[\ud800-\udfff]")
LISTS = ("annotations", "pageNotes")
BOM = b"\xef\xbb\xbf"
LONGEST_REASON = 200
LONGEST_KEY = 60
TOO_DEEP = "it is nested too deeply"
TOKEN = re.compile(rb'("[^"\\]*(?:\\.[^"\\]*)*")([ \t\r\n]*:)?|[{}]')


class Unreadable(ValueError):
    """The bytes are no page file; the message says why, as the end of "it cannot be read: …"."""


def load(content: bytes) -> PageStore:
    """The store in the bytes of a file; nothing but blanks is an empty one. Raises `Unreadable`."""
    sha256 = hashlib.sha256(content).hexdigest()
    if not content.strip():
        return PageStore(sha256=sha256)
    content = content.removeprefix(BOM)
    whole = parsed(content)
    try:
        store = store_from(whole, sha256=sha256)
    except NoPageStore as error:
        raise Unreadable(str(error)) from error
    if not would_stay(whole, content) and has_key_twice(content):
        raise Unreadable(f"{what_is_twice(content)}: keep one of the two")
    return store


def would_stay(whole: object, content: bytes) -> bool:
    """Whether what was read is written as it stood: then nothing is missing from it, and the long look is saved."""
    try:
        return orjson.dumps(whole, option=orjson.OPT_INDENT_2) == content.strip()
    except TypeError:
        return False


def has_key_twice(content: bytes) -> bool:
    """Whether an object in this JSON has a key twice: whoever reads it gets only the last value."""
    found: list[bool] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        if len(dict(pairs)) < len(pairs):
            found.append(True)

    try:
        json.loads(content.decode(), object_pairs_hook=look)
    except RecursionError as error:
        raise Unreadable(TOO_DEEP) from error
    return bool(found)


def what_is_twice(content: bytes) -> str:
    """The first key that an object in this JSON has twice, and where: for a person, so it may take its time."""
    around: list[dict[str, int]] = []
    for token in TOKEN.finditer(content):
        if token[0] == b"{":
            around.append({})
        elif token[0] == b"}":
            around.pop()
        elif token[2] is not None:
            key, place = json.loads(token[1].decode()), token.start()
            before = around[-1].setdefault(key, place)
            if before != place:
                first, again = (content.count(b"\n", 0, at) + 1 for at in (before, place))
                where = f"line {again}" if first == again else f"lines {first} and {again}"
                return f"it has the key {key[:LONGEST_KEY]!r} twice ({where})"
    raise AssertionError("asked only of JSON that has one")


def could_be_review(content: bytes) -> bool:
    """Whether these bytes are a page file of any version, an empty one, or one that has broken."""
    if not content.removeprefix(BOM).strip():
        return True
    try:
        whole = parsed(content.removeprefix(BOM))
    except Unreadable:
        return any(b'"%b"' % name.encode() in content for name in LISTS)
    return isinstance(whole, dict) and all(isinstance(whole.get(name), list) for name in LISTS)


def parsed(content: bytes) -> object:
    """The JSON in these bytes. Raises `Unreadable`."""
    try:
        if LONGEST_NUMBER in content.translate(DIGITS_TO_0):
            return exactly(content)
        return orjson.loads(content)
    except ValueError as error:
        try:
            return exactly(content)
        except (ValueError, RecursionError):
            raise Unreadable(reason(content, error)) from error
    except RecursionError as error:
        raise Unreadable(TOO_DEEP) from error


def exactly(content: bytes) -> object:
    """The JSON in these bytes, whatever is in its numbers and strings. Raises ValueError or RecursionError."""
    return json.loads(content.decode(), parse_constant=refuse, parse_float=finite)


def refuse(constant: str) -> NoReturn:
    """NaN and Infinity are Python's idea of JSON."""
    raise ValueError(f"{constant} is no JSON")


def finite(number: str) -> float:
    """A number; one that is too large would be written as null."""
    return float(number) if math.isfinite(float(number)) else refuse(number)


def reason(content: bytes, error: ValueError) -> str:
    """What is wrong with these bytes, and where, for a person who is going to repair them."""
    if conflict := CONFLICT.search(content):
        lines_before = content.count(b"\n", 0, conflict.start())
        return f"it has git's conflict markers (line {lines_before + 1})"
    if not isinstance(error, json.JSONDecodeError):
        return str(error)[:LONGEST_REASON]
    if error.pos >= len(content.decode(errors="replace").rstrip()):
        return f"it ends in the middle (line {error.lineno})"
    return f"line {error.lineno}, column {error.colno}: {error.msg}"[:LONGEST_REASON]


def dump(store: PageStore, *, like: bytes) -> tuple[bytes, PageStore]:
    """The bytes that hold a store, and the store as it is once they are the file; `like` is what they replace.

    Raises RecursionError for what is nested too deeply.
    """
    content = stringified(store.whole)
    ending = like[len(like.rstrip(b"\r\n")) :] if like.strip() else b""
    content += ending
    return content, replace(store, sha256=hashlib.sha256(content).hexdigest())


def stringified(whole: object) -> bytes:
    """JSON with one item per line."""
    try:
        return orjson.dumps(whole, option=orjson.OPT_INDENT_2)
    except TypeError:  # orjson calls everything so that it cannot write
        text = json.dumps(whole, ensure_ascii=False, indent=2)
        return HALVES.sub(lambda found: f"\\u{ord(found.group()):04x}", text).encode()
