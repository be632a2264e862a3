"""What the journal looks like at a terminal and in a spreadsheet: no name in it plays tricks."""

import csv
import io
import json
import re
from typing import Any

import pytest

from countermark.cli.journal_export import cell, write_csv, write_json_lines
from countermark.cli.journal_lines import line_of

ENTRY: dict[str, Any] = {
    "seq": 7, "at": "2026-11-21T14:29:48.000Z", "kind": "review_decided", "actor": {"kind": "person", "id": "si_1"},
    "item": {"kind": "review", "id": "rv_1", "version": 1}, "body": {"verdict": "changes_requested"},
    "title": "Cut the cart’s second request", "decider": "person", "decider_id": "si_1",
}  # fmt: skip


def test_a_decision_is_a_sentence() -> None:
    parts = re.split(r"  +", line_of(ENTRY))
    assert parts[1:] == ["7", "review decided: changes requested", "you", "Cut the cart’s second request"]
    assert "nobody" in line_of({**ENTRY, "kind": "review_expired", "decider": "timeout", "body": {}})
    assert "rule tests" in line_of({**ENTRY, "decider": "rule", "decider_id": "tests"})


def test_what_is_about_nothing_says_what_it_says() -> None:
    started = {
        **ENTRY,
        "kind": "hub_started",
        "title": None,
        "decider": None,
        "decider_id": None,
        "body": {"version": "1.2"},
    }
    parts = re.split(r"  +", line_of({**started, "actor": {"kind": "policy", "id": "hub"}}))
    assert parts[2:] == ["hub started", "the hub", "1.2"]


@pytest.mark.parametrize("title", ["a\x1b[2Jb", "a\nb", "a\u202eb", "a\rb"])
def test_no_title_moves_the_cursor_or_begins_a_line(title: str) -> None:
    line = line_of({**ENTRY, "title": title})
    assert line.isprintable()
    assert "U+" in line


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize(
    ("text", "shown"), [("\t=1", "U+0009=1"), ("\r=1", "U+000D=1"), ("a\x00", "aU+0000"), ("a=1", "a=1")]
)
def test_no_cell_hides_a_character(text: str, shown: str) -> None:
    assert cell(text) == shown
    assert cell(None) is None


LINE: dict[str, Any] = {
    "entry": {
        "seq": 1, "at": 1_793_000_000_000, "kind": "review_decided", "actor": {"kind": "person", "id": "=1"},
        "shown_sha256": "a" * 64, "prev": "0" * 64, "format": 2, "body": {"verdict": "approved"},
        "item": {"kind": "review", "id": "rv_1", "version": 1}, "texts": {"notes": "b" * 64},
    },
    "hash": "c" * 64, "salt": "d", "texts": {"notes": 'say "\u202e", then; go\n'},
}  # fmt: skip
OLD: dict[str, Any] = {
    "entry": {
        "seq": 2, "at": 1, "kind": "review_seen", "actor": {"kind": "person", "id": "si"}, "shown_sha256": None,
        "prev": "c" * 64, "review": "rv_1", "revision": 3, "body": {},
    },
    "hash": "e" * 64, "salt": None, "texts": {},
}  # fmt: skip


def test_a_table_is_read_by_a_spreadsheet_as_it_was_meant() -> None:
    file = io.StringIO()
    write_csv(file, iter([LINE, OLD]))
    head, one, two = csv.reader(io.StringIO(file.getvalue()))
    assert dict(zip(head, one, strict=True)) == {
        "seq": "1", "at": "2026-10-26T07:33:20.000+00:00", "kind": "review_decided", "actor_kind": "person",
        "actor_id": "'=1", "item_kind": "review", "item": "rv_1", "version": "1", "shown_sha256": "a" * 64,
        "body": '{"verdict": "approved", "notes": "say \\"U+202E\\", then; go\\n"}', "hash": "c" * 64,
    }  # fmt: skip
    assert two[5:9] == ["review", "rv_1", "3", ""]


def test_json_lines_are_ascii_and_end_with_the_checkpoint() -> None:
    file = io.StringIO()
    write_json_lines(file, iter([LINE]), checkpoint="note\n")
    assert file.getvalue().isascii()
    assert [json.loads(line) for line in file.getvalue().splitlines()] == [LINE, {"checkpoint": "note\n"}]
