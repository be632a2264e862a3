"""With both texts at hand every mark is carried to where its words went, or is said to be gone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.difference.pairing import pair
from countermark.documents.markdown.passages import Passages
from countermark.documents.marks.carrying import carry
from countermark.model.errors import BadInput
from countermark.model.places import CarriedPlace, Place
from tests.vectors.compose import Composed, composed
from tests.vectors.revisions import units_of

CASES = composed()
OWN_TEXT = st.text(st.sampled_from("aab c\nTODO.,–’“👍🏽é\u0301日本語שלום\u00a0"), min_size=1, max_size=25)
UNITS = st.lists(OWN_TEXT, min_size=1, max_size=9)


def texts(rows: list[str], mark: str = "o") -> Passages:
    return units_of([(f"{mark}{at}", "paragraph", row, ()) for at, row in enumerate(rows)])


def carried(old: list[str], new: list[str], quote: str) -> tuple[CarriedPlace, str | None]:
    before, after = texts(old), texts(new, "n")
    start = before.text.index(quote)
    (found,) = carry(before, after, [before.place(start, start + len(quote))])
    return found, None if found.place is None else after.quote(found.place)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_vector_with_both_texts(case: Composed) -> None:
    """Where what was deleted is never found again, and what stands in one block is found there or not at all."""
    old, new = case.old, case.new
    (found,) = carry(old, new, [case.place])
    if found.place is None:
        return
    assert case.origin is not None, "it was deleted"
    here, there = new.span(found.place), new.span(case.origin)
    assert here is not None
    assert there is not None
    assert min(here[1], there[1]) > max(here[0], there[0]) or old.text.count(old.quote(case.place) or "") > 1


def test_most_vectors_are_found_exactly() -> None:
    alive = [case for case in CASES if case.origin is not None]
    found = [carry(case.old, case.new, [case.place])[0] for case in alive]
    exact = [one for one, case in zip(found, alive, strict=True) if one.place == case.origin]
    lost = [one for one in found if one.place is None]
    assert len(CASES) >= 300
    assert len(exact) > 0.85 * len(alive)
    assert len(lost) < 0.05 * len(alive)


def test_changed_words_say_so() -> None:
    found, quote = carried(["Retry five times, then give up."], ["Retry seven times, then give up."], "five times")
    assert (found.state, quote) == ("changed", "seven times")


def test_words_outside_of_the_mark_may_change() -> None:
    found, quote = carried(["Retry five times, then give up."], ["Retry five times, and fail."], "five times")
    assert (found.state, quote) == ("there", "five times")


def test_rewritten_words_are_gone() -> None:
    found, _ = carried(["First.", "Retry five times."], ["First.", "Something else stands here instead."], "five times")
    assert found.state == "gone"


@pytest.mark.parametrize(
    ("before", "after", "quote", "instead"),
    [
        ("The limit is 50 requests.", "The limit is 80 requests.", "50", "80"),
        ("We retry after an hour, then stop.", "We retry after two long days, then stop.", "an hour", "two long days"),
        ("An hour is enough.", "Two days is enough.", "An hour", "Two days"),
    ],
)
def test_rewritten_words_hint_at_what_stands_instead(before: str, after: str, quote: str, instead: str) -> None:
    old, new = texts([before]), texts([after], "n")
    start = old.text.index(quote)
    (found,) = carry(old, new, [old.place(start, start + len(quote))])
    assert (found.state, found.place) == ("gone", None)
    assert found.hint is not None
    assert new.quote(found.hint) == instead


def test_words_left_out_hint_at_nothing() -> None:
    old, new = texts(["We retry after an hour, then stop."]), texts(["We retry after, then stop."], "n")
    start = old.text.index("an hour")
    assert carry(old, new, [old.place(start, start + 7)]) == (CarriedPlace("gone", None),)


def test_a_lookalike_is_not_ours() -> None:
    rows = ["Ask the team before you begin.", "Ask the owners before you begin."]
    assert carried(rows, rows[1:], "the team before")[0].state == "gone"


def test_a_split_block_is_followed_into_both_parts() -> None:
    whole = "The backfill may slow down the checkout. We watch the latency of orders and stop above the limit."
    half = whole.index(" We")
    found, quote = carried([whole, "Next."], [whole[:half], whole[half + 1 :], "Next."], whole)
    assert (found.state, quote) == ("there", f"{whole[:half]}\n{whole[half + 1 :]}")
    assert carried([whole, "Next."], [whole[:half], whole[half + 1 :], "Next."], "orders")[1] == "orders"


def test_joined_blocks_are_followed_into_one() -> None:
    one, other = "The backfill may slow down the checkout.", "We watch the latency of orders and stop in time."
    found, quote = carried([one, other, "Next."], [f"{one} {other}", "Next."], other)
    assert (found.state, quote) == ("there", other)


def test_a_mark_over_blocks_keeps_what_is_left() -> None:
    rows = ["One thing at a time is fine.", "Two things at a time are many.", "Three things are a crowd."]
    found, quote = carried(rows, [rows[0], rows[2]], "\n".join(rows))
    assert (found.state, quote) == ("changed", f"{rows[0]}\n{rows[2]}")


def test_code_is_followed_line_by_line() -> None:
    lines = [f"step({at}, retry=True)" for at in range(30)]
    old = units_of([("c", "code", "\n".join(lines) + "\n", ())])
    after = [*lines[:4], "inserted()", *lines[5:]]
    new = units_of([("d", "code", "\n".join(after) + "\n", ())])
    start = old.text.index("step(20,")
    (found,) = carry(old, new, [old.place(start, start + len("step(20, retry"))])
    assert found.place is not None
    assert (found.state, new.quote(found.place)) == ("there", "step(20, retry")


def test_a_place_that_does_not_exist_is_gone() -> None:
    text = texts(["one"])
    assert [one.state for one in carry(text, text, [Place("o0", 0, "o0", 9), Place("x", 0, "x", 1)])] == [
        "gone",
        "gone",
    ]


@given(UNITS, UNITS, st.data())
def test_never_raises_and_never_leaves_the_text(before: list[str], after: list[str], data: st.DataObject) -> None:
    old, new = texts(before), texts(after, "n")
    if not old.units:
        return
    places = []
    for _ in range(3):
        start = data.draw(st.integers(0, len(old.text) - 1))
        try:
            places.append(old.place(start, data.draw(st.integers(start + 1, len(old.text)))))
        except BadInput:
            continue
    found = carry(old, new, places, pair(old, new))
    assert found == carry(old, new, places[::-1])[::-1]
    for one in found:
        assert (one.place is None) == (one.state == "gone")
        assert all(place is None or new.span(place) is not None for place in (one.place, one.hint))


@given(UNITS, st.data())
def test_the_same_text_keeps_every_place(rows: list[str], data: st.DataObject) -> None:
    text = texts(rows)
    if not text.units:
        return
    unit = data.draw(st.sampled_from(text.units))
    place = text.place(unit.start, unit.end)
    (found,) = carry(text, text, [place])
    assert (found.state, found.place) == ("there", place)
