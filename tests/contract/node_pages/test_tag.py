"""Where the npm package puts the script: before the end of the body that a browser sees, however the page streams."""

import json
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from countermark.page_side.injection import Injection
from tests.figures import examples
from tests.sites.node_sites import NODE

TAG = b'<script type="module" src="/__inline-review/client.js"></script>'
HELD = len("</template")
HEAD = b"<!doctype html><html><head><title>Shop</title></head>"
PIECES = (
    *("<html>", "<body>", "<p>", "text", " ", "</p>", "</body>", "</BODY >", "</html>", "<br/>", "</bodyguard>"),
    *("<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<textarea>", "</textarea>"),
    *("<!--", "-->", '<a title="', "'", '"', ">", "<", "</", "=", "ä", "<p data-x='</body>'>", "<!doctype html>"),
    *("</p=", "<p ", "/", "à", "\u00a0", "\n", "</p", "<p", "<template>", "</template>", "<template x='>'/>"),
    *(
        "<svg>",
        "</svg>",
        "<svg/>",
        "<title/>",
        "<script/>",
        "<![CDATA[",
        "]]>",
        "<!-->",
        "<!--!>",
        "<!---!>",
        "--!>",
        "<plaintext>",
    ),
    *(
        "<foreignObject>",
        "</foreignObject>",
        "<desc>",
        "</desc>",
        "<math>",
        "</math>",
        "<mi>",
        "</mi x='<p>'>",
        "<style/>",
    ),
)


class Placer:
    """The package's own code in a node process."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("place.mjs")
        self._node = subprocess.Popen([NODE, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def pieces(self, *pieces: bytes, nonce: str | None = None) -> list[bytes]:
        """What goes on after each piece, and at the end."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        wish = {"pieces": [b64encode(piece).decode() for piece in pieces], "nonce": nonce}
        self._node.stdin.write(json.dumps(wish).encode() + b"\n")
        self._node.stdin.flush()
        return [b64decode(piece) for piece in json.loads(self._node.stdout.readline())]

    def page(self, *pieces: bytes, nonce: str | None = None) -> bytes:
        return b"".join(self.pieces(*pieces, nonce=nonce))

    def close(self) -> None:
        self._node.communicate(timeout=10)


@pytest.fixture(scope="module")
def placer() -> Iterator[Placer]:
    one = Placer()
    yield one
    one.close()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (HEAD + b"<body><p>Rope</p>", b"</body></html>"),
        (HEAD + b"<body><script>const end = '</body>';</script>", b"</BODY ></html>"),
        (HEAD + b"<body><!-- </body> -->", b"</body>"),
        (HEAD + b"<body><!--> ", b"</body>"),
        (HEAD + b"<body><!---><!--!> </body> --><!---!> </body> --><!----!>", b"</body>"),
        (HEAD + b"<body><p title='</body>' lang=en'>", b"</body>"),
        (HEAD + b'<body><p title = "it\'s </body>">', b"</body>"),
        (HEAD + b"<body><textarea></body></textarea>", b"</body>"),
        (HEAD + b"<body><img src=data:" + b"a" * 5000 + b" title=' > '>", b"</body>"),
        (HEAD + b"<body>no end", b""),
        (HEAD + b"<body><template><body></body></template><p>Rope</p>", b"</body></html>"),
        (HEAD + b"<body></template><template/><p title='</template>'></body></TEMPLATE >", b"</body>"),
        (HEAD + b"<body><svg><title/><style/><![CDATA[</body>]]></svg>", b"</body>"),
        (HEAD + b"<body><script><!-- <script></script></body> --></script>", b"</body>"),
        ("<html><body>Möwe, カモメ".encode(), b"</body>"),
        (b"<html><body>\xff\xfe bytes of no encoding", b"</body>"),
    ],
)
def test_the_tag_stands_before_the_end_of_the_body(placer: Placer, before: bytes, after: bytes) -> None:
    whole = before + after
    assert placer.page(whole) == before + TAG + after
    assert placer.page(*(whole[at : at + 1] for at in range(len(whole)))) == before + TAG + after


