"""Somebody else who asks a dev server: another machine, or another user of this one, as a program of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.sites.node_sites import NODE

NOBODY = 65534
ASK = """
import encodings.idna, http.client, os, sys
address, port, host, user, at, by, method, path, body = sys.argv[1:]
if user:
    os.setgid(int(user))
    os.setuid(int(user))
line = http.client.HTTPConnection(address, int(port), timeout=60, source_address=(at, int(by)) if at else None)
line.request(method, path, body.encode() or None, {"Host": host, "Content-Type": "application/json"})
answer = line.getresponse()
print(answer.status, answer.read().decode())
"""
ADDRESS = "Object.values(os.networkInterfaces()).flat().find((one) => !one.internal && one.family == 'IPv4')?.address"


class Heard(NamedTuple):
    """What the stranger heard."""

    status: int
    body: str

    @property
    def code(self) -> Any:
        """The word for programs."""
        return json.loads(self.body)["code"]


def ask(
    address: str,
    port: int,
    path: str,
    *,
    host: str,
    user: int | None = None,
    at: tuple[str, int] | None = None,
    note: object = None,
) -> Heard:
    """One request under this name, from the address `at`; a POST if there is a note."""
    words = ["POST", path, json.dumps(note)] if note else ["GET", path, ""]
    program = [
        sys.executable,
        "-c",
        ASK,
        address,
        str(port),
        host,
        "" if user is None else str(user),
        *map(str, at or ("", "")),
        *words,
    ]
    done = subprocess.run(program, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    status, _, body = done.stdout.partition(" ")
    return Heard(int(status), body)


def other_user() -> int:
    """A user who is not us, on a system that tells them from us."""
    if not Path("/proc/net/tcp").exists():
        pytest.skip("NO OTHER USER HAS ASKED: this system does not tell whose a line is")
    if os.geteuid() != 0:
        pytest.skip("NO OTHER USER HAS ASKED: only root can become one")
    return NOBODY


def address_for_others() -> str:
    """Under which other machines reach this one: who asks there comes from no loopback address."""
    found = subprocess.run([NODE, "-p", ADDRESS], capture_output=True, text=True, check=True).stdout.strip()
    if found == "undefined":
        pytest.skip("NOBODY HAS ASKED FROM AFAR: this machine has no address but its loopback one")
    return found
