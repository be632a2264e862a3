"""Glob patterns: whether one can reach more than the folder that it starts in.

Where it cannot be told for certain it counts as one that can: a person is asked once too often.
"""

import re

LEAVES_FOLDER = re.compile(r"^[/~]|(^|[/{,])\.\.|[{,]\s*[/~]")
# Two points that the alternatives in braces can put side by side, as in ".{.,x}/".
LEAVES_BY_BRACES = re.compile(r"(^|[/{,}])\.(.*[{,}])?\.($|[/{,}])", re.DOTALL)
# An alternative with nothing in it: what stands behind the braces then comes first, as in "{,x}/etc".
BEGINS_WITH_NOTHING = re.compile(r"^\{.*(\{,|,,|,\})|^\{[,}]", re.DOTALL)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
CLASS_OF_ONE = re.compile(r"\[(.)\]", re.DOTALL)  # to the libraries of JavaScript the character itself


def leaves_folder(pattern: str) -> bool:
    """Whether a pattern can match files outside of the folder that it starts in."""
    plain = CLASS_OF_ONE.sub(r"\1", ESCAPED.sub(r"\1", pattern))
    looks = (LEAVES_FOLDER, LEAVES_BY_BRACES, BEGINS_WITH_NOTHING)
    return LEAVES_FOLDER.search(pattern) is not None or any(look.search(plain) is not None for look in looks)
