"""Gets the real Claude Code, one exact version, from npm into a folder that test runs share."""

import base64
import fcntl
import hashlib
import json
import os
import platform
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

VERSION = "2.1.330"
# The platform's own packages: the main one asks for Node 22 and, with less, npm silently takes an old version.
PINNED = {
    ("Linux", "x86_64"): (
        "claude-code-linux-x64",
        "sha512-9Gn+V7DtJ8M1nztP9CeDVl9g3RtrepI7rOFTyPRRnZe8D6zebIHKmC7OvBauucuAP0X0k85SDN/LPVZyjsGezQ==",
    ),
    ("Linux", "aarch64"): (
        "claude-code-linux-arm64",
        "sha512-V4yanAY5EA5UpwwRPtjSfqDbNqAlUJeVn3NYZw2AgmRHjdpSsLtHAzbxRXfkAnbjwTXzE0uedjQxUY02ARPcsA==",
    ),
    ("Darwin", "x86_64"): (
        "claude-code-darwin-x64",
        "sha512-XenTNj2zXaFrnLmf47n25vChfFhlfeyaAR/vW5SFsEnLGwd2U1vDUY97+5etHBZu3xWBnlK8HhBVxzRi9YTUDw==",
    ),
    ("Darwin", "arm64"): (
        "claude-code-darwin-arm64",
        "sha512-rgzAjrRJJsIdZXGF9CCFFbURxKuJNobRr+krV3dNmqNJWIws74rLD0CABe4+nXlx/9WwRECTrveprWB96mubqw==",
    ),
}
MEMBER = "package/claude"


class Unreachable(Exception):
    """npm does not answer here, so the real Claude Code cannot be had: the one reason to skip its journeys."""


class BrokenPackage(Exception):
    """There is no package of the program that these tests are written for, or what came is not it."""


@dataclass(frozen=True)
class Package:
    """One version for one platform, as npm names it and with npm's digest of it."""

    name: str
    integrity: str


def package_for(system: str, machine: str) -> Package:
    """The pinned package of a platform; that there is none is a failure, for npm has one."""
    try:
        name, integrity = PINNED[system, machine]
    except KeyError:
        raise BrokenPackage(
            f"no Claude Code is pinned for {system} {machine}: add it to {Path(__file__).name}"
        ) from None
    return Package(f"@anthropic-ai/{name}@{VERSION}", integrity)


def cache_folder() -> Path:
    """$COUNTERMARK_TEST_CACHE, else the user's cache folder; kept between runs (364 MB)."""
    if named := os.environ.get("COUNTERMARK_TEST_CACHE"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "countermark-tests"


def claude_program() -> Path:
    """The path of a checked `claude`; downloads it the first time (10 s on a good line)."""
    package = package_for(platform.system(), platform.machine())
    folder = cache_folder() / f"claude-code-{VERSION}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder.parent / f"{folder.name}.lock"):
        if not is_whole(folder, package):
            shutil.rmtree(folder, ignore_errors=True)
            install(folder, package)
    return folder / "claude"


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_whole(folder: Path, package: Package) -> bool:
    """The stamp is written last, so it vouches for the download; the version shows that the program runs."""
    program, stamp = folder / "claude", folder / "stamp.json"
    if not (stamp.is_file() and program.is_file()):
        return False
    wanted = {"integrity": package.integrity, "bytes": program.stat().st_size}
    return json.loads(stamp.read_text()) == wanted and version_of(program) == VERSION


def version_of(program: Path) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    return said.stdout.partition(" ")[0].strip()


def install(folder: Path, package: Package) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="claude-code-") as name:
        staging = Path(name) / "ready"
        staging.mkdir()
        tarball = download(package, Path(name))
        check_integrity(package, tarball)
        program = unpack(package, tarball, staging / "claude")
        if (version := version_of(program)) != VERSION:
            raise BrokenPackage(f"{package.name} says it is version {version!r}")
        (staging / "stamp.json").write_text(
            json.dumps({"integrity": package.integrity, "bytes": program.stat().st_size})
        )
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


def unpack(package: Package, tarball: Path, program: Path) -> Path:
    with tarfile.open(tarball) as archive:
        source = archive.extractfile(MEMBER)
        if source is None:
            raise BrokenPackage(f"{package.name} holds no {MEMBER}")
        with source, program.open("wb") as file:
            shutil.copyfileobj(source, file, 1 << 20)
    program.chmod(0o755)
    return program
