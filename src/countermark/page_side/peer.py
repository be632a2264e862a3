"""Tells whose program the peer of a TCP connection is: this user's, another user's, or one on another machine."""

import os
import socket
from typing import Any, NamedTuple

from countermark.doorbell.loopback import is_loopback_address
from countermark.page_side.connections import ConnectionEnd, is_listened_at, users_of

SUPERUSER = 0
UNTOLD = 0  # a port that no connection has, where what is told of it cannot be trusted


class Peer(NamedTuple):
    """The other end of a connection, as the dev server tells it."""

    address: str | None = None
    port: int | None = None
    # Of the dev server at this end; None: it listens on no port, but on a unix socket, or is a test's in the process.
    own_port: int | None = None
    own_address: str | None = None

    @property
    def is_near(self) -> bool:
        """Whether it is on this machine. The adapters for Node have the same rule.

        Nobody is near for want of an address, but behind a unix socket: who hangs up early takes the address along.
        """
        return is_loopback_address(self.address) if self.address else self.own_port is None

    def is_of_this_user(self) -> bool:
        """Whether the kernel says that it is this user's, or the superuser's; True where it cannot be asked."""
        if self.own_port is None:
            return True
        if self.port is None:  # no server says so little, unless there is none: a test client in the process
            return not is_listened_at(self.own_port)
        users = users_of(ConnectionEnd(self.address, self.port), other=ConnectionEnd(self.own_address, self.own_port))
        return users is None or (bool(users) and users <= {os.getuid(), SUPERUSER})


def peer_behind(stream: Any) -> Peer | None:
    """The other end of what a server reads a request from; None if that is no connection."""
    # Django's own server wraps it, and says the port nowhere.
    source = getattr(getattr(stream, "_read", None), "__self__", stream)
    try:
        line = socket.socket(fileno=source.fileno())
    except (AttributeError, OSError, ValueError):
        return None
    try:
        here, there = line.getsockname(), _other_end(line)
    finally:
        line.detach()  # it is the server's
    return Peer(there[0], there[1], here[1], here[0]) if isinstance(here, tuple) else Peer()


def _other_end(line: socket.socket) -> Any:
    try:
        return line.getpeername()
    except OSError:  # it has hung up
        return None, UNTOLD
