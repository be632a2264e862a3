"""Nothing that an agent writes can run, load, submit, leave its area or pass for ours."""

import re
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.markdown.rendering import render
from countermark.documents.markdown.sanitise import sanitise
from countermark.documents.markdown.stand_ins import MOST

HOSTILE = (Path(__file__).parent / "hostile.txt").read_text(encoding="utf-8").split("\n%%\n")
TAGS = set(
    "a abbr b blockquote br caption cite code dd details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i "
    "img kbd li ol p pre q rt ruby s samp section small span strong sub summary sup table tbody "
    "td tfoot th thead time tr u ul var wbr".split()
)
ATTRIBUTES = set(
    "alt aria-checked aria-disabled aria-label class colspan data-block data-continues data-href data-image "
    "data-language data-lines data-math decoding href id loading open rel role rowspan scope src start tabindex target "
    "title".split()
)
CLASSES = re.compile(
    r"alert(-[a-z]+)?|alert-title|c|center|continued|done|escape|footnotes|front-matter|image|inert|k|left|note-(ref|back)"
    r"|diff-minus|diff-plus|open|partly|raw|right|split|table|task|task-item"
)
MANY = "&" * (MOST + 1)
LEAVING = re.compile(r"https?://|mailto:", re.IGNORECASE)
PICTURE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*", re.IGNORECASE)
TOKENS = st.sampled_from(
    [
        *HOSTILE,
        "<",
        ">",
        '"',
        "'",
        "&",
        "`",
        "\n",
        "\n\n",
        " ",
        "<b",
        "<p ",
        "<!--",
        "-->",
        "</",
        "data-sourcepos=",
        "a",
        "<svg>",
        "<math>",
        "<style>",
        "<template>",
        "<table>",
        "<td>",
        "> ",
        "- ",
        "|",
        "[x](",
        ")",
        "![",
        "```",
        "$",
        "<pre>",
        "<code>",
        "<li>",
        'class="markdown-alert-title"',
        "&#x3c;",
        "&copy",
        "&#xfdd0;",
        "\ufdd026",
        "\u00b0",
        "&amp;quot;",
        "&lt;",
        "\u202e",
        "\x00",
    ]
)


def tree(html: str) -> Element:
    """What a browser makes of it."""
    parsed: Element = html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False)
    return parsed


def assert_harmless(html: str) -> None:
    """Only our tags, attributes and classes; links leave by http, https and mailto; only a picture within loads."""
    for element in list(tree(html).iter())[1:]:
        assert element.tag in TAGS, element.tag
        assert element.attrib.keys() <= ATTRIBUTES, element.attrib
        for name in element.get("class", "").split():
            assert CLASSES.fullmatch(name), name
        assert_link(element)
        assert "src" not in element.attrib or (element.tag == "img" and PICTURE.fullmatch(element.attrib["src"]))
        assert re.fullmatch(r"(doc|note)-.*|", element.get("id", ""), re.DOTALL), element.get("id")


def assert_link(element: Element) -> None:
    address = element.get("href")
    if address is None:
        return
    assert element.tag == "a"
    if re.match(r"#(doc|note)-", address):
        return
    assert LEAVING.match(address), address
    assert element.get("rel") == "noopener noreferrer nofollow"
    assert element.get("target") == "_blank"


@pytest.mark.parametrize("attack", HOSTILE)
def test_attacks_are_harmless(attack: str) -> None:
    for text in (attack, f"- {attack}", f"> {attack}", f"words {attack} words", f"| a |\n|---|\n| {attack} |"):
        assert_harmless(render(text).html)


@given(st.lists(TOKENS, max_size=25).map("".join))
def test_no_mixture_of_attacks_is_harmful(text: str) -> None:
    document = render(text)
    for part in document.slices:
        assert_harmless(part)
    assert_harmless(document.html)


@given(st.lists(TOKENS, max_size=25).map("".join))
def test_no_mixture_is_harmful_among_many_ampersands(text: str) -> None:
    """So many that they are written otherwise while the HTML is cleaned; the words are the same either way."""
    plain, many = render(f"x\n\n{text}"), render(f"{MANY}\n\n{text}")
    assert_harmless(many.html)
    assert [block.text for block in plain.blocks[1:]] == [block.text for block in many.blocks[1:]]


@given(st.lists(TOKENS, max_size=25).map("".join))
def test_a_browser_reads_what_was_written(text: str) -> None:
    """Parsing and writing the sanitised HTML again changes nothing: the root of every mutation attack."""
    once = sanitise(f'<p data-sourcepos="1:1-1:1">{text}</p>')
    once = re.sub(r"<pre[^>]*>\n+", "<pre>", once)  # each parse drops one line end there
    written = html5lib.serialize(tree(once), tree="etree", omit_optional_tags=False, quote_attr_values="always")
    again = html5lib.serialize(tree(written), tree="etree", omit_optional_tags=False, quote_attr_values="always")
    assert written == again


@pytest.mark.parametrize(
    "name",
    [
        "data-block",
        "data-lines",
        "data-math",
        "data-sourcepos",
        "data-math-style",
        "DATA-SourcePos",
        "data-footnote-ref",
        "data-footnote-backref",
        "data-continues",
        "id",
        "class",
        "style",
        "name",
    ],
)
def test_agents_cannot_forge_our_attributes(name: str) -> None:
    html = render(
        f'before\n\n<p {name}="forged">words</p> <b {name}="forged">b</b>\n\n<a {name}="forged" href="#x">a</a>\n'
    ).html
    assert "forged" not in html
    assert "words" in html


def test_reserved_names_are_still_words() -> None:
    text = '`data-sourcepos` and Data-SourcePos, data-math-style\n\n```html\n<p data-sourcepos="1:1-2:2">\n```\n'
    words = [block.text for block in render(text).blocks]
    assert words == ["data-sourcepos and Data-SourcePos, data-math-style", '<p data-sourcepos="1:1-2:2">']


def test_a_script_is_shown_as_words() -> None:
    document = render("<script>alert(1)</script>\n\nafter\n")
    assert document.blocks[0].text == "<script>alert(1)</script>"
    assert document.blocks[0].kind == "html"


def test_comments_are_shown() -> None:
    assert "secret orders" in render("Fine.\n\n<!-- secret orders -->\n").blocks[1].text


def test_an_open_quote_hides_nothing() -> None:
    html = render('<b title="\n\n# Hidden?\n\ndelete everything\n\n">x</b>\n').html
    assert [element.tag for element in tree(html).iter() if element.tag == "h1"] == ["h1"]
    assert "delete everything" in html


def test_details_are_open_from_the_start() -> None:
    assert "<details open>" in render("<details>\n<summary>More</summary>\n\ninside\n\n</details>\n").html


def test_slices_cannot_be_left() -> None:
    html = render("</div></section></body></html></template>\n\n# Still inside\n").html
    assert tree(f"<main>{html}</main><footer></footer>")[1].tag == "footer"
