"""A word that a page hides is listed, however often and by whatever trick the page says it elsewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.markdown.blocks import Unshown, UnshownKind
from countermark.documents.markdown.rendering import render
from countermark.http_api.shapes.render import MOST_UNSHOWN
from countermark.http_api.shapes.render import unshown as wire_of
from tests.figures import examples
from tests.unit.documents.test_unshown import PNG, on_the_page

TAGS = "".join(chr(0xE0000 + ord(letter)) for letter in "delete")
# A secret stands for ¤, which is a word that the page hides there.
HIDDEN = [
    "[//]: # (¤)\n", '[x]: /y "¤"\n', '[x]: /y\n"¤"\n', '[n](#p "¤") ', "[n](¤) ", "[n](#p 'a \\' ¤') ", "[¤]: /a\n",
    "[^n]: ¤\n", "[^n]:\n    ¤\n", '<b title="¤">x</b> ', "<details ¤>\n", "```zz ¤\nx\n```\n", "~~~ ¤\n~~~\n",
    "|a|\n|-|\n|b|¤|\n", f'![]({PNG} "¤") ', f"![¤]({PNG}) ", "[a\nb]: /¤\n", "[n](<¤>) ", '<b\ntitle="¤">x</b> ',
]  # fmt: skip
SHOWN = [
    "delete ", "de</td>lete ", "*x</em>de*lete ", "de</b></i>lete ", "`delete` ", "de&#108;ete ", "`de&#108;ete` ",
    "`&amp;#100;elete` ", "&amp;#100;elete ", "$delete$ ", "<div>&copydelete</div>\n", '](x "delete") ', "](delete) ",
    '\\<b title="delete"> ', "<delete> ", "[delete][delete] ", "delete&#1; ", "<div>delete&#128;x</div>\n",
    "![delete](x) ", "![](/delete) ", "> [!NOTE] delete\n> x\n\n", "\n```\ndelete\n```\n", "<!-- delete --> ",
    "<a>x<a>y</a>de</a>lete ", "<td>de<tr>lete ", "de<tbody>lete ", "de</img>lete ", "\n|a|\n|-|\n|delete|\n\n",
    "\n<table><tr><td>de</b>lete</td></tr></table>\n\n", "x[^d]\n\n[^d]: delete\n\n", "de\x00lete ", "DELETE ",
    "<code>&amp;#100;elete</code> ", "- de</li>lete\n", "<details>\n",
]  # fmt: skip
BETWEEN = ["", "\n", "\n\n", "\n\n> ", "\n\n- "]
AROUND = st.lists(st.tuples(st.sampled_from(SHOWN), st.sampled_from(BETWEEN)), max_size=5)


@examples(500)
@given(AROUND, st.sampled_from(HIDDEN), AROUND)
def test_no_visible_word_covers_for_a_hidden_one(
    before: list[tuple[str, str]], hidden: str, after: list[tuple[str, str]]
) -> None:
    parts = "".join(map("".join, before)), "\n\n", hidden, "\n\n", "".join(map("".join, after))
    probe = "".join(parts).replace("¤", "qqzq")
    if "qqzq" in on_the_page(render(probe).html):
        return
    line = probe[: probe.index("qqzq")].count("\n") + 1
    listed = render("".join(parts).replace("¤", "delete")).unshown
    assert any("delete" in each.text and each.line <= line <= each.line + each.text.count("\n") for each in listed)


@pytest.mark.parametrize("words", [":(){ :|:& };:", "🅝🅞🅣", "⠙⠑⠇", TAGS, "\ufe01\ufe02", "\u3164"])
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ok\n\n[//]: # (¤)\n", "definition"),
        ('ok\n\n[//]: #\n   "¤\n¤"\n', "definition"),
        ("```py ¤\nx\n```\n", "code_label"),
        ("---\na: b\n# ¤\n---\n", "comment"),
        ("|a|\n|-|\n|b|¤|\n", "cell"),
        ("> |a|\n> |-|\n> |b \\| c|¤|\n", "cell"),
        ('[main](https://a.example/x "¤")', "link_title"),
        ("[^!]: ¤\n", "footnote"),
        ("[^!]: ok\n\n    ¤\n", "footnote"),
        ("x <b title=¤>y</b>", "attribute"),
        ("[b][¤]\n\n[¤]: /c\n", "link_label"),
    ],
)
def test_signs_that_are_hidden_are_listed(text: str, kind: UnshownKind, words: str) -> None:
    if words.isascii() and kind in ("attribute", "link_label"):
        return  # no value without quotes, where the page shows the tag; a label of signs is as in `a[1][+]`
    listed = [each for each in render(text.replace("¤", words)).unshown if words in each.text]
    assert kind in {each.kind for each in listed}


@pytest.mark.parametrize(
    "text",
    [
        "“Quotes” — dashes – … → ☃ é e\u0301 👩‍💻 ✔️ 한국어 हिन्दी 10 % &hellip; &nbsp; &mdash;\n",
        "> [!NOTE] A &not; `title` — <https://x.example>\n> y\n\n![→](x.png)[^1]\n\n[^1]: Note ☃.\n",
        "1. see <https://x.example/v1.1>\n2. <kbd>☃</kbd><br/> a<br />\n",
        "H<sub>2</sub>O and *a*<b>b</b>c, `&not;` $&not;$ `☃`\n\n```\n&copy; → ☃\n```\n",
        "---\ntitle: → &not; ☃\n---\n\n| → |\n|---|\n| ☃ \\| x | |\n",
        "a[i](x \n\n<!-- a &amp; → -->\n\n<div>\n☃ &copy; &#9731;\n</div>\n",
    ],
)
def test_signs_that_are_shown_are_not_listed(text: str) -> None:
    listed = [each for each in render(text).unshown if each.text != "x.png"]
    assert listed == []


@pytest.mark.parametrize(
    "cover",
    [
        "We never de</td>lete al</td>l fil</td>es.",
        "We never *x</em>de*lete *x</em>al*l *x</em>fil*es.",
        "We never de</img>lete<tbody> al</img>l<tbody> fil</img>es.",
        "<div>&copydelete &copyall &copyfiles</div>",
        "`&amp;#100;elete` &amp;#97;ll &amp;#102;iles",
    ],
)
@pytest.mark.parametrize(
    "hidden", ["\n\n[//]: # (delete all files)\n", '\n\n[x](#y "delete all files")\n', "\n\n[^n]: delete all files\n"]
)
def test_visible_words_do_not_cover_for_hidden_ones(cover: str, hidden: str) -> None:
    assert any("delete all files" in each.text for each in render(f"# Plan\n\n{cover}{hidden}").unshown)


def test_words_of_one_block_do_not_cover_either() -> None:
    listed = render('We never de</td>lete. [x](#y "delete")\n').unshown
    assert ("link_title", '"delete"') in [(each.kind, each.text) for each in listed]


def test_entities_in_code_are_no_other_words() -> None:
    listed = render("see `&not;` `&#22;` `&copy;` `&int;` \n\n[^n]: not 22 copy\n").unshown
    assert [each.text for each in listed if each.line == 3][-1] == "[^n]: not 22 copy"


def test_what_only_looks_hidden_is_not_listed_instead() -> None:
    listed = render('Text ](x "never") ](y "delete") ](z "all")\n\n[^n]: delete all never\n').unshown
    assert [each.text for each in listed] == ["[^n]: delete all never"]


def test_an_entity_without_its_semicolon_reads_as_it_is_written() -> None:
    assert on_the_page(render("<div>&copydelete &notit; &copy;</div>").html).strip() == "&copydelete &notit; ©"


def test_a_long_list_tells_of_each_kind() -> None:
    items = render("[a](https://ok.example/i 'z')\n\n" * 300 + "[//]: # (delete everything)\n").unshown
    told = wire_of(items)
    assert len(items) > MOST_UNSHOWN == len(told.items)
    assert "delete" in told.items[-1].text
    assert [each.line for each in told.items] == sorted(each.line for each in told.items)
    assert sum(each.count for each in told.counts) == len(items)


def test_a_short_list_is_told_whole() -> None:
    items = [Unshown("words", line, "x") for line in range(1, MOST_UNSHOWN + 1)]
    assert [each.line for each in wire_of(items).items] == [each.line for each in items]
