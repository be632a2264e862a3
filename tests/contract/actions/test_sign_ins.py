"""Launch codes and sign-ins: once, for a minute, whatever the clock does."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from inspect import signature

import pytest

from countermark.actions.desk import Desk
from countermark.actions.sign_ins import LaunchCodes, elapsed_seconds, end_all, sign_in, sign_out, store_held, who
from countermark.model.errors import NotSignedIn
from countermark.model.sign_ins import SignIn, token_digest
from tests.contract.memory_desk import HandClock

COMMAND = "COUNTERMARK_HOME=/somewhere countermark open"


class Seconds:
    """Seconds that pass when a test says so, whatever the clock shows."""

    def __init__(self) -> None:
        self.passed = 0.0

    def __call__(self) -> float:
        return self.passed


def held_sign_in(desk: Desk, token: str) -> SignIn:
    """A sign-in that could not be stored."""
    held = SignIn(desk.new_id("si"), token_digest(token), desk.now(), desk.now() + 1000)
    desk.held_sign_ins.made[held.token_sha256] = held
    return held


@asynccontextmanager
async def storing_what_is_held(desk: Desk) -> AsyncIterator[None]:
    """While inside, the first held sign-in is about to be written; at the end, all of them were."""
    disk_is_free = threading.Event()
    busy = asyncio.ensure_future(desk.store.transact(lambda _: disk_is_free.wait(10)))
    await asyncio.sleep(0)
    storing = asyncio.ensure_future(store_held(desk))
    await asyncio.sleep(0)
    yield
    disk_is_free.set()
    assert await busy
    await storing


async def kinds(desk: Desk) -> list[str]:
    return [entry.kind for entry in await desk.read(lambda reader: reader.entries())]


async def test_a_code_is_good_for_a_minute_whatever_the_clock_shows(desk: Desk, clock: HandClock) -> None:
    seconds = Seconds()
    codes = LaunchCodes(seconds)
    used, late = codes.mint(), codes.mint()
    clock.forward(-3600)
    assert (await sign_in(desk, codes, used, open_command=COMMAND)).token
    seconds.passed = 61
    clock.forward(-3600)
    with pytest.raises(NotSignedIn):
        await sign_in(desk, codes, late, open_command=COMMAND)


def test_without_another_clock_it_is_one_that_nobody_sets() -> None:
    clock = signature(LaunchCodes).parameters["clock"].default
    assert abs(clock() - elapsed_seconds()) < 60 < abs(clock() - time.time())


async def test_a_code_that_was_good_once_brings_the_command_for_a_new_one(desk: Desk) -> None:
    seconds = Seconds()
    codes = LaunchCodes(seconds)
    used, old, other = codes.mint(), codes.mint(), LaunchCodes(seconds).mint()
    await sign_in(desk, codes, used, open_command=COMMAND)
    seconds.passed = 61
    for code in (used, old):
        with pytest.raises(NotSignedIn) as refused:
            await sign_in(desk, codes, code, open_command=COMMAND)
        assert refused.value.extra == {"command": COMMAND}
    for code in (other, "", "x" * 43):
        with pytest.raises(NotSignedIn) as refused:
            await sign_in(desk, codes, code, open_command=COMMAND)
        assert refused.value.extra is None
        assert COMMAND not in refused.value.hint


async def test_all_are_ended_with_an_entry_each(desk: Desk) -> None:
    codes = LaunchCodes()
    tokens = [(await sign_in(desk, codes, codes.mint(), open_command=COMMAND)).token for _ in range(3)]
    await end_all(desk)
    assert [await who(desk, token) for token in tokens] == [None] * 3
    assert await kinds(desk) == ["signed_in"] * 3 + ["signed_out"] * 3


async def test_an_end_that_could_not_be_stored_holds_at_once_and_is_stored_later(desk: Desk) -> None:
    codes = LaunchCodes()
    signed_in = await sign_in(desk, codes, codes.mint(), open_command=COMMAND)
    desk.held_sign_ins.ended.add(signed_in.sign_in.id)
    assert await who(desk, signed_in.token) is None
    assert await kinds(desk) == ["signed_in"]
    await store_held(desk)
    assert await kinds(desk) == ["signed_in", "signed_out"]
    assert await who(desk, signed_in.token) is None
    assert desk.held_sign_ins.ended == set()


async def test_who_signs_out_while_the_sign_in_is_stored_is_signed_out(desk: Desk) -> None:
    held = held_sign_in(desk, "token")
    async with storing_what_is_held(desk):
        assert await who(desk, "token") == held
        await sign_out(desk, held.id)
        asked_at_once = asyncio.ensure_future(who(desk, "token"))
        await asyncio.sleep(0)
    assert await asked_at_once is None
    assert await who(desk, "token") is None
    assert await kinds(desk) == ["signed_in", "signed_out"]
    assert (desk.held_sign_ins.made, desk.held_sign_ins.ended) == ({}, set())


async def test_who_signs_out_while_another_sign_in_is_stored_is_never_stored(desk: Desk) -> None:
    stays, goes = held_sign_in(desk, "first"), held_sign_in(desk, "second")
    async with storing_what_is_held(desk):
        await sign_out(desk, goes.id)
    assert [await who(desk, token) for token in ("first", "second")] == [stays, None]
    assert await kinds(desk) == ["signed_in"]


async def test_all_are_ended_while_held_ones_are_stored_and_each_once(desk: Desk) -> None:
    held_sign_in(desk, "first"), held_sign_in(desk, "second")
    async with storing_what_is_held(desk):
        ending = asyncio.ensure_future(end_all(desk))
        await asyncio.sleep(0)
    await ending
    assert [await who(desk, token) for token in ("first", "second")] == [None, None]
    assert await kinds(desk) == ["signed_in", "signed_out"]
    assert desk.held_sign_ins.ended == set()
