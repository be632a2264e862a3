"""Released documents, fetched by the machine's own pip and npm into a cache folder and checked against the manifest."""

import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

MANIFEST = Path(__file__).with_name("releases.json")
CACHE = Path(__file__).parents[2] / ".make" / "bench-anchoring"
PATIENCE = 120  # seconds that a package manager gets for one package
AT_ONCE = 4
DESCRIPTION = "METADATA"  # stands for the README that a wheel carries in its metadata


class NotFetched(Exception):
    """A package cannot be had here."""


@dataclass(frozen=True)
class Release:
    """One version of a package, and the documents in it that the bench reads."""

    registry: str  # npm or pypi
    package: str
    version: str
    documents: Mapping[str, str]  # path inside the package → SHA-256 of the bytes


def releases() -> tuple[Release, ...]:
    """Everything the manifest names, the versions of a package in the order of their release."""
    told = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return tuple(
        Release(registry, package, version, documents)
        for registry, packages in told.items()
        for package, versions in packages.items()
        for version, documents in versions.items()
    )


def kept(digest: str) -> Path:
    """Where the document with this SHA-256 is."""
    return CACHE / digest[:2] / digest


def fetch(wanted: tuple[Release, ...]) -> list[str]:
    """Bring what is missing into the cache; what could not be had, a sentence each."""
    missing = [release for release in wanted if not all(kept(digest).exists() for digest in release.documents.values())]
    if missing:
        print(f"fetching {len(missing)} of {len(wanted)} releases into the cache, once", flush=True)
    with ThreadPoolExecutor(AT_ONCE) as workers:
        told = workers.map(_fetched, missing)
    return [sentence for sentence in told if sentence]


def _fetched(release: Release) -> str | None:
    name = f"{release.package} {release.version} ({release.registry})"
    try:
        contents = dict(unpacked(packed(release.registry, release.package, release.version)))
    except NotFetched as failure:
        return f"{name} could not be fetched: {failure}"
    for path, digest in release.documents.items():
        content = contents.get(path, b"")
        if sha256(content).hexdigest() != digest:
            return f"{name}: {path} is not what the manifest names"
        keep(content)
    return None


def keep(content: bytes) -> str:
    """Put a document into the cache; its SHA-256."""
    digest = sha256(content).hexdigest()
    place = kept(digest)
    place.parent.mkdir(parents=True, exist_ok=True)
    half = place.with_suffix(f".{os.getpid()}")
    half.write_bytes(content)
    half.replace(place)
    return digest


def packed(registry: str, package: str, version: str) -> tuple[str, bytes]:
    """The file that a registry holds for a release: its name and bytes. Nothing of it is run."""
    with TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                _command(registry, package, version, folder),
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as failure:
            raise NotFetched(str(failure)) from failure
        files = [path for path in Path(folder).iterdir() if path.suffix in (".tgz", ".whl")]
        if done.returncode or len(files) != 1:
            raise NotFetched((done.stderr.strip().splitlines() or ["it brought no file"])[-1])
        return files[0].name, files[0].read_bytes()


def _command(registry: str, package: str, version: str, folder: str) -> list[str]:
    """npm's tarball, or PyPI's wheel: a source archive would have to run its own code to be downloaded by pip."""
    if registry == "npm":
        return ["npm", "pack", "--silent", "--ignore-scripts", f"--pack-destination={folder}", f"{package}@{version}"]
    flags = ["--quiet", "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--disable-pip-version-check"]
    return [sys.executable, "-m", "pip", "download", *flags, f"--dest={folder}", f"{package}=={version}"]


def unpacked(archive: tuple[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The Markdown documents in a tarball of npm or a wheel, with their paths."""
    name, content = archive
    if name.endswith(".tgz"):
        with tarfile.open(fileobj=io.BytesIO(content)) as tarball:
            for member in tarball:
                if member.isfile() and member.name.endswith(".md") and (file := tarball.extractfile(member)):
                    yield member.name.partition("/")[2], file.read()
        return
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        for path in wheel.namelist():
            if path.endswith(".md") and ".dist-info/" not in path:
                yield path, wheel.read(path)
            elif path.endswith(".dist-info/METADATA"):
                head, _, description = wheel.read(path).partition(b"\n\n")
                if b"text/markdown" in head:
                    yield DESCRIPTION, description
