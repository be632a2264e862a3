"""Hands an answer to the agent and tells the hub how far it came."""

import os
import select
import sys
import time

from countermark.agent_side.asking import HookQuestion, acknowledge
from countermark.doorbell import hub_address
from countermark.doorbell.errors import CallerGone, DoorbellError, HubGone, NoHub
from countermark.doorbell.terminal import visible_text

STDOUT = 1
# How long the agent's exit may wait for the proof that it has read. An agent acts on our exit, so it is not kept.
LOOK = 0.1
LATE_PATIENCE = 20.0


def acknowledge_answer(question: HookQuestion) -> None:
    """Acknowledges the answer that was just printed, as far as the agent has taken it."""
    stage = "received" if wait_until_drained(STDOUT, within=LOOK) else "delivered"
    if not _is_noted(question, stage):
        _acknowledge_later(question, stage)


def write(text: bytes) -> None:
    """Prints exactly this; raises CallerGone when nobody reads."""
    rest = memoryview(text)
    while rest:
        try:
            rest = rest[os.write(STDOUT, rest) :]
        except BlockingIOError:
            _wait_until_writable()
        except OSError as reason:
            raise CallerGone("nobody reads our output any more") from reason


def _wait_until_writable() -> None:
    readiness = select.poll()
    readiness.register(STDOUT, select.POLLOUT)
    readiness.poll()


def wait_until_drained(number: int, *, within: float) -> bool:
    """Has the other end taken everything out? False also where that cannot be known."""
    until = time.monotonic() + within
    pause = 0.0005
    while (left := unread(number)) != 0:
        if left is None or time.monotonic() >= until:
            return False
        time.sleep(pause)
        pause = min(pause * 2, 0.01)
    return True


def unread(number: int) -> int | None:
    """How many written bytes the other end has not read yet; None where that cannot be known."""
    import fcntl
    import stat
    import termios

    mode = os.fstat(number).st_mode
    if stat.S_ISREG(mode) or stat.S_ISCHR(mode):
        return 0
    # macOS tells the writing end of a pipe nothing about the reading one.
    if not sys.platform.startswith("linux"):
        return None
    question = termios.FIONREAD if stat.S_ISFIFO(mode) else termios.TIOCOUTQ
    try:
        told = fcntl.ioctl(number, question, b"\0\0\0\0")
    except OSError:
        return None
    return int.from_bytes(told, sys.byteorder)


def _is_noted(question: HookQuestion, stage: str) -> bool:
    """Tells the hub; False when there is none just now."""
    try:
        acknowledge(question, stage)
    except HubGone:
        return False
    except DoorbellError as reason:
        words = f"countermark: the answer was printed, but the hub did not take note: {reason}"
        os.write(2, f"{visible_text(words)}\n".encode())
    return True


def _acknowledge_later(question: HookQuestion, stage: str) -> None:
    """The hub fell over between its answer and our acknowledgement: a copy of this process tells the next one.

    The agent waits for our exit, so it must not wait for that.
    """
    if os.fork() != 0:
        return
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nothing, number)
        until = time.monotonic() + LATE_PATIENCE
        while time.monotonic() < until and not _is_noted_by_the_next_hub(question, stage):
            time.sleep(0.05)
    finally:
        os._exit(0)


def _is_noted_by_the_next_hub(question: HookQuestion, stage: str) -> bool:
    try:
        hub_address.ensure_hub(question.home)
        acknowledge(question, stage)
    except (HubGone, NoHub):
        return False
    except DoorbellError:
        return True
    return True
