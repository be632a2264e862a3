"""The title of a text that begins with one of plain words, as most plans do: read without the renderer."""

import re

# A heading in the first line, of letters and signs that are nothing but themselves in Markdown.
PLAIN = re.compile(r"#{1,6} +([A-Za-z0-9\u00c0-\u024f][A-Za-z0-9\u00c0-\u024f ,.:;()'\"+-]{0,300})(?:[\r\n]|\Z)")


def plain_title(text: str) -> str | None:
    """The title that `render` finds; None where only rendering can tell."""
    heading = PLAIN.match(text)
    return None if heading is None else " ".join(heading[1].split())
