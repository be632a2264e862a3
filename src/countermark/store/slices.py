"""Long lists are read in slices: between two of them everybody else in the process has a turn."""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

# A thread that computes keeps the interpreter for its whole turn whenever it gets it, and a question of an agent needs
# it several times: beside a list of 1,000 marks it waited for eight turns and more. A rest must be a real one, because
# a thread that only offers its turn mostly takes it itself.
SLICE = 25  # less than 1 ms of reading or writing marks
REST_SECONDS = 0.0001


def in_slices(items: Iterable[T]) -> Iterator[T]:
    """The same items, in a thread that rests now and then. Not for the event loop."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % SLICE == 0:
            time.sleep(REST_SECONDS)
