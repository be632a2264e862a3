"""Sign-ins: a one-time launch code becomes a browser's cookie."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from countermark.actions.desk import Change, Desk
from countermark.model.actors import person
from countermark.model.errors import NotSignedIn
from countermark.model.journal import SignedIn, SignedOut
from countermark.model.sign_ins import LAUNCH_CODE_SECONDS, SIGN_IN_DAYS, SignIn, token_digest

SECRET_BYTES = 32
DAY_MS = 24 * 60 * 60 * 1000
MAX_CODES = 100


class LaunchCodes:
    """Launch codes of this run of the hub: short-lived, used once, kept only as digests."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._expires_at: dict[str, int] = {}

    def mint(self) -> str:
        """A new code."""
        code = secrets.token_urlsafe(SECRET_BYTES)
        self._drop_old()
        self._expires_at[token_digest(code)] = self._clock() + LAUNCH_CODE_SECONDS * 1000
        return code

    def use(self, code: str) -> bool:
        """Whether the code was good; it no longer is. Looked up by digest, so that timing tells nothing."""
        self._drop_old()
        return self._expires_at.pop(token_digest(code), None) is not None

    def _drop_old(self) -> None:
        now = self._clock()
        good = [(digest, until) for digest, until in self._expires_at.items() if until > now]
        self._expires_at = dict(good[-MAX_CODES:])


@dataclass(frozen=True)
class Cookie:
    """What the browser keeps: the token in clear, and the sign-in it stands for."""

    token: str
    sign_in: SignIn


async def sign_in(desk: Desk, codes: LaunchCodes, code: str) -> Cookie:
    """Exchange a launch code for a cookie. Raises `NotSignedIn` when the code is wrong, used or old."""
    if not codes.use(code):
        raise NotSignedIn("This launch code is unknown, used or older than a minute.")
    token = secrets.token_urlsafe(SECRET_BYTES)

    def work(change: Change) -> SignIn:
        new = SignIn(change.new_id("si"), token_digest(token), change.at, change.at + SIGN_IN_DAYS * DAY_MS)
        change.save(new, SignedIn(new.id))
        return new

    return Cookie(token, await desk.change(person("launch-code"), work))


async def sign_out(desk: Desk, sign_in_id: str) -> None:
    """Forget a browser."""

    def work(change: Change) -> None:
        change.forget_sign_in(sign_in_id, SignedOut(sign_in_id))

    await desk.change(person(sign_in_id), work)


async def who(desk: Desk, token: str) -> SignIn | None:
    """The sign-in behind a cookie, if it is valid."""
    known = await desk.read(lambda reader: reader.sign_in(token_digest(token)))
    return known if known is not None and known.expires_at > desk.now() else None
