"""Tasks that run side by side until the first of them has completed; none of them outlives the wait."""

import asyncio
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

T = TypeVar("T")


class EndedFirst(Exception):
    """One of the ends came before the work was done."""


@asynccontextmanager
async def tasks_of(*work: Coroutine[Any, Any, Any]) -> AsyncIterator[list[asyncio.Task[Any]]]:
    """One task for each coroutine; when the block is left, they are cancelled, and have ended."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def first_completed(tasks: Collection[asyncio.Future[Any]], *, within: float | None = None) -> None:
    """Return as soon as one of the tasks has completed, or after so many seconds."""
    await asyncio.wait(tasks, timeout=within, return_when=asyncio.FIRST_COMPLETED)


async def run_until(work: Coroutine[Any, Any, T], *ends: Coroutine[Any, Any, Any]) -> T:
    """The result of `work`. Raises EndedFirst if one of `ends` has completed before it."""
    async with tasks_of(work, *ends) as tasks:
        await first_completed(tasks)
        working: asyncio.Task[T] = tasks[0]
        if not working.done():
            raise EndedFirst
        return working.result()
