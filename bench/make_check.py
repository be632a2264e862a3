"""How long `make check` takes after one changed line of Python, beside a run that checks the whole page as well."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROMISED_S = 10.0
PAGE_CHECKED = ROOT / ".venv" / ".page-checked"  # made by the Makefile when tsc and eslint were content
EDITED = ROOT / "src" / "countermark" / "model" / "reviews.py"  # half of the rooms import it
LINE = "\n\nBENCH_OF_MAKE_CHECK = 1\n"


def main() -> int:
    """Prints both times and their ratio; 1 if the promise is broken."""
    check()  # fills the caches, as the last run of whoever writes did
    with one_more_line():
        after_a_line = check()
    PAGE_CHECKED.unlink()
    with one_more_line():
        whole = check()
    print(f"after one line of Python {after_a_line:.1f} s; with the page checked as well {whole:.1f} s")
    print(f"  ratio to the promise ({PROMISED_S:.0f} s): {after_a_line / PROMISED_S:.2f}")
    print(f"  ratio of the two: {after_a_line / whole:.2f}")
    return int(after_a_line > PROMISED_S)


@contextmanager
def one_more_line() -> Iterator[None]:
    """A source file with a line added to it; its text comes back whatever happens."""
    before = EDITED.read_bytes()
    try:
        EDITED.write_bytes(before + LINE.encode())
        yield
    finally:
        EDITED.write_bytes(before)


def check() -> float:
    """Seconds of one `make check`; raises CalledProcessError when a check fails."""
    start = time.monotonic()
    subprocess.run(["make", "check"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


if __name__ == "__main__":
    sys.exit(main())
