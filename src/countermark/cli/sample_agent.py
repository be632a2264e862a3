"""The scripted agent of `countermark demo`: it does what a person's marks ask for, as far as a script can."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["deletion", "replacement", "insertion", "comment"]

HEADING = re.compile(
    r'^## \d+\. \(lines? (\d+)(?:–(\d+))?\) (?:\[[^\]]*\] )?(Remove this|Change this|Add this|Feedback on: ")'
)
KINDS: dict[str, Kind] = {"Remove this": "deletion", "Change this": "replacement", "Add this": "insertion"}
FENCED = re.compile(r"^(`{3,})\n(?:([\s\S]*?)\n)?\1$", re.MULTILINE)
AFTER = re.compile(r'^Right after: "(.*)"$', re.MULTILINE)
ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
DECORATION = r"[*_`~\\]*"  # Markdown that may stand between two letters of words that a person reads as one
PARAGRAPH = re.compile(r"[A-Za-z*]")
TIP = re.compile(r"^> \[!TIP\]\n(?:>.*\n)*", re.MULTILINE)
SECOND_TIP = """> [!TIP]
> This is the sample agent's second revision. Press `v` to see what changed; the margin tells what became of each mark.
> Press `a` to approve, or mark it up again.
"""
REWRITTEN = "What stood here has moved out of this plan after your comment, and will be written down elsewhere."
EMPTY_LINE = re.compile(r"[>\s]*(?:[-*+]|\d+\.)?(?: \[[ x]\])?\s*")


@dataclass(frozen=True)
class FeedbackItem:
    """One item of the feedback that the agent got."""

    kind: Kind
    lines: tuple[int, int]  # of the plan, the first is 1
    quote: str = ""  # the marked words; of an insertion the words that it follows
    text: str = ""  # the new words


@dataclass(frozen=True)
class Reworked:
    """The plan after the agent's work, and what it did."""

    plan: str
    carried_out: int = 0
    kept: int = 0
    rewritten: int = 0
    not_found: int = 0


def read_feedback(feedback: str) -> tuple[FeedbackItem, ...]:
    """The items that say where in the plan they stand; general words are nothing that a script could follow."""
    return tuple(_asks(re.split(r"(?m)^(?=## )", feedback)))


def _asks(sections: Sequence[str]) -> Iterator[FeedbackItem]:
    for section in sections:
        heading = HEADING.match(section)
        if heading is None:
            continue
        first = int(heading[1])
        ask = FeedbackItem(KINDS.get(heading[3], "comment"), (first, int(heading[2] or first)))
        fences = [body or "" for _, body in FENCED.findall(section)]
        match ask.kind, fences:
            case "deletion", [quote]:
                yield replace(ask, quote=quote)
            case "replacement", [quote, text]:
                yield replace(ask, quote=quote, text=text)
            case "insertion", [text]:
                after = AFTER.search(section)
                yield replace(ask, quote=ESCAPE.sub(r"\1", after[1]) if after else "", text=text)
            case "comment", _:
                yield ask
            case _:
                pass  # not as we write it: nothing that a script could follow


def revise(plan: str, asks: Sequence[FeedbackItem]) -> Reworked:
    """Edits what marks ask for; of two comments or more the last one's paragraph is written anew, the others' stay."""
    outcome = Reworked(plan)
    comments = [ask for ask in asks if ask.kind == "comment"]
    leaving = comments[-1] if len(comments) > 1 else None
    for ask in sorted(asks, key=lambda each: each.lines, reverse=True):  # from the end: earlier line numbers stay right
        outcome = _follow(outcome, ask, leaves=ask is leaving)
    return replace(outcome, plan=TIP.sub(SECOND_TIP, outcome.plan, count=1))


def _follow(outcome: Reworked, ask: FeedbackItem, *, leaves: bool) -> Reworked:
    lines = outcome.plan.split("\n")
    first, last = ask.lines[0] - 1, ask.lines[1]
    if ask.kind == "comment":
        return _answer(outcome, lines, first, leaves=leaves)
    part = "\n".join(lines[first:last])
    edited = _edited(part, ask)
    if edited is None:
        return replace(outcome, not_found=outcome.not_found + 1)
    kept = [line for line in edited.split("\n") if line in lines[first:last] or not EMPTY_LINE.fullmatch(line)]
    whole = "\n".join([*lines[:first], *kept, *lines[last:]])
    return replace(outcome, plan=whole, carried_out=outcome.carried_out + 1)


def _edited(part: str, ask: FeedbackItem) -> str | None:
    """The lines of a mark with its change made; None when the words are not found in them."""
    found = _pattern(ask.quote).search(part) if ask.quote.strip() else None
    if found is None:
        return None
    before, after = _whole(part[: found.start()], found.group(), part[found.end() :])
    match ask.kind:
        case "deletion":
            return _closed(before, after)
        case "replacement":
            return before + ask.text + after
        case _:
            blank = "" if ask.text[:1].isspace() else " "
            return part[: found.end()] + blank + ask.text + part[found.end() :]


def _whole(before: str, words: str, after: str) -> tuple[str, str]:
    """What stands around the words, without the other half of a decoration whose one half is among them."""
    for sign in ("**", "*", "__", "_", "~~", "`"):
        if words.count(sign) % 2 == 0:
            continue
        words = words.replace(sign, "")
        if after.startswith(sign):
            after = after.removeprefix(sign)
        elif before.endswith(sign):
            before = before.removesuffix(sign)
        else:  # it decorates other words too
            before = before.rstrip(" ") + sign + " " * before.endswith(" ")
    return before, after


def _closed(before: str, after: str) -> str:
    """What stands around deleted words, without the gap that they left on their line."""
    left, right = before.rstrip(" "), after.lstrip(" ")
    if not left or left.endswith("\n"):
        return before + right  # the line begins here: its indentation counts
    if not right or right[0] in "\n.,;:!?":
        return left + right
    return f"{left} {right}" if (left, right) != (before, after) else left + right


def _pattern(quote: str) -> re.Pattern[str]:
    """The words as they may stand in the source: decorated, and broken into lines anywhere."""
    letters = [r"\s+(?:>\s*)*" if letter == " " else re.escape(letter) for letter in " ".join(quote.split())]
    return re.compile(DECORATION.join(letters))


def _answer(outcome: Reworked, lines: Sequence[str], at: int, *, leaves: bool) -> Reworked:
    """What the agent does about a comment: nothing in the text, or its whole paragraph anew."""
    if not leaves or not PARAGRAPH.match(lines[at]):
        return replace(outcome, kept=outcome.kept + 1)
    start = at
    while start > 0 and lines[start - 1].strip():
        start -= 1
    end = at
    while end < len(lines) and lines[end].strip():
        end += 1
    whole = "\n".join([*lines[:start], REWRITTEN, *lines[end:]])
    return replace(outcome, plan=whole, rewritten=outcome.rewritten + 1)
