"""Links that carry a review: there and back, and every way in which one can arrive broken."""

import json
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.annotations import AnnotationKind
from countermark.model.errors import BadInput, TooLarge
from countermark.model.places import Place
from countermark.model.shares import MAX_SHARED_BYTES, SharedMark, SharedReview
from countermark.sharing import link, plannotator
from countermark.sharing.link import link_to, opened

MARK = SharedMark(
    id="an_1", author="Ada", kind=AnnotationKind.REPLACEMENT, words="shorter", text="Move it.", quote="Move the till.",
    place=Place("b2", 0, "b2", 14), lines=(3, 3), occurrence=(2, 3),
)  # fmt: skip
NOTE = SharedMark(id="an_2", author="", kind=AnnotationKind.NOTE, words="Fine. 🙂")
REVIEW = SharedReview(
    title="Café", text="# Café\n\nMove the till.\n", author="Ada", marks=(MARK, NOTE), review="rv_1", made_at=5
)


def fixed(count: int) -> bytes:
    return bytes(range(count))


def made(shared: SharedReview = REVIEW) -> str:
    return link_to(shared, "http://127.0.0.1:4747/", randomness=fixed)


def test_a_link_goes_there_and_back() -> None:
    assert made().startswith("http://127.0.0.1:4747/#cm1.")
    assert opened(made()) == REVIEW


@given(st.text(max_size=400), st.text(max_size=60))
def test_any_text_goes_there_and_back(text: str, author: str) -> None:
    shared = SharedReview(title="x", text=text, author=author[:20])
    found = opened(made(shared))
    assert found.text == text.encode("utf-8", "replace").decode()


@pytest.mark.parametrize("around", ["<{}>", "  {}\n", "{}\u200b", "see {}"])
def test_a_link_is_found_in_what_a_chat_or_a_mail_program_makes_of_it(around: str) -> None:
    broken = "\n".join(made()[at : at + 70] for at in range(0, len(made()), 70))
    assert opened(around.format(broken)) == REVIEW


@pytest.mark.parametrize("behind", [".", ")", ",", "**", "&utm_source=chat", "#top", "é"])
def test_what_a_sentence_puts_behind_a_link_is_no_part_of_it(behind: str) -> None:
    assert link.is_ours(made() + behind)
    assert opened(made() + behind) == REVIEW


@pytest.mark.parametrize("length", [30, 60, 200, -1, -20, -43, -44])
def test_a_cut_link_says_that_it_is_cut(length: int) -> None:
    with pytest.raises(BadInput, match=r"cut|missing") as refused:
        opened(made()[:length])
    assert "whole link" in refused.value.hint


def test_a_wrong_key_does_not_open_it() -> None:
    other = link_to(REVIEW, "http://x", randomness=lambda count: b"\7" * count)
    with pytest.raises(BadInput, match="key"):
        opened(f"{made().rpartition('.')[0]}.{other.rpartition('.')[2]}")


def test_a_link_with_something_changed_does_not_open() -> None:
    at = len(made()) // 2
    changed = "A" if made()[at] != "A" else "B"
    with pytest.raises(BadInput, match="key"):
        opened(f"{made()[:at]}{changed}{made()[at + 1 :]}")


@pytest.mark.parametrize(("said", "words"), [("cm2", "version 2"), ("cm99", "version 99")])
def test_a_link_of_another_version_says_so(said: str, words: str) -> None:
    with pytest.raises(BadInput, match=words) as refused:
        opened(made().replace("cm1", said))
    assert "Update" in refused.value.hint


