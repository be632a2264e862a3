"""One site whose pages are reviewed: where it keeps its notes, and the name that the hub has for it."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence

from countermark.doorbell import hub_address
from countermark.doorbell.errors import BadAnswer, NoHub
from countermark.doorbell.ring import read_object, ring

STARTING = 30.0
REGISTERING = 15.0
# A fresh process starts the hub: a web server has threads, and a process with threads must not be forked.
START = "from countermark.doorbell import hub_address; hub_address.ensure_hub(hub_address.home())"


class Site:
    """Known to the hub from its first request on, and made known again whenever the hub has forgotten it."""

    def __init__(
        self,
        *,
        root: str | os.PathLike[str] | None = None,
        storage: str | os.PathLike[str] | None = None,
        address: str | None = None,
        hosts: Sequence[str] = (),
    ) -> None:
        self.root = os.path.realpath(root or os.getcwd())
        self.storage = None if storage is None else os.fspath(storage)
        self.address = address
        self.hosts = tuple(hosts)
        self.home = hub_address.home()
        self._id: str | None = None
        self._turn = threading.Lock()

    @property
    def known_as(self) -> str | None:
        """What the hub calls it; None before it has been asked."""
        return self._id

    def door(self) -> str:
        """The hub's socket; raises HubGone or NotOurs."""
        return hub_address.door(self.home)

    def introduce(self, *, again_after: str | None = None) -> str:
        """Makes the site known to the hub, starting one if none runs; raises DoorbellError.

        `again_after` is the name under which the hub was just asked in vain: of many requests that fail at once, the
        first asks for a new one and the others take it over.
        """
        with self._turn:
            if self._id is None or self._id == again_after:
                ensure_hub(self.home)
                self._id = self._register()
            return self._id

    def _register(self) -> str:
        wish = {"root": self.root, "storage": self.storage, "address": self.address, "hosts": list(self.hosts)}
        body = json.dumps(wish).encode("ascii")
        told = read_object(ring(self.door(), "POST", "/pages/sites", body=body, within=REGISTERING))
        site = told.get("site")
        if not isinstance(site, str) or not site.isalnum():
            raise BadAnswer("the hub did not say what it calls this site")
        return site


def ensure_hub(home: str) -> None:
    """Returns as soon as a hub listens, starting one if none runs; raises NoHub."""
    if hub_address.is_listening(home):
        return
    command = [sys.executable, "-P", "-c", START]
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "COUNTERMARK_HOME": home},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=STARTING,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as reason:
        raise NoHub(f"no hub can be started: {reason}") from reason
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
        raise NoHub(said.removeprefix("countermark.doorbell.errors.NoHub: ") or "no hub can be started")
