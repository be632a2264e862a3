"""What Linux knows of the connections of this machine: whose end of one it is, and what listens at a port."""

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from countermark.doorbell.loopback import is_loopback_address

# proc_pid_net(5); elsewhere there are no such files.
TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
ESTABLISHED, LISTENING = 1, 10
MAPPED = bytes(10) + b"\xff\xff"  # an IPv4 address in an IPv6 one (RFC 4291 2.5.5.2)
# sock_diag(7): one connection by its four numbers costs 0.02 ms; to write the tables, the kernel walks through all.
NETLINK_SOCK_DIAG, SOCK_DIAG_BY_FAMILY, REQUEST = 4, 20, 1
HEAD = struct.Struct("=IHHII")
WISH = struct.Struct("=BBBBI")
PORTS = struct.Struct(">HH")
STATE_AT, PORTS_AT, USER_AT, TOLD = HEAD.size + 1, HEAD.size + 4, HEAD.size + 64, HEAD.size + 72
ANY_STATE = ANY_COOKIE = 0xFFFFFFFF


class ConnectionEnd(NamedTuple):
    """One end of a connection over loopback."""

    address: str | None  # None: nobody has said it
    port: int


class _Row(NamedTuple):
    """One end of a connection, as a table has it."""

    address: bytes
    port: int
    other_port: int
    state: int
    user: int


def users_of(end: ConnectionEnd, *, other: ConnectionEnd) -> set[int] | None:
    """Whose this end is; nobody's if it is not that of a whole connection. None where the kernel cannot be asked.

    Several may answer, where not both addresses are known. The rest of a connection that was closed belongs to nobody,
    and shows the superuser; so only whole ones count.
    """
    user = _asked(end, other)
    if user is not None:
        return {user}
    tables = _tables()
    if tables is None:
        return None
    return {
        row.user
        for row in _rows(tables, other.port)
        if row.state == ESTABLISHED
        and (row.port, row.other_port) == (end.port, other.port)
        and is_loopback_row(row.address)
    }


def is_listened_at(port: int) -> bool:
    """Whether there is a server at this port; False where the kernel cannot be asked."""
    rows = _rows(_tables() or [], port)
    return any(row.state == LISTENING and row.port == port for row in rows)


def _asked(end: ConnectionEnd, other: ConnectionEnd) -> int | None:
    """Whose this end of a whole connection is; None if nothing is found, which may have many reasons."""
    here, there = _packed(end.address), _packed(other.address)
    if here is None or there is None or len(here) != len(there):
        return None
    family = socket.AF_INET if len(here) == 4 else socket.AF_INET6
    names = struct.pack("16s16s", here, there) + struct.pack("=III", 0, ANY_COOKIE, ANY_COOKIE)
    wish = WISH.pack(family, socket.IPPROTO_TCP, 0, 0, ANY_STATE) + PORTS.pack(end.port, other.port) + names
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_SOCK_DIAG) as kernel:
            kernel.send(HEAD.pack(HEAD.size + len(wish), SOCK_DIAG_BY_FAMILY, REQUEST, 0, 0) + wish)
            told = kernel.recv(4096)
    except (AttributeError, OSError):  # not Linux, or not allowed
        return None
    if len(told) < TOLD or HEAD.unpack_from(told)[1] != SOCK_DIAG_BY_FAMILY:
        return None
    # For a connection that is none, the kernel tells of the one that listens.
    is_it = told[STATE_AT] == ESTABLISHED and PORTS.unpack_from(told, PORTS_AT) == (end.port, other.port)
    return int(struct.unpack_from("=I", told, USER_AT)[0]) if is_it else None


def _packed(address: str | None) -> bytes | None:
    """An address in bytes, an IPv4 one always in four; None if it is none."""
    for family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError, ValueError):
            packed = socket.inet_pton(family, address or "")
            return packed.removeprefix(MAPPED) if len(packed) == 16 else packed
    return None


def _tables() -> list[bytes] | None:
    found = []
    for name in TABLES:
        with suppress(OSError), open(name, "rb") as file:
            found.append(file.read())
    return found or None


def _rows(tables: list[bytes], port: int) -> Iterator[_Row]:
    """The rows with this port at either end."""
    mark = b":%04X " % port
    for table in tables:
        for line in table.splitlines():
            if mark in line:
                # Slot, local, remote, state, queues, timer, retransmissions, user.
                _, here, there, state, _, _, _, user, *_ = line.split()
                address, _, own = here.partition(b":")
                yield _Row(address, int(own, 16), int(there.partition(b":")[2], 16), int(state, 16), int(user))


def is_loopback_row(address: bytes) -> bool:
    """Whether an address of the table is one of this machine's own: it writes words of four bytes as numbers."""
    words = [int(address[at : at + 8], 16) for at in range(0, len(address), 8)]
    packed = struct.pack(f"={len(words)}I", *words)
    family = socket.AF_INET if len(packed) == 4 else socket.AF_INET6
    return is_loopback_address(socket.inet_ntop(family, packed))