@pytest.mark.parametrize(
    "page",
    [
        b"<li>a row that htmx asked for</li>",
        b"",
        HEAD + b"<body>" + TAG + b"</body>",
        HEAD + b"<body><script src='/__inline-review/client.js' type=module></script></body>",
        HEAD + b"<body><script>unfinished </body>",
        HEAD + b"<body><plaintext></body>",
        b"<header></header></body>",
        HEAD + b"<body><p title='unfinished </body>",
    ],
)
def test_what_is_no_page_or_has_the_tag_stays_as_it_is(placer: Placer, page: bytes) -> None:
    assert placer.page(page) == page
    assert placer.page(*(page[at : at + 1] for at in range(len(page)))) == page


def test_next_to_nothing_is_held_back(placer: Placer) -> None:
    page = HEAD + b"<body>" + b"<p>A paragraph that is shown while the next one is still thought about.</p>" * 20
    sent = [page[at : at + 7] for at in range(0, len(page), 7)]
    gone = placer.pieces(*sent)
    for count in range(1, len(sent)):
        assert len(b"".join(sent[:count])) - len(b"".join(gone[:count])) <= HELD


@pytest.mark.parametrize(
    "ending",
    [
        b"</script>",
        b"</script>\n",
        b"<script>$RC('B:0')</script>",
        b"<!--/$-->",
        b"<br>",
        b"<i>",
        b"</h1>",
        b"a < b",
        b"<p id=x",
    ],
)
def test_a_piece_goes_on_whole_when_all_of_it_is_told(placer: Placer, ending: bytes) -> None:
    """React ends a piece of a streamed page so, and what it shows is shown now and not with the next piece."""
    piece = HEAD + b"<body><script>" * ending.startswith(b"</script>") + ending
    assert placer.pieces(piece, b"<b>")[0] == piece


@pytest.mark.parametrize(("inside", "held"), [(b"if (a </", b"</"), (b"a </SCRIPT", b"</SCRIPT"), (b"a </div", b"")])
def test_of_a_script_only_an_unfinished_end_waits(placer: Placer, inside: bytes, held: bytes) -> None:
    piece = HEAD + b"<body><script>" + inside
    assert placer.pieces(piece, b"b")[0] == piece.removesuffix(held)


def test_the_pages_nonce_is_taken_over(placer: Placer) -> None:
    page = HEAD + b"<body><script nonce='r4nd+m/=='>1</script></body>"
    assert b'client.js" nonce="r4nd+m/==">' in placer.page(page)
    assert b'client.js" nonce="fromheader">' in placer.page(page, nonce="fromheader")
    assert placer.page(HEAD + b"<body><script nonce='\"><b'>1</script></body>").count(b"nonce") == 1


@examples(400)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.integers(1, 9))
@example(["<math>", "</p=", "<html>", "<script>"], 1)  # no end of a `p`
@example(["<svg>", "<desc>", "<p>", "</desc>", "<title>"], 3)
def test_the_cut_changes_nothing(pieces: list[str], size: int) -> None:
    page = HEAD + "".join(pieces).encode()
    whole = SHARED.page(page)
    assert SHARED.page(*(page[at : at + size] for at in range(0, len(page), size))) == whole
    assert whole.replace(TAG, b"", 1) == page.replace(TAG, b"", 1)


@examples(400)
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_it_agrees_with_the_python_side(pieces: list[str]) -> None:
    page = HEAD + b"<body>" + "".join(pieces).encode() + b"</body></html>"
    injection = Injection()
    assert SHARED.page(page) == injection.feed(page) + injection.end()


@pytest.fixture(scope="module", autouse=True)
def _shared() -> Iterator[None]:
    """Hypothesis gives no fixtures to its examples."""
    global SHARED
    SHARED = Placer()
    yield
    SHARED.close()


SHARED: Placer
