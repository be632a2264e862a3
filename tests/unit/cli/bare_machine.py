"""A machine with our hook, a home and a project, and without any agent: what the doctor's findings stand on."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.repositories import make_repository

# What moves the settings of an agent elsewhere.
VARIABLES = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "COPILOT_HOME", "QWEN_HOME")


def bare_machine(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hook beside the interpreter, the person's home, a project that is the current folder, a PATH without agents."""
    folder = root / "bin"
    folder.mkdir()
    for name in ("python", "countermark-hook"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    for name in ("cat", "sh"):
        (folder / name).symlink_to(shutil.which(name) or "")
    make_repository(root / "project")
    (root / "person").mkdir()
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    monkeypatch.setenv("HOME", str(root / "person"))
    monkeypatch.setenv("PATH", str(folder))
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(root / "project")
    return root
