"""Whatever was edited: the comparison is well-formed, and the new document is in it word for word."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from countermark.documents.difference.comparing import Summary, compare_sources
from countermark.documents.difference.inline_words import WordChange, changes, landmarks
from countermark.documents.difference.lines import aligned
from countermark.documents.difference.order import in_order
from tests.unit.documents.compared import assert_sound, assert_well_formed, compared

HOSTILE = [part for part in (Path(__file__).parent / "hostile.txt").read_text().split("\n%%\n") if part.strip()]
PLAIN = [
    "# Plan",
    "## Goals",
    "Keep every order *until payment settles*, then `write` a [note](https://e.example/a?b=1&c=2).",
    "One short line.",
    "TODO",
    "TODO",
    "- one item\n- another item\n  - an inner item\n  - and one more\n- the last",
    "1. first\n2. second\n\n   with words\n3. third",
    "- [ ] to do\n- [x] done\n- [-] partly",
    "| a | b |\n|---|--:|\n| 1 | yes |\n| 2 | no |\n| 3 | |",
    "| a | c | b |\n|---|---|--:|\n| 1 | x | yes |\n| 3 | y | no |",
    "<table><tr><td rowspan=2>x</td><td>y<ul><li>z</ul></td></tr><tr><td colspan=2><p>q</p></td></tr></table>",
    "```python\ndef f(x):\n    return x  # why\n\n\nprint('<b>')\n```",
    "    indented <code>\n    of two lines",
    "> A quote\n> of two lines\n>\n> - with an item",
    "> [!WARNING]\n> Take care of it.",
    "<details><summary>More</summary>\n\nInside.\n\n</details>",
    "Words[^1] with a note[^2].\n\n[^1]: The note.\n[^2]: Another.",
    "A sum $x^2$ and\n\n$$\ny\n$$",
    "---",
    "<b>open <i>and\n\nstill open",
    "今天部署服务。明天回滚 العربية \u202e e\u0301 👩‍👩‍👧",
    "</del></ins><del class=was data-desk>mine</del><ins>x</ins>",
    '<p data-block="x" data-desk>mine</p>',
    "<ul>stray<li>a</ul><dl><dt>t<dd>d</dl>",
]
BLOCKS = st.sampled_from(PLAIN) | st.sampled_from(HOSTILE) | st.text(max_size=40)
DOCUMENTS = st.lists(BLOCKS, max_size=9)
EDITS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 99), st.integers(0, 99), BLOCKS), max_size=6)


def edited(blocks: list[str], edits: list[tuple[int, int, int, str]]) -> list[str]:
    """Blocks after some edits: taken out, put in, moved, with words and lines gone, new or exchanged."""
    now = list(blocks)
    for kind, first, second, block in edits:
        at = first % (len(now) + 1)
        if kind == 0 or at == len(now):
            now.insert(at, block)
        elif kind == 1:
            del now[at]
        elif kind == 2:
            now.insert(second % len(now), now.pop(at))
        elif kind == 3:
            words = now[at].split(" ")
            words[second % len(words)] = block
            now[at] = " ".join(words)
        elif kind == 4:
            lines = now[at].split("\n")
            del lines[second % len(lines)]
            now[at] = "\n".join(lines)
        elif kind == 5:
            cut = second % (len(now[at]) + 1)
            now[at : at + 1] = [now[at][:cut], now[at][cut:]]
        else:
            now[at] = "> " + now[at].replace("\n", "\n> ")
    return now


THOROUGH = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@THOROUGH
@given(DOCUMENTS, EDITS)
def test_the_new_document_is_in_every_view(blocks: list[str], edits: list[tuple[int, int, int, str]]) -> None:
    assert_sound("\n\n".join(blocks), "\n\n".join(edited(blocks, edits)))


@THOROUGH
@given(DOCUMENTS, DOCUMENTS)
def test_documents_that_have_nothing_in_common(old: list[str], new: list[str]) -> None:
    assert_sound("\n\n".join(old), "\n\n".join(new))


@THOROUGH
@given(DOCUMENTS)
def test_nothing_changed_nothing_shown(blocks: list[str]) -> None:
    text = "\n\n".join(blocks)
    made = compared(text, f"{text}\n")  # the same words; the same digest would be no comparison at all
    assert made.summary == Summary()
    assert not re.search(r'<ins class="fresh|<del class="was|class="[^"]*(?:moved|gone|arrived|changed)', made.html)


@THOROUGH
@given(DOCUMENTS, EDITS)
def test_the_source_view_holds_every_line(blocks: list[str], edits: list[tuple[int, int, int, str]]) -> None:
    old, new = "\n\n".join(blocks), "\n\n".join(edited(blocks, edits))
    for part in compare_sources(old, new, Summary()).slices:
        assert_well_formed(part)
        assert not re.search(r"<(?!/?(?:table|tbody|tr|td|ins|del|span)[ >])", part)


@pytest.mark.parametrize("piece", HOSTILE + PLAIN)
def test_hostile_pieces_on_either_side(piece: str) -> None:
    plain = "# Plan\n\nSome words here.\n\n- one\n- two\n"
    assert_sound(plain, f"{plain}\n\n{piece}\n\nlast words")
    assert_sound(f"{plain}\n\n{piece}\n\nlast words", plain)
    assert_sound(f"{plain}\n\n{piece}\n\nlast words", f"{piece}\n\n{plain}")


LETTERS = st.lists(st.sampled_from("abcdefgh"), max_size=40)


@THOROUGH
@given(LETTERS, LETTERS)
@example(list("aaabaa"), list("abbab"))  # a word that could slide over the change before it
def test_changes_turn_the_old_words_into_the_new(old: list[str], new: list[str]) -> None:
    for found in (changes(old, new), landmarks(old, new, WordChange(0, len(old), 0, len(new)))):
        i = j = 0
        for each in found:
            assert old[i : each.i1] == new[j : each.j1]
            assert each.i1 < each.i2 or each.j1 < each.j2
            i, j = each.i2, each.j2
        assert old[i:] == new[j:]


@THOROUGH
@given(LETTERS, LETTERS)
def test_lines_are_aligned_in_order_and_none_is_lost(old: list[str], new: list[str]) -> None:
    steps = list(aligned(old, new))
    assert [step.old for step in steps if step.old >= 0] == list(range(len(old)))
    assert [step.new for step in steps if step.new >= 0] == list(range(len(new)))
    assert all(old[step.old] == new[step.new] for step in steps if step.same)


@THOROUGH
@given(st.permutations(range(9)), st.lists(st.integers(1, 50), min_size=9, max_size=9))
def test_what_stays_is_the_heaviest_order(olds: list[int], weights: list[int]) -> None:
    pairs = [(old * 2, new * 3, weight) for new, (old, weight) in enumerate(zip(olds, weights, strict=True))]
    kept = [each for each in pairs if each[1] in in_order(pairs)]
    assert [each[0] for each in kept] == sorted(each[0] for each in kept)
    best: dict[int, int] = {}
    for old, _, weight in pairs:
        best[old] = weight + max((best[before] for before in best if before < old), default=0)
    assert sum(each[2] for each in kept) == max(best.values())
