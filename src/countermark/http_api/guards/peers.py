"""Checks the peer credentials of a unix socket: the kernel says which user is at its other end."""

import os
import socket
import struct
import sys
from typing import Protocol

LINUX_CREDENTIALS = struct.Struct("3i")  # struct ucred: pid, uid, gid
MAC_CREDENTIALS = struct.Struct("IIh16I")  # struct xucred: version, uid, number of groups, groups
MAC_SOL_LOCAL = 0
MAC_LOCAL_PEERCRED = 1
MAC_XUCRED_VERSION = 0


class HasOptions(Protocol):
    """A socket, or what an event loop shows of one."""

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes:
        """As `socket.socket.getsockopt`."""
        ...


def peer_uid(connection: HasOptions, *, platform: str = sys.platform) -> int | None:
    """The peer's user id; None when the system does not say."""
    try:
        if platform == "darwin":
            answer = connection.getsockopt(MAC_SOL_LOCAL, MAC_LOCAL_PEERCRED, MAC_CREDENTIALS.size)
            return mac_uid(answer)
        if platform == "linux":
            answer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, LINUX_CREDENTIALS.size)
            return linux_uid(answer)
    except OSError:  # the peer has left already
        return None
    return None


def linux_uid(credentials: bytes) -> int | None:
    """The user id in a `struct ucred`."""
    if len(credentials) != LINUX_CREDENTIALS.size:
        return None
    uid: int = LINUX_CREDENTIALS.unpack(credentials)[1]
    return uid if uid >= 0 else None


def mac_uid(credentials: bytes) -> int | None:
    """The user id in a `struct xucred`, whose list of groups may be cut short."""
    if len(credentials) < struct.calcsize("II"):
        return None
    version, uid = struct.unpack_from("II", credentials)
    return uid if version == MAC_XUCRED_VERSION else None


def is_own_user(uid: int | None) -> bool:
    """Whether a peer may speak at all: the same user, nobody else, root included. Unknown is no."""
    return uid is not None and uid == os.geteuid()
