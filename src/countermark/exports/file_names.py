"""Names of files out of titles, which agents choose: safe in every folder and on every system."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime

# Of a title in a name: with the date, a number and the ending it stays below 143 bytes, which is what encrypted folders
# (eCryptfs, Synology) allow; all others allow 255.
MOST_BYTES = 116
# What Windows, macOS and Obsidian do not take in a name or a link to one; and what turns the direction of the text.
UNSAFE = re.compile(r'[\\/:*?"<>|#^\[\]%`{}\x00-\x1f\x7f-\x9f]')
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?", re.IGNORECASE)
UNTITLED = "Untitled"


def file_name(title: str, *, at: int, ending: str) -> str:
    """Such as `2026-11-24 Ship the café.md`; `at` is in milliseconds since 1970, `ending` without a dot."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d} {safe(title)}.{ending}"


def numbered(name: str) -> Iterator[str]:
    """The name, then the same with numbers, for as long as there is a file of that name."""
    stem, _, ending = name.rpartition(".")
    yield name
    for number in range(2, 10_000):
        yield f"{stem} {number}.{ending}"


def safe(title: str) -> str:
    """A title as a part of a file's name: one line of characters that no system reads as anything else."""
    whole = unicodedata.normalize("NFC", title.encode("utf-8", "replace").decode())
    kept = "".join(" " if is_unsafe(character) else character for character in whole)
    plain = " ".join(UNSAFE.sub(" ", kept).split()).strip(" .-~")
    short = plain.encode()[:MOST_BYTES].decode("utf-8", "ignore").rstrip(" .")
    return f"{UNTITLED} {short}".rstrip() if not short or RESERVED.fullmatch(short) else short


def is_unsafe(character: str) -> bool:
    """Controls, what has no shape (such as marks that turn the direction), private and unknown characters."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
