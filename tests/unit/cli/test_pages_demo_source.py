"""Where the words of a note stand in the source of a page, for the demo's scripted agent."""

import pytest

from countermark.cli.pages.demo_source import replaced

PAGE = """<html><head><title>a day</title></head><body class="a day">
<p title="a day">Fast: a day.</p>
<p>Slow: two
   weeks, by <em>sea &amp; land</em>.</p><li>same</li><li>same</li></body></html>"""


@pytest.mark.parametrize(
    ("words", "by", "piece"),
    [
        ("a day", "an hour", "Fast: an hour."),
        ("two weeks", "a month", "Slow: a month, by"),
        ("sea & land", '<air> & "sea"', '<em>&lt;air&gt; &amp; "sea"</em>'),
        (" a day", "  an hour ", "Fast: an hour."),
    ],
)
def test_words_that_stand_in_one_piece(words: str, by: str, piece: str) -> None:
    source = replaced(PAGE, words, by=by)
    assert source is not None
    assert piece in source
    assert 'title="a day"' in source


@pytest.mark.parametrize("words", ["", "  ", "by sea", "nowhere", "same", "em>sea"])
def test_words_that_do_not_stand_in_one_place(words: str) -> None:
    assert replaced(PAGE, words, by="x") is None


def test_the_context_tells_twins_apart() -> None:
    twins = "<body><p>Inside: two days.</p><p>Outside: two days.</p></body>"
    source = replaced(twins, "two days", by="a week", before="Outside: ")
    assert source == "<body><p>Inside: two days.</p><p>Outside: a week.</p></body>"
    assert replaced(twins, "two days", by="a week", before="side: ") is None
