"""A form of an MCP server as questions, and the answers as values of the form's types."""

import json
from typing import Any

import pytest

from countermark.agents.claude_code import translator
from countermark.model.conversations import MalformedCall
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.questions import (
    Choice,
    Prompt,
    PromptKind,
    QuestionAnswer,
    QuestionAsk,
    QuestionOutcome,
    QuestionReply,
    QuestionSource,
)

ENUM = [Choice("a", "a"), Choice("b", "b")]
TITLED = [Choice("A!", "a"), Choice("B!", "b")]
CONSTS = [{"const": "a", "title": "A!"}, {"const": "b", "title": "B!"}]


def form(properties: object, **more: object) -> bytes:
    schema = {"type": "object", "properties": properties, **more}
    base = {"session_id": "c-1", "cwd": "/p", "hook_event_name": "Elicitation", "mode": "form", "message": "Deploy?"}
    return json.dumps({**base, "mcp_server_name": "desk", "requested_schema": schema}).encode()


def asked(payload: bytes) -> QuestionAsk:
    found = translator.read(payload)
    assert isinstance(found, QuestionAsk), found
    return found


def field(schema: dict[str, Any], **more: object) -> Prompt:
    (prompt,) = asked(form({"x": schema}, **more)).prompts
    return prompt


def filled(schema: dict[str, Any], *values: str) -> Any:
    reply = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers={"x": values})
    answer = QuestionAnswer(ItemVersion(ItemKind.QUESTION, "qu_1", 1), QuestionOutcome.ANSWERED, reply)
    output = json.loads(translator.reply(form({"x": schema}), answer).stdout)["hookSpecificOutput"]
    assert output["action"] == "accept"
    return output["content"]


@pytest.mark.parametrize(
    ("schema", "kind", "choices", "several"),
    [
        ({"type": "string"}, PromptKind.TEXT, [], False),
        ({"type": "number"}, PromptKind.NUMBER, [], False),
        ({"type": "integer"}, PromptKind.WHOLE_NUMBER, [], False),
        ({"type": "boolean"}, PromptKind.YES_OR_NO, [], False),
        ({"type": "string", "enum": ["a", "b"]}, PromptKind.CHOICE, ENUM, False),
        ({"type": "string", "enum": ["a", "b"], "enumNames": ["A!", "B!"]}, PromptKind.CHOICE, TITLED, False),
        ({"type": "string", "oneOf": CONSTS}, PromptKind.CHOICE, TITLED, False),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, PromptKind.CHOICE, ENUM, True),
        ({"type": "array", "items": {"anyOf": CONSTS}}, PromptKind.CHOICE, TITLED, True),
    ],
)
def test_a_field(schema: dict[str, Any], kind: PromptKind, choices: list[Choice], several: bool) -> None:
    prompt = field(schema)
    assert (prompt.kind, prompt.choices, prompt.several, prompt.free) == (kind, tuple(choices), several, False)
    assert (prompt.name, prompt.header, prompt.text, prompt.required) == ("x", "x", "x", False)


def test_who_asks_and_what_for() -> None:
    ask = asked(form({"b": {"type": "string"}, "a": {"type": "string"}}, required=["a"]))
    assert (ask.source, ask.server, ask.message, ask.url) == (QuestionSource.SERVER, "desk", "Deploy?", None)
    assert [(prompt.name, prompt.required) for prompt in ask.prompts] == [("b", False), ("a", True)]


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "string", "title": "T", "description": "Which?"}, "Which?"),
        ({"type": "integer", "minimum": 1, "maximum": 9}, "(at least 1, at most 9)"),
        ({"type": "string", "description": "Mail", "format": "email"}, "Mail (form: email)"),
        ({"type": "boolean", "default": False}, "(left empty: no)"),
        ({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1, "default": ["a", "b"]},
         "(at least 1 of them, left empty: a, b)"),
    ],
)  # fmt: skip
def test_what_a_field_demands_is_said(schema: dict[str, Any], text: str) -> None:
    assert field(schema).text == text


