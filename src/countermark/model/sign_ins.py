"""Sign-ins: which browser speaks for the person at the desk."""

import hashlib
from dataclasses import dataclass

LAUNCH_CODE_SECONDS = 60
SIGN_IN_DAYS = 30


@dataclass(frozen=True)
class SignIn:
    """A browser that was signed in; only the digest of its token is kept. Times in milliseconds since 1970."""

    id: str
    token_sha256: str
    created_at: int
    expires_at: int


def token_digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
