"""Signals that end a program whose main thread is in the loop of a window, where Python may run no handler."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@contextmanager
def on_signals(end: Callable[[], None]) -> Iterator[None]:
    """Call `end`, in a thread, for the first signal that comes while inside.

    A byte in a pipe wakes that thread. Python itself writes it at once, whatever the main thread does, unless the loop
    has taken that for itself, as GTK's does: such a loop then runs the handler, which writes one, too.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)

    def wake(*_: object) -> None:
        with suppress(BlockingIOError):
            os.write(writer, b"\0")

    handlers = {number: signal.signal(number, wake) for number in ENDING}
    before = signal.set_wakeup_fd(writer)
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
    """Wait for a byte, or for the end."""
    if os.read(reader, 1):
        end()
