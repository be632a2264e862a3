"""The hub's lock can be read at any moment: who finds nobody in it would start a second hub, or stop none."""

import os
from pathlib import Path
from typing import Any

import pytest

from countermark.doorbell import hub_address
from countermark.machine.files import HubLock


def test_the_lock_says_who_has_it_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = str(tmp_path)
    read: list[Any] = []

    def look(descriptor: int, length: int) -> None:
        read.append(hub_address.lock_owner(home))
        os.truncate(descriptor, length)

    monkeypatch.setattr(os, "ftruncate", look)
    with HubLock(home) as lock:
        assert lock.take() is None
        for state, desks in (("starting", 1000), ("ready", 20), ("ready", 1), ("stopping", 0), ("ready", 0)):
            lock.say(state, port=65535, desks=desks)
        assert len(read) > 4
        assert {(owner or {}).get("pid") for owner in read} == {os.getpid()}
