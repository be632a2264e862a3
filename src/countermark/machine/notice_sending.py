"""Sends a notice to one service, in a process of its own: one that hangs is ended, and the hub never loads apprise."""

import asyncio
import importlib.util
import json
import os
import signal
import sys
import time
from contextlib import suppress

from countermark.model.notices import NoticeText, Sending, Unsent

LONGEST_SECONDS = 20.0  # for one attempt
COMMAND = (sys.executable, "-P", "-m", "countermark.machine.notice_process")


def is_installed() -> bool:
    """Whether the extra `notify` is there."""
    return importlib.util.find_spec("apprise") is not None


def minute_of_day(at: int) -> int:
    """Minutes since midnight on this machine's clock on the wall, of a moment in milliseconds since 1970."""
    wall = time.localtime(at / 1000)
    return wall.tm_hour * 60 + wall.tm_min


async def send_notice(url: str, text: NoticeText, *, within: float = LONGEST_SECONDS) -> Sending:
    """Send a notice to the service of this address, which goes through a pipe: it is in nobody's argv."""
    if not is_installed():
        return Sending(Unsent.NOT_INSTALLED)
    request = json.dumps({"url": url, "title": text.title, "body": text.body}).encode()
    try:
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    except OSError:
        return Sending(Unsent.FAILED)
    try:
        async with asyncio.timeout(within):
            answer, _ = await process.communicate(request)
    except TimeoutError:
        return Sending(Unsent.TOO_SLOW)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    return sending_in(answer)


def sending_in(answer: bytes) -> Sending:
    """What the process says; one that says nothing of sense has failed."""
    try:
        told = json.loads(answer)
        why, status = told["why"], told["status"]
        return Sending(None if why is None else Unsent(why), status if isinstance(status, int) else None)
    except (ValueError, KeyError, TypeError):
        return Sending(Unsent.FAILED)
