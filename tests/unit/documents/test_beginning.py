"""The beginning of a long text is what the whole rendering begins with, byte for byte; else there is none."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from countermark.documents.markdown.beginning import beginning
from countermark.documents.markdown.rendering import render
from countermark.documents.markdown.title import TooFar, title_of

HERE = Path(__file__).parent
PLANS = {path.stem: path.read_text() for path in sorted((HERE / "plans").glob("*.md"))}
HOSTILE = [part for part in (HERE / "hostile.txt").read_text().split("\n%%\n") if part.strip()]
PIECES = [
    "# Plan", "## Goals {#goals}", "Setext\n===", "Words of a paragraph\nin two lines.", "TODO", "TODO",
    "- one\n- two\n\n  with words\n  - inner", "1. first\n2. second", "- [ ] to do\n- [x] done\n- [-] partly",
    "| a | b |\n|---|--:|\n| 1 | yes |", "> A quote\n>\n> - an item", "> [!WARNING]\n> Take care.",
    "```python\ndef f(x):\n\n    return x  # why\n```", "```\nnever closed\n\n# no heading", "~~~\n\n```\n\n~~~", "---",
    "    indented\n\n    code", "A sum $x^2$, a price of $5 and `$HOME`.", "$$\ny\n\n$$", "a@b.example and https://e.example/x",
    "See [there][far], [far], [^note] and [below](#goals).", "[A label] alone, ![far] and [text][a\nlabel].",
    "[far]: https://e.example/far 'A title'", "[^note]: The note\n\n    of two paragraphs.", "[a label]:\n  /where",
    "<details><summary>More</summary>\n\nInside.\n\n</details>", "<div>\n\nopen", "</div>", "a<br>b <kbd>x</kbd>",
    "<table><tr><td>raw", "<!-- a comment\n\nof lines -->", "<b>open <i>and", "data-sourcepos=1 \u202e e\u0301 &nbsp;",
    "&copy",    "<h2>Raw</h2>", "<p data-sourcepos=\"1:1-1:5\">mine", "今天部署服务。", "\ttabbed\n\n\ttwice", "[",
    "\\[far] `[far]`",
]  # fmt: skip
FILLER = "\n\n".join(
    f"Paragraph {number} has some words, *and* `code`, for a page to be long." for number in range(110)
)
LONG = st.lists(st.sampled_from([*PIECES, *PIECES, FILLER[:3000], FILLER, *HOSTILE]), min_size=4, max_size=12)


def differs(text: str) -> bool:
    """Whether there is a beginning that is not the first slice of several."""
    early, whole = beginning(text), render(text)
    return early is not None and (early.html != whole.slices[0] or len(whole.slices) == 1)


@settings(max_examples=80, deadline=None)
@given(LONG)
@example([FILLER, "See [far].", FILLER, "[far]: https://e.example"])
@example(["<div>\n\nopen", FILLER, "</div>", FILLER])
@example(["[Goals](#goals)", FILLER, FILLER, "# Goals", FILLER])
def test_it_is_the_first_slice_of_the_whole(pieces: list[str]) -> None:
    assert not differs("\n\n".join([FILLER[: len(pieces) % 4 * 1200], *pieces, FILLER, FILLER]))


@pytest.mark.parametrize("name", PLANS)
def test_real_plans_before_a_long_text(name: str) -> None:
    assert not differs(f"{PLANS[name]}\n\n{FILLER}\n\n{FILLER}\n\n{PLANS[name]}")


def test_a_usual_plan_has_one() -> None:
    sections = "\n\n".join(
        f"## {at}. Step\n\n{PIECES[3]}\n\n{PIECES[6]}\n\n{PIECES[12]}\n\n{PIECES[9]}" for at in range(400)
    )
    text = f"---\ntitle: x\n---\n# Plan\n\n{sections}"
    early = beginning(text)
    assert early is not None
    assert early.html == render(text).slices[0]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("See [far].", "[Far]: https://e.example"),
        ("See [a\nlabel].", "> [A  label]: https://e.example"),
        ("A note[^n].", "[^n]: The note."),
        ("[Goals](#goals)", "## Goals"),
    ],
)
def test_there_is_none_where_the_end_changes_it(first: str, last: str) -> None:
    text = f"# Plan\n\n{first}\n\n{FILLER}\n\n{FILLER}\n\n"
    assert not differs(text + "The end.")
    assert (beginning(text + "The end.") is None) is first.startswith("[Goals]")  # it may find its heading yet
    assert beginning(text + last) is None
    assert render(text + last).slices[0] != render(text + "The end.").slices[0]


def test_a_short_text_has_none() -> None:
    assert beginning("# Plan\n\nWords.\n") is None
    assert beginning("") is None


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from([*PIECES, FILLER[:2500], *HOSTILE]), max_size=10))
@example(["Words.", "## [far]", "[far]: /x 'y'"])
@example(["```\n# no heading\n```", "- ### In a list"])
def test_the_title_is_that_of_the_whole(pieces: list[str]) -> None:
    text = "\n\n".join(pieces)
    try:
        assert title_of(text) == render(text).title
    except TooFar:
        assert "]:" in text or len(text) > 20_000


def test_a_title_that_stands_far_down_is_not_looked_for() -> None:
    with pytest.raises(TooFar):
        title_of(f"{FILLER}\n\n" * 8 + "# Late")
    assert title_of(f"{FILLER}\n\n" * 8) is None
