"""A real agent that is a Python program: a virtual environment of its own, every package locked by digest."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.real_agents.npm_program import BrokenPackage, Unreachable, cache_folder, one_at_a_time
from tests.real_agents.npm_tree import LOCKS


@dataclass(frozen=True)
class PythonTree:
    """What `locks/<name>.txt` pins; `source` is the package (`name==version`) whose source archive is unpacked too."""

    name: str
    version: str
    source: str | None = None


def fetched_python(tree: PythonTree) -> Path:
    """The folder with `bin/python` and, where a source is named, `source/`; made the first time (10 s)."""
    folder = cache_folder() / f"{tree.name}-{tree.version}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    stamp, wanted = folder / "stamp", stamp_of(tree)
    with one_at_a_time(folder.parent / f"{folder.name}.lock"):
        if not stamp.is_file() or stamp.read_text() != wanted:
            shutil.rmtree(folder, ignore_errors=True)
            make_environment(tree, folder)
            stamp.write_text(wanted)
    return folder


def stamp_of(tree: PythonTree) -> str:
    """The lock and the Python that the environment is linked to."""
    return f"{hashlib.sha256(lock(tree).read_bytes()).hexdigest()} {os.path.realpath(sys.executable)}"


def lock(tree: PythonTree) -> Path:
    return LOCKS / f"{tree.name}.txt"


def make_environment(tree: PythonTree, folder: Path) -> None:
    """An environment cannot be moved, so it is made in its place; the stamp is written last."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=120)
    pip(["install", "--require-hashes", "--requirement", str(lock(tree))], folder / "bin" / "python")
    if tree.source is not None:
        unpack_source(tree, tree.source, folder)


def unpack_source(tree: PythonTree, source: str, folder: Path) -> None:
    """The lock names the archive's digest too."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f"{tree.name}-") as name:
        pip(["download", "--no-binary", ":all:", "--no-deps", "--dest", name, source], folder / "bin" / "python")
        (archive,) = Path(name).glob("*.tar.gz")
        if hashlib.sha256(archive.read_bytes()).hexdigest() not in lock(tree).read_text(encoding="utf-8"):
            raise BrokenPackage(f"{archive.name} has a digest that the lock does not name")
        with tarfile.open(archive) as files:
            files.extractall(Path(name) / "all", filter="data")
        (top,) = (Path(name) / "all").iterdir()
        top.rename(folder / "source")


def pip(arguments: Sequence[str], python: Path) -> None:
    """The pip of the development environment, for another one."""
    command = [sys.executable, "-m", "pip", "--python", str(python), *arguments[:1]]
    options = ["--quiet", "--disable-pip-version-check", "--retries", "1"]
    done = subprocess.run([*command, *options, *arguments[1:]], capture_output=True, text=True, timeout=540)
    if done.returncode == 0:
        return
    said = done.stderr[-2000:]
    reached = "Failed to establish a new connection" not in said and "No matching distribution" not in said
    raise BrokenPackage(f"pip cannot {arguments[0]}: {said}") if reached else Unreachable("PyPI cannot be reached")
