"""A second user of this machine: what is connected under it is its own, as the kernel keeps it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

NOBODY = 65534
needs_a_second_user = pytest.mark.skipif(os.getuid() != 0, reason="ONLY THE SUPERUSER CAN BE A SECOND USER")


@contextmanager
def as_another_user() -> Iterator[None]:
    """Sockets that are made meanwhile are that user's for as long as they live."""
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
