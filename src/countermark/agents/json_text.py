"""Edits JSON as text: what is not meant stays byte for byte, white space, key order and escapes included."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

BYTE_ORDER_MARK = "\ufeff"
DEEPEST = 200
BLANK = re.compile(r"[ \t\r\n]*")
STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
WORD = re.compile(r"[^\s,:{}\[\]\"]+")
SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")

Json = str | int | float | bool | None | Sequence["Json"] | dict[str, "Json"]


class NotJson(ValueError):
    """The text is not JSON, so it cannot be edited."""

    def __init__(self, reason: str, *, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column


@dataclass(frozen=True)
class JsonItem:
    """A member of an object or an element of an array."""

    key: str | None  # of a member
    start: int  # of the key, or of the element
    key_end: int
    value: "JsonNode"


@dataclass(frozen=True)
class JsonNode:
    """A value and where it stands: `text[start:end]`."""

    start: int
    end: int
    kind: str  # "{" an object, "[" an array, "" anything else
    items: tuple[JsonItem, ...] = ()
    scalar: str | int | float | bool | None = None

    def member(self, key: str) -> "JsonNode | None":
        """The value of a key; of several equal keys the last one counts, as in every JSON reader."""
        found = [item.value for item in self.items if item.key == key]
        return found[-1] if found and self.kind == "{" else None

    def at(self, path: Sequence[str]) -> "JsonNode | None":
        """The value at the end of a path of keys."""
        node: JsonNode | None = self
        for key in path:
            node = node.member(key) if node is not None else None
        return node

    def text_of(self, key: str) -> str | None:
        """The text under a key."""
        value = self.member(key)
        return value.scalar if value is not None and isinstance(value.scalar, str) else None


def scan(text: str) -> JsonNode:
    """The tree of a JSON text with the place of every value. Raises NotJson with line and column."""
    check(text)
    start = _skip(text, len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0)
    return _scan_value(text, start, DEEPEST)


def check(text: str) -> None:
    """Raises NotJson unless the text is JSON as the standard has it."""
    try:
        json.loads(text.removeprefix(BYTE_ORDER_MARK))
    except json.JSONDecodeError as error:
        raise NotJson(error.msg, line=error.lineno, column=error.colno) from None
    except ValueError as error:
        raise NotJson(f"a number is too long ({error})", line=1, column=1) from None
    except RecursionError:
        raise NotJson("it is nested too deeply", line=1, column=1) from None


def _skip(text: str, at: int) -> int:
    blank = BLANK.match(text, at)
    return blank.end() if blank else at


def _scan_value(text: str, at: int, depth: int) -> JsonNode:
    if depth == 0:
        raise _not_json(text, at, "it is nested too deeply")
    if text[at] in "{[":
        return _scan_container(text, at, depth)
    if text[at] == '"':
        end = _end_of_string(text, at)
        return JsonNode(at, end, "", scalar=json.loads(text[at:end]))
    word = WORD.match(text, at)
    # Python's reader lets NaN and Infinity pass; no other does.
    if word is None or not SCALAR.fullmatch(word.group()):
        raise _not_json(text, at, "this is no JSON value")
    return JsonNode(at, word.end(), "", scalar=json.loads(word.group()))


def _scan_container(text: str, at: int, depth: int) -> JsonNode:
    kind, items = text[at], []
    here = _skip(text, at + 1)
    while text[here] not in "}]":
        item = _scan_item(text, here, kind, depth)
        items.append(item)
        here = _skip(text, item.value.end)
        if text[here] == ",":
            here = _skip(text, here + 1)
    return JsonNode(at, here + 1, kind, tuple(items))


def _scan_item(text: str, at: int, kind: str, depth: int) -> JsonItem:
    if kind == "[":
        return JsonItem(None, at, at, _scan_value(text, at, depth - 1))
    key_end = _end_of_string(text, at)
    value = _skip(text, _skip(text, key_end) + 1)
    return JsonItem(json.loads(text[at:key_end]), at, key_end, _scan_value(text, value, depth - 1))


def _end_of_string(text: str, at: int) -> int:
    string = STRING.match(text, at)
    if string is None:
        raise _not_json(text, at, "a string is expected here")
    return string.end()


def _not_json(text: str, at: int, reason: str) -> NotJson:
    before = text[:at]
    return NotJson(reason, line=before.count("\n") + 1, column=at - (before.rfind("\n") + 1) + 1)


@dataclass(frozen=True)
class Style:
    """How a document is laid out."""

    lines: bool  # one item per line, or everything in one
    newline: str
    unit: str  # one step of indentation
    colon: str
    comma: str


def style_of(text: str, root: JsonNode) -> Style:
    """How the author of this text lays out JSON."""
    inside = text[root.start : root.end]
    colons = [text[item.key_end : item.value.start] for item in root.items if item.key is not None]
    colon = colons[0] if colons and "\n" not in colons[0] else ": "
    first = text[root.start + 1 : root.items[0].start] if root.items else ""
    return Style(
        lines="\n" in inside or not root.items,
        newline="\r\n" if "\r\n" in text else "\n",
        unit=first.rpartition("\n")[2] if "\n" in first and not first.endswith("\n") else "  ",
        colon=colon,
        comma=", " if colon.endswith(" ") else ",",
    )


def render(value: Json, style: Style, *, lines: bool, indent: str) -> str:
    """A value in the style of its surroundings; `indent` is that of the line it begins on."""
    if not lines:
        return json.dumps(value, ensure_ascii=False, separators=(style.comma, style.colon))
    text = json.dumps(value, ensure_ascii=False, indent=style.unit, separators=(",", style.colon))
    return text.replace("\n", style.newline + indent)


def append(text: str, container: JsonNode, value: Json, *, style: Style, key: str | None = None) -> str:
    """The text with one more item at the end of a container."""
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + style.colon
    if container.items:
        gap = _gap_before_last(text, container, style)
        lines, indent = "\n" in gap, gap.rpartition("\n")[2]
        end = container.items[-1].value.end
        return text[:end] + "," + gap + name + render(value, style, lines=lines, indent=indent) + text[end:]
    outer = _indent_of_line(text, container.start)
    inner = outer + style.unit
    body = name + render(value, style, lines=style.lines, indent=inner)
    if style.lines:
        body = f"{style.newline}{inner}{body}{style.newline}{outer}"
    return text[: container.start + 1] + body + text[container.end - 1 :]


def _gap_before_last(text: str, container: JsonNode, style: Style) -> str:
    """The white space that goes between a comma and a new last item."""
    last = container.items[-1]
    if len(container.items) > 1:
        gap = text[container.items[-2].value.end : last.start].partition(",")[2]
    else:
        gap = text[container.start + 1 : last.start]
        gap = gap if "\n" in gap else style.comma[1:]
    return style.newline + gap.rpartition("\n")[2] if "\n" in gap else gap


def _indent_of_line(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def remove(text: str, container: JsonNode, index: int, *, blank: str = "") -> str:
    """The text without one item, as if it had never been appended; `blank` is left in a container that gets empty."""
    items = container.items
    if index > 0:
        return text[: items[index - 1].value.end] + text[items[index].value.end :]
    if len(items) > 1:
        return text[: items[0].start] + text[items[1].start :]
    return text[: container.start + 1] + blank + text[container.end - 1 :]


def replace(text: str, node: JsonNode, value: Json) -> str:
    """The text with another scalar in the place of this one."""
    return text[: node.start] + json.dumps(value, ensure_ascii=False) + text[node.end :]


def put(text: str, node: JsonNode, value: Json, *, style: Style) -> str:
    """The text with another value, of any kind, in the place of this one."""
    lines = style.lines and "\n" in text[node.start : node.end]
    body = render(value, style, lines=lines, indent=_indent_of_line(text, node.start))
    return text[: node.start] + body + text[node.end :]
