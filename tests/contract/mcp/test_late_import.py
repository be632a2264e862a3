"""The SDK costs nearly a second to import: the hub's start must not pay for it."""

import subprocess
import sys

LOOK = "import sys, countermark.hub; print(*sorted(n for n in sys.modules if n.split('.')[0] in ('mcp', 'mcp_types')))"


def test_the_hub_starts_without_the_sdk() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
