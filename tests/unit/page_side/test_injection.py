"""Where our script comes to stand in a page, however the page is cut on its way."""

import itertools
import re

import html5lib
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from countermark.page_side.injection import CLIENT, Injection, script
from countermark.page_side.markup import Markup
from tests.figures import examples

OURS = script(None)
# Pieces that a page can be made of, the odd ones above all.
BITS = (
    *("<!doctype html>", "<html>", "<body>", "</body>", "</BODY >", "</bodyguard>", "</body", "<", "</", "<!", "</>"),
    *(
        "<script>",
        "</script>",
        "<script nonce=abc>",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "<!--!>",
        "<!---!>",
        "<!--->",
        "<style>",
        "</style",
        "</style>",
    ),
    *("<p title='</body>'>", '<p title="</body>">', "<a href=</body>", "<a b = '", "'", '"', "=", ">", "/", " ", "x"),
    *("<textarea>", "</textarea>", "<template>", "</template>", "<svg>", "</svg>", "<svg/>", "<![CDATA[", "]]>"),
    *(
        "<plaintext>",
        "<?php",
        "<title/>",
        "</titl",
        "e>",
        "\n",
        "é",
        "<ScRiPt",
        "</sCrIpT",
        "<noscript>",
        "</noscript>",
    ),
    # No `</p>`: in SVG a browser takes it for the end of that, html5lib does not yet.
    *(
        "<svg><foreignObject>",
        "</foreignobject></svg>",
        "<svg><desc>",
        "<math>",
        "</math>",
        "<math><mi>",
        "<p>",
        "<style/>",
    ),
)
PAGES = st.lists(st.sampled_from(BITS), max_size=25).map(lambda bits: "".join(bits).encode())


def passed(*chunks: bytes, nonce: str | None = None) -> bytes:
    injection = Injection(nonce=nonce)
    return b"".join([*(injection.feed(chunk) for chunk in chunks), injection.end()])


def marked(*chunks: str) -> str:
    """The page with a ☞ where our script came to stand."""
    return passed(*(chunk.encode() for chunk in chunks)).replace(OURS, "☞".encode()).decode()


@pytest.mark.parametrize(
    "page",
    [
        "<!doctype html><html><body><p>a</p>☞</body></html>",
        "<HTML><BODY>a☞</BODY\n></HTML>",
        "<!doctype html><p>no body tag at all☞</body>",
        "<!doctype html>a☞</body></body></html>",
        "<!doctype html><script>let a = '</body>'; let b = `</body>`</script>☞</body>",
        "<!doctype html><script><!-- document.write('<script></body></script>') --></script>☞</body>",
        "<!doctype html><script><!--> '</body>' </script>☞</body>",
        "<!doctype html><style>a::after{content:'</body>'}</style>☞</body>",
        "<!doctype html><textarea></body></textarea><title></body></title>☞</body>",
        "<!doctype html><noscript></body></noscript><iframe></body></iframe>☞</body>",
        "<!doctype html><!-- </body> --><!--><p>a</p><!---><!-- --!>☞</body>",
        "<!doctype html><!--!> </body> --><!---!> </body> --><!----!>☞</body>",
        "<!doctype html><!-- </body> --!-> </body> --!><!--->☞</body>",
        "<!doctype html><p title='</body>' alt=\"</body>\" don't>☞</body>",
        '<!doctype html><a href=x"y>☞</body>',
        "<!doctype html><template><p></body></template>☞</body>",
        "<!doctype html><svg><![CDATA[</body>]]></svg>☞</body>",
        "<!doctype html><svg><title/><style/></svg>☞</body>",
        "<!doctype html><svg><style><a b='</body>'></style></svg>☞</body>",
        "<!doctype html><svg><p><title/></body></title>☞</body>",
        "<!doctype html><svg><foreignObject><title/></body></title></foreignObject><style/></svg>☞</body>",
        "<!doctype html><math><mi><style></body></style></mi><style/></math>☞</body>",
        "<!doctype html><?x </body ?>☞</body>",
        "<!doctype html></bodyguard>☞</body>",
    ],
)
def test_before_the_end_of_the_body_that_a_browser_sees(page: str) -> None:
    assert marked(page.replace("☞", "")) == page


