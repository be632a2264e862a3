"""The Host names that the proxy answers to; all others are refused, against DNS rebinding."""

import re
from collections.abc import Iterable

from countermark.doorbell.loopback import is_loopback_name

WITH_PORT = re.compile(rb"(\[::1\]|[A-Za-z0-9.-]{1,253})(?::[0-9]{1,5})?")


def is_own_host(host: bytes, *, names: Iterable[str]) -> bool:
    """Whether a Host header is a loopback name, or one that the person has named; the port does not matter."""
    match = WITH_PORT.fullmatch(host)
    if match is None:
        return False
    name = match[1].decode("ascii").lower()
    return is_loopback_name(name) or name in {each.lower() for each in names}
