"""Nothing in the repository knows the machine or the people that it was written with."""

import re
import subprocess
from pathlib import Path

from tests.house.layout import ROOT, named

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root)/[\w.]")  # people in examples and test data live in /home
TEXT = {".py", ".md", ".toml", ".txt", ".ts", ".tsx", ".css", ".js", ".mjs", ".json", ".sh", ".html", ".jsonl", ""}


def tracked() -> list[Path]:
    """What git has or would take."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found = {ROOT / name for name in listed.stdout.split("\0") if name}
    return sorted(path for path in found if path.is_file())


def machine_paths(text: str) -> list[str]:
    return MACHINE_PATH.findall(text)


def test_git_is_asked() -> None:
    assert ROOT / "pyproject.toml" in tracked()


def test_no_machine_is_named() -> None:
    texts = [path for path in tracked() if path.suffix in TEXT and path.name != Path(__file__).name]
    assert {named(path): found for path in texts if (found := machine_paths(path.read_text(encoding="utf-8")))} == {}


def test_what_is_built_stays_out() -> None:
    built = ("src/countermark/static/", "web/node_modules/", "web/dist/", ".venv/")
    assert [named(path) for path in tracked() if named(path).startswith(built)] == []


def test_a_machine_path_would_be_seen() -> None:
    assert machine_paths("see /root/x but not docs/work/x, ~/work/y or /home/me/shop") == ["/root/x"]
