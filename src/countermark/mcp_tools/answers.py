"""What a tool says: texts, bounded, in the form that the specification of page review gives (4.3.2)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from countermark.model.pages import PageProblem

# What one answer may hold. Clients cut what is longer, or refuse it, without a word about what is missing.
MOST_CHARACTERS = 100_000
MOST_PROBLEMS = 5


@dataclass(frozen=True)
class Said:
    """One answer of a tool."""

    texts: tuple[str, ...]
    wrong: bool = False
    meta: Mapping[str, object] = field(default_factory=dict)


def said(*texts: str) -> Said:
    """An answer; half a character pair, which no wire can carry, becomes "?"."""
    return Said(tuple(writable(text) for text in texts if text))


def wrong(why: str) -> Said:
    """An error that the agent can read and act on."""
    return Said((writable(why),), wrong=True)


def writable(text: str) -> str:
    """A text that can be written as UTF-8."""
    return text.encode("utf-8", "replace").decode()


def as_json(value: object) -> str:
    """A value as an agent reads it."""
    return json.dumps(value, ensure_ascii=False)


def listing(items: Sequence[object], *, offset: int, limit: int | None, more: str = "") -> tuple[str, str]:
    """A part of a list as JSON, and what is to be said if it is not all of it."""
    upcoming = items[offset:] if limit is None else items[offset : offset + limit]
    parts: list[str] = []
    room = MOST_CHARACTERS
    for item in upcoming:
        part = as_json(item)
        if parts and len(part) > room:
            break
        parts.append(part)
        room -= len(part) + 1
    end = offset + len(parts)
    note = ""
    if end < len(items):
        note = f"Cut: these are {offset + 1} to {end} of {len(items)}. {more or f'Call again with offset={end}.'}"
    elif offset and not parts:
        note = f"There are only {len(items)}."
    return f"[{','.join(parts)}]", note


def cut(text: str, *, hint: str) -> tuple[str, str]:
    """As much of a text as an answer may hold, and what is to be said if that is not all."""
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
