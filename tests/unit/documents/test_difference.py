"""What a person sees of each kind of change, as HTML."""

import re

import pytest

from countermark.documents.difference.comparing import Summary, compare_sources
from tests.unit.documents.compared import bare, compared

SECTIONS = {
    "A": "## Goals\n\nKeep every order until it settles.\n\nWrite a journal entry before answering.\n",
    "B": "## Steps\n\n1. Store the event.\n2. Answer at once.\n3. Send mail from the queue.\n",
    "C": "## Rollout\n\nBehind a switch for one day, then for everybody at once.\n",
}


def document(order: str) -> str:
    return "# Plan\n\n" + "\n".join(SECTIONS[name] for name in order)


WORDS = {
    "one word": ("Wait for 7 days.", "Wait for 30 days.", "Wait for [-7-] {+30+} days."),
    "a word more": ("Move mail away.", "Move the mail away.", "Move {+the+} mail away."),
    "a word less": ("Move the mail away.", "Move mail away.", "Move [-the-] mail away."),
    "the last words": ("It stops here now.", "It stops.", "It stops [-here now-]."),
    "a sign": ("Stop here, please.", "Stop here; please.", "Stop here[-,-]{+;+} please."),
    "swaps merge": (
        "The old server answers slowly today and forever after that.",
        "The new server answers quickly today and forever after that.",
        "The [-old server answers slowly-] {+new server answers quickly+} today and forever after that.",
    ),
    "code is one word": (
        "Please run `make test -k a` before it is merged.",
        "Please run `make test -k b` before it is merged.",
        "Please run [-<code>make test -k a</code>-] {+<code>make test -k b</code>+} before it is merged.",
    ),
    "a hyphen joins": (
        "A read-only copy of it.",
        "A read-write copy of it.",
        "A [-read-only-] {+read-write+} copy of it.",
    ),
    "across the end of emphasis": (
        "Keep **the order of these five things** as it is today, please.",
        "Keep **the order of these six** large ones as it is today, please.",
        "Keep <strong>the order of these [-five things-] {+six+}</strong> {+large ones+} as it is today, please.",
    ),
    "three words are no sentence": (
        "Alpha beta gamma delta epsilon zeta eta and so on theta iota kappa lambda mu nu xi.",
        "One two three four five six seven and so on eight nine ten eleven twelve thirteen fourteen.",
        (
            "[-Alpha beta gamma delta epsilon zeta eta and so on theta iota kappa lambda mu nu xi.-] "
            "{+One two three four five six seven and so on eight nine ten eleven twelve thirteen fourteen.+}"
        ),
    ),
    "no spaces": ("我们今天部署新的服务。", "我们明天部署新的服务。", "我们[-今-]{+明+}天部署新的服务。"),
    "emphasis is one word": (
        "Do it *before* the next release goes out.",
        "Do it *after* the next release goes out.",
        "Do it [-before-] {+<em>after</em>+} the next release goes out.",
    ),
    "another sentence": (
        "Deploy on Tuesday morning, then backfill.",
        "The old path stays behind its own switch for one day.",
        "[-Deploy on Tuesday morning, then backfill-] {+The old path stays behind its own switch for one day+}.",
    ),
}


@pytest.mark.parametrize("case", WORDS)
def test_words(case: str) -> None:
    old, new, shown = WORDS[case]
    assert bare(compared(f"# T\n\n{old}", f"# T\n\n{new}")) == f'<h1>T</h1>\n<p class="changed">{shown}</p>\n'


NOISE = {
    "wrapped anew": ("one two three\nfour five", "one two\nthree four five"),
    "a list becomes loose": ("- one thing\n- two things", "- one thing\n\n- two things"),
    "headings are renumbered": ("## 1. Goals\n\n## 2. Steps", "## 2. Goals\n\n## 3. Steps"),
    "steps are renumbered": ("## Step 1: Goals\n\nx y", "## Step 2: Goals\n\nx y"),
    "another way to write it": ("* one\n* two\n\n__bold__", "- one\n- two\n\n**bold**"),
    "the same": (document("ABC"), document("ABC")),
}


@pytest.mark.parametrize("case", NOISE)
def test_noise_is_no_change(case: str) -> None:
    made = compared(*NOISE[case])
    assert made.summary == Summary()
    assert not any(sign in made.html for sign in ("<ins", "<del", "data-desk", 'class="changed'))


def test_a_link_that_leads_elsewhere_is_a_change() -> None:
    made = compared("Read [the guide](https://a.example/x) now.", "Read [the guide](https://b.example/x) now.")
    assert made.summary.blocks_changed == 1
    assert "[-the guide-]" in bare(made)
    assert "a.example" not in made.html  # a removed link leads nowhere


def test_what_is_gone_leads_nowhere_in_the_new_document() -> None:
    made = compared("# T\n\nwords\n\nsee [above](#t) and[^1]\n\n[^1]: note", "# T\n\nwords")
    assert 'class="gone"' in made.html
    assert "href=" not in made.html


