"""`python -m tests.sites.install` puts the frameworks of tests/sites/node beside them, as the lock says."""

import subprocess
import sys
from pathlib import Path

from hatch_build import node_wheel, with_path
from tests.sites.node_sites import HERE, NODE


def main() -> int:
    """npm's exit code. No package runs a program of its own at this: none of them needs one."""
    home = node_wheel()
    options = ["--silent", "--ignore-scripts", "--no-audit", "--no-fund"]
    npm: list[str | Path] = [NODE, home / "lib/node_modules/npm/bin/npm-cli.js", "ci", *options]
    return subprocess.run(npm, cwd=HERE, env=with_path(home / "bin"), stdin=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
