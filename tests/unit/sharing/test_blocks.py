"""Marks in the file itself: there and back, through git, editors and hands."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.annotations import AnnotationKind
from countermark.model.errors import BadInput
from countermark.model.shares import SharedMark
from countermark.sharing.block import LANGUAGE, read_block, with_block, without_block

TEXT = "# Café\n\nMove the till.\n"
ADA = SharedMark(
    id="an_1", author="Ada", kind=AnnotationKind.COMMENT, words="Why?\n```\nx", quote="Move the till.", lines=(3, 3)
)
BOB = SharedMark(id="an_2", author="Bob", kind=AnnotationKind.NOTE, words="Good.")


def test_a_file_carries_its_marks_and_gives_them_back() -> None:
    file = with_block(TEXT, [ADA, BOB], author="Ada")
    found = read_block(file)
    assert found is not None
    assert (found.text, found.marks, found.author, found.left_out) == (TEXT, (ADA, BOB), "Ada", ())
    assert without_block(file) == TEXT


def test_a_file_with_a_block_gets_no_second_one() -> None:
    file = with_block(with_block(TEXT, [ADA], author="Ada"), [ADA, BOB], author="Bob")
    assert file.count(LANGUAGE) == 1
    assert with_block(file, [], author="Bob") == TEXT


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.replace("\n", "\r\n"),
        lambda it: it + "\n\n  \n",
        lambda it: it.rstrip("\n"),
        lambda it: it.replace(f"```{LANGUAGE}", f"  ```{LANGUAGE}  "),
    ],
)
def test_what_editors_and_git_do_to_a_file_leaves_its_marks(change) -> None:  # type: ignore[no-untyped-def]
    found = read_block(change(with_block(TEXT, [ADA, BOB], author="Ada")))
    assert found is not None
    assert found.marks == (ADA, BOB)
    assert found.left_out == ()


@pytest.mark.parametrize("outer", ["````markdown\n{}````\n", "~~~\n{}~~~\n", "`````\n{}\n`````"])
def test_a_sample_of_a_block_within_a_fence_is_text(outer: str) -> None:
    file = TEXT + outer.format(with_block("", [ADA], author="Ada").lstrip("\n"))
    assert read_block(file) is None
    found = read_block(with_block(file, [BOB], author="Bob"))
    assert found is not None
    assert (found.text.rstrip(), found.marks) == (file.rstrip(), (BOB,))


def test_two_whole_blocks_that_somebody_has_kept_are_one() -> None:
    whole = with_block(TEXT, [ADA], author="Ada")
    other = with_block(TEXT, [BOB], author="Bob")[len(TEXT) :]
    found = read_block(whole + other)
    assert found is not None
    assert (found.text, found.marks, found.left_out) == (TEXT, (ADA, BOB), ())
    assert with_block(whole + other, [ADA, BOB], author="Ada").count(LANGUAGE) == 1


def test_a_conflict_around_two_whole_blocks_is_told() -> None:
    ours, theirs = (with_block(TEXT, [each], author="x")[len(TEXT) :] for each in (ADA, BOB))
    with pytest.raises(BadInput, match="conflict"):
        read_block(f"{TEXT}<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> bobs-branch\n")


def test_a_text_that_was_changed_since_says_so() -> None:
    found = read_block(with_block(TEXT, [ADA], author="Ada").replace("till", "desk", 1))
    assert found is not None
    assert "changed" in found.left_out[0]


def test_lines_of_two_people_stand_beside_each_other_and_each_mark_counts_once() -> None:
    ours, theirs = (with_block(TEXT, [ADA, each], author="x").splitlines() for each in (ADA, BOB))
    merged = [*ours[:-1], theirs[-2], theirs[-1]]
    found = read_block("\n".join(merged))
    assert found is not None
    assert found.marks == (ADA, BOB)


@pytest.mark.parametrize("spoilt", ["<<<<<<< HEAD", "{", "[1,", '{"kind":"?"}', '{"kind":"comment","words":5}'])
def test_a_spoilt_line_is_refused_in_words(spoilt: str) -> None:
    lines = with_block(TEXT, [ADA], author="Ada").splitlines()
    with pytest.raises(BadInput) as refused:
        read_block("\n".join([*lines[:-1], spoilt, lines[-1]]))
    assert refused.value.hint


@pytest.mark.parametrize(
    "text", ["", "\n", TEXT, f"```{LANGUAGE}\n", f"x\n```{LANGUAGE}\n{{}}\n```\nafter\n", f"~~~{LANGUAGE}\n```\n"]
)
def test_a_file_without_a_block_at_its_end_has_no_marks(text: str) -> None:
    assert read_block(text) is None
    assert without_block(text) == text


def test_an_empty_block_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="version"):
        read_block(f"{TEXT}\n```{LANGUAGE}\n```\n")


@given(st.text(max_size=300))
def test_any_text_keeps_its_words(text: str) -> None:
    found = read_block(with_block(text, [BOB], author="Bob"))
    assert found is not None
    assert found.text.rstrip("\r\n") == without_block(text).rstrip("\r\n")


@pytest.mark.parametrize("text", ["\n" * 500_000 + "x", "```\n" * 200_000, f"```{LANGUAGE}\n" * 50_000])
def test_a_hostile_file_is_read_in_no_time(text: str) -> None:
    begun = time.process_time()
    with contextlib.suppress(BadInput):
        read_block(text)
    assert time.process_time() - begun < 5
