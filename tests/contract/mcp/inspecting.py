"""The official MCP inspector: one exact version from npm, with everything that it needs pinned by digest."""

import fcntl
import functools
import shutil
import subprocess
from pathlib import Path
from typing import Any

import hatch_build
from tests.real_agents.having import goes_without
from tests.real_agents.npm_program import cache_folder, npm_answers

PINS = Path(__file__).parent / "inspector"
PROGRAM = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
NODE = hatch_build.node_wheel() / "bin" / "node"  # it asks for 22.19, more than a system's node often is
NPM = hatch_build.node_wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


@functools.cache
def inspector() -> Path:
    """The inspector's program; downloads it the first time (110 MB)."""
    version = (PINS / "package-lock.json").stat().st_size
    folder = cache_folder() / f"mcp-inspector-{version}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "whole").is_file():
            install(folder)
    return folder / PROGRAM


def install(folder: Path) -> None:
    """What the pins name, and no script of it runs."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PINS, folder)
    environment: dict[str, Any] = hatch_build.with_path(NODE.parent)
    command: list[str | Path] = [NODE, NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=540)
    if done.returncode and not npm_answers(shutil.which("npm") or "npm"):
        goes_without("THE OFFICIAL MCP INSPECTOR IS NOT ASKED: npm cannot be reached")
    assert done.returncode == 0, done.stderr[-2000:]
    (folder / "whole").touch()
