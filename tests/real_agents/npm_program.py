"""Gets a real agent, one exact version, from npm into a folder that test runs share."""

import base64
import fcntl
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

VERSION = re.compile(r"\d+(?:\.\d+)+")  # some say their name before it


class Unreachable(Exception):
    """npm does not answer here, so the real agent cannot be had: the one reason to skip its journeys."""


class BrokenPackage(Exception):
    """There is no package of the program that these tests are written for, or what came is not it."""


@dataclass(frozen=True)
class Package:
    """One version of a program for one platform, as npm names it and with npm's digest of it."""

    name: str
    integrity: str


@dataclass(frozen=True)
class NpmProgram:
    """A program that npm carries ready to run, one package a platform; `pinned` maps (system, machine) to it."""

    name: str
    version: str
    member: str
    pinned: Mapping[tuple[str, str], Package]

    @property
    def package(self) -> Package:
        """The pinned package of this platform; that there is none is a failure, for npm has one."""
        here = platform.system(), platform.machine()
        try:
            return self.pinned[here]
        except KeyError:
            raise BrokenPackage(f"no {self.name} is pinned for {' '.join(here)}: add it to the pins") from None

    @property
    def file(self) -> str:
        """What the program's file is called."""
        return Path(self.member).name


def cache_folder() -> Path:
    """$COUNTERMARK_TEST_CACHE, else the user's cache folder; kept between runs (700 MB; 2.4 GB with `make soak`)."""
    if named := os.environ.get("COUNTERMARK_TEST_CACHE"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "countermark-tests"


def fetched(program: NpmProgram) -> Path:
    """The path of the checked program; downloads it the first time (10 s on a good line)."""
    folder = cache_folder() / f"{program.name}-{program.version}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder.parent / f"{folder.name}.lock"):
        if not is_whole(folder, program):
            shutil.rmtree(folder, ignore_errors=True)
            install(folder, program)
    return folder / program.file


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_whole(folder: Path, program: NpmProgram) -> bool:
    """The stamp is written last, so it vouches for the download; the version shows that the program runs."""
    file, stamp = folder / program.file, folder / "stamp.json"
    if not (stamp.is_file() and file.is_file()):
        return False
    wanted = {"integrity": program.package.integrity, "bytes": file.stat().st_size}
    return json.loads(stamp.read_text()) == wanted and version_of(file) == program.version


def version_of(program: Path) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    numbers = VERSION.search(said.stdout)
    return numbers.group() if numbers else ""


def install(folder: Path, program: NpmProgram) -> None:
    package = program.package
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f"{program.name}-") as name:
        staging = Path(name) / "ready"
        staging.mkdir()
        tarball = download(package, Path(name))
        check_integrity(package, tarball)
        file = unpack(tarball, program.member, staging / program.file)
        if (version := version_of(file)) != program.version:
            raise BrokenPackage(f"{package.name} says it is version {version!r}")
        stamp = {"integrity": package.integrity, "bytes": file.stat().st_size}
        (staging / "stamp.json").write_text(json.dumps(stamp))
        staging.rename(folder)


def download(package: Package, into: Path) -> Path:
    """`npm pack` only fetches: no install script runs and nothing is installed globally."""
    npm = shutil.which("npm")
    if npm is None:
        raise Unreachable("there is no npm on PATH")
    command = [npm, "pack", package.name, "--silent", "--fetch-retries=1", "--fetch-timeout=120000"]
    packed = subprocess.run(command, cwd=into, capture_output=True, text=True, timeout=540)
    if packed.returncode == 0:
        return into / packed.stdout.strip().splitlines()[-1]
    if npm_answers(npm):
        raise BrokenPackage(f"npm answers, but cannot fetch {package.name}: {packed.stderr[-2000:]}")
    raise Unreachable(f"npm cannot be reached to fetch {package.name}")


def npm_answers(npm: str) -> bool:
    asked = subprocess.run([npm, "view", "npm", "name", "--fetch-retries=0"], capture_output=True, timeout=120)
    return asked.returncode == 0


def check_integrity(package: Package, tarball: Path) -> None:
    with tarball.open("rb") as file:
        digest = hashlib.file_digest(file, "sha512").digest()
    found = "sha512-" + base64.b64encode(digest).decode()
    if found != package.integrity:
        raise BrokenPackage(f"{package.name} has digest {found}, pinned is {package.integrity}")


def unpack(tarball: Path, member: str, program: Path) -> Path:
    with tarfile.open(tarball) as archive:
        source = archive.extractfile(member)
        if source is None:
            raise BrokenPackage(f"{tarball.name} holds no {member}")
        with source, program.open("wb") as file:
            shutil.copyfileobj(source, file, 1 << 20)
    program.chmod(0o755)
    return program
