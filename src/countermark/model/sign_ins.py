"""Sign-ins: which browser speaks for the person at the desk."""

import hashlib
import hmac
from dataclasses import dataclass

LAUNCH_CODE_SECONDS = 60
SIGN_IN_DAYS = 30


@dataclass(frozen=True)
class SignIn:
    """A browser that was signed in; only the digest of its cookie is kept. Times in milliseconds since 1970."""

    id: str
    token_sha256: str
    created_at: int
    expires_at: int


def token_digest(token: str) -> str:
    """What is stored of a cookie's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def csrf_of(token: str) -> str:
    """The page's proof that it is the signed-in page: derived from the cookie, which scripts elsewhere cannot read."""
    return hmac.new(token.encode(), b"countermark csrf", hashlib.sha256).hexdigest()
