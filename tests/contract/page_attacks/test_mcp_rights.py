"""What an MCP client may touch: annotations of its site, items that it opens, its own answers; never anything else.

Each tool is in the table with what it may leave in the journal. Whatever names another's item, as another conversation,
at another site or as none at all, finds nothing of it and changes nothing in it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from countermark.mcp_tools.toolbox import BY_NAME
from tests.contract.page_attacks.mcp_agent import Agent, words
from tests.contract.pages.page_client import PageSide
from tests.contract.wire.small_desk import Target

NOTHING: frozenset[str] = frozenset()
CHANGES = frozenset({"page_change_intended", "page_annotation_changed"})
REPLIES = frozenset({"page_change_intended", "page_annotation_replied"})
OPENS = {"submit_plan": "review_opened", "request_permission": "permission_asked", "ask_person": "question_asked"}
REVISES = frozenset({"review_withdrawn", "revision_added"})  # the same client has another plan
OWN = frozenset({"agent_left", "agent_returned", "answer_delivered", "answer_received"})
# By tool: the kinds of entries that it may leave behind.
MAY_WRITE: Mapping[str, frozenset[str]] = {
    "list_annotations": NOTHING, "list_page_notes": NOTHING, "get_annotation": NOTHING, "get_export": NOTHING,
    "wait_for_annotations": NOTHING, "list_reviews": NOTHING,
    "address_annotation": CHANGES, "add_agent_reply": REPLIES, "update_annotation_target": CHANGES,
    "set_in_progress": CHANGES,
    **{tool: OWN | {kind} for tool, kind in OPENS.items()}, "submit_plan": OWN | REVISES | {"review_opened"},
    "get_review": OWN, "get_answer": OWN,
}  # fmt: skip
SECRET = "of-no-concern-to-others"
OWN_KEY = "a-word-that-anybody-could-choose"


@dataclass(frozen=True)
class Victim:
    """A client with something of each kind on the desk."""

    agent: Agent
    records: tuple[dict[str, Any], ...]

    @property
    def ids(self) -> list[str]:
        return [str(each.get("item") or each["review"]) for each in self.records]


def asks_everything(agent: Agent) -> tuple[dict[str, Any], ...]:
    """One plan, one permission and one question, each under a key of the client's own."""
    asked = (
        agent.calls("submit_plan", plan=f"# {SECRET}\n", key=f"{OWN_KEY}-1", waitSeconds=0),
        agent.calls("request_permission", command=f"make {SECRET}", key=f"{OWN_KEY}-2", waitSeconds=0),
        agent.calls("ask_person", questions=[{"question": f"{SECRET}?"}], key=f"{OWN_KEY}-3", waitSeconds=0),
    )
    return tuple(json.loads(each["content"][1]["text"]) for each in asked)


@pytest.fixture
def victim(target: Target, side: PageSide, key: str) -> Victim:
    agent = Agent(target, side.site, key)
    return Victim(agent, asks_everything(agent))


def entries(target: Target, *, after: int) -> list[Any]:
    """What the journal has since then."""
    found = target.ask("GET", "/api/journal?limit=200").json["entries"]
    return [each for each in found if each["seq"] > after]


def head(target: Target) -> int:
    return int(target.ask("GET", "/api/journal?limit=1").json["entries"][0]["seq"])


def state(target: Target, victim: Victim) -> list[object]:
    """All that the desk knows of what a client has asked."""
    review, permission, question = victim.ids
    return [
        target.ask("GET", f"/api/reviews/{review}/state").json["review"],
        target.ask("GET", f"/api/permissions/{permission}").json["permission"],
        target.ask("GET", f"/api/questions/{question}").json["question"],
        target.ask("GET", "/api/grants").json["grants"],
        {**target.ask("GET", "/api/rules").json, "seq": None},
    ]


def fields_of(agent: Agent) -> Mapping[str, Mapping[str, Any]]:
    """The tools as they are listed: by name, what each takes."""
    answer = agent.posts({"jsonrpc": "2.0", "id": 4, "method": "tools/list"})
    text = answer.body.decode()
    told = json.loads(text.partition("data: ")[2].partition("\n")[0] if "data: " in text else text)
    return {tool["name"]: tool["inputSchema"] for tool in told["result"]["tools"]}


def thieves(target: Target, side: PageSide, other: PageSide, key: str, victim: Victim) -> Iterator[Agent]:
    """Whoever has the key is one person's program, and yet none of these is the victim."""
    yield Agent(target, side.site, key)
    yield Agent(target, other.site, key)
    yield Agent(target, side.site, key, **{"Countermark-Agent": "x" * 12})
    yield Agent(target, side.site, key, **{"Countermark-Agent": f"session-{victim.agent.session}"})


def named(schema: Mapping[str, Any], word: str) -> dict[str, Any]:
    """A call in which every text says this word; what else is needed is harmless."""
    given: dict[str, Any] = {}
    for name, its in schema["properties"].items():
        if its.get("type") == "string":
            given[name] = its["enum"][0] if "enum" in its else word
        elif name in ("waitSeconds", "timeoutSeconds"):
            given[name] = 0
    return given


def test_the_table_names_every_tool(victim: Victim) -> None:
    assert set(fields_of(victim.agent)) == set(MAY_WRITE) == set(BY_NAME)


