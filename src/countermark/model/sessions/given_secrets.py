"""What a person gives an agent beside words, such as the keys of its MCP servers: it goes where it is needed alone."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from countermark.model.redaction import STAND_IN, redacted

LEAST_CHARACTERS = 8  # of a value that is looked for in what others say: shorter ones say nothing
NAMED_VALUES = ("env", "headers")  # of a server; each a list of names and values
PLACES = ("/", "~", ".", "http://", "https://")  # what begins so says where something is


def shown_servers(servers: Sequence[Any]) -> Sequence[Any]:
    """MCP servers as they may be seen: no value of a variable or a header, no known secret in an argument."""
    shown = [{**each, **stand_ins(each)} if isinstance(each, dict) else each for each in servers]
    safe: Sequence[Any] = json.loads(redacted(json.dumps(shown)))
    return safe


def stand_ins(server: Mapping[str, Any]) -> Mapping[str, Any]:
    """The lists of names and values of a server, with no value; what is no such list goes as a whole."""
    return {
        name: [{**each, "value": STAND_IN} if isinstance(each, dict) else STAND_IN for each in listed]
        if isinstance(listed := server[name], list)
        else STAND_IN
        for name in NAMED_VALUES
        if name in server
    }


def secrets_in(servers: str) -> frozenset[str]:
    """The values of MCP servers, given as JSON, that nobody else is to say."""
    given = json.loads(servers or "[]")
    return frozenset(worth_hiding(value for each in given if isinstance(each, dict) for value in values_of(each)))


def values_of(server: Mapping[str, Any]) -> Iterator[str]:
    """The values of a server's variables and headers; of `Bearer KEY` the key."""
    for name in NAMED_VALUES:
        listed = server.get(name)
        for each in listed if isinstance(listed, list) else ():
            value = each.get("value") if isinstance(each, dict) else None
            if isinstance(value, str):
                yield value.rpartition(" ")[2]


def worth_hiding(values: Iterable[str]) -> Iterator[str]:
    """Those that can be a secret: not a short word, not where something is."""
    return (value for value in values if len(value) >= LEAST_CHARACTERS and not value.startswith(PLACES))


def hidden_in(text: str, secrets: Iterable[str]) -> str:
    """A text with these replaced, the longest ones first; also as JSON writes them, which is how inputs are kept."""
    for form in forms_of(frozenset(secrets)):
        text = text.replace(form, STAND_IN)
    return text


@lru_cache(maxsize=16)
def forms_of(secrets: frozenset[str]) -> Sequence[str]:
    """How secrets can stand in a text, the longest ones first."""
    written = {form for each in secrets for form in (each, as_json(each), as_json(each, ascii_only=True))}
    return sorted(written, key=len, reverse=True)


def as_json(secret: str, *, ascii_only: bool = False) -> str:
    """A text as it stands between the quotes of JSON."""
    return json.dumps(secret, ensure_ascii=ascii_only)[1:-1]
