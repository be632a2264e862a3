"""The answers of tools: bounded texts, in the form of section 4.3.2 of the page review specification."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from countermark.model.pages.annotations import PageAnnotation, PageProblem
from countermark.model.pages.raw import Fields

# What one answer may hold. Clients cut what is longer, or refuse it, without a word about what is missing.
MOST_CHARACTERS = 100_000
MOST_PROBLEMS = 5
AROUND = 400  # of these characters, for what stands around a list: brackets, a fingerprint
KEPT = "kept with the annotation"
LARGE = ("picture", "anchor")  # 400 and 100 KB: nothing that an agent could read
MOST_PARTS = 50  # of a value, of which the longest is looked for
MOST_ROUNDS = 200  # of halving


@dataclass(frozen=True)
class ImageContent:
    """A picture, in base 64."""

    media_type: str
    data: str


@dataclass(frozen=True)
class ToolAnswer:
    """One answer of a tool."""

    texts: tuple[str, ...]
    wrong: bool = False
    images: tuple[ImageContent, ...] = ()
    meta: Mapping[str, object] = field(default_factory=dict)


def said(*texts: str) -> ToolAnswer:
    """An answer; half a character pair, which no wire can carry, becomes "?"."""
    return ToolAnswer(tuple(writable(text) for text in texts if text))


def wrong(why: str) -> ToolAnswer:
    """An error that the agent can read and act on."""
    return ToolAnswer((writable(why),), wrong=True)


def writable(text: str) -> str:
    """A text that can be written as UTF-8."""
    return text.encode("utf-8", "replace").decode()


def as_json(value: object) -> str:
    """A value as an agent reads it."""
    return json.dumps(value, ensure_ascii=False)


def annotation_fields(annotation: PageAnnotation) -> dict[str, object]:
    """An annotation as agents get it: that there is a picture, and not the picture."""
    return {name: KEPT if name in LARGE else value for name, value in annotation.shown.items()}


def listing(items: Sequence[Fields], *, offset: int, limit: int | None, more: str = "") -> tuple[str, str]:
    """A part of a list as JSON, and the note that says which part it is."""
    upcoming = items[offset:] if limit is None else items[offset : offset + limit]
    parts: list[str] = []
    notes: list[str] = []
    left = MOST_CHARACTERS - AROUND
    for item in upcoming:
        part, lacking = bounded_json(item)
        if len(part) > left:
            break
        parts.append(part)
        notes += [lacking] if lacking else []
        left -= len(part) + 1
    end = offset + len(parts)
    if end < len(items):
        further = more or f"Call again with offset={end}."
        notes.append(f"Cut: these are {offset + 1} to {end} of {len(items)}. {further}")
    elif offset and not parts:
        notes.append(f"There are only {len(items)}.")
    return f"[{','.join(parts)}]", " ".join(notes)


def bounded_json(entry: Fields) -> tuple[str, str]:
    """An entry as JSON, shortened until an answer can hold it, and the note that says so."""
    text = whole = as_json(entry)
    shorter: object = entry
    for _ in range(MOST_ROUNDS):
        if len(text) <= MOST_CHARACTERS - AROUND:
            break
        shorter = halved(shorter)
        text = as_json(shorter)
    if text is whole:
        return text, ""
    name = str(entry.get("id"))[:100]
    if len(text) > MOST_CHARACTERS - AROUND or not isinstance(shorter, dict):
        text = as_json({"id": name})
    return text, f"Cut: the {len(whole):,} characters of {name!r} are more than an answer may hold; its file has them."


def halved(value: object) -> object:
    """A value without half of its longest part: words lose their end, a list its older half, which comes first."""
    match value:
        case str() if len(value) > MOST_PARTS:
            return f"{value[: len(value) // 2]}…"
        case [_, _, *_]:
            return value[len(value) // 2 :]
        case [one]:
            return [halved(one)]
        case dict() if 0 < len(value) <= MOST_PARTS:
            longest = max(value, key=lambda name: len(as_json(value[name])))
            return {**value, longest: halved(value[longest])}
        case _:
            return KEPT


def cut(text: str, *, hint: str) -> tuple[str, str]:
    """As much of a text as an answer may hold, and the note that says how much is missing."""
    if len(text) <= MOST_CHARACTERS:
        return text, ""
    shown = text[:MOST_CHARACTERS].rpartition("\n")[0]
    return shown, f"Cut: these are the first {len(shown):,} of {len(text):,} characters. {hint}"


def problems_note(problems: Sequence[PageProblem], *, file: str) -> str:
    """What is to be said about entries of the file that cannot be shown."""
    if not problems:
        return ""
    named = "; ".join(f"{each.where}[{each.index}]: {each.why}" for each in problems[:MOST_PROBLEMS])
    more = f"; and {len(problems) - MOST_PROBLEMS} more" if len(problems) > MOST_PROBLEMS else ""
    return f"Not shown, because they cannot be read in {file}: {named}{more}. They stay in the file as they are."
