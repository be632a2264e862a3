"""A page proxy as its own process, in front of whatever a test puts behind it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.contract.page_proxy.dev_server import DevServer, StandInHub, Talk, connect

GREETING = re.compile(r" at http://localhost:(\d+)/")
ENDING = 10.0


class Proxy:
    """A running `countermark pages`."""

    def __init__(self, site: str, *more: str, folder: Path) -> None:
        command = [sys.executable, "-P", "-m", "countermark", "pages", site, *more]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
        )
        assert self.process.stdout is not None
        found = GREETING.search(self.process.stdout.readline())
        assert found is not None, self.process.communicate()[1]
        self.port = int(found[1])

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Its exit code and what it complained about."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        complaints = self.process.communicate(timeout=ENDING)[1]
        return self.process.returncode, complaints

    @property
    def most_memory(self) -> int:
        """The most that it has ever held, in KB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0])


@pytest.fixture
def start(tmp_path: Path, stand_in_hub: StandInHub) -> Iterator[Callable[..., Proxy]]:
    """Starts proxies, and ends them without a word of complaint."""
    started: list[Proxy] = []

    def begin(site: str, *more: str) -> Proxy:
        started.append(Proxy(site, *more, folder=tmp_path))
        return started[-1]

    yield begin
    assert [each.end() for each in started] == [(0, "")] * len(started)


@pytest.fixture
def stand_in_hub(home: Path) -> Iterator[StandInHub]:
    with StandInHub(home) as hub:
        yield hub


@pytest.fixture
def dev_server() -> Iterator[DevServer]:
    with DevServer() as server:
        yield server


@pytest.fixture
def proxy(start: Callable[..., Proxy], dev_server: DevServer) -> Proxy:
    return start(dev_server.origin)


@pytest.fixture
def browser() -> Iterator[Callable[..., Talk]]:
    """Connections to a proxy that have said something; they end with the test."""
    talks: list[Talk] = []

    def begin(port: int, *words: bytes, name: str = "127.0.0.1") -> Talk:
        talks.append(connect(port, *words, name=name))
        return talks[-1]

    yield begin
    for talk in talks:
        talk.close()
