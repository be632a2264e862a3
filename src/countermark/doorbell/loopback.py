"""Which names and addresses are this machine's own: the one place that knows, and that listens on both of them."""

import errno
import re
import socket

ADDRESSES = ("127.0.0.1", "::1")
NAMES = ("localhost", "127.0.0.1", "[::1]")  # as a Host header has them
_NUMBER = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_IPV4 = rf"127(?:\.{_NUMBER}){{3}}"
_NAME = re.compile(rf"localhost|{_IPV4}|\[::1\]")
_NO_IPV6 = {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL, errno.ENOPROTOOPT}
_ADDRESS = re.compile(rf"(?:::ffff:)?{_IPV4}|::1")  # one of IPv4 may be written as one of IPv6 (RFC 4291 2.5.5.2)


def is_loopback_name(name: str) -> bool:
    """Whether a Host header without its port, in lower case, cannot be pointed at another machine."""
    return _NAME.fullmatch(name) is not None


def is_loopback_address(address: str) -> bool:
    """Whether an IP address as text, such as the kernel says it, is this machine's own."""
    return _ADDRESS.fullmatch(address) is not None


def listen(port: int) -> list[socket.socket]:
    """Sockets on one port (0: any free one) of both addresses, where there is IPv6; both or none. Raises OSError.

    Another program on [::1] would be taken for this one by who types `localhost`.
    """
    first = _bound(socket.AF_INET, ADDRESSES[0], port)
    try:
        return [first, _bound(socket.AF_INET6, ADDRESSES[1], first.getsockname()[1])]
    except OSError as problem:
        if problem.errno in _NO_IPV6:
            return [first]
        first.close()
        raise


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # With its protocol said, asyncio turns off Nagle's algorithm: 40 ms a request otherwise.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # A port in TIME_WAIT may be had again at once. Never SO_REUSEPORT: it would share the port with a stranger.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind((address, port))
        bound.listen()  # claimed: until then, another socket with SO_REUSEADDR could still bind here
    except OSError:
        bound.close()
        raise
    return bound
