"""Reading an HTTP response: any cut gives the same, and nothing doubtful passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.doorbell.errors import BadAnswer
from countermark.doorbell.ring import Response

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
SIZED = b"HTTP/1.1 200 OK\r\nContent-Length: %s\r\n\r\n"


def read(*pieces: bytes, body_limit: int = 1000) -> Response:
    response = Response(body_limit=body_limit)
    for piece in pieces:
        response.feed(piece)
    return response


@given(st.lists(st.binary(min_size=1, max_size=20), max_size=6), st.data())
def test_any_cut_of_a_chunked_answer_reads_the_same(chunks: list[bytes], data: st.DataObject) -> None:
    wire = (
        CHUNKED + b"".join(b"%X;x=1\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\nTrailer: 1\r\n\r\n"
    )
    cuts = sorted(data.draw(st.lists(st.integers(0, len(wire)), max_size=8)))
    pieces = [wire[start:end] for start, end in zip([0, *cuts], [*cuts, len(wire)], strict=True)]
    response = read(*pieces)
    assert (response.complete, bytes(response.body)) == (True, b"".join(chunks))
    assert not read(wire[: data.draw(st.integers(0, len(wire) - 1))]).complete


@given(st.binary(max_size=50), st.integers(0, 100))
def test_a_sized_answer_ends_with_its_last_byte(body: bytes, cut: int) -> None:
    wire = SIZED % str(len(body)).encode() + body
    response = read(wire[:cut], wire[cut:])
    assert (response.complete, bytes(response.body), response.status) == (True, body, 200)
    assert not read(wire[:-1]).complete


def test_status_and_headers_are_told() -> None:
    response = read(b"HTTP/1.1 404 Not Found\r\nX-Odd:  a:b \r\ncontent-length: 0\r\n\r\n")
    assert (response.status, response.headers["x-odd"], response.complete) == (404, "a:b", True)
    assert read(b"HTTP/1.1 204 None\r\n\r\n").complete


@pytest.mark.parametrize(
    "wire",
    [
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/1.1 20 OK\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n",
        b"HTTP/1.1 2x0 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n folded: 1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n: 1\r\n\r\n",
        SIZED % b"-1",
        SIZED % b"+1",
        SIZED % b"1001",
        SIZED % (b"9" * 40),
        SIZED % "²".encode("latin-1"),
        CHUNKED + b"\r\n",
        CHUNKED + b"-1\r\n",
        CHUNKED + b"0x5\r\n",
        CHUNKED + b"3e9\r\n",
        CHUNKED + b"123456789\r\n",
        CHUNKED + b"2\r\nabc\r\n",
        CHUNKED + b"1" * 300,
        CHUNKED + b"3e8\r\n" + b"x" * 1000 + b"\r\n1\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 6000,
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 6000 + b"\r\n",
    ],
)
def test_what_is_doubtful_is_refused(wire: bytes) -> None:
    with pytest.raises(BadAnswer):
        read(wire)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(wire: bytes) -> None:
    for start in (b"", b"HTTP/1.1 ", CHUNKED, SIZED % b"10"):
        try:
            response = read(start + wire)
        except BadAnswer:
            continue
        assert len(response.body) <= 1000
