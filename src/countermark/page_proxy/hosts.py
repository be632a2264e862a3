"""Under which names the proxy answers: a page that somebody else's name leads to is never ours (DNS rebinding)."""

import re
from collections.abc import Iterable

from countermark.doorbell.loopback import is_loopback_name

WITH_PORT = re.compile(rb"(\[::1\]|[A-Za-z0-9.-]{1,253})(?::[0-9]{1,5})?")


def is_own_host(host: bytes, *, names: Iterable[str]) -> bool:
    """Whether a Host header is a loopback name, or one that the person has named; the port does not matter."""
    found = WITH_PORT.fullmatch(host)
    if found is None:
        return False
    name = found[1].decode("ascii").lower()
    return is_loopback_name(name) or name in {each.lower() for each in names}
