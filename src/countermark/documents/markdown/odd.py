"""Characters that hide, reorder or imitate are shown by their number.

Kept as they are, because people write with them: the joiners inside words of scripts that need them, emoji sequences
that Unicode knows, a single variation selector after a sign, and the blanks of the typographer in prose (not in code).
"""

import re
import unicodedata
from functools import cache

# Scripts in which ZERO WIDTH JOINER and NON-JOINER change how a word is written: Arabic to Sinhala, Myanmar, Khmer,
# Mongolian and the later Indic blocks. (Unicode Standard, chapter 23.2; Unicode Technical Standard 39, section 3.1.1)
_JOINING = (
    "\u0600-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff\u1810-\u18af\u1b00-\u1c4f\ua840-\uaaff\U00010a00-\U00011fff"
)
_EMOJI = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
# The flags of England, Scotland and Wales are the only tag sequences in use.
_TAGGED_FLAG = (
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|"
    "\U000e0077\U000e006c\U000e0073)\U000e007f"
)
_LEGITIMATE = "|".join(
    (
        _TAGGED_FLAG,
        f"(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])",
        f"(?:(?<=[{_EMOJI}])|(?<=[{_EMOJI}]\ufe0f))\u200d(?=[{_EMOJI}])",
        f"(?<=[{_EMOJI}#*0-9])[\ufe0e\ufe0f]",
        "(?<=[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd])[\ufe00-\ufe02\U000e0100-\U000e01ef]",
        "(?<=[\u1820-\u18aa])[\u180b-\u180d\u180f]",
    )
)
_TYPOGRAPHIC = "\u00a0\u2009\u202f\u3000"
_HIDING = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    "\u2000-\u2008\u200a-\u200f\u2028-\u202e\u205f-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)


@cache
def pattern(*, code: bool) -> re.Pattern[str]:
    """Finds odd characters, and what is legitimate. Compiled when it is needed: a hub that starts may not need it."""
    return re.compile(f"(?:{_LEGITIMATE})|(?P<odd>[{_HIDING}{_TYPOGRAPHIC if code else ''}])")


@cache
def any_odd() -> re.Pattern[str]:
    """Finds what may be odd in code or in an address."""
    return re.compile(f"[{_HIDING}{_TYPOGRAPHIC}]")


def shown(text: str, *, code: bool = False) -> str:
    """HTML text with every odd character as a marked, visible escape."""
    return text if is_plain(text) else pattern(code=code).sub(_marked, text)


def spelled(text: str, *, code: bool = False) -> str:
    """Plain text (or the value of an attribute) with every odd character spelled out."""
    return text if is_plain(text) else pattern(code=code).sub(_spelled, text)


def hides(code: str) -> bool:
    """Is there anything in the code that must be shown by its number?"""
    return any_odd().search(code) is not None and any(found["odd"] for found in pattern(code=True).finditer(code))


def is_plain(text: str) -> bool:
    """Whether it is ASCII without control characters: nothing in it can be odd."""
    return text.isascii() and text.isprintable()


def _marked(found: re.Match[str]) -> str:
    character = found["odd"]
    if character is None:
        return found[0]
    name = unicodedata.name(character, "control character").lower()
    return f'<span class="escape" title="{name}">U+{ord(character):04X}</span>'


def _spelled(found: re.Match[str]) -> str:
    return found[0] if found["odd"] is None else f"U+{ord(found['odd']):04X}"
