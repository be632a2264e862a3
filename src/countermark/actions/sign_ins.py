"""Sign-ins: a one-time launch code becomes the token that a browser keeps."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from countermark.actions.desk import Change, Desk
from countermark.model.actors import THE_HUB, person
from countermark.model.errors import NotSignedIn, StoreFailed
from countermark.model.happenings import BrowserSignedIn, SignedOut
from countermark.model.sign_ins import LAUNCH_CODE_SECONDS, SIGN_IN_DAYS, SignIn, token_digest

SECRET_BYTES = 32
DAY_MS = 24 * 60 * 60 * 1000
MAX_CODES = 100
UNKNOWN = "The hub does not know this link: it is not complete, or the hub has started anew since."
SPENT = "This link was used already or is older than a minute."


def elapsed_seconds() -> float:
    """A clock that nobody can set. Where the system tells it, the time that the machine sleeps counts too."""
    boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class LaunchCodes:
    """Launch codes of this run of the hub: short-lived, used once, kept only as digests."""

    def __init__(self, clock: Callable[[], float] = elapsed_seconds) -> None:
        self._clock = clock
        self._expires_at: dict[str, float] = {}
        self._spent: dict[str, None] = {}

    def mint(self) -> str:
        """A new code."""
        code = secrets.token_urlsafe(SECRET_BYTES)
        self._drop_old()
        self._expires_at[token_digest(code)] = self._clock() + LAUNCH_CODE_SECONDS
        return code

    def use(self, code: str) -> bool:
        """Whether the code was good; it no longer is. Looked up by digest, so that timing tells nothing."""
        self._drop_old()
        digest = token_digest(code)
        if self._expires_at.pop(digest, None) is None:
            return False
        self._spend([digest])
        return True

    def is_spent(self, code: str) -> bool:
        """Whether the code was good once: nobody but the person was given it."""
        return token_digest(code) in self._spent

    def _drop_old(self) -> None:
        now = self._clock()
        good = [(digest, until) for digest, until in self._expires_at.items() if until > now][-MAX_CODES:]
        self._spend([digest for digest in self._expires_at if digest not in dict(good)])
        self._expires_at = dict(good)

    def _spend(self, digests: list[str]) -> None:
        self._spent = dict.fromkeys([*self._spent, *digests][-MAX_CODES:])


@dataclass(frozen=True)
class Credential:
    """What the browser keeps: the token in clear, and the sign-in it stands for."""

    token: str
    sign_in: SignIn


async def sign_in(desk: Desk, codes: LaunchCodes, code: str, *, open_command: str) -> Credential:
    """Exchange a launch code for a token. Raises `NotSignedIn` when the code is wrong, used or old.

    The refusal of a code that was good once says how to get a new one for this data folder; a stranger learns nothing.
    """
    if not codes.use(code):
        raise refused(open_command) if codes.is_spent(code) else NotSignedIn(UNKNOWN)
    token = secrets.token_urlsafe(SECRET_BYTES)
    at = desk.now()
    new = SignIn(desk.new_id("si", at=at), token_digest(token), at, at + SIGN_IN_DAYS * DAY_MS)
    try:
        await store(desk, new)
    except StoreFailed:  # reading goes on, and for that a person has to get in
        desk.held_sign_ins.made[new.token_sha256] = new
    return Credential(token, new)


def refused(open_command: str) -> NotSignedIn:
    """The refusal of a code that was good once."""
    error = NotSignedIn(SPENT, hint=f"Run `{open_command}` in a terminal.")
    error.extra = {"command": open_command}
    return error


async def store(desk: Desk, new: SignIn) -> None:
    """Store a sign-in with its entry."""
    await desk.change(person("launch-code"), lambda change: change.save(new, BrowserSignedIn(new.id)))


async def sign_out(desk: Desk, sign_in_id: str) -> None:
    """Forget a browser; it is signed out even if that cannot be stored now."""
    if desk.held_sign_ins.forget(sign_in_id):
        return
    try:
        await end(desk, sign_in_id)
    except StoreFailed:
        desk.held_sign_ins.ended.add(sign_in_id)


async def end(desk: Desk, sign_in_id: str) -> None:
    """Remove a sign-in with its entry; one that the store does not know has no entry."""

    def work(change: Change) -> None:
        if any(each.id == sign_in_id for each in change.read.sign_ins()):
            change.forget_sign_in(sign_in_id, SignedOut(sign_in_id))

    await desk.change(person(sign_in_id), work)


async def store_held(desk: Desk) -> None:
    """Store what could not be stored before; what still cannot stays held."""
    held = desk.held_sign_ins
    with suppress(StoreFailed):
        for new in list(held.made.values()):
            if new.token_sha256 in held.made:  # nobody has signed out while another one was being stored
                await store_one(desk, new)
        for sign_in_id in list(held.ended):
            await end(desk, sign_in_id)
            held.ended.discard(sign_in_id)


async def store_one(desk: Desk, new: SignIn) -> None:
    """Store a held sign-in. Who signs out meanwhile is signed out: `forget` remembers that it has to be ended."""
    held = desk.held_sign_ins
    held.being_stored = new.id
    try:
        await store(desk, new)
    finally:
        held.being_stored = None
    held.made.pop(new.token_sha256, None)


async def end_all(desk: Desk) -> None:
    """Sign every browser out."""

    def work(change: Change) -> None:
        for each in change.read.sign_ins():
            change.forget_sign_in(each.id, SignedOut(each.id))

    desk.held_sign_ins.forget_all()
    await desk.change(THE_HUB, work)


async def who(desk: Desk, token: str) -> SignIn | None:
    """The sign-in behind a token, if it is valid."""
    digest, held = token_digest(token), desk.held_sign_ins
    known = held.made.get(digest) or await desk.read(lambda reader: reader.sign_in(digest))
    if known is None or known.id in held.ended:
        return None
    return known if known.expires_at > desk.now() else None
