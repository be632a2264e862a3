"""Runs the benches, all or those named: `python -m bench [name …] [options of a bench]`."""

import importlib
import sys
from itertools import takewhile
from pathlib import Path

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "__main__")


def main() -> int:
    """How many of them said that a promise is broken."""
    wanted = list(takewhile(lambda word: not word.startswith("-"), sys.argv[1:])) or NAMES  # a bench reads the rest
    if unknown := set(wanted) - set(NAMES):
        print(f"No bench is called {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}.", file=sys.stderr)
        return 2
    broken = 0
    for name in wanted:
        print(f"── {name}", flush=True)
        broken += bool(importlib.import_module(f"bench.{name}").main())
    return broken


if __name__ == "__main__":
    sys.exit(main())
