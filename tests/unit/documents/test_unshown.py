"""Every word of a source is on its page, or in the list of what is not: nobody approves words that nobody could see."""

import re
from time import process_time

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.markdown.blocks import UnshownKind
from countermark.documents.markdown.rendering import render
from tests.figures import examples, share

PNG = "data:image/png;base64,iVBORw0KGgo="
# A word of its own stands where a form has its mark.
FORMS = [
    "¤\n\n",
    "# ¤ ¤\n\n",
    "¤ **¤** *¤*\n",
    "- ¤\n",
    "1. ¤\n",
    "- [x] ¤\n",
    "> ¤\n",
    "> [!NOTE] ¤\n> ¤\n\n",
    "    ¤\n\n",
    "[¤](¤ '¤')",
    '[¤](<¤ ¤> "¤\n¤") ',
    "[¤][¤] ",
    "[¤]: /¤ '¤'\n",
    "[¤]:\n/¤\n'¤\n¤'\n",
    "[//]: # (¤)\n\n",
    "<https://¤.example> ",
    "¤[^¤] ",
    "[^¤]: ¤\n    ¤\n",
    "![¤](¤.png '¤') ",
    f"![¤]({PNG} '¤') ",
    "<img alt='¤' src='¤'> ",
    f"<img alt='¤' src='{PNG}'>",
    "<b title='¤'>¤</b> ",
    "<!-- ¤ -->\n\n",
    "<!--¤",
    "<¤>",
    "<p\n¤=¤>\n\n",
    "</b ¤>",
    "<script>¤</script>\n\n",
    "<? ¤ ?>",
    "<![CDATA[¤]]>",
    "<ruby>¤<rp>¤</rp><rt>¤</rt></ruby>",
    "<small><small>¤",
    "<details><summary>¤</summary>\n\n¤\n\n</details>\n\n",
    "<title>¤",
    "| ¤ | ¤ |\n|---|---|\n| ¤ | ¤ | ¤ | ¤ |\n\n",
    "<table>¤<tr>¤<td>¤</table>¤",
    "|¤|¤|\n|-|\n|¤|¤|\n",
    "```¤ ¤\n¤\n```\n",
    "~~~ ¤=¤\n¤\n",
    "```python ¤\ndef ¤(): # ¤\n```\n",
    "`¤` ",
    "`` ¤ ` ¤",
    "$¤$ ",
    "$$\n¤\n$$\n",
    "¤&amp;¤ ",
    "d&#101;¤ ",
    "¤\u202e¤ ",
    "¤ㅤ¤ ",
    "¤\\_¤ ",
    "¤_¤_¤ ",
    "¤  \n¤\n",
    "¤\n===\n",
    "---\n",
    "www.¤.org ",
    "¤@¤.org ",
    "\n",
    "\n\n",
    " ",
    "  ",
    ">",
    "\t",
    "|",
    "*",
    "_",
    "`",
    "[",
    "](",
    ")",
    "<",
    "</",
    ">",
    "'",
    '"',
    "[^",
    "]: ",
    "!",
    "- ",
    "\n---\n",
]
FRONT = [
    "",
    "---\n¤: ¤\n# ¤\nlist:\n  - ¤\n  # ¤\n---\n",
    "---\n'¤': |-\n  ¤\n...\n",
    "---\n¤\n---\n",
    "---\n#¤\na: ¤\n\n---\n",
]


def written(forms: list[str]) -> tuple[str, list[str]]:
    """The forms, one behind the other, each mark a word of its own; and these words."""
    parts = "".join(forms).split("¤")
    words = [f"w{number}q" for number in range(len(parts) - 1)]
    return "".join(part + word for part, word in zip(parts, [*words, ""], strict=True)), words


def on_the_page(html: str) -> str:
    """The text that a browser shows."""
    page = html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False)
    assert page.find(".//rp") is None, "a browser hides it"
    return "\n".join(page.itertext())


def missing(text: str, words: list[str]) -> list[str]:
    """The words that are neither on the page nor in the list, on the line that it names."""
    document = render(text)
    page, rows = on_the_page(document.html), text.split("\n")
    for each in document.unshown:
        first = each.text.split("\n")[0]
        assert first in rows[each.line - 1], each
    listed = "\n".join(each.text for each in document.unshown)
    return [word for word in words if word not in page and word not in listed]


@examples(600)
@given(st.sampled_from(FRONT), st.lists(st.sampled_from(FORMS), max_size=14))
def test_every_word_is_shown_or_listed(front: str, forms: list[str]) -> None:
    text, words = written([front, *forms])
    assert missing(text, words) == []


