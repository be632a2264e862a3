"""Finds given options among the words of a command, in every way in which programs let them be written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class OptionTable:
    """OptionTable of one program that run or write something, and those whose value may look like one of them."""

    letters: str = ""  # of short options, which may stand in a cluster: `-no` has an `o`
    names: tuple[str, ...] = ()  # of long options, without dashes; any beginning of one counts: `--outp`
    valued: str = ""  # letters of short options that take a value: what follows in the cluster is no option
    one_dash: bool = False  # whether long options begin with one dash too, and are never shortened, as Go's
    harmless: frozenset[str] = frozenset()  # long options that are the beginning of a dangerous one

    def where(self, words: Sequence[str], start: int = 1) -> Iterator[int]:
        """The indexes of the words that are such options, from `start` to the end of the options."""
        for index in range(start, end_of_options(words, start)):
            word = words[index]
            if word.startswith("--") or (self.one_dash and word.startswith("-")):
                if self._is_named(word):
                    yield index
            elif word.startswith("-") and self._is_in_cluster(word[1:]):
                yield index

    def _is_named(self, word: str) -> bool:
        name = word.lstrip("-").partition("=")[0]
        if self.one_dash:
            return name in self.names
        if not name or name in self.harmless:
            return False
        return any(dangerous.startswith(name) for dangerous in self.names)

    def _is_in_cluster(self, cluster: str) -> bool:
        for letter in cluster:
            if letter in self.letters:
                return True
            if letter in self.valued:
                return False
        return False


def options(letters: str = "", names: str = "", valued: str = "", harmless: str = "") -> OptionTable:
    """OptionTable from rows of words."""
    return OptionTable(letters, tuple(names.split()), valued, harmless=frozenset(harmless.split()))


def end_of_options(words: Sequence[str], start: int = 1) -> int:
    """The index of the `--` that surely ends the options, or the number of words.

    After an option it may be that option's value.
    """
    for index in range(start, len(words)):
        if words[index] == "--" and not words[index - 1].startswith("-"):
            return index
    return len(words)


def operands(words: Sequence[str], start: int = 1, *, valued: str = "", named: Sequence[str] = ()) -> Iterator[int]:
    """The indexes of the words that are no options and no values of these options; in doubt an operand."""
    is_value = False
    end = end_of_options(words, start)
    for index in range(start, len(words)):
        word = words[index]
        if index == end:
            continue
        if is_value:
            is_value = False
        elif index < end and word.startswith("-") and len(word) > 1:
            is_value = word in named or (len(word) == 2 and word[1] in valued)
        else:
            yield index