@pytest.mark.parametrize(
    "page", ["<!doctype html><p>a☞", "<html><p>a☞", "<body>a☞", "<!DOCTYPE html>☞</bod", "<html>☞<"]
)
def test_at_the_end_of_a_document_that_closes_nothing(page: str) -> None:
    assert marked(page.replace("☞", "")) == page


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<p>a part of a page</p>",
        "<div>a</div></body>",
        "<tr><td>a</td></tr>",
        "plain text",
        "<!doctype html><script>never closed </body>",
        "<!doctype html><!-- never closed </body>",
        "<!doctype html><plaintext></body>",
        "<!doctype html><p class='never closed </body>",
    ],
)
def test_not_where_it_would_be_none(page: str) -> None:
    assert marked(page) == page


def test_never_twice() -> None:
    once = passed(b"<!doctype html><body>a</body>")
    assert passed(once) == once
    own = f'<html><script type=module src="{CLIENT}?v=1"></script><body></body>'
    assert passed(own.encode()) == own.encode()


def test_letters_of_two_bytes_are_left_alone() -> None:
    page = "\ufeff<!doctype html></body>".encode("utf-16-le")
    assert passed(page) == page
    assert passed(*(page[at : at + 1] for at in range(len(page)))) == page


@pytest.mark.parametrize(
    ("page", "nonce"),
    [
        ('<!doctype html><script nonce="aB+/9_-=">1</script></body>', "aB+/9_-="),
        ("<!doctype html><SCRIPT NONCE=abc></SCRIPT></body>", "abc"),
        ('<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src \'nonce-xyz\'"></body>', "xyz"),
        ("<!doctype html><script nonce='a\"><b'></script></body>", None),
        ("<!doctype html><p nonce=abc></body>", None),
    ],
)
def test_takes_over_the_nonce_of_the_page(page: str, nonce: str | None) -> None:
    assert passed(page.encode()) == page.replace("</body>", script(nonce).decode() + "</body>").encode()


def test_the_nonce_of_the_header_wins() -> None:
    assert b'nonce="header"' in passed(b"<!doctype html><script nonce=page></script></body>", nonce="header")


@given(page=PAGES, cuts=st.lists(st.integers(0, 400), max_size=12))
@example(page=b'<!doctype html><a href=x="</body>">', cuts=[24])
@example(page=b"<html><p a='</body>'b=\"</body>\"></body>", cuts=[9, 11, 20])
def test_how_it_is_cut_changes_nothing(page: bytes, cuts: list[int]) -> None:
    edges = sorted({0, len(page), *(cut % (len(page) + 1) for cut in cuts)})
    chunks = [page[start:end] for start, end in itertools.pairwise(edges)]
    assert passed(*chunks) == passed(page)


@given(page=PAGES)
def test_byte_by_byte_is_the_same(page: bytes) -> None:
    assert passed(*(page[at : at + 1] for at in range(len(page)))) == passed(page)


@examples(400)
@given(page=PAGES)
@example(page=b"<svg/><svg><body><title/>")
def test_it_is_a_script_to_a_parser_of_the_standard(page: bytes) -> None:
    assume(b"CDATA" not in page or not any(point in page for point in (b"<foreignObject>", b"<desc>", b"<mi>")))
    after = passed(page)
    if after == page:
        return
    # In an SVG that the page never closes it is an element too, if one that loads nothing.
    document = html5lib.HTMLParser(namespaceHTMLElements=False).parse(after.decode(), scripting=True)
    assert [each for each in document.iter() if str(each.tag).endswith("script") and each.get("src") == CLIENT], after


@given(page=PAGES)
def test_nothing_of_the_page_is_lost(page: bytes) -> None:
    assert re.sub(rb'<script type="module" src="/__inline-review/client.js"[^>]*></script>', b"", passed(page)) == page


@given(page=PAGES)
def test_next_to_nothing_is_held_back(page: bytes) -> None:
    injection, gone = Injection(), 0
    for at in range(len(page)):
        gone += len(injection.feed(page[at : at + 1]))
        assert at + 1 - gone <= 64


def test_a_page_of_many_megabytes_takes_no_memory() -> None:
    injection = Injection()
    injection.feed(b"<!doctype html><body><img src='data:")
    held = [len(injection._unread) for _ in range(40) if injection.feed(b"A" * 65536)]
    assert max(held) < 100
    assert injection.feed(b"'>x</body>").endswith(OURS + b"</body>")


def test_the_place_is_told_once() -> None:
    markup = Markup()
    assert markup.read(b"<html></body></body>") == 6
    assert markup.found == 6