def test_a_removed_block_stands_where_it_stood() -> None:
    made = compared("# T\n\nfirst words\n\nwords that go\n\nlast words", "# T\n\nfirst words\n\nlast words")
    assert bare(made) == '<h1>T</h1>\n<p>first words</p><p class="gone">words that go</p>\n<p>last words</p>\n'
    assert made.summary == Summary(words_removed=3, blocks_removed=1)
    assert " data-desk>" in made.html
    assert " data-old-block=" in made.html


def test_a_new_block_is_marked_whole() -> None:
    made = compared("# T\n\nfirst words", "# T\n\nfirst words\n\nwords that came")
    assert bare(made) == '<h1>T</h1>\n<p>first words</p>\n<p class="arrived">words that came</p>\n'
    assert made.summary == Summary(words_added=3, blocks_added=1)


def test_a_removed_item_keeps_the_numbers_of_the_others() -> None:
    made = compared("1. store the event\n2. drop the table\n3. answer at once", "1. store the event\n2. answer at once")
    assert bare(made) == (
        '<ol>\n<li>store the event</li><li class="gone" value="2">drop the table</li>\n'
        '<li value="2">answer at once</li>\n</ol>\n'
    )


def test_a_removed_item_of_a_list_that_became_loose_stays_in_it() -> None:
    made = compared(
        "1. store the event\n2. drop the table\n3. answer at once", "1. store the event\n\n2. answer at once"
    )
    assert '</li><li class="gone" value="2">drop the table</li>\n<li value="2">\n<p>answer' in bare(made)
    assert made.summary == Summary(words_removed=3, blocks_removed=1)


def test_a_removed_list_stays_a_list() -> None:
    made = compared("intro words\n\n- one thing\n- two things\n\noutro words", "intro words\n\noutro words")
    assert '<ul class="gone">\n<li>one thing</li>\n<li>two things</li>\n</ul>' in bare(made)
    assert made.summary.blocks_removed == 2


def test_a_block_that_moved_says_where_from_and_where_to() -> None:
    steps = "## Steps\n\n1. Store the event id.\n{}2. Put it behind a flag.\n\n## Rollout\n\n{}Tell everybody about it."
    old = steps.format("", "Backfill ids for the last 7 days.\n\n")
    new = steps.format("2. Backfill ids for the last 30 days.\n", "")
    made = compared(old, new)
    assert (
        '<li class="changed moved"><span class="moved-note">Moved here from “Rollout”, one word changed</span>'
        "Backfill ids for the last [-7-] {+30+} days.</li>"
    ) in bare(made)
    assert '<p class="moved-away">“Backfill ids for the last 7 days.” moved up to Steps</p>' in bare(made)
    assert (made.summary.blocks_moved, made.summary.blocks_changed, made.summary.blocks_removed) == (1, 0, 0)
    goto = made.html.partition('data-goto="')[2].partition('"')[0]
    assert f'data-block="{goto}"' in made.html


def test_side_by_side_an_item_that_moved_says_so_itself() -> None:
    items = (
        "1. Store the event id.\n{}2. Put it behind a flag.\n3. Answer at once.\n{}\n## Rollout\n\n{}Tell everybody."
    )
    wanted = "Backfill ids for the last 30 days"
    for holder in ("{}", "> quoted first\n>\n> {}"):
        old = holder.format(items.format("", "", f"{wanted}.\n\n").replace("\n", "\n> " if ">" in holder else "\n"))
        new = holder.format(items.format(f"2. {wanted}.\n", "", "").replace("\n", "\n> " if ">" in holder else "\n"))
        html = bare(compared(old, new, "side"))
        assert html.count('class="moved-note"') == 1
        assert f'<li class="moved"><span class="moved-note">Moved here from “Rollout”</span>{wanted}.</li>' in html


def test_side_by_side_a_row_that_moved_says_so_itself() -> None:
    rows = [f"| row {number} of the table | does this thing {number * 7} |\n" for number in range(40)]
    table = "| what | how |\n|:--|:--|\n"
    new = [*rows[:3], rows[30], *rows[3:30], *rows[31:]]
    html = bare(compared(table + "".join(rows), table + "".join(new), "side"))
    assert html.count('class="moved-note"') == 1
    assert re.search(r'<tr class="moved">\s*<td[^>]*><span class="moved-note">Moved[^<]*</span>row 30 of', html)


def test_a_section_moves_as_one() -> None:
    made = compared(document("ABC"), document("BCA"))
    html = bare(made)
    assert html.count("moved-note") == html.count("moved-away") == 1
    assert '<p class="moved-note">Section moved here, it stood after “Plan”</p><h2 class="moved">Goals</h2>' in html
    assert "“Goals” and two more moved down, after “Rollout”" in html
    assert made.summary == Summary(blocks_moved=3)


def test_a_split_paragraph_is_no_rewriting() -> None:
    one = "Every order is kept until payment settles. "
    two = "Then a journal entry is written before it answers."
    made = compared(f"# T\n\n{one}{two}", f"# T\n\n{one}\n\n{two}")
    assert made.summary == Summary(blocks_split=1)
    assert "Split into two" in made.html
    back = compared(f"# T\n\n{one}\n\n{two}", f"# T\n\n{one}{two}")
    assert back.summary == Summary(blocks_split=1)
    assert "Joined from two" in back.html


