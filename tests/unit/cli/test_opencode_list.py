"""What `countermark opencode list` prints of a server's own words cannot play tricks with the terminal."""

import pytest

from countermark.cli.opencode.commands import tell

TRICK = "\x1b]0;mine\x07\u202e\r"


@pytest.mark.parametrize("connected", ["2026-11-23T10:00:00Z", None])
def test_a_servers_words_are_spelled_out(connected: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    tell(
        {
            "address": "http://127.0.0.1:4096", "connected_since": connected, "version": TRICK, "problem": TRICK,
            "folders": ["/srv/shop"], "waiting": 0, "seen_live": False, "saved": [{"title": f"bash {TRICK}"}],
        }
    )  # fmt: skip
    printed = capsys.readouterr().out
    assert printed.replace("\n", "").isprintable()
    assert "bash U+001B" in printed
