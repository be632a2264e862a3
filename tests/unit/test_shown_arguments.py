"""What a card shows of a call without a command: all arguments, a text of several lines line by line."""

import json

import pytest

from countermark.actions.cards import headline_of, language_of, text_shown
from countermark.actions.permissions import title_of_call
from countermark.documents.commands import Look, shown_runs
from countermark.model.tool_calls import ToolCall, ToolKind

PATCH = "*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch"


def call(*paths: str, deletes: bool = False, **arguments: object) -> ToolCall:
    return ToolCall(
        ToolKind.EDIT, "apply_patch", "/srv/shop", json.dumps(arguments), paths=paths, deletes=deletes
    )  # fmt: skip


def test_a_text_is_shown_line_by_line_below_the_other_arguments() -> None:
    shown = text_shown(call("a.txt", diff="one\ntwo\n", path="a.txt"))
    assert shown == '{\n  "path": "a.txt"\n}\n\n"diff":\n    one\n    two\n    '
    assert text_shown(call("a.txt", command=PATCH)).startswith('"command":\n    *** Begin Patch\n    *** Delete')
    assert text_shown(call()) == "{}"


def test_a_text_between_arguments_is_not_coloured_as_json() -> None:
    patch = call("a.txt", command=PATCH)
    assert {run.look for run in shown_runs(text_shown(patch), [], language=language_of(patch))} == {Look.PLAIN}
    assert language_of(call("a.txt", path="a.txt")) == "json"


@pytest.mark.parametrize("character", ["\r", "\v", "\f", "\x85", "\u2028", "\u2029", "\u202e"])
def test_nothing_else_begins_a_line_that_could_be_taken_for_an_argument(character: str) -> None:
    runs = shown_runs(text_shown(call("a.txt", diff=f'one\ntwo{character}"path": "b.txt"')), [], language="json")
    spelled = [run.text for run in runs if run.look is Look.ESCAPE]
    assert spelled == [f"U+{ord(character):04X}"]


def test_of_several_files_none_is_said_to_be_deleted() -> None:
    several, one = call("new.txt", "gone.txt", deletes=True), call("gone.txt", deletes=True)
    assert (headline_of(several), title_of_call(several)) == ("Change these files?", "Edit new.txt gone.txt")
    assert (headline_of(one), title_of_call(one)) == ("Delete this?", "Delete gone.txt")
    assert headline_of(call("a.txt")) == "Change this file?"
