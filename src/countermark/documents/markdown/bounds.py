"""Keeps a hostile text from taking comrak's time or memory without bound.

Each bound puts a character that no text may use into the source, where it ends a construct before it grows; `unbound`
takes it out of the HTML again, so that the words read as they were written.
"""

import re

DEEPEST = 50
# comrak and every HTML parser need time quadratic in the depth of quotes and lists.
_MARKER = r"[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))"
DEEP = re.compile(rf"^((?:{_MARKER}){{{DEEPEST}}})(?={_MARKER})", re.MULTILINE)
# comrak completes short rows: a thousand columns and half a million rows of one letter are half a billion cells, and
# the process dies. A row that is written in full takes two characters for each cell.
DELIMITERS = re.compile(r"^(?=[^\n]*-)[ \t>*+\d.)]*(?:[ \t:-]*\|){2,}[ \t:-]*$", re.MULTILINE)
COLUMN = re.compile(r"-+")
BLANK = re.compile(r"(\n(?:[ \t>]*\n)+)")
FREE_CELLS = 200
# comrak copies the rest of a paragraph for each mail address in it.
MOST_COPIED = 20_000_000
NOT_CHARACTERS = [chr(number) for number in range(0xFDD0, 0xFDF0)]


def bounded(text: str) -> tuple[str, str]:
    """The text with stops in it, and the stop: empty if it took none."""
    stop = next((mark for mark in NOT_CHARACTERS if mark not in text), "")
    shallow, stops = DEEP.subn(rf"\1{stop}", text)
    if DELIMITERS.search(shallow) is not None:
        narrow = "".join(_narrow(part, stop) for part in BLANK.split(shallow))
        stops += len(narrow) - len(shallow)
        shallow = narrow
    return shallow, stop if stops else ""


def mail_is_few(text: str) -> bool:
    """Will finding mail addresses cost little?"""
    if text.count("@") * len(text) <= MOST_COPIED:
        return True
    return sum(part.count("@") * len(part) for part in BLANK.split(text)) <= MOST_COPIED


def unbound(html: str, stop: str) -> str:
    """HTML of a bounded text without its stops."""
    return html.replace(stop, "") if stop else html


def _narrow(part: str, stop: str) -> str:
    """Lines without a blank one between them; a table whose rows would mostly be made up is left as words."""
    rows = part.count("\n")

    def judged(found: re.Match[str]) -> str:
        cells = len(COLUMN.findall(found[0])) * rows
        return found[0].replace("|", f"{stop}|", 1) if cells > len(part) // 2 + FREE_CELLS else found[0]

    return DELIMITERS.sub(judged, part)
