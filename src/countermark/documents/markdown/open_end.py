"""What a text leaves open at its end, and what closes that: words that are put behind it are words then, not code."""

import re
from collections.abc import Iterator

import comrak

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
RAW_ENDS = ("-->", "?>", "]]>", "</script>", "</pre>", "</style>", "</textarea>", ">")  # CommonMark 4.6, kinds 1 to 5


def closing_of(text: str) -> str:
    """The line that ends the fence, the comment or the other raw HTML that a text does not end itself; else nothing."""
    heading = free_word(text)
    return next((each for each in endings(text) if is_read(f"{text}\n{each}\n\n# {heading}\n", heading)), "")


def endings(text: str) -> Iterator[str]:
    """Nothing first, then all that could be missing."""
    yield ""
    fences = FENCE.findall(text)
    for sign in "`~":
        longest = max((len(fence) for fence in fences if fence[0] == sign), default=0)
        if longest:
            yield sign * longest
    yield from RAW_ENDS


def free_word(text: str) -> str:
    """A word that the text does not have."""
    word = "end"
    while word in text:
        word += "d"
    return word


def is_read(text: str, heading: str) -> bool:
    """Whether a heading is one."""
    extensions, rendering = comrak.ExtensionOptions(), comrak.RenderOptions()
    extensions.math_dollars = True
    return f"<h1>{heading}</h1>" in comrak.render_markdown(text, extensions, None, rendering)
