"""23 notes on the sample site, what an agent ordinarily makes of its pages, and the same pages edited by program."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

SITE = Path(__file__).parents[2] / "src" / "countermark" / "cli" / "pages" / "sample_site"
PAGES = ("index", "growing", "delivery", "seeds")
MAIN = re.compile(r"<body>(.*)</body>", re.DOTALL)
BLOCK = re.compile(r"<(p|li|h1|h2|blockquote|figcaption|caption|th|td)\b[^>]*>(.*?)</\1>", re.DOTALL)
OUTSIDE = ("p", "li", "h1", "h2", "blockquote")  # of a table, in which a parser moves what does not belong there
TAG = re.compile(r"<[^>]+>")
WORD = re.compile(r"(?<![&\w])[^\W\d_]{4,}(?!;)")
# Mistakes that stand in the pages before, for an agent to mend.
MISTAKES = {
    "index": [("What we promise", "What we promiss")],
    "delivery": [("If something is wrong", "If somethng is wrong")],
}


@dataclass(frozen=True)
class Note:
    """Words that are marked, and what they are after the edits of their page; None if they are gone."""

    page: str
    says: str
    now: str | None
    edit: tuple[str, str] | None = None
    replaced: str | None = None
    kind: str = ""


NOTES = (
    Note(
        "index",
        "three weeks",
        "three weeks",
        (
            "Our seeds come up within three weeks, even after a cold spring.",
            "Give the tray three weeks of patience and a little warmth: it asks for nothing else.",
        ),
        kind="the sentence around a unique quote rewritten",
    ),
    Note("index", "Seeds for gardens that never dry", "Seeds for gardens that never dry"),
    Note(
        "index",
        "Forty native plants",
        "Fifty native plants",
        ("Forty native", "Fifty native"),
        replaced="Fifty native plants",
    ),
    Note("index", "How to sow", "How to sow"),
    Note(
        "index",
        "What we promiss",
        "What we promise",
        ("What we promiss", "What we promise"),
        kind="a heading with a typo mended",
    ),
    Note(
        "index",
        "tested three times",
        "tested twice",
        ("Each lot is tested three times before", "Each lot is tested twice before"),
        replaced="tested twice",
    ),
    Note(
        "index",
        "ships the same day",
        "leaves us within the hour",
        (
            "Every order placed on a working day ships the same day, wrapped in paper and string.",
            "Order before noon and it leaves us within the hour, wrapped in a letter of ours.",
        ),
        replaced="leaves us within the hour",
        kind="the agent reported the new words but half the sentence changed",
    ),
    Note(
        "index", "Native only", "Native Only", ("<strong>Native only", "<strong>Native Only"), kind="a change of case"
    ),
    Note("index", "the only one that needs no watering", "the only one that needs no watering"),
    Note("growing", "four steps", "four steps"),
    Note(
        "growing",
        "Most failures are seeds that were covered.",
        "Most failures are seeds under too much soil.",
        ("seeds that were covered", "seeds under too much soil"),
        replaced="Most failures are seeds under too much soil.",
    ),
    Note(
        "growing",
        "Fill a tray with poor compost",
        "Fill a tray with poor compost",
        ("two fingers of rain water", "three fingers of rain water"),
    ),
    Note(
        "growing",
        "Scatter the seeds on top. Do not cover them",
        "Scatter the seeds on top and do not cover them",
        ("on top. Do not cover", "on top and do not cover"),
        kind="two sentences joined",
    ),
    Note(
        "growing",
        "second pair of leaves",
        "second pair of leaves",
        ("<h2>When it does", "<p>Be patient.</p><h2>When it does"),
    ),
    Note("growing", "in there second year", "in their second year", ("in there second", "in their second")),
    Note(
        "growing",
        "Slugs take the marigolds first. A ring of coarse sand keeps them off until the leaves turn bitter in May.",
        "Slugs find the marigolds first. A collar of sharp sand keeps them away until the leaves turn bitter in June.",
        (
            "Slugs take the marigolds first. A ring of coarse sand keeps them off until the leaves turn bitter in May.",
            "Slugs find the marigolds first. A collar of sharp sand keeps them away until the leaves turn bitter in June.",  # noqa: E501 (words of the page)
        ),
        kind="a third of a paragraph reworded",
    ),
    Note(
        "delivery",
        "one stamp for up to eight bags",
        "one stamp for up to eight bags",
        ("Seeds weigh nothing", "Seeds weigh next to nothing"),
    ),
    Note("delivery", "two working days", "two working days"),
    Note(
        "delivery", "a week, sometimes less", "a week, sometimes less", ("<ul>", "<ul><li>In our village: today.</li>")
    ),
    Note("delivery", "Write to us within a year.", "Write to us within a year."),
    Note("seeds", "Price incl. tax", "Price incl. tax"),
    Note("seeds", "Silene flos-cuculi", "Silene flos-cuculi", ("<td>€3.10</td>", "<td>€3.20</td>")),
    Note("seeds", "sun, in water", "sun, in water"),
)


@cache
def page(name: str) -> str:
    """A page of the sample site before the agent comes."""
    found = MAIN.search((SITE / f"{name}.html").read_text(encoding="utf-8"))
    assert found is not None
    body = found[1]
    for right, wrong in MISTAKES.get(name, ()):
        assert right in body
        body = body.replace(right, wrong)
    return body


def edited(name: str) -> str:
    """The page after all edits of its notes."""
    body = page(name)
    for note in NOTES:
        if note.page == name and note.edit is not None:
            old, new = note.edit
            assert body.count(old) == 1, old
            body = body.replace(old, new)
    return body


@dataclass
class Job:
    """A page before and after, and what is wanted in it: shaped as the page of the finder reads it."""

    before: str
    after: str
    wanted: list[dict[str, Any]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def add(self, name: str, says: str, now: str | None, replaced: str | None = None) -> None:
        there = None if now is None else {"says": now}
        told = {} if replaced is None else {"replaced": replaced}
        self.wanted.append({"words": {"says": says}, "core": there, "reach": there, **told})
        self.names.append(name)

    def told(self) -> dict[str, Any]:
        return {"before": self.before, "after": self.after, "wanted": self.wanted}


def the_notes() -> list[Job]:
    """The 23, a page at a time."""
    jobs = []
    for name, notes in groupby(NOTES, key=lambda note: note.page):
        job = Job(page(name), edited(name))
        for note in notes:
            job.add(note.kind or "as it was found before", note.says, note.now, note.replaced)
        jobs.append(job)
    return jobs


@dataclass(frozen=True)
class Block:
    """A block of a page that no other holds."""

    start: int
    end: int
    tag: str
    inner: str

    @property
    def says(self) -> str:
        return TAG.sub("", self.inner).replace("&amp;", "&")


def blocks(body: str) -> list[Block]:
    """Those with at least two words, without words of others inside them."""
    found = (Block(one.start(), one.end(), one[1], one[2].strip()) for one in BLOCK.finditer(body))
    return [one for one in found if len(one.says.split()) > 1 and body.count(one.inner) == 1]


def by_program() -> Iterator[Job]:
    """Each block of each page: deleted with and without a decoy or a copy elsewhere, and edited where it stands."""
    for name in PAGES:
        body = page(name)
        every = blocks(body)
        for number, block in enumerate(every):
            random = Random(f"{name} {number}")
            others = [one for one in every if abs(every.index(one) - number) > 2 and one.tag in OUTSIDE]
            yield from _gone(body, block, random.choice(others), random)
            yield from _changed(body, block, random)


def _cut(body: str, block: Block, instead: str = "") -> str:
    return body[: block.start] + instead + body[block.end :]


def _with(body: str, beside: Block, block: Block, inner: str) -> str:
    """The page with one more block of ours elsewhere."""
    tag = block.tag if block.tag in OUTSIDE else "p"
    more = f"<{tag}>{inner}</{tag}>"
    at = body.index(beside.inner)
    at = body.rindex("<", 0, at)
    return body[:at] + more + body[at:]


def _gone(body: str, block: Block, other: Block, random: Random) -> Iterator[Job]:
    decoy = reworded(block.inner, random, 0.25)
    deleted = Job(body, _cut(body, block))
    deleted.add("deleted", block.says, None)
    yield deleted
    lookalike = Job(body, _with(_cut(body, block), other, block, decoy))
    lookalike.add("deleted, a lookalike comes elsewhere", block.says, None)
    yield lookalike
    stays = _with(body, other, block, decoy)
    there = Job(stays, stays.replace(body[block.start : block.end], "", 1))
    if there.after.count(decoy) == 1 and decoy != block.inner:
        there.add("deleted, a lookalike stays", block.says, None)
        yield there
    twins = _with(body, other, block, block.inner)
    ours = twins.index(body[block.start : block.end])
    twin = Job(twins, twins[:ours] + twins[ours + block.end - block.start :])
    nth = 1 if twins.index(block.inner) > ours - 1 and twins.index(block.inner) < ours + block.end - block.start else 2
    twin.wanted.append({"words": {"says": block.says, "nth": nth}, "core": None, "reach": None})
    twin.names.append("deleted, the same words stay elsewhere")
    yield twin


def _changed(body: str, block: Block, random: Random) -> Iterator[Job]:
    for name, inner in {
        "a word reworded": reworded(block.inner, random, 0.01),
        "a quarter reworded": reworded(block.inner, random, 0.25),
        "all in capitals": TAG.sub(lambda tag: tag[0].lower(), block.inner.upper()).replace("&AMP;", "&amp;"),
    }.items():
        now = TAG.sub("", inner).replace("&amp;", "&")
        if inner != block.inner:
            job = Job(body, _cut(body, block, f"<{block.tag}>{inner}</{block.tag}>"))
            job.add(name, block.says, now)
            yield job


def reworded(inner: str, random: Random, share: float) -> str:
    """The same with other words in place of some; at least one."""
    words = [word for word in WORD.finditer(inner) if not _in_tag(inner, word.start())]
    count = max(1, round(len(words) * share))
    for word in sorted(random.sample(words, min(count, len(words))), key=lambda found: -found.start()):
        inner = (
            inner[: word.start()]
            + random.choice(("barley", "copper", "window", "seldom", "lantern"))
            + inner[word.end() :]
        )
    return inner


def _in_tag(inner: str, at: int) -> bool:
    return inner.rfind("<", 0, at) > inner.rfind(">", 0, at)
