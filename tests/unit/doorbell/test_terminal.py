"""Words for a terminal hold nothing that the terminal would obey."""

import pytest

from countermark.doorbell.terminal import visible_text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a plain name – ünïcödé 行 👍", "a plain name – ünïcödé 行 👍"),
        ("\x1b[31mred\x1b]0;title\x07", "U+001B[31mredU+001B]0;titleU+0007"),
        ("\x9b2J", "U+009B2J"),
        ("txt.exe\u202egpj", "txt.exeU+202Egpj"),
        ("a\u200bb\u2066c\ufeff", "aU+200BbU+2066cU+FEFF"),
        ("half \udcff", "half U+DCFF"),
        ("two\nlines\tand a\rreturn\r\n", "two\nlines\tand aU+000Dreturn\n"),
        ("\x00\x08\x7f", "U+0000U+0008U+007F"),
    ],
)
def test_what_a_terminal_would_obey_is_spelled_out(text: str, seen: str) -> None:
    assert visible_text(text) == seen


def test_a_name_stays_on_its_line() -> None:
    assert visible_text("a\nb\tc", lines=False) == "aU+000AbU+0009c"