@examples(200)
@given(st.lists(st.sampled_from(FORMS), max_size=10))
def test_a_word_that_is_shown_elsewhere_is_listed_all_the_same(forms: list[str]) -> None:
    """A hidden *delete* is not hidden by another one that everybody sees."""
    _, words = written(forms)
    plain, _ = written([*forms, "\n\n```\n```\n\n# End\n\n"])
    shown = on_the_page(render(plain).html)
    hidden = [word for word in words if word not in shown]
    again = plain + " ".join(hidden) + "\n"
    document = render(again)
    listed = "\n".join(each.text for each in document.unshown)
    if all(word in on_the_page(document.html) for word in hidden):
        assert [word for word in hidden if word not in listed] == []


@pytest.mark.parametrize(
    ("text", "kind", "line", "words"),
    [
        ("a [b](https://c.example/d)", "link_address", 1, "https://c.example/d"),
        ('a [b](c "delete\neverything")', "link_title", 1, '"delete\neverything"'),
        ("[b][Hidden]\n\n[hidden]: /c\n", "link_label", 1, "[Hidden]"),
        ("a\n\n[//]: # (delete everything)\n", "definition", 3, "[//]: # (delete everything)"),
        ("a\n\n[^never]: delete everything\n", "footnote", 3, "[^never]: delete everything"),
        ("a[^delete-everything]\n\n[^delete-everything]: b\n", "footnote", 1, "[^delete-everything]"),
        (f"![delete everything]({PNG})", "picture", 1, "delete everything"),
        ("```python delete everything\nx\n```\n", "code_label", 1, "delete everything"),
        ("```delete-everything\nx\n```\n", "code_label", 1, "delete-everything"),
        ("<b title='delete everything'>x</b>", "attribute", 1, "title='delete everything'"),
        ("| a |\n|---|\n| b | delete everything |\n", "cell", 3, "| b | delete everything |"),
        ("---\na: b\n# delete everything\n---\n", "comment", 3, "# delete everything"),
    ],
)
def test_what_is_hidden_is_named(text: str, kind: UnshownKind, line: int, words: str) -> None:
    assert (kind, line, words) in [(each.kind, each.line, each.text) for each in render(text).unshown]


@pytest.mark.parametrize(
    "text",
    [
        "# Plan\n\n1. One\n3. Two\n   - [x] three\n\n> [!NOTE]\n> Four.\n\nFive[^1] and [^1].\n\n[^1]: Six.\n",
        "```python\nx = '[a](b \"c\")'\n```\n\n    [a]: b 'c'\n\n`<b title=x>` & &amp; &copy; a\\_b <b>c</b><br>\n",
        "| a | b |\n|---|--:|\n| c | d |\n\n<details>\n<summary>E</summary>\n\nf\n\n</details>\n\n<!-- shown -->\n",
        "---\ntitle: X\ntags: [a, b]\n---\n\nhttps://example.org and <https://example.org/b>, $x^2$, 10\u00a0%\n",
        "Hidden\u202esigns and fill\u3164ers, né ΑΣ İ.\n",
    ],
)
def test_nothing_is_listed_that_is_shown(text: str) -> None:
    assert render(text).unshown == ()


UNCLOSED = ["![", '](x "', "<b a=", "[a][", "`a ", "]: ", "> - 1. ", '\\<b> [x](y "b") ', "a</b>c", "[^!]: x\n"]


@pytest.mark.tenth
@pytest.mark.parametrize(
    "form",
    [*share(FORMS, seed="forms"), *UNCLOSED],
)
def test_looking_takes_no_longer_than_the_text(form: str) -> None:
    """Words that are missing everywhere, in a text of one form."""
    text = "[a](b) <b c='d'> [^e]\n\n" + form.replace("¤", "word") * (100_000 // len(form.replace("¤", "word")))
    started = process_time()
    render(text[: len(text) // 4])
    quarter = process_time() - started
    started = process_time()
    render(text)
    assert process_time() - started < 10 * quarter + 1


def test_a_shown_word_is_counted_once_for_each_place() -> None:
    document = render("1 [^x] [^x] [^x] [^x] [a](/2)\n\n[^x]: y\n")  # the page says 1, 2, 3 at the note's references
    assert [each.text for each in document.unshown if each.kind == "link_address"] == ["/2"]
    assert re.search(r'class="note-ref"[^>]*>1<', document.html)
