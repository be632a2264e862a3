"""Runs every ring of tests in parts, two parts at a time for each core, since each of them waits half of its time.

`python -m tools.rings` prints of each part what it says at its end, and all that it said where it failed. A few tests
that failed so, beside other parts, run once more alone: what fails there has failed. The last lines name what has
failed, since of a long output some readers see only the end.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / ".venv" / ".rings"
MOST_AGAIN = 6  # failures of all parts: more of them are no accident of a busy machine
MOST_NAMED = 12  # failures that the last lines name
LONGEST_LINE = 110  # characters of each of these lines
# What takes longest begins first, so that no part is left running alone at the end.
PARTS = {
    "journeys, h to n": ["tests/journeys/test_[h-n]*.py"],
    "journeys, Claude Code": ["tests/journeys/test_claude_*.py"],
    "journeys, OpenCode": ["tests/journeys/test_*opencode*.py"],
    "journeys, o to z": [
        "tests/journeys/test_open_*.py",
        "tests/journeys/test_other_*.py",
        "tests/journeys/test_[p-rt-z]*.py",
        "tests/journeys/test_s[!e]*.py",
    ],
    "journeys, sessions": [
        "tests/journeys/test_ac*.py",
        "tests/journeys/test_ag*.py",
        "tests/journeys/test_se*.py",
    ],
    "journeys, a to g": [
        "tests/journeys/test_an*.py",
        "tests/journeys/test_[bd-f]*.py",
        "tests/journeys/test_c[!l]*.py",
        "tests/journeys/test_gu*.py",
    ],
    "contract, agents": ["tests/contract/acp"],
    "browser, a to g": ["tests/browser/test_[a-g]*.py"],
    "browser, h to o": ["tests/browser/test_[h-o]*.py"],
    "browser, overlay": ["tests/browser/overlay", "tests/browser/overlay_paint"],
    "contract, a to o": ["tests/contract/a[!c]*", "tests/contract/actions", "tests/contract/[b-o]*"],
    "contract, p to r": ["tests/contract/[p-r]*"],
    "unit": ["tests/unit"],
    "browser, sites": ["tests/browser/sites"],
    "browser, p to z": ["tests/browser/test_[p-rt-z]*.py", "tests/browser/test_s[!e]*.py"],
    "browser, sessions": ["tests/browser/test_se*.py"],
    "contract, s to z": ["tests/contract/[s-z]*"],
    "house": ["tests/house"],
}
OTHER_PYTHONS = ("other Pythons", ("tools.pythons", "rooms"))


def main() -> int:
    """0 when every part has passed."""
    LOGS.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    commands = [OTHER_PYTHONS, *((name, ("pytest", *remembers(name), *paths(name))) for name in PARTS)]
    running: list[subprocess.Popen[bytes]] = []
    with ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as lanes:
        parts = {lanes.submit(run, name, words, running): name for name, words in commands}
        try:
            failures = [parts[part] for part in as_completed(parts) if not part.result()]
        except KeyboardInterrupt:
            lanes.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.send_signal(signal.SIGINT)
            raise
    passed = not failures or pass_alone(failures)
    say(f"All parts together took {time.monotonic() - begun:.0f} s")
    if not passed:
        name_failures(failures)
    return 0 if passed else 1


def name_failures(failures: Sequence[str]) -> None:
    """A line for each test that has failed; for a part that names none, what it printed last."""
    named = [words for name in failures for words in failed_tests(name) or [f"{name} ended with: {last_line(name)}"]]
    for words in named[:MOST_NAMED]:
        say(f"Failed: {words}"[:LONGEST_LINE])
    if (more := len(named) - MOST_NAMED) > 0:
        say(f"Failed: {more} more, named above")


def last_line(name: str) -> str:
    """What a part printed last."""
    lines = (LOGS / slug(name)).read_text(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "nothing")


def pass_alone(failures: Sequence[str]) -> bool:
    """Whether all that has failed passes once nothing else runs; what cannot be told apart counts as failed."""
    failed = [failed_tests(name) for name in failures]
    tests = [test for each in failed for test in each]
    if not all(failed) or len(tests) > MOST_AGAIN:
        return False
    say(f"Alone, once more, as they failed beside others: {', '.join(tests)}")
    return run("failed before", ("pytest", *remembers("failed before"), *tests), [])


def remembers(name: str) -> tuple[str, str]:
    """Has pytest write down which tests of a part fail."""
    shutil.rmtree(memory(name), ignore_errors=True)
    return ("-o", f"cache_dir={memory(name)}")


def failed_tests(name: str) -> list[str]:
    """The tests of a part that have failed; none where a part ended without saying."""
    try:
        return list(json.loads((memory(name) / "v" / "cache" / "lastfailed").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return []


def memory(name: str) -> Path:
    """Where pytest keeps what it writes down of a part."""
    return LOGS / f"{slug(name)}.cache"


def slug(name: str) -> str:
    """A part's name as a file's."""
    return name.replace(", ", "-").replace(" ", "-")


def paths(part: str) -> list[str]:
    """The folders and files of a part; never none, with which pytest would run everything there is."""
    found = sorted(str(path.relative_to(ROOT)) for pattern in PARTS[part] for path in ROOT.glob(pattern))
    if not found:
        raise FileNotFoundError(f"No test is in the part {part}")
    return found


def run(name: str, words: Sequence[str], running: list[subprocess.Popen[bytes]]) -> bool:
    """Run a part; whether it has passed."""
    log = LOGS / slug(name)
    with log.open("wb") as output:
        process = subprocess.Popen([sys.executable, "-m", *words], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
        running.append(process)
        passed = process.wait() == 0
    said = log.read_text(errors="replace")
    say(f"Tests: {name}")
    print(ending(said) if passed else said, flush=True)
    return passed


def ending(said: str) -> str:
    """What was slow, what was skipped and the count; of another program, its own lines."""
    lines = said.rstrip().splitlines()
    first = next((number for number, line in enumerate(lines) if line.startswith("=") and "slowest" in line), -1)
    return "\n".join(lines[first:])


def say(words: str) -> None:
    """A line of `make`'s own."""
    print(f"· {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
