"""Runs a line in a real shell in which every program only records that it was called, how and where."""

import os
import select
import shutil
import signal
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# One file for each process, its parts ended by NUL, which no argument can hold.
STUB = '#!{dash}\nprintf \'%s\\0\' "$PWD" "${{0##*/}}" "$@" > "{log}/$$"\n'
# What `"$(cat <<'E' …)"` gives is a word of the command around it.
GIVES = '[ $# = 0 ] && while IFS= read -r line; do printf "%s\\n" "$line"; done\n'
PROGRAMS = (
    "git ls cat npm rm curl evil sh bash xargs env sudo tee touch cp mv python perl find sed "
    "time source text x y E F EOF"
).split()
FILES = [
    "a",
    "b",
    "ab",
    "a b",
    "out.txt",
    "-rf",
    "--output=out",
    "src/a.py",
    "src/b.py",
    "src/-n",
    "src/a",
    "../home/h1",
]
SHELLS = ("bash", "dash")
LONGEST = 20.0  # seconds for one line and all that it leaves behind


@dataclass(frozen=True)
class Call:
    """One program that was started."""

    folder: str  # relative to the folder of the line
    words: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What one line did."""

    calls: tuple[Call, ...]
    files: frozenset[str]  # that appeared or changed their length, or were removed


class Shells:
    """A folder to run lines in, with stubs before it and a home beside it."""

    def __init__(self, root: Path, programs: Iterable[str] = PROGRAMS, *, cat_gives: bool = False) -> None:
        self.root = root.resolve()
        self._cat_gives = cat_gives  # whether `cat` without operands writes what it reads
        self._names = sorted(set(programs))
        self.work, self._stubs, self._log = (self.root / name for name in ("work", "stubs", "log"))
        self._programs = {shell: shutil.which(shell) or "" for shell in SHELLS}
        assert all(self._programs.values()), "bash and dash are there on every system that we test on"
        self._furnish()
        self._before = self._files()

    def run(self, line: str, shell: str) -> Outcome:
        """Run it and wait for everything that it has started."""
        environment = {"PATH": str(self._stubs), "HOME": str(self.root / "home"), "LC_ALL": "C.UTF-8"}
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [self._programs[shell], "-c", line],
            cwd=self.work, env=environment, pass_fds=[writing],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        os.close(writing)
        ended, _, _ = select.select([reading], [], [], LONGEST)  # all that have the other end are gone
        os.close(reading)
        if not ended:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert ended, f"{line!r} does not end in {shell}"
        return self._outcome()

    def _outcome(self) -> Outcome:
        calls = []
        for record in self._log.iterdir():
            folder, *words, _ = record.read_bytes().decode("utf-8", "surrogateescape").split("\0")
            calls.append(Call(os.path.relpath(folder, self.work), tuple(words)))
            record.unlink()
        after = self._files()
        changed = frozenset(name for name, _ in after ^ self._before)
        if changed:
            self._furnish()
        return Outcome(tuple(calls), changed)

    def _furnish(self) -> None:
        for folder in (self.work, self._stubs, self._log, self.root / "home"):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        stub = STUB.format(dash=self._programs["dash"], log=self._log)
        for path in [*(self._stubs / name for name in self._names), self.work / "evil", self.root / "evil"]:
            path.write_text(stub + (GIVES if path.name == "cat" else ""))
            path.chmod(0o755)
        if self._cat_gives:
            (self._stubs / "cat").write_text(f"{stub}[ $# -gt 0 ] || exec {shutil.which('cat')}\n")
        for name in FILES:
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("evil\n")

    def _files(self) -> frozenset[tuple[str, int]]:
        everything = (path for path in self.root.rglob("*") if path.parent != self._log)
        return frozenset((str(path), path.stat().st_size) for path in everything if path.is_file())
