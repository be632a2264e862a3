"""Pieces of one message are read together, and what comes of it is what reading them one by one gives."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.agents.acp.chunk_runs import LONGEST_PIECE, read_lines
from countermark.agents.acp.lines import AgentLine, CutLine, read_line
from countermark.agents.acp.translate.hearing import Hearing
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction


def piece(text: str, *, kind: str = "agent_message_chunk", ascii_only: bool = False, **more: object) -> bytes:
    update = {"sessionUpdate": kind, "content": {"type": "text", "text": text}, **more}
    message = {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "c", "update": update}}
    return json.dumps(message, ensure_ascii=ascii_only).encode()


def around(text: bytes) -> bytes:
    """A piece whose text stands in the line to the letter, with its quotes."""
    return piece("PLACE").replace(b'"PLACE"', text)


def alone(lines: list[bytes | CutLine]) -> list[AgentLine]:
    return [read_line(line) for line in lines]


def texts_of(line: AgentLine) -> tuple[str, ...]:
    return (line.text, *line.more)


def events_of(read: list[AgentLine]) -> list[SessionEvent]:
    """What a session makes of them."""
    hearing, number = Hearing(SessionState(conversation="c")), 1
    for line in read:
        hearing.take(Direction.FROM_AGENT, line.message or None, line=number, at=7)
        number += len(texts_of(line))
    hearing.translation.settle(at=9)
    return list(hearing.translation.take_events())


def check(lines: list[bytes | CutLine]) -> list[AgentLine]:
    """Nothing is lost and nothing means anything else; gives what was read."""
    read, singly = read_lines(lines), alone(lines)
    assert [text for line in read for text in texts_of(line)] == [line.text for line in singly]
    assert events_of(read) == events_of(singly)
    return read


def test_pieces_of_a_message_become_one_line_with_all_their_text() -> None:
    pieces = ["Here ", 'is "a"\n', "", "\\", "😀é\u2028", "\x7f", "end."]
    [line] = check([piece(text) for text in pieces])
    assert line.message["params"]["update"]["content"]["text"] == "".join(pieces)
    assert len(line.more) == len(pieces) - 1


def test_a_writer_that_escapes_is_read_together_too() -> None:
    [line] = check([piece(text, ascii_only=True) for text in ("a", "é", "😀", "\u2028")])
    assert line.message["params"]["update"]["content"]["text"] == "aé😀\u2028"


def test_another_voice_or_another_message_is_another_line() -> None:
    read = check(
        [
            piece("a", kind="agent_thought_chunk"),
            piece("b"),
            piece("c"),
            piece("d", messageId="1"),
            piece("e", messageId="1"),
            piece("f", messageId="2"),
        ]
    )
    assert [len(texts_of(line)) for line in read] == [1, 2, 2, 1]


@pytest.mark.parametrize(
    "odd",
    [
        around(b'"a\x01b"'),  # no JSON: a control character
        around(b'"a"b"'),
        around(b'"a\\"'),
        around(b'"\xff"'),  # no UTF-8
        around(b'"\\ud83d"'),  # half a character
        around(b'""'),
        around(b'"a","_meta":{"x":1},"more":"b"'),
        around(b"7"),
        around(b'["a"]'),
        piece("x").replace(b'"jsonrpc"', b'"id": 7, "jsonrpc"'),
        piece("x") + b"\r",
        b"\xef\xbb\xbf" + piece("x"),
        CutLine(b"begun", "too long"),
        b"",
        b"42",
        piece("x")[:-1],
        piece("x" * (LONGEST_PIECE + 1)),
        piece("x", kind="tool_call_update"),
    ],
)
def test_a_line_of_another_kind_between_them_stays_what_it_is(odd: bytes | CutLine) -> None:
    check([piece("a"), piece("b"), odd, piece("c"), piece("d")])
    check([odd, odd, piece("c"), piece("d"), odd])


@pytest.mark.parametrize(
    "first",
    [
        piece("2.0"),  # stands twice in its line
        piece("text"),
        piece("same", _meta={"note": "same"}),
        around(b'"first","text":"a"'),  # the second one counts
        around(b'"a","text":"first"'),
        around(b'"x"').replace(b'"type"', b'"text": "\\u0078", "type"'),
    ],
)
def test_a_text_that_stands_elsewhere_in_its_line_is_not_taken_for_the_text(first: bytes) -> None:
    other = first.replace(b"2.0", b"3.0").replace(b"same", b"else").replace(b"first", b"other")
    check([first, first, other, first.replace(b'"a"', b'"b"'), piece("b"), first])


TEXTS = st.text(st.sampled_from('ab"\\{}:,|\né😀\ud83d\x00'), max_size=6)
VOICES = ["agent_thought_chunk", "user_message_chunk"]
LINES = st.one_of(
    st.builds(piece, TEXTS, ascii_only=st.just(True)),
    st.builds(
        piece, TEXTS, kind=st.sampled_from(["agent_thought_chunk", "user_message_chunk"]), ascii_only=st.just(True)
    ),
    st.builds(piece, TEXTS, ascii_only=st.just(True), messageId=TEXTS),
    st.builds(around, st.binary(max_size=8)).filter(lambda line: b"\n" not in line),
)


@given(st.lists(LINES, max_size=8))
def test_whatever_the_pieces_are_they_mean_what_each_of_them_means(lines: list[bytes | CutLine]) -> None:
    check(lines)
