"""A decided item as Markdown with front matter: the marks are footnotes at the places that they stand on."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import assert_never

from countermark.documents.markdown.blocks import BlockKind
from countermark.documents.markdown.open_end import closing_of
from countermark.documents.markdown.passages import Passages
from countermark.model.annotations import AnnotationKind
from countermark.model.exports import ExportedItem, ExportedMark

# Kinds of blocks in which a footnote's sign would be to the letter, or no part of anything: it stands behind them.
TO_THE_LETTER: frozenset[BlockKind] = frozenset({"code", "math", "html", "front_matter", "rule"})
FRONT_MATTER = re.compile(r"\A(?:---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*\r?$)\n?", re.MULTILINE | re.DOTALL)
# With the two that YAML does not take.
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")
SIGN = re.compile(r"\[\^(m[0-9]+)\]", re.IGNORECASE)  # labels differ by more than capitals
LINE_END = re.compile(r"\r\n?")


def as_markdown(item: ExportedItem, passages: Passages | None) -> str:
    """The whole file. `passages` are those of `item.text`; None where it has no marks on places."""
    names = free_names(item)
    placed = {mark.id: name for mark, name in zip(item.marks, names, strict=True) if line_of(mark) is not None}
    signed = with_signs(item.text, signs_in(item.marks, placed, passages))
    parts = [front_matter(item), without_front_matter(signed).strip("\n")]
    if item.answer.strip():
        parts += ["## Answer", quoted(item.answer)]
    whole = [mark for mark in item.marks if mark.id not in placed]
    if whole:
        parts += ["## Notes on the whole", *(f"- {indented(said(mark), by=2)}" for mark in whole)]
    parts += [f"[^{placed[mark.id]}]: {indented(said(mark), by=4)}" for mark in item.marks if mark.id in placed]
    return "\n\n".join(part for part in parts if part) + "\n"


def front_matter(item: ExportedItem) -> str:
    """YAML, each value as JSON, which is YAML: no title can be anything else than a text."""
    fields: Mapping[str, object] = {
        "title": plain(item.title), "date": iso(item.decided_at), "opened": iso(item.opened_at),
        "agent": plain(item.agent_name), "workspace": plain(item.workspace), "kind": item.kind.value,
        "verdict": item.outcome.value, "decided_by": item.decider, "revision": item.revision,
        "tags": ["countermark", item.kind.value, item.outcome.value.replace("_", "-"), *item.tags], "id": item.id,
    }  # fmt: skip
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())
    return "\n".join(("---", *lines, "---"))


def free_names(item: ExportedItem) -> Sequence[str]:
    """Names of footnotes that neither the text nor anybody's words use: the first footnote of a name counts."""
    written = [item.text, item.answer, *(part for mark in item.marks for part in (mark.words, mark.text))]
    taken = {name.lower() for text in written for name in SIGN.findall(text)}
    free = (name for number in range(1, len(item.marks) + len(taken) + 1) if (name := f"m{number}") not in taken)
    return [name for name, _ in zip(free, item.marks, strict=False)]


def line_of(mark: ExportedMark) -> int | None:
    """The line of the source in which a mark ends, if it stands on a place."""
    return mark.lines[1] if mark.place is not None and mark.lines is not None else None


def signs_in(
    marks: Sequence[ExportedMark], names: Mapping[str, str], passages: Passages | None
) -> Mapping[int, tuple[list[str], list[str]]]:
    """By line: the names that stand in it at its end, and those that stand behind the block that ends there."""
    by_line: dict[int, tuple[list[str], list[str]]] = {}
    for mark in marks:
        line = line_of(mark)
        if line is None or passages is None or mark.place is None:
            continue
        at = passages.order.get(mark.place.end_block)
        unit = None if at is None else passages.units[at]
        is_letter = unit is not None and unit.kind in TO_THE_LETTER
        line = unit.end_line if unit is not None and is_letter else line
        by_line.setdefault(line, ([], []))[1 if is_letter else 0].append(names[mark.id])
    return by_line