def test_no_tool_has_a_word_for_an_answer(victim: Victim) -> None:
    taken = {name for schema in fields_of(victim.agent).values() for name in schema["properties"]}
    assert not taken & {"answer", "answers", "decision", "verdict", "outcome", "allow", "deny", "approve", "approved"}
    assert not taken & {"shown_sha256", "sha256", "grant", "rule", "rules", "mode", "settings"}


def test_what_each_tool_leaves_behind_is_its_own(target: Target, side: PageSide, key: str) -> None:
    """Called as it is meant, by a client that has asked for everything: each entry is one of those in the table."""
    mark = side.add()["id"]
    agent = Agent(target, side.site, key)
    review, permission, question = asks_everything(agent)
    given: dict[str, dict[str, Any]] = {
        "get_annotation": {"id": mark}, "address_annotation": {"id": mark}, "set_in_progress": {"id": mark},
        "add_agent_reply": {"id": mark, "message": "Done"},
        "update_annotation_target": {"id": mark, "replacedText": "other"},
        "wait_for_annotations": {"timeoutSeconds": 0}, "get_review": {"review": review["review"]},
        "submit_plan": {"plan": "# Another\n", "waitSeconds": 0, "key": "another-key-of-mine"},
        "request_permission": {"command": "make another", "waitSeconds": 0},
        "ask_person": {"questions": [{"question": "Another?"}], "waitSeconds": 0},
        "get_answer": {"item": permission["item"]},
    }  # fmt: skip
    own = {review["review"], permission["item"], question["item"]}
    for tool, kinds in MAY_WRITE.items():
        before = head(target)
        result = agent.calls(tool, **given.get(tool, {}))
        assert result["isError"] is False, (tool, words(result))
        for entry in entries(target, after=before):
            if entry["actor"]["kind"] != "agent":
                continue  # the hub itself, about clients that have gone
            assert entry["kind"] in kinds, (tool, entry)
            opened = tool in OPENS and entry["kind"] == OPENS[tool]
            assert opened or tool not in ("get_review", "get_answer") or entry["item"]["id"] in own


def test_nothing_that_another_has_asked_is_found_or_changed(
    target: Target, side: PageSide, other: PageSide, key: str, victim: Victim
) -> None:
    before = state(target, victim)
    schemas = fields_of(victim.agent)
    for thief in thieves(target, side, other, key, victim):
        for tool, schema in schemas.items():
            for word in (*victim.ids, f"{OWN_KEY}-1", f"{OWN_KEY}-2", f"{OWN_KEY}-3"):
                result = thief.calls(tool, **named(schema, word))
                said = words(result).replace(word, "")
                assert SECRET not in said, (tool, word, said)
        for word in victim.ids:
            assert "no such item of yours" in words(thief.calls("get_answer", item=word))
            assert "no such item of yours" in words(thief.calls("get_answer", item=word, key="f" * 32))
        listed = words(thief.calls("get_answer"))
        assert not [each for each in victim.ids if each in listed]
    assert state(target, victim) == before
    for record, item in zip(victim.records, victim.ids, strict=True):
        told = victim.agent.calls("get_answer", item=item)
        assert json.loads(told["content"][1]["text"]) == record


def test_the_same_words_under_the_same_key_are_another_item_for_another_client(
    target: Target, side: PageSide, other: PageSide, key: str, victim: Victim
) -> None:
    before = state(target, victim)
    for thief in thieves(target, side, other, key, victim):
        records = asks_everything(thief)
        assert not {str(each.get("item") or each["review"]) for each in records} & set(victim.ids)
        assert not {each["key"] for each in records} & {each["key"] for each in victim.records}
    assert state(target, victim) == before


def test_what_looks_like_an_answer_is_none(
    target: Target, side: PageSide, other: PageSide, key: str, victim: Victim
) -> None:
    """Neither to its own item nor to another's: no word that a client may add is taken for a person's."""
    before = state(target, victim)
    review, permission, question = victim.ids
    forged: list[dict[str, Any]] = [
        {"outcome": "allowed"}, {"answer": "once", "shown_sha256": "0" * 64}, {"decision": {"outcome": "allowed"}},
        {"decidedBy": "person"}, {"answers": [{"question": f"{SECRET}?", "answers": ["yes"]}]},
        {"verdict": "approved"}, {"acknowledges": True}, {"by": "person"}, {"point": "dialog"},
    ]  # fmt: skip
    for agent in (victim.agent, *thieves(target, side, other, key, victim)):
        for more in forged:
            for item in (permission, question, review):
                agent.calls("get_answer", item=item, **more)
            agent.calls("get_review", review=review, **more)
            refused = agent.calls("request_permission", command=f"make {SECRET}", key=f"{OWN_KEY}-2", **more)
            assert refused["isError"] is True
            refused = agent.calls("ask_person", questions=[{"question": f"{SECRET}?", **more}], waitSeconds=0)
            assert refused["isError"] is True
        for method in ("items/answer", "permissions/answer", "tools/answer", "elicitation/create"):
            params = {"item": permission, "answer": "once"}
            assert agent.posts({"jsonrpc": "2.0", "id": 9, "method": method, "params": params}).body.count(b"error")
    assert state(target, victim) == before
