"""A worker: it does one job after another as the hub hands them over, and ends with the hub.

Started as `python -m countermark.workers.main` by `process.py`, and by nobody else. A job is a function of this program
with its arguments; it does no I/O and knows no store.
"""

import gc
import os
import queue
import resource
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import BinaryIO, NoReturn

from countermark.model.errors import CountermarkError
from countermark.workers.frames import LAST, MORE, next_frame, packed, value_of
from countermark.workers.process import MEMORY_USED_UP

MOST_MEMORY = 1024 * 1024 * 1024  # bytes of address space: twice what bench/comparison_memory.py has seen taken
YOUNG, MIDDLE, OLD = 50_000, 20, 20  # as the hub has it (machine/collector.py): documents are many small objects


def main() -> NoReturn:
    """Work until the line ends."""
    limit_memory()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    line, out = own_line()
    jobs = queue.SimpleQueue[bytes]()
    threading.Thread(target=read_jobs, args=(line, jobs), daemon=True).start()

    def send(mark: bytes, value: object) -> None:
        out.write(mark + packed(value))
        out.flush()

    while True:
        send(LAST, outcome(jobs.get(), tell=lambda value: send(MORE, value)))


def limit_memory() -> None:
    """Let one job never take what the rest of the machine needs. A system without this limit ends it by time alone."""
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def own_line() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output as the line to the hub; nothing that a library prints can get into it."""
    line, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return line, out


def read_jobs(line: BinaryIO, jobs: "queue.SimpleQueue[bytes]") -> None:
    """Take jobs in while one is done, so that the end of the hub is seen at once."""
    try:
        while True:
            jobs.put(next_frame(line))
    except EOFError:
        os._exit(0)  # whatever is under way: nobody waits for it any more


def outcome(job: bytes, *, tell: Callable[[object], None]) -> tuple[object, CountermarkError | None]:
    """What a job gave, or why it was refused. Any other error ends the worker, and the hub's log says which."""
    work, arguments, keywords = value_of(job)
    try:
        value = work(*arguments, **keywords)
        return (last_of(value, tell) if isinstance(value, Generator) else value), None
    except CountermarkError as error:
        return None, error
    except MemoryError:
        os._exit(MEMORY_USED_UP)  # at once: there may be too little left to say anything


def last_of(parts: Generator[object, None, object], tell: Callable[[object], None]) -> object:
    """What a generator returns; what it yields is told at once."""
    while True:
        try:
            part = next(parts)
        except StopIteration as end:
            return end.value
        tell(part)


if __name__ == "__main__":
    main()
