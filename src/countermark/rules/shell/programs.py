"""What known programs do beyond reading: the options and arguments that run or write something."""

from collections.abc import Sequence


def danger_in(words: Sequence[str], *, named: int = 0) -> str | None:
    """The first word that makes a known program run or write something although it otherwise only reads.

    The first `named` words are no danger: the rule's own pattern spells them out. None for an unknown program: a rule
    that names it means all that it does.
    """
    if words[0] == "find" and "-delete" in words[named:]:
        return "-delete"
    return None


def path_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a command that may name files, options' values included; all that certainly are none left out."""
    return tuple(word for word in words[1:] if not word.startswith("-"))