@pytest.mark.parametrize(
    ("schema", "values", "content"),
    [
        ({"type": "string"}, ("12",), {"x": "12"}),
        ({"type": "integer"}, ("-12",), {"x": -12}),
        ({"type": "number"}, ("1.5",), {"x": 1.5}),
        ({"type": "number"}, ("2",), {"x": 2}),
        ({"type": "boolean"}, ("yes",), {"x": True}),
        ({"type": "boolean"}, ("no",), {"x": False}),
        ({"type": "string", "enum": ["a"]}, ("a",), {"x": "a"}),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, ("a", "b"), {"x": ["a", "b"]}),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, ("a",), {"x": ["a"]}),
        ({"type": "string"}, (), {}),
        ({"type": "boolean", "default": False}, (), {"x": False}),
        ({"type": "integer", "default": 7}, (), {"x": 7}),
        ({"type": "integer", "default": 7}, ("8",), {"x": 8}),
    ],
)
def test_an_answer_has_the_type_of_its_field(schema: dict[str, Any], values: tuple[str, ...], content: object) -> None:
    answer = filled(schema, *values)
    assert (answer, {name: type(value) for name, value in answer.items()}) == (
        content, {name: type(value) for name, value in dict(content).items()},  # type: ignore[call-overload]
    )  # fmt: skip


def test_a_required_field_with_a_default_may_be_left_empty() -> None:
    assert field({"type": "string", "default": "a"}, required=["x"]).required is False
    assert field({"type": "string"}, required=["x"]).required is True


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "default": 7},
        {"type": "string", "default": {"a": ["b"]}},
        {"type": "integer", "default": "7"},
        {"type": "integer", "default": True},
        {"type": "number", "default": []},
        {"type": "boolean", "default": "yes"},
        {"type": "array", "items": {"enum": ["a"]}, "default": [["a"]]},
        {"type": "array", "items": {"enum": ["a"]}, "default": "a"},
    ],
)
def test_a_default_that_is_no_value_of_its_field_is_neither_said_nor_sent(schema: dict[str, Any]) -> None:
    prompt = field(schema, required=["x"])
    assert (prompt.required, "left empty" in prompt.text) == (True, False)
    assert filled(schema) == {}


@pytest.mark.parametrize(
    ("properties", "why"),
    [
        ({"x": {"type": "object"}}, "type of x is none that a form can have"),
        ({"x": {}}, "type of x is none that a form can have"),
        ({"x": 7}, "x is no object"),
        ({"x": {"type": "string", "enum": [1]}}, "the choices of x are no texts"),
        ({"x": {"type": "string", "enum": "a"}}, "the choices of x are no texts"),
        ({"x": {"type": "string", "oneOf": [{"title": "A"}]}}, "the choices of x are no texts"),
        ({"x": {"type": "string", "oneOf": ["a"]}}, "the choices of x cannot be shown"),
        ({"x": {"type": "array"}}, "items is missing"),
        ({"x": {"type": "array", "items": {"type": "string"}}}, "items of x offers nothing"),
        ({"x": {"type": "string", "enum": ["a"] * 201}}, "the choices of x cannot be shown"),
        ({"x" * 5000: {"type": "string"}}, "properties has a field without a name"),
        ({str(number): {"type": "string"} for number in range(51)}, "properties has 51 entries"),
        ([], "properties is no object"),
    ],
)
def test_a_form_that_cannot_be_shown(properties: object, why: str) -> None:
    found = translator.read(form(properties))
    assert isinstance(found, MalformedCall)
    assert (found.tool, found.why.startswith(why)) == ("desk", True), found.why


def page(**changed: object) -> bytes:
    base = {"session_id": "c-1", "cwd": "/p", "hook_event_name": "Elicitation", "mcp_server_name": "desk"}
    return json.dumps({**base, "mode": "url", "message": "Sign in", "url": "https://x.example/a", **changed}).encode()


def test_an_address_that_a_server_wants_opened() -> None:
    ask = asked(page())
    assert (ask.source, ask.url, ask.prompts) == (QuestionSource.SERVER_PAGE, "https://x.example/a", ())
    reply = QuestionReply(outcome=QuestionOutcome.ANSWERED)
    answer = QuestionAnswer(ItemVersion(ItemKind.QUESTION, "qu_1", 1), QuestionOutcome.ANSWERED, reply)
    output = json.loads(translator.reply(page(), answer).stdout)["hookSpecificOutput"]
    assert output == {"hookEventName": "Elicitation", "action": "accept"}


@pytest.mark.parametrize(
    ("changed", "why"), [({"url": None}, "url is no text"), ({"mode": "page"}, "mode is neither form nor url")]
)
def test_an_address_that_is_none(changed: dict[str, object], why: str) -> None:
    found = translator.read(page(**changed))
    assert isinstance(found, MalformedCall)
    assert found.why == why
