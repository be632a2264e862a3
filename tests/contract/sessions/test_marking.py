"""Marks on lines of a difference: they read as the difference does, and are changed until they are sent."""

from typing import Any

import pytest

from countermark.actions.desk import Desk
from countermark.actions.sessions import marking
from countermark.model.errors import BadInput, BadPlace, Conflict, NotFound, TooLarge
from countermark.model.sessions.parts import DiffOutput, Side, TextOutput
from tests.contract.sessions.talk import EDIT, FILE, ME, Talk, call, message


async def test_a_mark_is_set_changed_and_taken_back(desk: Desk, talk: Talk) -> None:
    await talk.tell(call("t1", outputs=(TextOutput("ok"), EDIT)))
    mark = await talk.mark()
    await talk.mark()
    changed = await talk.mark(words="How so?", side=Side.OLD, quote="x = 1\ny = 2", last_line=2)
    assert (await talk.state()).marks == (changed,)
    assert (await talk.kinds())[2:] == ["mark_set", "mark_set"], "what is so already is no event"
    await marking.remove_mark(desk, talk.id, mark.id, by=ME)
    assert (await talk.state()).marks == ()
    with pytest.raises(NotFound):
        await marking.remove_mark(desk, talk.id, mark.id, by=ME)


@pytest.mark.parametrize(
    "changes",
    [
        {"quote": "x = 4"}, {"first_line": 0}, {"first_line": 2}, {"last_line": 99}, {"last_line": 2},
        {"first_line": 3, "last_line": 3}, {"side": Side.OLD},
    ],
    ids=str,
)  # fmt: skip
async def test_a_mark_reads_as_the_lines_do(talk: Talk, changes: dict[str, Any]) -> None:
    await talk.tell(call("t1", outputs=(EDIT,)))
    with pytest.raises(BadPlace):
        await talk.mark(**changes)


async def test_a_mark_needs_a_difference(talk: Talk) -> None:
    await talk.tell(call("t1", outputs=(TextOutput("x = 3"),)), message("m1"), call("t2", outputs=(EDIT,)))
    missing: dict[str, Any]
    for missing in ({"call": "t1"}, {"call": "m1"}, {"call": "t9"}, {"call": "t2", "path": f"{FILE}x"}):
        with pytest.raises(NotFound):
            await talk.mark(**missing)


async def test_a_new_file_has_one_side(talk: Talk) -> None:
    await talk.tell(call("t1", outputs=(DiffOutput(FILE, None, "x = 3\n"),)))
    assert (await talk.mark()).quote == "x = 3"
    with pytest.raises(BadPlace):
        await talk.mark(side=Side.OLD)


async def test_a_mark_that_was_sent_stays_as_it_is(desk: Desk, talk: Talk) -> None:
    await talk.tell(call("t1", outputs=(EDIT,)))
    mark = await talk.mark()
    await talk.queue("See the mark", marks=(mark.id,))
    await talk.take()
    with pytest.raises(Conflict, match="has this mark"):
        await talk.mark(words="Other words")
    with pytest.raises(Conflict, match="has this mark"):
        await marking.remove_mark(desk, talk.id, mark.id, by=ME)


async def test_a_mark_says_something_and_not_too_much(talk: Talk) -> None:
    await talk.tell(call("t1", outputs=(EDIT,)))
    with pytest.raises(BadInput, match="says nothing"):
        await talk.mark(words=" ")
    long: dict[str, Any]
    for long in ({"words": "x" * (marking.LONGEST_WORDS + 1)}, {"quote": "x" * (marking.LONGEST_QUOTE + 1)}):
        with pytest.raises(TooLarge):
            await talk.mark(**long)
