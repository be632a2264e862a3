"""Token prefixes of commands: exactly in place for an allow, wherever options stand for a deny or ask."""

import re
from collections.abc import Sequence
from functools import lru_cache

from countermark.rules.rulebook import Tokens

SHORT_OPTIONS = re.compile(r"-[A-Za-z]{1,8}")
MOST_LETTERS = 4  # `-rf` is a row of short options, `-delete` is a word


def begins(words: Sequence[str], tokens: Tokens) -> bool:
    """Whether the words begin with the tokens, each in its place."""
    return matching(words, tokens) == len(tokens)


def matching(words: Sequence[str], tokens: Tokens) -> int:
    """How many tokens the words begin with."""
    count = 0
    for word, alternatives in zip(words, tokens, strict=False):
        if word not in alternatives:
            break
        count += 1
    return count


def may_begin(words: Sequence[str], tokens: Tokens) -> bool:
    """Whether the words mean what the tokens say, however the options are arranged.

    Options of the tokens may stand anywhere, and short ones in one word or several; before the other tokens there may
    be any options, each with a value.
    """
    if not words or not _is_program(words[0], tokens[0]):
        return False
    options = [each for each in tokens[1:] if _are_options(each)]
    others = tuple(each for each in tokens[1:] if not _are_options(each))
    return all(_has_option(words, each) for each in options) and _has_in_order(words[1:], others)


def _is_program(word: str, alternatives: tuple[str, ...]) -> bool:
    return word in alternatives or word.lower() in lowered(alternatives)


@lru_cache(maxsize=4096)
def lowered(alternatives: tuple[str, ...]) -> frozenset[str]:
    """The names of a program as a file system may see them that makes no difference between large and small letters."""
    return frozenset(each.lower() for each in alternatives)


def _are_options(alternatives: Sequence[str]) -> bool:
    return all(each.startswith("-") for each in alternatives)


def _has_option(words: Sequence[str], alternatives: Sequence[str]) -> bool:
    letters = {letter for word in words[1:] if SHORT_OPTIONS.fullmatch(word) for letter in word[1:]}
    return any(_is_among(words, each, letters) for each in alternatives)


def _is_among(words: Sequence[str], option: str, letters: set[str]) -> bool:
    if any(word == option or word.startswith(f"{option}=") for word in words[1:]):
        return True
    is_row = SHORT_OPTIONS.fullmatch(option) is not None and len(option) <= 1 + MOST_LETTERS
    return is_row and letters.issuperset(option[1:])


def _has_in_order(words: Sequence[str], tokens: Tokens) -> bool:
    """Whether these are the first words, options and their values left out; a value may also be none."""
    reached, after_option = {0}, False
    for word in words:
        if len(tokens) in reached:
            return True
        hits = {count + 1 for count in reached if word in tokens[count]}
        if word.startswith("-"):
            reached, after_option = reached | hits, True
        else:
            reached, after_option = (reached | hits if after_option else hits), False
        if not reached:
            return False
    return len(tokens) in reached
