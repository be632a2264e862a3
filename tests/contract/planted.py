"""Words that nobody else says: put into every text of an item, and looked for in every byte of a data folder."""

import base64
import json
import random
import string
from collections.abc import Iterator
from pathlib import Path

SHARED = 4  # characters at the beginning that an index may keep once for several words


class Planted:
    """Makes words, one for each place, and finds what is left of them."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.words: dict[str, str] = {}

    def __call__(self, place: str) -> str:
        """A word for a place, with a letter that JSON and UTF-16 write otherwise."""
        if place not in self.words:
            chance = random.Random(f"{self._seed} {place}")
            letters = "".join(chance.choices(string.ascii_lowercase + string.digits, k=24))
            self.words[place] = f"q{letters}ä"
        return self.words[place]

    def left_in(self, folder: Path) -> set[tuple[str, str]]:
        """Which words are left in which files, in any form."""
        return {
            (place, file.name)
            for file in files_of(folder)
            for content in [file.read_bytes()]
            for place, word in self.words.items()
            if any(form in content for form in forms_of(word))
        }


def files_of(folder: Path) -> Iterator[Path]:
    """Every file, in every folder."""
    yield from (file for file in folder.rglob("*") if file.is_file())


def forms_of(word: str) -> Iterator[bytes]:
    """The ways in which a word can be written."""
    core = word[SHARED:-1]  # without the letter that an index writes without its dots
    yield core.encode()
    yield core.encode("utf-16-le")
    yield core.encode("utf-16-be")
    yield json.dumps(word)[1 + SHARED : -1].encode()
    for shift in range(3):  # base64 writes three bytes at once: which ones belong together depends on what is before
        text = base64.b64encode(b"\0" * shift + core.encode()).decode()
        yield text[4:-4].encode()
