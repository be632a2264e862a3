"""One worker process, from the hub's side: start it, hand it a job, end it when it takes too long."""

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from countermark.workers.frames import next_part

# Not in the folder where the hub was started: -P, because that may be anybody's project.
COMMAND = (sys.executable, "-P", "-m", "countermark.workers.main")


MEMORY_USED_UP = 71  # the exit status of a worker whose job took more memory than one may


class WorkerGone(Exception):
    """The process has ended before it had answered."""


class NotStarted(Exception):
    """The machine has no process, thread, open file or memory left for a worker; the job itself is not at fault."""


class TookTooMuch(Exception):
    """The job had its time, or its memory, and was not done; its process is ended."""


class Worker:
    """A process of its own. Used by one thread at a time; `end` may be called from any. Raises `NotStarted`."""

    def __init__(self) -> None:
        self.carried = 0  # bytes of jobs and answers: memory that it used grows with them
        try:
            self._process = subprocess.Popen(
                COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, MemoryError) as error:
            raise NotStarted(error) from error

    def answer(self, job: bytes, *, seconds: float, early: Callable[[bytes], None]) -> bytes:
        """The answer to a job, both as frames; `early` is called with what comes before its last one.

        Raises `WorkerGone`, `TookTooMuch` or `NotStarted`.
        """
        in_time = threading.Timer(seconds, self._process.kill)
        try:
            in_time.start()
        except RuntimeError as error:  # no more threads; without one nothing would end a job that never ends
            raise NotStarted(error) from error
        try:
            return self._exchange(job, early)
        except (EOFError, OSError, ValueError) as error:  # a closed file is a ValueError
            late = not in_time.is_alive()
            self.end()
            kind = TookTooMuch if late or self._process.returncode == MEMORY_USED_UP else WorkerGone
            raise kind from error
        finally:
            in_time.cancel()

    def _exchange(self, job: bytes, early: Callable[[bytes], None]) -> bytes:
        line, out = self._process.stdin, self._process.stdout
        assert line is not None
        assert out is not None
        line.write(job)
        line.flush()
        self.carried += len(job)
        while True:
            is_last, body = next_part(out)
            self.carried += len(body)
            if is_last:
                return body
            early(body)

    def end(self) -> None:
        """End the process, whatever it does; who waits for its answer hears `WorkerGone`."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # a job that was not wholly written
                    pipe.close()
