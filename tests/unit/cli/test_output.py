"""Names of files, folders, addresses and settings come to the terminal without the characters that it would obey."""

import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from countermark.cli.main import main

EVIL = "x\x1b[2J\x1b]0;owned\x07\u202egnp\x9b31m"
OBEYED = "\x1b\x07\u202e\x9b"
HOME, CONFIG = "COUNTERMARK_HOME", "CLAUDE_CONFIG_DIR"
COMMANDS = [
    ["status"],
    ["stop"],
    ["serve", "--port", EVIL],
    ["hub-address", EVIL],
    ["hook", EVIL],
    ["review", EVIL],
    ["review", "--key", EVIL, "-"],
    ["install", EVIL],
    ["install", "claude-code", "--dry-run"],
    ["install", "claude-code"],
    ["install", "mcp", "--for", "claude", "--storage", EVIL, "--dry-run"],
    ["uninstall", "claude-code"],
    ["uninstall", "mcp", "--for", "cursor"],
    ["pages", EVIL],
    ["pages", f"http://{EVIL}:80"],
    ["demo", "pages", EVIL],
    [EVIL],
]


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """A command that waits for a person takes the signals that end it; here they are pytest's."""
    taken = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in taken.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words).replace(EVIL, "EVIL"))
def test_no_command_prints_what_a_terminal_obeys(
    words: list[str], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / EVIL
    folder.mkdir()
    (folder / "settings.toml").write_text("[wait]\nport = 'x'\n\"\\u001b[31m\" = 1\n")
    (folder / "index.txt").touch()
    monkeypatch.chdir(folder)
    monkeypatch.setenv(HOME, str(folder))
    monkeypatch.setenv(CONFIG, str(folder / "claude"))
    with suppress(SystemExit):  # argparse's own way to refuse
        main(words)
    said = "".join(capsys.readouterr())
    assert said
    assert [character for character in OBEYED if character in said] == []


def test_a_name_with_a_line_end_stays_on_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "gone\ncountermark: all is well"]) == 4
    assert len(capsys.readouterr().err.splitlines()) == 2