def with_signs(text: str, signs: Mapping[int, tuple[list[str], list[str]]]) -> str:
    """The text with the footnotes' signs, and with an end to the code or the comment that it leaves open."""
    lines = LINE_END.sub("\n", text).rstrip("\n").split("\n")
    return "\n".join(lines_with(lines, within(signs, len(lines)), closing=closing_of(text)))


def within(signs: Mapping[int, tuple[list[str], list[str]]], last: int) -> Mapping[int, tuple[list[str], list[str]]]:
    """The same, with those of the blank lines at the end in the last line."""
    by_line: dict[int, tuple[list[str], list[str]]] = {}
    for line, (inside, behind) in signs.items():
        both = by_line.setdefault(min(line, last), ([], []))
        both[0].extend(inside)
        both[1].extend(behind)
    return by_line


def lines_with(
    lines: Sequence[str], signs: Mapping[int, tuple[list[str], list[str]]], *, closing: str
) -> Iterator[str]:
    """Its lines; in a row of a table the sign stands in the last cell. `closing` comes behind the last one."""
    for number, line in enumerate(lines, start=1):
        inside, behind = signs.get(number, ((), ()))
        sign = signs_of(inside)
        bare = line.rstrip()
        if not sign:
            yield line
        elif bare.endswith("|"):
            yield f"{bare[:-1].rstrip()} {sign} |"
        else:
            yield f"{bare} {sign}"
        if closing and number == len(lines):
            yield closing
        if behind:
            yield from ("", signs_of(behind), "")


def signs_of(names: Iterable[str]) -> str:
    """The signs of footnotes."""
    return " ".join(f"[^{name}]" for name in names)


def said(mark: ExportedMark) -> str:
    """What a mark asks for, in one sentence and the words that it came with."""
    who = f"**{escaped(mark.author)}**: " if mark.author else ""
    label = f"[{escaped(mark.label)}] " if mark.label else ""
    quote, words = shortened(mark.quote), plain(mark.words)
    match mark.kind:
        case AnnotationKind.DELETION:
            asked = f"remove “{quote}”"
        case AnnotationKind.INSERTION:
            asked = f"insert behind “{quote}”: “{plain(mark.text)}”"
        case AnnotationKind.REPLACEMENT:
            asked = f"replace “{quote}” by “{plain(mark.text)}”"
        case AnnotationKind.COMMENT:
            asked = f"on “{quote}”"
        case AnnotationKind.NOTE:
            asked = ""
        case _:
            assert_never(mark.kind)
    images = f" (images: {', '.join(map(escaped, mark.images))})" if mark.images else ""
    kept = "" if mark.sent else " (not sent to the agent)"
    return f"{who}{label}{': '.join(part for part in (asked, words) if part)}{images}{kept}"


def shortened(quote: str) -> str:
    """A quote as one line of at most 120 characters, in which nothing is Markdown."""
    line = " ".join(quote.split())
    return escaped(line if len(line) <= 120 else f"{line[:119]}…")


def escaped(text: str) -> str:
    """A text in which no character means anything to Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~^$-])", r"\\\1", plain(text))


def quoted(text: str) -> str:
    """Words of the person as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in LINE_END.sub("\n", plain(text)).strip().split("\n"))


def indented(text: str, *, by: int) -> str:
    """The lines behind the first one, so that all stay in the footnote or the line of a list that this begins."""
    first, *rest = LINE_END.sub("\n", text).split("\n")
    return "\n".join((first, *(f"{' ' * by}{line}".rstrip() for line in rest)))


def plain(text: str) -> str:
    """Without controls, and without characters that turn the direction of the text."""
    return CONTROLS.sub("", text.replace("\r\n", "\n").encode("utf-8", "replace").decode())


def without_front_matter(text: str) -> str:
    """The document's own front matter goes below ours, as code: a file has one."""
    found = FRONT_MATTER.match(text)
    if found is None:
        return text
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", found[0])), default=0))
    return f"{fence}yaml\n{found[0].strip()}\n{fence}\n\n{text[found.end() :]}"


def iso(at: int) -> str:
    """A moment as ISO 8601 in UTC, to the second."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"
