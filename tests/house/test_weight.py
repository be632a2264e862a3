"""What the page and the overlay weigh stays within the budgets that `npm run size` knows."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from hatch_build import node_command
from tests.house.layout import ROOT

SCRIPT = Path("web/scripts/size.js")
STATIC = Path("src/countermark/static")
TOO_MUCH = 4096  # more than any of the overlay's budgets has left


def weighed(root: Path) -> subprocess.CompletedProcess[str]:
    """What the script says of what is built below a folder."""
    command, environment = node_command()
    return subprocess.run([*command, root / SCRIPT], env=environment, capture_output=True, text=True)


def test_nothing_is_over_its_budget() -> None:
    said = weighed(ROOT)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "overlay.js" in said.stdout
    assert "overlay-late.js" in said.stdout


@pytest.mark.parametrize("part", ["overlay.js", "overlay-late.js"])
def test_a_part_that_has_grown_would_be_seen(part: str, tmp_path: Path) -> None:
    (tmp_path / SCRIPT).parent.mkdir(parents=True)
    shutil.copy(ROOT / SCRIPT, tmp_path / SCRIPT)
    shutil.copytree(ROOT / STATIC, tmp_path / STATIC)
    with (tmp_path / STATIC / part).open("ab") as file:
        file.write(random.Random(part).randbytes(TOO_MUCH))
    said = weighed(tmp_path)
    assert said.returncode == 1, said.stdout + said.stderr
