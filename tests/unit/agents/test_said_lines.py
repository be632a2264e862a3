"""What an agent writes to stderr is told line by line, and a flood of it is cut, never kept back."""

from hypothesis import given
from hypothesis import strategies as st

from countermark.agents.said_lines import AT_ONCE, EACH_SECOND, KEPT, LONGEST_LINE, SaidLines


class Listener:
    def __init__(self) -> None:
        self.lines = list[str]()
        self.now = 0.0
        self.said = SaidLines(self.lines.extend, clock=lambda: self.now)


@given(st.text(alphabet="aé\n\r", max_size=40), st.integers(1, 5))
def test_lines_are_the_same_wherever_the_pieces_are_cut(text: str, step: int) -> None:
    listener, content = Listener(), text.encode()
    for start in range(0, len(content), step):
        listener.said.take(content[start : start + step])
    listener.said.finish()
    expected = [line.removesuffix("\r") for line in text.split("\n")]
    assert listener.lines == (expected if text.rsplit("\n", maxsplit=1)[-1] else expected[:-1])
    assert listener.said.end.removesuffix("\n") == text.removesuffix("\n")


def test_what_is_no_text_is_shown() -> None:
    listener = Listener()
    listener.said.take(b"caf\xe9\n")
    assert listener.lines == [r"caf\xe9"]


def test_a_long_line_is_told_in_pieces_before_it_ends() -> None:
    listener = Listener()
    listener.said.take(b"x" * (2 * LONGEST_LINE + 1))
    assert [len(line) for line in listener.lines] == [LONGEST_LINE, LONGEST_LINE]
    listener.said.take(b"y" * LONGEST_LINE + b"\n")
    assert [len(line) for line in listener.lines] == [LONGEST_LINE, LONGEST_LINE, LONGEST_LINE, 1]


def test_a_flood_is_cut_and_what_was_left_out_is_counted() -> None:
    listener = Listener()
    line = b"x" * 999 + b"\n"
    for _ in range(10):
        listener.said.take(line * 1000)
    assert len(listener.lines) == AT_ONCE // 1000
    listener.now += 1
    listener.said.take(b"after\n")
    left_out = 10_000 - AT_ONCE // 1000
    assert listener.lines[-2:] == [f"[{left_out} lines of stderr are left out here: too much came at once]", "after"]
    assert len(listener.said.end) == KEPT
    assert listener.said.end.endswith("x\nafter\n")


def test_what_comes_slowly_is_told_whole() -> None:
    listener = Listener()
    for _ in range(100):
        listener.said.take(b"x" * 999 + b"\n")
        listener.now += 1000 / EACH_SECOND
    assert len(listener.lines) == 100


def test_what_was_left_out_last_is_counted_at_the_end() -> None:
    listener = Listener()
    listener.said.take((b"x" * 999 + b"\n") * 5000)
    listener.said.finish()
    assert listener.lines[-1].startswith(f"[{5000 - AT_ONCE // 1000} lines")
