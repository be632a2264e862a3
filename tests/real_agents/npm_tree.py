"""A real agent that npm puts together out of many packages: every one of them locked by digest, run by Node."""

import hashlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.real_agents.npm_program import BrokenPackage, Unreachable, cache_folder, npm_answers, one_at_a_time

LOCKS = Path(__file__).parent / "locks"
WANTED = ("package.json", "package-lock.json", ".npmrc")


@dataclass(frozen=True)
class NpmTree:
    """A program whose packages are locked in `locks/<name>/`; `member` is its start file below node_modules."""

    name: str
    version: str
    member: str


def fetched_tree(tree: NpmTree) -> Path:
    """The file that starts the program; npm installs it the first time (up to 460 MB, half a minute)."""
    folder = cache_folder() / f"{tree.name}-{tree.version}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    stamp, wanted = folder / "stamp", digest(tree)
    with one_at_a_time(folder.parent / f"{folder.name}.lock"):
        if not stamp.is_file() or stamp.read_text() != wanted:
            shutil.rmtree(folder, ignore_errors=True)
            install_tree(tree, folder, wanted)
    return folder / "node_modules" / tree.member


def digest(tree: NpmTree) -> str:
    """What the stamp of a whole installation says: another lock is another installation."""
    return hashlib.sha256((LOCKS / tree.name / "package-lock.json").read_bytes()).hexdigest()


def install_tree(tree: NpmTree, folder: Path, stamp: str) -> None:
    """The stamp is there before the folder gets its name; no package runs a program of its own."""
    npm = shutil.which("npm")
    if npm is None:
        raise Unreachable("there is no npm on PATH")
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f"{tree.name}-") as name:
        staging = Path(name) / "ready"
        staging.mkdir()
        for each in WANTED:
            shutil.copy(LOCKS / tree.name / each, staging)
        command = [npm, "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"]
        done = subprocess.run(command, cwd=staging, capture_output=True, text=True, timeout=540)
        if done.returncode:
            words = f"npm cannot install {tree.name} {tree.version}"
            raise BrokenPackage(f"{words}: {done.stderr[-2000:]}") if npm_answers(npm) else Unreachable(words)
        (staging / "stamp").write_text(stamp)
        staging.rename(folder)
