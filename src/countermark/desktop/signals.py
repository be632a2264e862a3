"""Signals that end a program whose main thread is in the loop of a window, where Python runs no handler of its own."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@contextmanager
def on_signals(end: Callable[[], None]) -> Iterator[None]:
    """Call `end`, in a thread, for the first signal that comes while inside."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer)
    handlers = {number: signal.signal(number, lambda *_: None) for number in ENDING}
    thread = threading.Thread(target=wait, args=(reader, end))
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        os.close(writer)  # the thread reads the end
        thread.join()
        os.close(reader)


def wait(reader: int, end: Callable[[], None]) -> None:
    """Wait for a byte, which Python's own handler writes at once, whatever the main thread does."""
    if os.read(reader, 1):
        end()
