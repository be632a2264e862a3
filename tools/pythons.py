"""Runs a part of the tests on other Pythons: the oldest and the newest that this machine offers beside our own.

`python -m tools.pythons rooms` runs what lives in other people's Pythons (hook, bridge, pages, command line) on those
of another minor version than ours, `unit` the whole ring on all. Each Python gets an environment `.venv-<version>` with
the locked packages.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements" / "dev.txt"
BOOT = ROOT / "requirements" / "boot.txt"
BOOT_FOLDER = ROOT / ".venv-boot"
OLDEST = (3, 11)
MAY_NOT_SKIP = "COUNTERMARK_TESTS_MAY_NOT_SKIP"
ROOMS = ("page_side", "doorbell", "agent_side", "cli")
PARTS = {"rooms": [f"tests/unit/{room}" for room in ROOMS], "unit": ["tests/unit"]}
PLACES = ("~/.pyenv/versions/*/bin", "~/.local/share/uv/python/*/bin", "/opt/*/bin", "/usr/local/bin", "/usr/bin")
ASK = "import sys; print(*sys.version_info[:3], sys.version_info[3] == 'final', sys.prefix == sys.base_prefix)"

Version = tuple[int, ...]


def main(arguments: Sequence[str]) -> int:
    """Prepare the oldest and the newest Python and run the part of the tests on each."""
    part = PARTS[arguments[0]]
    own = sys.version_info[:2] if arguments[0] == "rooms" else None  # those rooms have their ring on our own already
    others = sorted(each for each in other_pythons(programs()).items() if each[0][:2] != own)
    chosen = [python for python in (first_prepared(others), first_prepared(others[::-1])) if python is not None]
    if not chosen:
        return missing("There is no other Python of 3.11 or newer on this machine: the tests ran on this one only.")
    failures = [python for python in dict.fromkeys(chosen) if not passes(python, part)]
    return 1 if failures else 0


def programs() -> Iterator[Path]:
    """Everything on this machine that is called as a Python is, once."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    for place in PLACES:
        whole = Path(place).expanduser()
        folders += sorted(Path(whole.anchor).glob(str(whole.relative_to(whole.anchor))))
    yield from dict.fromkeys(
        program.resolve() for folder in folders for program in sorted(folder.glob("python3*")) if is_python(program)
    )


def is_python(program: Path) -> bool:
    """Whether the name is `python3` or `python3.<digits>`, of a file that can be run."""
    minor = program.name.removeprefix("python3").removeprefix(".")
    return (minor == "" or minor.isdigit()) and program.is_file() and os.access(program, os.X_OK)


def other_pythons(candidates: Iterator[Path] | Sequence[Path]) -> dict[Version, Path]:
    """Released Pythons that the program supports, by version, without our own; no virtual environment is one."""
    found: dict[Version, Path] = {}
    for program in candidates:
        version = version_of(program)
        if version is not None and version >= OLDEST and version != sys.version_info[:3]:
            found.setdefault(version, program)
    return found


def version_of(program: Path) -> Version | None:
    """What a Python says of itself; None for what is no released Python of its own, or does not answer."""
    try:
        done = subprocess.run([program, "-I", "-c", ASK], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = done.stdout.split()
    if done.returncode or words[3:] != ["True", "True"]:
        return None
    return tuple(int(word) for word in words[:3])


def first_prepared(others: Sequence[tuple[Version, Path]]) -> Path | None:
    """The environment of the first of these Pythons for which the locked packages exist."""
    for version, program in others:
        name = ".".join(map(str, version))
        python = prepare(ROOT / f".venv-{name}", program)
        if python is not None:
            return python
        missing(f"Python {name} is not tested: the locked packages cannot be installed in it.")
    return None


def prepare(folder: Path, program: Path) -> Path | None:
    """The Python of an environment with the locked packages and the program; None if they cannot be installed."""
    python, stamp = folder / "bin" / "python", folder / ".installed"
    state = hashlib.sha256(LOCK.read_bytes() + bytes(program)).hexdigest()
    if stamp.is_file() and stamp.read_text() == state:
        return python
    say(f"Making {folder.name} with {program} and the locked packages")
    locked = ["install", "--require-hashes", "--only-binary", ":all:", "-r", str(LOCK)]
    ours = ["install", "--no-deps", "--no-build-isolation", "-e", str(ROOT)]
    if not (make_environment(folder, program) and pip(python, *locked) and pip(python, *ours)):
        return None
    stamp.write_text(state)
    return python


def make_environment(folder: Path, program: Path) -> bool:
    """A virtual environment by virtualenv, which needs no `ensurepip` in the other Python (Debian has none)."""
    if not (BOOT_FOLDER / "virtualenv").is_dir():
        target = ["--target", str(BOOT_FOLDER)]
        if not pip(Path(sys.executable), "install", "--require-hashes", *target, "-r", str(BOOT)):
            return False
    command = [sys.executable, "-m", "virtualenv", "--quiet", "--clear", "--python", str(program), str(folder)]
    return succeeds(command, {"PYTHONPATH": str(BOOT_FOLDER)})


def pip(python: Path, *arguments: str) -> bool:
    """Run pip there; what it says is shown when it fails."""
    quiet = ("--quiet", "--disable-pip-version-check", "--no-compile")  # what is imported is compiled then
    return succeeds([str(python), "-m", "pip", *arguments, *quiet], {})


def succeeds(command: Sequence[str], environment: dict[str, str]) -> bool:
    """Run a command and show what it said if it failed."""
    whole = {**os.environ, **environment}
    done = subprocess.run(command, cwd=ROOT, env=whole, capture_output=True, text=True, check=False)
    if done.returncode:
        print("\n".join((done.stdout + done.stderr).splitlines()[-15:]), file=sys.stderr)
    return done.returncode == 0


def passes(python: Path, part: Sequence[str]) -> bool:
    """Whether the tests pass there."""
    say(f"Tests on another Python ({python.parents[1].name.removeprefix('.venv-')}): {' '.join(part)}")
    command = [str(python), "-m", "pytest", "-p", "no:cacheprovider", *part]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def missing(words: str) -> int:
    """Say aloud what was not tested; a failure where nothing may be left out."""
    say(words)
    return 1 if os.environ.get(MAY_NOT_SKIP) else 0


def say(words: str) -> None:
    """A line of `make`'s own."""
    print(f"· {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
