"""The official MCP inspector finds our tools, and nothing in their schemas that any client could stumble over."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.contract.mcp.inspecting import NODE, inspector
from tests.contract.mcp.review import BRIDGE, Site
from tests.contract.wire.small_desk import Target


def inspects(site: Site, where: Sequence[str], *words: str) -> Any:
    """What the inspector's command line prints."""
    command: list[str | Path] = [NODE, inspector(), "--cli", *where, *words]
    home = {"HOME": str(site.folder), "MCP_CATALOG_PATH": str(site.folder / "catalog.json")}
    done = subprocess.run(
        command, cwd=site.folder, env={**site.environment, **home}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.fixture(params=["stdio", "http"])
def where(request: pytest.FixtureRequest, site: Site, target: Target, hub_home: Path) -> Iterator[Sequence[str]]:
    """How the inspector reaches the server."""
    if request.param == "stdio":
        yield BRIDGE
        stops_hub_of(site)
        return
    key = (hub_home / "mcp.key").read_text()
    yield [f"http://{target.host}/mcp/{site.id}", "--transport", "http", "--header", f"Authorization: Bearer {key}"]


def stops_hub_of(site: Site) -> None:
    """The inspector hands nothing of ours on to the bridge, which then starts the hub of the usual data folder."""
    environment = {"HOME": str(site.folder), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-m", "countermark", "stop"], env=environment, capture_output=True, text=True, timeout=30
    )
    assert "has ended" in done.stdout, done.stdout + done.stderr


def test_the_inspector_lists_and_calls(site: Site, where: Sequence[str]) -> None:
    mark = site.marks_text("Say good day")
    listed = inspects(site, where, "--method", "tools/list", "--strict")
    assert len(listed["tools"]) == 15
    called = inspects(
        site, where, "--method", "tools/call", "--tool-name", "address_annotation", "--tool-arg", f"id={mark}"
    )
    assert json.loads(called["content"][0]["text"])["status"] == "addressed"
    assert site.record(mark)["status"] == "addressed"
    resources = inspects(site, where, "--method", "resources/list")
    assert [each["uri"] for each in resources["resources"]] == [
        "countermark://annotations", "countermark://page-notes", "countermark://export",
    ]  # fmt: skip
