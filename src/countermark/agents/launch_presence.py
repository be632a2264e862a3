"""Whether an agent's command and its runtime are installed, found without starting the agent."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from countermark.agents.launch import agent_environment
from countermark.agents.launch_brands import LaunchBrand, Runtime, RuntimeNeed

FETCHERS = frozenset({"npx", "bunx", "pnpx", "uvx"})  # they get a program at its first start
PINNED = re.compile(r".+(?:@|==)(\d+(?:\.\d+)*[A-Za-z0-9.-]*)")
NUMBERS = re.compile(r"\d+(?:\.\d+)*")
PROGRAMS: Mapping[Runtime, str] = {Runtime.NODE: "node", Runtime.PYTHON: "python3"}
PACKAGE_BYTES = 1024 * 1024
LOOK_SECONDS = 5.0


@dataclass(frozen=True)
class AgentPresence:
    """What is installed of an agent; `why_not` says what is missing, and what to do."""

    why_not: str | None
    runtime_version: str | None
    version: str | None  # of the agent, where a file or its command line says it


def presence_of(brand: LaunchBrand, runtimes: "RuntimeVersions") -> AgentPresence:
    """What is installed of an agent."""
    program = shutil.which(brand.command, path=runtimes.path_for(brand))
    version = None if brand.runtime is None else runtimes.version(brand)
    return AgentPresence(why_not(brand, program, version), version, agent_version(brand, program))


def why_not(brand: LaunchBrand, program: str | None, version: str | None) -> str | None:
    """Why it cannot be started, in words; None if nothing is known to be missing."""
    if program is None:
        remedy = "" if brand.install is None or brand.command in FETCHERS else f" To install it: {brand.install}"
        return f"The command {brand.command} is not found.{remedy}"
    if brand.runtime is not None and not is_new_enough(version, brand.runtime):
        there = "it is not installed" if version is None else f"there is {version}"
        return f"It needs {brand.runtime}; {there}."
    return None


def is_new_enough(version: str | None, need: RuntimeNeed) -> bool:
    """Whether a version will do."""
    return version is not None and numbers(version) >= numbers(need.least)


def numbers(version: str) -> tuple[int, ...]:
    """The numbers at the beginning of a version."""
    match = NUMBERS.match(version)
    return () if match is None else tuple(int(part) for part in match[0].split(".")[:4])


def agent_version(brand: LaunchBrand, program: str | None) -> str | None:
    """The version of the agent: the one that its command line pins, or that its npm package names."""
    if brand.command in FETCHERS:
        return next((match[1] for match in map(PINNED.fullmatch, brand.args) if match), None)
    return None if program is None else package_version(Path(program).resolve())


def package_version(program: Path) -> str | None:
    """What the package.json says that a program belongs to."""
    for folder in list(program.parents)[:4]:
        file = folder / "package.json"
        try:
            if file.stat().st_size > PACKAGE_BYTES:
                return None
            content = json.loads(file.read_bytes())
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            return None
        version = content.get("version") if isinstance(content, dict) else None
        return version if isinstance(version, str) else None
    return None


class RuntimeVersions:
    """The versions of runtimes: each of their programs is asked once."""

    def __init__(self, login_path: str | None) -> None:
        """With the PATH of the person's own shell, if that is known."""
        self._login_path = login_path
        self._versions: dict[str, str | None] = {}

    def path_for(self, brand: LaunchBrand) -> str:
        """Where an agent's programs are looked for: as when it is started."""
        return agent_environment(os.environ, brand.env, login_path=self._login_path)["PATH"]

    def version(self, brand: LaunchBrand) -> str | None:
        """The version of the runtime that an agent would get; None if there is none."""
        assert brand.runtime is not None
        program = shutil.which(PROGRAMS[brand.runtime.runtime], path=self.path_for(brand))
        if program is None:
            return None
        if program not in self._versions:
            self._versions[program] = version_said_by(program)
        return self._versions[program]


def version_said_by(program: str) -> str | None:
    """What a runtime says about its version, such as 22.19.0."""
    try:
        said = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=LOOK_SECONDS, stdin=subprocess.DEVNULL,
            check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    match = NUMBERS.search(said.stdout)
    return match[0] if match else None
