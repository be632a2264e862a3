"""A mark never grows into a block that it did not touch."""

from hypothesis import given, settings
from hypothesis import strategies as st

from countermark.documents.difference.pairing import pair
from countermark.documents.markdown.blocks import BlockKind
from countermark.documents.markdown.passages import Passages, passages
from countermark.documents.markdown.rendering import render
from countermark.documents.marks.carrying import carry
from countermark.model.places import CarriedPlace, Place
from tests.vectors.revisions import units_of

Row = tuple[BlockKind, str]
KINDS: st.SearchStrategy[BlockKind] = st.sampled_from(["heading", "paragraph", "paragraph", "item", "code"])
SENTENCES = st.sampled_from(
    [
        "Deploy the service slowly.", "Watch the queue for an hour.", "Deploy the queue", "service --slowly --watch",
        "Nobody goes home before noon.", "Roll back by hand.", "Watch the service, then deploy it again.",
    ]
)  # fmt: skip
ROW = st.tuples(KINDS, st.lists(SENTENCES, min_size=1, max_size=3).map(" ".join))
ROWS = st.lists(ROW, min_size=1, max_size=7)


@st.composite
def revisions(draw: st.DrawFn) -> tuple[list[Row], list[Row]]:
    """Rows, and the same ones edited, split, merged, moved, deleted and with new ones between them."""
    old = draw(ROWS)
    new: list[Row] = []
    for kind, text in old:
        words = text.split()
        cut = draw(st.integers(0, len(words)))
        first, rest = " ".join(words[:cut]), " ".join(words[cut:])
        match draw(st.integers(0, 6)):
            case 0 | 1:
                new.append((kind, text))
            case 2:
                new += [(kind, first), (draw(KINDS), rest)]
            case 3:
                new.append((kind, f"{first} otherwise {rest}"))
            case 4:
                new += [draw(ROW), (kind, rest)]
            case 5 if new:
                new[-1] = (new[-1][0], f"{new[-1][1]} {text}")
            case _:
                new.insert(0, (kind, text))
    return old, [row for row in new if row[1].strip()]


def read(rows: list[Row], name: str) -> Passages:
    return units_of([(f"{name}{at}", kind, text, ()) for at, (kind, text) in enumerate(rows)])


def span_of(found: CarriedPlace, new: Passages) -> range:
    place = found.place
    return range(0) if place is None else range(new.order[place.start_block], new.order[place.end_block] + 1)


def drawn(data: st.DataObject, old: Passages) -> tuple[int, Place]:
    """Some words of one block, and the number of that block."""
    at = data.draw(st.integers(0, len(old.units) - 1))
    unit = old.units[at]
    start = data.draw(st.integers(0, len(unit.text) - 1))
    return at, Place(unit.block, start, unit.block, data.draw(st.integers(start + 1, len(unit.text))))


@given(revisions(), st.data())
@settings(max_examples=400, deadline=None)
def test_a_carried_mark_holds_no_block_that_it_did_not_touch(
    texts: tuple[list[Row], list[Row]], data: st.DataObject
) -> None:
    old, new = read(texts[0], "o"), read(texts[1], "n")
    at, place = drawn(data, old)
    unit = old.units[at]
    origins = {one.new: one.old for one in pair(old, new).pairs}
    span = span_of(carry(old, new, [place])[0], new)
    for number in span if len(span) > 1 else ():
        assert origins.get(number, at) == at
        assert new.units[number].kind == unit.kind


def carried(old_text: str, new_text: str, quote: str) -> str:
    """What a mark reads when it is carried."""
    old, new = passages(render(old_text)), passages(render(new_text))
    start = old.text.index(quote)
    found = carry(old, new, [old.place(start, start + len(quote))])[0]
    return "" if found.place is None else new.quote(found.place) or ""


def test_a_heading_stays_out_of_the_paragraph_below_it() -> None:
    old = "# Plan\n\n## Deploy the service and watch the long queue\n\nNobody goes home.\n\n## End\n\nText.\n"
    new = "# Plan\n\n## Deploy the service\n\nand watch the long queue until nobody goes home.\n\n## End\n\nText.\n"
    assert "\n" not in carried(old, new, "Deploy the service and watch the long queue")


def test_a_sentence_stays_out_of_the_fence_below_it() -> None:
    old = "# Plan\n\nRun the migration with store copy everything slowly now.\n\nThe end.\n"
    new = "# Plan\n\nRun the migration with this command:\n\n```\nstore copy everything slowly now\n```\n\nThe end.\n"
    assert "\n" not in carried(old, new, "Run the migration with store copy everything slowly now.")


def test_a_paragraph_that_was_split_is_marked_whole() -> None:
    old = "# Plan\n\nDeploy the service slowly. Watch the queue for an hour.\n\nThe end.\n"
    new = "# Plan\n\nDeploy the service slowly.\n\nWatch the queue for an hour.\n\nThe end.\n"
    whole = "Deploy the service slowly.\nWatch the queue for an hour."
    assert carried(old, new, whole.replace("\n", " ")) == whole


def test_lines_in_front_matter_are_those_of_the_source() -> None:
    old = passages(render("---\ntitle: A plan\nowner: Zoë\nempty:\n---\n\n# Plan\n"))
    for words, line in (("title", 2), ("A plan", 2), ("owner", 3), ("Zoë", 3), ("empty", 4), ("Plan", 7)):
        start = old.text.index(words)
        assert old.lines(old.place(start, start + len(words))) == (line, line)
    several = passages(render("---\ntitle: A plan\nlist:\n- a\n- b\n---\n\n# Plan\n"))
    assert several.lines(several.place(0, 5)) == (1, 6)
