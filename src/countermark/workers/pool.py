"""A few processes for the heavy work on documents, so that no text holds up the hub, fills it or outlives its turn.

Jobs are pure functions of this program with arguments that can be pickled: texts, places, small values. The smaller one
goes first. A process that was idle for a while, or has carried enough, is ended, and its memory with it.
"""

import asyncio
import itertools
import logging
import queue
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from countermark.model.errors import WorkFailed, WorkNotDone
from countermark.workers.frames import packed, value_of
from countermark.workers.process import NotStarted, TookTooMuch, Worker, WorkerGone

P = ParamSpec("P")
T = TypeVar("T")
Told = TypeVar("Told")

logger = logging.getLogger(__name__)

WORKERS = 2  # one hostile text never holds all of them for long, and a small machine has no more cores
MOST_SECONDS = 20.0
IDLE_SECONDS = 15.0
MOST_CARRIED = 32 * 1024 * 1024  # bytes of jobs and answers, after which a process is replaced
TRIES = 2  # a process may be killed from outside; a text that ends two is at fault itself


def not_started() -> WorkNotDone:
    """The machine had no means left to begin."""
    return WorkNotDone(
        "The work on this text could not be started: no process, thread, open file or memory is left for it.",
        hint="Close programs that you do not need, then try again.",
    )


def stopped_by_a_fault() -> WorkNotDone:
    """Something went wrong in the hub that nobody has foreseen."""
    return WorkNotDone(
        "The work on this text was stopped by a fault in the hub.", hint="Try again; the hub's log names the cause."
    )


def hub_ends() -> WorkNotDone:
    """Nothing is begun any more."""
    return WorkNotDone("The hub ends, so this work was not done.", hint="Start the hub again, then try again.")


def not_wanted(_part: bytes) -> None:
    """What a usual job tells before its end: nothing."""


@dataclass(order=True)
class Job:
    """Something to be done; jobs of about one size are done in the order in which they came."""

    size: int
    number: int
    frame: bytes = field(compare=False)
    seconds: float = field(compare=False)
    early: Callable[[bytes], None] = field(compare=False, default=not_wanted)
    outcome: "Future[bytes]" = field(compare=False, default_factory=Future)


