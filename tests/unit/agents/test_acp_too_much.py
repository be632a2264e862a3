"""An agent that tells too much: nothing of it is hidden from a card, and nothing grows without an end."""

from typing import Any

import pytest

from countermark.actions.live_sessions.codec import encoded
from countermark.agents.acp.calls import MOST_CONTENT, told_call
from countermark.agents.acp.translate.offers import MOST_OPTIONS, options_of
from countermark.agents.acp.translate.reading import LONGEST_WORDS, MOST_OBJECTS, objects_in, word_in
from countermark.agents.acp.translate.translation import MOST_UNKNOWN_KINDS, Translation
from countermark.agents.acp.translate.version_1 import take_update
from countermark.agents.acp.translate.version_2 import SecondVersion
from countermark.agents.fields import Malformed
from countermark.model.sessions.events import UnknownCame
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from tests.unit.agents.acp_told import part_of


def take_second(translation: Translation, params: dict[str, Any], **where: int) -> None:
    SecondVersion(translation, lambda *_: None).take_update(translation, params, **where)


def diff(path: str, new: str) -> dict[str, Any]:
    return {"type": "diff", "path": path, "oldText": None, "newText": new}


@pytest.mark.parametrize("name", ["content", "locations"])
def test_a_request_with_more_than_can_be_shown_is_not_understood(name: str) -> None:
    each = diff("/w/a", "x") if name == "content" else {"path": "/w/a"}
    for count, fits in ((MOST_CONTENT, True), (MOST_CONTENT + 1, False)):
        request = {"toolCall": {"toolCallId": "c", "kind": "edit", name: [each] * count}}
        if fits:
            assert told_call(request, None).id == "c"
        else:
            with pytest.raises(Malformed, match=name):
                told_call(request, None)


def test_more_than_can_be_shown_is_not_asked_about_by_having_told_it_before() -> None:
    told = part_of([{"toolCallId": "c", "kind": "edit", "content": [diff("/w/a", "x")] * (MOST_CONTENT + 1)}])
    with pytest.raises(Malformed, match="more than"):
        told_call({"toolCall": {"toolCallId": "c"}}, told)


def test_a_file_whose_change_is_too_long_to_be_kept_is_named() -> None:
    told = part_of([{"toolCallId": "c", "kind": "edit", "content": [diff("/w/a", "x"), diff("/w/b", "y" * 1_100_000)]}])
    call = told_call({"toolCall": {"toolCallId": "c"}}, told)
    assert ([each.path for each in call.differences], list(call.places)) == (["/w/a"], ["/w/b"])


def test_words_and_lists_have_an_end() -> None:
    assert word_in({"title": "x" * 50_000_000}, "title") == "x" * LONGEST_WORDS + "…"
    assert word_in({"title": "x" * LONGEST_WORDS}, "title") == "x" * LONGEST_WORDS
    assert len(objects_in({"options": [{}] * 100_000}, "options")) == MOST_OBJECTS


def test_of_kinds_that_nobody_knows_only_some_are_shown() -> None:
    translation = Translation(folded([]))
    for number in range(10_000):
        translation.unknown(f"kind-{number}", {}, line=number, at=0)
    shown = [event for event in translation.take_events() if isinstance(event, UnknownCame)]
    assert len(shown) == MOST_UNKNOWN_KINDS


def test_there_are_as_many_options_as_a_bar_can_show() -> None:
    flags = [{"id": f"o{number}", "name": "O", "type": "boolean", "currentValue": True} for number in range(2000)]
    assert len(options_of({"configOptions": flags}) or ()) == MOST_OPTIONS


LONG = "x" * 3_000_000


@pytest.mark.parametrize(
    "update",
    [
        {"sessionUpdate": "plan", "entries": [{"content": LONG, "priority": "high", "status": "pending"}] * 5},
        {"sessionUpdate": "plan", "entries": [{"content": "x" * 9000, "priority": "high", "status": "pending"}] * 1500},
        {"sessionUpdate": "plan_update", "plan": {"type": "markdown", "planId": "p", "content": LONG}},
        {"sessionUpdate": "available_commands_update",
         "availableCommands": [{"name": f"c{number}", "description": LONG} for number in range(200)]},
        {"sessionUpdate": "config_option_update", "configOptions": [
            {"id": f"o{number}", "configId": f"o{number}", "name": "O", "type": "select", "currentValue": "v",
             "options": [{"value": f"v{each}", "name": "x" * 9000} for each in range(200)]} for number in range(9)]},
        {"sessionUpdate": "current_mode_update", "currentModeId": LONG},
        {"sessionUpdate": "session_info_update", "title": LONG},
        {"sessionUpdate": "notice", "severity": LONG, "title": LONG, "description": LONG},
        {"sessionUpdate": "compaction_update", "compactionId": "k", "status": LONG, "error": LONG,
         "summary": [{"type": "text", "text": LONG}]},
        {"sessionUpdate": LONG},
        {"sessionUpdate": "tool_call", "toolCallId": "c", "title": LONG, "kind": LONG, "locations": [{"path": LONG}],
         "content": [{"type": "diff", "path": LONG, "oldText": None, "newText": LONG}]},
        {"sessionUpdate": "tool_call", "toolCallId": "c", "content": [{"type": "terminal", "terminalId": LONG}]},
    ],
    ids=lambda update: str(update)[:60],
)  # fmt: skip
@pytest.mark.parametrize("take", [take_update, take_second])
def test_no_event_is_longer_than_a_desk_can_be_sent(take: Any, update: dict[str, Any]) -> None:
    translation = Translation(SessionState())
    take(translation, {"sessionId": "s", "update": update}, line=1, at=1)
    translation.settle(at=2)
    assert all(len(encoded(event)) < 1_200_000 for event in translation.take_events())
