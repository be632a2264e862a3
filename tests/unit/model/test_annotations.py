"""What can become of a mark, and what never can."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.actors import person
from countermark.model.annotation_records import body_of, placement_from, placements_json, record
from countermark.model.annotations import (
    Annotation,
    AnnotationKind,
    AnnotationStatus,
    Fate,
    Ground,
    Image,
    Placement,
    Standing,
    Words,
    check_kept,
    on_ground,
    on_the_whole,
)
from countermark.model.errors import (
    AlreadyDecided,
    BadInput,
    BadPlace,
    Conflict,
    CountermarkError,
    Stale,
    TooLarge,
    WordsMissing,
)
from countermark.model.happenings import AnnotationAdded, MarksCarried
from countermark.model.images import media_type_of
from countermark.model.journal import digest, entry
from countermark.model.places import Place
from countermark.model.reviews import Revision
from countermark.model.settings import DeskSettings, Label
from tests.journal_records import annotation_in, placements_in

PLACE = Place("b1", 0, "b2", 7)
IMAGE = Image("seen.png", "a" * 64, "image/png")
MARK = Annotation(
    "an_1", "rv_1", 1, 1, AnnotationKind.COMMENT, "Why?", "", "Label", "Tip", (IMAGE,), "quote", PLACE, 12, (3, 4),
    (2, 5), AnnotationStatus.OPEN, removed=False, version=1, created_at=10, changed_at=10, made_by="si_me",
)  # fmt: skip
THERE = Placement("an_1", 2, Fate.THERE, PLACE, "quote", 40, (8, 9), (1, 1), None, "")
CHANGED = replace(THERE, fate=Fate.CHANGED, quote="other words")
GONE = Placement("an_1", 2, Fate.GONE, None, "", 0, None, (1, 1), PLACE, "perhaps this")


def test_a_mark_is_sent_once_an_answer_has_taken_it_along_and_live_again_once_kept() -> None:
    sent = MARK.send()
    assert (MARK.sent, sent.sent, sent.goes_with(1)) == (False, True, False)
    kept = sent.keep(2, at=20)
    assert (kept.sent, kept.goes_with(2), kept.goes_with(1), kept.version) == (False, True, False, 2)
    assert kept.send().sent


def test_only_unsent_marks_move_on_and_never_back() -> None:
    assert MARK.move_on(3).live_on == 3
    assert MARK.move_on(3).move_on(2).live_on == 3
    assert MARK.send().move_on(3) == MARK.send()
    assert MARK.move_on(3).version == 1, "what it says has not changed"


@pytest.mark.parametrize(
    "work",
    [
        lambda it: it.say(Words(AnnotationKind.COMMENT, "Else."), at=20),
        lambda it: it.stand_on(Ground(PLACE, "other"), at=20),
        lambda it: it.remove(at=20),
    ],
)
def test_words_that_have_gone_to_the_agent_are_history(work: Callable[[Annotation], Annotation]) -> None:
    with pytest.raises(AlreadyDecided):
        work(MARK.send())


def test_a_kept_mark_can_be_changed_but_not_moved_where_it_was_sent() -> None:
    kept = MARK.send().keep(2, at=20)
    assert kept.say(Words(AnnotationKind.COMMENT, "Else."), at=30).words == "Else."
    with pytest.raises(AlreadyDecided):
        kept.stand_on(Ground(PLACE, "other"), at=30)


def test_a_removed_mark_waits_to_be_restored() -> None:
    removed = MARK.remove(at=20)
    assert removed.remove(at=30) == removed
    assert MARK.restore(at=30) == MARK
    refused: tuple[Callable[[], Annotation], ...] = (
        lambda: removed.say(MARK.said, at=30),
        lambda: removed.keep(2, at=30),
        lambda: removed.set_to(AnnotationStatus.ADDRESSED, at=30),
        lambda: removed.stand_on(MARK.ground, at=30),
    )
    for work in refused:
        with pytest.raises(Conflict):
            work()
    assert removed.restore(at=30) == replace(MARK, version=3, changed_at=30)


def test_what_is_addressed_stays_behind_until_it_is_open_again() -> None:
    done = MARK.set_to(AnnotationStatus.ADDRESSED, at=20)
    assert (done.carried, done.goes_with(1)) == (False, False)
    assert done.set_to(AnnotationStatus.ADDRESSED, at=30) == done
    assert done.set_to(AnnotationStatus.OPEN, at=30).carried
    assert done.keep(2, at=30).status is AnnotationStatus.OPEN


def test_a_note_stays_a_note() -> None:
    with pytest.raises(BadInput):
        MARK.say(Words(AnnotationKind.NOTE, "Whole."), at=20)


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        (Words(AnnotationKind.COMMENT), WordsMissing),
        (Words(AnnotationKind.COMMENT, " \n"), WordsMissing),
        (Words(AnnotationKind.NOTE, text="new words are no remark"), WordsMissing),
        (Words(AnnotationKind.INSERTION, "why"), WordsMissing),
        (Words(AnnotationKind.REPLACEMENT, "why"), WordsMissing),
        (Words(AnnotationKind.COMMENT, "ä" * 25_601), TooLarge),
        (Words(AnnotationKind.INSERTION, text="x" * 51_201), TooLarge),
        (Words(AnnotationKind.DELETION, label="x" * 41), TooLarge),
        (Words(AnnotationKind.DELETION, tip="x" * 501), TooLarge),
        (Words(AnnotationKind.DELETION, images=(IMAGE,) * 21), TooLarge),
        (Words(AnnotationKind.DELETION, images=(replace(IMAGE, name="x" * 201),)), TooLarge),
    ],
)
def test_a_mark_asks_for_something_within_bounds(said: Words, refusal: type[CountermarkError]) -> None:
    with pytest.raises(refusal):
        said.check()


@pytest.mark.parametrize(
    "said",
    [
        Words(AnnotationKind.DELETION),
        Words(AnnotationKind.COMMENT, label="Looks good"),
        Words(AnnotationKind.COMMENT, images=(IMAGE,)),
        Words(AnnotationKind.INSERTION, text=" "),
        Words(AnnotationKind.COMMENT, "x" * 51_200),
    ],
)
def test_the_least_and_the_most_that_a_mark_can_be(said: Words) -> None:
    said.check()
    assert MARK.say(said, at=20).said == said


def test_how_a_mark_stands() -> None:
    own, there, changed, gone = (Standing(MARK, 2, each) for each in (None, THERE, CHANGED, GONE))
    assert [each.fate for each in (own, there, changed, gone)] == [None, Fate.THERE, Fate.CHANGED, Fate.GONE]
    assert [each.quote for each in (own, there, changed, gone)] == ["quote"] * 4
    assert [each.ground.quote for each in (own, there, changed, gone)] == ["quote", "quote", "other words", ""]
    assert [each.homeless for each in (own, there, changed, gone)] == [False, False, False, True]
    kept = Standing(MARK, 2, on_the_whole("an_1", 2))
    assert (kept.homeless, kept.fate, kept.quote) == (True, Fate.THERE, "quote")
    anew = Standing(MARK, 2, on_ground("an_1", 2, Ground(PLACE, "new place", 3)))
    assert (anew.homeless, anew.fate, anew.quote) == (False, Fate.THERE, "new place")


def test_what_can_be_kept() -> None:
    check_kept(Standing(MARK, 2, CHANGED), as_note=False)
    check_kept(Standing(MARK, 2, GONE), as_note=True)
    with pytest.raises(BadPlace):
        check_kept(Standing(MARK, 2, GONE), as_note=False)
    for not_placed in (None, Standing(MARK, 1, None)):
        with pytest.raises(Stale):
            check_kept(not_placed, as_note=False)


texts = st.text(st.characters(codec="utf-8"), max_size=20)
places = st.none() | st.builds(Place, texts, st.integers(0, 99), texts, st.integers(0, 99))
spans = st.tuples(st.integers(1, 99), st.integers(1, 99))
images = st.lists(st.builds(Image, texts, texts, texts), max_size=3).map(tuple)
marks = st.builds(
    Annotation, texts, texts, st.integers(1, 9), st.integers(1, 9), st.sampled_from(AnnotationKind), texts, texts,
    st.none() | texts, st.none() | texts, images, texts, places, st.integers(0, 99), st.none() | spans, spans,
    st.sampled_from(AnnotationStatus), removed=st.booleans(), version=st.integers(1, 9),
    created_at=st.integers(0, 99), changed_at=st.integers(0, 99), made_by=texts, sent_on=st.none() | st.integers(1, 9),
)  # fmt: skip
placements = st.builds(
    Placement, texts, st.integers(1, 9), st.sampled_from(Fate), places, texts, st.integers(0, 99), st.none() | spans,
    spans, places, texts,
)  # fmt: skip


@given(mark=marks, placed=st.lists(placements, max_size=3))
def test_the_journal_holds_a_mark_to_the_last_field(mark: Annotation, placed: list[Placement]) -> None:
    told = entry(
        AnnotationAdded(Revision("rv_1", 1, "a" * 64, "T", 1, None), mark, placed[0] if placed else None),
        seq=1, prev="0" * 64, by=person("si_me"), at=1, salt="s",
    )  # fmt: skip
    stored = replace(told, body=json.loads(json.dumps(dict(told.body))))
    assert digest(stored) == told.hash
    assert annotation_in(stored.body) == mark
    assert placements_in(str(stored.body["placements"])) == tuple(placed[:1])
    assert placements_in(placements_json(placed)) == tuple(placed)
    assert [placement_from(record(each)) for each in placed] == placed
    assert body_of(mark)["annotation"] == mark.id


def test_a_body_is_flat() -> None:
    carried = MarksCarried(
        Revision("rv_1", 2, "a" * 64, "T", 1, None), 1, 0, 1, 0, "[]", placements_json([THERE, GONE])
    )
    for body in (carried.body(), body_of(MARK)):
        assert all(value is None or isinstance(value, str | int | bool) for value in body.values())


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        (b"RIFF\0\0\0\0WAVE", None),
        (b"<svg/>", None),
        (b"<?xml version='1.0'?><svg/>", None),
        (b" \x89PNG\r\n\x1a\n\0\0\0\rIHDR", None),
        (b"BM", None),
        (b"", None),
    ],
)
def test_an_image_is_what_its_first_bytes_say(content: bytes, media_type: str | None) -> None:
    assert media_type_of(content) == media_type


def test_labels_have_bounds() -> None:
    DeskSettings(labels=(Label("x" * 40, "y" * 500),) * 20).check()
    for labels, refusal in (
        ((Label("x", ""),) * 21, TooLarge),
        ((Label("x" * 41, ""),), TooLarge),
        ((Label("x", "y" * 501),), TooLarge),
        ((Label(" ", ""),), BadInput),
    ):
        with pytest.raises(refusal):
            DeskSettings(labels=labels).check()


def test_an_entry_from_when_marks_had_anchors_is_read() -> None:
    assert annotation_in({**body_of(MARK), "anchor": '{"v":1}'}) == MARK
