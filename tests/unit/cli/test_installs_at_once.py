"""Installs into the settings of several agents at once: what each has found there is kept."""

import os
import subprocess
import sys
from pathlib import Path

from countermark.agents.hook_settings import Record
from countermark.cli import agent_settings

KEEPS = """
import sys
from pathlib import Path
from countermark.agents.hook_settings import Record
from countermark.cli import agent_settings
for number in range(20):
    agent_settings.write_record(sys.argv[1], Path(sys.argv[2]) / f"{number}.json", Record(whole_file=True))
"""


def test_no_record_is_lost_when_several_are_written_at_once(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    folders = [tmp_path / name for name in ("codex", "copilot", "gemini", "qwen")]
    started = [
        subprocess.Popen([sys.executable, "-c", KEEPS, home, os.fspath(folder)]) for folder in folders
    ]  # fmt: skip
    assert [each.wait(120) for each in started] == [0, 0, 0, 0]
    kept = [agent_settings.read_record(home, folder / f"{number}.json") for folder in folders for number in range(20)]
    assert kept == [Record(whole_file=True)] * 80
