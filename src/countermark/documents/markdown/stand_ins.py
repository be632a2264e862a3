"""Characters on which an HTML serialiser wastes its time, written otherwise while it works.

html5ever looks for the next `&` and for the next byte 0xC2 (no-break spaces begin with it, and so does all of U+0080 to
U+00BF) from every such character to the end of the text: a megabyte of either took 20 s.
"""

import re
from html import unescape

MOST = 1_000  # of these characters; fewer cost little wherever they stand
SIGN = "\ufdd0"  # not a character: no text needs it, and one that has it gets it back
SLOW = re.compile("[\x80-\xbf]")
ENTITY = re.compile("&(?:#[0-9A-Za-z]+;?|[A-Za-z0-9]+;?)?")
WRITTEN = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\xa0": "&nbsp;"}  # in HTML, by everybody
STANDS = {character: f"{SIGN}{ord(character):02X}" for character in (*WRITTEN, *map(chr, range(0x80, 0xC0)))}
ITSELF = f"{SIGN}00"
STOOD = re.compile(f"{SIGN}[0-9A-F]{{2}}")
BACK = {stands: WRITTEN.get(character, character) for character, stands in STANDS.items()}
MARKUP = str.maketrans({SIGN: ITSELF, **{character: STANDS[character] for character in WRITTEN}})


def are_needed(html: str) -> bool:
    """Are there so many of these characters that they cost time?"""
    return html.count("&") > MOST or sum(1 for _ in SLOW.finditer(html)) > MOST


def put_in(html: str) -> str:
    """Well-formed tags and text without any such character: an entity is read, and stands for itself as words do."""
    html = html.replace(SIGN, ITSELF)
    for character, written in WRITTEN.items():
        html = html.replace(written, STANDS[character])
    html = ENTITY.sub(lambda found: _read(found[0]).translate(MARKUP), html)
    for character in sorted(set(SLOW.findall(html))):
        html = html.replace(character, STANDS[character])
    return html


def taken_out(html: str) -> str:
    """The characters again, each as it is written in HTML: never as markup."""
    for stands in {*STOOD.findall(html)} - {ITSELF}:  # few of the 69: each costs a walk through all
        html = html.replace(stands, BACK[stands])
    return html.replace(ITSELF, SIGN)


def _read(entity: str) -> str:
    """What an entity says. Python leaves out the numbers of what is no character; a browser does not."""
    said = unescape(entity)
    if said:
        return said
    digits = entity.strip("&#;")
    return chr(int(digits[1:], 16) if digits[0] in "xX" else int(digits))
