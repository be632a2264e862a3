"""What `countermark history` asks the hub for, and how it tells what was found."""

from urllib.parse import parse_qs

import pytest

from countermark.cli.command_line import VERDICTS, make_parser
from countermark.cli.history_command import BY, line_words, query_of
from countermark.model.asked import DeciderKind
from countermark.model.history import HistoryOutcome

LINE = {
    "id": "rv_1", "title": "Ship it", "forgotten": False, "outcome": "changes_requested", "decider": "person",
    "agent_name": "Codex", "workspace_name": "shop", "decided_at": "2026-11-21T14:30:00Z",
    "snippet": [{"text": "…ask ", "found": False}, {"text": "Ada", "found": True}, {"text": "\nfirst", "found": False}],
}  # fmt: skip


def asked(*words: str, before: str | None = None) -> dict[str, list[str]]:
    return parse_qs(query_of(make_parser().parse_args(["history", *words]), before))


def test_what_rules_decided_is_left_out_unless_it_is_wanted() -> None:
    assert asked("move", "the till") == {
        "words": ["move the till"], "limit": ["20"], "decider": ["person", "timeout", "agent"],
    }  # fmt: skip
    assert "decider" not in asked("--rules")


def test_every_option_narrows() -> None:
    options = ["--agent", "codex", "--kind", "review", "--verdict", "approved", "--workspace", "/srv/shop"]
    query = asked(*options, "--since", "2026-11-21", "--limit", "900", before="77")
    assert {name: query[name] for name in ("agent", "kind", "outcome", "workspace", "before", "limit")} == {
        "agent": ["codex"], "kind": ["review"], "outcome": ["approved"], "workspace": ["/srv/shop"], "before": ["77"],
        "limit": ["200"],
    }  # fmt: skip
    assert query["since"][0].startswith("2026-11-21T00:00:00")


@pytest.mark.parametrize("verdict", ["approve", "APPROVED", ""])
def test_a_verdict_that_there_is_not_is_misunderstood(verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        make_parser().parse_args(["history", "--verdict", verdict])
    assert "--verdict" in capsys.readouterr().err


def test_the_closed_sets_are_those_of_the_model() -> None:
    assert set(VERDICTS) == {str(each) for each in HistoryOutcome}
    assert set(BY) == {str(each) for each in DeciderKind}


def test_a_line_tells_what_how_by_whom_and_where_the_words_stand() -> None:
    first, second, third = line_words(LINE)
    assert first.endswith("  rv_1  Ship it")
    assert second.strip() == "changes requested by you; Codex, shop"
    assert third.strip() == "“…ask Ada first”"


def test_a_title_that_was_found_is_not_said_twice_and_a_forgotten_one_is_named_so() -> None:
    assert len(list(line_words({**LINE, "snippet": [{"text": "Ship it", "found": True}]}))) == 2
    told = list(line_words({**LINE, "title": "", "forgotten": True, "snippet": []}))
    assert told[0].endswith("(its texts were forgotten)")


def test_what_a_terminal_would_obey_is_spelled_out() -> None:
    assert "\x1b" not in "".join(line_words({**LINE, "title": "\x1b[2J", "workspace_name": "\x1b]0;x"}))
