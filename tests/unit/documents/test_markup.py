"""What single constructs become: tasks, tables, links, images, formulas, code, front matter, odd characters."""

import re

import pytest

from countermark.documents.markdown import frontmatter, odd
from countermark.documents.markdown.code import LANGUAGES, highlighted
from countermark.documents.markdown.rendering import render


def html_of(text: str) -> str:
    """HTML without the attributes of blocks."""
    return re.sub(r' data-(?:block|lines)="[^"]*"', "", render(text).html).strip()


@pytest.mark.parametrize(
    ("mark", "state", "label"),
    [(" ", "false", "not done"), ("x", "true", "done"), ("-", "mixed", "partly done"), ("~", "mixed", "partly done")],
)
@pytest.mark.parametrize("loose", [False, True])
def test_tasks_say_their_state(*, mark: str, state: str, label: str, loose: bool) -> None:
    html = html_of(f"- [{mark}] words\n" + ("\n- other\n" if loose else ""))
    said = f'role="checkbox" aria-checked="{state}" aria-disabled="true" aria-label="{label}"'
    assert re.search(rf'<span class="task \w+" {said}></span>words', html)


def test_an_empty_task_has_its_box() -> None:
    assert html_of("- [x] \n  - inner\n").count("<span") <= 1
    assert html_of("- [x] a\n  - [ ] b\n").count('role="checkbox"') == 2


def test_tables_scroll_and_name_their_columns() -> None:
    html = html_of("| a | b |\n|---|--:|\n| 1 | 2 |\n")
    assert html.startswith('<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    assert '<th scope="col">a</th>' in html
    assert '<th scope="col" class="right">b</th>' in html
    assert "<td>1</td>" in html
    assert '<td class="right">2</td>' in html


@pytest.mark.parametrize(
    "address", ["https://example.org/a?b=c&d", "http://example.org", "mailto:a@example.org", "HTTPS://EXAMPLE.ORG"]
)
def test_links_to_the_web_and_to_mail_are_live(address: str) -> None:
    escaped = address.replace("&", "&amp;")
    assert f'<a href="{escaped}" rel="noopener noreferrer nofollow" target="_blank">x</a>' in html_of(f"[x]({address})")


@pytest.mark.parametrize("address", ["src/a.py", "/etc/passwd", "../x", "?q", "//example.org/x", "#nowhere"])
def test_other_addresses_are_named_but_not_live(address: str) -> None:
    assert html_of(f"[x]({address})") == f'<p><a class="inert" data-href="{address}">x</a></p>'


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///x", "ftp://x/y"])
def test_schemes_that_run_or_read_are_gone(address: str) -> None:
    assert html_of(f"[x]({address})") == '<p><a class="inert">x</a></p>'


def test_links_inside_the_document_lead_to_its_headings() -> None:
    html = html_of("[down](#the-end) [up](#nowhere)\n\n# The End!\n")
    assert '<a href="#doc-the-end">down</a>' in html
    assert '<a class="inert" data-href="#nowhere">up</a>' in html


def test_pictures_inside_the_document_show() -> None:
    html = html_of("![a](data:image/png;base64,iVBORw0KGgo=)")
    assert html == '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="a" loading="lazy" decoding="async"></p>'
    assert "src=" not in html_of("![a](data:image/svg+xml;base64,PHN2Zz4=)")


def test_pictures_elsewhere_are_named_and_linked() -> None:
    html = html_of("![the menu](https://example.org/m.png)")
    assert "src=" not in html
    assert '<a class="image" aria-label="Image, not loaded: the menu" href="https://example.org/m.png"' in html
    assert ">the menu</a>" in html
    assert html_of("[![x](https://example.org/x.png)](https://example.org)").count("<a ") == 1
    assert ">docs/x.png</span>" in html_of("![](docs/x.png)")


def test_formulas_are_marked() -> None:
    html = html_of("$x<y$ and $`z`$\n\n$$\nw\n$$\n\n```math\nv\n```\n")
    assert '<span data-math="inline">x&lt;y</span> and <span data-math="inline">z</span>' in html.replace(
        "code", "span"
    )
    assert '<span data-math="display">\nw\n</span>' in html
    assert '<pre data-math="display"><code>v\n</code></pre>' in html


@pytest.mark.parametrize(
    "words", ["costs $5 or $7, not $9.", "so $5, while `$HOME` is", "$HOME/$PATH and $A/$B/$C", "in `$a` and `$b`"]
)
def test_prices_and_variables_are_no_formulas(words: str) -> None:
    html = html_of(words)
    assert "data-math" not in html
    assert re.sub(r"</?\w+>", "", html) == words.replace("`", "")


def test_code_has_two_inks() -> None:
    html = html_of("```python title=x\ndef f(): # why\n    return '<'\n```\n")
    assert html == (
        '<pre tabindex="0" data-language="python"><code><span class="k">def</span> f(): <span class="c"># why</span>\n'
        "    <span class=\"k\">return</span> '&lt;'\n</code></pre>"
    )


def test_a_diff_tells_what_came_and_what_went() -> None:
    html = html_of("```diff\n@@ -1 +1 @@\n same\n-old < 1\n+new\n```\n")
    assert '<span class="diff-minus">-old &lt; 1</span>\n<span class="diff-plus">+new</span>\n' in html
    assert '<span class="c">@@ -1 +1 @@</span>' in html


def test_a_summary_is_a_block_of_its_own() -> None:
    blocks = render("a\n\n<details>\n<summary>More <b>words</b></summary>\n\ninside\n\n</details>\n").blocks
    assert [(block.kind, block.text) for block in blocks] == [
        ("paragraph", "a"),
        ("paragraph", "More words"),
        ("paragraph", "inside"),
    ]


@pytest.mark.parametrize("label", ["nonsense", "mermaid", "dot", 'c"><b', "pythön"])
def test_unknown_languages_are_plain(label: str) -> None:
    html = html_of(f"```{label}\nclass x: # y\n```\n")
    assert "<span" not in html
    assert f'data-language="{label}"' in html.replace("&quot;", '"').replace("&gt;", ">").replace("&lt;", "<")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_colouring_never_changes_the_code(language: str) -> None:
    code = "class A { /* b */ return \"c\\\n\" }\n# d\n-- e\n<f g='h'>&amp;\n\tdef i: # $(j) 'k\n"
    plain = re.sub(r'</?span(?: class="(?:k|c|diff-plus|diff-minus)")?>', "", highlighted(code, language))
    assert plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == code


def test_footnotes_lead_there_and_back() -> None:
    html = html_of("a[^x] b[^x]\n\n[^x]: words\n")
    assert '<a class="note-ref" href="#note-1" id="note-2">1</a>' in html
    assert '<li id="note-1">' in html
    assert 'href="#note-2" aria-label="Back to reference 1">' in html


def test_alerts_are_notes() -> None:
    html = html_of("> [!CAUTION]\n> careful\n")
    assert html.startswith('<div class="alert alert-caution" role="note">\n<p class="alert-title">Caution</p>')


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("---\na: 1\nb: 'two'\n---\n", [("a", "1"), ("b", "two")]),
        (
            "---\n# note\ntags: [x, y]\n\nurl: https://a.b/c: d\n...\nbody",
            [("tags", "[x, y]"), ("url", "https://a.b/c: d")],
        ),
        ("---\nlist:\n  - a\n  - b\nfolded: >-\n  one\n  two\n---\n", [("list", "a, b"), ("folded", "one two")]),
        ("---\nrun: !!python/object/apply:os.system ['id']\n---", [("run", "!!python/object/apply:os.system ['id']")]),
        ("---\nempty:\n---\n", [("empty", "")]),
    ],
)
def test_front_matter_is_read_as_text(text: str, pairs: list[tuple[str, str]]) -> None:
    found, _ = frontmatter.split(text)
    assert found is not None
    assert list(found.pairs) == pairs


