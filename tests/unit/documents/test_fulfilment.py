"""Whether what a mark asked is done, told from two texts alone: what is doubtful is not done."""

import pytest

from countermark.documents.difference.pairing import pair
from countermark.documents.markdown.passages import Passages, passages
from countermark.documents.markdown.rendering import render
from countermark.documents.marks.carrying import Carrier
from countermark.documents.marks.fulfilment import Done, Fulfilment, MarkWish

PLAN = """# Plan

We will quickly move the data to Redis, and then drop the old table.

- one item
- two items here
- three

| Step | Days |
| --- | --- |
| Build | 5 |
| Test | 3 |

The end of it. Nobody waits.
"""


def judged(
    new_text: str, asked: MarkWish, quote: str, text: str = "", *, old_text: str = PLAN
) -> tuple[Done | None, Passages]:
    old, new = passages(render(old_text)), passages(render(new_text))
    carrier = Carrier(old, new, pair(old, new))
    start = old.text.index(quote)
    place = old.place(start, start + len(quote))
    return Fulfilment(carrier).done(asked, text, place, carrier.carried(place)), new


DONE: list[tuple[MarkWish, str, str, str, str]] = [
    ("deletion", "quickly", "", "quickly ", ""),
    ("deletion", ", and then drop the old table", "", ", and then drop the old table", ""),
    ("deletion", "two items here", "", "- two items here\n", ""),
    ("deletion", "Nobody waits.", "", " Nobody waits.", ""),
    ("deletion", "one item\ntwo items here", "", "- one item\n- two items here\n", ""),
    ("replacement", "Redis", "`Valkey`", "Redis", "`Valkey`"),
    ("replacement", "5", "8", "| 5 |", "| 8 |"),
    ("replacement", "two items here", "nothing at all", "two items here", "nothing at all"),
    ("replacement", "The end of it.", "It ends", "The end of it.", "It ends."),
    ("insertion", "will", " not", "We will", "We will not"),
    ("insertion", "three", "- a fourth item", "- three", "- three\n- a fourth item"),
    ("insertion", "The end of it.", "All is well.", "The end of it.", "The end of it. All is well."),
]


@pytest.mark.parametrize(("asked", "quote", "text", "was", "now"), DONE)
def test_what_was_asked_is_done(asked: MarkWish, quote: str, text: str, was: str, now: str) -> None:
    assert PLAN.count(was) == 1
    done, new = judged(PLAN.replace(was, now), asked, quote, text)
    assert done is not None
    if asked == "replacement":
        assert done.place is not None
        assert (new.quote(done.place) or "").strip(".") == text.strip("`")
    assert (done.place is None) == (asked == "deletion")


@pytest.mark.parametrize(("asked", "quote", "text", "was", "now"), DONE)
def test_it_is_done_when_other_places_changed_as_well(
    asked: MarkWish, quote: str, text: str, was: str, now: str
) -> None:
    changed = PLAN.replace(was, now).replace("# Plan\n", "# Plan\n\nA new beginning stands here.\n\n- and a list\n")
    assert judged(changed + "\nAnd a new end.\n", asked, quote, text)[0] is not None


@pytest.mark.parametrize(("asked", "quote", "text", "was", "now"), DONE)
def test_nothing_is_done_in_the_same_text(asked: MarkWish, quote: str, text: str, was: str, now: str) -> None:
    assert was != now
    assert judged(PLAN, asked, quote, text)[0] is None


@pytest.mark.parametrize(
    ("asked", "quote", "text", "was", "now"),
    [
        ("deletion", "quickly", "", "quickly", "rapidly"),
        ("deletion", ", and then drop the old table", "", "and then drop the old table", "and remove the table"),
        ("deletion", "two items here", "", "- two items here", "- something else"),
        ("deletion", "Nobody waits.", "", "Nobody waits.", "Waiting is for nobody."),
        ("deletion", "The end of it.", "", "The end of it. Nobody waits.", "Something else altogether now."),
        ("deletion", "drop", "", "- one item\n", ""),
        ("replacement", "Redis", "Valkey", "Redis", "Postgres"),
        ("replacement", "Redis", "Valkey", "Redis", "Valkey or Redis"),
        ("replacement", "Redis", "Valkey", "to Redis", "somewhere"),
        ("replacement", "5", "8", "| 3 |", "| 8 |"),
        ("replacement", "The end of it.", "It ends", "Nobody waits.", "It ends."),
        ("insertion", "will", " not", "then drop", "then not drop"),
        ("insertion", "three", "a fourth item", "- three", "- three\n- a fifth item"),
        ("insertion", "three", "a fourth item", "- one item", "- a fourth item\n- one item"),
        ("insertion", "will", " not", "We will", "We will hardly"),
    ],
)
def test_what_is_doubtful_is_not_done(asked: MarkWish, quote: str, text: str, was: str, now: str) -> None:
    assert PLAN.count(was) == 1
    assert judged(PLAN.replace(was, now), asked, quote, text)[0] is None


@pytest.mark.parametrize("quote", ["two items here", "The end of it. Nobody waits.", "and then drop the old table"])
def test_what_stands_elsewhere_now_was_moved_not_deleted(quote: str) -> None:
    gone = PLAN.replace(f"- {quote}\n", "").replace(f", {quote}", "").replace(f"{quote}\n", "")
    assert quote not in gone
    assert judged(gone.replace("# Plan\n", f"# Plan\n\n{quote}\n"), "deletion", quote)[0] is None


def test_words_that_went_into_another_block_were_moved_not_deleted() -> None:
    gone = PLAN.replace("quickly move the data ", "")
    assert judged(gone, "deletion", "quickly move the data")[0] is not None
    moved = gone + "\nOnly then we quickly move the data.\n"
    assert judged(moved, "deletion", "quickly move the data")[0] is None


def test_a_short_deletion_that_became_a_block_of_its_own_was_moved() -> None:
    gone = PLAN.replace("- three\n", "")
    assert judged(gone, "deletion", "three")[0] is not None
    assert judged(gone + "\n## Three\n", "deletion", "three")[0] is None


def test_a_part_of_a_word_is_not_judged() -> None:
    assert judged(PLAN.replace("items", "item"), "deletion", "s here")[0] is None
    assert judged(PLAN.replace("items here", ""), "deletion", "tems here")[0] is None


def test_what_stood_there_already_is_not_done_by_the_agent() -> None:
    text = "We will not wait, and the table stays.\n"
    assert judged(text.replace("stays", "goes"), "insertion", "will", " not", old_text=text)[0] is None
    assert judged(text.replace("stays", "goes"), "replacement", "will not", "will not", old_text=text)[0] is None


def test_two_marks_side_by_side_are_both_done() -> None:
    text = "One of the very interesting customers and partners pays late.\n"
    new = "One of the interesting customers pays late.\n"
    assert judged(new, "deletion", "very", old_text=text)[0] is not None
    assert judged(new, "deletion", "and partners", old_text=text)[0] is not None
