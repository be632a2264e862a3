"""What `install mcp` writes from a virtual environment: a client that does not have it on its path can start it too."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.contract.mcp.review import Site
from tests.contract.mcp.test_bridge import INITIALIZE

PROGRAM = Path(sys.executable).with_name("countermark")
PLAIN_PATH = "/usr/bin:/bin"
FILES = {"claude": (".mcp.json", "mcpServers"), "opencode": ("opencode.json", "mcp")}


def installs(site: Site, person: Path, client: str, *more: str, **variables: str) -> Any:
    """The server in the client's file, after the program of this environment has written it."""
    environment = {**site.environment, "HOME": str(person), "PATH": PLAIN_PATH, **variables}
    environment = {name: value for name, value in environment.items() if value}
    subprocess.run(
        [PROGRAM, "install", "mcp", "--for", client, *more],
        env=environment, cwd=site.folder, check=True, stdin=subprocess.DEVNULL, capture_output=True,
    )  # fmt: skip
    name, section = FILES[client]
    return json.loads((site.folder / name).read_bytes())[section]["countermark"]


def answer_of(site: Site, person: Path, server: Any) -> Any:
    """What the server says to `initialize` when a client with a bare path starts it."""
    started = server["command"] if isinstance(server["command"], list) else [server["command"], *server["args"]]
    done = subprocess.run(
        started,
        env={"PATH": PLAIN_PATH, "HOME": str(person), "COUNTERMARK_HOME": str(site.home)},
        cwd=site.folder, input=json.dumps(INITIALIZE).encode() + b"\n", capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.parametrize("client", FILES)
@pytest.mark.parametrize("activated", [False, True])
def test_the_written_command_starts_with_a_bare_path(
    site: Site, tmp_path_factory: pytest.TempPathFactory, client: str, activated: bool
) -> None:
    person, variables = tmp_path_factory.mktemp("person"), {"VIRTUAL_ENV": ""}
    if activated:
        variables = {"VIRTUAL_ENV": sys.prefix, "PATH": f"{PROGRAM.parent}:{PLAIN_PATH}"}
    server = installs(site, person, client, **variables)
    assert answer_of(site, person, server)["result"]["serverInfo"]["name"] == "countermark"
