"""Bytes become lines and lines become messages, wherever the pieces of a pipe happen to be cut."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.agents.acp.lines import KEPT_OF_LONGER, CutLine, LineKind, LineSplitter, read_line


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=10))
def test_lines_are_the_same_wherever_the_pieces_are_cut(content: bytes, cuts: list[int]) -> None:
    content = content.replace(b"a", b"\n")
    splitter, lines, last = LineSplitter(), list[bytes | CutLine](), 0
    for place in [*sorted(min(cut, len(content)) for cut in cuts), len(content)]:
        lines += splitter.feed(content[last:place])
        last = place
    assert [*lines, splitter.rest()] == content.split(b"\n")


@given(st.lists(st.integers(1, 9), min_size=1, max_size=12))
def test_a_line_that_is_too_long_is_cut_once_and_the_next_is_whole(pieces: list[int]) -> None:
    splitter = LineSplitter(longest=10)
    lines = [line for size in [*pieces, 9, 9] for line in splitter.feed(b"x" * size)]
    lines += splitter.feed(b"xx\nnext\n")
    assert [type(line) for line in lines] == [CutLine, bytes]
    assert lines[-1] == b"next"
    assert splitter.rest() == b""


def test_of_a_line_that_is_too_long_the_beginning_is_kept() -> None:
    splitter = LineSplitter(longest=100_000)
    [cut] = splitter.feed(b"a" * 200_000)
    line = read_line(cut)
    assert (line.kind, len(line.text)) == (LineKind.JUNK, KEPT_OF_LONGER)
    assert "100000 bytes" in line.why


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ({"jsonrpc": "2.0", "id": 0, "method": "fs/read_text_file", "params": {}}, LineKind.REQUEST),
        ({"id": "a", "method": "_x"}, LineKind.REQUEST),
        ({"id": None, "method": "_x"}, LineKind.REQUEST),
        ({"id": 1.5, "method": "_x"}, LineKind.REQUEST),
        ({"method": "session/update"}, LineKind.NOTIFICATION),
        ({"method": "session/update", "result": 1}, LineKind.NOTIFICATION),
        ({"id": 1, "result": None}, LineKind.ANSWER),
        ({"id": None, "error": {}}, LineKind.ANSWER),
        ({"id": 1, "result": {}, "error": {}}, LineKind.ANSWER),
        ({"id": 1, "result": {}, "method": None}, LineKind.ANSWER),
        ({"id": 1}, LineKind.JUNK),
        ({"result": {}}, LineKind.JUNK),
        ({"id": 1, "method": 7, "result": {}}, LineKind.JUNK),
        ({"id": {}, "method": "_x"}, LineKind.JUNK),
        ({"id": True, "method": "_x"}, LineKind.JUNK),
    ],
)
def test_what_a_message_has_says_what_it_is(message: dict[str, object], kind: LineKind) -> None:
    text = json.dumps(message)
    line = read_line(text.encode())
    assert (line.kind, line.text) == (kind, text)
    assert line.message == ({} if kind is LineKind.JUNK else message)
    assert bool(line.why) is (kind is LineKind.JUNK)


@given(st.binary())
def test_any_bytes_are_read_as_something(content: bytes) -> None:
    line = read_line(content)
    assert line.why or line.message


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
    )
)
def test_any_json_is_read_as_something(value: object) -> None:
    line = read_line(json.dumps({"method": "x", "params": value}, ensure_ascii=True).encode())
    assert line.message == {"method": "x", "params": value}


def test_numbers_that_no_json_knows_count_as_absent() -> None:
    line = read_line(b'{"method":"x","params":{"cost":NaN,"used":-Infinity,"size":1}}')
    assert line.message["params"] == {"cost": None, "used": None, "size": 1}


def test_half_a_character_pair_is_read() -> None:
    assert read_line(rb'{"method":"x","params":"\ud800"}').message["params"] == "\ud800"
