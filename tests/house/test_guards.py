"""The guards around the tests bite: each bad sample must fail, and the good one must pass."""

import os
import socket
import subprocess
import sys

import pytest

from tests.guards import KEPT, REAL_HOME
from tests.house.layout import ROOT
from tests.real_agents.having import MAY_NOT_SKIP, goes_without
from tests.sites.ports import free_port

SAMPLE = '''
"""Bad samples for the guards."""
import asyncio, os, socket, subprocess, sys, time, warnings
from pathlib import Path

async def test_standstill():
    await asyncio.sleep(0)
    until = time.thread_time() + 1.2
    while time.thread_time() < until:
        pass

async def test_wait():
    await asyncio.sleep(0)
    time.sleep(1.7)

def test_leftover(home):
    command = [sys.executable, "-c", "import time; time.sleep(30)"]
    started = os.spawnv(os.P_NOWAIT, sys.executable, command)
    while str(home).encode() not in Path(f"/proc/{started}/environ").read_bytes():
        pass  # not yet a program of its own

def test_network():
    with socket.socket() as line:
        line.connect(("192.0.2.1", 80))

def test_own_files():
    Path(os.environ["REAL_HOME"], ".claude", "settings.json").read_text()

def test_warning():
    warnings.warn("soon gone")

def test_home_is_borrowed(home):
    assert os.environ["COUNTERMARK_HOME"] == str(home)
    assert Path.home() != Path(os.environ["REAL_HOME"])
'''
# The patience of the guards is not what is tested.
SHORTER = {
    "PROCESSES_MAY_LINGER_S = 15.0": "PROCESSES_MAY_LINGER_S = 1.0",
    "LOOP_MAY_WAIT_S = 5.0": "LOOP_MAY_WAIT_S = 1.5",
}
BITTEN = {
    "test_standstill": "stood still",
    "test_wait": "stood still",
    "test_leftover": "left processes behind",
    "test_network": "is another machine",
    "test_own_files": "belongs to the person",
    "test_warning": "soon gone",
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pytest says about the samples, under our own conftest."""
    folder = tmp_path_factory.mktemp("guarded")
    (folder / "tests" / "journeys").mkdir(parents=True)
    for name in ("conftest.py", "figures.py", "guards.py"):
        text = (ROOT / "tests" / name).read_text(encoding="utf-8")
        for long, short in SHORTER.items():
            text = text.replace(long, short)
        (folder / "tests" / name).write_text(text, encoding="utf-8")
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "tests" / "journeys" / "test_samples.py").write_text(SAMPLE, encoding="utf-8")
    variables = {**os.environ, "REAL_HOME": str(REAL_HOME)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/journeys"],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.mark.parametrize("test", BITTEN)
def test_a_bad_test_fails_for_its_reason(test: str, said: str) -> None:
    assert f"::{test}" in said.split("short test summary info")[1]
    assert BITTEN[test] in said


def test_the_samples_wait_less() -> None:
    guards = (ROOT / "tests" / "guards.py").read_text(encoding="utf-8")
    assert all(long in guards for long in SHORTER)


def test_a_good_test_passes(said: str) -> None:
    assert "test_home_is_borrowed" not in said.split("short test summary info")[1]


def test_a_program_that_cannot_be_had_skips_its_test_or_fails_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MAY_NOT_SKIP, raising=False)
    with pytest.raises(pytest.skip.Exception, match="no npm"):
        goes_without("no npm")
    monkeypatch.setenv(MAY_NOT_SKIP, "1")
    with pytest.raises(pytest.fail.Exception, match="no npm"):
        goes_without("no npm")
    assert MAY_NOT_SKIP in KEPT, "else a run forgets it"


def test_a_port_that_was_found_free_is_given_to_nobody_who_asks_for_any() -> None:
    found = {free_port() for _ in range(50)}
    assert found.isdisjoint(given() for _ in range(5_000))
    for port in found:
        socket.create_server(("127.0.0.1", port)).close()  # whoever names it may have it


def test_a_port_that_anybody_may_get_would_be_seen() -> None:
    found = {given() for _ in range(50)}
    assert not found.isdisjoint(given() for _ in range(5_000))


def given() -> int:
    """A port that the machine chooses."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        number: int = listener.getsockname()[1]
        return number
