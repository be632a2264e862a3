"""Whatever a client sends: it is refused with words that say what to do, or it is a call that leaves nothing out."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from countermark.mcp_tools.arguments import faults, schema_of
from countermark.mcp_tools.asked_calls import NotShowable, asked_call
from countermark.mcp_tools.asking_arguments import AskPerson, RequestPermission
from countermark.mcp_tools.toolbox import TOOLS
from countermark.model.tool_calls import ToolCall, ToolKind

FOLDER = "/srv/shop"
NAMES = [*RequestPermission.model_fields, "cwd", "question"]
TEXTS = st.one_of(st.sampled_from(["ls", "/srv", "a.txt", "https://example.org", "\0", "\ud800", ""]), st.text())
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)
REPLACEMENT = st.fixed_dictionaries({"old": TEXTS, "new": TEXTS}, optional={"all": st.booleans()})
HOW: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"content": TEXTS}),
    st.fixed_dictionaries({"replacements": st.lists(REPLACEMENT, min_size=1, max_size=3)}),
    st.just({"delete": True}),
)
WHAT = st.one_of(
    st.fixed_dictionaries({"command": TEXTS}),
    st.builds(lambda path, how: {"path": path, **how}, TEXTS, HOW),
    st.fixed_dictionaries({"url": TEXTS}),
    st.fixed_dictionaries({"action": TEXTS}, optional={"arguments": st.dictionaries(TEXTS, JSON, max_size=3)}),
)
SOUND = st.builds(
    lambda what, more: what | more,
    WHAT,
    st.fixed_dictionaries({}, optional={"directory": st.sampled_from(["/", "/tmp/x"]), "reason": TEXTS}),
)


def read(arguments: object) -> ToolCall | str:
    """The call, or why not."""
    try:
        return asked_call(RequestPermission.model_validate(arguments), folder=FOLDER)
    except ValidationError as error:
        return faults(error)
    except NotShowable as fault:
        return str(fault)


@given(st.one_of(JSON, st.dictionaries(st.sampled_from(NAMES), JSON, max_size=4), SOUND))
def test_anything_is_a_call_or_is_refused_in_words(arguments: object) -> None:
    call = read(arguments)
    assert call
    if isinstance(call, ToolCall):
        assert json.loads(call.arguments)
        assert call.cwd.startswith("/")
        assert len(call.digest) == 64
    else:
        assert "\n" not in call.replace("\\n", "") or len(call) < 2_000


@given(SOUND)
def test_what_is_asked_stands_in_the_call_whole(arguments: dict[str, Any]) -> None:
    call = read(arguments)
    if isinstance(call, str):
        return
    shown = json.loads(call.arguments)
    kinds = {"command": ToolKind.BASH, "path": ToolKind.EDIT, "url": ToolKind.FETCH, "action": ToolKind.OTHER}
    (what,) = kinds.keys() & arguments.keys()
    assert call.kind is kinds[what]
    assert shown[what] == arguments[what]
    assert shown.get("content") == arguments.get("content")
    assert shown.get("arguments") == arguments.get("arguments")
    replaced = [{"old": each["old_string"], "new": each["new_string"], "all": each["replace_all"]}
                for each in shown.get("edits", [])]  # fmt: skip
    assert replaced == [{"all": False, **each} for each in arguments.get("replacements", [])]
    assert call.deletes is shown.get("delete", False) is arguments.get("delete", False)
    assert call.cwd == arguments.get("directory", FOLDER)


@given(SOUND, SOUND)
def test_two_requests_have_one_digest_only_if_the_same_would_be_done(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    first, second = read(one), read(other)
    if isinstance(first, ToolCall) and isinstance(second, ToolCall):
        said = [json.dumps({**each, "reason": None}, sort_keys=True) for each in (spelled(one), spelled(other))]
        assert (first.digest == second.digest) is (said[0] == said[1])


def spelled(arguments: dict[str, Any]) -> dict[str, Any]:
    """With what is usual where nothing is said."""
    replaced = [{"all": False, **each} for each in arguments.get("replacements", [])]
    return {"directory": FOLDER, **arguments, "replacements": replaced}


def test_the_bytes_that_are_written_are_counted_where_they_are_known() -> None:
    known = {"path": "a", "content": "é"}, {"path": "a", "replacements": [{"old": "x", "new": "éé"}]}
    unknown = {"path": "a", "replacements": [{"old": "x", "new": "é", "all": True}]}, {"path": "a", "delete": True}
    assert [sized(each) for each in (*known, *unknown)] == [2, 4, None, None]


def sized(arguments: dict[str, Any]) -> int | None:
    call = read(arguments)
    assert isinstance(call, ToolCall)
    return call.size


def test_a_number_that_json_does_not_have_is_refused() -> None:
    assert read({"action": "Pay", "arguments": {"sum": float("nan")}}) == (
        "a number in it is none that JSON has; write it as a text"
    )
    assert "half a character" in str(read({"action": "Pay", "arguments": {"to": "\ud800"}}))


@given(st.one_of(JSON, st.fixed_dictionaries({"questions": st.lists(JSON, max_size=3)})))
def test_any_question_is_one_or_is_refused_in_words(arguments: object) -> None:
    asked = questions_in(arguments)
    assert asked
    if not isinstance(asked, str):
        assert all(question.strip() for question in asked)


def questions_in(arguments: object) -> list[str] | str:
    """The questions, or why not."""
    try:
        return [each.question for each in AskPerson.model_validate(arguments).questions]
    except ValidationError as error:
        return faults(error)


def test_no_schema_refers_to_another_place() -> None:
    for tool in TOOLS:
        schema = json.dumps(schema_of(tool.takes))
        assert "$ref" not in schema
        assert "$defs" not in schema
        assert "null" not in schema
