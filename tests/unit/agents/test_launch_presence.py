"""What is found of an agent on a machine: its command, its runtime, its version; none of it is started."""

import json
from pathlib import Path

import pytest

from countermark.agents.launch_brands import LaunchBrand, Runtime, RuntimeNeed
from countermark.agents.launch_presence import AgentPresence, RuntimeVersions, presence_of

NODE = RuntimeNeed(Runtime.NODE, "22.19")


def program(folder: Path, name: str, says: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{says}\n")
    file.chmod(0o755)
    return file


def presence(folder: Path, command: str, *args: str, runtime: RuntimeNeed | None = None) -> AgentPresence:
    brand = LaunchBrand("a", "A", command, args, {"PATH": str(folder)}, runtime=runtime, install="npm install -g a")
    return presence_of(brand, RuntimeVersions(None))


@pytest.mark.parametrize("version", ["v22.19.0", "v22.20.1", "v23.0.0-nightly", "v100"])
def test_a_runtime_that_is_new_enough_will_do(tmp_path: Path, version: str) -> None:
    program(tmp_path, "a")
    program(tmp_path, "node", f"echo {version}")
    assert presence(tmp_path, "a", runtime=NODE) == AgentPresence(None, version.removeprefix("v").split("-")[0], None)


@pytest.mark.parametrize("says", ["echo v22.18.9", "echo v9", "echo none", "exit 1", "printf '\\377'"])
def test_a_runtime_that_is_too_old_or_says_nothing_is_named(tmp_path: Path, says: str) -> None:
    program(tmp_path, "a")
    program(tmp_path, "node", says)
    assert str(presence(tmp_path, "a", runtime=NODE).why_not).startswith("It needs Node.js 22.19 or newer; ")


def test_a_missing_runtime_is_named(tmp_path: Path) -> None:
    program(tmp_path, "a")
    assert presence(tmp_path, "a", runtime=NODE).why_not == "It needs Node.js 22.19 or newer; it is not installed."


def test_a_missing_command_is_named_with_what_installs_it(tmp_path: Path) -> None:
    assert presence(tmp_path, "a").why_not == "The command a is not found. To install it: npm install -g a"
    assert presence(tmp_path, "npx", "-y", "a@1.2.3").why_not == "The command npx is not found."


def test_a_runtime_is_asked_once_for_all_agents(tmp_path: Path) -> None:
    program(tmp_path, "a")
    program(tmp_path, "node", f"echo asked >> {tmp_path}/asked; echo v24.0.0")
    brand = LaunchBrand("a", "A", "a", env={"PATH": str(tmp_path)}, runtime=NODE)
    runtimes = RuntimeVersions(None)
    assert presence_of(brand, runtimes) == presence_of(brand, runtimes)
    assert (tmp_path / "asked").read_text() == "asked\n"


@pytest.mark.parametrize(
    ("words", "version"),
    [
        (("npx", "-y", "@scope/a@0.101.0", "--acp"), "0.101.0"),
        (("npx", "a@1.2.3-beta.1"), "1.2.3-beta.1"),
        (("npx", "@scope/a"), None),
        (("uvx", "a==2.0"), "2.0"),
        (("other", "a@1.2.3"), None),
    ],
)
def test_the_version_is_the_one_that_the_command_line_pins(
    tmp_path: Path, words: tuple[str, ...], version: str | None
) -> None:
    assert presence(tmp_path, *words).version == version


def test_the_version_is_the_one_of_the_package_that_a_command_leads_to(tmp_path: Path) -> None:
    package = tmp_path / "lib" / "node_modules" / "a"
    real = program(package / "bin", "a.js")
    (package / "package.json").write_text(json.dumps({"name": "a", "version": "0.61.0"}))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "a").symlink_to(real)
    assert presence(tmp_path / "bin", "a") == AgentPresence(None, None, "0.61.0")


@pytest.mark.parametrize("content", ["", "[]", '{"version": 3}', "\xff", " " * (1024 * 1024 + 1)])
def test_a_package_that_says_no_version_has_none(tmp_path: Path, content: str) -> None:
    program(tmp_path / "bin", "a")
    (tmp_path / "package.json").write_text(content, encoding="latin-1")
    assert presence(tmp_path / "bin", "a").version is None
