"""What stands on a terminal's screen, from the bytes that a full-screen program writes: enough to find words."""

import codecs
import re
from itertools import groupby

COLUMNS, ROWS = 120, 60
# One step of the output: a control sequence, a title, another escape, a control character, or text.
STEP = re.compile(
    r"\x1b\[(?P<arguments>[0-9;?<>=]*)[ -/]*(?P<order>[@-~])"
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b[()][0-9A-Za-z]|\x1b[^\[\]()]"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f])|(?P<text>[^\x00-\x1f]+)"
)


class Screen:
    """A grid of characters and a cursor; colours and modes are passed over."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._unfinished = ""
        self._row = self._column = 0
        self._grid = [[" "] * COLUMNS for _ in range(ROWS)]

    def __str__(self) -> str:
        """The lines that have something on them; blank stretches are one blank line."""
        lines = ("".join(row).rstrip() for row in self._grid)
        return "\n".join("\n".join(stretch) if written else "" for written, stretch in groupby(lines, key=bool))

    def write(self, output: bytes) -> None:
        text = self._unfinished + self._decode(output)
        place = 0
        while step := STEP.match(text, place):
            place = step.end()
            self._take(step)
        self._unfinished = text[place:]

    def _take(self, step: re.Match[str]) -> None:
        if words := step["text"]:
            self._put(words)
        elif step["control"] == "\r":
            self._column = 0
        elif step["control"] == "\n":
            self._row = min(self._row + 1, ROWS - 1)
        elif step["order"] and not step["arguments"].startswith(("?", "<", ">", "=")):
            numbers = [int(number) if number else 0 for number in step["arguments"].split(";")]
            self._obey(step["order"], numbers)

    def _put(self, words: str) -> None:
        for character in words:
            self._grid[self._row][min(self._column, COLUMNS - 1)] = character
            self._column = min(self._column + 1, COLUMNS)

    def _obey(self, order: str, numbers: list[int]) -> None:
        """The few orders that Claude Code draws with."""
        first = numbers[0]
        match order:
            case "A" | "B":
                self._row += max(first, 1) * (1 if order == "B" else -1)
            case "C" | "D":
                self._column += max(first, 1) * (1 if order == "C" else -1)
            case "G":
                self._column = max(first, 1) - 1
            case "H":
                self._row, self._column = max(first, 1) - 1, max([*numbers, 1][1], 1) - 1
            case "K":
                self._clear_line(first)
            case "J" if first == 2:
                self._grid = [[" "] * COLUMNS for _ in range(ROWS)]
            case "J":
                self._clear_line(0)
                self._grid[self._row + 1 :] = [[" "] * COLUMNS for _ in range(ROWS - self._row - 1)]
            case _:
                pass  # colours, scrolling regions, questions about the terminal
        self._row = min(max(self._row, 0), ROWS - 1)
        self._column = min(max(self._column, 0), COLUMNS - 1)

    def _clear_line(self, which: int) -> None:
        """0 from the cursor on, 1 up to the cursor, 2 all of it."""
        begin = 0 if which else self._column
        end = self._column + 1 if which == 1 else COLUMNS
        self._grid[self._row][begin:end] = [" "] * (end - begin)
