"""Under which names the proxy answers: a page that somebody else's name leads to is never ours (DNS rebinding)."""

import re
from collections.abc import Iterable

LOOPBACK = re.compile(rb"(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)
WITH_PORT = re.compile(rb"([A-Za-z0-9.-]{1,253})(?::[0-9]{1,5})?")


def is_ours(host: bytes, *, names: Iterable[str]) -> bool:
    """Whether a Host header is a loopback name, or one that the person has named; the port does not matter."""
    if LOOPBACK.fullmatch(host):
        return True
    found = WITH_PORT.fullmatch(host)
    return found is not None and found[1].decode("ascii").lower() in {name.lower() for name in names}