TABLE = "| File | Change |\n|---|---|\n| `a.py` | Check the ledger |\n| `b.py` | Send the mail |\n| `c.py` | Old |\n"


def test_rows_come_and_go_in_the_table() -> None:
    made = compared(
        TABLE, TABLE.replace("| `b.py` | Send the mail |\n", "").replace("Old |", "Old |\n| `d.py` | New |")
    )
    html = bare(made)
    assert '<tr class="gone">\n<td><code>b.py</code></td>\n<td>Send the mail</td>\n</tr>' in html
    assert '<tr class="arrived">\n<td><code>d.py</code></td>' in html
    assert (made.summary.blocks_added, made.summary.blocks_removed, made.summary.blocks_changed) == (1, 1, 0)


def test_words_change_inside_a_cell() -> None:
    made = compared(TABLE, TABLE.replace("ledger", "ledger, then enqueue"))
    assert "<td>Check the ledger{+, then enqueue+}</td>" in bare(made)
    assert made.summary == Summary(words_added=2, blocks_changed=1)


def test_a_column_more_is_not_another_table() -> None:
    wider = "".join(
        line.replace("|", f"|{cell}|", 1) + "\n"
        for line, cell in zip(TABLE.splitlines(), " n -- 1 2 3".split(" ")[1:], strict=True)
    )
    made = compared(TABLE, wider)
    assert bare(made).count('class="arrived"') == 4
    assert "<del" not in made.html
    narrower = compared(wider, TABLE)
    assert bare(narrower).count('class="gone"') == 4
    assert "<ins" not in narrower.html


CODE = "```python\ndef f(x):\n    return x\n\ndef g(y):\n    log(y)\n    return y\n```\n"


def test_code_by_lines_then_words() -> None:
    made = compared(
        CODE, CODE.replace("    log(y)\n", "").replace("g(y):", "g(y, z):").replace("def f", "import os\n\ndef f")
    )
    html = bare(made).replace('<span class="k">', "").replace("</span>", "")
    assert "<code>{+import+}{+ os+}\n\ndef f(x):" in html
    assert "def g(y{+, z+}):\n[-    log(y)\n-]    return y" in html


def test_white_space_of_code_counts() -> None:
    assert compared(CODE, CODE.replace("    log", "  log")).summary.blocks_changed == 1


def test_a_ticked_task_is_seen() -> None:
    made = compared("- [ ] do it now\n- [ ] and this", "- [x] do it now\n- [ ] and this")
    assert made.summary.blocks_changed == 1
    assert 'class="task open"' in bare(made).partition("[-")[2].partition("-]")[0]


def test_a_heading_of_another_level_says_so() -> None:
    made = compared("## Goals\n\nwords", "### Goals\n\nwords")
    assert '<p class="moved-note">Was a heading of level 2</p><h3 class="changed">Goals</h3>' in bare(made)


def test_side_by_side_keeps_both_texts() -> None:
    made = compared("# T\n\nWait for 7 days.\n\nIt goes.", "# T\n\nWait for 30 days.\n\nIt came new.\n\nMore.", "side")
    assert '<div class="pair same">' in made.html
    assert '<del class="was">7</del>' in made.html
    assert '<ins class="fresh">30</ins>' in made.html
    left = made.html.partition('<div class="old" data-desk>')[2]
    assert left.startswith("<h1 data-old-block=")


def test_side_by_side_has_a_row_for_what_left_and_for_what_came() -> None:
    made = compared(document("AB"), document("BC"), "side")
    assert '<div class="pair gone"><div class="old" data-desk><h2 class="gone"' in made.html
    assert (
        '<div class="pair arrived"><div class="old" data-desk></div><div class="new"><h2 class="arrived"' in made.html
    )


def test_the_source_is_text() -> None:
    old = "".join(f"line {number}\n" for number in range(40))
    new = old.replace("line 20\n", "line <b>20</b> \u202e\n").replace("line 30\n", "")
    html = compare_sources(old, new, Summary()).html
    assert 'data-from="1" data-to="17" data-old-from="1"' in html
    assert "&lt;" in html
    assert "<b>" not in html
    assert 'title="right-to-left override">U+202E' in html
    assert '<tr class="removed"><td class="n">31</td><td class="n"></td>' in html
    assert '<tr class="changed"><td class="n">21</td><td class="n">21</td>' in html


def test_equal_sources_are_one_fold() -> None:
    text = "words\n" * 100
    assert compare_sources(text, text, Summary()).html.count("<tr") == 1


def test_the_whole_source_folds_nothing() -> None:
    old = "".join(f"line {number}\n" for number in range(3000))
    new = old.replace("line 2000\n", "line two thousand\n")
    made = compare_sources(old, new, Summary(), whole=True)
    assert len(made.slices) > 1
    assert 'class="fold"' not in made.html
    assert re.findall(r'<td class="n">(\d+)</td><td class="line">', made.html) == [str(at + 1) for at in range(3000)]