def sealed(told: bytes) -> str:
    """A link that somebody has made who knows how."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = deflate.compress(told) + deflate.flush()
    whole = fixed(12) + AESGCM(fixed(32)).encrypt(fixed(12), body, b"cm1")
    return f"#cm1.{link.encoded(whole)}.{link.encoded(fixed(32))}"


def test_a_bomb_is_refused_before_it_unfolds() -> None:
    with pytest.raises(TooLarge, match="5 MB"):
        opened(sealed(b" " * (MAX_SHARED_BYTES * 40)))


@pytest.mark.parametrize(
    "told",
    [b"", b"42", b"[]", b"{}", b"{", b"[" * 100_000, b'{"countermark":1,"text":5}', b'{"countermark":true,"text":""}',
     b'{"countermark":2}', b'{"countermark":1,"marks":[{}]}', b'{"countermark":1,"marks":[{"kind":"comment","id":[]}]}',
     b'{"countermark":1,"marks":"x"}', b"\xff\xfe", b'{"countermark":1,"marks":[{"kind":[]}]}',
     b'{"countermark":1,"marks":[{"kind":{}}]}', b'{"countermark":1,"at":NaN}', b'{"countermark":1,"at":-Infinity}',
     b'{"countermark":%s}' % (b"9" * 4000)],
)  # fmt: skip
def test_what_is_no_shared_review_is_refused_in_words(told: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        opened(sealed(told))
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "place", [5, [], ["b1", 0, "b1"], ["b1", -1, "b1", 2], ["<script>", 0, "b1", 1], ["b1", True, "b1", 1]]
)
def test_a_place_that_is_none_leaves_the_mark_its_quote(place: object) -> None:
    told = {"countermark": 1, "text": "a", "marks": [{"id": "an_1", "kind": "comment", "quote": "a", "place": place}]}
    [mark] = opened(sealed(json.dumps(told).encode())).marks
    assert (mark.place, mark.quote) == (None, "a")


def test_what_is_too_much_for_a_link_is_refused_when_it_is_made() -> None:
    with pytest.raises(TooLarge, match="5 MB"):
        made(replace(REVIEW, text="x" * MAX_SHARED_BYTES))


def plannotators(told: object) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = deflate.compress(json.dumps(told).encode()) + deflate.flush()
    return "https://share.example/#" + urlsafe_b64encode(body).rstrip(b"=").decode()


def test_a_link_of_plannotator_opens() -> None:
    told = {
        "p": "# Ship it\n\nOne. Two.\n",
        "a": [
            ["D", "One.", "ada"],
            ["C", "Two.", "Why two?", "bob"],
            ["G", "Good.", "ada"],
            ["R", "One.", "Eins.", None],
            ["?", "x"],
        ],
        "g": [["/tmp/a.png", "a"]],
    }
    shared = plannotator.opened(plannotators(told))
    assert (shared.title, shared.text) == ("Ship it", told["p"])
    said = [(mark.kind.value, mark.quote, mark.words, mark.text, mark.author) for mark in shared.marks]
    assert said == [
        ("deletion", "One.", "", "", "ada"), ("comment", "Two.", "Why two?", "", "bob"),
        ("note", "", "Good.", "", "ada"), ("replacement", "One.", "", "Eins.", ""),
    ]  # fmt: skip
    assert len(shared.left_out) == 2
    assert not link.is_ours(plannotators(told))


@pytest.mark.parametrize("told", [5, {}, {"p": 5}, []])
def test_what_is_no_plan_of_plannotator_is_refused_in_words(told: object) -> None:
    with pytest.raises(BadInput):
        plannotator.opened(plannotators(told))


@pytest.mark.parametrize("kind", [[], {}, [["C"]], None, 5, True, "CC"])
def test_a_mark_of_plannotator_of_no_kind_is_left_out_and_told(kind: object) -> None:
    shared = plannotator.opened(plannotators({"p": "# Ship", "a": [[kind, "Ship", "Why?"], ["C", "Ship", "Go."]]}))
    assert [mark.words for mark in shared.marks] == ["Go."]
    assert shared.left_out == ("1 of its marks could not be read.",)


def test_marks_of_plannotator_keep_to_our_limits() -> None:
    told = [["C", "Ship", "w" * 60_000, "ada"], ["C", "q" * 300_000, "w", "ada"], ["C", "Ship", "Go.", "a" * 60_000]]
    shared = plannotator.opened(plannotators({"p": "# Ship", "a": told}))
    assert [(mark.words, len(mark.author)) for mark in shared.marks] == [("Go.", 100)]
    assert shared.left_out == ("2 of its marks could not be read.",)


def test_halves_of_characters_in_a_link_of_plannotator_become_question_marks() -> None:
    shared = plannotator.opened(plannotators({"p": "# Ship \ud800", "a": [["C", "\ud800", "\ud800", "\ud800"]]}))
    [mark] = shared.marks
    assert (shared.text, mark.quote, mark.words, mark.author) == ("# Ship ?", "?", "?", "?")


def test_a_bomb_of_plannotator_is_refused() -> None:
    with pytest.raises(TooLarge):
        plannotator.opened(plannotators({"p": "x" * (MAX_SHARED_BYTES * 20)}))