class Workers:
    """Processes that come when they are needed and go when they are not."""

    def __init__(
        self,
        *,
        count: int = WORKERS,
        most_seconds: float = MOST_SECONDS,
        idle_seconds: float = IDLE_SECONDS,
        most_carried: int = MOST_CARRIED,
    ) -> None:
        self._count = count
        self._most_seconds = most_seconds
        self._idle_seconds = idle_seconds
        self._most_carried = most_carried
        self._jobs = queue.PriorityQueue[Job]()
        self._numbers = itertools.count()
        self._threads: list[threading.Thread] = []
        self._workers: dict[int, Worker] = {}  # by the number of the thread that uses it
        self._closing = False
        self._gate = threading.Lock()  # no job is put in line once `close` has begun

    async def run(self, work: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Call a function in a worker; its errors that have a name are raised here.

        Raises `WorkFailed` when it takes more than 20 s or 1 GB, ends its process again and again, or cannot be done
        now: its message says which.
        """
        return await self.run_within(self._most_seconds, work, *arguments, **keywords)

    async def run_within(self, seconds: float, work: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """The same, with a bound of its own for the time; what waits in line does not count."""
        value: T = await self._answered(packed((work, arguments, keywords)), seconds, not_wanted)
        return value

    async def run_telling(
        self, tell: Callable[[Told], None], work: Callable[P, Generator[Told, None, T]],
        *arguments: P.args, **keywords: P.kwargs,
    ) -> T:  # fmt: skip
        """The same for a generator: what it yields is told as soon as it comes, what it returns is the answer.

        It is told again where the process had to be replaced.
        """
        loop = asyncio.get_running_loop()

        def early(part: bytes) -> None:
            loop.call_soon_threadsafe(lambda: tell(value_of(part)))

        value: T = await self._answered(packed((work, arguments, keywords)), self._most_seconds, early)
        return value

    async def _answered(self, frame: bytes, seconds: float, early: Callable[[bytes], None]) -> Any:
        """What a job gave, pickled and back."""
        job = Job(len(frame).bit_length(), next(self._numbers), frame, seconds, early)
        self._put_in_line(job)
        value, refused = value_of(await asyncio.wrap_future(job.outcome))
        if refused is not None:
            raise refused
        return value

    def warm_up(self, work: Callable[[], object]) -> None:
        """Have a process ready for what is likely to come, by a small job; nothing is done where one runs."""
        if self._workers or not self._jobs.empty():
            return
        frame = packed((work, (), {}))
        with suppress(WorkNotDone):  # the job itself will say so
            self._put_in_line(Job(len(frame).bit_length(), next(self._numbers), frame, self._most_seconds))

    def _put_in_line(self, job: Job) -> None:
        with self._gate:
            if self._closing:
                raise hub_ends()
            self._start_threads()
            self._jobs.put(job)

    def _start_threads(self) -> None:
        """Start the threads that are missing; those that run already do the work of one that cannot be started."""
        while len(self._threads) < self._count:
            thread = threading.Thread(target=self._serve, args=(len(self._threads),), name="worker", daemon=True)
            try:
                thread.start()
            except (RuntimeError, MemoryError) as error:
                logger.warning("a thread for a worker could not be started: %r", error)
                if not self._threads:
                    raise not_started() from error
                return
            self._threads.append(thread)

    def _serve(self, number: int) -> None:
        """What each thread does: job after job, with one process that it keeps while there are more."""
        while not self._closing:
            try:
                self._serve_next(number)
            except Exception:  # the edge of this thread: if it ended, the jobs in line would wait for ever
                logger.exception("a job for a worker failed in the hub")
        self._let_go(number)

    def _serve_next(self, number: int) -> None:
        try:
            job = self._jobs.get(timeout=self._idle_seconds if number in self._workers else None)
        except queue.Empty:
            self._let_go(number)
            return
        if job.outcome.set_running_or_notify_cancel():
            self._do(job, number)

    def _do(self, job: Job, number: int) -> None:
        """Do a job. Its outcome is set whatever happens; what is not a `WorkFailed` goes on to `_serve`, too."""
        try:
            job.outcome.set_result(self._answer(job, number))
        except WorkFailed as error:
            job.outcome.set_exception(error)
        finally:
            if not job.outcome.done():
                job.outcome.set_exception(stopped_by_a_fault())
                self._let_go(number)  # in the middle of a frame, perhaps

    def _answer(self, job: Job, number: int) -> bytes:
        why = WorkFailed()
        for _ in range(TRIES):
            if self._closing:
                break
            try:
                return self._asked(job, number)
            except WorkerGone:
                logger.warning("a worker has ended during a job of %d bytes", len(job.frame))
                why = WorkFailed()
            except NotStarted as error:
                logger.warning("a worker could not be started: %r", error)
                why = not_started()
            except TookTooMuch as error:
                raise WorkFailed from error
        raise hub_ends() if self._closing else why

    def _asked(self, job: Job, number: int) -> bytes:
        """The answer of this thread's process; one that did not answer, or has carried enough, is let go."""
        worker = self._workers.get(number)
        if worker is None:
            worker = self._workers[number] = Worker()
        try:
            body = worker.answer(job.frame, seconds=job.seconds, early=job.early)
        except (WorkerGone, TookTooMuch, NotStarted):
            self._let_go(number)
            raise
        if worker.carried > self._most_carried:
            self._let_go(number)
        return body

    def _let_go(self, number: int) -> None:
        worker = self._workers.pop(number, None)
        if worker is not None:
            worker.end()

    def close(self) -> None:
        """End all processes; what is under way fails, and what waits in line."""
        with self._gate:
            self._closing = True
        for worker in list(self._workers.values()):
            worker.end()
        self._fail_waiting()
        for _ in self._threads:
            last = Job(-1, next(self._numbers), b"", 0.0)
            last.outcome.cancel()
            self._jobs.put(last)
        for thread in self._threads:
            thread.join(1.0)

    def _fail_waiting(self) -> None:
        with suppress(queue.Empty):
            while True:
                job = self._jobs.get_nowait()
                if job.outcome.set_running_or_notify_cancel():
                    job.outcome.set_exception(hub_ends())
