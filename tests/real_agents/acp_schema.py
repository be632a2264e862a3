"""The official JSON Schema of the Agent Client Protocol, held against every message that a client writes."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from tests.real_agents.having import real
from tests.real_agents.npm_program import Package
from tests.real_agents.npm_scripts import NpmScripts

SDK = NpmScripts(
    name="acp-sdk",
    version="2.4.0",
    member="schema/v1/schema.json",
    package=Package(
        "@agentclientprotocol/sdk@2.4.0",
        "sha512-7qJ8nnyj7WesC5ve185ioTpB2/svQoeGV4HA4nLEhgDUrcmBe54/08VcXc/oL4p14tDbxxECZzdYmUYQ+4l+Wg==",
    ),
)
# Messages to an agent's side, and those that either side may send.
TO_AGENT = ("agent", "protocol")
IN_PLACE = ("allOf", "anyOf", "oneOf")  # schemas of the same value
BELOW = ("items", "additionalProperties")  # schemas of values inside it
Json = Mapping[str, Any]
# Gemini has no other way to name a model; the schema had this method until June 2026.
REMOVED = {
    "SetSessionModelRequest": {
        "x-side": "agent",
        "x-method": "session/set_model",
        "type": "object",
        "properties": {"sessionId": {"type": "string"}, "modelId": {"type": "string"}},
        "required": ["sessionId", "modelId"],
    }
}


def check_outgoing(message: Any, *, answers: str | None = None, version: int = 1) -> None:
    """Raise AssertionError, with the path in the message, unless a client may write this message.

    A response names the method that it `answers`. Beyond the schema, a field that it does not name is an error: the
    schema lets every object carry more, so that a misspelt name would pass. A method that only the unstable schema has
    is held against that one.
    """
    assert isinstance(message, dict), f"a message is an object: {message!r}"
    assert message.get("jsonrpc") == "2.0", "/jsonrpc: is not '2.0'"
    if "method" in message:
        check_call(message, version)
    else:
        assert answers is not None, "a response: say which method it answers"
        check_response(message, answers, version)


def check_call(message: Json, version: int) -> None:
    """A request (it has an id) or a notification (it has none)."""
    method = message["method"]
    check_keys(message, {"jsonrpc", "id", "method", "params"})
    if "id" in message:
        check_id(message["id"])
    if method.startswith("_"):
        return
    kind = "Request" if "id" in message else "Notification"
    validators = of_method(method, TO_AGENT, kind, version)
    assert validators, f"/method: the schema has no {kind.lower()} {method!r} to an agent"
    params = message.get("params")
    check(validators, {} if params is None else params, "/params")


def check_response(message: Json, method: str, version: int) -> None:
    """A result of the method's own shape, or an error."""
    if "error" in message:
        if message.get("id") is not None:  # of a line that was no JSON
            check_id(message["id"])
        check_keys(message, {"jsonrpc", "id", "error"})
        errors = validator({"$ref": "#/$defs/Error"}, read_schema(version, "schema.json"))
        check((errors,), message["error"], "/error")
        return
    check_id(message.get("id"))
    check_keys(message, {"jsonrpc", "id", "result"})
    assert "result" in message, "a response has a result or an error"
    if method.startswith("_"):
        return
    validators = of_method(method, ("client",), "Response", version)
    assert validators, f"/result: no client answers {method!r} with anything but an error"
    check(validators, message["result"], "/result")


def check_keys(message: Json, allowed: set[str]) -> None:
    assert message.keys() <= allowed, f"/: {sorted(message.keys() - allowed)} belong to no such message"


def check_id(given: object) -> None:
    assert isinstance(given, int | str), f"/id: {given!r} is no id"
    assert not isinstance(given, bool), f"/id: {given!r} is no id"


def check(validators: Sequence[Draft202012Validator], value: Any, at: str) -> None:
    for validator in validators:
        errors = [f"{at}{pointer(error.instance_path)}: {error.message}" for error in validator.iter_errors(value)]
        assert errors == [], "\n".join(errors)


def pointer(path: list[str | int]) -> str:
    return "".join(f"/{step}" for step in path)


@cache
def of_method(method: str, sides: tuple[str, ...], kind: str, version: int) -> tuple[Draft202012Validator, ...]:
    """What the parameters or the result of a method are held against; nothing where no schema knows such a message.

    That is the stable schema, where it has the method, and then the unstable one in which only named fields are left:
    it names all of the stable one's, and those that a client may offer already.
    """
    stable, unstable = read_schema(version, "schema.json"), read_schema(version, "schema.unstable.json")
    key = key_of(method, sides, kind, unstable)
    if key is None:
        return ()
    named = {name: closed(each, unstable) for name, each in unstable.items()}
    held = (validator({"$ref": f"#/$defs/{key}"}, stable),) if key_of(method, sides, kind, stable) else ()
    return (*held, validator({"$ref": f"#/$defs/{key}", "unevaluatedProperties": False}, named))


def key_of(method: str, sides: tuple[str, ...], kind: str, definitions: Json) -> str | None:
    """The name of a method's definition of this kind."""
    for key, value in definitions.items():
        if key.endswith(kind) and value.get("x-method") == method and value.get("x-side") in sides:
            return key
    return None


def validator(schema: Json, definitions: Json) -> Draft202012Validator:
    return Draft202012Validator({**schema, "$defs": definitions})


@cache
def read_schema(version: int, name: str) -> Json:
    """The definitions of one of the four schema files."""
    file = real(SDK).parents[1] / f"v{version}" / name
    read: Json = json.loads(file.read_text(encoding="utf-8"))["$defs"]
    return {**read, **REMOVED} if version == 1 else read


def closed(place: Any, definitions: Json) -> Any:
    """The same schema with a bound at each place where an object stands: each property, each item of a list.

    The bound cannot stand in a definition, for others add their own fields to it (`allOf`).
    """
    if not isinstance(place, dict):
        return place
    inner = dict(place)
    for key in IN_PLACE:
        if key in place:
            inner[key] = [closed(each, definitions) for each in place[key]]
    if "properties" in place:
        inner["properties"] = {key: bounded(each, definitions) for key, each in place["properties"].items()}
    for key in BELOW:
        if isinstance(place.get(key), dict):
            inner[key] = bounded(place[key], definitions)
    return inner


def bounded(place: Any, definitions: Json) -> Any:
    inner = closed(place, definitions)
    return {**inner, "unevaluatedProperties": False} if names_fields(place, definitions) else inner


def names_fields(place: Any, definitions: Json) -> bool:
    """Whether an object at this place has named fields; what is any JSON, such as `_meta`, stays open."""
    if not isinstance(place, dict):
        return False
    if "properties" in place:
        return True
    below = [each for key in IN_PLACE for each in place.get(key, ())]
    if "$ref" in place:
        below.append(definitions[place["$ref"].rpartition("/")[2]])
    return any(names_fields(each, definitions) for each in below)
