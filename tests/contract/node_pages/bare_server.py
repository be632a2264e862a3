"""A node process with nothing but our middleware in it."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.sites.node_sites import NODE


class BareServer:
    """Where it listens, and what it has said."""

    def __init__(self, folder: Path, options: dict[str, object]) -> None:
        self._log = folder / "server.log"
        environment = {**os.environ, "COUNTERMARK_COMMAND": "false"}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [NODE, Path(__file__).with_name("serve.mjs"), json.dumps(options)],
                cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
            )  # fmt: skip
        self.port: int = self.told().get("port", 0)

    def told(self) -> Any:
        """The next line that it tells."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline() or self.said)

    @property
    def said(self) -> str:
        """Its log."""
        return self._log.read_text()


@contextmanager
def bare(folder: Path, **options: object) -> Iterator[BareServer]:
    """`listen` is what node calls it: a port and a host, or a path."""
    server = BareServer(folder, {"listen": {"port": 0, "host": "127.0.0.1"}, **options})
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()
