"""What the card of a session's request is called, and that it shows all that may be done."""

from typing import Any

import pytest

from countermark.actions.cards import arguments_of, card_of
from countermark.model.tool_calls import ToolKind
from tests.contract.actions.session_gate import USUAL, open_session_gate

Told = dict[str, Any]


def request(told: Told) -> Told:
    return {"sessionId": "s", "toolCall": {"toolCallId": "c1", **told}, "options": list(USUAL)}


@pytest.mark.parametrize(
    ("told", "title"),
    [
        ({"kind": "other", "title": "Ask the oracle"}, "“Ask the oracle”"),
        ({"title": "Edit README.md"}, "“Edit README.md”"),
        ({"kind": "other", "title": "Ask the oracle", "name": "oracle"}, "oracle: “Ask the oracle”"),
        ({"kind": "other", "title": "oracle", "_meta": {"toolName": "oracle"}}, "oracle"),
        ({"kind": "think", "title": "two\nlines"}, "“two lines”"),
        ({"kind": "other", "title": " "}, "other"),
        ({"kind": "other"}, "other"),
    ],
)
async def test_what_is_of_no_known_kind_is_called_what_the_agent_calls_it(told: Told, title: str) -> None:
    async with open_session_gate() as its:
        asked = its.ask(request(told))
        card = await its.card()
        assert (card.title, card.call.kind) == (title, ToolKind.OTHER)
        [item] = await its.items()
        assert item.title == title
        await its.refuse(card)
        await asked


DIFF = {"type": "diff", "path": "/w/a.txt", "oldText": "old\n", "newText": "good\n"}
NEW = {**DIFF, "oldText": None}
UNIFIED = "--- /w/a.txt\n+++ /w/a.txt\n@@ -1 +1 @@\n-old\n+evil\n"
AGREES = UNIFIED.replace("evil", "good")
ELSEWHERE = AGREES.replace("+++ /w/a.txt", "+++ /evil")
TWO_FILES = f"{AGREES}--- /evil\n+++ /evil\n@@ -1 +1 @@\n-old\n+good\n"
RENAMED = f"diff --git a/w/a.txt b/evil\nrename to /evil\n{AGREES}"
REPLACES = {"path": "/w/a.txt", "old_string": "old", "new_string": "evil"}
WRITES = {"path": "/w/a.txt", "content": "good\n"}
MOVED = {"unified_diff": AGREES, "move_path": "/evil"}
ADDED = {"type": "add", "content": "good\n"}
EVIL: list[Told] = [
    {"rawInput": {**WRITES, "content": "evil"}, "content": [NEW]},
    {"rawInput": {**WRITES, "then": "evil"}, "content": [NEW]},
    {"rawInput": {**WRITES, "command": "evil"}},
    {"rawInput": {**WRITES, "old_string": "old", "new_string": "evil"}},
    {"rawInput": REPLACES, "content": [DIFF]},
    {"rawInput": {"path": "/w/a.txt", "edits": [REPLACES]}, "content": [DIFF]},
    *(
        {"rawInput": {"path": "/w/a.txt", "diff": diff}, "content": [DIFF]}
        for diff in (UNIFIED, ELSEWHERE, TWO_FILES, RENAMED, ["evil"], "evil")
    ),
    {"rawInput": {"changes": {"/w/a.txt": {"type": "update", "unified_diff": UNIFIED}}}, "content": [DIFF]},
    {"rawInput": {"changes": {"/w/a.txt": {"type": "add", "content": "evil"}}}, "content": [NEW]},
    {"rawInput": {"changes": {"/w/a.txt": MOVED}}, "content": [DIFF]},
    {"rawInput": {"changes": {"/w/a.txt": ADDED, "/evil": {}}}, "content": [NEW]},
    {"rawInput": {"target": "/evil", "content": "good\n"}, "locations": [{"path": "/w/a.txt"}]},
    {"rawInput": WRITES, "locations": [{"path": "/evil"}]},
    {"rawInput": WRITES, "content": [{**NEW, "path": "/evil"}]},
    {"rawInput": "evil", "title": "good", "content": [DIFF]},
    {"rawInput": ["evil"], "title": "good", "kind": "execute"},
    {"rawInput": {"command": "good"}, "kind": "execute", "content": [{**DIFF, "newText": "evil"}]},
    {"rawInput": {"command": "good"}, "kind": "execute", "locations": [{"path": "/evil"}]},
    {"rawInput": {"command": "good"}, "kind": "execute", "title": "evil"},
    {"rawInput": {"path": "/w/.env", "command": "evil"}, "kind": "read"},
    {"rawInput": {"path": "/w/.env"}, "kind": "read", "locations": [{"path": "/evil"}]},
    {"rawInput": {"url": "https://good.example"}, "kind": "fetch", "locations": [{"path": "/evil"}]},
    {"rawInput": {"a": "good"}, "kind": "other", "name": "mcp__server__tool", "locations": [{"path": "/evil"}]},
    {"rawInput": {"a": "good"}, "kind": "other", "content": [{**DIFF, "newText": "evil"}]},
]


@pytest.mark.parametrize("told", EVIL)
async def test_whatever_contradicts_or_goes_beyond_what_is_compared_is_shown(told: Told) -> None:
    async with open_session_gate() as its:
        asked = its.ask(request({"kind": "edit", "title": "Edit a.txt", **told}))
        permission = await its.card()
        card = await card_of(its.desk, permission.id)
        shown = "".join(run.text for run in card.shown)
        compared = "".join(change.html for change in card.changes)
        facts = " ".join(f"{fact.text} {fact.more}" for fact in card.facts)
        assert "evil" in f"{shown} {compared} {facts} {permission.reason} {permission.title}"
        await its.refuse(permission)
        await asked


@pytest.mark.parametrize(
    "given",
    [
        {},
        {**REPLACES, "new_string": "good"},
        {**REPLACES, "old_string": "old\n", "new_string": "good\n", "replace_all": True},
        {"fileName": "/w/a.txt", "diff": AGREES},
        {"path": "/w/a.txt", "diff": f"diff --git a/w/a.txt b/w/a.txt\n{AGREES}\\ No newline at end of file\n"},
        {"changes": {"/w/a.txt": {"type": "update", "unified_diff": AGREES, "move_path": None}}, "call_id": "c"},
    ],
)
async def test_what_agrees_is_compared(given: Told) -> None:
    async with open_session_gate() as its:
        asked = its.ask(request({"kind": "edit", "title": "Edit a.txt", "rawInput": given, "content": [DIFF]}))
        permission = await its.card()
        assert '"changes"' not in permission.call.arguments
        assert {"old_string", "new_string"} <= set(arguments_of(permission.call))
        await its.refuse(permission)
        await asked
