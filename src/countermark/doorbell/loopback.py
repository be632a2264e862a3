"""Which names and addresses are this machine's own: the one place that knows."""

import re

ADDRESSES = ("127.0.0.1", "::1")
NAMES = ("localhost", "127.0.0.1", "[::1]")  # as a Host header has them
_NUMBER = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_IPV4 = rf"127(?:\.{_NUMBER}){{3}}"
_NAME = re.compile(rf"localhost|{_IPV4}|\[::1\]")
_ADDRESS = re.compile(rf"(?:::ffff:)?{_IPV4}|::1")  # one of IPv4 may be written as one of IPv6 (RFC 4291 2.5.5.2)


def is_loopback_name(name: str) -> bool:
    """Whether a Host header without its port, in lower case, cannot be pointed at another machine."""
    return _NAME.fullmatch(name) is not None


def is_loopback_address(address: str) -> bool:
    """Whether an IP address as text, such as the kernel says it, is this machine's own."""
    return _ADDRESS.fullmatch(address) is not None
