"""Blocks whose words stayed while something else about them changed, and front matter by word."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermark.documents.difference.comparing import Comparison, Summary
from tests.unit.documents.compared import assert_sound, bare, compared

TABLE = "| a | b | c |\n|{}|{}|{}|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n"
BULLETS = "- one thing\n- two things\n- three things\n"
FOLDED = "<details><summary>More</summary>\n\nInside of it.\n\n</details>"
# name: old, new, what is said, how many blocks changed
SHAPES = {
    "a bullet list": ("1. one thing\n2. two things", "- one thing\n- two things", ["Now a bullet list"], 1),
    "a numbered list": (BULLETS, "1. one thing\n2. two things\n3. three things", ["Now a numbered list"], 1),
    "an inner list of another kind": (
        "- one thing\n  - two things\n  - three things",
        "- one thing\n  1. two things\n  2. three things",
        ["Now a numbered list"],
        1,
    ),
    "one item of another kind": (
        "1. one thing\n2. two things\n\n- three things",
        "1. one thing\n2. two things\n3. three things",
        ["Now a numbered item"],
        1,
    ),
    "another first number": ("1. one thing\n2. two things", "5. one thing\n6. two things", ["Now numbered from 5"], 1),
    "deeper": (BULLETS, "- one thing\n  - two things\n- three things", ["Now one level deeper"], 1),
    "two deeper": (BULLETS, "- one thing\n  - two things\n  - three things", ["Two items now one level deeper"], 2),
    "deeper with what is in it": (
        "- one thing\n- two things\n  - three things\n- four things",
        "- one thing\n  - two things\n    - three things\n- four things",
        ["Now one level deeper"],
        2,
    ),
    "two levels": (
        "- one thing\n  - two things\n    - three things\n- four things",
        "- one thing\n  - two things\n- three things\n- four things",
        ["Now two levels further out"],
        1,
    ),
    "further out": ("- one thing\n  - two things\n- three things", BULLETS, ["Now one level further out"], 1),
    "of another kind, and deeper": (
        "- one thing\n- two things",
        "- one thing\n  1. two things",
        ["Now a numbered list, now one level deeper"],
        1,
    ),
    "into a list": ("one thing here\n\ntwo things here", "- one thing here\n- two things here", ["Now in a list"], 2),
    "out of a list": (BULLETS, "one thing\n\ntwo things\n\nthree things", ["No longer in a list"], 3),
    "a paragraph of an item": ("- one thing\n\nWords follow.", "- one thing\n\n  Words follow.", ["Now in a list"], 1),
    "a quote": ("Wait for it.", "> Wait for it.", ["Now a quote"], 1),
    "no quote": ("> Wait for it.\n>\n> And then go.", "Wait for it.\n\nAnd then go.", ["No longer a quote"], 2),
    "a list in a quote": (BULLETS, "> " + BULLETS.strip().replace("\n", "\n> "), ["Now a quote"], 3),
    "a deeper quote": ("> Wait for it.", "> > Wait for it.", ["Now a quote in a quote"], 1),
    "a quote less": ("> > Wait for it.", "> Wait for it.", ["Now one quote further out"], 1),
    "a quote in a list": ("> - Wait for it.\n> - Go.", "- > Wait for it.\n- > Go.", ["Now a quote in a list"], 2),
    "a list in a quote, turned": ("- a\n  - > Wait.", "- a\n  > - Wait.", ["Now a list in a quote in a list"], 1),
    "no callout": ("> [!TIP]\n> Wait for it.", "> Wait for it.", ["Now a quote, no longer a callout"], 1),
    "folded": ("More\n\nInside of it.", FOLDED, ["Now in a section that folds"], 2),
    "unfolded": (FOLDED, "More\n\nInside of it.", ["No longer in a section that folds"], 2),
    "no footnote": ("Words[^1].\n\n[^1]: The note to it.", "Words.\n\nThe note to it.", ["No longer a footnote"], 2),
    "a column to the right": (
        TABLE.format("---", "---", "---"),
        TABLE.format("---", "--:", "---"),
        ["Column 2 now right-aligned"],
        1,
    ),
    "several columns": (
        TABLE.format("--:", ":-:", "---"),
        TABLE.format("---", "--:", "--:"),
        ["Column 1 now left-aligned, columns 2 and 3 now right-aligned"],
        1,
    ),
    "a column before an aligned one": (
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "| n | a | b |\n|---|---|:-:|\n| x | 1 | 2 |",
        ["Column 3 now centred"],
        2,
    ),
    "no head": (
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>",
        ["No longer the head of the table"],
        1,
    ),
    "a task done": ("- [ ] do it now", "- [x] do it now", [], 1),
    "no task": ("- [ ] do it now", "- do it now", [], 1),
    "another level of heading": ("## Goals\n\nw", "### Goals\n\nw", ["Was a heading of level 2"], 1),
    "a heading in a quote": ("## Goals\n\nw", "> ### Goals\n\nw", ["Now a quote", "Was a heading of level 2"], 1),
    "a label of code": ("```\nrun it now\n```", "```bash\nrun it now\n```", ["The code had no label"], 1),
}


def said(made: Comparison) -> list[str]:
    """The notes of a comparison."""
    return re.findall(r'<(?:p|span) class="moved-note" data-desk>([^<]*)<', made.html)


@pytest.mark.parametrize("view", ["inline", "side"])
@pytest.mark.parametrize("case", SHAPES)
def test_what_changed_besides_the_words_is_said(case: str, view: str) -> None:
    old, new, notes, changed = SHAPES[case]
    made = compared(f"# T\n\n{old}", f"# T\n\n{new}", view)
    assert said(made) == notes
    assert made.summary.blocks_changed == changed
    assert 'class="pair changed"' in made.html if view == "side" else "changed" in made.html


def test_side_by_side_the_front_matter_stays_in_one_row_when_a_paragraph_becomes_a_quote() -> None:
    made = compared("---\na: one\n---\n\nWait for it.", "---\na: two\n---\n\n> Wait for it.", "side")
    assert '</dl></div><div class="new"><dl class="front-matter"' in made.html


@pytest.mark.parametrize("case", SHAPES)
def test_the_document_stays_what_it_is(case: str) -> None:
    old, new, _, _ = SHAPES[case]
    assert_sound(old, new)
    assert_sound(new, old)


SILENT = {
    "every item numbered 1": ("1. one\n2. two\n3. three", "1. one\n1. two\n1. three"),
    "another bullet": (BULLETS, BULLETS.replace("-", "*")),
    "left is what a column is": (TABLE.format("---", "---", "--:"), TABLE.format(":--", "---", "--:")),
    "indented by more": ("- one thing\n  - two things", "- one thing\n    - two things"),
    "a lazy quote": ("> one thing\n> two things", "> one thing\ntwo things"),
}


@pytest.mark.parametrize("view", ["inline", "side"])
@pytest.mark.parametrize("case", SILENT)
def test_another_way_to_write_the_same_says_nothing(case: str, view: str) -> None:
    made = compared(*SILENT[case], view)
    assert said(made) == []
    assert made.summary == Summary()


OTHERWISE_SAID = {
    "the first item gone": ("1. one thing\n2. two things\n3. three", "2. two things\n3. three"),
    "a list cut in two": ("1. one thing\n2. two things\n3. three", "1. one thing\n\nWords.\n\n2. two things\n3. three"),
    "two lists joined": ("1. one thing\n\nWords.\n\n2. two things\n3. three", "1. one thing\n2. two things\n3. three"),
    "an item more at the beginning": ("2. one thing\n3. two things", "1. a new one\n2. one thing\n3. two things"),
    "a new list": ("words here", "words here\n\n> 1. one thing\n>    - two things"),
    "another paragraph": ("Deploy on Tuesday morning.", "> The old path stays behind a switch."),
    "another item": ("- Deploy on Tuesday morning.", "1. The old path stays behind a switch."),
    "a list that went": ("words here\n\n> 1. one thing\n>    - two things", "words here"),
}


@pytest.mark.parametrize("case", OTHERWISE_SAID)
def test_what_came_and_went_changes_nothing_of_the_rest(case: str) -> None:
    assert said(compared(*OTHERWISE_SAID[case])) == []


PARTS = st.lists(
    st.sampled_from(
        [
            "A plain paragraph.",
            "1. first of all\n2. second of all\n   - inner thing\n   - another inner thing",
            "- bullet points\n\n  hold more than one thing\n- last bullet",
            "> somebody said\n>\n> 3. third of these\n> 4. fourth of these",
            "> [!NOTE]\n> Take note of that.",
            "| left | right |\n|:-:|--:|\n| 10 | 20 |\n| 30 | 40 |",
            "<details><summary>More of it</summary>\n\nHidden away.\n\n</details>",
            "```python\nprint(1)\n```",
            "- [ ] to be done\n- [x] already done",
        ]
    ),
    unique=True,
)


@settings(max_examples=120, deadline=None)
@given(PARTS, PARTS, st.sampled_from(["inline", "side"]))
def test_parts_that_come_go_and_move_are_not_said_to_be_otherwise(old: list[str], new: list[str], view: str) -> None:
    was, now = ("\n\n***\n\n".join(["# Plan", *parts]) for parts in (old, new))
    made = compared(was, now, view)
    assert all("ved " in note for note in said(made))  # moved; nothing else
    if old == new:
        assert made.summary == Summary()


def fronted(*pairs: str) -> str:
    return "\n".join(["---", *pairs, "---", "", "# T", ""])


FRONTS = {
    "a word of a value": (
        fronted("title: A plan", "status: draft of today"),
        fronted("title: A plan", "status: final of today"),
        "<dd>A plan</dd><dt>status</dt><dd class=changed>[-draft-] {+final+} of today</dd>",
        Summary(words_added=1, words_removed=1, blocks_changed=1),
    ),
    "every value": (
        fronted("status: draft", "owner: me"),
        fronted("status: final", "owner: you"),
        "<dd class=changed>[-draft-] {+final+}</dd><dt>owner</dt><dd class=changed>[-me-] {+you+}</dd>",
        Summary(words_added=2, words_removed=2, blocks_changed=2),
    ),
    "a key": (
        fronted("status: draft", "owner: me"),
        fronted("state: draft", "owner: me"),
        "<dt class=changed>[-status-] {+state+}</dt><dd>draft</dd>",
        Summary(words_added=1, words_removed=1, blocks_changed=1),
    ),
    "a key more": (
        fronted("status: draft"),
        fronted("status: final", "owner: me"),
        "<dd class=changed>[-draft-] {+final+}</dd><dt class=arrived>owner</dt><dd class=arrived>me</dd>",
        Summary(words_added=3, words_removed=1, blocks_changed=1, blocks_added=2),
    ),
}


@pytest.mark.parametrize("view", ["inline", "side"])
@pytest.mark.parametrize("case", FRONTS)
def test_front_matter_by_word(case: str, view: str) -> None:
    old, new, shown, summary = FRONTS[case]
    made = compared(old, new, view)
    assert made.summary == summary
    html = bare(made).replace("\n", "").replace('"', "")
    if view == "side":
        shown = re.sub(r"\[-.*?-\] ?", "", shown).replace(" class=changed", "")
    assert shown in html
    assert_sound(old, new)
