"""Words for a terminal: no name in them can move the cursor, hide a line, or reorder what stands there."""


def visible_text(text: str, *, lines: bool = True) -> str:
    """The text with every character that is not printed spelled out, as U+001B; `lines` keeps line ends and tabs.

    What is printed is what Python calls printable, so control, bidi and zero-width characters, odd blanks and halves of
    a character pair are not.
    """
    if text.isprintable():
        return text
    if lines:
        return "\n".join("\t".join(_spelled(part) for part in line.split("\t")) for line in _lines(text))
    return _spelled(text)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _spelled(text: str) -> str:
    return "".join(character if character.isprintable() else f"U+{ord(character):04X}" for character in text)
