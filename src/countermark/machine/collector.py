"""The memory of a process that lives long and makes large values of many small objects."""

import gc
import sys

# The usual threshold of 700 has the collector walk over every document in memory again and again while the next one is
# read. Comparing two revisions of 1 MB (bench/comparison.py, 5 % of the lines, processor time): 1240 ms with it, 610 ms
# with this one, 605 ms without a collector; single passes over everything took up to 700 ms before.
YOUNG, MIDDLE, OLD = 50_000, 20, 20


def hold_off() -> None:
    """Look for no garbage while the program is loaded: hardly any of what that makes is garbage."""
    gc.disable()


def go_on() -> None:
    """Look for garbage again, seldom, and not in what has been loaded so far."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.enable()


def calm() -> None:
    """Look for garbage seldom, and never in what the program itself consists of. Called once, when all is loaded."""
    gc.unfreeze()
    gc.collect()
    go_on()


def give_back() -> None:
    """Hand free memory back to the system. glibc keeps it otherwise, in an arena for each thread, after a text of 1 MB.

    Takes about a millisecond; other C libraries do it by themselves.
    """
    if sys.platform == "linux":
        import ctypes  # milliseconds that a start spares

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
