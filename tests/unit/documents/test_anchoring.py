"""An anchor finds its place again or says that it is lost: by vectors that the page's code reads too, and by chance."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermark.documents.markdown.passages import Passages, units_of
from countermark.documents.marks.anchoring import describe, resolve
from countermark.model.anchors import (
    Anchor,
    BlockAnchor,
    Found,
    Place,
    Route,
    from_json,
    from_serialized,
    serialized,
    to_json,
)
from countermark.model.errors import BadInput
from tests.vectors import compose, revisions
from tests.vectors.documents import DOCUMENTS

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "anchors.json").read_text(encoding="utf-8"))
CASES = VECTORS["cases"]
# Where the anchor answers with another place than the true one, and why nobody could hold it against it.
EXCUSED = {
    "twins: deleted, a word": "one of three equal items was deleted, the next one stands in the same section",
    "table: deleted, another came, part of words": "nothing is known of the old revision, and another row is alike",
    "table: deleted, another came, all": "nothing is known of the old revision, and another row is alike",
}
KINDS = ("heading", "paragraph", "item", "cell", "code")
OWN_TEXT = st.text(st.sampled_from("aab c\nTODO.,–’“👍🏽é\u0301日本語שלום\u00a0"), min_size=1, max_size=25)
UNITS = st.lists(st.tuples(st.sampled_from(KINDS), OWN_TEXT), min_size=1, max_size=9)


@cache
def document(name: str) -> Passages:
    units = VECTORS["documents"][name]
    return units_of([(unit["block"], unit["kind"], unit["text"], tuple(unit["section"])) for unit in units])


def place_of(value: dict[str, Any] | None) -> Place | None:
    return None if value is None else Place(**value)


def answered(case: dict[str, Any]) -> tuple[Found, Passages]:
    old, new = document(case["old"]), document(case["new"])
    return resolve(from_json(json.dumps(case["anchor"])), new, old.bearings.known if case["known"] else None), new


def texts(units: list[tuple[str, str]], mark: str = "b") -> Passages:
    return units_of([(f"{mark}{at}", kind, text, ()) for at, (kind, text) in enumerate(units)])  # type: ignore[misc]


def some_place(text: Passages, data: st.DataObject) -> Place:
    start = data.draw(st.integers(0, len(text.text) - 1))
    end = data.draw(st.integers(start + 1, min(start + 40, len(text.text))))
    try:
        return text.place(start, end)
    except BadInput:
        return text.place(0, 1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_vector(case: dict[str, Any]) -> None:
    old = document(case["old"])
    assert json.loads(to_json(describe(old, Place(**case["place"])))) == case["anchor"]
    found, new = answered(case)
    expected = case["expect"]
    assert (found.state, found.place, found.hint) == (
        expected["state"],
        place_of(expected["place"]),
        place_of(expected["hint"]),
    )
    assert expected["quote"] == (None if found.place is None else new.quote(found.place))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_a_vector_expects_is_true(case: dict[str, Any]) -> None:
    """Expectations are what the program answers; here they are held against where the words are by construction."""
    new = document(case["new"])
    expected, origin = case["expect"], place_of(case["origin"])
    place = place_of(expected["place"])
    if place is None:
        assert expected["state"] == "gone"
        return
    if case["name"] in EXCUSED:
        return
    assert origin is not None, "it was deleted"
    here, there = new.span(place), new.span(origin)
    assert here is not None
    assert there is not None
    shared = min(here[1], there[1]) - max(here[0], there[0])
    if origin.start_block == origin.end_block:
        assert 2 * shared >= there[1] - there[0]
    else:  # its two ends have parted: one of them is answered
        assert shared > 0
    assert 2 * shared >= here[1] - here[0] - 20
    same = said(new.quote(place)) == said(document(case["old"]).quote(Place(**case["place"])))
    assert expected["state"] == ("there" if same else "changed")


def said(quote: str | None) -> str:
    return "".join((quote or "").split())


def test_vectors_are_many_and_mostly_found() -> None:
    alive = [case for case in CASES if case["origin"] is not None]
    exact = [case for case in alive if case["expect"]["place"] == case["origin"]]
    gone = [case for case in CASES if case["origin"] is None and case["expect"]["state"] == "gone"]
    assert len(CASES) >= 300
    assert len(exact) > 0.85 * len(alive)
    assert len(gone) > 0.9 * (len(CASES) - len(alive))
    assert set(EXCUSED) <= {case["name"] for case in CASES}


def test_vectors_are_made_of_todays_documents_and_edits() -> None:
    """Their inputs are fresh; what they expect is looked at above."""
    fresh = compose.composed()
    inputs = ("name", "old", "new", "place", "known", "origin")
    assert fresh["documents"] == VECTORS["documents"], "run `python -m tests.vectors.compose`"
    assert isinstance(fresh["cases"], list)
    assert [{key: case[key] for key in inputs} for case in fresh["cases"]] == [
        {key: case[key] for key in inputs} for case in CASES
    ]


@given(UNITS, st.data())
def test_an_anchor_finds_its_place_in_the_same_text(units: list[tuple[str, str]], data: st.DataObject) -> None:
    text = texts(units)
    if not text.units:
        return
    place = some_place(text, data)
    found = resolve(describe(text, place), text, text.bearings.known)
    if found.state != "gone":  # equal neighbours of equal blocks cannot always be told apart
        assert (found.state, text.quote(found.place or place)) == ("there", text.quote(place))
    if len(set(text.bearings.hashes)) == len(text.units):
        assert found.place == place


@given(UNITS, UNITS, st.data())
def test_nothing_is_ever_raised_and_no_place_lies_outside(
    before: list[tuple[str, str]], after: list[tuple[str, str]], data: st.DataObject
) -> None:
    old, new = texts(before), texts(after, "n")
    if not old.units:
        return
    anchor = describe(old, some_place(old, data))
    for known in (None, old.bearings.known):
        found = resolve(from_json(to_json(anchor)), new, known)
        assert (found.place is None) == (found.state == "gone")
        for place in (found.place, found.hint):
            assert place is None or new.span(place) is not None


@settings(max_examples=60)
@given(st.sampled_from(sorted(DOCUMENTS)), st.lists(st.sampled_from(sorted(revisions.EDITS)), max_size=3), st.randoms())
def test_after_edits_it_is_right_or_lost(name: str, edits: list[str], random: Random) -> None:
    """Edits elsewhere in the text, one after the other, never turn a mark to other words."""
    pieces = revisions.first(DOCUMENTS[name])
    old = revisions.read(pieces)
    at = random.randrange(len(pieces))
    place = old.place(old.units[at].start, old.units[at].end)
    after = pieces
    for edit in edits:
        others = [number for number, piece in enumerate(after) if not piece.origins or piece.origins[0] != (at, 0)]
        others = [number for number in others if revisions.words(after[number])]
        after = revisions.EDITS[edit](after, random.choice(others), random)
    new = revisions.read(after)
    found = resolve(describe(old, place), new, old.bearings.known)
    if found.place is not None and found.state == "there":
        assert said(new.quote(found.place)) == said(old.quote(place))
    if len(old.bearings.standing[old.bearings.hashes[at]]) == 1:
        assert found.state != "changed" or said(old.quote(place)) not in said(new.text)


def test_the_order_of_marks_does_not_matter() -> None:
    old = revisions.read(revisions.first(DOCUMENTS["twins"]))
    after = revisions.EDITS["moved to the end"](revisions.first(DOCUMENTS["twins"]), 3, Random(1))
    anchors = [describe(old, old.place(unit.start, unit.end)) for unit in old.units]

    def answers(order: list[int]) -> dict[int, Found]:
        new = revisions.read(after)
        return {at: resolve(anchors[at], new, old.bearings.known) for at in order}

    numbers = list(range(len(anchors)))
    assert answers(numbers) == answers(numbers[::-1])


def test_a_block_that_stood_before_is_never_ours() -> None:
    """Negative evidence: the lookalike was there all along, so it is no edited form of what was deleted."""
    rows = ["Ask the team before you begin.", "Ask the owners before you begin.", "And now for something else."]
    old = texts([("paragraph", row) for row in rows])
    new = texts([("paragraph", row) for row in rows[1:]], "n")
    anchor = describe(old, Place("b0", 0, "b0", len(rows[0])))
    assert resolve(anchor, new, old.bearings.known).state == "gone"


def test_an_edited_block_says_changed() -> None:
    old = texts([("paragraph", "First things first."), ("paragraph", "Retry five times, then give up.")])
    new = texts([("paragraph", "First things first."), ("paragraph", "Retry seven times, then give up.")], "n")
    found = resolve(describe(old, Place("b1", 6, "b1", 16)), new, old.bearings.known)
    assert (found.state, new.quote(found.place or Place("", 0, "", 0))) == ("changed", "seven times")


def test_a_place_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput):
        describe(texts([("paragraph", "one")]), Place("b0", 0, "b0", 9))


def test_json_there_and_back() -> None:
    anchor = describe(texts([("paragraph", "👍 one two"), ("item", "three")]), Place("b0", 3, "b1", 2))
    assert from_json(to_json(anchor)) == anchor
    routed = Anchor(**{**vars(anchor), "kind": "page", "route": Route("/html/body/p[1]/text()[1]", 1, "/x", 2)})
    assert from_json(to_json(routed)) == routed


@pytest.mark.parametrize("field", ["v", "unit", "doc", "selectors", "blocks", "between"])
def test_json_without_a_field_is_refused(field: str) -> None:
    whole = json.loads(to_json(describe(texts([("paragraph", "one")]), Place("b0", 0, "b0", 3))))
    del whole[field]
    with pytest.raises(BadInput):
        from_json(json.dumps(whole))


WRONG_BLOCKS = (
    ("offset", -1),
    ("length", 1.5),
    ("text", None),
    ("neighbours", ["x"]),
    ("section", [1]),
    ("lines", [1]),
    ("lines", [2, True]),
    ("text_at", "0"),
    ("copies", 2**60),
)


@pytest.mark.parametrize(("field", "value"), WRONG_BLOCKS)
def test_json_with_a_wrong_block_is_refused(field: str, value: object) -> None:
    whole = json.loads(to_json(describe(texts([("paragraph", "one")]), Place("b0", 0, "b0", 3))))
    whole["blocks"][0][field] = value
    with pytest.raises(BadInput):
        from_json(json.dumps(whole))


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '{"v":1}', "[" * 100_000, '{"v":1,"unit":"bytes"}'])
def test_what_is_no_anchor_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        from_json(text)


@given(st.integers(0, 2**53 - 1), st.integers(0, 2**53 - 1), st.text(max_size=9))
def test_an_anchor_whose_offsets_lie_is_gone_or_inside(offset: int, length: int, own: str) -> None:
    block = BlockAnchor("b0", "paragraph", "0" * 8, own, None, offset, length, 1, 1, ("",) * 6, (), None)
    text = texts([("paragraph", "one two three"), ("paragraph", "four")])
    found = resolve(Anchor("plan", "", own, "", "", 0, 0, (block,)), text, frozenset())
    assert found.place is None or text.span(found.place) is not None


def test_a_serialized_range_and_back() -> None:
    text = texts([("paragraph", "Some words before the marked words 👍 and some behind."), ("paragraph", "More.")])
    anchor = describe(text, Place("b0", 22, "b0", 34))
    seed = serialized(anchor)
    assert (seed.context_before, seed.selected_text) == ("Some words before the ", "marked words")
    assert seed.context_after == " 👍 and some behind."
    again = resolve(from_serialized(seed), text, frozenset())
    assert text.quote(again.place or Place("", 0, "", 0)) == "marked words"