@pytest.mark.parametrize(
    "text",
    ["---\n", "---\n---\n", "---\nFoo\n---\nBar\n", "a\n---\nb: c\n---\n", "---\na: b\n", "--- \na: b\nc\n---\n"],
)
def test_what_is_no_front_matter_is_left_to_markdown(text: str) -> None:
    assert frontmatter.split(text) == (None, text)
    assert render(text).front_matter is None


@pytest.mark.parametrize(
    "text",
    [
        "👨‍👩‍👧",
        "🏳️‍🌈",
        "1️⃣",
        "⚠️",
        "👩🏽‍💻",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "نامه‌ها",
        "क्‍ष",
        "葛󠄀",
        "5\u202fkm",
        "10\u00a0%",
        "全角\u3000空白",
        "é\u0301",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert odd.shown(text) == text


@pytest.mark.parametrize(
    "character",
    [
        *"\u202e\u2066\u200b\u2060\ufeff\u00ad\u200e\x1b\x7f\x85\u3164\u2028\u200d\u200c\ufe0f",
        "\U000e0041",
        "\U000e0101",
    ],
)
def test_what_hides_is_shown(character: str) -> None:
    number = f"U+{ord(character):04X}"
    document = render(f"one{character}two `th{character}ree`\n\n    fo{character}ur\n")
    assert character not in document.html.replace("\n", "")
    assert document.html.count(f">{number}</span>") == 3
    assert document.blocks[0].text == f"one{number}two th{number}ree"


def test_hidden_characters_from_entities_are_shown_too() -> None:
    assert "U+202E" in render("a&#x202e;b [x](https://a.b 'c&#x202e;d')").html
    assert "\u202e" not in render("a&#x202e;b [x](https://a.b 'c&#x202e;d')").html


def test_blanks_of_the_typographer_are_shown_in_code_only() -> None:
    html = html_of("10\u00a0% `rm\u00a0-rf`")
    assert (
        html
        == '<p>10\u00a0% <code>rm<span class="escape" title="no-break space">U+00A0</span>-rf</code></p>'.replace(
            "10\u00a0%", "10&nbsp;%" if "&nbsp;" in html else "10\u00a0%"
        )
    )
