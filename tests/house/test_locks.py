"""What is installed is locked by digest, and no lock says where it came from."""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.layout import FRAMEWORKS, ROOT, imported, named, program_files, python_files, tree

LOCKS = sorted([*(ROOT / "requirements").glob("*.txt"), *(ROOT / "tests" / "real_agents" / "locks").glob("*.txt")])
ADDRESS = re.compile(r"https?://|git\+|file:|^\s*(-i|-f|--(extra-)?index-url|--find-links)\b", re.MULTILINE)
AGENTS = ROOT / "tests" / "real_agents" / "locks"
NPM = ("web", "tests/sites/node", *(named(path.parent) for path in sorted(AGENTS.glob("*/package.json"))))
OURS = {"countermark", "tests", "tools", "bench", "hatch_build"}
DISTRIBUTIONS = packages_distributions()
PINNED = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)", re.MULTILINE)


def project() -> Mapping[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(lock: str) -> dict[str, str]:
    """The versions that a lock names."""
    return dict(PINNED.findall((ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")))


def wanted(*groups: str) -> Iterator[Requirement]:
    """What the project asks for: to run, with its extras, and in these groups, with the groups that they include."""
    extras = project()["project"]["optional-dependencies"]
    for one in (*project()["project"]["dependencies"], *(each for extra in extras.values() for each in extra)):
        yield Requirement(one)
    for group in groups:
        yield from in_group(group)


def in_group(group: str) -> Iterator[Requirement]:
    for one in project()["dependency-groups"][group]:
        if isinstance(one, str):
            yield Requirement(one)
        else:
            yield from in_group(one["include-group"])


def unhashed(lock: str) -> list[str]:
    """The pins that are not followed by a digest."""
    return [name for name, rest in re.findall(r"(?m)^([a-z0-9-]+)==(.*\n.*)", lock) if "--hash=sha256:" not in rest]


@pytest.mark.parametrize("path", LOCKS, ids=named)
def test_a_lock_names_no_host(path: Path) -> None:
    assert ADDRESS.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", LOCKS, ids=named)
def test_a_lock_holds_digests(path: Path) -> None:
    assert unhashed(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("locks", "groups"), [(("run", "notify", "desktop-qt"), ("build",)), (("dev", "desktop-qt"), ("dev",))]
)
def test_the_lock_has_what_the_project_asks_for(locks: tuple[str, ...], groups: tuple[str, ...]) -> None:
    locked = {name: version for lock in locks for name, version in pins(lock).items()}
    for requirement in wanted(*groups):
        assert requirement.name in locked, "run `make lock`"
        assert requirement.specifier.contains(locked[requirement.name], prereleases=True), "run `make lock`"


@pytest.mark.parametrize("lock", ["run", "notify", "desktop"])
def test_what_is_tested_is_what_is_installed(lock: str) -> None:
    locked, dev = pins(lock), pins("dev")
    assert {name: dev.get(name) for name in locked} == locked


def test_the_extra_changes_no_version() -> None:
    run, notify = pins("run"), pins("notify")
    assert {name: version for name, version in run.items() if notify.get(name, version) != version} == {}


@pytest.mark.parametrize("folder", NPM)
def test_npm_has_digests_and_no_addresses(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    ours = {name for name, package in packages.items() if package.get("link") or "node_modules/" not in name}
    fetched = {name: package for name, package in packages.items() if name not in ours}
    assert [name for name, package in fetched.items() if "resolved" in package] == []
    assert [name for name, package in fetched.items() if not {"integrity", "inBundle"} & package.keys()] == []


@pytest.mark.parametrize("folder", NPM)
def test_npm_keeps_it_so(folder: str) -> None:
    assert "omit-lockfile-registry-resolved=true" in (ROOT / folder / ".npmrc").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", NPM)
def test_what_npm_is_asked_for_is_pinned(folder: str) -> None:
    asked = json.loads((ROOT / folder / "package.json").read_text(encoding="utf-8"))
    named = {**asked.get("dependencies", {}), **asked.get("devDependencies", {})}
    assert [name for name, wish in named.items() if not re.fullmatch(r"\d+\.\d+\.\d+|file:\.\./.*", wish)] == []


def test_an_address_would_be_seen() -> None:
    assert ADDRESS.search("six==1.17 \\\n--index-url https://mirror.invalid/simple\n")
    assert unhashed("six==1.17\nattrs==25.1 \\\n    --hash=sha256:00\n") == ["six"]


def foreign(path: Path) -> set[str]:
    """The distributions that a file imports from, by the names that the locks have for them."""
    modules = {name.split(".")[0] for name in imported(tree(path))} - sys.stdlib_module_names - OURS
    return {canonicalize_name(dist) for module in modules for dist in DISTRIBUTIONS.get(module, [module])}


def test_the_program_imports_only_what_it_asks_for() -> None:
    # starlette and pydantic are FastAPI's own face: their versions are FastAPI's to choose
    asked_for = {canonicalize_name(one.name) for one in wanted()} | {"pydantic", "starlette"}
    allowed = {path: asked_for | FRAMEWORKS.get(named(path), set()) for path in program_files()}
    assert {named(path): more for path, known in allowed.items() if (more := foreign(path) - known)} == {}


def test_tests_and_tools_import_only_what_is_locked() -> None:
    locked = set(pins("dev"))
    strangers = {named(path): more for path in python_files() if (more := foreign(path) - locked)}
    assert strangers.pop("tests/real_agents/pydantic_agent.py")  # its own Python's lock lies in AGENTS
    assert strangers == {}, "add it to [dependency-groups], then run `make lock`"
